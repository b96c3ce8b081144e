// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of functions: those of the module calls, and a few of the kernel, a bit each.
 * The functions and their numbers are read from the kernel, since the compiler may have
 * inlined some.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "monkey.h"

/* Functions of the kernel that steps name, and that are rarely called otherwise */
static const char *const kernel_functions[] = {
	"read_zero", "write_null", "do_nanosleep", "vfs_read", "vfs_write", "ksys_read",
	"rw_verify_area",
};

#define MAX_FUNCTIONS	64

static struct {
	char	name[48];
	long	number;		/* its line in available_filter_functions */
	bool	in_calls;
} functions[MAX_FUNCTIONS];
static unsigned int n_functions;

static bool is_kernel_function(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kernel_functions); i++) {
		if (strcmp(name, kernel_functions[i]) == 0)
			return true;
	}
	return false;
}

static void take_line(const char *line, long number)
{
	char name[128] = "", module[64] = "";

	sscanf(line, "%127s [%63[^]]", name, module);
	if (strcmp(module, "calls") != 0 && (module[0] || !is_kernel_function(name)))
		return;
	if (n_functions == MAX_FUNCTIONS)
		return;
	snprintf(functions[n_functions].name, sizeof(functions[0].name), "%.47s", name);
	functions[n_functions].number = number;
	functions[n_functions].in_calls = module[0];
	n_functions++;
}

void functions_read(void)
{
	FILE *file = fopen("available_filter_functions", "r");
	char line[512];
	long number = 0;

	n_functions = 0;
	while (file && fgets(line, sizeof(line), file))
		take_line(line, ++number);
	if (file)
		fclose(file);
}

const char *function_name(unsigned int bit)
{
	return bit < n_functions ? functions[bit].name : NULL;
}

funcset function_bit(const char *name)
{
	unsigned int i;

	for (i = 0; i < n_functions; i++) {
		if (strcmp(functions[i].name, name) == 0)
			return 1ULL << i;
	}
	return 0;
}

/* The functions that one word of a filter matches. */
funcset functions_matching(const char *word)
{
	bool module = strcmp(word, ":mod:calls") == 0;
	funcset set = 0;
	unsigned int i;

	for (i = 0; i < n_functions; i++) {
		if (module ? functions[i].in_calls :
			     fnmatch(word, functions[i].name, 0) == 0)
			set |= 1ULL << i;
	}
	return set;
}

static void apply_word(struct filter *filter, const char *word)
{
	if (strcmp(word, "*") == 0)
		filter->all = true;
	if (word[0] == '!')
		filter->set &= ~functions_matching(word + 1);
	else
		filter->set |= functions_matching(word);
}

/* Returns false if a word matches nothing: the kernel ignores the rest then. */
bool functions_apply(struct filter *filter, const char *text, bool append)
{
	char copy[256], *word, *rest = copy;

	snprintf(copy, sizeof(copy), "%s", text);
	if (!append)
		*filter = (struct filter){ 0 };
	while ((word = strsep(&rest, " "))) {
		if (!*word)
			continue;
		if (!functions_matching(word[0] == '!' ? word + 1 : word) && strcmp(word, "*") != 0)
			return false;
		apply_word(filter, word);
	}
	return true;
}

/*
 * The content of a filter file; into filter too, unless that is NULL. A function that is not
 * known is there after "*": then it may be all of them.
 */
funcset functions_in_file(const char *path, struct filter *filter)
{
	char *text = read_whole(path), *line, *rest = text;
	bool stranger = false;
	funcset set = 0;

	while ((line = strsep(&rest, "\n"))) {
		char name[128];

		if (sscanf(line, "%127s", name) != 1)
			continue;
		set |= function_bit(name);
		stranger |= !function_bit(name) && !strpbrk(name, "#:");
	}
	free(text);
	if (filter)
		*filter = (struct filter){ .set = set, .all = stranger };
	return set;
}

/* Only words that name functions which are all known. */
static bool word_is_known(const char *word)
{
	return strncmp(word, "calls_", 6) == 0 || function_bit(word);
}

static void add_numbers(char *numbers, size_t size, funcset set)
{
	unsigned int i;

	for (i = 0; i < n_functions; i++) {
		size_t used = strlen(numbers);

		if (set >> i & 1)
			snprintf(numbers + used, size - used, "%s%ld", used ? " " : "",
				 functions[i].number);
	}
}

/* The same filter in numbers, for which the kernel needs no search. */
bool functions_as_numbers(const char *text, char *numbers, size_t size)
{
	char copy[256], *word, *rest = copy;

	snprintf(copy, sizeof(copy), "%s", text);
	numbers[0] = '\0';
	while ((word = strsep(&rest, " "))) {
		if (!*word)
			continue;
		if (!word_is_known(word) || !functions_matching(word))
			return false;
		add_numbers(numbers, size, functions_matching(word));
	}
	return numbers[0];
}

/*
 * Chains of calls: those that an order to the module calls causes.
 */

struct walk {
	funcset				traced, counted;
	const struct graph_filters	*graph;
	long				entered;
	int				own;		/* frames of ours */
	bool				inside;		/* of set_graph_function */
};

/*
 * One call, and in it "times" calls of the rest of the chain. It implements
 * the manual's description of what graph_entry() in the tracer does.
 */
static void walk_chain(struct walk *walk, const char *const *chain, const long *times)
{
	funcset bit;
	bool frame, began;
	long i;

	if (!chain[0])
		return;
	bit = function_bit(chain[0]);
	if (!(walk->traced & bit)) {
		for (i = 0; i < times[0]; i++)
			walk_chain(walk, chain + 1, times + 1);
		return;
	}
	if (walk->graph->max_depth && walk->own >= walk->graph->max_depth) {
		for (i = 0; i < times[0]; i++)
			walk_chain(walk, chain + 1, times + 1);
		return;
	}
	if (walk->graph->notrace & bit)
		return;
	began = !walk->inside && (walk->graph->function & bit);
	frame = !walk->graph->function || walk->inside || began;
	walk->inside |= began;
	walk->entered += frame && (walk->counted & bit);
	walk->own += frame;
	for (i = 0; i < times[0]; i++)
		walk_chain(walk, chain + 1, times + 1);
	walk->own -= frame;
	if (began)
		walk->inside = false;
}

static const char *const leaf_chain[] = { "calls_write", "call_leaf", "calls_leaf", NULL };
static const char *const nested_chain[] = {
	"calls_write", "call_nested", "calls_nest10", "calls_nest9", "calls_nest8",
	"calls_nest7", "calls_nest6", "calls_nest5", "calls_nest4", "calls_nest3",
	"calls_nest2", "calls_nest1", NULL
};

/*
 * The number of calls of the counted functions that an order makes a tracer enter; -1: not
 * known.
 */
long chain_entered(const char *order, funcset traced, const struct graph_filters *graph,
		   funcset counted)
{
	struct walk walk = { .traced = traced, .graph = graph, .counted = counted };
	long times[16] = { 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

	if (sscanf(order, "leaf %ld", &times[1]) == 1)
		walk_chain(&walk, leaf_chain, times);
	else if (sscanf(order, "nested %ld", &times[1]) == 1)
		walk_chain(&walk, nested_chain, times);
	else
		return -1;
	return walk.entered;
}
