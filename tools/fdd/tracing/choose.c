// SPDX-License-Identifier: GPL-2.0
/*
 * Selects functions of a list of globs, of which a kernel has some.
 *
 * A glob that matches nothing is an error of set_ftrace_filter, and for each one the kernel looks
 * up the names of all functions. It also takes numbers of lines of available_filter_functions:
 * add_rec_by_index() and t_func_next() of kernel/trace/ftrace.c count the same records (since 5.1).
 * A function without a name has an empty line. Those of modules come last: if one leaves between
 * the reading and the writing, some of theirs are others.
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/map.h"
#include "lib/util.h"
#include "tracing/choose.h"
#include "tracing/tracing.h"

static bool matches(const char *name, const char *const *globs)
{
	for (; *globs; globs++)
		if (!fnmatch(*globs, name, 0))
			return true;
	return false;
}

/* "__do_sys_fork", but not "__do_sys_read", which "__x64_sys_read" calls. */
static bool is_within(const char *name, const char *text)
{
	char outer[160];

	if (strncmp(name, "__do_sys_", 9))
		return false;
	snprintf(outer, sizeof(outer), "\n__x64_sys_%s\n", name + 9);
	return strstr(text, outer);
}

/*
 * The numbers of the lines of @text, which is changed, whose functions @wants. Lines of modules
 * have a second word.
 */
static char *numbers_of(char *text, bool (*wants)(const void *arg, const char *func),
			const void *arg)
{
	unsigned int number = 0, chosen = 0;
	char *list = NULL, *line;
	size_t size;
	FILE *f = open_memstream(&list, &size);

	while ((line = strsep(&text, "\n")) && text) {
		number++;
		line[strcspn(line, " \t")] = '\0';
		if (wants(arg, line) && ++chosen)
			fprintf(f, "%u ", number);
	}
	fclose(f);
	fdd_debug("%u of %u functions chosen", chosen, number);
	return list;
}

struct choice {
	const char *const	*globs;
	const char		*text;		/* all functions */
};

static bool is_chosen(const void *arg, const char *func)
{
	const struct choice *c = arg;

	return matches(func, c->globs) && !is_within(func, c->text);
}

char *functions_numbers(char *text, const char *const *globs)
{
	char *copy = xstrdup(text), *list;

	list = numbers_of(text, is_chosen, &(struct choice){ globs, copy });
	free(copy);
	return list;
}

int functions_choose(const char *instance, const char *const *globs)
{
	char *text = tracing_read(NULL, "available_filter_functions"), *list;
	int err;

	list = text ? functions_numbers(text, globs) : xstrdup("");
	err = *list ? tracing_append(instance, "set_ftrace_filter", list) : -ENOENT;
	if (err)
		fdd_error("set_ftrace_filter: %s: no system call of this kernel can be traced",
			  strerror(-err));
	free(list);
	free(text);
	return err ? -1 : 0;
}

/* Of the modules' names and addresses: the numbers of their users change all the time. */
uint64_t functions_state(void)
{
	FILE *f = fopen("/proc/modules", "re");
	char line[4096], name[128], at[32];
	uint64_t hash = 0;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%127s %*s %*s %*s %*s %31s", name, at) != 2)
			continue;
		hash = fdd_hash_bytes(hash, name, strlen(name));
		hash = fdd_hash_bytes(hash, at, strlen(at));
	}
	if (f)
		fclose(f);
	return hash;
}

struct left_out {
	bool	(*is)(const char *func);
};

static bool is_left_out(const void *arg, const char *func)
{
	const struct left_out *l = arg;

	return l->is(func);
}

int functions_leave_out(const char *instance, bool (*leaves_out)(const char *func))
{
	char *text = tracing_read(NULL, "available_filter_functions");
	char *list = text ? numbers_of(text, is_left_out, &(struct left_out){ leaves_out }) :
			    xstrdup("");
	int err = *list ? tracing_append(instance, "set_ftrace_notrace", list) : 0;

	if (err)
		fdd_error("set_ftrace_notrace: %s", strerror(-err));
	free(list);
	free(text);
	return err ? -1 : 0;
}
