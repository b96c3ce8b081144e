// SPDX-License-Identifier: GPL-2.0
/* Finds the calls within calls of some functions. */
#include <stdlib.h>

#include "model/within.h"

#define MAX_NOTED	(1u << 21)	/* of 32 bytes */
#define ANY_DEPTH	(FDD_MAX_DEPTH + 1)

/* A recorded call of one of the functions. */
struct noted {
	uint64_t	start, end;
	uint32_t	slack;		/* of the start */
	uint16_t	depth;
};

/*
 * The calls of one stack. Calls of one depth do not overlap, and neither do calls that are
 * not within another one; so they are in the order of their starts.
 */
struct fdd_within_list {
	struct noted	*calls;
	uint32_t	nr, cap;
};

static uint64_t key_of(struct fdd_model *m, const struct fdd_call *call, unsigned int depth)
{
	return (uint64_t)fdd_stack_of_call(m, call) << 16 | depth;
}

static unsigned int depth_of_list(const struct fdd_within *w, unsigned int depth)
{
	return w->direct ? depth : ANY_DEPTH;
}

static struct fdd_within_list *get_list(struct fdd_within *w, uint64_t key)
{
	uint64_t *number = fdd_map_get(&w->keys, key);

	if (!*number) {
		GROW(w->lists, w->nr_lists, w->cap_lists);
		w->lists[w->nr_lists++] = (struct fdd_within_list){ 0 };
		*number = w->nr_lists;
	}
	return &w->lists[*number - 1];
}

/* Drop calls within an outer one. */
static void drop_inner(struct fdd_within *w, struct fdd_within_list *list,
		       const struct noted *outer)
{
	while (list->nr && list->calls[list->nr - 1].depth > outer->depth &&
	       list->calls[list->nr - 1].start + outer->slack >= outer->start) {
		list->nr--;
		w->nr--;
	}
}

/* Without call times, use the number of a call. */
static uint64_t time_of(const struct fdd_frame *frame)
{
	return frame->call.flags & FDD_CALL_NO_TIME ? frame->seq : frame->call.calltime;
}

/* Without call times, a call contains all calls since the last return that was not deeper. */
static uint64_t first_within(struct fdd_within *w, const struct fdd_frame *frame)
{
	uint64_t last = 0;

	for (unsigned int d = 0; d <= frame->call.depth; d++) {
		uint64_t *seq = fdd_map_find(&w->returns, key_of(w->model, &frame->call, d));

		if (seq && *seq > last)
			last = *seq;
	}
	return last + 1;
}

static struct noted new_noted(struct fdd_within *w, const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;

	if (call->flags & FDD_CALL_NO_TIME)
		return (struct noted){
			.start = first_within(w, frame),
			.end = frame->seq,
			.depth = call->depth,
		};
	return (struct noted){
		.start = call->calltime,
		.end = call->calltime + call->duration,
		.slack = call->slack,
		.depth = call->depth,
	};
}

static void add(struct fdd_within *w, const struct fdd_frame *frame)
{
	struct noted noted = new_noted(w, frame);
	unsigned int depth = depth_of_list(w, frame->call.depth);
	struct fdd_within_list *list = get_list(w, key_of(w->model, &frame->call, depth));

	if (!w->direct)
		drop_inner(w, list, &noted);
	if (w->nr == MAX_NOTED) {
		w->cut++;
		return;
	}
	GROW(list->calls, list->nr, list->cap);
	list->calls[list->nr++] = noted;
	w->nr++;
}

bool fdd_within_is_of(struct fdd_within *w, struct fdd_model *m, uint32_t func)
{
	GROW_TO(w->of_func, w->nr_of_func, func);
	if (!w->of_func[func])
		w->of_func[func] = fdd_patterns_match_func(&w->patterns,
							   fdd_name(&m->funcs, func)) ? 2 : 1;
	return w->of_func[func] == 2;
}

static bool is_wanted(struct fdd_within *w, const struct fdd_call *call)
{
	return (w->interrupts && call->context != FDD_CTX_TASK) ||
	       fdd_within_is_of(w, w->model, call->func);
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct fdd_within *w = container_of(sink, struct fdd_within, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (is_wanted(w, call))
		add(w, frame);
	if (call->flags & FDD_CALL_NO_TIME)
		*fdd_map_get(&w->returns, key_of(w->model, call, call->depth)) = frame->seq;
}

void fdd_within_attach(struct fdd_within *w, struct fdd_model *m)
{
	w->model = m;
	w->sink.call = on_call;
	fdd_model_add_sink(m, &w->sink);
}

/* The second reading numbers the names again. */
void fdd_within_detach(struct fdd_within *w, const char *option)
{
	if (w->cut)
		fdd_warning("%s: limited to the first %u calls of these functions: %llu more are ignored",
			    option, MAX_NOTED, (unsigned long long)w->cut);
	free(w->of_func);
	w->of_func = NULL;
	w->nr_of_func = 0;
}

/* The last call that began no later than that. */
static const struct noted *find(const struct fdd_within_list *list, uint64_t time)
{
	uint32_t low = 0, high = list->nr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (list->calls[mid].start <= time + list->calls[mid].slack)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &list->calls[low - 1] : NULL;
}

/* The one that was under way at the time, or NULL. */
static const struct noted *find_around(struct fdd_within *w, struct fdd_model *m,
				       const struct fdd_frame *frame, unsigned int depth)
{
	uint64_t *number = fdd_map_find(&w->keys, key_of(m, &frame->call, depth));
	uint64_t time = time_of(frame);
	const struct noted *n = number ? find(&w->lists[*number - 1], time) : NULL;

	return n && time <= n->end ? n : NULL;
}

bool fdd_within_has(struct fdd_within *w, struct fdd_model *m, const struct fdd_frame *frame)
{
	unsigned int depth = frame->call.depth;
	const struct noted *n;

	if (!depth)
		return false;
	n = find_around(w, m, frame, depth_of_list(w, depth - 1));
	return n && n->depth < depth;
}

unsigned int fdd_within_level(struct fdd_within *w, struct fdd_model *m,
			      const struct fdd_frame *frame)
{
	unsigned int depth = frame->call.depth;
	const struct noted *n = find_around(w, m, frame, ANY_DEPTH);

	return n && n->depth <= depth ? depth - n->depth : depth;
}

void fdd_within_free(struct fdd_within *w)
{
	for (uint32_t i = 0; i < w->nr_lists; i++)
		free(w->lists[i].calls);
	free(w->lists);
	fdd_map_free(&w->keys);
	fdd_map_free(&w->returns);
	free(w->of_func);
	free(w->patterns.list);
}
