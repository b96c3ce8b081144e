// SPDX-License-Identifier: GPL-2.0
/* Leaves out some of the functions that an instance traces. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "tracing/choose.h"
#include "tracing/filter.h"
#include "tracing/tracing.h"

#define FILTER	"set_ftrace_filter"

/* They differ, so that at least one is not of -F. */
static const char *const holders[] = { "*sys_sethostname", "*sys_setdomainname", "*sys_getppid" };

static bool is_holder(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(holders); i++)
		if (!fnmatch(holders[i], name, 0))
			return true;
	return false;
}

static int by_name(const void *a, const void *b)
{
	const struct filter_line *x = a, *y = b;

	return x->name < y->name ? -1 : x->name > y->name;
}

static void add_line(struct filtered *f, const char *line, size_t len, uint32_t number)
{
	uint32_t name;

	if (!fdd_names_find(&f->names, line, len, &name)) {
		if (!is_holder(line))
			return;
		name = fdd_names_get(&f->names, line, len);
	}
	GROW(f->lines, f->nr, f->cap);
	f->lines[f->nr++] = (struct filter_line){ name, number };
}

/* Numbers of functions change when modules come and go. */
static int read_lines(struct filtered *f)
{
	char *text = tracing_read(NULL, "available_filter_functions"), *rest = text, *line;
	uint32_t number = 0;

	if (!text) {
		fdd_error("available_filter_functions: %s", strerror(errno));
		return -1;
	}
	f->nr = 0;
	while ((line = strsep(&rest, "\n")))
		add_line(f, line, strlen(line), ++number);
	free(text);
	qsort(f->lines, f->nr, sizeof(*f->lines), by_name);
	return 0;
}

int filter_start(struct filtered *f, const char *instance, bool some_stay)
{
	char *text = tracing_read(instance, FILTER), *rest = text, *name;

	*f = (struct filtered){
		.instance = instance, .some_stay = some_stay, .state = functions_state(),
	};
	while ((name = strsep(&rest, "\n")))
		if (*name && *name != '#')
			fdd_names_get(&f->names, name, strlen(name));
	free(text);
	f->first_holder = f->names.nr;
	return read_lines(f);
}

void filter_free(struct filtered *f)
{
	fdd_names_free(&f->names);
	free(f->lines);
}

bool filter_has(const struct filtered *f, const char *glob)
{
	for (uint32_t i = 0; i < f->first_holder; i++)
		if (!fnmatch(glob, fdd_name(&f->names, i), 0))
			return true;
	return false;
}

bool filter_holds(const struct filtered *f, const char *name)
{
	uint32_t id;

	return fdd_names_find(&f->names, name, strlen(name), &id) && id >= f->first_holder;
}

/* Several functions may have one name. */
static void put_numbers(const struct filtered *f, FILE *to, const char *before, uint32_t name)
{
	uint32_t i = FIRST_NOT(f->nr, at, f->lines[at].name < name);

	for (; i < f->nr && f->lines[i].name == name; i++)
		fprintf(to, "%s%u\n", before, f->lines[i].number);
}

/* "ext4_sync_file [ext4]" is ext4_sync_file:mod:ext4 there. */
static void put_name(FILE *to, const char *before, const char *name, int len)
{
	int function = strcspn(name, "\n ");

	if (function < len && name[function + 1] == '[' && name[len - 1] == ']')
		fprintf(to, "%s%.*s:mod:%.*s\n", before, function, name, len - function - 3,
			name + function + 2);
	else
		fprintf(to, "%s%.*s\n", before, len, name);
}

/* Those of a module that came later have no number here. */
static void put_names(const struct filtered *f, FILE *to, const char *before, const char *names)
{
	for (const char *end; *names; names = end + (*end == '\n')) {
		uint32_t id;

		end = strchrnul(names, '\n');
		if (fdd_names_find(&f->names, names, end - names, &id))
			put_numbers(f, to, before, id);
		else
			put_name(to, before, names, end - names);
	}
}

static bool put_holder(const struct filtered *f, FILE *to, const char *before)
{
	for (uint32_t i = f->first_holder; i < f->names.nr; i++) {
		long at = ftell(to);

		put_numbers(f, to, before, i);
		if (ftell(to) > at)
			return true;
	}
	return false;
}

static int write_lines(const struct filtered *f, char *lines)
{
	return *lines ? tracing_append(f->instance, FILTER, lines) : 0;
}

int filter_change(struct filtered *f, const char *names, bool out, bool none)
{
	uint64_t state = functions_state();
	bool held = f->held;
	char *lines = NULL;
	size_t size;
	FILE *to;
	int err;

	if (state != f->state && read_lines(f))
		return -ENOENT;
	f->state = state;
	to = open_memstream(&lines, &size);
	if (out && !held && !f->some_stay)
		held = put_holder(f, to, "");
	/* Without it, the last one would be removed. */
	err = out && !held && !f->some_stay ? -ENOENT : 0;
	put_names(f, to, out ? "!" : "", names);
	if (none && held)
		held = !put_holder(f, to, "!");
	fclose(to);
	if (!err)
		err = write_lines(f, lines);
	free(lines);
	/* After a failure it is added again before any other one is removed. */
	f->held = !err && held;
	return err;
}
