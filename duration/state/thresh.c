// SPDX-License-Identifier: GPL-2.0
/*
 * Thresholds of functions: the lines of function_duration/thresh, and the table that the
 * handlers look functions up in.
 *
 * A line is never changed: a write makes all lines anew, and a table from them, and
 * changes nothing if one of them is bad or memory is short. Only the lines are kept while
 * nothing is traced.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/glob.h>
#include <linux/kallsyms.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "duration/state/thresh.h"

/*
 * Lines
 */

static const struct {
	char	name[4];
	u64	ns;
} units[] = {
	{ "s", NSEC_PER_SEC }, { "ms", NSEC_PER_MSEC }, { "us", NSEC_PER_USEC }, { "ns", 1 },
	{ "", NSEC_PER_USEC },
};

/**
 * thresh_parse_time - a time as it is written to the files in function_duration
 * @word: a whole number with ns, us, ms or s, or of microseconds; is changed
 * @ns: the time, in nanoseconds
 *
 * Context: any.
 * Return: 0; -EINVAL if it is not a time, or -ERANGE if it is too long.
 */
int thresh_parse_time(char *word, u64 *ns)
{
	size_t digits = strspn(word, "0123456789"), i;
	u64 number;

	for (i = 0; digits && i < ARRAY_SIZE(units); i++) {
		if (strcmp(word + digits, units[i].name))
			continue;
		word[digits] = '\0';
		if (kstrtou64(word, 10, &number) ||
		    check_mul_overflow(number, units[i].ns, ns) || *ns >= THRESH_NONE)
			return -ERANGE;
		return 0;
	}
	return -EINVAL;
}

/*
 * The functions below return the error in a line, for the kernel's log, or NULL.
 */

/* N, or N.N as in p99.9; more than 0 and less than 100 */
static const char *parse_percentile(const char *word, u16 *per_mille)
{
	unsigned int percent = 0, tenth = 0, used = 0;

	if (sscanf(word, "%2u%n", &percent, &used) == 1 && word[used] == '.' &&
	    isdigit(word[used + 1])) {
		tenth = word[used + 1] - '0';
		used += 2;
	}
	*per_mille = 10 * percent + tenth;
	if (!isdigit(word[0]) || word[used] || !*per_mille)
		return "auto:p needs a percentile, e.g. auto:p99.9";
	return NULL;
}

static const char no_threshold[] =
	"the threshold is not a whole number with ns, us, ms or s, \"off\" or auto:pN";

static const char *parse_threshold(char *word, struct thresh_line *line)
{
	int ret;

	if (!strcmp(word, "off")) {
		line->ns = THRESH_OFF;
		return NULL;
	}
	if (!strncmp(word, "auto:p", 6)) {
		line->ns = THRESH_NONE;
		return parse_percentile(word + 6, &line->per_mille);
	}
	ret = thresh_parse_time(word, &line->ns);
	if (ret == -ERANGE)
		return "the threshold is too large";
	return ret ? no_threshold : NULL;
}

/* FUNCTION or FUNCTION:mod:MODULE; an empty FUNCTION is any. */
static const char *parse_name(char *word, struct thresh_line *line)
{
	char *module = strstr(word, ":mod:");

	if (module) {
		*module = '\0';
		module += strlen(":mod:");
		if (!*module)
			return "no module after :mod:";
	}
	if (strscpy(line->function, *word || !module ? word : "*") < 0)
		return "the function is longer than 127 characters: use a glob";
	if (strscpy(line->module, module ?: "") < 0)
		return "the module is longer than 63 characters";
	if (strchr(line->function, ':') || strchr(line->module, ':'))
		return "unexpected ':': only :mod: may follow a function";
	return line->function[0] ? NULL : "no function";
}

static char *next_word(char **rest)
{
	char *word;

	do
		word = strsep(rest, " \t\r");
	while (word && !*word);
	return word;
}

static struct thresh_line *find_line(struct thresh_lines *lines,
				     const struct thresh_line *like)
{
	unsigned int i;

	for (i = 0; i < lines->nr; i++) {
		if (!strcmp(lines->line[i].function, like->function) &&
		    !strcmp(lines->line[i].module, like->module))
			return lines->line + i;
	}
	return NULL;
}

static void remove_line(struct thresh_lines *lines, struct thresh_line *line)
{
	lines->nr--;
	memmove(line, line + 1, (char *)(lines->line + lines->nr) - (char *)line);
}

/* A line for the same functions would have no effect any more. */
static const char *add_line(struct thresh_lines *lines, const struct thresh_line *line)
{
	struct thresh_line *same = find_line(lines, line);

	if (same)
		remove_line(lines, same);
	if (lines->nr == THRESH_LINES)
		return "more than 1024 lines";
	lines->line[lines->nr++] = *line;
	return NULL;
}

static const char *take_line(struct thresh_lines *lines, char *text)
{
	char *name = next_word(&text), *threshold = next_word(&text);
	struct thresh_line line = { }, *old;
	const char *wrong;

	if (!name)
		return NULL;
	if (next_word(&text))
		return "unexpected text after the threshold";
	wrong = parse_name(name + (*name == '!'), &line);
	if (wrong)
		return wrong;
	if (*name != '!') {
		if (!threshold)
			return "no threshold after the function";
		return parse_threshold(threshold, &line) ?: add_line(lines, &line);
	}
	if (threshold)
		return "a '!' line takes no threshold";
	old = find_line(lines, &line);
	if (!old)
		return "no such line to remove";
	remove_line(lines, old);
	return NULL;
}

static unsigned int count_newlines(const char *text)
{
	unsigned int n = 0;

	while ((text = strchr(text, '\n'))) {
		text++;
		n++;
	}
	return n;
}

static struct thresh_lines *lines_alloc(unsigned int size)
{
	struct thresh_lines *lines;

	lines = kvzalloc(struct_size(lines, line, size), GFP_KERNEL);
	if (lines)
		lines->size = size;
	return lines;
}

static const char *take_text(struct thresh_lines *lines, char *text, char *copy, size_t size)
{
	const char *wrong = NULL;
	char *line;

	while (!wrong && (line = strsep(&text, "\n"))) {
		/* Text after # is a comment. */
		line[strcspn(line, "#")] = '\0';
		if (strscpy(copy, line, size) < 0)
			wrong = "the line is too long";
		else
			wrong = take_line(lines, line);
	}
	return wrong;
}

/**
 * thresh_lines_change - apply what was written to the file
 * @old: the lines until now; NULL: none
 * @text: what was written; it is changed
 * @name: the array's name, for messages
 *
 * Context: process context.
 * Return: the new lines, or an ERR_PTR(): -EINVAL, with a line in the log that names the
 * line and the error, or -ENOMEM.
 */
struct thresh_lines *thresh_lines_change(const struct thresh_lines *old, char *text,
					 const char *name)
{
	unsigned int nr = old ? old->nr : 0;
	struct thresh_lines *lines;
	const char *wrong;
	char copy[256];

	lines = lines_alloc(min(nr + count_newlines(text) + 1, THRESH_LINES));
	if (!lines)
		return ERR_PTR(-ENOMEM);
	lines->nr = nr;
	if (nr)
		memcpy(lines->line, old->line, nr * sizeof(*old->line));
	wrong = take_text(lines, text, copy, sizeof(copy));
	if (!wrong)
		return lines;
	pr_warn("%s: function_duration/thresh: '%*pE': %s\n", name, (int)strlen(copy),
		copy, wrong);
	thresh_lines_free(lines);
	return ERR_PTR(-EINVAL);
}

void thresh_lines_free(struct thresh_lines *lines)
{
	kvfree(lines);
}

/**
 * thresh_lines_auto - whether there is an auto line
 * @lines: the lines, or NULL
 *
 * Context: any.
 * Return: true if there is one.
 */
bool thresh_lines_auto(const struct thresh_lines *lines)
{
	unsigned int i;

	for (i = 0; lines && i < lines->nr; i++) {
		if (lines->line[i].per_mille)
			return true;
	}
	return false;
}

/**
 * thresh_time_text - a time as it is written
 * @ns: the time, in nanoseconds
 * @text: where to put it, with the longest unit of which it is a whole number
 * @size: its size
 *
 * Context: any.
 */
void thresh_time_text(u64 ns, char *text, size_t size)
{
	unsigned int i = 0;

	while (ns % units[i].ns)
		i++;
	snprintf(text, size, "%llu%s", ns / units[i].ns, ns ? units[i].name : "ns");
}

/**
 * thresh_line_text - a line's threshold as it is written
 * @line: the line
 * @text: where to put it
 * @size: its size
 *
 * Context: any.
 */
void thresh_line_text(const struct thresh_line *line, char *text, size_t size)
{
	if (line->ns == THRESH_OFF)
		strscpy(text, "off", size);
	else if (!line->per_mille)
		thresh_time_text(line->ns, text, size);
	else if (line->per_mille % 10)
		snprintf(text, size, "auto:p%u.%u", line->per_mille / 10, line->per_mille % 10);
	else
		snprintf(text, size, "auto:p%u", line->per_mille / 10);
}

/*
 * Functions
 */

/* Functions that ftrace can trace; those that a line matches have one. */
struct functions {
	unsigned long	nr;
	struct function {
		unsigned long	func;
		u64		ns;
		u16		per_mille;
	} *function;
};

/* Under ftrace_lock. Returns how many there are, also if there is no room for all. */
static unsigned long list_functions(struct function *to, unsigned long size,
				    const struct module *module)
{
	struct ftrace_rec_iter *iter;
	unsigned long nr = 0;

	for (iter = ftrace_rec_iter_start(); iter; iter = ftrace_rec_iter_next(iter)) {
		const struct dyn_ftrace *rec = ftrace_rec_iter_record(iter);

		if ((rec->flags & FTRACE_FL_DISABLED) ||
		    (module && !within_module(rec->ip, module)))
			continue;
		if (nr < size)
			to[nr].func = rec->ip;
		nr++;
	}
	return nr;
}

/* Of all modules and the kernel, or those of a module. */
static int functions_get(struct functions *functions, const struct module *module)
{
	unsigned long size, nr;

	*functions = (struct functions){ };
	do {
		kvfree(functions->function);
		mutex_lock(&ftrace_lock);
		size = list_functions(NULL, 0, module);
		mutex_unlock(&ftrace_lock);
		if (size > THRESH_FUNCTIONS)
			return -E2BIG;
		functions->function = kvcalloc(size + 1, sizeof(*functions->function),
					       GFP_KERNEL);
		if (!functions->function)
			return -ENOMEM;
		mutex_lock(&ftrace_lock);
		nr = list_functions(functions->function, size, module);
		mutex_unlock(&ftrace_lock);
	} while (nr > size);
	functions->nr = nr;
	return 0;
}

/* A function's name, as "name" or "name [module]" */
struct symbol {
	char		text[KSYM_SYMBOL_LEN];
	const char	*module;
};

/* Returns: whether it has one. Its module may have been unloaded meanwhile. */
static bool function_symbol(struct symbol *symbol, unsigned long func)
{
	char *module;

	sprint_symbol_no_offset(symbol->text, func);
	symbol->module = "";
	module = strstr(symbol->text, " [");
	if (module) {
		*module = '\0';
		symbol->module = module + strlen(" [");
		module = strpbrk(module + strlen(" ["), "] ");
		if (module)
			*module = '\0';
	}
	return strncmp(symbol->text, "0x", 2);
}

static bool line_matches(const struct thresh_line *line, const struct symbol *symbol)
{
	if (line->module[0] && !glob_match(line->module, symbol->module))
		return false;
	return glob_match(line->function, symbol->text);
}

/* Returns: the last line that matches, or NULL. */
static const struct thresh_line *last_match(const struct thresh_lines *lines,
					    const struct symbol *symbol)
{
	unsigned int i;

	for (i = lines->nr; i > 0; i--) {
		if (line_matches(&lines->line[i - 1], symbol))
			return &lines->line[i - 1];
	}
	return NULL;
}

static void count_matches(const struct thresh_lines *lines, struct thresh_count *counts,
			  const struct symbol *symbol)
{
	const struct thresh_line *last = last_match(lines, symbol);
	unsigned int i;

	if (!last)
		return;
	counts[last - lines->line].decides++;
	for (i = 0; i <= last - lines->line; i++)
		counts[i].matches += line_matches(&lines->line[i], symbol);
}

/**
 * thresh_lines_count - count the functions that each line matches at present
 * @lines: the lines
 * @counts: one for each, zeroed
 *
 * Context: process context; takes ftrace_lock.
 * Return: 0, -ENOMEM, or -E2BIG.
 */
int thresh_lines_count(const struct thresh_lines *lines, struct thresh_count *counts)
{
	struct functions functions;
	struct symbol symbol;
	unsigned long i;
	int ret;

	ret = functions_get(&functions, NULL);
	if (ret)
		return ret;
	for (i = 0; i < functions.nr; i++) {
		if (function_symbol(&symbol, functions.function[i].func))
			count_matches(lines, counts, &symbol);
		cond_resched();
	}
	kvfree(functions.function);
	return 0;
}

/* Keeps only the functions that a line matches. */
static void functions_match(struct functions *functions, const struct thresh_lines *lines)
{
	const struct thresh_line *line;
	struct symbol symbol;
	unsigned long i, nr = 0;

	for (i = 0; i < functions->nr; i++) {
		if (!function_symbol(&symbol, functions->function[i].func))
			continue;
		line = last_match(lines, &symbol);
		if (line) {
			functions->function[nr].func = functions->function[i].func;
			functions->function[nr].ns = line->ns;
			functions->function[nr++].per_mille = line->per_mille;
		}
		cond_resched();
	}
	functions->nr = nr;
}

/*
 * Tables
 */

static struct thresh_table *table_alloc(unsigned long functions, bool with_auto)
{
	unsigned long slots = roundup_pow_of_two(2 * functions + 2), i;
	struct thresh_table *table;

	if (functions > THRESH_FUNCTIONS)
		return ERR_PTR(-E2BIG);
	table = kvzalloc(struct_size(table, slots, slots), GFP_KERNEL);
	if (!table)
		return ERR_PTR(-ENOMEM);
	table->mask = slots - 1;
	for (i = 0; i < slots; i++)
		table->slots[i].ns = THRESH_NONE;
	if (!with_auto)
		return table;
	table->per_mille = kvcalloc(slots, sizeof(*table->per_mille), GFP_KERNEL);
	table->bases = kvcalloc(slots, sizeof(*table->bases), GFP_KERNEL);
	if (table->per_mille && table->bases)
		return table;
	thresh_table_free(table);
	return ERR_PTR(-ENOMEM);
}

/**
 * thresh_table_forget - forget the counts at which functions found their thresholds
 * @table: whose statistics begin anew; or NULL
 *
 * Context: process context, under duration_dir_mutex if a session has the table.
 */
void thresh_table_forget(struct thresh_table *table)
{
	unsigned long i;

	for (i = 0; table && table->bases && i <= table->mask; i++) {
		kfree(table->bases[i]);
		table->bases[i] = NULL;
	}
}

/**
 * thresh_table_free - free a table
 * @table: of thresh_table_build(), or NULL; no handler uses it any more
 *
 * Context: process context.
 */
void thresh_table_free(struct thresh_table *table)
{
	if (!table)
		return;
	thresh_table_forget(table);
	kvfree(table->bases);
	kvfree(table->per_mille);
	kvfree(table);
}

static void table_add(struct thresh_table *table, unsigned long func, u64 ns,
		      unsigned int per_mille)
{
	unsigned long at = func >> 4;

	while (table->slots[at & table->mask].func)
		at++;
	table->slots[at & table->mask].func = func;
	table->slots[at & table->mask].ns = ns;
	if (per_mille)
		table->per_mille[at & table->mask] = per_mille;
	table->used++;
}

static void table_add_functions(struct thresh_table *table, const struct functions *functions)
{
	unsigned long i;

	for (i = 0; i < functions->nr; i++)
		table_add(table, functions->function[i].func, functions->function[i].ns,
			  functions->function[i].per_mille);
}

/* All but those at the addresses of a module */
static void table_add_others(struct thresh_table *table, const struct thresh_table *from,
			     const struct module *module)
{
	unsigned long i;

	for (i = 0; i <= from->mask; i++) {
		const struct thresh_slot *slot = &from->slots[i];

		if (slot->func && !within_module(slot->func, module))
			table_add(table, slot->func, slot->ns,
				  from->per_mille ? from->per_mille[i] : 0);
	}
}

/* Returns: the slot of a function of an auto line; a number beyond the mask if it has none. */
static unsigned long table_find_auto(const struct thresh_table *table, unsigned long func)
{
	unsigned long at = func >> 4;

	for (; table->slots[at & table->mask].func; at++) {
		if (table->slots[at & table->mask].func == func)
			return table->per_mille && table->per_mille[at & table->mask] ?
			       at & table->mask : table->mask + 1;
	}
	return table->mask + 1;
}

/**
 * thresh_table_inherit - take over the thresholds that functions have found
 * @table: a new table
 * @old: the one that it will replace, or NULL
 *
 * Context: process context, under duration_dir_mutex if a session has the old one.
 */
void thresh_table_inherit(struct thresh_table *table, struct thresh_table *old)
{
	unsigned long i, at;

	if (old)
		table->bases_of = old->bases_of;
	for (i = 0; old && old->per_mille && i <= old->mask; i++) {
		if (!old->per_mille[i])
			continue;
		at = table_find_auto(table, old->slots[i].func);
		if (at > table->mask || table->per_mille[at] != old->per_mille[i])
			continue;
		table->slots[at].ns = old->slots[i].ns;
		swap(table->bases[at], old->bases[i]);
	}
}

static bool table_has_module(const struct thresh_table *table, const struct module *module)
{
	unsigned long i;

	for (i = 0; i <= table->mask; i++) {
		if (table->slots[i].func && within_module(table->slots[i].func, module))
			return true;
	}
	return false;
}

/**
 * thresh_table_build - make the table of all functions that are there
 * @lines: the lines
 *
 * Context: process context; takes ftrace_lock.
 * Return: the table, for thresh_table_free(); or an ERR_PTR(): -ENOMEM, -E2BIG.
 */
struct thresh_table *thresh_table_build(const struct thresh_lines *lines)
{
	struct thresh_table *table;
	struct functions functions;
	int ret;

	ret = functions_get(&functions, NULL);
	if (ret)
		return ERR_PTR(ret);
	functions_match(&functions, lines);
	table = table_alloc(functions.nr, thresh_lines_auto(lines));
	if (!IS_ERR(table))
		table_add_functions(table, &functions);
	kvfree(functions.function);
	return table;
}

/**
 * thresh_table_coming - the table after a module was loaded
 * @old: the table before
 * @lines: the lines
 * @module: the module, whose functions ftrace knows; none of them has run
 *
 * Context: process context; takes ftrace_lock.
 * Return: as thresh_table_build(); NULL if it is the same.
 */
struct thresh_table *thresh_table_coming(const struct thresh_table *old,
					 const struct thresh_lines *lines,
					 const struct module *module)
{
	struct thresh_table *table;
	struct functions functions;
	int ret;

	ret = functions_get(&functions, module);
	if (ret)
		return ERR_PTR(ret);
	functions_match(&functions, lines);
	table = NULL;
	if (functions.nr || table_has_module(old, module))
		table = table_alloc(old->used + functions.nr, thresh_lines_auto(lines));
	if (!IS_ERR_OR_NULL(table)) {
		table_add_others(table, old, module);
		table_add_functions(table, &functions);
	}
	kvfree(functions.function);
	return table;
}

/**
 * thresh_table_going - the table after a module was unloaded
 * @old: the table before
 * @module: the module
 *
 * Context: process context.
 * Return: as thresh_table_build(); NULL if it is the same.
 */
struct thresh_table *thresh_table_going(const struct thresh_table *old,
					const struct module *module)
{
	struct thresh_table *table = NULL;

	if (table_has_module(old, module))
		table = table_alloc(old->used, old->per_mille);
	if (!IS_ERR_OR_NULL(table))
		table_add_others(table, old, module);
	return table;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/thresh_test.c"
#endif
