/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the text of function_graph. */
#ifndef FDD_TEXT_GRAPH_H
#define FDD_TEXT_GRAPH_H

#include "read/text_state.h"

/* Take one parsed line. Returns false if it cannot be a call. */
bool fdd_text_graph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		    struct fdd_line *line);
/* The calls that are open on a CPU whose task was not known are of this task. */
void fdd_text_graph_named(struct fdd_text *t, uint32_t cpu, int32_t pid);
/* Another trace begins: without times, its returns are not those of entries of the one before. */
void fdd_text_graph_begin(struct fdd_text *t);
/* The text has ended, and the model has all calls: count those without a return. */
void fdd_text_graph_end(struct fdd_text *t);

#endif
