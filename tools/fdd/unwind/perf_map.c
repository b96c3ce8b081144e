// SPDX-License-Identifier: GPL-2.0
/* Lines of "START SIZE NAME"; a later one replaces an earlier one of the same place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "unwind/perf_map.h"

#define MAX_BYTES	(32u << 20)
#define MAX_SYMBOLS	(1u << 19)

struct symbol {
	uint64_t	start, end;
	uint32_t	name;		/* offset in the text */
	uint32_t	line;
};

struct perf_symbols {
	char		*text;
	struct symbol	*list;		/* by start; the later line first */
	uint32_t	nr, cap;
};

static char *read_text(int fd, size_t *len)
{
	char *text = xmalloc(MAX_BYTES + 1);
	ssize_t n;

	*len = 0;
	while (*len < MAX_BYTES && (n = pread(fd, text + *len, MAX_BYTES - *len, *len)) > 0)
		*len += n;
	text[*len] = '\0';
	return xrealloc(text, *len + 1);
}

static void take_line(struct perf_symbols *s, char *line)
{
	uint64_t start, size;
	char *end;

	start = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return;
	line = end + 1;
	size = strtoull(line, &end, 16);
	if (end == line || *end != ' ' || !size || size > UINT64_MAX - start || !end[1])
		return;
	GROW(s->list, s->nr, s->cap);
	s->list[s->nr] = (struct symbol){ start, start + size, end + 1 - s->text, s->nr };
	s->nr++;
}

static int by_start(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->line < y->line) - (x->line > y->line);
}

struct perf_symbols *perf_symbols_none(void)
{
	return xcalloc(1, sizeof(struct perf_symbols));
}

struct perf_symbols *perf_symbols_read(int fd)
{
	struct perf_symbols *s = perf_symbols_none();
	char *line, *save;
	size_t len;

	s->text = read_text(fd, &len);
	for (line = strtok_r(s->text, "\n", &save); line && s->nr < MAX_SYMBOLS;
	     line = strtok_r(NULL, "\n", &save))
		take_line(s, line);
	if (s->nr)
		qsort(s->list, s->nr, sizeof(*s->list), by_start);
	return s;
}

const char *perf_symbols_at(const struct perf_symbols *s, uint64_t address, uint64_t *start)
{
	uint32_t i = FIRST_NOT(s->nr, at, s->list[at].start <= address);

	if (!i--)
		return NULL;
	while (i && s->list[i - 1].start == s->list[i].start)
		i--;
	if (s->list[i].end <= address)
		return NULL;
	*start = s->list[i].start;
	return s->text + s->list[i].name;
}

bool perf_symbols_any(const struct perf_symbols *s)
{
	return s->nr;
}

void perf_symbols_free(struct perf_symbols *s)
{
	if (!s)
		return;
	free(s->text);
	free(s->list);
	free(s);
}
