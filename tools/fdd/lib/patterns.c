// SPDX-License-Identifier: GPL-2.0
/* Lists in arguments: globs, numbers. */
#include <stdlib.h>
#include <string.h>

#include "lib/patterns.h"
#include "lib/util.h"

void fdd_patterns_add(struct fdd_patterns *p, const char *pattern)
{
	GROW(p->list, p->nr, p->cap);
	p->list[p->nr++] = pattern;
}

static bool add_range(struct fdd_numbers *n, const char *text)
{
	char *end;
	unsigned long from, to;

	if (*text < '0' || *text > '9')
		return false;
	from = to = strtoul(text, &end, 10);
	if (*end == '-')
		to = strtoul(end + 1, &end, 10);
	if (*end || to < from || to - from > 65536)
		return false;
	GROW(n->list, n->nr, n->cap);
	n->list[n->nr++] = (struct fdd_number_range){ from, to };
	return true;
}

static int by_from(const void *a, const void *b)
{
	const struct fdd_number_range *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

/* Join ranges that overlap or follow each other. */
static void sort_ranges(struct fdd_numbers *n)
{
	unsigned int nr = 0;

	if (n->nr)
		qsort(n->list, n->nr, sizeof(*n->list), by_from);
	for (unsigned int i = 0; i < n->nr; i++) {
		struct fdd_number_range *last = nr ? &n->list[nr - 1] : NULL;

		if (!last || (n->list[i].from > last->to && n->list[i].from - last->to > 1))
			n->list[nr++] = n->list[i];
		else if (n->list[i].to > last->to)
			last->to = n->list[i].to;
	}
	n->nr = nr;
}

bool fdd_numbers_add(struct fdd_numbers *n, const char *list)
{
	char *copy = xstrdup(list), *state = NULL, *part;
	bool ok = *list;

	for (part = strtok_r(copy, ",", &state); part && ok;
	     part = strtok_r(NULL, ",", &state))
		ok = add_range(n, part);
	free(copy);
	sort_ranges(n);
	return ok;
}

bool fdd_patterns_match(const struct fdd_patterns *p, const char *name)
{
	for (unsigned int i = 0; i < p->nr; i++)
		if (fdd_glob(p->list[i], name))
			return true;
	return false;
}

/* Split "name [module]"; @module is NULL if there is none. The caller frees @name. */
static void split_func(const char *text, char **name, char **module)
{
	char *open, *end;

	*name = xstrdup(text);
	*module = NULL;
	open = strstr(*name, " [");
	end = *name + strlen(*name) - 1;
	if (!open || *end != ']')
		return;
	*open = *end = '\0';
	*module = open + 2;
}

/*
 * A pattern matches the name alone or, in the form that fdd prints, "name [module]": there
 * the brackets are not those of a glob.
 */
static bool match_one(const char *pattern, const char *name, const char *module)
{
	char *of_name, *of_module;
	bool match;

	split_func(pattern, &of_name, &of_module);
	match = fdd_glob(of_name, name) && (!of_module || fdd_glob(of_module, module));
	free(of_name);
	return match;
}

bool fdd_patterns_match_func(const struct fdd_patterns *p, const char *text)
{
	char *name, *module;
	bool match = fdd_patterns_match(p, text);

	split_func(text, &name, &module);
	for (unsigned int i = 0; i < p->nr && !match; i++)
		match = match_one(p->list[i], name, module);
	free(name);
	return match;
}

bool fdd_numbers_have(const struct fdd_numbers *n, int64_t number)
{
	unsigned int low = 0, high = n->nr;

	if (number < 0)
		return false;
	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (n->list[mid].to < (uint64_t)number)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n->nr && n->list[low].from <= (uint64_t)number;
}
