// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of function_graph.
 *
 * function_graph prints the entry and the return of a call, with braces. The open calls
 * are kept per task, so that a return gets the name and the call time of its entry. With
 * tracing_thresh there are only returns, each with its name. Without funcgraph-abstime
 * there are no times: then a clock that adds up the durations orders the calls.
 */
#include <stdlib.h>

#include "read/feed.h"
#include "read/text_graph.h"

/* Error of a call time computed from microseconds: it may be too late by this much. */
#define USEC_SLACK	2000

struct open_call {
	uint64_t	calltime;
	uint32_t	func;
	uint32_t	depth;
};

struct graph_task {
	struct open_call	*calls;
	uint32_t		nr, cap;
};

/* One stack per task, or per CPU if the task is unknown. */
static struct graph_task *find_task(struct fdd_text *t, const struct fdd_call *call)
{
	uint64_t key = call->pid > 0 ? (uint64_t)call->pid << 16 :
		       (uint64_t)(call->pid + 1) << 48 | 1u << 15 | call->cpu;
	uint64_t *value = fdd_map_get(&t->tasks, key);

	if (!*value)
		*value = (uintptr_t)xcalloc(1, sizeof(struct graph_task));
	return (struct graph_task *)(uintptr_t)*value;
}

void fdd_text_graph_end(struct fdd_text *t)
{
	for (size_t i = 0; t->tasks.mask && i <= t->tasks.mask; i++) {
		struct graph_task *task;

		if (!t->tasks.used[i])
			continue;
		task = (struct graph_task *)(uintptr_t)t->tasks.slots[i].value;
		t->src->no_return += task->nr;
		free(task->calls);
		free(task);
	}
	fdd_map_free(&t->tasks);
}

static void drop_deeper(struct fdd_text *t, struct graph_task *task,
			uint32_t depth)
{
	while (task->nr && task->calls[task->nr - 1].depth >= depth) {
		t->src->no_return++;
		task->nr--;
	}
}

static uint64_t time_of(struct fdd_text *t, const struct fdd_line *line)
{
	return line->has_abstime ? line->abstime : t->clock;
}

static void advance(struct fdd_text *t, const struct fdd_line *line,
		    const struct fdd_call *call)
{
	if (!line->has_abstime && call->calltime + call->duration > t->clock)
		t->clock = call->calltime + call->duration;
}

static uint32_t line_func(struct fdd_text *t, const struct fdd_line *line)
{
	return fdd_names_get(&t->m->funcs, line->name, line->name_len);
}

static void enter(struct fdd_text *t, struct graph_task *task,
		  const struct fdd_line *line)
{
	drop_deeper(t, task, line->depth);
	GROW(task->calls, task->nr, task->cap);
	task->calls[task->nr++] = (struct open_call){
		.calltime = time_of(t, line),
		.func = line_func(t, line),
		.depth = line->depth,
	};
}

static void leaf(struct fdd_text *t, struct graph_task *task,
		 const struct fdd_line *line, struct fdd_call *call)
{
	drop_deeper(t, task, line->depth);
	call->func = line_func(t, line);
	call->calltime = time_of(t, line);
	advance(t, line, call);
	fdd_text_feed_call(t, line, call);
}

/* A return without an entry: because of tracing_thresh, or the entry was lost. */
static void leave_unseen(struct fdd_text *t, const struct fdd_line *line,
			 struct fdd_call *call)
{
	if (line->name) {
		call->func = line_func(t, line);
	} else {
		call->func = FDD_FUNC_UNKNOWN;
		t->src->no_entry++;
	}
	call->calltime = time_of(t, line);
	if (line->has_abstime) {
		call->slack = USEC_SLACK;
		call->calltime -= call->duration < call->calltime ?
				  call->duration : call->calltime;
	}
}

static void leave(struct fdd_text *t, struct graph_task *task,
		  const struct fdd_line *line, struct fdd_call *call)
{
	struct open_call *open;

	drop_deeper(t, task, line->depth + 1);
	open = task->nr ? &task->calls[task->nr - 1] : NULL;
	if (open && open->depth == line->depth &&
	    (!line->name || line_func(t, line) == open->func)) {
		call->func = open->func;
		call->calltime = open->calltime;
		task->nr--;
	} else {
		drop_deeper(t, task, line->depth);
		leave_unseen(t, line, call);
	}
	advance(t, line, call);
	fdd_text_feed_call(t, line, call);
}

bool fdd_text_graph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		    const struct fdd_line *line)
{
	struct fdd_call call = { 0 };
	struct graph_task *task;

	if (line->depth > FDD_MAX_DEPTH)
		return false;
	if (line->kind != FDD_LINE_ENTRY && !line->has_duration)
		return false;
	fdd_text_fill_call(t, cpu, line, &call);
	if (!line->has_abstime) {
		call.flags |= FDD_CALL_NO_TIME;
		t->src->no_times = true;
	}
	task = find_task(t, &call);
	if (line->kind == FDD_LINE_ENTRY)
		enter(t, task, line);
	else if (line->kind == FDD_LINE_EXIT)
		leave(t, task, line, &call);
	else
		leaf(t, task, line, &call);
	return true;
}
