/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows as text, CSV or JSON, each written immediately. A view has a function for each format, and
 * does not test the format itself.
 *
 *	fdd_write_begin(&w, FORMAT, DOCUMENT, ARG);
 *	fdd_write_list(&w, LIST, ARG);
 *	for (...)
 *		fdd_write_row(&w, ROW);
 *	fdd_write_end(&w);
 */
#ifndef FDD_WRITE_H
#define FDD_WRITE_H

#include "lib/json.h"
#include "lib/output.h"
#include "view/view.h"

/* A kind of rows. The callbacks get the @arg of fdd_write_list(). */
struct fdd_list {
	const char	*key;		/* of the list in JSON */
	bool		lines;		/* JSON: one line per row, for millions of rows */
	const char	*csv_head;	/* the first line of CSV; NULL: it has csv_titles() */
	void		(*csv_titles)(void *arg);
	void		(*head)(void *arg);	/* before the rows of text; may be NULL */
	void		(*text)(void *arg, const void *row);
	void		(*csv)(void *arg, const void *row);
	json_object	*(*json)(void *arg, const void *row);
};

struct fdd_writer {
	enum fdd_format		format;
	const struct fdd_list	*list;
	void			*arg;		/* argument of its callbacks */
	struct fdd_json		json;
};

/**
 * fdd_write_begin - begin to write to stdout
 * @document: creates the first members of the JSON document; gets @arg
 */
void fdd_write_begin(struct fdd_writer *w, enum fdd_format format,
		     json_object *(*document)(void *arg), void *arg);

/** fdd_write_list - begin a list, for the rows that follow; ends the previous list */
void fdd_write_list(struct fdd_writer *w, const struct fdd_list *list, void *arg);

/** fdd_write_row - one row of the list */
void fdd_write_row(struct fdd_writer *w, const void *row);

/** fdd_write_end - end the list and the document */
void fdd_write_end(struct fdd_writer *w);

/** fdd_write_view - begin to write what a view shows */
void fdd_write_view(struct fdd_writer *w, struct fdd_view *view);

#endif
