/* SPDX-License-Identifier: GPL-2.0 */
/* What trace_functions_duration.c and trace_duration_output.c share. */
#ifndef _TRACE_DURATION_H
#define _TRACE_DURATION_H

#include <compat/trace.h>

/* The record; include/trace/events/duration.h says what its fields mean. */
struct func_duration_entry {
	struct trace_entry	ent;
	unsigned long		func;
	u64			calltime;
	u64			duration;
	u16			depth;
	u16			overrun;
} __packed __aligned(4);

/*
 * Options of the tracer: bits of tracer_flags(). The two lowest are left alone:
 * the nop tracer, whose set_flag() ours shares, gives them a meaning.
 */
#define DURATION_PRINT_OVERRUN	0x10
#define DURATION_PRINT_CPU	0x20
#define DURATION_PRINT_OVERHEAD	0x40
#define DURATION_PRINT_PROC	0x80
#define DURATION_PRINT_ABS_TIME	0x100

int func_duration_type(void);

void duration_print_init(void);
void duration_print_header(struct seq_file *s);
enum print_line_t duration_print_line(struct trace_iterator *iter);

#endif /* _TRACE_DURATION_H */
