/* SPDX-License-Identifier: GPL-2.0 */
/* The data of the page. */
#ifndef FDD_VIEW_PAGE_H
#define FDD_VIEW_PAGE_H

#include <stdio.h>

#include "lib/bytes.h"
#include "view/view.h"

/** fdd_page_leave_out_axis - before fdd_view_begin(): data without "axis", in less memory */
void fdd_page_leave_out_axis(struct fdd_view *page);

/** fdd_page_print_to - before fdd_view_begin(): print data alone, for a page, in compressed form */
void fdd_page_print_to(struct fdd_view *page, struct fdd_bytes *gz);

/** fdd_page_compare - before fdd_view_begin(): with the data of an earlier trace, made so */
void fdd_page_compare(struct fdd_view *page, const struct fdd_bytes *gz);

/**
 * fdd_page_axis - write the time axis alone, as JSON; @view is of fdd_view_page
 * @from, @to: all calls between them, as far as there is room; 0: an overview of the whole trace
 * @cgroup: the control group of a task, to be freed, or NULL
 */
void fdd_page_axis(struct fdd_view *view, uint64_t from, uint64_t to,
		   char *(*cgroup)(int32_t pid, const char *comm), FILE *f);

/** fdd_page_data - write the page's data, without the page, as JSON; @view is of fdd_view_page */
void fdd_page_data(struct fdd_view *page, FILE *to);

#endif
