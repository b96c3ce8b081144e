// SPDX-License-Identifier: GPL-2.0
/* Which calls, and which rows, the user wants. */
#include <stdlib.h>
#include <string.h>

#include "model/filter.h"

/* The time between two markers, of one source. */
struct fdd_window {
	uint64_t	from, to;	/* to is UINT64_MAX while it is open */
	uint16_t	source;
};

void fdd_filter_init(struct fdd_filter *f)
{
	*f = (struct fdd_filter){
		.max_duration = UINT64_MAX,
		.max_calls = UINT64_MAX,
	};
}

void fdd_filter_free(struct fdd_filter *f)
{
	free(f->funcs.list);
	free(f->not_funcs.list);
	free(f->comms.list);
	free(f->modules.list);
	free(f->interrupts.list);
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
	free(f->windows);
}

static bool parse_end(const char *text, uint64_t *ns, bool *from_start)
{
	size_t len = strlen(text);

	/* With a unit it is a time since the start, as in uftrace. */
	*from_start = len && strchr("smu", text[len - 1]);
	return fdd_parse_time(text, NSEC_PER_SEC, ns);
}

bool fdd_range_parse(const char *text, struct fdd_range *range)
{
	const char *tilde = strchr(text, '~');
	char *from;
	bool ok = true;

	*range = (struct fdd_range){ .to = UINT64_MAX };
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

/* A pattern is for the name alone or for "name [module]". */
static bool match_func(const struct fdd_patterns *p, const char *name)
{
	const char *blank = strchr(name, ' ');
	char *alone;
	bool match = fdd_patterns_match(p, name);

	if (match || !blank)
		return match;
	alone = xstrndup(name, blank - name);
	match = fdd_patterns_match(p, alone);
	free(alone);
	return match;
}

static bool want_func(struct fdd_filter *f, uint32_t func)
{
	const char *name = fdd_name(&f->model->funcs, func);
	const char *module;

	if (f->funcs.nr && !match_func(&f->funcs, name))
		return false;
	if (f->not_funcs.nr && match_func(&f->not_funcs, name))
		return false;
	if (!f->modules.nr)
		return true;
	module = fdd_name(&f->model->modules, fdd_func_module(f->model, func));
	return fdd_patterns_match(&f->modules, module);
}

/* Ask once per name: matching a pattern is slow. */
static uint8_t *known_slot(uint8_t **known, uint32_t *nr, uint32_t id)
{
	GROW_TO(*known, *nr, id);
	return *known + id;
}

static bool pass_func(struct fdd_filter *f, uint32_t func)
{
	uint8_t *slot;

	if (!f->funcs.nr && !f->not_funcs.nr && !f->modules.nr)
		return true;
	slot = known_slot(&f->func_known, &f->nr_func_known, func);
	if (!*slot)
		*slot = want_func(f, func) ? 2 : 1;
	return *slot == 2;
}

static bool pass_comm(struct fdd_filter *f, uint32_t comm)
{
	uint8_t *slot;

	if (!f->comms.nr)
		return true;
	slot = known_slot(&f->comm_known, &f->nr_comm_known, comm);
	if (!*slot)
		*slot = fdd_patterns_match(&f->comms, fdd_name(&f->model->comms, comm)) ? 2 : 1;
	return *slot == 2;
}

static bool pass_number(const struct fdd_numbers *n, int64_t number)
{
	return !n->nr || fdd_numbers_have(n, number);
}

static bool pass_range(const struct fdd_filter *f, const struct fdd_call *call)
{
	uint64_t start = f->model->sources[call->source].anchor;
	uint64_t from = f->range.from, to = f->range.to;

	if (!f->has_range)
		return true;
	if (f->range.from_start)
		from += start;
	if (f->range.to_start)
		to += start;
	return call->calltime >= from && call->calltime <= to;
}

/* A call is between two markers if it began there. */
static bool pass_windows(const struct fdd_filter *f, const struct fdd_call *call)
{
	if (!f->between_start)
		return true;
	for (unsigned int i = f->nr_windows; i-- > 0; ) {
		const struct fdd_window *w = &f->windows[i];

		if (w->source == call->source && call->calltime >= w->from)
			return call->calltime <= w->to;
	}
	return false;
}

static bool pass_regions(struct fdd_filter *f, const struct fdd_call *call)
{
	return !f->regions.nr || fdd_regions_around(&f->followed, call);
}

static bool pass_exprs(const struct fdd_filter *f, const struct fdd_frame *frame)
{
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		if (!fdd_expr_call(f->exprs[i], f->model, frame))
			return false;
	return true;
}

static bool pass(void *arg, const struct fdd_frame *frame)
{
	struct fdd_filter *f = arg;
	const struct fdd_call *call = &frame->call;

	/* Asked of every call: it learns which are the program's own writes. */
	if (!pass_regions(f, call))
		return false;
	return (!f->max_depth || call->depth < f->max_depth) &&
	       call->duration >= f->min_duration &&
	       call->duration <= f->max_duration &&
	       pass_number(&f->cpus, call->cpu) &&
	       pass_number(&f->pids, call->pid) &&
	       pass_range(f, call) && pass_windows(f, call) &&
	       pass_func(f, call->func) && pass_comm(f, call->comm) &&
	       pass_exprs(f, frame);
}

static bool has_call_part(const struct fdd_filter *f)
{
	return f->max_depth || f->min_duration || f->max_duration != UINT64_MAX ||
	       f->cpus.nr || f->pids.nr || f->has_range || f->between_start ||
	       f->funcs.nr || f->not_funcs.nr || f->modules.nr || f->comms.nr ||
	       f->regions.nr || f->nr_exprs;
}

static bool is_interrupt(void *arg, uint32_t func)
{
	struct fdd_filter *f = arg;

	return match_func(&f->interrupts, fdd_name(&f->model->funcs, func));
}

static bool match_text(const char *pattern, const struct fdd_note *note)
{
	char *text = xstrndup(note->text, note->len);
	bool match = fdd_glob(pattern, text);

	free(text);
	return match;
}

static struct fdd_window *open_window(struct fdd_filter *f, uint16_t source)
{
	for (unsigned int i = f->nr_windows; i-- > 0; )
		if (f->windows[i].source == source)
			return f->windows[i].to == UINT64_MAX ? &f->windows[i] : NULL;
	return NULL;
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_filter *f = container_of(sink, struct fdd_filter, sink);
	struct fdd_window *w;

	if (note->kind == FDD_NOTE_LOST || !note->text)
		return;
	w = open_window(f, note->source);
	if (!w && match_text(f->between_start, note)) {
		GROW(f->windows, f->nr_windows, f->cap_windows);
		f->windows[f->nr_windows++] = (struct fdd_window){
			.from = note->time,
			.to = UINT64_MAX,
			.source = note->source,
		};
	} else if (w && match_text(f->between_end, note)) {
		w->to = note->time;
	}
}

void fdd_filter_attach(struct fdd_filter *f, struct fdd_model *m)
{
	f->model = m;
	if (has_call_part(f)) {
		m->select = pass;
		m->select_arg = f;
	}
	if (f->regions.nr) {
		fdd_regions_init(&f->followed, &f->regions);
		fdd_regions_attach(&f->followed, m);
		f->marker_writes = fdd_marker_writes_attach(m);
	}
	if (f->interrupts.nr) {
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
	const struct fdd_call call = {
		.calltime = region->from,
		.duration = region->to ? region->to - region->from : 0,
		.source = region->source,
	};

	if (region->to && (call.duration < f->min_duration ||
			   call.duration > f->max_duration))
		return false;
	return pass_number(&f->cpus, region->cpu) &&
	       pass_number(&f->pids, region->pid) &&
	       (!f->comms.nr ||
		fdd_patterns_match(&f->comms, fdd_name(&f->model->comms, region->comm))) &&
	       pass_range(f, &call) && pass_windows(f, &call);
}

bool fdd_filter_row(const struct fdd_filter *f, const struct fdd_row *row)
{
	if (f->has_min_total && row->total <= f->min_total)
		return false;
	if (row->calls < f->min_calls || row->calls > f->max_calls)
		return false;
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		if (!fdd_expr_row(f->exprs[i], row))
			return false;
	return true;
}

bool fdd_filter_has_row_part(const struct fdd_filter *f)
{
	if (f->has_min_total || f->min_calls || f->max_calls != UINT64_MAX)
		return true;
	for (unsigned int i = 0; i < f->nr_exprs; i++)
		if (fdd_expr_has_row_part(f->exprs[i]))
			return true;
	return false;
}

bool fdd_filter_func(const struct fdd_filter *f, struct fdd_table *t, uint32_t func)
{
	struct fdd_row *row;

	if (!fdd_filter_has_row_part(f))
		return true;
	row = fdd_table_row(t, func);
	return row && fdd_filter_row(f, row);
}
