/* SPDX-License-Identifier: GPL-2.0 */
/* The regions of a trace. */
#ifndef FDD_VIEW_REGIONS_H
#define FDD_VIEW_REGIONS_H

#include "lib/json.h"
#include "view/view.h"

/**
 * fdd_regions_json - the kinds of regions as the list "regions" of the object that is open
 * @regions: a view of regions; this is the end of it
 * @most: this many of them, those that took most
 *
 * Return: how many more there are
 */
uint32_t fdd_regions_json(struct fdd_view *regions, uint32_t most, struct fdd_json *j);

#endif
