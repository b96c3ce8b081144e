/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of the table: which of them, in which order, and one as JSON. */
#ifndef FDD_ROWS_H
#define FDD_ROWS_H

#include "lib/output.h"
#include "view/view.h"

/* For the check() of a view that has rows: is there a column to sort them by? */
bool fdd_rows_check(struct fdd_view *view);

/* The same for columns of @option: are those about sleep and interrupts known? */
bool fdd_rows_check_off(struct fdd_view *view, const struct fdd_column_list *columns,
			const char *option);

/* The rows that pass the filters, sorted; *nr of them. Free the list. */
struct fdd_row **fdd_select_rows(struct fdd_view *view, uint32_t *nr);

/* A row with all its numbers. */
json_object *fdd_row_json(struct fdd_table *t, const struct fdd_row *row);

#endif
