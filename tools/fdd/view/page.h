/* SPDX-License-Identifier: GPL-2.0 */
/* What the page shows. */
#ifndef FDD_VIEW_PAGE_H
#define FDD_VIEW_PAGE_H

#include <stdio.h>

#include "view/view.h"

/** fdd_page_data - the data alone, of a view that is fdd_view_page's, as JSON */
void fdd_page_data(struct fdd_view *page, FILE *to);

#endif
