/* SPDX-License-Identifier: GPL-2.0 */
/* What the files of the function duration tracer need of kernel/trace. */
#ifndef _TRACE_DURATION_TRACE_H
#define _TRACE_DURATION_TRACE_H

#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/ring_buffer.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/stddef.h>
#include <linux/trace_clock.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracefs.h>

#include "ftrace_internal.h"
#include "trace.h"
#include "trace_output.h"

/* The values of the current tracer's options in an array */
static inline u32 tracer_flags(const struct trace_array *tr)
{
	return tr->current_trace_flags->val;
}

#endif /* _TRACE_DURATION_TRACE_H */
