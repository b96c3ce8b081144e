// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the calls that belong to write(2) of trace_marker.
 *
 * DOC: how these calls are found
 *
 * A thread is in user mode before it writes a marker. So all its calls that are open when
 * the marker gets into the trace belong to its write(2), and so do their callees. The open
 * calls return after the marker, but some of their callees have returned before it.
 * Therefore all events are delayed in a ring, which normally holds more events than occur
 * during a write. The calls of writes that take longer are not removed, but counted.
 *
 * trace_printk() writes markers too, within calls that are not a write(2). If the trace
 * does not hold the writer of a marker, only text that programs write counts: regions,
 * counters, instants, and text with pairs.
 */
#include <stdlib.h>
#include <string.h>

#include "model/marker_writes.h"
#include "model/region_line.h"

#define RING		16384
#define MAX_TEXT	(8 << 20)	/* bytes of the texts in it */

/* A delayed call or note. */
struct held {
	union {
		struct fdd_call	call;
		struct fdd_note	note;
	};
	uint64_t	earlier;	/* number of the thread's previous call, from 1 on */
	bool		is_note, is_own;
};

/*
 * Limit of threads: 20 MB. At the limit those without an event in the ring are dropped, most of
 * which have died; the calls of a write that is still open are not known then.
 */
#define MAX_THREADS	(1u << 18)

/* State of a thread. */
struct thread {
	uint64_t	call;		/* number of its latest call; 0: none */
	uint64_t	latest;		/* number of its latest call or marker */
	uint64_t	released;	/* call time of the latest call that left the ring */
	uint64_t	first_own;	/* call time of the earliest call of the write */
	uint64_t	time;		/* of its marker */
	uint32_t	slack;
	bool		no_time;
	bool		has_marker;
};

struct fdd_marker_writes {
	struct fdd_detour	detour;
	struct fdd_model	*m;
	struct held		*ring;
	uint64_t		nr_in, nr_out;	/* events so far */
	size_t			text;		/* bytes of texts in the ring */
	struct thread		*threads;
	uint32_t		nr_threads, cap_threads;
	struct fdd_map		thread_numbers;	/* key -> number + 1 */
	struct fdd_clock	*clocks;	/* by source, as in the model */
	uint64_t		*last_seen;	/* by source, for markers without a time */
	uint32_t		nr_clocks, nr_last_seen;
	uint64_t		incomplete;	/* writes with calls that were not removed */
	bool			dropped;	/* threads beyond the limit, with a marker */
};

static struct fdd_marker_writes *writes_of(struct fdd_detour *d)
{
	return container_of(d, struct fdd_marker_writes, detour);
}

static struct held *held_at(const struct fdd_marker_writes *w, uint64_t number)
{
	return &w->ring[(number - 1) % RING];
}

static struct thread *add_thread(struct fdd_marker_writes *w, uint64_t key,
				 const struct thread *thread)
{
	GROW(w->threads, w->nr_threads, w->cap_threads);
	w->threads[w->nr_threads++] = *thread;
	*fdd_map_get(&w->thread_numbers, key) = w->nr_threads;
	return &w->threads[w->nr_threads - 1];
}

/* Keep the threads with an event in the ring. */
static __attribute__((cold)) void drop_threads(struct fdd_marker_writes *w)
{
	struct fdd_map numbers = w->thread_numbers;
	struct thread *threads = w->threads;

	w->thread_numbers = (struct fdd_map){ 0 };
	w->threads = NULL;
	w->nr_threads = w->cap_threads = 0;
	for (size_t i = 0; i <= numbers.mask; i++) {
		const struct thread *t;

		if (!numbers.used[i])
			continue;
		t = &threads[numbers.slots[i].value - 1];
		if (t->latest > w->nr_out)
			add_thread(w, numbers.slots[i].key, t);
		else
			w->dropped |= t->has_marker;
	}
	free(threads);
	fdd_map_free(&numbers);
}

static struct thread *get_thread(struct fdd_marker_writes *w, uint16_t source,
				 int32_t pid, uint16_t cpu)
{
	uint64_t key = fdd_thread_key(source, pid, cpu);
	const uint64_t *number = fdd_map_find(&w->thread_numbers, key);

	if (number)
		return &w->threads[*number - 1];
	if (w->nr_threads >= MAX_THREADS)
		drop_threads(w);
	return add_thread(w, key, &(struct thread){ 0 });
}

static struct thread *thread_of_call(struct fdd_marker_writes *w,
				     const struct fdd_call *call)
{
	return get_thread(w, call->source, call->pid, call->cpu);
}

static void release_call(struct fdd_marker_writes *w, const struct fdd_call *call)
{
	if (call->context == FDD_CTX_TASK)
		thread_of_call(w, call)->released = call->calltime;
	fdd_model_call(w->m, call);
}

static void free_text(struct fdd_marker_writes *w, struct fdd_note *note)
{
	if (!note->text)
		return;
	w->text -= note->len;
	free((char *)note->text);
}

/* Pass it to the model. */
static void release_one(struct fdd_marker_writes *w)
{
	struct held *h = held_at(w, ++w->nr_out);

	w->m->detour = NULL;
	if (h->is_note) {
		fdd_model_note(w->m, &h->note);
		free_text(w, &h->note);
	} else if (h->is_own) {
		fdd_model_leave_out(w->m, &h->call);
	} else {
		release_call(w, &h->call);
	}
	w->m->detour = &w->detour;
}

static void flush(struct fdd_detour *d)
{
	struct fdd_marker_writes *w = writes_of(d);

	while (w->nr_out < w->nr_in)
		release_one(w);
}

static struct held *hold(struct fdd_marker_writes *w, size_t text)
{
	while (w->text && w->text + text > MAX_TEXT)
		release_one(w);
	if (w->nr_in - w->nr_out == RING)
		release_one(w);
	return held_at(w, ++w->nr_in);
}

static struct fdd_clock *clock_of(struct fdd_marker_writes *w, uint16_t source)
{
	GROW_TO(w->clocks, w->nr_clocks, source);
	return &w->clocks[source];
}

static uint64_t *last_seen_of(struct fdd_marker_writes *w, uint16_t source)
{
	GROW_TO(w->last_seen, w->nr_last_seen, source);
	return &w->last_seen[source];
}

/* Calls that begin after a call of the write has returned belong to the program. */
static bool is_own(struct fdd_marker_writes *w, struct thread *t,
		   const struct fdd_call *call)
{
	struct fdd_note marker = { .time = t->time, .slack = t->slack, .no_time = t->no_time };

	if (!t->has_marker || call->calltime > t->first_own)
		return false;
	fdd_clock_correct(clock_of(w, call->source), &marker);
	return call->calltime < marker.time + marker.slack;
}

/* The latest call belongs to the write, and so do all its callees. */
static void take_callees(struct fdd_marker_writes *w, const struct thread *t,
			 const struct held *caller)
{
	uint64_t number = caller->earlier;

	while (number > w->nr_out) {
		struct held *h = held_at(w, number);

		if (h->call.calltime < caller->call.calltime)
			break;
		h->is_own = true;
		number = h->earlier;
	}
	if (number && number <= w->nr_out && t->released >= caller->call.calltime)
		w->incomplete++;
}

static void learn(struct fdd_marker_writes *w, const struct fdd_call *call)
{
	uint64_t end = call->calltime + call->duration;

	if (call->stamp)
		fdd_clock_learn(clock_of(w, call->source), call->stamp, end);
	*last_seen_of(w, call->source) = end;
}

static void on_call(struct fdd_detour *d, const struct fdd_call *call)
{
	struct fdd_marker_writes *w = writes_of(d);
	struct held *h = hold(w, 0);
	struct thread *t;

	*h = (struct held){ .call = *call };
	learn(w, call);
	if (call->context != FDD_CTX_TASK)
		return;
	t = thread_of_call(w, call);
	h->earlier = t->call;
	t->call = t->latest = w->nr_in;
	if (!is_own(w, t, call))
		return;
	t->first_own = call->calltime;
	h->is_own = true;
	take_callees(w, t, h);
}

/* "end of file - (offset: 158632)" */
static bool has_pairs(const struct fdd_note *note)
{
	const char *open = memmem(note->text, note->len, " - (", 4);

	return open && note->text[note->len - 1] == ')';
}

static bool is_programs(const struct fdd_note *note)
{
	struct fdd_region_line line;

	return note->by_program || has_pairs(note) ||
	       fdd_region_parse(note->text, note->len, &line);
}

static void take_marker(struct fdd_marker_writes *w, const struct fdd_note *note)
{
	struct thread *t = get_thread(w, note->source, note->pid, note->cpu);

	t->latest = w->nr_in;
	t->time = note->no_time ? *last_seen_of(w, note->source) : note->time;
	t->slack = note->slack;
	t->no_time = note->no_time;
	t->first_own = UINT64_MAX;
	t->has_marker = true;
}

static void on_note(struct fdd_detour *d, const struct fdd_note *note)
{
	struct fdd_marker_writes *w = writes_of(d);
	struct held *h = hold(w, note->len);

	*h = (struct held){ .note = *note, .is_note = true };
	if (!note->text || note->kind == FDD_NOTE_DETAIL)
		return;
	h->note.text = xstrndup(note->text, note->len);
	w->text += note->len;
	if (note->kind == FDD_NOTE_MARKER && is_programs(note))
		take_marker(w, note);
}

struct fdd_marker_writes *fdd_marker_writes_attach(struct fdd_model *m)
{
	struct fdd_marker_writes *w = xcalloc(1, sizeof(*w));

	w->m = m;
	w->detour = (struct fdd_detour){ .call = on_call, .note = on_note, .flush = flush };
	w->ring = xmalloc(RING * sizeof(*w->ring));
	m->detour = &w->detour;
	return w;
}

void fdd_marker_writes_warn(const struct fdd_marker_writes *w)
{
	if (w->incomplete)
		fdd_warning("--region: %llu writes to trace_marker took too long: some of their calls are counted as the program's",
			    (unsigned long long)w->incomplete);
	if (w->dropped)
		fdd_warning("--region: more than %u threads: calls of writes to trace_marker that took long may be counted as the program's",
			    MAX_THREADS);
}

void fdd_marker_writes_free(struct fdd_marker_writes *w)
{
	while (w->nr_out < w->nr_in) {
		struct held *h = held_at(w, ++w->nr_out);

		if (h->is_note)
			free((char *)h->note.text);
	}
	free(w->ring);
	free(w->threads);
	fdd_map_free(&w->thread_numbers);
	free(w->clocks);
	free(w->last_seen);
	free(w);
}
