// SPDX-License-Identifier: GPL-2.0
/* The table: sums per function, task, CPU, module, caller, label, host, place or cgroup. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/place.h"
#include "model/table.h"

#define NO_PLACE	"(no stack)"
#define NO_CGROUP	"(not recorded)"

uint32_t fdd_special_func(enum fdd_caller_kind kind)
{
	switch (kind) {
	case FDD_CALLER_FILTERED:
		return FDD_FUNC_FILTERED;
	case FDD_CALLER_UNKNOWN:
		return FDD_FUNC_UNKNOWN;
	case FDD_CALLER_INTERRUPT:
		return FDD_FUNC_INTERRUPT;
	default:
		return FDD_FUNC_NONE;
	}
}

static char *task_name(struct fdd_model *m, const struct fdd_call *call)
{
	char text[64];

	if (call->pid < 0)
		return xstrdup("(unknown)");
	if (call->pid == 0)
		snprintf(text, sizeof(text), "<idle>-0/%u", call->cpu);
	else
		snprintf(text, sizeof(text), "%s-%d",
			 fdd_name(&m->comms, call->comm), call->pid);
	return xstrdup(text);
}

static char *number_name(uint32_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", number);
	return xstrdup(text);
}

/* @call is needed for tasks only. */
static char *row_name(struct fdd_table *t, const struct fdd_call *call,
		      uint32_t key)
{
	struct fdd_model *m = t->model;

	switch (t->by) {
	case FDD_BY_TASK:
		return task_name(m, call);
	case FDD_BY_CPU:
		return number_name(key);
	case FDD_BY_MODULE:
		return xstrdup(key ? fdd_name(&m->modules, key) : "(kernel)");
	case FDD_BY_SOURCE:
		return xstrdup(m->sources[key].label);
	case FDD_BY_HOST:
		return xstrdup(fdd_source_host(&m->sources[key]));
	case FDD_BY_WHERE:
	case FDD_BY_CGROUP:
		return xstrdup(fdd_name(&t->places, key));
	default:
		return xstrdup(fdd_name(&m->funcs, key));
	}
}

/* Idle tasks all have pid 0: use -1 - cpu. */
static uint32_t task_key(const struct fdd_call *call)
{
	return call->pid > 0 ? (uint32_t)call->pid : 0x80000000u | call->cpu;
}

/* Stacks with the same first functions are the same place. */
static uint32_t place_of(struct fdd_table *t, const struct fdd_call *call)
{
	const struct fdd_user_stacks *s = t->model->sources[call->source].user;
	uint32_t stack = s ? fdd_user_stack_of(s, call) : FDD_USER_NONE;
	uint64_t *place;
	char *text;

	if (stack == FDD_USER_NONE)
		return 0;
	place = fdd_map_get(&t->place_of, (uint64_t)call->source << 32 | stack);
	if (!*place) {
		text = fdd_place_text(s, stack, false);
		*place = fdd_names_get(&t->places, text, strlen(text));
		free(text);
	}
	return *place;
}

/* Those of several machines that have the same name are one. */
static uint32_t cgroup_of(struct fdd_table *t, const struct fdd_call *call)
{
	const struct fdd_detail *d = &t->model->detail;
	const char *name;

	if (!(call->flags & FDD_CALL_DETAIL) || !(d->has & FDD_DETAIL_CGROUP))
		return 0;
	name = fdd_source_cgroup(&t->model->sources[call->source], d->cgroup);
	return fdd_names_get(&t->places, name, strlen(name));
}

static uint64_t key_of(struct fdd_table *t, const struct fdd_call *call)
{
	switch (t->by) {
	case FDD_BY_TASK:
		/* A pid identifies a task within one source only. */
		return (uint64_t)call->source << 32 | task_key(call);
	case FDD_BY_CPU:
		return call->cpu;
	case FDD_BY_MODULE:
		return fdd_func_module(t->model, call->func);
	case FDD_BY_SOURCE:
		return call->source;
	case FDD_BY_HOST:
		return t->model->sources[call->source].same_host;
	case FDD_BY_WHERE:
		return place_of(t, call);
	case FDD_BY_CGROUP:
		return cgroup_of(t, call);
	default:
		return call->func;
	}
}

static struct fdd_row *add_row(struct fdd_table *t, const struct fdd_call *call,
			       uint64_t key)
{
	struct fdd_row *row = xlines(sizeof(*row));

	row->name = row_name(t, call, key);
	row->key = key;
	row->min = UINT64_MAX;
	GROW(t->rows, t->nr, t->cap);
	t->rows[t->nr++] = row;
	return row;
}

/* Limits: a row needs a kilobyte, an edge a hundred bytes. */
#define MAX_ROWS	(1u << 15)
#define MAX_EDGES	(1u << 18)
/* The functions of tasks whose time in each kind of sleep is counted once: 8 MB of each. */
#define MAX_OFF		(1u << 15)

static __attribute__((noinline)) struct fdd_row *
other_row(struct fdd_table *t, const struct fdd_call *call)
{
	if (!t->other) {
		t->other = add_row(t, call, UINT32_MAX);
		free(t->other->name);
		t->other->name = xstrdup("(others)");
	}
	return t->other;
}

static struct fdd_row *row_of_key(struct fdd_table *t, const struct fdd_call *call,
				  uint64_t key)
{
	uint64_t *value;

	if (t->nr < MAX_ROWS) {
		value = fdd_map_get(&t->keys, key);
	} else {
		value = fdd_map_find(&t->keys, key);
		if (!value)
			return other_row(t, call);
	}
	if (!*value)
		*value = (uintptr_t)add_row(t, call, key);
	return (struct fdd_row *)(uintptr_t)*value;
}

static __attribute__((noinline)) struct fdd_row *
add_row_of_func(struct fdd_table *t, uint32_t func)
{
	GROW_TO(t->by_func, t->nr_by_func, func);
	t->by_func[func] = add_row(t, NULL, func);
	return t->by_func[func];
}

static inline struct fdd_row *row_of_func(struct fdd_table *t, uint32_t func)
{
	if (func < t->nr_by_func && t->by_func[func])
		return t->by_func[func];
	return add_row_of_func(t, func);
}

/* Count recursion once here, too. */
static uint64_t off_once(struct fdd_table *t, unsigned int what, struct fdd_stack *stack,
			 uint32_t key, const struct fdd_call *call, uint64_t time)
{
	if (!time)
		return 0;
	return time - fdd_outermost_part(&t->outermost_off[what], fdd_stack_body(stack), key,
					 call, time);
}

static __attribute__((noinline)) void count_off(struct fdd_table *t, struct fdd_stack *stack,
						struct fdd_row *row, uint32_t key,
						const struct fdd_call *call)
{
	const struct fdd_off_call *off = t->model->off;
	struct fdd_off *all;

	if (!row->off)
		row->off = xcalloc(1, sizeof(*row->off));
	t->has_off = true;
	all = &row->off->all;
	all->asleep += off_once(t, 0, stack, key, call, off->all.asleep);
	all->waiting += off_once(t, 1, stack, key, call, off->all.waiting);
	all->irqs += off_once(t, 2, stack, key, call, off->all.irqs);
	fdd_off_add(&row->off->self, &off->self);
}

/* A call that does not pass the filters has the time of interrupts on top of it, too. */
static __always_inline void leave_out(struct fdd_table *t, const struct fdd_frame *frame)
{
	if (t->model->has_interrupts)
		fdd_on_top_part(&t->on_top, t->model, frame, 0);
}

/*
 * Count the self time of interrupts and of what they interrupted once. Where that is not known,
 * the self time is at most the total.
 */
static __attribute__((noinline)) void count_once(struct fdd_table *t, struct fdd_row *row,
						 const struct fdd_frame *frame, uint32_t key)
{
	row->self -= fdd_on_top_part(&t->on_top, t->model, frame, key);
	if (t->parts & FDD_TABLE_TOTALS && row->self > row->total)
		row->self = row->total;
}

static __always_inline void count(struct fdd_table *t, struct fdd_stack *stack,
				  struct fdd_row *row, uint32_t key,
				  const struct fdd_frame *frame, unsigned int parts)
{
	const struct fdd_call *call = &frame->call;
	uint64_t total = call->duration;

	if (parts & FDD_TABLE_TOTALS)
		total -= fdd_outermost(&t->outermost, fdd_task_body(t->model, stack, call), key,
				       call);
	fdd_row_sums(row, frame, total);
	if (t->model->has_interrupts)
		count_once(t, row, frame, key);
	if (parts & FDD_TABLE_PERCENTILES)
		fdd_histogram_add(&row->hist, call->duration);
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, sink);
	struct fdd_row *row;

	if (!frame->selected) {
		leave_out(t, frame);
		return;
	}
	row = row_of_key(t, &frame->call, key_of(t, &frame->call));
	count(t, stack, row, row->key, frame, t->parts);
	if (t->model->off && t->parts & FDD_TABLE_TOTALS)
		count_off(t, stack, row, row->key, &frame->call);
}

/* The same in a table by function, the frequent case; @parts is a constant. */
static __always_inline void count_func(struct fdd_table *t, struct fdd_stack *stack,
				       const struct fdd_frame *frame, unsigned int parts)
{
	uint32_t func = frame->call.func;

	if (!frame->selected) {
		leave_out(t, frame);
		return;
	}
	count(t, stack, row_of_func(t, func), func, frame, parts);
	if (parts & FDD_TABLE_TOTALS && t->model->off)
		count_off(t, stack, t->by_func[func], func, &frame->call);
}

static void on_func_sums(struct fdd_sink *sink, struct fdd_stack *stack,
			 struct fdd_frame *frame)
{
	count_func(container_of(sink, struct fdd_table, sink), stack, frame, 0);
}

static void on_func_totals(struct fdd_sink *sink, struct fdd_stack *stack,
			   struct fdd_frame *frame)
{
	count_func(container_of(sink, struct fdd_table, sink), stack, frame,
		   FDD_TABLE_TOTALS);
}

static inline void row_soon(const struct fdd_table *t, uint32_t func)
{
	if (func < t->nr_by_func)
		__builtin_prefetch(t->by_func[func]);
}

static void on_func_returned(struct fdd_sink *sink, const struct fdd_returned *calls,
			     unsigned int nr)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, sink);

	fdd_outermost_begin(&t->outermost, calls, nr);
	for (unsigned int i = 0; i < nr; i++) {
		const struct fdd_returned *call = &calls[i];
		uint64_t inner = fdd_outermost_next(&t->outermost, i);

		row_soon(t, call[FDD_AHEAD].func);
		fdd_row_add(row_of_func(t, call->func), call->duration, call->self,
			    call->duration - inner);
	}
	fdd_outermost_end(&t->outermost);
}

static void on_func_all(struct fdd_sink *sink, struct fdd_stack *stack,
			struct fdd_frame *frame)
{
	count_func(container_of(sink, struct fdd_table, sink), stack, frame,
		   FDD_TABLE_TOTALS | FDD_TABLE_PERCENTILES);
}

static uint64_t edge_key(uint32_t parent, uint32_t child, unsigned int kind)
{
	return (uint64_t)parent << 34 | (uint64_t)kind << 31 | child;
}

static struct fdd_edge *edge_of(struct fdd_table *t, uint32_t parent,
				uint32_t child, enum fdd_caller_kind kind)
{
	uint64_t key = edge_key(parent, child, kind);
	uint64_t *value;

	if (t->nr_edges >= MAX_EDGES && parent >= FDD_FUNC_FIRST &&
	    !fdd_map_find(&t->edge_keys, key))
		return NULL;
	value = fdd_map_get(&t->edge_keys, key);
	if (!*value) {
		GROW(t->edges, t->nr_edges, t->cap_edges);
		t->edges[t->nr_edges] = (struct fdd_edge){
			.parent = parent,
			.child = child,
			.kind = kind,
			.direct = kind == FDD_CALLER_DIRECT,
		};
		*value = ++t->nr_edges;
	}
	return &t->edges[*value - 1];
}

/* Was the caller recorded with the call? What began an interrupt is not its caller. */
static bool knows_caller(const struct fdd_frame *frame, enum fdd_caller_kind kind)
{
	return frame->from != FDD_FUNC_NONE && kind != FDD_CALLER_INTERRUPT;
}

static void count_edge(struct fdd_table *t, const struct fdd_frame *frame,
		       const struct fdd_frame *parent, enum fdd_caller_kind kind)
{
	struct fdd_edge *e;

	if (!parent && knows_caller(frame, kind))
		e = edge_of(t, frame->from, frame->call.func, FDD_CALLER_DIRECT);
	else
		e = edge_of(t, parent ? parent->call.func : fdd_special_func(kind),
			    frame->call.func, kind);
	if (!e) {
		t->more_edges++;
		return;
	}
	if (frame->selected) {
		e->calls++;
		e->time += frame->call.duration;
	}
	if (parent && parent->selected) {
		e->parent_calls++;
		e->parent_time += frame->call.duration;
	}
}

static uint32_t caller_func(const struct fdd_frame *frame, const struct fdd_frame *parent,
			    enum fdd_caller_kind kind)
{
	if (kind == FDD_CALLER_DIRECT)
		return parent->call.func;
	return knows_caller(frame, kind) ? frame->from : fdd_special_func(kind);
}

static void count_by_caller(struct fdd_table *t, struct fdd_stack *stack,
			    const struct fdd_frame *frame,
			    const struct fdd_frame *parent,
			    enum fdd_caller_kind kind)
{
	uint32_t func = caller_func(frame, parent, kind);

	if (!frame->selected) {
		leave_out(t, frame);
		return;
	}
	count(t, stack, row_of_func(t, func), func, frame, t->parts);
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, sink);

	if (t->by == FDD_BY_CALLER)
		count_by_caller(t, stack, frame, parent, kind);
	else
		count_edge(t, frame, parent, kind);
}

static void on_orphan(struct fdd_sink *sink, const struct fdd_frame *frame)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, sink);

	if (frame->selected)
		t->root_total += frame->call.duration;
}

static void count_self(struct fdd_row *row, uint64_t self)
{
	if (!row->selves) {
		row->selves = xcalloc(1, sizeof(*row->selves));
		row->selves->min = UINT64_MAX;
	}
	if (self < row->selves->min)
		row->selves->min = self;
	if (self > row->selves->max)
		row->selves->max = self;
	fdd_histogram_add(&row->selves->hist, self);
}

static void on_details_call(struct fdd_sink *sink, struct fdd_stack *stack,
			    struct fdd_frame *frame)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, details);
	const struct fdd_call *call = &frame->call;

	if (!frame->selected)
		return;
	t->any_total += call->duration -
			fdd_outermost(&t->outermost_any, fdd_task_body(t->model, stack, call),
				      0, call);
	if (t->by == FDD_BY_FUNCTION)
		count_self(row_of_func(t, call->func), frame->self);
	else if (t->by != FDD_BY_CALLER)
		count_self(row_of_key(t, call, key_of(t, call)), frame->self);
}

static void on_details_caller(struct fdd_sink *sink, struct fdd_stack *stack,
			      struct fdd_frame *frame, struct fdd_frame *parent,
			      enum fdd_caller_kind kind)
{
	struct fdd_table *t = container_of(sink, struct fdd_table, details);

	(void)stack;
	if (frame->selected)
		count_self(row_of_func(t, caller_func(frame, parent, kind)), frame->self);
}

static void add_details(struct fdd_table *t)
{
	t->details.call = on_details_call;
	if (t->by == FDD_BY_CALLER)
		t->details.caller = on_details_caller;
	fdd_model_add_sink(t->model, &t->details);
}

static void add_calls(struct fdd_table *t)
{
	if (t->by == FDD_BY_CALLER || t->parts & FDD_TABLE_EDGES)
		t->sink.caller = on_caller;
	if (t->by == FDD_BY_CALLER)
		return;
	if (t->by != FDD_BY_FUNCTION)
		t->sink.call = on_call;
	else if (t->parts & FDD_TABLE_PERCENTILES)
		t->sink.call = on_func_all;
	else
		t->sink.call = t->parts & FDD_TABLE_TOTALS ? on_func_totals : on_func_sums;
	if (t->sink.call == on_func_totals)
		t->sink.calls = on_func_returned;
}

struct fdd_table *fdd_table_new(struct fdd_model *m, enum fdd_key by, unsigned int parts)
{
	struct fdd_table *t = xcalloc(1, sizeof(*t));
	const char *none;

	t->model = m;
	t->by = by;
	none = by == FDD_BY_CGROUP ? NO_CGROUP : NO_PLACE;
	fdd_names_get(&t->places, none, strlen(none));
	t->parts = by == FDD_BY_CALLER ? parts & ~FDD_TABLE_EDGES : parts;
	for (size_t i = 0; i < ARRAY_SIZE(t->outermost_off); i++)
		t->outermost_off[i].most = MAX_OFF;
	add_calls(t);
	t->sink.orphan = on_orphan;
	fdd_model_add_sink(m, &t->sink);
	if (parts & FDD_TABLE_DETAILS)
		add_details(t);
	return t;
}

void fdd_table_add_stat(struct fdd_table *t, uint32_t func, const struct fdd_stat *stat)
{
	struct fdd_row *row = row_of_func(t, func);

	row->calls = stat->calls;
	row->total = stat->total;
	row->self = stat->self;
	row->sum = stat->sum;
	row->min = stat->min;
	row->max = stat->max;
	row->stat = stat;
}

static void free_row(struct fdd_row *row)
{
	free(row->name);
	fdd_histogram_free(&row->hist);
	if (row->selves)
		fdd_histogram_free(&row->selves->hist);
	free(row->selves);
	free(row->off);
	free(row);
}

static bool any_coarse(const struct fdd_table *t)
{
	for (uint32_t i = 0; i < t->nr; i++) {
		const struct fdd_row *row = t->rows[i];

		if (row->hist.coarse || (row->selves && row->selves->hist.coarse))
			return true;
	}
	return false;
}

static bool off_dropped(const struct fdd_table *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(t->outermost_off); i++)
		if (t->outermost_off[i].dropped)
			return true;
	return false;
}

void fdd_table_warn(const struct fdd_table *t)
{
	if (any_coarse(t))
		fdd_warning("the histograms are limited to %u octaves: some percentiles are exact only to a power of two",
			    FDD_MAX_OCTAVES);
	if (t->other)
		fdd_warning("the table is limited to %u rows: %llu calls of others are in the row %s",
			    MAX_ROWS, (unsigned long long)t->other->calls, t->other->name);
	if (t->more_edges)
		fdd_warning("the table is limited to %u pairs of caller and callee: %llu calls of others are in no pair",
			    MAX_EDGES, (unsigned long long)t->more_edges);
	if (t->outermost.dropped || t->outermost_any.dropped)
		fdd_warning("too many functions were open in too many tasks: the total of recursive functions may be too high");
	if (off_dropped(t))
		fdd_warning("too many functions waited in too many tasks: the time asleep of recursive functions may be too high");
	if (t->on_top.cut)
		fdd_warning("too many interrupts were on top of calls: self times of rows with both may be too high");
	if (t->outermost.parts || t->outermost_any.parts)
		fdd_warning("too many calls waited for their callers: the total of recursive functions may be too low");
}

void fdd_table_forget_tasks(struct fdd_table *t)
{
	fdd_outermost_free(&t->outermost);
	fdd_outermost_free(&t->outermost_any);
	fdd_on_top_free(&t->on_top);
	fdd_map_free(&t->edge_keys);
	for (size_t i = 0; i < ARRAY_SIZE(t->outermost_off); i++)
		fdd_outermost_free(&t->outermost_off[i]);
}

const struct fdd_row *fdd_table_largest(const struct fdd_table *t, bool by_calls)
{
	const struct fdd_row *best = t->rows[0];

	for (uint32_t i = 1; i < t->nr; i++)
		if (by_calls ? t->rows[i]->calls > best->calls : t->rows[i]->total > best->total)
			best = t->rows[i];
	return best;
}

void fdd_table_forget_rows(struct fdd_table *t)
{
	const struct fdd_row *total, *calls;
	uint32_t nr = 0;

	if (!t->nr)
		return;
	total = fdd_table_largest(t, false);
	calls = fdd_table_largest(t, true);
	for (uint32_t i = 0; i < t->nr; i++) {
		if (t->rows[i] == total || t->rows[i] == calls)
			t->rows[nr++] = t->rows[i];
		else
			free_row(t->rows[i]);
	}
	t->nr = nr;
	t->other = NULL;
	free(t->by_func);
	t->by_func = NULL;
	t->nr_by_func = 0;
	fdd_map_free(&t->keys);
}

void fdd_table_free(struct fdd_table *t)
{
	for (uint32_t i = 0; i < t->nr; i++)
		free_row(t->rows[i]);
	free(t->rows);
	free(t->by_func);
	free(t->edges);
	free(t->callers);
	free(t->callees);
	free(t->joined);
	free(t->merged[0]);
	free(t->merged[1]);
	fdd_map_free(&t->keys);
	fdd_names_free(&t->places);
	fdd_map_free(&t->place_of);
	fdd_table_forget_tasks(t);
	free(t);
}

uint64_t fdd_table_calls(const struct fdd_table *t)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < t->nr; i++)
		calls += t->rows[i]->calls;
	return calls;
}

uint64_t fdd_table_self(const struct fdd_table *t)
{
	uint64_t self = 0;

	for (uint32_t i = 0; i < t->nr; i++)
		self += t->rows[i]->self;
	return self;
}

struct fdd_row *fdd_table_row(struct fdd_table *t, uint32_t func)
{
	return func < t->nr_by_func ? t->by_func[func] : NULL;
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* By caller and callee. */
static int by_ends(const struct fdd_edge *x, const struct fdd_edge *y)
{
	return compare_u64(x->parent, y->parent) ?: compare_u64(x->child, y->child) ?:
	       compare_u64(x->direct, y->direct);
}

/* By callee, then by time, the largest first. */
static int by_child(const void *a, const void *b)
{
	const struct fdd_edge *x = *(struct fdd_edge *const *)a;
	const struct fdd_edge *y = *(struct fdd_edge *const *)b;

	return compare_u64(x->child, y->child) ?: compare_u64(y->time, x->time) ?: by_ends(x, y);
}

/* By caller, then by time, the largest first. */
static int by_parent(const void *a, const void *b)
{
	const struct fdd_edge *x = *(struct fdd_edge *const *)a;
	const struct fdd_edge *y = *(struct fdd_edge *const *)b;

	return compare_u64(x->parent, y->parent) ?:
	       compare_u64(y->parent_time, x->parent_time) ?: by_ends(x, y);
}

static void add_edge(struct fdd_edge *to, const struct fdd_edge *e)
{
	to->calls += e->calls;
	to->time += e->time;
	to->parent_calls += e->parent_calls;
	to->parent_time += e->parent_time;
}

/* Join edges of the same caller and callee; if @direct, only those with the same ->direct. */
static struct fdd_edge *merge_edges(const struct fdd_table *t, bool direct, uint32_t *nr)
{
	struct fdd_edge *list = xmalloc(t->nr_edges * sizeof(*list));
	struct fdd_map numbers = { 0 };

	*nr = 0;
	for (uint32_t i = 0; i < t->nr_edges; i++) {
		const struct fdd_edge *e = &t->edges[i];
		uint64_t *number = fdd_map_get(&numbers, edge_key(e->parent, e->child,
								  direct && e->direct));

		if (*number) {
			add_edge(&list[*number - 1], e);
		} else {
			list[(*nr)++] = *e;
			*number = *nr;
		}
	}
	fdd_map_free(&numbers);
	return list;
}

static bool has_calls(const struct fdd_edge *e)
{
	return e->calls;
}

static bool has_parent_calls(const struct fdd_edge *e)
{
	return e->parent_calls;
}

/* Those of the merged edges, of both kinds of ->direct if @joined, that have calls. */
static struct fdd_edge **sorted_edges(struct fdd_table *t, bool joined,
				      bool (*has)(const struct fdd_edge *e),
				      int (*compare)(const void *a, const void *b), uint32_t *nr)
{
	struct fdd_edge **list;

	if (!t->merged[joined])
		t->merged[joined] = merge_edges(t, !joined, &t->nr_merged[joined]);
	list = xmalloc(t->nr_merged[joined] * sizeof(*list));
	for (uint32_t i = 0; i < t->nr_merged[joined]; i++)
		if (has(&t->merged[joined][i]))
			list[(*nr)++] = &t->merged[joined][i];
	qsort(list, *nr, sizeof(*list), compare);
	return list;
}

/* The range of a sorted list with this key. */
static struct fdd_edge **range(struct fdd_edge **list, uint32_t nr_list,
			       size_t key, uint32_t func, uint32_t *nr)
{
	uint32_t low = 0, high = nr_list;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (*(uint32_t *)((char *)list[mid] + key) < func)
			low = mid + 1;
		else
			high = mid;
	}
	*nr = 0;
	while (low + *nr < nr_list &&
	       *(uint32_t *)((char *)list[low + *nr] + key) == func)
		++*nr;
	return list + low;
}

struct fdd_edge **fdd_table_callers(struct fdd_table *t, uint32_t func,
				    uint32_t *nr)
{
	if (!t->callers && t->nr_edges)
		t->callers = sorted_edges(t, false, has_calls, by_child, &t->nr_callers);
	return range(t->callers, t->nr_callers, offsetof(struct fdd_edge, child),
		     func, nr);
}

struct fdd_edge **fdd_table_callees(struct fdd_table *t, uint32_t func,
				    uint32_t *nr)
{
	if (!t->callees && t->nr_edges)
		t->callees = sorted_edges(t, false, has_parent_calls, by_parent, &t->nr_callees);
	return range(t->callees, t->nr_callees, offsetof(struct fdd_edge, parent),
		     func, nr);
}

struct fdd_edge **fdd_table_joined_callees(struct fdd_table *t, uint32_t func,
					   uint32_t *nr)
{
	if (!t->joined && t->nr_edges)
		t->joined = sorted_edges(t, true, has_parent_calls, by_parent, &t->nr_joined);
	return range(t->joined, t->nr_joined, offsetof(struct fdd_edge, parent),
		     func, nr);
}

uint64_t fdd_row_percentile(const struct fdd_row *row, unsigned int per_million)
{
	uint64_t value;

	if (row->stat)
		return fdd_stat_percentile(row->stat, per_million);
	value = fdd_histogram_percentile(&row->hist, row->calls, per_million);
	if (value < row->min)
		return row->min;
	return value > row->max ? row->max : value;
}

uint64_t fdd_row_self_percentile(const struct fdd_row *row, unsigned int per_million)
{
	const struct fdd_row_self *s = row->selves;
	uint64_t value;

	if (!s)
		return 0;
	value = fdd_histogram_percentile(&s->hist, row->calls, per_million);
	if (value < s->min)
		return s->min;
	return value > s->max ? s->max : value;
}

/* Time away, limited to the sum, which it may exceed because of rounding. */
static uint64_t less(uint64_t sum, const struct fdd_off *off)
{
	uint64_t away = off->asleep + off->waiting;

	return away < sum ? sum - away : 0;
}

uint64_t fdd_row_awake(const struct fdd_row *row)
{
	return row->off ? less(row->total, &row->off->all) : row->total;
}

uint64_t fdd_row_self_awake(const struct fdd_row *row)
{
	return row->off ? less(row->self, &row->off->self) : row->self;
}

double fdd_row_avg(const struct fdd_row *row)
{
	return row->calls ? (double)row->sum / row->calls : 0;
}

/* The variance of these calls, not an estimate of a larger population. */
double fdd_row_stdv(const struct fdd_row *row)
{
	unsigned __int128 n = row->calls;
	long double mean, variance;

	if (!n)
		return 0;
	/* Use integers while they do not overflow, because they are exact. */
	if (n < 1ull << 32 && row->squares >> 95 == 0)
		return sqrtl(n * row->squares -
			     (unsigned __int128)row->sum * row->sum) / n;
	mean = (long double)row->sum / n;
	variance = (long double)row->squares / n - mean * mean;
	return variance > 0 ? sqrtl(variance) : 0;
}
