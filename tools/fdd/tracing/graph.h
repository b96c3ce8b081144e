/* SPDX-License-Identifier: GPL-2.0 */
/* function_graph of the kernel, where it can only trace at the top of tracefs: before 6.12. */
#ifndef FDD_GRAPH_H
#define FDD_GRAPH_H

#include <stdbool.h>

#include "tracing/tracing.h"

/*
 * Note the settings of the top, with those of the buffer's size if @sizes, in the journal, and
 * let it begin with those of a new instance. Returns 0, or -1 after an error message.
 */
int graph_take_top(bool sizes);

#endif
