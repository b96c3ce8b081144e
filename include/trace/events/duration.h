/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ftrace

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE duration

#if !defined(_TRACE_DURATION_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_DURATION_EVENTS_H

#include <linux/tracepoint.h>

/*
 * One call of a kernel function, written at its return.
 *
 * It belongs to the system "ftrace", like the records of the tracers in the
 * kernel: trace-cmd keeps the formats of that system in every trace.dat, so a
 * report shows names and times on any machine and with no plugin.
 *
 * calltime and duration are nanoseconds of trace_clock_local(), also if trace_clock is
 * set to another clock. depth is the number of traced callers on the task's stack.
 * overrun is the number of the task's calls that found its shadow stack full.
 */
TRACE_EVENT(func_duration,

	TP_PROTO(unsigned long func, u64 calltime, u64 duration, u16 depth,
		 u16 overrun),

	TP_ARGS(func, calltime, duration, depth, overrun),

	TP_STRUCT__entry(
		__field(unsigned long,	func)
		__field(u64,		calltime)
		__field(u64,		duration)
		__field(u16,		depth)
		__field(u16,		overrun)
	),

	TP_fast_assign(
		__entry->func		= func;
		__entry->calltime	= calltime;
		__entry->duration	= duration;
		__entry->depth		= depth;
		__entry->overrun	= overrun;
	),

	TP_printk("func=%ps calltime=%llu.%09llu duration=%llu.%03llu depth=%u overrun=%u",
		  (void *)__entry->func,
		  __entry->calltime / 1000000000, __entry->calltime % 1000000000,
		  __entry->duration / 1000, __entry->duration % 1000,
		  __entry->depth, __entry->overrun)
);

#endif /* _TRACE_DURATION_EVENTS_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
