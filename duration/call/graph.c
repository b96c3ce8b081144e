// SPDX-License-Identifier: GPL-2.0
/*
 * The graph filters: set_graph_function, set_graph_notrace and max_graph_depth.
 *
 * The state of a task is kept in its task variable, or where the pool of the session has
 * it (duration/state/task.c). It consists of a tag of the session; whether the task is inside
 * a function of set_graph_function or of set_graph_notrace; the depth of that function's
 * frame; and the number of our own frames, since the core's depth counts those of all
 * its users. A return can be missed when a handler interrupts itself. So a state is also
 * dropped when a call is not deeper than the frame of the state.
 */
#include <linux/ftrace.h>
#include <linux/minmax.h>

#include <compat/fgraph.h>
#include <compat/ftrace_hash.h>

#include "duration/call/graph.h"

/* A shadow stack has less than 128 frames. */
#define GRAPH_INSIDE_SHIFT	0
#define GRAPH_NOTRACE_SHIFT	8
#define GRAPH_OWN_SHIFT		16
#define GRAPH_DEPTH_MASK	0xffUL
#define GRAPH_INSIDE		BIT(24)
#define GRAPH_NOTRACE		BIT(25)
#define GRAPH_TAG_SHIFT		26
#define GRAPH_NOT_OURS		BIT(63)		/* see pool_tag() */

static int graph_state_depth(unsigned long state, int shift)
{
	return (state >> shift) & GRAPH_DEPTH_MASK;
}

static unsigned long graph_state_set(unsigned long state, unsigned long bit,
				     int shift, int depth)
{
	state &= ~(GRAPH_DEPTH_MASK << shift);
	return state | bit | (depth & GRAPH_DEPTH_MASK) << shift;
}

/*
 * The beginning of the session, in milliseconds, which comes again after four years: a variable may
 * have been set by any earlier session with the same index.
 */
static unsigned long graph_tag(const struct duration_session *session)
{
	return (session->start >> 20 << GRAPH_TAG_SHIFT) & ~GRAPH_NOT_OURS;
}

static unsigned long graph_state(const struct duration_session *session,
				 const unsigned long *where)
{
	unsigned long state = *where, tag = graph_tag(session);

	return (state ^ tag) >> GRAPH_TAG_SHIFT ? tag : state;
}

static enum graph_verdict graph_entry_verdict(unsigned long *state,
					      const struct ftrace_graph_ent *trace,
					      unsigned int max_depth)
{
	int own = min(graph_state_depth(*state, GRAPH_OWN_SHIFT), trace->depth);

	*state = graph_state_set(*state, 0, GRAPH_OWN_SHIFT, own);
	if ((*state & GRAPH_NOTRACE) &&
	    trace->depth > graph_state_depth(*state, GRAPH_NOTRACE_SHIFT))
		return GRAPH_SKIP;
	*state &= ~GRAPH_NOTRACE;

	if (max_depth && own >= max_depth)
		return GRAPH_SKIP;

	if (ftrace_hash_ask(&ftrace_graph_notrace_hash, trace->func) == HASH_WITH) {
		*state = graph_state_set(*state, GRAPH_NOTRACE, GRAPH_NOTRACE_SHIFT,
					 trace->depth);
		return GRAPH_FRAME;
	}

	if ((*state & GRAPH_INSIDE) &&
	    trace->depth > graph_state_depth(*state, GRAPH_INSIDE_SHIFT))
		return GRAPH_TRACE;
	*state &= ~GRAPH_INSIDE;

	switch (ftrace_hash_ask(&ftrace_graph_hash, trace->func)) {
	case HASH_EMPTY:
		return GRAPH_TRACE;
	case HASH_WITHOUT:
		return GRAPH_SKIP;
	case HASH_WITH:
		break;
	}
	*state = graph_state_set(*state, GRAPH_INSIDE, GRAPH_INSIDE_SHIFT, trace->depth);
	return GRAPH_TRACE;
}

/* A look-up in freed memory may lead to a page fault, whose functions may be traced. */
static enum graph_verdict graph_entry_locked(unsigned long *state,
					     const struct ftrace_graph_ent *trace,
					     unsigned int max_depth)
{
	int bit = fgraph_entry_trylock(trace->func);
	enum graph_verdict verdict;

	if (bit < 0)
		return GRAPH_SKIP;
	verdict = graph_entry_verdict(state, trace, max_depth);
	fgraph_entry_unlock(bit);
	return verdict;
}

/**
 * graph_entry - apply the graph filters to a call
 * @session: whose call it is
 * @where: where the task's state is
 * @trace: the call
 *
 * Context: an entry handler, while graph_filters_set().
 * Return: whether to trace it.
 */
enum graph_verdict graph_entry(struct duration_session *session, unsigned long *where,
			       const struct ftrace_graph_ent *trace)
{
	unsigned long state = graph_state(session, where);
	enum graph_verdict verdict;

	/* From now on, returns must check the states. */
	if (!test_bit(CARE_GRAPH, &session->care))
		set_bit(CARE_GRAPH, &session->care);
	verdict = graph_entry_locked(&state, trace, READ_ONCE(*session->max_depth));
	if (verdict == GRAPH_TRACE)
		state = graph_state_set(state, 0, GRAPH_OWN_SHIFT,
					graph_state_depth(state, GRAPH_OWN_SHIFT) + 1);
	*where = state;
	return verdict;
}

/* If a return was missed, the number may be too high: it is at most that of all frames. */
static unsigned long graph_drop_own(unsigned long state, int depth)
{
	int own = min(graph_state_depth(state, GRAPH_OWN_SHIFT), depth + 1);

	return graph_state_set(state, 0, GRAPH_OWN_SHIFT, max(own - 1, 0));
}

/**
 * graph_return - end the state that a call began
 * @session: whose call it is
 * @where: where the task's state is
 * @depth: the core's depth of its frame
 * @ours: whether its frame is the session's
 *
 * Context: a return handler of a session with CARE_GRAPH.
 * Return: whether the call is to be recorded.
 */
bool graph_return(struct duration_session *session, unsigned long *where, int depth,
		  bool ours)
{
	unsigned long state = graph_state(session, where);
	bool left_out = false;

	if ((state & GRAPH_NOTRACE) &&
	    depth <= graph_state_depth(state, GRAPH_NOTRACE_SHIFT)) {
		left_out = depth == graph_state_depth(state, GRAPH_NOTRACE_SHIFT);
		state &= ~GRAPH_NOTRACE;
	}
	if ((state & GRAPH_INSIDE) &&
	    depth <= graph_state_depth(state, GRAPH_INSIDE_SHIFT))
		state &= ~GRAPH_INSIDE;
	if (ours && !left_out)
		state = graph_drop_own(state, depth);
	*where = state;
	return !left_out;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/graph_test.c"
#endif
