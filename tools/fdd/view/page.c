// SPDX-License-Identifier: GPL-2.0
/*
 * The data of the page: the functions with their histograms and slowest calls, the call
 * tree, regions and markers, and why the slowest calls were slow. page/README.md describes the
 * format.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/gzip.h"
#include "model/pick.h"
#include "model/place.h"
#include "page/page.h"
#include "view/axis.h"
#include "view/document.h"
#include "view/page.h"
#include "view/regions.h"
#include "view/rows.h"
#include "view/tree.h"
#include "view/why.h"

#define SLOWEST		10	/* of each function */
#define MAX_SLOWEST	(1u << 18)	/* of all functions with more than one: 20 MiB */
#define MAX_RELATIVES	1000	/* callers of a function, and callees */
#define MANY_RELATIVES	(1u << 14)	/* of the first functions; others have a few */
#define FEW_RELATIVES	3
#define MANY_SLOWEST	10000	/* the same */
#define FEW_SLOWEST	2
#define MAX_DETAILS	(64u << 20)	/* bytes of JSON; later functions have numbers only */
#define MAX_PATHS	20000	/* of the tree */
#define MAX_REGIONS	1000	/* kinds of them */
#define MAX_MARKERS	1000	/* the first ones */
#define MAX_TEXT	1000	/* bytes of one */
#define OVERVIEW_LEVELS	2	/* of zoom, of an axis whose parts can be requested */
#define EXPLAINED	3	/* calls; as many as "fdd why" without options */
#define WINDOW_ITEMS	(1u << 17)	/* of each kind: the page itself needs memory, too */

/* What the page has of a call: there may be hundreds of thousands. */
struct slow {
	uint64_t	calltime, duration;
	uint64_t	seq;
	uint32_t	comm;
	int32_t		pid;
	uint32_t	caller;		/* in model->funcs; NONE: not known yet */
	uint16_t	cpu, source;
};

/* The longest calls of one function: a heap with the shortest of them first. */
struct slow_list {
	struct slow	*calls;
	unsigned int	nr, cap;
	bool		full;		/* with one, because of the limit */
};

struct marker {
	uint64_t	time;
	uint32_t	comm;
	int32_t		pid;
	uint16_t	cpu;
	char		*text;
	size_t		len;
};

struct page_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	struct fdd_view		*tree, *regions;
	struct marker		markers[MAX_MARKERS];
	unsigned int		nr_markers;
	uint64_t		more_markers;
	struct slow_list	*lists;		/* by function */
	uint32_t		nr_lists;
	unsigned int		nr_slowest;	/* the room in long lists */
	uint32_t		nr_short;	/* functions whose slowest call alone is kept */
	uint64_t		left_out;	/* slowest calls, callers and callees */
	uint64_t		nr_relatives;	/* callers and callees that were written */
	uint64_t		nr_written;	/* slowest calls */
	struct fdd_pick		pick;
	struct fdd_windows	windows;
	struct fdd_axis		axis;
	bool			no_axis;
	struct fdd_bytes	*to;		/* of data alone; NULL: print the page */
	const struct fdd_bytes	*before;	/* data of another trace, or NULL */
	bool			again;		/* the windows are those of a second reading */
};

static struct page_view *own(struct fdd_view *view)
{
	return container_of(view, struct page_view, view);
}

static struct slow_list *list_of(struct page_view *v, uint32_t func)
{
	GROW_TO(v->lists, v->nr_lists, func);
	return &v->lists[func];
}

/* Room for one call at first, since most functions have few. */
static void make_room(struct page_view *v, struct slow_list *list)
{
	if (!list->cap) {
		list->cap = 1;
	} else if (v->nr_slowest + SLOWEST <= MAX_SLOWEST) {
		v->nr_slowest += SLOWEST;
		list->cap = SLOWEST;
	} else {
		list->full = true;
		v->nr_short++;
		return;
	}
	list->calls = xrealloc(list->calls, list->cap * sizeof(*list->calls));
}

static void list_add(struct page_view *v, struct slow_list *list, const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	const struct slow slow = {
		.calltime = call->calltime, .duration = call->duration, .seq = frame->seq,
		.comm = call->comm, .pid = call->pid, .caller = FDD_FUNC_NONE,
		.cpu = call->cpu, .source = call->source,
	};
	unsigned int i;

	if (list->nr == list->cap && list->cap < SLOWEST && !list->full)
		make_room(v, list);
	if (list->nr == list->cap) {
		if (list->calls[0].duration >= slow.duration)
			return;
		memmove(list->calls, list->calls + 1, --list->nr * sizeof(slow));
	}
	for (i = list->nr++; i && list->calls[i - 1].duration > slow.duration; i--)
		list->calls[i] = list->calls[i - 1];
	list->calls[i] = slow;
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct page_view *v = container_of(sink, struct page_view, sink);

	(void)stack;
	if (frame->selected)
		list_add(v, list_of(v, frame->call.func), frame);
}

/* Find the call in its function's list by its seq. */
static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct page_view *v = container_of(sink, struct page_view, sink);
	struct slow_list *list;

	(void)stack;
	if (!frame->selected)
		return;
	list = &v->lists[frame->call.func];
	if (list->calls[0].duration > frame->call.duration)
		return;
	for (unsigned int i = 0; i < list->nr; i++)
		if (list->calls[i].seq == frame->seq)
			list->calls[i].caller = kind == FDD_CALLER_DIRECT && parent ?
						parent->call.func : fdd_special_func(kind);
}

/* Regions have a list of their own. */
static bool is_marker(struct page_view *v, const struct fdd_note *note)
{
	struct fdd_region_line line;

	return note->kind == FDD_NOTE_MARKER && note->text &&
	       fdd_filter_time(v->view.filter, note->source, note->time) &&
	       !fdd_region_parse(note->text, note->len, &line);
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct page_view *v = container_of(sink, struct page_view, sink);
	size_t len = note->len < MAX_TEXT ? note->len : MAX_TEXT;

	if (!is_marker(v, note))
		return;
	if (v->nr_markers == MAX_MARKERS) {
		v->more_markers++;
		return;
	}
	v->markers[v->nr_markers++] = (struct marker){
		.time = note->time,
		.comm = note->comm,
		.pid = note->pid,
		.cpu = note->cpu,
		.text = xstrndup(note->text, len),
		.len = len,
	};
}

static void begin(struct fdd_view *view)
{
	struct page_view *v = own(view);

	v->sink.call = on_call;
	v->sink.caller = on_caller;
	v->sink.note = on_note;
	fdd_model_add_sink(view->m, &v->sink);
	v->tree = fdd_view_new(&fdd_view_tree, view->o);
	fdd_view_begin_within(v->tree, view);
	v->regions = fdd_view_new(&fdd_view_regions, view->o);
	fdd_view_begin_within(v->regions, view);
	v->pick.by_function = !view->o->wish.nr;
	v->pick.most = v->pick.by_function ? FDD_CANDIDATES : EXPLAINED;
	fdd_pick_begin(&v->pick, view->m);
	if (!v->no_axis)
		fdd_axis_begin(&v->axis, view->m, view->filter);
}

static bool has_switches(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].switches)
			return true;
	return false;
}

/* Without events of the scheduler there is not more to say than what the other parts show. */
static bool begin_again(struct fdd_view *view, struct fdd_model *m)
{
	struct page_view *v = own(view);

	if (!has_switches(view->m))
		return false;
	if (v->pick.by_function)
		fdd_pick_outstanding(&v->pick, view->t);
	if (!v->pick.nr)
		return false;
	fdd_windows_begin(&v->windows, m, v->pick.list, v->pick.nr);
	v->windows.most = WINDOW_ITEMS / v->pick.nr;
	v->again = true;
	return true;
}

static void end(struct fdd_view *view)
{
	struct page_view *v = own(view);

	fdd_view_free(v->tree);
	fdd_view_free(v->regions);
	fdd_pick_free(&v->pick);
	if (!v->no_axis)
		fdd_axis_free(&v->axis);
	if (v->again)
		fdd_windows_free(&v->windows);
	for (unsigned int i = 0; i < v->nr_markers; i++)
		free(v->markers[i].text);
	for (uint32_t i = 0; i < v->nr_lists; i++)
		free(v->lists[i].calls);
	free(v->lists);
}

/* Octave 0 has the values below FDD_HIST_SUB, each other one those of a power of two. */
static json_object *json_histogram(const struct fdd_row *row)
{
	json_object *list = json_object_new_array();
	uint64_t counts[64] = { 0 };

	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		for (unsigned int b = 0;
		     b < FDD_HIST_SUB && fdd_histogram_has(&row->hist, o); b++) {
			uint64_t low = fdd_bucket_low(o, b);

			counts[low ? 64 - __builtin_clzll(low) : 0] +=
				fdd_histogram_count(&row->hist, o, b);
		}
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(counts); i++) {
		json_object *bucket;

		if (!counts[i])
			continue;
		bucket = json_object_new_array();
		json_object_array_add(bucket, fdd_json_ns(i ? 1ull << (i - 1) : 0));
		json_object_array_add(bucket, fdd_json_ns(counts[i]));
		json_object_array_add(list, bucket);
	}
	return list;
}

static void add_place(struct page_view *v, json_object *o, const struct slow *s)
{
	const struct fdd_user_stacks *user = v->view.m->sources[s->source].user;
	uint32_t stack = FDD_USER_NONE;
	char *place;

	if (user)
		stack = fdd_user_stack_of(user, &(struct fdd_call){
			.calltime = s->calltime, .duration = s->duration, .pid = s->pid,
		});
	if (stack == FDD_USER_NONE)
		return;
	place = fdd_place_text(user, stack, false);
	json_object_object_add(o, "place", fdd_json_string(place, strlen(place)));
	free(place);
}

static json_object *json_slow(struct page_view *v, const struct slow *s)
{
	const struct fdd_name *comm = fdd_name_at(&v->view.m->comms, s->comm);
	const struct fdd_name *caller = fdd_name_at(&v->view.m->funcs, s->caller);
	const char *label = v->view.m->sources[s->source].label;
	json_object *o = json_object_new_object(), *callers = json_object_new_array();

	json_object_object_add(o, "duration_ns", fdd_json_ns(s->duration));
	json_object_object_add(o, "calltime_ns", fdd_json_ns(s->calltime));
	json_object_object_add(o, "comm", fdd_json_string(comm->text, comm->len));
	json_object_object_add(o, "pid", json_object_new_int(s->pid));
	json_object_object_add(o, "cpu", json_object_new_int(s->cpu));
	json_object_object_add(o, "label", fdd_json_string(label, strlen(label)));
	if (s->caller != FDD_FUNC_NONE)
		json_object_array_add(callers, fdd_json_string(caller->text, caller->len));
	json_object_object_add(o, "callers", callers);
	add_place(v, o, s);
	return o;
}

static json_object *json_slowest(struct page_view *v, uint32_t func, bool details)
{
	json_object *array = json_object_new_array();
	struct slow_list *list = func < v->nr_lists ? &v->lists[func] : NULL;
	unsigned int nr = list ? list->nr : 0, most = 0;

	if (details)
		most = v->nr_written < MANY_SLOWEST ? SLOWEST : FEW_SLOWEST;
	if (most > nr)
		most = nr;
	v->left_out += nr - most;
	v->nr_written += most;
	for (unsigned int i = 0; i < most; i++)
		json_object_array_add(array, json_slow(v, &list->calls[nr - 1 - i]));
	return array;
}

static uint32_t most_relatives(const struct page_view *v, bool details)
{
	if (!details)
		return 0;
	return v->nr_relatives < MANY_RELATIVES ? MAX_RELATIVES : FEW_RELATIVES;
}

static void count_relatives(struct page_view *v, json_object *row, const char *key)
{
	json_object *list;

	if (json_object_object_get_ex(row, key, &list))
		v->nr_relatives += json_object_array_length(list);
}

static json_object *json_row(struct page_view *v, const struct fdd_row *row, bool details)
{
	json_object *o = fdd_row_json(v->view.t, row);

	fdd_row_json_edges(v->view.t, row, o, most_relatives(v, details), &v->left_out);
	count_relatives(v, o, "callers");
	count_relatives(v, o, "callees");
	json_object_object_add(o, "hist", json_histogram(row));
	json_object_object_add(o, "slowest", json_slowest(v, row->key, details));
	return o;
}

static json_object *json_marker(struct page_view *v, const struct marker *marker)
{
	const struct fdd_name *comm = fdd_name_at(&v->view.m->comms, marker->comm);
	json_object *o = json_object_new_object();

	json_object_object_add(o, "time_ns", fdd_json_ns(marker->time));
	json_object_object_add(o, "comm", fdd_json_string(comm->text, comm->len));
	json_object_object_add(o, "pid", json_object_new_int(marker->pid));
	json_object_object_add(o, "cpu", json_object_new_int(marker->cpu));
	json_object_object_add(o, "text", fdd_json_string(marker->text, marker->len));
	return o;
}

static void write_spans(struct page_view *v, struct fdd_json *j)
{
	uint32_t more = fdd_regions_json(v->regions, MAX_REGIONS, j);

	fdd_json_number(j, "regions_left_out", more);
	fdd_json_open_list(j, "markers");
	for (unsigned int i = 0; i < v->nr_markers; i++)
		fdd_json_item(j, json_marker(v, &v->markers[i]));
	fdd_json_close_list(j);
	fdd_json_number(j, "markers_left_out", v->more_markers);
}

static void write_why(struct page_view *v, struct fdd_json *j)
{
	struct fdd_why_list l = { 0 };

	if (v->again) {
		fdd_windows_finish(&v->windows);
		fdd_why_list_init(&l, &v->windows, v->view.t, &v->pick);
	}
	fdd_why_json(&l, j);
	for (uint32_t i = 0; i < l.nr; i++)
		fdd_axis_add_place(&v->axis, l.list[i].w->from, l.list[i].w->to);
	fdd_why_list_free(&l);
}

/* The slowest call of each of the first functions of the table: places of the time axis. */
static void add_slowest_places(struct page_view *v, struct fdd_row *const *rows, uint32_t nr)
{
	for (uint32_t i = 0; i < nr && i < FDD_AXIS_PLACES; i++) {
		uint32_t func = rows[i]->key;
		const struct slow_list *list = func < v->nr_lists ? &v->lists[func] : NULL;
		const struct slow *s;

		if (!list || !list->nr)
			continue;
		s = &list->calls[list->nr - 1];
		fdd_axis_add_place(&v->axis, s->calltime, s->calltime + s->duration);
	}
}

static json_object *json_head(struct fdd_view *view)
{
	json_object *o = fdd_json_document(view->m, view->t);

	json_object_object_add(o, "tool", json_object_new_string("fdd " FDD_VERSION));
	json_object_object_add(o, "calls", fdd_json_ns(fdd_table_calls(view->t)));
	return o;
}

/* What only the readings need, to make room for the pairs of caller and callee. */
static void forget_calls(struct fdd_view *view)
{
	fdd_table_forget_tasks(view->t);
	fdd_model_forget_tasks(view->m);
	xtrim();
}

/* Returns false if the data of the other trace are not complete. */
static bool write_data(struct fdd_view *view, struct fdd_json *j)
{
	struct page_view *v = own(view);
	struct fdd_row **rows;
	bool ok = true;
	uint32_t nr;

	forget_calls(view);
	rows = fdd_select_rows(view, &nr);
	fdd_json_open(j, json_head(view));
	fdd_json_open_list(j, "functions");
	for (uint32_t i = 0; i < nr; i++)
		fdd_json_item(j, json_row(v, rows[i], j->size < MAX_DETAILS));
	fdd_json_close_list(j);
	fdd_json_number(j, "details_left_out", v->left_out);
	fdd_tree_json(v->tree, MAX_PATHS, j);
	write_spans(v, j);
	write_why(v, j);
	if (!v->no_axis) {
		add_slowest_places(v, rows, nr);
		fdd_axis_json(&v->axis, view->t, j);
	}
	if (v->before)
		ok = fdd_json_copy(j, "before", v->before);
	fdd_json_close(j);
	free(rows);
	return ok;
}

void fdd_page_print_to(struct fdd_view *page, struct fdd_bytes *gz)
{
	own(page)->to = gz;
}

void fdd_page_compare(struct fdd_view *page, const struct fdd_bytes *gz)
{
	own(page)->before = gz;
}

void fdd_page_leave_out_axis(struct fdd_view *page)
{
	own(page)->no_axis = true;
}

void fdd_page_data(struct fdd_view *view, FILE *to)
{
	struct fdd_json j = { .to = to, .plain = true };

	write_data(view, &j);
}

void fdd_page_axis(struct fdd_view *view, uint64_t from, uint64_t to,
		   char *(*cgroup)(int32_t pid, const char *comm), FILE *f)
{
	struct fdd_axis *axis = &own(view)->axis;
	struct fdd_json j = { .to = f, .plain = true };

	forget_calls(view);
	axis->cgroup = cgroup;
	axis->most_levels = to ? 0 : OVERVIEW_LEVELS;
	fdd_axis_limit(axis, from, to);
	fdd_json_open(&j, json_head(view));
	fdd_axis_json(axis, view->t, &j);
	fdd_json_close(&j);
}

static void __attribute__((noreturn)) no_data(const struct fdd_bytes *gz)
{
	fdd_error("the data of the page, in a temporary file: %s",
		  strerror(gz->error ? gz->error : EIO));
	exit(FDD_EXIT_INPUT);
}

/* Returns the number of bytes before compression; ends fdd if a temporary file cannot be used. */
static uint64_t compress_data(struct fdd_view *view, struct fdd_bytes *gz)
{
	struct fdd_json j = { .plain = true, .in_html = true };
	uint64_t size;
	bool ok;

	j.to = fdd_gzip_open(gz, &size);
	ok = write_data(view, &j);
	fclose(j.to);
	if (!ok || gz->error)
		no_data(gz);
	return size;
}

static void print_page(struct fdd_view *view)
{
	struct fdd_bytes gz;
	uint64_t size;

	fdd_bytes_init(&gz);
	size = compress_data(view, &gz);
	if (!fdd_page_print(stdout, &gz, size))
		no_data(&gz);
	fdd_bytes_free(&gz);
}

static void print(struct fdd_view *view)
{
	if (own(view)->to)
		compress_data(view, own(view)->to);
	else
		print_page(view);
	if (own(view)->nr_short)
		fdd_warning("the slowest calls are limited to %u: of %u functions only the slowest one is listed",
			    MAX_SLOWEST, own(view)->nr_short);
	if (own(view)->left_out)
		fdd_warning("the page is limited to %u callers and callees of a function, and where there are many functions to %u in all and the largest %u of the others: with slowest calls, %llu of them are left out",
			    MAX_RELATIVES, MANY_RELATIVES, FEW_RELATIVES,
			    (unsigned long long)own(view)->left_out);
}

const struct fdd_view_ops fdd_view_page = {
	.name = "--to=html",
	.only_export = true,
	.export = "html",
	.export_help = "an HTML page for any browser, without network access",
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT | FDD_TAKES_SORT,
	.formats = 1 << FDD_TEXT,
	.parts = FDD_TABLE_TOTALS | FDD_TABLE_PERCENTILES | FDD_TABLE_EDGES,
	.size = sizeof(struct page_view),
	.check = fdd_rows_check,
	.begin = begin,
	.without_calls = true,
	.begin_again = begin_again,
	.stacks = true,
	.print = print,
	.end = end,
};
