// SPDX-License-Identifier: GPL-2.0
/* Calls that need nothing special, see model/calm.h. */
#include "model/callers.h"
#include "model/calm.h"

/* Most calls: of a task whose stack has room, without flags, and no other time is known. */
static __always_inline bool is_calm(const struct fdd_model *m, const struct fdd_source *src,
				    const struct fdd_stack *s, const struct fdd_call *call)
{
	const struct fdd_body *b = s ? s->body : NULL;

	return b && b->nr < b->cap && b->nr < FDD_MAX_FRAMES && !b->nr_folds &&
	       s->off_asked == m->offs.nr && !call->context && !call->flags &&
	       call->func >= FDD_FUNC_FIRST && call->overrun <= src->overruns;
}

static void pass_returned(struct fdd_model *m)
{
	struct fdd_sink *sink = *m->to_call.list;

	if (m->nr_returned)
		sink->calls(sink, m->returned, m->nr_returned);
	m->nr_returned = 0;
}

static __always_inline void add_returned(struct fdd_model *m, const struct fdd_body *b,
					 const struct fdd_call *call, uint64_t self)
{
	m->returned[m->nr_returned++] = (struct fdd_returned){
		.calltime = call->calltime,
		.duration = call->duration,
		.self = self,
		.body = b,
		.epoch = b->epoch,
		.hash = fdd_body_hash(b, call->func),
		.func = call->func,
		.slack = call->slack,
		.depth = call->depth,
	};
	if (m->nr_returned == FDD_RETURNED)
		pass_returned(m);
}

/*
 * fdd_take_callees() of a call with a time. The number of callees of a call cannot be predicted,
 * so there is no branch for the last few. Below the frames of a stack there are as many guards
 * with depth 0, which are callees of none.
 */
static __always_inline uint64_t take_few_callees(struct fdd_model *m, const struct fdd_body *b,
						 const struct fdd_call *call,
						 unsigned int *first)
{
	uint64_t since = call->calltime > call->slack ? call->calltime - call->slack : 0;
	const struct fdd_frame *end = &b->frames[b->nr];
	unsigned int nr = 0, gaps = 0;
	uint64_t sum = 0;
	bool in = true;

	for (int i = 1; i <= FDD_GUARDS; i++) {
		const struct fdd_call *callee = &end[-i].call;

		in &= (callee->depth > call->depth) & (callee->calltime >= since);
		sum += callee->duration & -(uint64_t)in;
		gaps += in & (callee->depth > call->depth + 1);
		nr += in;
	}
	m->gaps += gaps;
	*first = b->nr - nr;
	if (in)
		sum += fdd_take_callees(m, b, call, false, call->depth + 1, first);
	return sum;
}

/* The frame of a call that waits for its caller; unused fields keep stale values. */
static __always_inline struct fdd_frame *wait_in_frame(struct fdd_frame *frame,
						       const struct fdd_call *call,
						       uint64_t seq)
{
	frame->call.calltime = call->calltime;
	frame->call.duration = call->duration;
	frame->call.depth = call->depth;
	frame->selected = true;
	frame->seq = seq;
	return frame;
}

/* As take_call() of calls.c. No sink needs the kinds of callers, so the return is not noted. */
static __always_inline void take_calm_call(struct fdd_model *m, struct fdd_stack *s,
					   const struct fdd_call *call)
{
	struct fdd_body *b = s->body;
	struct fdd_frame *frame;
	unsigned int first;
	uint64_t sub;

	sub = take_few_callees(m, b, call, &first);
	frame = wait_in_frame(&b->frames[first], call, ++m->seq);
	b->nr = b->waiting = first;
	add_returned(m, b, call, sub < call->duration ? call->duration - sub : 0);
	if (call->depth == 0)
		fdd_end_of_task_stack(m, s, frame);
	else
		b->nr = first + 1;
}

static struct fdd_stack *known_stack(const struct fdd_model *m, const struct fdd_call *call)
{
	return call->stack < m->nr_stacks ? m->stacks[call->stack] : NULL;
}

/* Counts them as count_call() of calls.c would. */
size_t fdd_take_calm_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	struct fdd_source *src = &m->sources[calls->source];
	uint64_t first = src->first, last = src->last, end = src->last_seen;
	size_t i;

	if (!src->calls || src->clock.nr_held || m->has_interrupts)
		return 0;
	for (i = 0; i < nr && calls[i].source == calls->source; i++) {
		const struct fdd_call *call = &calls[i];
		struct fdd_stack *s = known_stack(m, call);

		if (!is_calm(m, src, s, call))
			break;
		end = call->calltime + call->duration;
		first = call->calltime < first ? call->calltime : first;
		last = end > last ? end : last;
		if (call->stamp)
			fdd_clock_learn(&src->clock, call->stamp, end);
		take_calm_call(m, s, call);
	}
	src->calls += i;
	src->first = first;
	src->last = last;
	src->last_seen = end;
	pass_returned(m);
	return i;
}
