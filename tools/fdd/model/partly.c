// SPDX-License-Identifier: GPL-2.0
/* What a trace has only a part of. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/partly.h"

#define MAX_ITEM	160
#define UNDER		"calls under "	/* "10 us" */
#define OF		"calls of "	/* a function */

/* A longer threshold takes the place of a shorter one. */
static bool is_threshold(const char *item)
{
	return !strncmp(item, UNDER, strlen(UNDER));
}

static void add(struct fdd_partly *p, char *item)
{
	for (unsigned int i = 0; i < p->nr; i++) {
		if (strcmp(p->items[i], item) &&
		    !(is_threshold(item) && is_threshold(p->items[i])))
			continue;
		free(p->items[i]);
		p->items[i] = item;
		return;
	}
	if (p->nr == FDD_PARTLY_ITEMS)
		free(item);
	else
		p->items[p->nr++] = item;
}

void fdd_partly_note(struct fdd_partly *p, const struct fdd_note *n)
{
	size_t mark = strlen(FDD_PARTLY_MARK), len;

	if (n->kind != FDD_NOTE_MARKER || !n->text || n->len <= mark ||
	    memcmp(n->text, FDD_PARTLY_MARK, mark))
		return;
	len = n->len - mark;
	if (n->text[n->len - 1] == '\n')
		len--;
	if (!p->nr)
		p->from = n->no_time ? 0 : n->time;
	add(p, xstrndup(n->text + mark, len < MAX_ITEM ? len : MAX_ITEM));
}

bool fdd_partly_lacks(const struct fdd_partly *p, const char *func, uint64_t ns)
{
	for (unsigned int i = 0; i < p->nr; i++) {
		const char *item = p->items[i];

		if (is_threshold(item) ?
		    ns < strtoull(item + strlen(UNDER), NULL, 10) * NSEC_PER_USEC :
		    !strncmp(item, OF, strlen(OF)) && !strcmp(item + strlen(OF), func))
			return true;
	}
	return false;
}

void fdd_partly_free(struct fdd_partly *p)
{
	for (unsigned int i = 0; i < p->nr; i++)
		free(p->items[i]);
	p->nr = 0;
}
