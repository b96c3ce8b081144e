// SPDX-License-Identifier: GPL-2.0
/* All views. */
#include "view/view.h"

#define VIEW(name)	&fdd_view_##name,
const struct fdd_view_ops *const fdd_views[FDD_NR_VIEWS + 1] = {
#include "view/list.h"
	NULL
};
