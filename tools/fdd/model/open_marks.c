// SPDX-License-Identifier: GPL-2.0
/* The markers of calls that were open when "fdd record" ended, while the trace is read. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/open_marks.h"

#define MAX_TEXT	(8u << 20)	/* of all, which may be a stranger's */
#define HEADER		"at="

bool fdd_open_marks_is(const struct fdd_note *note)
{
	size_t len = strlen(FDD_OPEN_MARK);

	return note->kind == FDD_NOTE_MARKER && note->text && note->len > len &&
	       !memcmp(note->text, FDD_OPEN_MARK, len);
}

void fdd_open_marks_take(struct fdd_open_marks *o, const struct fdd_note *note)
{
	const char *text = note->text + strlen(FDD_OPEN_MARK);
	size_t len = note->len - strlen(FDD_OPEN_MARK);

	if (len > strlen(HEADER) && !memcmp(text, HEADER, strlen(HEADER)))
		o->size = 0;
	if (len > FDD_OPEN_MARK_MAX || o->size + len + 2 > MAX_TEXT)
		return;
	if (o->size + len + 2 > o->cap) {
		o->cap = 2 * o->cap + len + 2;
		o->text = xrealloc(o->text, o->cap);
	}
	memcpy(o->text + o->size, text, len);
	o->size += len;
	o->text[o->size++] = '\n';
	o->text[o->size] = '\0';
}

void fdd_open_marks_free(struct fdd_open_marks *o)
{
	free(o->text);
	o->text = NULL;
	o->size = o->cap = 0;
}
