// SPDX-License-Identifier: GPL-2.0
/* Rows as text, CSV or JSON, each written immediately. */
#include <stdio.h>

#include "view/document.h"
#include "view/write.h"

void fdd_write_begin(struct fdd_writer *w, enum fdd_format format,
		     json_object *(*document)(void *arg), void *arg)
{
	*w = (struct fdd_writer){ .format = format, .json.to = stdout };
	if (format == FDD_JSON)
		fdd_json_open(&w->json, document(arg));
}

static void end_list(struct fdd_writer *w)
{
	w->json.plain = false;
	if (w->list && w->format == FDD_JSON)
		fdd_json_close_list(&w->json);
	w->list = NULL;
}

static void csv_head(const struct fdd_writer *w)
{
	if (w->list->csv_head)
		puts(w->list->csv_head);
	else
		w->list->csv_titles(w->arg);
}

void fdd_write_list(struct fdd_writer *w, const struct fdd_list *list, void *arg)
{
	end_list(w);
	w->list = list;
	w->arg = arg;
	w->json.plain = list->lines;
	if (w->format == FDD_JSON)
		fdd_json_open_list(&w->json, list->key);
	else if (w->format == FDD_CSV)
		csv_head(w);
	else if (list->head)
		list->head(w->arg);
}

void fdd_write_row(struct fdd_writer *w, const void *row)
{
	if (w->format == FDD_JSON)
		fdd_json_item(&w->json, w->list->json(w->arg, row));
	else if (w->format == FDD_CSV)
		w->list->csv(w->arg, row);
	else
		w->list->text(w->arg, row);
}

void fdd_write_end(struct fdd_writer *w)
{
	end_list(w);
	if (w->format == FDD_JSON)
		fdd_json_close(&w->json);
}

static json_object *document(void *arg)
{
	const struct fdd_view *view = arg;

	return fdd_json_document(view->m, view->t);
}

void fdd_write_view(struct fdd_writer *w, struct fdd_view *view)
{
	fdd_write_begin(w, view->o->format, document, view);
}
