// SPDX-License-Identifier: GPL-2.0
/* From a reader to the model, in batches. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "read/feed.h"

#define CALLS		1024		/* of a batch */
#define BATCHES		16
#define MAX_TEXT	(1 << 18)	/* of a batch's notes */

/* What is not a call, and before which call of the batch it came. */
struct fed_note {
	uint32_t	before;
	bool		task_named;
	union {
		struct {
			struct fdd_note	note;
			size_t		text;	/* its text, as an offset into the batch's */
		};
		struct {
			struct fdd_call	unnamed, named;	/* for fdd_model_task_named() */
		};
	};
};

struct batch {
	struct fdd_call	calls[CALLS];
	uint32_t	nr_calls;
	struct fed_note	*notes;
	uint32_t	nr_notes, cap_notes;
	char		*text;
	size_t		text_len, text_cap;
};

/*
 * Batches go round: the reader fills number @filled, the teller, if there is
 * one, takes number @told, each modulo BATCHES. The lock guards both numbers.
 */
struct fdd_feed {
	struct fdd_model *model;
	struct batch	batches[BATCHES];
	uint64_t	filled, told;
	struct batch	*batch;		/* number @filled */
	uint64_t	calls;		/* of all batches so far */
	bool		threaded;
	bool		alone;		/* there can be no teller */
	bool		ended;
	pthread_t	teller;
	pthread_mutex_t	lock;
	pthread_cond_t	more, less;
};

static void tell_note(struct fdd_model *m, struct batch *b, struct fed_note *n)
{
	if (n->task_named) {
		fdd_model_task_named(m, &n->unnamed, &n->named);
		return;
	}
	if (n->note.text)
		n->note.text = b->text + n->text;
	fdd_model_note(m, &n->note);
}

static void tell_batch(struct fdd_model *m, struct batch *b)
{
	uint32_t told = 0;

	for (uint32_t i = 0; i < b->nr_notes; i++) {
		struct fed_note *n = &b->notes[i];

		fdd_model_calls(m, b->calls + told, n->before - told);
		told = n->before;
		tell_note(m, b, n);
	}
	fdd_model_calls(m, b->calls + told, b->nr_calls - told);
	b->nr_calls = 0;
	b->nr_notes = 0;
	b->text_len = 0;
}

static void *teller(void *arg)
{
	struct fdd_feed *feed = arg;

	pthread_mutex_lock(&feed->lock);
	for (;;) {
		while (feed->told == feed->filled && !feed->ended)
			pthread_cond_wait(&feed->more, &feed->lock);
		if (feed->told == feed->filled)
			break;
		pthread_mutex_unlock(&feed->lock);
		tell_batch(feed->model, &feed->batches[feed->told % BATCHES]);
		pthread_mutex_lock(&feed->lock);
		feed->told++;
		/* Not for each batch: a reader that waits is to get some room. */
		if (feed->filled - feed->told <= BATCHES / 2)
			pthread_cond_signal(&feed->less);
	}
	pthread_mutex_unlock(&feed->lock);
	return NULL;
}

/* Signals are the reader's. */
static void start_teller(struct fdd_feed *feed)
{
	sigset_t all, old;

	feed->alone = sysconf(_SC_NPROCESSORS_ONLN) < 2;
	if (feed->alone)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	feed->threaded = !pthread_create(&feed->teller, NULL, teller, feed);
	feed->alone = !feed->threaded;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* The batch goes to the teller, and the next one is waited for. */
static void hand_over(struct fdd_feed *feed)
{
	pthread_mutex_lock(&feed->lock);
	feed->filled++;
	feed->batch = &feed->batches[feed->filled % BATCHES];
	pthread_cond_signal(&feed->more);
	while (feed->filled - feed->told == BATCHES)
		pthread_cond_wait(&feed->less, &feed->lock);
	pthread_mutex_unlock(&feed->lock);
}

/* A pipe gives little at a time, so it is not the full batches that count. */
static void end_batch(struct fdd_feed *feed)
{
	feed->calls += feed->batch->nr_calls;
	if (!feed->threaded && !feed->alone && feed->calls >= CALLS)
		start_teller(feed);
	if (feed->threaded)
		hand_over(feed);
	else
		tell_batch(feed->model, feed->batch);
}

static void end_if_full_of_notes(struct fdd_feed *feed)
{
	if (feed->batch->nr_notes == CALLS || feed->batch->text_len > MAX_TEXT)
		end_batch(feed);
}

struct fdd_feed *fdd_feed_new(struct fdd_model *m)
{
	struct fdd_feed *feed = xcalloc(1, sizeof(*feed));

	feed->model = m;
	feed->batch = feed->batches;
	pthread_mutex_init(&feed->lock, NULL);
	pthread_cond_init(&feed->more, NULL);
	pthread_cond_init(&feed->less, NULL);
	return feed;
}

static void stop_teller(struct fdd_feed *feed)
{
	pthread_mutex_lock(&feed->lock);
	feed->ended = true;
	pthread_cond_signal(&feed->more);
	pthread_mutex_unlock(&feed->lock);
	pthread_join(feed->teller, NULL);
}

void fdd_feed_free(struct fdd_feed *feed)
{
	fdd_feed_flush(feed);
	if (feed->threaded)
		stop_teller(feed);
	for (unsigned int i = 0; i < BATCHES; i++) {
		free(feed->batches[i].notes);
		free(feed->batches[i].text);
	}
	pthread_mutex_destroy(&feed->lock);
	pthread_cond_destroy(&feed->more);
	pthread_cond_destroy(&feed->less);
	free(feed);
}

struct fdd_call *fdd_feed_room(struct fdd_feed *feed)
{
	struct batch *b = feed->batch;

	return &b->calls[b->nr_calls];
}

void fdd_feed_filled(struct fdd_feed *feed)
{
	struct batch *b = feed->batch;
	struct fdd_call *call = &b->calls[b->nr_calls++];

	if (!call->stack)
		call->stack = fdd_stack_number(feed->model, call);
	if (b->nr_calls == CALLS)
		end_batch(feed);
}

void fdd_feed_call(struct fdd_feed *feed, const struct fdd_call *call)
{
	*fdd_feed_room(feed) = *call;
	fdd_feed_filled(feed);
}

static size_t copy_text(struct batch *b, const char *text, size_t len)
{
	size_t at = b->text_len;

	/* An empty text needs a place, too: NULL would say that there is none. */
	if (at + len >= b->text_cap) {
		b->text_cap = (at + len) * 2 + 64;
		b->text = xrealloc(b->text, b->text_cap);
	}
	memcpy(b->text + at, text, len);
	b->text_len += len;
	return at;
}

static struct fed_note *add_note(struct batch *b)
{
	struct fed_note *n;

	GROW(b->notes, b->nr_notes, b->cap_notes);
	n = &b->notes[b->nr_notes++];
	*n = (struct fed_note){ .before = b->nr_calls };
	return n;
}

void fdd_feed_note(struct fdd_feed *feed, const struct fdd_note *note)
{
	struct batch *b = feed->batch;
	struct fed_note *n = add_note(b);

	n->note = *note;
	if (note->text)
		n->text = copy_text(b, note->text, note->len);
	end_if_full_of_notes(feed);
}

void fdd_feed_task_named(struct fdd_feed *feed, uint16_t source, uint16_t cpu,
			 int32_t pid)
{
	struct fed_note *n = add_note(feed->batch);

	n->task_named = true;
	n->unnamed = (struct fdd_call){ .source = source, .cpu = cpu, .pid = -1 };
	n->named = (struct fdd_call){ .source = source, .cpu = cpu, .pid = pid };
	/* here, in the thread that owns the numbers */
	n->unnamed.stack = fdd_stack_number(feed->model, &n->unnamed);
	n->named.stack = fdd_stack_number(feed->model, &n->named);
	end_if_full_of_notes(feed);
}

void fdd_feed_flush(struct fdd_feed *feed)
{
	const struct batch *b = feed->batch;

	if (b->nr_calls || b->nr_notes)
		end_batch(feed);
}

void fdd_feed_drain(struct fdd_feed *feed)
{
	fdd_feed_flush(feed);
	pthread_mutex_lock(&feed->lock);
	while (feed->threaded && feed->told != feed->filled)
		pthread_cond_wait(&feed->less, &feed->lock);
	pthread_mutex_unlock(&feed->lock);
}
