// SPDX-License-Identifier: GPL-2.0
/* Compares slow calls with ordinary ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/contrast.h"

#define MAX_ROWS	(1u << 16)	/* the others are in one row of each kind */

static void add(struct fdd_contrast *c, enum fdd_why_kind kind, const char *name, uint64_t ns,
		enum fdd_contrast_side side)
{
	uint64_t key = (uint64_t)kind << 32 | fdd_names_get(&c->names, name, strlen(name));
	uint64_t *number = fdd_map_find(&c->keys, key);

	if (!number && c->nr >= MAX_ROWS && strcmp(name, "(others)")) {
		c->cut = true;
		add(c, kind, "(others)", ns, side);
		return;
	}
	number = fdd_map_get(&c->keys, key);
	if (!*number) {
		GROW(c->rows, c->nr, c->cap);
		c->rows[c->nr] = (struct fdd_contrast_row){ .kind = kind, .name = xstrdup(name) };
		*number = ++c->nr;
	}
	c->rows[*number - 1].ns[side] += ns;
}

/* "io_schedule < folio_wait_bit_common" */
static char *chain_name(const struct fdd_windows *ws, const struct fdd_why_chain *chain)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (unsigned int i = 0; i < chain->nr; i++)
		fprintf(f, "%s%s", i ? " < " : "", fdd_name(&ws->m->funcs, chain->funcs[i]));
	fclose(f);
	return text;
}

static void add_part(struct fdd_contrast *c, const struct fdd_windows *ws,
		     const struct fdd_why_part *p, enum fdd_contrast_side side)
{
	char *chain;

	for (uint32_t i = 0; i < p->nr_shares; i++)
		add(c, p->kind, p->shares[i].name, p->shares[i].ns, side);
	if (p->nr_shares || !p->ns)
		return;
	if (p->kind != FDD_WHY_ASLEEP || p->others) {
		add(c, p->kind, p->reason ? p->reason : "(others)", p->ns, side);
		return;
	}
	chain = chain_name(ws, &p->chain);
	add(c, p->kind, chain, p->ns, side);
	free(chain);
}

void fdd_contrast_add(struct fdd_contrast *c, const struct fdd_windows *ws,
		      const struct fdd_why_parts *parts, enum fdd_contrast_side side)
{
	c->calls[side]++;
	c->ns[side] += parts->ns;
	for (uint32_t i = 0; i < parts->nr; i++)
		add_part(c, ws, &parts->list[i], side);
}

static int most_more(const void *a, const void *b)
{
	const struct fdd_contrast_row *x = a, *y = b;

	if (x->more != y->more)
		return x->more > y->more ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return strcmp(x->name, y->name);
}

void fdd_contrast_finish(struct fdd_contrast *c)
{
	for (uint32_t i = 0; i < c->nr; i++)
		c->rows[i].more = fdd_contrast_avg(c, c->rows[i].ns[FDD_SLOW], FDD_SLOW) -
				  fdd_contrast_avg(c, c->rows[i].ns[FDD_ORDINARY], FDD_ORDINARY);
	if (c->nr)
		qsort(c->rows, c->nr, sizeof(*c->rows), most_more);
}

void fdd_contrast_free(struct fdd_contrast *c)
{
	for (uint32_t i = 0; i < c->nr; i++)
		free(c->rows[i].name);
	free(c->rows);
	fdd_names_free(&c->names);
	fdd_map_free(&c->keys);
}
