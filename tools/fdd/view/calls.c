// SPDX-License-Identifier: GPL-2.0
/*
 * The calls by call time, with their nesting, and the markers between them.
 * Calls within a region are printed between its braces.
 *
 * The records are in the order of returns, so they are sorted; in a temporary file if there
 * are many.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/patterns.h"
#include "lib/spill.h"
#include "model/regions.h"
#include "view/beside.h"
#include "view/write.h"

/* Kinds of a note's item, in addition to enum fdd_note_kind. */
enum {
	ITEM_REGION = FDD_NOTE_LOST + 1,	/* begin of a region */
	ITEM_REGION_END,
};

struct item {
	uint64_t	time;
	uint64_t	seq;
	uint64_t	duration;
	uint64_t	order;		/* of notes with the same seq */
	union {
		struct {		/* of a call */
			uint64_t	self;
			int64_t		retval;
			uint64_t	beside;	/* in v->texts, + 1; 0: nothing to show */
		};
		struct {		/* of a note, in v->texts */
			uint64_t	text;	/* or a region's name */
			uint64_t	pairs;	/* of a region */
		};
	};
	uint32_t	func;		/* UINT32_MAX: a note */
	uint32_t	comm;
	int32_t		pid;
	uint16_t	cpu;
	uint16_t	depth;
	uint16_t	source;
	uint8_t		context;
	uint8_t		kind;		/* enum fdd_caller_kind, or fdd_note_kind */
	uint8_t		regions;	/* around it */
	bool		has_retval;
	bool		no_time;
	bool		knows_off, knows_irqs;	/* of the other values, also if they are 0 */
};

#define NOTE	UINT32_MAX

struct calls_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	struct fdd_sorter	items;
	uint64_t		nr_notes;
	struct fdd_texts	texts;
	struct fdd_text_copy	text, pairs;	/* of the item that is printed */
	struct fdd_text_copy	beside;
	struct fdd_regions	regions;
};

static struct calls_view *own(struct fdd_view *view)
{
	return container_of(view, struct calls_view, view);
}

static void add_item(struct calls_view *v, const struct item *item)
{
	*(struct item *)fdd_sorter_add(&v->items) = *item;
}

static uint8_t levels(unsigned int regions)
{
	return regions < 32 ? regions : 32;
}

/*
 * What a view stores with a frame until its caller is known: the number of regions, what is
 * known of the times, and the number of the text with them.
 */
#define TAG_OFF		(1u << 8)
#define TAG_IRQS	(1u << 9)
#define TAG_BESIDE	16		/* the first bit of the number */

static uint64_t tag_of_beside(struct calls_view *v, const struct fdd_frame *frame)
{
	struct fdd_beside beside = fdd_beside_of(v->view.m, frame);
	uint64_t tag = (beside.knows_off ? TAG_OFF : 0) | (beside.knows_irqs ? TAG_IRQS : 0);

	if (fdd_beside_any(&beside))
		tag |= (fdd_texts_add(&v->texts, (char *)&beside, sizeof(beside)) + 1)
		       << TAG_BESIDE;
	return tag;
}

/* Store the fields that are not available when the caller is known. */
static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct calls_view *v = container_of(sink, struct calls_view, sink);

	(void)stack;
	frame->tag = levels(fdd_regions_around(&v->regions, &frame->call));
	if (frame->selected)
		frame->tag |= tag_of_beside(v, frame);
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct calls_view *v = container_of(sink, struct calls_view, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	(void)parent;
	if (!frame->selected)
		return;
	add_item(v, &(struct item){
		.time = call->calltime,
		.seq = frame->seq,
		.duration = call->duration,
		.self = frame->self,
		.retval = call->retval,
		.func = call->func,
		.comm = call->comm,
		.pid = call->pid,
		.cpu = call->cpu,
		.depth = call->depth,
		.source = call->source,
		.context = call->context,
		.kind = kind,
		.regions = frame->tag & 0xff,
		.beside = frame->tag >> TAG_BESIDE,
		.has_retval = call->flags & FDD_CALL_RETVAL,
		.no_time = call->flags & FDD_CALL_NO_TIME,
		.knows_off = frame->tag & TAG_OFF,
		.knows_irqs = frame->tag & TAG_IRQS,
	});
}

/* Markers outside of -r, --between and --region are not shown. */
static bool want_note(struct calls_view *v, const struct fdd_note *note)
{
	if (fdd_filter_regions(v->view.filter)->nr && note->kind != FDD_NOTE_LOST &&
	    !fdd_regions_open(&v->regions, note))
		return false;
	return fdd_filter_time(v->view.filter, note->source, note->time);
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct calls_view *v = container_of(sink, struct calls_view, sink);
	char lost[64];
	const char *text = note->text;
	size_t len = note->len;

	if (fdd_regions_note(&v->regions, note) || !want_note(v, note))
		return;
	if (note->kind == FDD_NOTE_LOST) {
		text = lost;
		if (note->count)
			len = snprintf(lost, sizeof(lost), "%llu events lost",
				       (unsigned long long)note->count);
		else
			len = snprintf(lost, sizeof(lost), "events lost");
	}
	add_item(v, &(struct item){
		.time = note->time,
		.seq = v->view.m->seq,
		.order = ++v->nr_notes,
		.func = NOTE,
		.comm = note->comm,
		.text = fdd_texts_add(&v->texts, text ? text : "", text ? len : 0),
		.pid = note->pid,
		.cpu = note->cpu,
		.depth = note->depth,
		.source = note->source,
		.kind = note->kind,
		.regions = levels(fdd_regions_open(&v->regions, note)),
		.no_time = note->no_time,
	});
}

/* The item is added at the end of the region, with its duration. */
static void region_began(void *arg, struct fdd_region *region,
			 const struct fdd_region_line *line)
{
	const struct fdd_note thread = {
		.source = region->source, .pid = region->pid, .cpu = region->cpu,
	};
	struct calls_view *v = arg;
	struct item *item = xmalloc(sizeof(*item));
	char *name = fdd_region_text(line);

	*item = (struct item){
		.time = region->from,
		.seq = v->view.m->seq,
		.duration = UINT64_MAX,
		.order = ++v->nr_notes,
		.func = NOTE,
		.comm = region->comm,
		.text = fdd_texts_add(&v->texts, name, strlen(name)),
		.pairs = fdd_texts_add(&v->texts, line->pairs, line->pairs_len),
		.pid = region->pid,
		.cpu = region->cpu,
		.source = region->source,
		.kind = ITEM_REGION,
		.regions = levels(fdd_regions_open(&v->regions, &thread) - 1),
		.no_time = region->no_time,
	};
	region->tag = (uintptr_t)item;
	free(name);
}

static void region_unfinished(void *arg, const struct fdd_region *region)
{
	struct item *item = (struct item *)(uintptr_t)region->tag;

	add_item(arg, item);
	free(item);
}

/* Text shows the end as a row; CSV and JSON have the duration in the row of the begin. */
static void region_ended(void *arg, const struct fdd_region *region)
{
	struct calls_view *v = arg;
	struct item *item = (struct item *)(uintptr_t)region->tag;

	item->duration = region->to - region->from;
	add_item(v, item);
	item->kind = ITEM_REGION_END;
	item->time = region->to;
	item->seq = v->view.m->seq;
	item->order = ++v->nr_notes;
	if (v->view.o->format == FDD_TEXT)
		add_item(v, item);
	free(item);
}

/* By time; a caller before a callee with the same time. */
static int by_time(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->func != NOTE && y->func != NOTE && x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	if (x->seq != y->seq)
		return x->seq < y->seq ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void begin(struct fdd_view *view)
{
	struct calls_view *v = own(view);

	v->sink.call = on_call;
	v->sink.caller = on_caller;
	v->sink.note = on_note;
	view->m->want_events = true;
	fdd_sorter_init(&v->items, sizeof(struct item), by_time, 0);
	/* a filter of rows drops items later: then keep more than -n of them */
	if (!fdd_filter_has_row_part(view->filter))
		v->items.first = view->o->limit;
	fdd_texts_init(&v->texts);
	fdd_regions_init(&v->regions, fdd_filter_regions(view->filter));
	v->regions.watch = (struct fdd_region_watch){
		.began = region_began,
		.ended = region_ended,
		.unfinished = region_unfinished,
		.arg = v,
	};
	fdd_model_add_sink(view->m, &v->sink);
}

static void end(struct fdd_view *view)
{
	struct calls_view *v = own(view);

	fdd_regions_finish(&v->regions);
	fdd_regions_free(&v->regions);
	fdd_sorter_free(&v->items);
	fdd_texts_free(&v->texts);
	free(v->text.text);
	free(v->pairs.text);
	free(v->beside.text);
}

/* The caller of a call may be recorded although that one's call is not. */
static const char *comment_of(const struct item *i, const struct fdd_beside *beside)
{
	switch (i->kind) {
	case FDD_CALLER_FILTERED:
		return "caller filtered";
	case FDD_CALLER_UNKNOWN:
		return beside->from == FDD_FUNC_NONE ? "caller unknown" : "";
	case FDD_CALLER_INTERRUPT:
		return "interrupt";
	default:
		return "";
	}
}

static void print_label(const char *label)
{
	int width = fdd_print_clean(label, strlen(label));

	printf("%*s ", width < 12 ? 12 - width : 0, "");
}

/* Seconds with nine decimals, without the rounding of a double. */
static void print_place(struct calls_view *v, const struct item *i)
{
	if (v->view.m->nr_sources > 1)
		print_label(v->view.m->sources[i->source].label);
	if (i->no_time && !i->time && i->func == NOTE) {
		printf("%u) %15s |", i->cpu, "");
		return;
	}
	printf("%u) %5llu.%09llu |", i->cpu,
	       (unsigned long long)(i->time / NSEC_PER_SEC),
	       (unsigned long long)(i->time % NSEC_PER_SEC));
}

static struct fdd_beside beside_of(struct calls_view *v, const struct item *i)
{
	struct fdd_beside beside = {
		.from = FDD_FUNC_NONE, .knows_off = i->knows_off, .knows_irqs = i->knows_irqs,
	};

	if (i->func == NOTE || !i->beside)
		return beside;
	fdd_texts_get(&v->texts, i->beside - 1, &v->beside);
	memcpy(&beside, v->beside.text, sizeof(beside));
	return beside;
}

static void print_text_call(struct calls_view *v, const struct item *i)
{
	const char *color = fdd_color_of(i->duration);
	const char *name = fdd_name(&v->view.m->funcs, i->func);
	const struct fdd_beside beside = beside_of(v, i);
	const char *comment = comment_of(i, &beside);

	print_place(v, i);
	printf(" %s%9.3f%s |%*s", color, i->duration / 1000.0,
	       *color ? fdd_color.reset : "", (i->regions + i->depth) * 2, "");
	fdd_print_clean(name, strlen(name));
	fdd_args_print(&beside, v->view.m);
	if (i->has_retval) {
		fputs(fdd_color.dim, stdout);
		fdd_retval_print(i->retval);
		fputs(fdd_color.reset, stdout);
	}
	fdd_beside_print(&beside, v->view.m);
	if (*comment) {
		printf("%s /* ", fdd_color.dim);
		fdd_print_clean(comment, strlen(comment));
		printf(" */%s", fdd_color.reset);
	}
	putchar('\n');
}

static const struct fdd_text_copy *text_of(struct calls_view *v, const struct item *i)
{
	fdd_texts_get(&v->texts, i->text, &v->text);
	return &v->text;
}

static const struct fdd_text_copy *pairs_of(struct calls_view *v, const struct item *i)
{
	fdd_texts_get(&v->texts, i->pairs, &v->pairs);
	return &v->pairs;
}

static void print_text_note(struct calls_view *v, const struct item *i)
{
	const struct fdd_text_copy *text = text_of(v, i);

	print_place(v, i);
	printf("           |%*s%s/* ", (i->regions + i->depth) * 2, "",
	       fdd_color.good);
	fdd_print_clean(text->text, text->len);
	printf(" */%s\n", fdd_color.reset);
}

/* "Copy:data (in: 3) {", its duration after it, and "} Copy:data" */
static void print_text_region(struct calls_view *v, const struct item *i)
{
	const struct fdd_text_copy *name = text_of(v, i), *pairs = pairs_of(v, i);
	bool begins = i->kind == ITEM_REGION;

	print_place(v, i);
	if (begins && i->duration != UINT64_MAX)
		printf(" %9.3f |", i->duration / 1000.0);
	else
		printf(" %9s |", begins ? "unfinished" : "");
	printf("%*s%s%s", i->regions * 2, "", fdd_color.good, begins ? "" : "} ");
	fdd_print_clean(name->text, name->len);
	if (begins && pairs->len) {
		putchar(' ');
		fdd_print_clean(pairs->text, pairs->len);
	}
	printf("%s%s\n", begins ? " {" : "", fdd_color.reset);
}

static bool is_shown(struct calls_view *v, const struct item *i)
{
	return i->func == NOTE || fdd_filter_func(v->view.filter, v->view.t, i->func);
}

static void print_csv(void *arg, const void *row)
{
	struct calls_view *v = own(arg);
	const struct item *i = row;
	static const char *const notes[] = { "marker", "event", "lost", "region" };
	static const char *const callers[] = {
		"none", "direct", "filtered", "unknown", "interrupt",
	};
	const struct fdd_beside beside = beside_of(v, i);
	bool note = i->func == NOTE;

	fdd_csv_string(v->view.m->sources[i->source].label);
	printf(",%u,%d,", i->cpu, i->pid);
	fdd_csv_string(fdd_name(&v->view.m->comms, i->comm));
	printf(",%llu,", (unsigned long long)i->time);
	if (!note)
		printf("%llu,%llu", (unsigned long long)i->duration,
		       (unsigned long long)i->self);
	else if (i->kind == ITEM_REGION && i->duration != UINT64_MAX)
		printf("%llu,", (unsigned long long)i->duration);
	else
		putchar(',');
	printf(",%u,%s,", i->depth, note ? notes[i->kind] : callers[i->kind]);
	fdd_csv_string(note ? text_of(v, i)->text :
			      fdd_name(&v->view.m->funcs, i->func));
	putchar(',');
	fdd_beside_csv(&beside, v->view.m);
	fdd_retval_csv(i->has_retval, i->retval);
	putchar('\n');
}

static void add_json_region(struct calls_view *v, const struct item *i, json_object *o)
{
	const struct fdd_text_copy *pairs = pairs_of(v, i);

	if (i->duration != UINT64_MAX)
		json_object_object_add(o, "duration_ns", fdd_json_ns(i->duration));
	json_object_object_add(o, "pairs", fdd_json_string(pairs->text, pairs->len));
}

static json_object *json_name(struct calls_view *v, const struct item *i)
{
	const struct fdd_text_copy *text;
	const struct fdd_name *name;

	if (i->func == NOTE) {
		text = text_of(v, i);
		return fdd_json_string(text->text, text->len);
	}
	name = fdd_name_at(&v->view.m->funcs, i->func);
	return fdd_json_string(name->text, name->len);
}

static json_object *json_item(void *arg, const void *row)
{
	struct calls_view *v = own(arg);
	const struct item *i = row;
	static const char *const notes[] = { "marker", "event", "lost", "region" };
	static const char *const callers[] = {
		"none", "direct", "filtered", "unknown", "interrupt",
	};
	bool note = i->func == NOTE;
	const struct fdd_name *comm = fdd_name_at(&v->view.m->comms, i->comm);
	const struct fdd_beside beside = beside_of(v, i);
	json_object *o = json_object_new_object();

	json_object_object_add(o, note && i->kind != ITEM_REGION ? "text" : "name",
			       json_name(v, i));
	json_object_object_add(o, note ? "kind" : "caller",
			       json_object_new_string(note ? notes[i->kind] :
						      callers[i->kind]));
	json_object_object_add(o, "calltime_ns", fdd_json_ns(i->time));
	if (!note) {
		json_object_object_add(o, "duration_ns", fdd_json_ns(i->duration));
		json_object_object_add(o, "self_ns", fdd_json_ns(i->self));
		json_object_object_add(o, "depth", json_object_new_int(i->depth));
	}
	fdd_beside_json(&beside, v->view.m, o);
	if (note && i->kind == ITEM_REGION)
		add_json_region(v, i, o);
	if (i->has_retval)
		json_object_object_add(o, "retval", json_object_new_int64(i->retval));
	json_object_object_add(o, "cpu", json_object_new_int(i->cpu));
	json_object_object_add(o, "pid", json_object_new_int(i->pid));
	json_object_object_add(o, "comm", fdd_json_string(comm->text, comm->len));
	json_object_object_add(o, "label",
			       fdd_json_string(v->view.m->sources[i->source].label,
					       strlen(v->view.m->sources[i->source].label)));
	return o;
}

static void print_text(void *arg, const void *row)
{
	struct calls_view *v = own(arg);
	const struct item *i = row;

	if (i->func != NOTE)
		print_text_call(v, i);
	else if (i->kind >= ITEM_REGION)
		print_text_region(v, i);
	else
		print_text_note(v, i);
}

static const struct fdd_list list = {
	.key = "calls",
	.lines = true,
	.csv_head = "label,cpu,pid,comm,calltime_ns,duration_ns,self_ns,depth,kind,name,"
		    FDD_BESIDE_CSV ",retval",
	.text = print_text,
	.csv = print_csv,
	.json = json_item,
};

static void print(struct fdd_view *view)
{
	struct calls_view *v = own(view);
	uint64_t left = view->o->limit ? view->o->limit : UINT64_MAX;
	const struct item *item;
	struct fdd_writer w;

	fdd_regions_finish(&v->regions);
	fdd_sorter_rewind(&v->items);
	fdd_write_view(&w, view);
	fdd_write_list(&w, &list, view);
	while (left && (item = fdd_sorter_next(&v->items))) {
		if (!is_shown(v, item))
			continue;
		fdd_write_row(&w, item);
		left--;
	}
	fdd_write_end(&w);
}

const struct fdd_view_ops fdd_view_calls = {
	.name = "--calls",
	.option = { 'd', "calls", NULL, "the calls by call time" },
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT,
	.formats = FDD_FORMATS,
	.size = sizeof(struct calls_view),
	.begin = begin,
	.print = print,
	.end = end,
};
