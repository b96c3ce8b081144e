/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of the table: selecting, sorting, and printing one as JSON. */
#ifndef FDD_ROWS_H
#define FDD_ROWS_H

#include "lib/output.h"
#include "view/view.h"

/* For check() of a view with rows: are the columns of -s valid? */
bool fdd_rows_check(struct fdd_view *view);

/* The same for the columns of @option: are times of sleep and interrupts available? */
bool fdd_rows_check_off(struct fdd_view *view, const struct fdd_column_list *columns,
			const char *option);

/* The rows that pass the filters, sorted; *nr of them. The caller frees the list. */
struct fdd_row **fdd_select_rows(struct fdd_view *view, uint32_t *nr);

/* A row as a JSON object, without its callers and callees. */
json_object *fdd_row_json(struct fdd_table *t, const struct fdd_row *row);
/* Add them, the first @most of each; the number of the others is added to @left_out. */
void fdd_row_json_edges(struct fdd_table *t, const struct fdd_row *row, json_object *o,
			uint32_t most, uint64_t *left_out);

#endif
