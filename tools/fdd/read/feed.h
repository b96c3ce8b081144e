/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a reader to the model, in batches.
 *
 * Parsing a trace and matching calls with their callers cost about the same, so a long
 * trace is read by two threads: the reader, and a consumer that passes calls and notes to
 * the model, in the order in which the reader found them. A short trace, or a machine with
 * one processor, has no second thread.
 *
 * While a feed is in use, the reader's thread owns the names of functions and tasks and the
 * first part of struct fdd_source; the consumer owns the rest of the model and the sinks. The
 * numbers of stacks have a lock. After fdd_feed_drain() the reader's thread may use all of it.
 */
#ifndef FDD_FEED_H
#define FDD_FEED_H

#include "model/model.h"

struct fdd_feed;

/* The beginning of struct fdd_feed: the room for calls of the batch that is filled */
struct fdd_feed_room {
	struct fdd_call	*next, *end;
};

struct fdd_feed *fdd_feed_new(struct fdd_model *m);
/* Drain the feed, then free it. */
void fdd_feed_free(struct fdd_feed *feed);

void fdd_feed_call(struct fdd_feed *feed, const struct fdd_call *call);
/* fdd_feed_call(), with details that were measured. */
void fdd_feed_detailed(struct fdd_feed *feed, struct fdd_call *call,
		       const struct fdd_detail *detail);
/* The text is copied. */
void fdd_feed_note(struct fdd_feed *feed, const struct fdd_note *note);
/* The trace names the task that runs on a CPU: calls fdd_model_task_named(). */
void fdd_feed_task_named(struct fdd_feed *feed, uint16_t source, uint16_t cpu,
			 int32_t pid);

#define FDD_FEED_AHEAD	16	/* calls */

/* The batch is full. */
void fdd_feed_full(struct fdd_feed *feed);

/*
 * The cache line is in the cache of the consumer's processor, which read it one round of the ring
 * ago: stores to it would wait. __builtin_prefetch() does not claim it for a store on x86-64,
 * unless the compiler may use more instructions than all such processors have; they treat this
 * one as a no-op where they do not have it.
 */
static inline void fdd_feed_claim_line(const void *p)
{
#ifdef __x86_64__
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1);
#endif
}

/*
 * fdd_feed_call() without a copy, for several calls: claim and fill some of those that room()
 * returns, at most @most, also their numbers of stacks, then call filled().
 */
static inline struct fdd_call *fdd_feed_room(struct fdd_feed *feed, unsigned int want,
					     unsigned int *most)
{
	const struct fdd_feed_room *room = (void *)feed;
	size_t left = room->end - room->next;

	*most = left < want ? left : want;
	return room->next;
}

/* Before a call is filled. */
static inline void fdd_feed_claim(const struct fdd_call *call)
{
	fdd_feed_claim_line(call + FDD_FEED_AHEAD);
}

static inline void fdd_feed_filled(struct fdd_feed *feed, unsigned int nr)
{
	struct fdd_feed_room *room = (void *)feed;

	room->next += nr;
	if (room->next == room->end)
		fdd_feed_full(feed);
}

/* End the current batch, before waiting for more input. */
void fdd_feed_flush(struct fdd_feed *feed);
/* Flush, and wait until the model has received everything. */
void fdd_feed_drain(struct fdd_feed *feed);

#endif
