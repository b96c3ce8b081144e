/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ftrace

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE duration_detail

#if !defined(_TRACE_DURATION_DETAIL_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_DURATION_DETAIL_EVENTS_H

#include <linux/tracepoint.h>

#include <trace/events/duration_fields.h>

#define DETAIL_TIME_FIELD(name, field, column)		__field(u64, field)
#define DETAIL_WORD_FIELD(name, field, format, type)	__field(unsigned long, field)
#define DETAIL_TIME_NONE(name, field, column)		__entry->field = 0;
#define DETAIL_WORD_NONE(name, field, format, type)	__entry->field = 0;
#define DETAIL_TIME_FORMAT(name, field, column)		" " #field "=%llu.%03llu"
#define DETAIL_WORD_FORMAT(name, field, format, type)	" " #field "=" format
#define DETAIL_ARGS_FORMAT(name, field)			" " #field "=%s"
#define DETAIL_TIME_VALUE(name, field, column)		\
	, __entry->field / 1000, __entry->field % 1000
#define DETAIL_WORD_VALUE(name, field, format, type)	\
	, (type)__entry->field
#define DETAIL_ARGS_VALUE(name, field)			\
	, __print_array(__get_dynamic_array(field), __get_dynamic_array_len(field) / 8, 8)

/*
 * One call of a kernel function, as func_duration, with what the options duration-self,
 * duration-sleep, duration-irq, duration-caller, duration-args and duration-retval have selected
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
		DURATION_DETAIL_FIELDS(DETAIL_TIME_FIELD, DETAIL_WORD_FIELD, DURATION_NO_FIELD)
		__dynamic_array(unsigned long,	args,	0)
	),

	TP_fast_assign(
		__entry->func		= func;
		__entry->calltime	= calltime;
		__entry->duration	= duration;
		__entry->depth		= depth;
		__entry->overrun	= overrun;
		__entry->has		= 0;
		DURATION_DETAIL_FIELDS(DETAIL_TIME_NONE, DETAIL_WORD_NONE, DURATION_NO_FIELD)
	),

	TP_printk("func=%ps calltime=%llu.%09llu duration=%llu.%03llu depth=%u overrun=%u has=0x%x"
		  DURATION_DETAIL_FIELDS(DETAIL_TIME_FORMAT, DETAIL_WORD_FORMAT,
					 DETAIL_ARGS_FORMAT),
		  (void *)__entry->func,
		  __entry->calltime / 1000000000, __entry->calltime % 1000000000,
		  __entry->duration / 1000, __entry->duration % 1000,
		  __entry->depth, __entry->overrun, __entry->has
		  DURATION_DETAIL_FIELDS(DETAIL_TIME_VALUE, DETAIL_WORD_VALUE, DETAIL_ARGS_VALUE))
);

#endif /* _TRACE_DURATION_DETAIL_EVENTS_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
