/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ftrace

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE duration_detail

#if !defined(_TRACE_DURATION_DETAIL_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_DURATION_DETAIL_EVENTS_H

#include <linux/tracepoint.h>

/* Which fields of func_duration_detail are measured */
#define DETAIL_SELF	0x800
#define DETAIL_SLEEP	0x1000
#define DETAIL_CALLER	0x2000
#define DETAIL_RETVAL	0x4000
#define DETAIL_IRQ	0x8000
#define DETAIL_ARGS	0x10000

/*
 * One call of a kernel function, as func_duration, with what the options duration-self,
 * duration-sleep, duration-irq, duration-caller, duration-args and duration-retval have asked
 * for; "has" says which of the fields after it are measured.
 *
 * self is the duration without that of traced callees. asleep and waiting (for a CPU) are
 * the parts of the duration in which the task was switched out, irq that of interrupts on
 * top of it. caller is the address that the call returned to, args are the registers for
 * its first arguments. All times are nanoseconds.
 */
TRACE_EVENT(func_duration_detail,

	TP_PROTO(unsigned long func, u64 calltime, u64 duration, u16 depth,
		 u16 overrun),

	TP_ARGS(func, calltime, duration, depth, overrun),

	TP_STRUCT__entry(
		__field(unsigned long,	func)
		__field(u64,		calltime)
		__field(u64,		duration)
		__field(u16,		depth)
		__field(u16,		overrun)
		__field(u32,		has)
		__field(u64,		self)
		__field(u64,		asleep)
		__field(u64,		waiting)
		__field(u64,		irq)
		__field(unsigned long,	caller)
		__field(unsigned long,	retval)
		__dynamic_array(unsigned long,	args,	0)
	),

	TP_fast_assign(
		__entry->func		= func;
		__entry->calltime	= calltime;
		__entry->duration	= duration;
		__entry->depth		= depth;
		__entry->overrun	= overrun;
		__entry->has		= 0;
		__entry->self		= 0;
		__entry->asleep		= 0;
		__entry->waiting	= 0;
		__entry->irq		= 0;
		__entry->caller		= 0;
		__entry->retval		= 0;
	),

	TP_printk("func=%ps calltime=%llu.%09llu duration=%llu.%03llu depth=%u overrun=%u has=0x%x self=%llu.%03llu asleep=%llu.%03llu waiting=%llu.%03llu irq=%llu.%03llu caller=%pS args=%s retval=0x%lx",
		  (void *)__entry->func,
		  __entry->calltime / 1000000000, __entry->calltime % 1000000000,
		  __entry->duration / 1000, __entry->duration % 1000,
		  __entry->depth, __entry->overrun, __entry->has,
		  __entry->self / 1000, __entry->self % 1000,
		  __entry->asleep / 1000, __entry->asleep % 1000,
		  __entry->waiting / 1000, __entry->waiting % 1000,
		  __entry->irq / 1000, __entry->irq % 1000,
		  (void *)__entry->caller,
		  __print_array(__get_dynamic_array(args),
				__get_dynamic_array_len(args) / 8, 8),
		  __entry->retval)
);

#endif /* _TRACE_DURATION_DETAIL_EVENTS_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
