/* SPDX-License-Identifier: GPL-2.0 */
/* A call that has returned, and its record. */
#ifndef _DURATION_CALL_CALL_H
#define _DURATION_CALL_CALL_H

#include <linux/minmax.h>
#include <linux/types.h>

#include <compat/fgraph.h>
#include <compat/trace.h>
#include <trace/events/duration_fields.h>

/* The record; include/trace/events/duration.h describes its fields. */
struct func_duration_entry {
	struct trace_entry	ent;
	unsigned long		func;
	u64			calltime;
	u64			duration;
	u16			depth;
	u16			overrun;
} __packed __aligned(4);

/* The same, with the fields of the options for details; see duration/call/detail.c */
#define DETAIL_TIME_MEMBER(name, field, column)		u64 field;
#define DETAIL_WORD_MEMBER(name, field, format, type)	unsigned long field;
struct func_duration_detail_entry {
	struct func_duration_entry	common;
	u32				has;
	DURATION_DETAIL_FIELDS(DETAIL_TIME_MEMBER, DETAIL_WORD_MEMBER, DURATION_NO_FIELD)
	u32				args;	/* where they are, and their length */
} __packed __aligned(4);

/* A call that has returned, on its way into the buffer */
struct duration_call {
	unsigned long	func;
	u64		calltime;
	u64		duration;
	union {
		unsigned int	trace_ctx;
		struct {		/* of a held call, see held_call_end() */
			u16	count;
			u16	irq_flags;
		};
	};
	u32		depth;		/* and, in its upper half, the overrun */
};

static __always_inline struct duration_call
duration_call(const struct ftrace_graph_ret *trace, u64 calltime, u64 duration)
{
	return (struct duration_call){
		.func = trace->func,
		.calltime = calltime,
		.duration = duration,
		.trace_ctx = fgraph_trace_ctx(),
		.depth = trace->depth | min_t(u32, trace->overrun, U16_MAX) << 16,
	};
}

/* A held call has its trace_ctx already: neither it nor a plain count has these bits. */
#define HELD_TRACE_CTX	(BIT(31) | BIT(15))

/* Before a held call is written; see tree_hold(). */
static __always_inline void held_call_end(struct duration_call *call)
{
	if (likely(!(call->count & BIT(15))))
		call->trace_ctx = fgraph_plain_trace_ctx(call->count, call->irq_flags);
	else
		call->trace_ctx &= ~HELD_TRACE_CTX;
}

#endif /* _DURATION_CALL_CALL_H */
