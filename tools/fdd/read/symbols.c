// SPDX-License-Identifier: GPL-2.0
/* Names of addresses, from the text of /proc/kallsyms: "address type name" or "... [module]". */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "read/symbols.h"

/* kallsyms has no sizes: the last function is taken to have a page. */
#define LAST_SIZE	4096

/*
 * "$a" and the like mark code and data of ARM; absolute symbols of x86 are offsets of per-CPU
 * variables.
 */
static bool is_function(char type, const char *name)
{
	return *name && *name != '$' && type != 'A' && type != 'a';
}

static void take_line(struct fdd_symbols *s, char *line)
{
	char *name, *end;
	uint64_t address = strtoull(line, &end, 16);

	if (end == line || end[0] != ' ' || !end[1] || end[2] != ' ')
		return;
	name = end + 3;
	if (!is_function(end[1], name))
		return;
	if (s->nr == FDD_MOST_SYMBOLS) {
		s->left_out++;
		return;
	}
	end = name + strcspn(name, " \t");
	GROW(s->list, s->nr, s->cap);
	s->list[s->nr++] = (struct fdd_symbol){
		.address = address,
		.name = name - s->text,
		.in_module = *end && end[1] == '[',
	};
	*end = '\0';
}

static int compare(const void *a, const void *b)
{
	const struct fdd_symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

void fdd_symbols_parse(struct fdd_symbols *s, char *text)
{
	char *end;

	s->text = text;
	for (char *line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		take_line(s, line);
	}
	if (s->nr)
		qsort(s->list, s->nr, sizeof(*s->list), compare);
}

void fdd_symbols_free(struct fdd_symbols *s)
{
	free(s->list);
	*s = (struct fdd_symbols){ NULL };
}

const struct fdd_symbol *fdd_symbol_at(const struct fdd_symbols *s, uint64_t address)
{
	uint32_t low = 0, high = s->nr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (s->list[mid].address <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || (low == s->nr && address - s->list[low - 1].address >= LAST_SIZE))
		return NULL;
	for (low--; low && s->list[low - 1].address == s->list[low].address; low--)
		;
	return &s->list[low];
}

const char *fdd_symbol_module(const struct fdd_symbols *s, const struct fdd_symbol *symbol,
			      size_t *len)
{
	const char *name = s->text + symbol->name;

	if (!symbol->in_module)
		return NULL;
	name += strlen(name) + 2;
	*len = strcspn(name, "]");
	return name;
}
