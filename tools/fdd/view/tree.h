/* SPDX-License-Identifier: GPL-2.0 */
/* The call tree. */
#ifndef FDD_VIEW_TREE_H
#define FDD_VIEW_TREE_H

#include "lib/json.h"
#include "view/view.h"

/** fdd_tree_json - write a view's trees, cut to @most paths, as lists of the open object */
void fdd_tree_json(struct fdd_view *tree, size_t most, struct fdd_json *j);

#endif
