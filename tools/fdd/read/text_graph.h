/* SPDX-License-Identifier: GPL-2.0 */
/* function_graph's text. */
#ifndef FDD_TEXT_GRAPH_H
#define FDD_TEXT_GRAPH_H

#include "read/text_state.h"

/* One line of it. False when it makes no sense. */
bool fdd_text_graph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		    const struct fdd_line *line);
/* The text has ended: calls that are still open have no return. */
void fdd_text_graph_end(struct fdd_text *t);

#endif
