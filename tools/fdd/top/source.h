/* SPDX-License-Identifier: GPL-2.0 */
/* Reads calls from the ring buffer of a running instance. */
#ifndef FDD_TOP_SOURCE_H
#define FDD_TOP_SOURCE_H

#include "model/model.h"

struct top_source;

/*
 * Of @instance, NULL is the top, called @name in messages: func_duration or, with @graph,
 * function_graph's event for returns.
 */
struct top_source *top_source_open(const char *instance, const char *name, bool graph,
				   struct fdd_model *m);
void top_source_close(struct top_source *s);
/* Read all available records. Returns the number of calls passed to the model. */
uint64_t top_source_read(struct top_source *s);

#endif
