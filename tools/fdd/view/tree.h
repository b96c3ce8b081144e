/* SPDX-License-Identifier: GPL-2.0 */
/* The call tree. */
#ifndef FDD_VIEW_TREE_H
#define FDD_VIEW_TREE_H

#include "view/view.h"

/* Add the trees of a view that is fdd_view_tree's to an object, with @most paths. */
void fdd_tree_add_json(struct fdd_view *tree, size_t most, json_object *o);

#endif
