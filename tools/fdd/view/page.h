/* SPDX-License-Identifier: GPL-2.0 */
/* What the page shows. */
#ifndef FDD_VIEW_PAGE_H
#define FDD_VIEW_PAGE_H

#include "view/view.h"

/* The data alone, of a view that is fdd_view_page's. */
json_object *fdd_page_data(struct fdd_view *page);

#endif
