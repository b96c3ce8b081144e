/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ftrace

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE duration_stack

#if !defined(_TRACE_DURATION_STACK_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_DURATION_STACK_EVENTS_H

#include <linux/tracepoint.h>

/*
 * A call that lasted as long as stack_thresh, at its return, in a task whose user registers and
 * user stack are those with which the program made it. It is for perf, which copies both
 * (PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER); duration/call/stack.c says why it may.
 *
 * func, calltime, duration and depth are those of the call's record. instance is the name of the
 * trace array, "top" for the one without a name, so that a listener can filter by it.
 */
TRACE_EVENT(func_duration_stack,

	TP_PROTO(const char *instance, unsigned long func, u64 calltime, u64 duration,
		 u32 depth),

	TP_ARGS(instance, func, calltime, duration, depth),

	TP_STRUCT__entry(
		__field(unsigned long,	func)
		__field(u64,		calltime)
		__field(u64,		duration)
		__string(instance,	instance)
		__field(u32,		depth)
	),

	TP_fast_assign(
		__entry->func		= func;
		__entry->calltime	= calltime;
		__entry->duration	= duration;
		__assign_str(instance);
		__entry->depth		= depth;
	),

	TP_printk("instance=%s func=%ps calltime=%llu.%09llu duration=%llu.%03llu depth=%u",
		  __get_str(instance), (void *)__entry->func,
		  __entry->calltime / 1000000000, __entry->calltime % 1000000000,
		  __entry->duration / 1000, __entry->duration % 1000,
		  __entry->depth)
);

#endif /* _TRACE_DURATION_STACK_EVENTS_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
