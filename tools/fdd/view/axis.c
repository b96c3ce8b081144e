// SPDX-License-Identifier: GPL-2.0
/* The calls of a trace for a time axis, by levels of zoom. */
#include <stdlib.h>
#include <string.h>

#include "lib/output.h"
#include "view/axis.h"

#define FIRST_LEVEL	500	/* steps of the whole trace that the first level separates, */
#define FEWEST_STEPS	60	/* or fewer if there are many lanes: this many in all */
#define ALL_STEPS	6000
#define LEVEL_FACTOR	8
#define MAX_LANES	200
#define MAX_CPU_LANES	1024	/* besides them */
#define FIRST_ITEMS	40000	/* of the first level: further lanes are left out */
#define MOST_ITEMS	200000	/* of that, with those of CPUs: further calls are left out */
#define MAX_ITEMS	25000	/* of another one: it is left out */
#define PLACE_ITEMS	2000
#define MAX_NAMES	20000
#define MAX_WAKES	4000
#define MAX_NAME	600	/* bytes: a function's is whole, not all of a marker's text */

/* Running on a CPU: a task, or an interrupt on top of one. */
struct on_cpu {
	uint64_t	from, to, order;
	uint32_t	name;
	uint16_t	source, cpu;
	bool		interrupt;
};

static int by_cpu(const void *a, const void *b)
{
	const struct on_cpu *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	if (x->interrupt != y->interrupt)
		return x->interrupt ? 1 : -1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

void fdd_axis_begin(struct fdd_axis *a, struct fdd_model *m, const struct fdd_filter *filter)
{
	*a = (struct fdd_axis){ .first = UINT64_MAX };
	fdd_timeline_begin(&a->tl, m, filter);
	a->tl.quiet = true;
	fdd_timeline_want_states(&a->tl, false);
	fdd_sorter_init(&a->cpus, sizeof(struct on_cpu), by_cpu, 4 << 20);
	a->names.most = MAX_NAMES;
	a->names.other = fdd_names_get(&a->names, "(other names)", strlen("(other names)"));
}

static void free_items(struct fdd_axis_items *items)
{
	free(items->list);
	*items = (struct fdd_axis_items){ 0 };
}

void fdd_axis_free(struct fdd_axis *a)
{
	fdd_timeline_free(&a->tl);
	fdd_sorter_free(&a->cpus);
	for (unsigned int i = 0; i < FDD_AXIS_LEVELS; i++)
		free_items(&a->levels[i].items);
	for (unsigned int i = 0; i < a->nr_places; i++)
		free_items(&a->places[i].items);
	for (uint32_t i = 0; i < a->nr_lanes; i++) {
		free(a->lanes[i].name);
		free(a->lanes[i].cgroup);
	}
	free(a->lanes);
	free(a->lane_of);
	free(a->wakes);
	fdd_names_free(&a->names);
}

/* Half of its duration before and after it is in sight, too. */
void fdd_axis_add_place(struct fdd_axis *a, uint64_t from, uint64_t to)
{
	uint64_t around = (to - from) / 2 + 1;

	if (a->nr_places == FDD_AXIS_PLACES)
		return;
	a->places[a->nr_places++] = (struct fdd_axis_place){
		.from = from > around ? from - around : 0, .to = to + around,
	};
}

void fdd_axis_limit(struct fdd_axis *a, uint64_t from, uint64_t to)
{
	a->from = from;
	a->to = to;
}

/* Items */

static void put_item(struct fdd_axis_items *items, const struct fdd_axis_item *item)
{
	GROW(items->list, items->nr, items->cap);
	items->list[items->nr++] = *item;
}

/* A level that has too many items is left out, with those below it; but for the first one. */
static void level_add(struct fdd_axis *a, unsigned int level, const struct fdd_axis_item *item)
{
	if (a->levels[level].items.nr == MOST_ITEMS) {
		a->deep += item->calls;
		return;
	}
	put_item(&a->levels[level].items, item);
	if (!level || a->levels[level].items.nr <= MAX_ITEMS)
		return;
	for (unsigned int i = level; i < a->nr_levels; i++)
		free_items(&a->levels[i].items);
	a->nr_levels = level;
}

static void flush(struct fdd_axis *a, unsigned int level, unsigned int row)
{
	struct fdd_axis_block *b = &a->levels[level].blocks[row];
	const struct fdd_axis_item item = {
		.from = b->from, .ns = b->to - b->from, .name = b->name, .calls = b->calls,
		.lane = a->nr_lanes - 1, .row = row, .cpu = b->cpu,
	};

	if (!b->calls)
		return;
	b->calls = 0;
	level_add(a, level, &item);
}

static void flush_lane(struct fdd_axis *a)
{
	for (unsigned int i = 0; i < a->nr_levels; i++)
		for (unsigned int row = 0; row < FDD_AXIS_ROWS && i < a->nr_levels; row++)
			flush(a, i, row);
	memset(a->marks, 0, sizeof(a->marks));
}

static void join(struct fdd_axis *a, unsigned int level, const struct fdd_axis_item *item)
{
	struct fdd_axis_block *b = &a->levels[level].blocks[item->row];

	if (b->calls && item->from + item->ns - b->from > a->levels[level].ns)
		flush(a, level, item->row);
	if (level >= a->nr_levels)
		return;
	if (!b->calls)
		*b = (struct fdd_axis_block){ .from = item->from };
	if (!b->calls || item->ns > b->longest) {
		b->longest = item->ns;
		b->name = item->name;
		b->cpu = item->cpu;
	}
	if (item->from + item->ns > b->to)
		b->to = item->from + item->ns;
	b->calls++;
}

/* A call is in the first level in which it is wide enough, and in blocks of those before. */
static void add_to_level(struct fdd_axis *a, unsigned int level, const struct fdd_axis_item *item)
{
	uint64_t ns = a->levels[level].ns;

	if (item->ns < ns) {
		join(a, level, item);
		return;
	}
	flush(a, level, item->row);
	if (level < a->nr_levels && (!level || item->ns < a->levels[level - 1].ns))
		level_add(a, level, item);
}

/*
 * A marker is in the first level that separates it from the one before, and is seen in those below.
 * It does not take the room of calls.
 */
static void add_mark(struct fdd_axis *a, const struct fdd_axis_item *item, uint64_t around)
{
	unsigned int level = 0;

	while (level < a->nr_levels &&
	       (around < a->levels[level].ns ||
		(a->marks[level][item->row] &&
		 item->from - a->marks[level][item->row] <= a->levels[level].ns)))
		level++;
	for (unsigned int i = level; i < a->nr_levels; i++)
		a->marks[i][item->row] = item->from;
	if (level < a->nr_levels && a->levels[level].items.nr < MAX_ITEMS / 2)
		level_add(a, level, item);
}

static void add_to_places(struct fdd_axis *a, const struct fdd_axis_item *item)
{
	for (unsigned int i = 0; i < a->nr_places; i++) {
		struct fdd_axis_place *p = &a->places[i];

		if (p->full || item->from >= p->to || item->from + item->ns <= p->from)
			continue;
		put_item(&p->items, item);
		p->full = p->items.nr > PLACE_ITEMS;
		if (p->full)
			free_items(&p->items);
	}
}

/* Tasks may be known before the first call, and after the last one. */
static void clip(const struct fdd_axis *a, struct fdd_axis_item *item)
{
	uint64_t to = item->from + item->ns;

	item->from = item->from > a->first ? item->from : a->first;
	to = to < a->last ? to : a->last;
	item->ns = to > item->from ? to - item->from : 0;
}

/* @around: the duration of the call around it: what is in a joined one is in the same block. */
static void add(struct fdd_axis *a, struct fdd_axis_item *item, uint64_t around)
{
	clip(a, item);
	if (!item->calls)
		add_mark(a, item, around);
	for (unsigned int i = 0; i < a->nr_levels && item->calls; i++)
		if (around >= a->levels[i].ns)
			add_to_level(a, i, item);
	add_to_places(a, item);
	if (item->row >= a->lanes[a->nr_lanes - 1].rows)
		a->lanes[a->nr_lanes - 1].rows = item->row + 1;
}

/* Lanes */

static struct fdd_axis_lane *new_lane(struct fdd_axis *a, char *name)
{
	flush_lane(a);
	GROW(a->lanes, a->nr_lanes, a->cap_lanes);
	a->lanes[a->nr_lanes++] = (struct fdd_axis_lane){ .name = name };
	a->nr_open = 0;
	return &a->lanes[a->nr_lanes - 1];
}

static bool is_full(const struct fdd_axis *a)
{
	return a->nr_lanes == MAX_LANES || a->levels[0].items.nr > FIRST_ITEMS;
}

static uint32_t add_name(struct fdd_axis *a, const char *name, size_t len)
{
	return fdd_names_get(&a->names, name, len < MAX_NAME ? len : MAX_NAME);
}

static uint32_t name_of(struct fdd_axis *a, const struct fdd_span *span)
{
	const struct fdd_span_text text = fdd_span_name(&a->tl, span);

	return add_name(a, text.text, text.len);
}

/* Row 0 is that of the states; calls begin below it. */
static void add_call(struct fdd_axis *a, const struct fdd_span *span)
{
	uint64_t ns = span->to - span->from;

	while (a->nr_open && a->ends[a->nr_open - 1] <= span->from)
		a->nr_open--;
	if (a->nr_open + 1 >= FDD_AXIS_ROWS) {
		a->deep++;
		return;
	}
	add(a, &(struct fdd_axis_item){
		.from = span->from, .ns = ns, .name = name_of(a, span), .calls = !span->is_mark,
		.lane = a->nr_lanes - 1, .row = a->nr_open + 1, .cpu = span->cpu,
	}, a->nr_open ? a->wide[a->nr_open - 1] : UINT64_MAX);
	if (span->is_mark)
		return;
	a->ends[a->nr_open] = span->to;
	a->wide[a->nr_open++] = ns;
}

static void note_cpu(struct fdd_axis *a, const struct fdd_span *span, bool interrupt)
{
	const struct fdd_track *track = &a->tl.tracks[span->track];
	char *name = interrupt ? NULL : fdd_track_name(&a->tl, track);

	*(struct on_cpu *)fdd_sorter_add(&a->cpus) = (struct on_cpu){
		.from = span->from, .to = span->to, .order = span->order,
		.name = name ? add_name(a, name, strlen(name)) : name_of(a, span),
		.source = track->source, .cpu = span->cpu, .interrupt = interrupt,
	};
	a->has_cpus = true;
	free(name);
}

static void add_state(struct fdd_axis *a, const struct fdd_span *span)
{
	a->lanes[a->nr_lanes - 1].has_states = true;
	add(a, &(struct fdd_axis_item){
		.from = span->from, .ns = span->to - span->from, .name = name_of(a, span),
		.calls = 1, .lane = a->nr_lanes - 1, .cpu = span->cpu,
	}, UINT64_MAX);
}

/* Of a task, or of what has no task. */
static void begin_lane(struct fdd_axis *a, uint32_t track, bool *skip)
{
	const struct fdd_track *t = &a->tl.tracks[track];
	struct fdd_axis_lane *lane;

	*skip = is_full(a);
	a->left_out += *skip;
	if (*skip)
		return;
	lane = new_lane(a, fdd_track_name(&a->tl, t));
	lane->of_regions = t->kind == FDD_TRACK_REGIONS || t->kind == FDD_TRACK_CPU_REGIONS;
	a->lane_of[track] = a->nr_lanes;
	if (a->cgroup && t->kind == FDD_TRACK_TASK)
		lane->cgroup = a->cgroup(t->number, fdd_name(&a->tl.m->comms, t->comm));
}

/* A call that takes no time, too */
static bool is_in_sight(const struct fdd_axis *a, const struct fdd_span *span)
{
	if (span->is_state || span->is_work)
		return span->to > a->from && span->from < a->to;
	return span->to >= a->from && span->from <= a->to;
}

static bool is_in_a_place(const struct fdd_axis *a, uint64_t time)
{
	for (unsigned int i = 0; i < a->nr_places; i++)
		if (time >= a->places[i].from && time <= a->places[i].to)
			return true;
	return a->from > a->first || a->to < a->last;
}

static void add_wake(struct fdd_axis *a, const struct fdd_span *span)
{
	if (!is_in_a_place(a, span->from))
		return;
	if (a->nr_wakes == MAX_WAKES) {
		a->wakes_left_out++;
		return;
	}
	GROW(a->wakes, a->nr_wakes, a->cap_wakes);
	a->wakes[a->nr_wakes++] = (struct fdd_axis_wake){
		.time = span->from, .waker = span->track, .woken = fdd_wake_track(span->wake),
	};
}

static void read_tasks(struct fdd_axis *a)
{
	const struct fdd_span *span;
	uint32_t track = UINT32_MAX;
	bool skip = false;

	a->lane_of = xcalloc(a->tl.nr_tracks + 1, sizeof(*a->lane_of));
	while ((span = fdd_timeline_next(&a->tl))) {
		if (!is_in_sight(a, span))
			continue;
		if (span->is_wake)
			add_wake(a, span);
		if (span->is_work && a->tl.tracks[span->on].kind == FDD_TRACK_INTERRUPTS)
			note_cpu(a, span, true);
		if (span->is_state && span->name == FDD_STATE_RUNNING)
			note_cpu(a, span, false);
		if (span->is_work || span->is_wake || span->is_counter)
			continue;
		if (span->track != track)
			begin_lane(a, span->track, &skip);
		track = span->track;
		if (!skip && span->is_state)
			add_state(a, span);
		else if (!skip)
			add_call(a, span);
	}
	flush_lane(a);
}

static char *cpu_name(const struct fdd_axis *a, const struct on_cpu *on)
{
	const struct fdd_model *m = a->tl.m;
	char *name;

	if (asprintf(&name, "%s%sCPU %u", m->nr_sources > 1 ? m->sources[on->source].label : "",
		     m->nr_sources > 1 ? ": " : "", on->cpu) < 0)
		abort();
	return name;
}

static void read_cpus(struct fdd_axis *a)
{
	const struct on_cpu *on;
	uint32_t last = UINT32_MAX, lanes = a->nr_lanes;
	bool skip = false;

	if (!a->has_cpus)
		return;
	fdd_sorter_rewind(&a->cpus);
	while ((on = fdd_sorter_next(&a->cpus))) {
		uint32_t here = on->source << 16 | on->cpu;

		if (here != last) {
			skip = a->nr_lanes - lanes == MAX_CPU_LANES;
			a->left_out += skip;
		}
		if (here != last && !skip)
			new_lane(a, cpu_name(a, on))->of_cpu = true;
		last = here;
		if (skip)
			continue;
		add(a, &(struct fdd_axis_item){
			.from = on->from, .ns = on->to - on->from, .name = on->name, .calls = 1,
			.lane = a->nr_lanes - 1, .row = on->interrupt, .cpu = on->cpu,
		}, UINT64_MAX);
	}
	flush_lane(a);
}

/* Levels */

static void reach(struct fdd_axis *a, uint64_t from, uint64_t to)
{
	a->first = from < a->first ? from : a->first;
	a->last = to > a->last ? to : a->last;
}

/* Calls, regions and markers; not states. */
static void find_range(struct fdd_axis *a)
{
	const struct fdd_model *m = a->tl.m;

	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].calls)
			reach(a, m->sources[i].first, m->sources[i].last);
	if (a->tl.last)
		reach(a, a->tl.first, a->tl.last);
	if (a->first > a->last)
		a->first = a->last = 0;
	if (a->from < a->first)
		a->from = a->first;
	if (!a->to || a->to > a->last)
		a->to = a->last;
}

static uint64_t first_steps(const struct fdd_axis *a)
{
	uint32_t used = 1;

	for (uint32_t i = 0; i < a->tl.nr_tracks; i++)
		used += a->tl.tracks[i].used;
	if (ALL_STEPS / used > FIRST_LEVEL)
		return FIRST_LEVEL;
	return ALL_STEPS / used < FEWEST_STEPS ? FEWEST_STEPS : ALL_STEPS / used;
}

static void make_levels(struct fdd_axis *a)
{
	uint64_t ns = a->to > a->from ? (a->to - a->from) / first_steps(a) : 0;
	unsigned int most = a->most_levels ? a->most_levels : FDD_AXIS_LEVELS;

	do {
		a->levels[a->nr_levels++].ns = ns > 1 ? ns : 0;
		ns /= LEVEL_FACTOR;
	} while (a->levels[a->nr_levels - 1].ns && a->nr_levels < most);
}

/* JSON */

static void write_item(const struct fdd_axis *a, const struct fdd_axis_item *item,
		       struct fdd_json *j)
{
	uint64_t from = item->from > a->first ? item->from - a->first : 0;
	const uint64_t numbers[] = { item->lane, item->row, from, item->ns, item->name,
				     item->calls };

	fdd_json_numbers(j, numbers, ARRAY_SIZE(numbers));
}

/* How many spans, one after the other, are of the same CPU, and that CPU: few of them move. */
static void write_cpus(const struct fdd_axis_items *items, struct fdd_json *j)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0, n; i < items->nr; i += n) {
		for (n = 1; i + n < items->nr && items->list[i + n].cpu == items->list[i].cpu;)
			n++;
		json_object_array_add(list, fdd_json_ns(n));
		json_object_array_add(list, fdd_json_ns(items->list[i].cpu));
	}
	fdd_json_member(j, "cpus", list);
}

static void write_items(const struct fdd_axis *a, const struct fdd_axis_items *items,
			struct fdd_json *j)
{
	fdd_json_open_list(j, "spans");
	for (uint32_t i = 0; i < items->nr; i++)
		write_item(a, &items->list[i], j);
	fdd_json_close_list(j);
	write_cpus(items, j);
}

static void write_levels(const struct fdd_axis *a, struct fdd_json *j)
{
	fdd_json_open_list(j, "levels");
	for (unsigned int i = 0; i < a->nr_levels; i++) {
		json_object *o = json_object_new_object();

		json_object_object_add(o, "ns", fdd_json_ns(a->levels[i].ns));
		fdd_json_open(j, o);
		write_items(a, &a->levels[i].items, j);
		fdd_json_close(j);
	}
	fdd_json_close_list(j);
}

/* When the last level has everything, nothing is left for places. */
static void write_places(const struct fdd_axis *a, struct fdd_json *j)
{
	bool all = a->nr_levels && !a->levels[a->nr_levels - 1].ns;

	fdd_json_open_list(j, "places");
	for (unsigned int i = 0; i < a->nr_places && !all; i++) {
		const struct fdd_axis_place *p = &a->places[i];
		json_object *o;

		if (p->full)
			continue;
		o = json_object_new_object();
		json_object_object_add(o, "from_ns", fdd_json_ns(p->from > a->first ?
								 p->from - a->first : 0));
		json_object_object_add(o, "to_ns", fdd_json_ns(p->to > a->first ?
							       p->to - a->first : 0));
		fdd_json_open(j, o);
		write_items(a, &p->items, j);
		fdd_json_close(j);
	}
	fdd_json_close_list(j);
}

static json_object *json_lane(const struct fdd_axis_lane *lane)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(lane->name, strlen(lane->name)));
	json_object_object_add(o, "rows", fdd_json_ns(lane->rows));
	json_object_object_add(o, "states", json_object_new_boolean(lane->has_states));
	json_object_object_add(o, "of_cpu", json_object_new_boolean(lane->of_cpu));
	json_object_object_add(o, "of_regions", json_object_new_boolean(lane->of_regions));
	if (lane->cgroup)
		json_object_object_add(o, "cgroup",
				       fdd_json_string(lane->cgroup, strlen(lane->cgroup)));
	return o;
}

static json_object *json_head(const struct fdd_axis *a)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "first_ns", fdd_json_ns(a->first));
	json_object_object_add(o, "last_ns", fdd_json_ns(a->last));
	json_object_object_add(o, "lanes_left_out", fdd_json_ns(a->left_out));
	json_object_object_add(o, "deep_left_out", fdd_json_ns(a->deep));
	json_object_object_add(o, "wakes_left_out", fdd_json_ns(a->wakes_left_out));
	return o;
}

/* Those between lanes that are shown. */
static void write_wakes(const struct fdd_axis *a, struct fdd_json *j)
{
	fdd_json_open_list(j, "wakes");
	for (uint32_t i = 0; i < a->nr_wakes; i++) {
		const struct fdd_axis_wake *w = &a->wakes[i];
		uint32_t waker = a->lane_of[w->waker], woken = a->lane_of[w->woken];
		json_object *list;

		if (!waker || !woken)
			continue;
		list = json_object_new_array();
		json_object_array_add(list, fdd_json_ns(w->time - a->first));
		json_object_array_add(list, fdd_json_ns(waker - 1));
		json_object_array_add(list, fdd_json_ns(woken - 1));
		fdd_json_item(j, list);
	}
	fdd_json_close_list(j);
}

static void write_axis(const struct fdd_axis *a, struct fdd_json *j)
{
	fdd_json_open_member(j, "axis", json_head(a));
	fdd_json_open_list(j, "names");
	for (uint32_t i = 0; i < a->names.nr; i++) {
		const struct fdd_name *name = fdd_name_at(&a->names, i);

		fdd_json_item(j, fdd_json_string(name->text, name->len));
	}
	fdd_json_close_list(j);
	fdd_json_open_list(j, "lanes");
	for (uint32_t i = 0; i < a->nr_lanes; i++)
		fdd_json_item(j, json_lane(&a->lanes[i]));
	fdd_json_close_list(j);
	write_levels(a, j);
	write_places(a, j);
	write_wakes(a, j);
	fdd_json_close(j);
}

void fdd_axis_json(struct fdd_axis *a, struct fdd_table *t, struct fdd_json *j)
{
	fdd_timeline_finish(&a->tl, t);
	find_range(a);
	make_levels(a);
	read_tasks(a);
	read_cpus(a);
	write_axis(a, j);
}
