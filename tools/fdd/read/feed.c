// SPDX-License-Identifier: GPL-2.0
/* From a reader to the model, in batches. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include "read/feed.h"

#define CALLS		1024		/* of a batch */
#define BATCHES		32
#define MAX_TEXT	(1 << 18)	/* of a batch's notes */
#define LOOK_AFTER	8		/* batches: to look at the memory takes time */

/* A note, or the name of a task, and the number of calls of the batch before it. */
struct fed_note {
	uint32_t	before;
	bool		task_named;
	union {
		struct {
			struct fdd_note	note;
			size_t		text;	/* its text: an offset into the batch's */
		};
		struct {
			struct fdd_call	unnamed, named;	/* for fdd_model_task_named() */
		};
	};
};

struct batch {
	struct fdd_call	*calls;		/* CALLS of feed->rooms */
	uint32_t	nr_calls;
	struct fed_note	*notes;
	uint32_t	nr_notes, cap_notes;
	char		*text;
	size_t		text_len, text_cap;
};

/*
 * A ring of batches: the reader fills number @filled, the consumer thread, if there is
 * one, passes number @passed to the model, each modulo BATCHES. The lock protects both.
 */
struct fdd_feed {
	struct fdd_feed_room room;
	struct fdd_model *model;
	struct batch	batches[BATCHES];
	struct fdd_call	*rooms;		/* for the calls of all batches, each in one cache line */
	uint64_t	filled, passed;
	struct batch	*batch;		/* number @filled */
	uint64_t	calls;		/* of all batches so far */
	bool		threaded;
	bool		alone;		/* there is no consumer thread */
	bool		ended;
	/* Of consume(): without room for more, batches that are still in the ring are dropped. */
	uint64_t	consumed;
	bool		drops, dropped;
	uint16_t	source;		/* of what was dropped */
	bool		full;		/* the same as ->drops, with the lock */
	pthread_t	consumer;
	pthread_mutex_t	lock;
	pthread_cond_t	more, less;
};

static_assert(offsetof(struct fdd_feed, room) == 0, "see fdd_feed_room()");

static void pass_note(struct fdd_model *m, struct batch *b, struct fed_note *n)
{
	if (n->task_named) {
		fdd_model_task_named(m, &n->unnamed, &n->named);
		return;
	}
	if (n->note.text)
		n->note.text = b->text + n->text;
	fdd_model_note(m, &n->note);
}

static void pass_batch(struct fdd_model *m, struct batch *b)
{
	uint32_t passed = 0;

	for (uint32_t i = 0; i < b->nr_notes; i++) {
		struct fed_note *n = &b->notes[i];

		fdd_model_calls(m, b->calls + passed, n->before - passed);
		passed = n->before;
		pass_note(m, b, n);
	}
	fdd_model_calls(m, b->calls + passed, b->nr_calls - passed);
}

static uint16_t source_of(const struct batch *b)
{
	const struct fed_note *n = b->notes;

	if (b->nr_calls)
		return b->calls[0].source;
	return n->task_named ? n->unnamed.source : n->note.source;
}

static void drop_batch(struct fdd_feed *feed, const struct batch *b)
{
	feed->source = source_of(b);
	feed->dropped = true;
}

/*
 * The reader looks at the memory, too, but may be far ahead: thousands of calls take megabytes. The
 * child that prints events is counted only there.
 */
static void consume(struct fdd_feed *feed, struct batch *b)
{
	if (++feed->consumed % LOOK_AFTER == 0)
		feed->drops |= fdd_resident() > feed->model->most_resident;
	if (feed->drops)
		drop_batch(feed, b);
	else
		pass_batch(feed->model, b);
	b->nr_calls = 0;
	b->nr_notes = 0;
	b->text_len = 0;
}

static void *consumer(void *arg)
{
	struct fdd_feed *feed = arg;

	pthread_mutex_lock(&feed->lock);
	for (;;) {
		while (feed->passed == feed->filled && !feed->ended)
			pthread_cond_wait(&feed->more, &feed->lock);
		if (feed->passed == feed->filled)
			break;
		pthread_mutex_unlock(&feed->lock);
		consume(feed, &feed->batches[feed->passed % BATCHES]);
		pthread_mutex_lock(&feed->lock);
		feed->passed++;
		feed->full = feed->drops;
		/* Not after each batch: wake the reader when half of the ring is free. */
		if (feed->filled - feed->passed <= BATCHES / 2)
			pthread_cond_signal(&feed->less);
	}
	pthread_mutex_unlock(&feed->lock);
	return NULL;
}

/* Those that this thread may use: with taskset(1) or in a container, not all. */
static int nr_processors(void)
{
	cpu_set_t set;

	/* it fails where there are more of them than the set has room for */
	return sched_getaffinity(0, sizeof(set), &set) ? CPU_SETSIZE : CPU_COUNT(&set);
}

/* The consumer blocks all signals: the reader's thread handles them. */
static void start_consumer(struct fdd_feed *feed)
{
	sigset_t all, old;

	feed->alone = nr_processors() < 2;
	if (feed->alone)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	feed->threaded = !pthread_create(&feed->consumer, NULL, consumer, feed);
	feed->alone = !feed->threaded;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static uint32_t nr_calls(const struct fdd_feed *feed)
{
	return feed->room.next - feed->batch->calls;
}

static void begin_batch(struct fdd_feed *feed, struct batch *b)
{
	feed->batch = b;
	feed->room.next = b->calls;
	feed->room.end = b->calls + CALLS;
}

/*
 * Pass the batch to the consumer and wait until the next one is free. A consumer that
 * sleeps is woken for half of the ring, not for each batch, unless it is @now.
 */
static void hand_over(struct fdd_feed *feed, bool now)
{
	pthread_mutex_lock(&feed->lock);
	feed->filled++;
	if (now || feed->filled - feed->passed >= BATCHES / 2)
		pthread_cond_signal(&feed->more);
	while (feed->filled - feed->passed == BATCHES)
		pthread_cond_wait(&feed->less, &feed->lock);
	feed->model->full |= feed->full;
	pthread_mutex_unlock(&feed->lock);
}

/* Count calls, not batches, before starting a thread: a pipe fills no batch. */
static void end_batch(struct fdd_feed *feed, bool now)
{
	feed->batch->nr_calls = nr_calls(feed);
	feed->calls += feed->batch->nr_calls;
	if (!feed->threaded && !feed->alone && feed->calls >= CALLS)
		start_consumer(feed);
	if (feed->threaded) {
		hand_over(feed, now);
	} else {
		consume(feed, feed->batch);
		feed->model->full |= feed->drops;
	}
	begin_batch(feed, &feed->batches[feed->filled % BATCHES]);
}

static void end_if_full_of_notes(struct fdd_feed *feed)
{
	if (feed->batch->nr_notes == CALLS || feed->batch->text_len > MAX_TEXT)
		end_batch(feed, false);
}

struct fdd_feed *fdd_feed_new(struct fdd_model *m)
{
	struct fdd_feed *feed = xcalloc(1, sizeof(*feed));

	feed->model = m;
	feed->rooms = xpages(sizeof(*feed->rooms) * CALLS * BATCHES);
	for (unsigned int i = 0; i < BATCHES; i++)
		feed->batches[i].calls = &feed->rooms[CALLS * i];
	begin_batch(feed, feed->batches);
	pthread_mutex_init(&feed->lock, NULL);
	pthread_cond_init(&feed->more, NULL);
	pthread_cond_init(&feed->less, NULL);
	return feed;
}

static void stop_consumer(struct fdd_feed *feed)
{
	pthread_mutex_lock(&feed->lock);
	feed->ended = true;
	pthread_cond_signal(&feed->more);
	pthread_mutex_unlock(&feed->lock);
	pthread_join(feed->consumer, NULL);
}

void fdd_feed_free(struct fdd_feed *feed)
{
	fdd_feed_flush(feed);
	if (feed->threaded)
		stop_consumer(feed);
	if (feed->dropped)
		feed->model->sources[feed->source].cut = true;
	for (unsigned int i = 0; i < BATCHES; i++) {
		free(feed->batches[i].notes);
		free(feed->batches[i].text);
	}
	free(feed->rooms);
	pthread_mutex_destroy(&feed->lock);
	pthread_cond_destroy(&feed->more);
	pthread_cond_destroy(&feed->less);
	free(feed);
}

void fdd_feed_full(struct fdd_feed *feed)
{
	end_batch(feed, false);
}

/*
 * The model asks for the stacks of what an interrupt is on top of. Numbers are given here, in the
 * order of the calls, so that they do not depend on which thread is first.
 */
static void number_stacks_below(struct fdd_model *m, const struct fdd_call *call)
{
	struct fdd_call below = *call;

	while (below.context > FDD_CTX_TASK) {
		below.context--;
		fdd_stack_number(m, &below);
	}
}

void fdd_feed_call(struct fdd_feed *feed, const struct fdd_call *call)
{
	unsigned int most;
	struct fdd_call *room = fdd_feed_room(feed, 1, &most);

	fdd_feed_claim(room);
	*room = *call;
	if (!room->stack)
		room->stack = fdd_stack_number(feed->model, room);
	number_stacks_below(feed->model, room);
	fdd_feed_filled(feed, 1);
}

static size_t copy_text(struct batch *b, const char *text, size_t len)
{
	size_t at = b->text_len;

	/* Reserve a byte for an empty text too: a NULL pointer means "no text". */
	if (at + len >= b->text_cap) {
		b->text_cap = (at + len) * 2 + 64;
		if (b->text_cap > MAX_TEXT)
			b->text_cap = (at + len < MAX_TEXT ? MAX_TEXT : at + len) + 1;
		b->text = xrealloc(b->text, b->text_cap);
	}
	memcpy(b->text + at, text, len);
	b->text_len += len;
	return at;
}

static struct fed_note *add_note(struct fdd_feed *feed)
{
	struct batch *b = feed->batch;
	struct fed_note *n;

	GROW(b->notes, b->nr_notes, b->cap_notes);
	n = &b->notes[b->nr_notes++];
	*n = (struct fed_note){ .before = nr_calls(feed) };
	return n;
}

void fdd_feed_note(struct fdd_feed *feed, const struct fdd_note *note)
{
	struct fed_note *n;

	/* a text that is longer than that has a batch of its own */
	if (feed->batch->text_len && feed->batch->text_len + note->len > MAX_TEXT)
		end_batch(feed, false);
	n = add_note(feed);
	n->note = *note;
	if (note->text)
		n->text = copy_text(feed->batch, note->text, note->len);
	end_if_full_of_notes(feed);
}

void fdd_feed_detailed(struct fdd_feed *feed, struct fdd_call *call,
		       const struct fdd_detail *detail)
{
	fdd_feed_note(feed, &(struct fdd_note){
		.kind = FDD_NOTE_DETAIL, .source = call->source, .detail = *detail });
	call->flags |= FDD_CALL_DETAIL;
	if (detail->has & FDD_DETAIL_SELF)
		call->flags |= FDD_CALL_SELF;
	fdd_feed_call(feed, call);
}

void fdd_feed_task_named(struct fdd_feed *feed, uint16_t source, uint16_t cpu,
			 int32_t pid)
{
	struct fed_note *n = add_note(feed);

	n->task_named = true;
	n->unnamed = (struct fdd_call){ .source = source, .cpu = cpu, .pid = -1 };
	n->named = (struct fdd_call){ .source = source, .cpu = cpu, .pid = pid };
	/* The reader's thread assigns stack numbers, see feed.h. */
	n->unnamed.stack = fdd_stack_number(feed->model, &n->unnamed);
	n->named.stack = fdd_stack_number(feed->model, &n->named);
	end_if_full_of_notes(feed);
}

static void wake_consumer(struct fdd_feed *feed)
{
	pthread_mutex_lock(&feed->lock);
	pthread_cond_signal(&feed->more);
	pthread_mutex_unlock(&feed->lock);
}

void fdd_feed_flush(struct fdd_feed *feed)
{
	if (nr_calls(feed) || feed->batch->nr_notes)
		end_batch(feed, true);
	else if (feed->threaded)
		wake_consumer(feed);
}

void fdd_feed_drain(struct fdd_feed *feed)
{
	fdd_feed_flush(feed);
	pthread_mutex_lock(&feed->lock);
	while (feed->threaded && feed->passed != feed->filled)
		pthread_cond_wait(&feed->less, &feed->lock);
	pthread_mutex_unlock(&feed->lock);
}
