// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps of pstore: the end of a kernel's log, before it crashed.
 *
 * A dump that does not fit into one record is in several parts, each with a line before it:
 *
 *	Panic#1 Part1
 *
 * pstore_dump() writes the end of the log first, so part 1 is the latest one, and its file,
 * dmesg-ramoops-0, comes first in a list. Here the parts of a dump are read from the last one on.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/formats.h"

#define FIRST_BYTES	(64u << 10)
#define MOST_BYTES	(64u << 20)	/* a log has fewer */
#define MOST_PARTS	65536u		/* a log of 64 MiB in records of 1 KiB */

struct part {
	const char	*start;		/* the text behind the line with its number */
	size_t		len;
	const char	*dump;		/* "Panic#1" */
	size_t		dump_len;
	uint64_t	nr;
	unsigned int	group;		/* number of the dump, in the order of the text */
};

struct parts {
	struct part	*parts;
	unsigned int	nr, cap;
	uint32_t	*groups;	/* by the number of a part: the last group with it, and 1 */
};

/* "Panic#1 Part1", "Oops#3 Part12" */
static bool scan_title(const char *p, const char *end, struct part *part)
{
	const char *start = p, *q;
	uint64_t count;

	while (p < end && is_letter(*p))
		p++;
	if (p == start || p == end || *p != '#' || !is_digit(p[1]))
		return false;
	q = scan_u64(p + 1, &count);
	if (!q || !STARTS(q, " Part") || !is_digit(q[5]))
		return false;
	part->dump = start;
	part->dump_len = q - start;
	q = scan_u64(q + 5, &part->nr);
	while (q && (*q == ' ' || *q == '\t' || *q == '\r'))
		q++;
	return q && *q == '\n' && part->nr < MOST_PARTS;
}

/* The same numbers again are those of a dump after another boot. */
static unsigned int group_of(const struct parts *p, const struct part *part)
{
	const struct part *last = p->nr ? &p->parts[p->nr - 1] : NULL;

	if (!last)
		return 0;
	if (last->dump_len != part->dump_len ||
	    memcmp(last->dump, part->dump, part->dump_len) ||
	    p->groups[part->nr] == last->group + 1)
		return last->group + 1;
	return last->group;
}

static void add_part(struct parts *p, struct part *part, const char *start)
{
	part->group = group_of(p, part);
	part->start = start;
	part->len = 0;
	p->groups[part->nr] = part->group + 1;
	GROW(p->parts, p->nr, p->cap);
	p->parts[p->nr++] = *part;
}

/* A text with more parts is not of pstore: the rest is a text like any other. */
static void find_parts(struct parts *p, const char *text, const char *end)
{
	while (text < end) {
		const char *next = (const char *)memchr(text, '\n', end - text) + 1;
		struct part part;

		if (p->nr < MOST_PARTS && scan_title(text, end, &part))
			add_part(p, &part, next);
		else if (p->nr)
			p->parts[p->nr - 1].len = next - p->parts[p->nr - 1].start;
		text = next;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct part *first = a, *second = b;

	if (first->group != second->group)
		return first->group < second->group ? -1 : 1;
	return first->nr > second->nr ? -1 : first->nr < second->nr;
}

/* A part alone may lack the entries or the returns of its calls. */
static void warn_alone(const struct parts *p, const char *path)
{
	if (p->nr == 1 && (p->parts[0].nr > 1 || p->parts[0].len >= 64 << 10))
		fdd_warning("%s: is part %llu of a dump: \"cat /sys/fs/pstore/dmesg-* | fdd -\" reads all of its parts in their order",
			    path, (unsigned long long)p->parts[0].nr);
}

/* Returns them as one text, which the caller frees, and its length. */
static char *put_in_order(const char *text, size_t *len, const char *path)
{
	char *ordered = xmalloc(*len + 1), *to = ordered;
	struct parts p = { .groups = xcalloc(MOST_PARTS, sizeof(*p.groups)) };

	find_parts(&p, text, text + *len);
	warn_alone(&p, path);
	if (p.nr)
		qsort(p.parts, p.nr, sizeof(*p.parts), by_time);
	for (unsigned int i = 0; i < p.nr; i++) {
		memcpy(to, p.parts[i].start, p.parts[i].len);
		to += p.parts[i].len;
	}
	free(p.parts);
	free(p.groups);
	*len = to - ordered;
	return ordered;
}

/* All bytes of @in, with a newline and zeros behind them; NULL after an error message. */
static char *read_whole(struct fdd_input *in, const char *path, size_t *len)
{
	size_t room = FIRST_BYTES;
	char *text = xmalloc(room + FDD_SCAN_PAD + 1);
	ssize_t n;

	for (*len = 0; (n = fdd_input_read(in, text + *len, room - *len)) > 0;) {
		*len += n;
		if (*len == MOST_BYTES)
			fdd_error("%s: has more than %u MiB of dumps: give fdd fewer of them",
				  path, MOST_BYTES >> 20);
		if (*len == MOST_BYTES)
			break;
		if (*len == room) {
			room *= 2;
			text = xrealloc(text, room + FDD_SCAN_PAD + 1);
		}
	}
	if (n) {
		free(text);
		return NULL;
	}
	if (!*len || text[*len - 1] != '\n')
		text[(*len)++] = '\n';
	memset(text + *len, 0, FDD_SCAN_PAD);
	return text;
}

int fdd_read_pstore(struct fdd_model *m, struct fdd_input *in, uint16_t source)
{
	const char *path = m->sources[source].path;
	size_t len;
	char *text = read_whole(in, path, &len), *ordered;
	int ret;

	if (!text)
		return -1;
	ordered = put_in_order(text, &len, path);
	/* before the model needs memory */
	free(text);
	in = fdd_input_memory(ordered, len);
	ret = in ? fdd_read_text(m, in, source) : -1;
	fdd_input_close(in);
	free(ordered);
	return ret;
}
