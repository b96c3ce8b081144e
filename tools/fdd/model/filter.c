// SPDX-License-Identifier: GPL-2.0
/*
 * The filters of calls, of the table's rows and of regions.
 *
 * A filter is a row of a table below: its option, the function that parses the argument,
 * and the functions that test calls, rows and regions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup.h"
#include "lib/patterns.h"
#include "lib/util.h"
#include "model/expr.h"
#include "model/filter.h"
#include "model/filter_explain.h"
#include "model/filter_parts.h"
#include "model/marker_writes.h"
#include "model/within.h"

#define MAX_WINDOWS	(1u << 20)

/* Functions, tasks, CPUs */

static bool want_func(struct fdd_filter *f, uint32_t func)
{
	const char *name = fdd_name(&f->model->funcs, func);
	const char *module;

	if (f->funcs.nr && !fdd_patterns_match_func(&f->funcs, name))
		return false;
	if (f->not_funcs.nr && fdd_patterns_match_func(&f->not_funcs, name))
		return false;
	if (!f->modules.nr)
		return true;
	module = fdd_name(&f->model->modules, fdd_func_module(f->model, func));
	return fdd_patterns_match(&f->modules, module);
}

/* Match each name once, because matching is slow. */
static uint8_t *known_slot(uint8_t **known, uint32_t *nr, uint32_t id)
{
	GROW_TO(*known, *nr, id);
	return *known + id;
}

static bool pass_func(struct fdd_filter *f, const struct fdd_frame *frame)
{
	uint8_t *slot = known_slot(&f->func_known, &f->nr_func_known, frame->call.func);

	if (!*slot)
		*slot = want_func(f, frame->call.func) ? 2 : 1;
	return *slot == 2;
}

static bool pass_under(struct fdd_filter *f, const struct fdd_frame *frame)
{
	/* a matching function is part of its own subtree */
	return fdd_within_is_of(&f->under, f->model, frame->call.func) ||
	       fdd_within_has(&f->under, f->model, frame);
}

static bool pass_called_by(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return fdd_within_has(&f->called_by, f->model, frame);
}

static bool want_comm(const struct fdd_filter *f, uint32_t comm)
{
	return fdd_patterns_match(&f->comms, fdd_name(&f->model->comms, comm));
}

static bool pass_comm(struct fdd_filter *f, const struct fdd_frame *frame)
{
	uint8_t *slot = known_slot(&f->comm_known, &f->nr_comm_known, frame->call.comm);

	if (!*slot)
		*slot = want_comm(f, frame->call.comm) ? 2 : 1;
	return *slot == 2;
}

static bool pass_region_comm(const struct fdd_filter *f, const struct fdd_region *region)
{
	return want_comm(f, region->comm);
}

static bool pass_pid(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return fdd_numbers_have(&f->pids, frame->call.pid);
}

static bool pass_region_pid(const struct fdd_filter *f, const struct fdd_region *region)
{
	return fdd_numbers_have(&f->pids, region->pid);
}

static bool pass_cgroup(struct fdd_filter *f, const struct fdd_frame *frame)
{
	const struct fdd_detail *d = &f->model->detail;
	const char *name;
	uint8_t *slot;

	if (!(frame->call.flags & FDD_CALL_DETAIL) || !(d->has & FDD_DETAIL_CGROUP))
		return false;
	name = fdd_source_cgroup(&f->model->sources[frame->call.source], d->cgroup);
	slot = known_slot(&f->cgroup_known, &f->nr_cgroup_known,
			  fdd_names_get(&f->cgroup_names, name, strlen(name)));
	if (!*slot)
		*slot = fdd_cgroup_is_wanted(&f->cgroups, name) ? 2 : 1;
	return *slot == 2;
}

static bool pass_cpu(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return fdd_numbers_have(&f->cpus, frame->call.cpu);
}

static bool pass_region_cpu(const struct fdd_filter *f, const struct fdd_region *region)
{
	return fdd_numbers_have(&f->cpus, region->cpu);
}

/* The depth of an interrupt counts from what it interrupted; its levels do not. */
static bool pass_depth(struct fdd_filter *f, const struct fdd_frame *frame)
{
	unsigned int depth = frame->call.depth;

	if (frame->call.context == FDD_CTX_TASK && !f->interrupts.patterns.nr)
		return depth < f->max_depth;
	if (f->looked_ahead)
		return fdd_within_level(&f->interrupts, f->model, frame) < f->max_depth;
	f->unknown_levels += frame->call.context != FDD_CTX_TASK;
	return depth < f->max_depth;
}

/* Durations */

static bool pass_min_duration(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return frame->call.duration >= f->min_duration;
}

static bool pass_max_duration(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return frame->call.duration <= f->max_duration;
}

/* A region that has not ended has no duration and passes. */
static bool pass_region_min_duration(const struct fdd_filter *f,
				     const struct fdd_region *region)
{
	return !region->to || region->to - region->from >= f->min_duration;
}

static bool pass_region_max_duration(const struct fdd_filter *f,
				     const struct fdd_region *region)
{
	return !region->to || region->to - region->from <= f->max_duration;
}

/* Time */

static bool parse_end(const char *text, uint64_t *ns, bool *from_start)
{
	size_t len = strlen(text);

	/* A time with a unit is relative to the first call, as in uftrace. */
	*from_start = len && strchr("smu", text[len - 1]);
	return fdd_parse_time(text, NSEC_PER_SEC, ns);
}

static bool parse_range(const char *text, struct range *range)
{
	const char *tilde = strchr(text, '~');
	char *from;
	bool ok = true;

	*range = (struct range){ .to = UINT64_MAX, .wished = true };
	if (!tilde)
		return false;
	from = xstrndup(text, tilde - text);
	if (*from)
		ok = parse_end(from, &range->from, &range->from_start);
	if (ok && tilde[1])
		ok = parse_end(tilde + 1, &range->to, &range->to_start);
	free(from);
	return ok;
}

static bool in_range(const struct fdd_filter *f, uint16_t source, uint64_t time)
{
	uint64_t start = f->model->sources[source].anchor;
	uint64_t from = f->range.from, to = f->range.to;

	/*
	 * A call that had begun before the trace is recorded at its return, after its callees.
	 * So the time of the first call is not known before.
	 */
	if ((f->range.from_start || f->range.to_start) && time < start)
		time = start;
	if (f->range.from_start)
		from = from < UINT64_MAX - start ? from + start : UINT64_MAX;
	if (f->range.to_start)
		to = to < UINT64_MAX - start ? to + start : UINT64_MAX;
	return time >= from && time <= to;
}

static bool pass_range(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return in_range(f, frame->call.source, frame->call.calltime);
}

static bool pass_region_range(const struct fdd_filter *f, const struct fdd_region *region)
{
	return in_range(f, region->source, region->from);
}

/* The call time, not the return, has to be between the markers. */
static bool in_window(const struct fdd_filter *f, uint16_t source, uint64_t time)
{
	const struct windows *w = source < f->nr_windows ? &f->windows[source] : NULL;
	unsigned int low = 0, high = w ? w->nr : 0;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (w->list[mid].from <= time)
			low = mid + 1;
		else
			high = mid;
	}
	return low && time <= w->list[low - 1].to;
}

static bool pass_window(struct fdd_filter *f, const struct fdd_frame *frame)
{
	return in_window(f, frame->call.source, frame->call.calltime);
}

static bool pass_region_window(const struct fdd_filter *f, const struct fdd_region *region)
{
	return in_window(f, region->source, region->from);
}

static bool match_text(const char *pattern, const struct fdd_note *note)
{
	char *text = xstrndup(note->text, note->len);
	bool match = fdd_glob(pattern, text);

	free(text);
	return match;
}

static struct window *open_window(const struct windows *w)
{
	return w->nr && w->list[w->nr - 1].to == UINT64_MAX ? &w->list[w->nr - 1] : NULL;
}

/* Times may go back: the new window is in the place of those that begin later. */
static void add_window(struct fdd_filter *f, struct windows *w, uint64_t from)
{
	if (f->all_windows == MAX_WINDOWS) {
		f->more_windows++;
		return;
	}
	for (; w->nr && w->list[w->nr - 1].from >= from; w->nr--)
		f->all_windows--;
	GROW(w->list, w->nr, w->cap);
	w->list[w->nr++] = (struct window){ .from = from, .to = UINT64_MAX };
	f->all_windows++;
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_filter *f = container_of(sink, struct fdd_filter, sink);
	struct windows *windows;
	struct window *open;

	if (note->kind == FDD_NOTE_LOST || !note->text)
		return;
	GROW_TO(f->windows, f->nr_windows, note->source);
	windows = &f->windows[note->source];
	open = open_window(windows);
	if (!open && match_text(f->between_start, note))
		add_window(f, windows, note->time);
	else if (open && match_text(f->between_end, note))
		open->to = note->time;
}

/* Expressions, rows of the table */

static bool pass_exprs(struct fdd_filter *f, const struct fdd_frame *frame)
{
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		if (!fdd_expr_call(f->exprs[i], f->model, frame))
			return false;
	return true;
}

static bool pass_row_exprs(const struct fdd_filter *f, const struct fdd_row *row)
{
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		if (!fdd_expr_row(f->exprs[i], row))
			return false;
	return true;
}

static bool pass_total(const struct fdd_filter *f, const struct fdd_row *row)
{
	return row->total > f->min_total;
}

static bool pass_min_calls(const struct fdd_filter *f, const struct fdd_row *row)
{
	return row->calls >= f->min_calls;
}

static bool pass_max_calls(const struct fdd_filter *f, const struct fdd_row *row)
{
	return row->calls <= f->max_calls;
}

/* Parsing of arguments: each fills the member at the option's offset. */

static void *at_offset(const struct fdd_given *g, void *filter)
{
	return (char *)filter + g->opt->offset;
}

static enum fdd_taken take_pattern(const struct fdd_given *g, void *filter)
{
	fdd_patterns_add(at_offset(g, filter), g->arg);
	return FDD_TAKEN;
}

static enum fdd_taken take_cgroup(const struct fdd_given *g, void *filter)
{
	fdd_cgroup_list_add(at_offset(g, filter), g->arg);
	return FDD_TAKEN;
}

static enum fdd_taken take_list(const struct fdd_given *g, void *filter)
{
	return fdd_numbers_add(at_offset(g, filter), g->arg) ? FDD_TAKEN :
	       fdd_given_bad(g, "a list of numbers (1,3-5)");
}

static enum fdd_taken take_time(const struct fdd_given *g, void *filter)
{
	return fdd_given_time(g, NSEC_PER_USEC, at_offset(g, filter)) ?
	       FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_depth(const struct fdd_given *g, void *filter)
{
	return fdd_given_number(g, 1, FDD_MAX_DEPTH, at_offset(g, filter)) ?
	       FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_range(const struct fdd_given *g, void *filter)
{
	return parse_range(g->arg, at_offset(g, filter)) ? FDD_TAKEN :
	       fdd_given_bad(g, "a range (FROM~TO in seconds, or with a unit from the start: 100.5~101, 2ms~5ms)");
}

static enum fdd_taken take_between(const struct fdd_given *g, void *filter)
{
	struct fdd_filter *f = filter;

	f->between_start = g->arg;
	f->between_end = g->second;
	return FDD_TAKEN;
}

static void add_row_part(struct fdd_filter *f, row_part *part)
{
	for (unsigned int i = 0; i < f->nr_rows; i++)
		if (f->rows[i] == part)
			return;
	f->rows[f->nr_rows++] = part;
}

static enum fdd_taken take_expr(const struct fdd_given *g, void *filter)
{
	struct fdd_filter *f = filter;
	struct fdd_expr *e = fdd_expr_parse(g->arg);

	if (!e)
		return FDD_TAKEN_BAD;
	GROW(f->exprs, f->nr_exprs, f->cap_exprs);
	f->exprs[f->nr_exprs++] = e;
	if (fdd_expr_has_row_part(e))
		add_row_part(f, pass_row_exprs);
	return FDD_TAKEN;
}

/* On the command line the word is only stored. */
static enum fdd_taken wish_for(const struct fdd_given *g, void *to)
{
	struct fdd_wish *wish = to;

	GROW(wish->list, wish->nr, wish->cap);
	wish->list[wish->nr++] = *g;
	return FDD_TAKEN;
}

#define OPT(letter_, name_, arg_, field, scope_, help_)				\
	.opt = {									\
		.letter = letter_, .name = name_, .arg = arg_, .help = help_,		\
		.take = wish_for, .offset = offsetof(struct fdd_filter, field),		\
		.scope = scope_,							\
	}

#define ANY	(FDD_OF_CALLS | FDD_OF_REGIONS)
#define OF_FUNCS	(FDD_OF_CALLS | FDD_OF_STATS)
#define OF_TABLES	(FDD_OF_ROWS | FDD_OF_STATS)

static const struct filter filters[] = {
	{ OPT('F', "function", "GLOB", funcs, OF_FUNCS,
	      "only functions that match"),
	  .take = take_pattern, .call = pass_func,
	  .explain = fdd_explain_func },
	{ OPT('N', "not-function", "GLOB", not_funcs, OF_FUNCS,
	      "exclude functions that match"),
	  .take = take_pattern, .call = pass_func },
	{ OPT(0, "under", "GLOB", under.patterns, FDD_OF_CALLS,
	      "only functions that match, and all their callees"),
	  .take = take_pattern, .call = pass_under,
	  .explain = fdd_explain_func },
	{ OPT(0, "called-by", "GLOB", called_by.patterns, FDD_OF_CALLS,
	      "only direct callees of functions that match"),
	  .take = take_pattern, .call = pass_called_by,
	  .explain = fdd_explain_func },
	{ OPT(0, "module", "GLOB", modules, OF_FUNCS,
	      "only functions of modules that match"),
	  .take = take_pattern, .call = pass_func,
	  .explain = fdd_explain_module },
	{ OPT('p', "pid", "LIST", pids, ANY, "only these tasks: 1,4-7"),
	  .take = take_list, .call = pass_pid, .region = pass_region_pid,
	  .explain = fdd_explain_pid },
	{ OPT('C', "cpu", "LIST", cpus, ANY, "only these CPUs: 0,2-3"),
	  .take = take_list, .call = pass_cpu, .region = pass_region_cpu,
	  .explain = fdd_explain_cpu },
	{ OPT(0, "comm", "GLOB", comms, ANY, "only tasks whose name matches"),
	  .take = take_pattern, .call = pass_comm, .region = pass_region_comm,
	  .explain = fdd_explain_comm },
	{ OPT(0, "cgroup", "GLOB", cgroups, FDD_OF_CALLS,
	      "only tasks in this cgroup or below it, or with !GLOB no such task"),
	  .take = take_cgroup, .call = pass_cgroup,
	  .explain = fdd_explain_cgroup },
	{ OPT('D', "depth", "N", max_depth, FDD_OF_CALLS, "only the outermost N levels"),
	  .take = take_depth, .call = pass_depth },
	{ OPT('r', "range", "FROM~TO", range, ANY,
	      "calls that begin in a range: in seconds, or with a unit since the start (2ms~5ms)"),
	  .take = take_range, .call = pass_range, .region = pass_region_range,
	  .explain = fdd_explain_range },
	{ OPT(0, "between", "START END", between_start, ANY,
	      "only calls that begin between two markers (globs)"),
	  .take = take_between, .call = pass_window, .region = pass_region_window,
	  .explain = fdd_explain_between },
	{ OPT(0, "region", "GLOB", regions, ANY,
	      "only calls within regions that match: 'VirtioFs:rel*'"),
	  .take = take_pattern,
	  .explain = fdd_explain_region },
	{ OPT(0, "min-duration", "TIME", min_duration, ANY,
	      "only calls that took at least TIME"),
	  .take = take_time, .call = pass_min_duration, .region = pass_region_min_duration,
	  .explain = fdd_explain_min_duration },
	{ OPT(0, "max-duration", "TIME", max_duration, ANY,
	      "only calls that took at most TIME"),
	  .take = take_time, .call = pass_max_duration, .region = pass_region_max_duration,
	  .explain = fdd_explain_max_duration },
	{ OPT('t', "time", "TIME", min_total, OF_TABLES,
	      "only functions with a total of more than TIME"),
	  .take = take_time, .row = pass_total },
	{ OPT(0, "min-calls", "N", min_calls, OF_TABLES,
	      "only functions called at least N times"),
	  .take = fdd_take_number, .row = pass_min_calls },
	{ OPT(0, "max-calls", "N", max_calls, OF_TABLES,
	      "only functions called at most N times"),
	  .take = fdd_take_number, .row = pass_max_calls },
	/* Older names */
	{ OPT(0, "min-count", "N", min_calls, OF_TABLES, NULL),
	  .take = fdd_take_number, .row = pass_min_calls },
	{ OPT(0, "max-count", "N", max_calls, OF_TABLES, NULL),
	  .take = fdd_take_number, .row = pass_max_calls },
	{ OPT('e', "filter", "EXPR", exprs, FDD_OF_CALLS | OF_TABLES,
	      "only calls or rows for which EXPR is true: 'cpu==1 and duration>2ms'"),
	  .take = take_expr, .call = pass_exprs,
	  .explain = fdd_explain_expr },
	{ OPT('i', "interrupt", "GLOB", interrupts.patterns, FDD_OF_CALLS,
	      "treat functions that match as interrupts"),
	  .take = take_pattern },
};

const struct fdd_opts fdd_filter_opts = {
	"Filters", &filters[0].opt, ARRAY_SIZE(filters), sizeof(filters[0]),
};

void fdd_wish_add(struct fdd_wish *wish, const char *name, const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		struct fdd_given g = { .opt = &filters[i].opt, .arg = word };

		if (strcmp(filters[i].opt.name, name))
			continue;
		snprintf(g.as, sizeof(g.as), "--%s", name);
		wish_for(&g, wish);
		return;
	}
	abort();
}

void fdd_wish_free(struct fdd_wish *wish)
{
	free(wish->list);
}

static bool has_call_part(const struct fdd_filter *f, call_part *part)
{
	for (unsigned int i = 0; i < f->nr_calls; i++)
		if (f->calls[i] == part)
			return true;
	return false;
}

static void add_parts(struct fdd_filter *f, const struct filter *filter)
{
	if (filter->call && !has_call_part(f, filter->call))
		f->calls[f->nr_calls++] = filter->call;
	if (filter->row)
		add_row_part(f, filter->row);
	for (unsigned int i = 0; i < f->nr_of_regions; i++)
		if (f->of_regions[i] == filter->region)
			return;
	if (filter->region)
		f->of_regions[f->nr_of_regions++] = filter->region;
}

struct fdd_filter *fdd_filter_new(const struct fdd_wish *wish)
{
	struct fdd_filter *f = xcalloc(1, sizeof(*f));

	f->wish = wish;
	f->shortest = UINT64_MAX;
	for (unsigned int i = 0; i < wish->nr; i++) {
		const struct filter *filter = container_of(wish->list[i].opt,
							   struct filter, opt);

		if (filter->take(&wish->list[i], f)) {
			fdd_filter_free(f);
			return NULL;
		}
		add_parts(f, filter);
	}
	return f;
}

void fdd_filter_free(struct fdd_filter *f)
{
	if (!f)
		return;
	free(f->funcs.list);
	free(f->not_funcs.list);
	fdd_within_free(&f->under);
	fdd_within_free(&f->called_by);
	fdd_within_free(&f->interrupts);
	free(f->comms.list);
	free(f->modules.list);
	if (f->marker_writes) {
		fdd_marker_writes_free(f->marker_writes);
		fdd_regions_free(&f->followed);
	}
	free(f->regions.list);
	free(f->pids.list);
	free(f->cpus.list);
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		fdd_expr_free(f->exprs[i]);
	free(f->exprs);
	free(f->func_known);
	free(f->comm_known);
	fdd_cgroup_list_free(&f->cgroups);
	free(f->cgroup_known);
	fdd_names_free(&f->cgroup_names);
	for (uint32_t i = 0; i < f->nr_windows; i++)
		free(f->windows[i].list);
	free(f->windows);
	free(f);
}

/* Testing calls, rows and regions */

static void see(struct seen *s, int64_t number)
{
	for (unsigned int i = 0; i < s->nr; i++)
		if (s->list[i] == number)
			return;
	if (s->nr < MAX_SEEN)
		s->list[s->nr++] = number;
	else
		s->more = true;
}

/* pass(), with the counts for fdd_filter_explain(). */
static __attribute__((noinline)) bool pass_first(struct fdd_filter *f,
						 const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;

	see(&f->seen_pids, call->pid);
	see(&f->seen_cpus, call->cpu);
	if (call->duration > f->longest)
		f->longest = call->duration;
	if (call->duration < f->shortest)
		f->shortest = call->duration;
	f->any = true;
	for (unsigned int i = 0; i < f->nr_calls; i++) {
		bool passes = f->calls[i](f, frame);

		f->passed[i] += passes;
		f->any &= passes;
	}
	return f->any;
}

static bool pass(void *arg, const struct fdd_frame *frame)
{
	struct fdd_filter *f = arg;

	/* Call it for every call: it identifies the program's writes to trace_marker. */
	if (f->regions.nr && !fdd_regions_around(&f->followed, &frame->call))
		return false;
	if (!f->any)
		return pass_first(f, frame);
	for (unsigned int i = 0; i < f->nr_calls; i++)
		if (!f->calls[i](f, frame))
			return false;
	return true;
}

static bool is_interrupt(void *arg, uint32_t func)
{
	struct fdd_filter *f = arg;

	return fdd_patterns_match_func(&f->interrupts.patterns,
				       fdd_name(&f->model->funcs, func));
}

bool fdd_filter_must_look_ahead(const struct fdd_filter *f)
{
	return f->under.patterns.nr || f->called_by.patterns.nr;
}

bool fdd_filter_looks_ahead(const struct fdd_filter *f)
{
	return f->max_depth || fdd_filter_must_look_ahead(f);
}

void fdd_filter_attach_ahead(struct fdd_filter *f, struct fdd_model *m)
{
	f->called_by.direct = true;
	f->interrupts.interrupts = true;
	f->looked_ahead = true;
	if (f->under.patterns.nr)
		fdd_within_attach(&f->under, m);
	if (f->called_by.patterns.nr)
		fdd_within_attach(&f->called_by, m);
	if (f->max_depth)
		fdd_within_attach(&f->interrupts, m);
}

void fdd_filter_end_ahead(struct fdd_filter *f)
{
	fdd_within_detach(&f->under, "--under");
	fdd_within_detach(&f->called_by, "--called-by");
	fdd_within_detach(&f->interrupts, "-D");
}

void fdd_filter_attach(struct fdd_filter *f, struct fdd_model *m)
{
	f->model = m;
	if (f->nr_calls || f->regions.nr) {
		m->select = pass;
		m->select_arg = f;
	}
	if (f->regions.nr) {
		fdd_regions_init(&f->followed, &f->regions);
		fdd_regions_attach(&f->followed, m);
		f->marker_writes = fdd_marker_writes_attach(m);
	}
	/* for fields of an expression */
	m->want_irqs |= f->nr_exprs > 0;
	if (f->interrupts.patterns.nr) {
		m->is_interrupt = is_interrupt;
		m->is_interrupt_arg = f;
	}
	if (f->between_start) {
		f->sink.note = on_note;
		m->want_events = true;
		fdd_model_add_sink(m, &f->sink);
	}
}

bool fdd_filter_region(const struct fdd_filter *f, const struct fdd_region *region)
{
	for (unsigned int i = 0; i < f->nr_of_regions; i++)
		if (!f->of_regions[i](f, region))
			return false;
	return true;
}

bool fdd_filter_time(const struct fdd_filter *f, uint16_t source, uint64_t time)
{
	return !f->range.wished || in_range(f, source, time);
}

const struct fdd_patterns *fdd_filter_regions(const struct fdd_filter *f)
{
	return &f->regions;
}

void fdd_filter_warn(const struct fdd_filter *f)
{
	if (f->unknown_levels)
		fdd_warning("-D: the trace cannot be read twice, so of %llu calls of interrupts it counts the levels of what they interrupted, too; a file is read twice",
			    (unsigned long long)f->unknown_levels);
	if (f->more_windows)
		fdd_warning("--between: limited to the first %u times between markers: %llu more are ignored",
			    MAX_WINDOWS, (unsigned long long)f->more_windows);
	if (f->regions.nr)
		fdd_marker_writes_warn(f->marker_writes);
}

bool fdd_filter_has_region(const struct fdd_filter *f)
{
	return f->regions.nr && fdd_regions_any(&f->followed);
}

bool fdd_filter_row(const struct fdd_filter *f, const struct fdd_row *row)
{
	for (unsigned int i = 0; i < f->nr_rows; i++)
		if (!f->rows[i](f, row))
			return false;
	return true;
}

bool fdd_filter_has_row_part(const struct fdd_filter *f)
{
	return f->nr_rows;
}

bool fdd_filter_name(struct fdd_filter *f, uint32_t func)
{
	uint8_t *slot = known_slot(&f->func_known, &f->nr_func_known, func);

	f->of_stats = true;
	*slot = want_func(f, func) ? 2 : 1;
	return *slot == 2;
}

bool fdd_filter_check_stats(const struct fdd_filter *f)
{
	for (unsigned int i = 0; i < f->wish->nr; i++) {
		const struct fdd_given *g = &f->wish->list[i];

		if (g->opt->scope & FDD_OF_STATS)
			continue;
		fdd_error("%s does not apply to statistics, which have no single calls", g->as);
		return false;
	}
	for (unsigned int i = 0; i < f->nr_exprs; i++) {
		if (fdd_expr_is_of_stats(f->exprs[i]))
			continue;
		fdd_error("-e: statistics have no single calls: only calls, total, total_self, avg, min and max can be tested; -F selects functions");
		return false;
	}
	return true;
}

bool fdd_filter_excludes(const struct fdd_filter *f, uint32_t func)
{
	return f->not_funcs.nr &&
	       fdd_patterns_match_func(&f->not_funcs, fdd_name(&f->model->funcs, func));
}

bool fdd_filter_func(const struct fdd_filter *f, struct fdd_table *t, uint32_t func)
{
	struct fdd_row *row;

	if (!f->nr_rows)
		return true;
	row = fdd_table_row(t, func);
	return row && fdd_filter_row(f, row);
}
