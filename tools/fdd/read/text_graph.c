// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of function_graph.
 *
 * function_graph prints the entry and the return of a call, with braces. The open calls
 * are kept per task, so that a return gets the name and the call time of its entry. With
 * tracing_thresh there are only returns, each with its name. Without funcgraph-abstime
 * there are no times: then a clock that adds up the durations orders the calls.
 *
 * What an entry and a return say about the same call:
 *
 * - The name is that of the entry. A return that has another name is not of that entry, unless a
 *   pager has cut it off: it has less of it than the entry.
 * - The duration is that of the return. The call time is the time of the entry's record.
 * - The time between both records is the duration, and some time to write the records, in which
 *   an interrupt or another guest may run. If it is longer than that (fits()), the return is
 *   that of another call: tracing was paused, or the records between them were lost. The entry
 *   then has no return, and the return no name, unless it has its own; its call began its
 *   duration before.
 *   If it is shorter, the record of the entry was written late: a call that began before the entry
 *   would be around it, and deeper calls have other depths. The call began its duration before its
 *   return, then. But where the task is not known, it may be another task's call.
 *   With nosleep-time the durations lack the sleep, which looks the same: then calls that slept
 *   longer are unknown.
 * - Times are cut to microseconds, so a call that is known by its return alone may seem to begin
 *   before the call around it: then it begins with that one.
 * - The arguments are those of the entry; a return does not print them.
 * - The caller that funcgraph-retaddr prints is at the entry until 6.x and for leaves, and may be
 *   at the return: the return's is taken first.
 */
#include <stdlib.h>

#include "read/feed.h"
#include "read/text_graph.h"

/*
 * Limits of the tasks and of room for their open calls: 35 MB. At a limit those without open
 * calls are dropped, most of which are tasks that have died, and then those that ran least
 * recently.
 */
#define MAX_TASKS	(1u << 17)
#define MAX_CALLS	(1u << 20)
#define FIRST_CALLS	4

/* Error of a call time computed from microseconds: it may be too late by this much. */
#define USEC_SLACK	2000

/*
 * The time to write records may be that long, and that between ticks of the clock "uptime". The
 * clock "global", which tracing_set_default_clock() takes where the machine's clock is unstable,
 * may stand still until the next tick and then step, as sched_clock_local() limits it.
 */
#define WRITE_TIME	NSEC_PER_MSEC
#define TICK_TIME	(10 * NSEC_PER_MSEC)
#define TICKS_PER_NS	8

struct open_call {
	uint64_t	calltime;
	uint32_t	func;
	uint32_t	caller;		/* or FDD_FUNC_NONE */
	uint32_t	args;		/* or 0 */
	uint16_t	depth;
	bool		has_time;
};

struct graph_task {
	struct open_call	*calls;
	uint32_t		nr, cap;
	uint64_t		last;		/* number of its latest line */
	int32_t			pid;
	uint32_t		comm;
	uint16_t		source, cpu;	/* of its latest line */
};

/* The task in a slot of the map, or NULL. */
static struct graph_task *task_at(const struct fdd_map *tasks, size_t slot)
{
	return tasks->used[slot] ? (void *)(uintptr_t)tasks->slots[slot].value : NULL;
}

static void free_task(struct fdd_text *t, struct graph_task *task)
{
	t->src->no_return += task->nr;
	t->nr_open -= task->cap;
	free(task->calls);
	free(task);
}

/*
 * End the calls without times of a trace before this one. When the task is next looked at: there
 * may be as many headers as lines, and many tasks.
 */
static void end_earlier(struct fdd_text *t, struct graph_task *task)
{
	for (; task->last < t->begun && task->nr && !task->calls[task->nr - 1].has_time; task->nr--)
		t->src->no_return++;
}

/* Drop tasks without open calls, and those whose latest line is before @since. */
static void drop_tasks(struct fdd_text *t, const struct graph_task *except, uint64_t since)
{
	struct fdd_map old = t->tasks;

	t->tasks = (struct fdd_map){ 0 };
	for (size_t i = 0; old.mask && i <= old.mask; i++) {
		struct graph_task *task = task_at(&old, i);

		if (!task)
			continue;
		end_earlier(t, task);
		if (task == except || (task->nr && task->last >= since)) {
			*fdd_map_get(&t->tasks, old.slots[i].key) = (uintptr_t)task;
		} else {
			t->src->forgotten += task->nr;
			free_task(t, task);
		}
	}
	fdd_map_free(&old);
}

static uint64_t average_last(const struct fdd_map *tasks)
{
	unsigned __int128 sum = 0;

	for (size_t i = 0; i <= tasks->mask; i++)
		sum += tasks->used[i] ? task_at(tasks, i)->last : 0;
	return sum / tasks->nr;
}

static bool is_full(const struct fdd_text *t, unsigned int part)
{
	return t->tasks.nr >= MAX_TASKS / part || t->nr_open >= MAX_CALLS / part;
}

static __attribute__((cold)) void make_room(struct fdd_text *t, const struct graph_task *except)
{
	drop_tasks(t, except, 0);
	if (is_full(t, 2))
		drop_tasks(t, except, average_last(&t->tasks) + 1);
}

static struct graph_task *add_task(struct fdd_text *t, uint64_t key)
{
	struct graph_task *task = xcalloc(1, sizeof(*task));

	if (is_full(t, 1))
		make_room(t, NULL);
	*fdd_map_get(&t->tasks, key) = (uintptr_t)task;
	return task;
}

/* One stack per task, or per CPU if the task is unknown. */
static struct graph_task *find_task(struct fdd_text *t, const struct fdd_call *call)
{
	uint64_t instance = t->instance;
	uint64_t key = call->pid > 0 ? (uint64_t)call->pid << 16 | instance :
		       (uint64_t)(call->pid + 1) << 48 | instance << 16 | 1u << 15 | call->cpu;
	uint64_t *value = fdd_map_find(&t->tasks, key);
	struct graph_task *task = value ? (void *)(uintptr_t)*value : add_task(t, key);

	end_earlier(t, task);
	task->last = t->line_nr;
	task->pid = call->pid;
	task->comm = call->comm;
	task->source = call->source;
	task->cpu = call->cpu;
	return task;
}

void fdd_text_graph_named(struct fdd_text *t, uint32_t cpu, int32_t pid)
{
	struct fdd_call unnamed = { .source = t->source, .pid = -1, .cpu = cpu };
	struct fdd_call named = { .source = t->source, .pid = pid, .cpu = cpu };
	struct graph_task *from = find_task(t, &unnamed), *to, open;

	if (!from->nr)
		return;
	to = find_task(t, &named);
	if (to->nr)
		return;
	open = *from;
	*from = *to;
	*to = open;
	to->pid = pid;
}

void fdd_text_graph_begin(struct fdd_text *t)
{
	t->begun = t->line_nr;
}

/* The system call around them is in its own list. */
static void pass_task(struct fdd_text *t, const struct graph_task *task)
{
	struct fdd_open_call list[FDD_MAX_DEPTH + 2];
	struct fdd_open_calls open = {
		.list = list, .pid = task->pid, .comm = task->comm, .source = task->source,
		.cpu = task->cpu, .end = t->last,
	};

	fdd_entries_take_syscall(&t->syscalls, &open);
	for (uint32_t i = 0; i < task->nr && open.nr < ARRAY_SIZE(list); i++)
		list[open.nr++] = (struct fdd_open_call){
			task->calls[i].calltime, task->calls[i].func,
		};
	open.lost = t->lost_at && list[0].time <= t->lost_at;
	fdd_model_open_calls(t->m, &open);
}

/* Those without a time, or of a task that is not known, say too little. */
static void pass_tasks(struct fdd_text *t)
{
	for (size_t i = 0; t->tasks.mask && i <= t->tasks.mask; i++) {
		struct graph_task *task = task_at(&t->tasks, i);

		if (!task)
			continue;
		end_earlier(t, task);
		if (task->pid > 0 && task->nr && task->calls[0].has_time)
			pass_task(t, task);
	}
	fdd_entries_end(&t->syscalls, t->m, &(struct fdd_trace_end){
		.time = t->last, .lost = t->lost_at });
}

void fdd_text_graph_end(struct fdd_text *t)
{
	if (t->want_open && !t->ticks)
		pass_tasks(t);
	fdd_entries_free(&t->syscalls);
	for (size_t i = 0; t->tasks.mask && i <= t->tasks.mask; i++)
		if (t->tasks.used[i])
			free_task(t, task_at(&t->tasks, i));
	fdd_map_free(&t->tasks);
}

static void grow_calls(struct fdd_text *t, struct graph_task *task)
{
	uint32_t more = task->cap ? task->cap : FIRST_CALLS;

	if (is_full(t, 1))
		make_room(t, task);
	task->cap += more;
	t->nr_open += more;
	task->calls = xrealloc(task->calls, task->cap * sizeof(*task->calls));
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
	if (task->nr == task->cap)
		grow_calls(t, task);
	task->calls[task->nr++] = (struct open_call){
		.calltime = time_of(t, line),
		.func = line_func(t, line),
		.caller = line->detail.has & FDD_DETAIL_CALLER ? fdd_text_caller(t, line) :
			  FDD_FUNC_NONE,
		.args = line->detail.has & FDD_DETAIL_ARGS ? fdd_text_args(t, line) : 0,
		.depth = line->depth,
		.has_time = line->has_abstime,
	};
}

static uint64_t tolerance(const struct fdd_text *t, uint64_t duration)
{
	return (t->fine ? WRITE_TIME : TICK_TIME) + duration / 64;
}

/* Was the entry's record written late? See above. */
static bool entry_is_late(const struct fdd_text *t, const struct open_call *open,
			  const struct fdd_line *line, const struct fdd_call *call)
{
	return call->pid >= 0 && open->has_time && line->has_abstime && !t->ticks &&
	       line->abstime >= open->calltime &&
	       line->duration > line->abstime - open->calltime;
}

/*
 * May this return be that of the entry? A clock in other units, or trace-cmd report --raw-ts, which
 * does not say the unit, counts at most TICKS_PER_NS.
 */
static bool fits(const struct fdd_text *t, const struct open_call *open,
		 const struct fdd_line *line)
{
	uint64_t between, most = tolerance(t, line->duration);
	uint64_t clamped = TICK_TIME + line->duration / 64;

	if (!open->has_time || !line->has_abstime)
		return true;
	if (t->ticks)
		return line->abstime < open->calltime ||
		       (line->abstime - open->calltime) / TICKS_PER_NS <= line->duration + most;
	if (line->abstime < open->calltime)
		return line->duration < most;
	between = line->abstime - open->calltime;
	return between <= line->duration + clamped && line->duration <= between + most;
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

/* Its duration before the time of the return, which is cut to microseconds */
static void begin_before_return(const struct fdd_line *line, struct fdd_call *call)
{
	call->slack = USEC_SLACK;
	call->calltime = line->abstime;
	call->calltime -= call->duration < call->calltime ? call->duration : call->calltime;
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
	if (line->has_abstime)
		begin_before_return(line, call);
}

/* Not before the call around it, which began earlier in any case. */
static void begin_within(struct fdd_text *t, struct graph_task *task, struct fdd_call *call)
{
	const struct open_call *open;

	if (call->flags & FDD_CALL_NO_TIME || t->ticks)
		return;
	for (; task->nr; task->nr--, t->src->no_return++) {
		open = &task->calls[task->nr - 1];
		if (open->calltime <= call->calltime || !open->has_time)
			return;
		if (open->calltime <= call->calltime + tolerance(t, call->duration)) {
			call->calltime = open->calltime;
			return;
		}
	}
}

static void leave(struct fdd_text *t, struct graph_task *task,
		  struct fdd_line *line, struct fdd_call *call)
{
	struct open_call *open;
	bool in_time;

	drop_deeper(t, task, line->depth + 1);
	open = task->nr ? &task->calls[task->nr - 1] : NULL;
	if (open && (open->depth != line->depth ||
		     (line->name && !line->cut && line_func(t, line) != open->func)))
		open = NULL;
	in_time = open && fits(t, open, line);
	if (in_time || (open && entry_is_late(t, open, line, call))) {
		call->func = open->func;
		call->calltime = open->calltime;
		if (!in_time)
			begin_before_return(line, call);
		if (open->caller && !(line->detail.has & FDD_DETAIL_CALLER)) {
			line->detail.has |= FDD_DETAIL_CALLER;
			line->caller_func = open->caller;
		}
		if (open->args) {
			line->detail.has |= FDD_DETAIL_ARGS;
			line->args_id = open->args;
		}
		task->nr--;
	} else {
		in_time = false;
		drop_deeper(t, task, line->depth);
		leave_unseen(t, line, call);
	}
	if (!in_time)
		begin_within(t, task, call);
	advance(t, line, call);
	fdd_text_feed_call(t, line, call);
}

/* Without blanks, or with those of a person, only the braces say how deep a call is. */
static void set_depth(struct fdd_text *t, const struct graph_task *task,
		      struct fdd_line *line, struct fdd_call *call)
{
	uint32_t depth = task->nr ? task->calls[task->nr - 1].depth + 1 : 0;

	t->no_depths |= line->no_depth || line->odd_depth;
	if (!t->no_depths)
		return;
	line->depth = line->kind == FDD_LINE_EXIT && depth ? depth - 1 : depth;
	call->depth = line->depth;
}

bool fdd_text_graph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		    struct fdd_line *line)
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
	fdd_text_see(t, line);
	t->fine |= line->has_abstime && line->abstime % NSEC_PER_MSEC;
	task = find_task(t, &call);
	set_depth(t, task, line, &call);
	if (line->depth > FDD_MAX_DEPTH)
		return false;
	if (line->kind == FDD_LINE_ENTRY)
		enter(t, task, line);
	else if (line->kind == FDD_LINE_EXIT)
		leave(t, task, line, &call);
	else
		leaf(t, task, line, &call);
	return true;
}
