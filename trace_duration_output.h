/* SPDX-License-Identifier: GPL-2.0 */
/* The text of a trace */
#ifndef _TRACE_DURATION_OUTPUT_H
#define _TRACE_DURATION_OUTPUT_H

#include <linux/trace_events.h>

struct seq_file;

void duration_print_init(int type);
void duration_print_header(struct seq_file *s);
enum print_line_t duration_print_line(struct trace_iterator *iter);

#endif /* _TRACE_DURATION_OUTPUT_H */
