// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's functions. To read them, the kernel makes more than a hundred thousand lines, which
 * takes longer than to save a buffer, and events continue meanwhile.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/map.h"
#include "lib/util.h"
#include "record/symbols.h"
#include "tracing/choose.h"

#define LAST_FUNCTION	(1 << 20)	/* its size, at most */

struct line {
	uint64_t	address;
	uint32_t	at, size;	/* in the text */
};

static struct {
	char		*text;
	size_t		size;
	uint64_t	modules;
	struct line	*lines;		/* by their addresses */
	uint32_t	nr, cap;
} kept;

struct symbols_used {
	bool		*lines;		/* of kept.lines */
	uint64_t	last;		/* address that was looked for */
};

static char *read_functions(size_t *size)
{
	FILE *symbols = fopen("/proc/kallsyms", "re"), *to;
	char line[1024], *text = NULL, kind;

	if (!symbols)
		return NULL;
	to = open_memstream(&text, size);
	while (to && fgets(line, sizeof(line), symbols))
		if (sscanf(line, "%*s %c", &kind) == 1 && strchr("tTwW", kind))
			fputs(line, to);
	if (to)
		fclose(to);
	fclose(symbols);
	return text;
}

static int compare(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Without addresses, as they are for those who may not see them, there is nothing to look for. */
static void sort_lines(void)
{
	const char *p = kept.text, *end = p ? p + kept.size : p;
	struct line line;

	kept.nr = 0;
	for (; p < end; p += line.size) {
		line = (struct line){
			.address = strtoull(p, NULL, 16), .at = p - kept.text,
			.size = strcspn(p, "\n") + 1,
		};
		if (!line.address)
			continue;
		GROW(kept.lines, kept.nr, kept.cap);
		kept.lines[kept.nr++] = line;
	}
	if (kept.nr)
		qsort(kept.lines, kept.nr, sizeof(*kept.lines), compare);
}

const char *record_symbols(size_t *size)
{
	uint64_t modules = functions_state();

	if (!kept.text || kept.modules != modules) {
		free(kept.text);
		kept.text = read_functions(&kept.size);
		kept.modules = modules;
		sort_lines();
	}
	*size = kept.size;
	return kept.text;
}

/*
 * Those that are used
 */

struct symbols_used *symbols_used_new(void)
{
	struct symbols_used *u;
	size_t size;

	if (!record_symbols(&size))
		return NULL;
	u = xcalloc(1, sizeof(*u));
	u->lines = xcalloc(kept.nr + 1, sizeof(*u->lines));
	return u;
}

void symbols_used_free(struct symbols_used *u)
{
	if (u)
		free(u->lines);
	free(u);
}

/* The function that @address is in begins there or before; several may begin at one place. */
static void use(struct symbols_used *u, uint64_t address)
{
	uint32_t from = 0, to = kept.nr;

	while (to - from > 1) {
		uint32_t middle = from + (to - from) / 2;

		if (kept.lines[middle].address <= address)
			from = middle;
		else
			to = middle;
	}
	address = kept.lines[from].address;
	do {
		u->lines[from] = true;
	} while (from-- && kept.lines[from].address == address);
}

void symbols_used_look(struct symbols_used *u, const void *data, size_t size)
{
	uint64_t first = kept.nr ? kept.lines[0].address : 1, last, address;

	last = kept.nr ? kept.lines[kept.nr - 1].address + LAST_FUNCTION : 0;
	for (size_t at = 0; at + sizeof(address) <= size; at += 4) {
		memcpy(&address, (const char *)data + at, sizeof(address));
		if (address < first || address > last || address == u->last)
			continue;
		u->last = address;
		use(u, address);
	}
}

char *symbols_used_lines(const struct symbols_used *u, size_t *size)
{
	char *lines = NULL;
	FILE *to = open_memstream(&lines, size);

	for (uint32_t i = 0; i < kept.nr; i++)
		if (u->lines[i])
			fwrite(kept.text + kept.lines[i].at, 1, kept.lines[i].size, to);
	fclose(to);
	return lines;
}
