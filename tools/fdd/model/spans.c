// SPDX-License-Identifier: GPL-2.0
/* Lists of spans of time that do not overlap, by time. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/spans.h"

void fdd_spans_add(struct fdd_spans *s, uint64_t from, uint64_t to, uint32_t kind,
		   uint32_t index)
{
	if (from >= to)
		return;
	GROW(s->list, s->nr, s->cap);
	s->list[s->nr++] = (struct fdd_cover_span){ from, to, kind, index };
}

static int by_time(const void *a, const void *b)
{
	const struct fdd_cover_span *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to > y->to ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void fdd_spans_sort(struct fdd_spans *s)
{
	if (s->nr)
		qsort(s->list, s->nr, sizeof(*s->list), by_time);
}

void fdd_spans_flatten(struct fdd_spans *s)
{
	uint64_t end = 0;
	uint32_t nr = 0;

	fdd_spans_sort(s);
	for (uint32_t i = 0; i < s->nr; i++) {
		struct fdd_cover_span *span = &s->list[i];

		if (span->from < end)
			span->from = end;
		if (span->from >= span->to)
			continue;
		end = span->to;
		s->list[nr++] = *span;
	}
	s->nr = nr;
}

/* The parts of a span that the next ones of @s leave, from number @i on. */
static uint32_t cover_one(struct fdd_spans *to, const struct fdd_spans *s, uint32_t i,
			  const struct fdd_cover_span *more)
{
	uint64_t at = more->from;

	while (i < s->nr && s->list[i].to <= at) {
		fdd_spans_add(to, s->list[i].from, s->list[i].to, s->list[i].kind,
			      s->list[i].index);
		i++;
	}
	while (at < more->to) {
		uint64_t next = i < s->nr ? s->list[i].from : UINT64_MAX;
		uint64_t end = next < more->to ? next : more->to;

		fdd_spans_add(to, at, end, more->kind, more->index);
		at = end > at ? end : at;
		if (next > at || at >= more->to)
			continue;
		/* it may cover the begin of the next one, too */
		if (s->list[i].to >= more->to)
			break;
		at = s->list[i].to;
		fdd_spans_add(to, s->list[i].from, s->list[i].to, s->list[i].kind,
			      s->list[i].index);
		i++;
	}
	return i;
}

void fdd_spans_cover(struct fdd_spans *s, const struct fdd_spans *more)
{
	struct fdd_spans merged = { 0 };
	uint32_t i = 0;

	for (uint32_t j = 0; j < more->nr; j++)
		i = cover_one(&merged, s, i, &more->list[j]);
	for (; i < s->nr; i++)
		fdd_spans_add(&merged, s->list[i].from, s->list[i].to, s->list[i].kind,
			      s->list[i].index);
	free(s->list);
	*s = merged;
}

void fdd_spans_free(struct fdd_spans *s)
{
	free(s->list);
	*s = (struct fdd_spans){ 0 };
}
