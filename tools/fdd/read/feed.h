/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a reader to the model, in batches.
 *
 * Taking a trace apart and finding out who called whom cost about the same, so
 * a long trace is read by two threads: the reader's, and one that tells the
 * model. The model gets them in the reader's order. A short trace,
 * or one on a machine with one processor, needs no second thread.
 *
 * While a feed is in use, the reader's thread owns the names of functions and
 * tasks, the numbers of stacks and what its source says of the bytes; everything
 * else of the model, and the sinks, belong to whoever tells it. fdd_feed_drain()
 * brings both together.
 */
#ifndef FDD_FEED_H
#define FDD_FEED_H

#include "model/model.h"

struct fdd_feed;

struct fdd_feed *fdd_feed_new(struct fdd_model *m);
/* Drains it first. */
void fdd_feed_free(struct fdd_feed *feed);

void fdd_feed_call(struct fdd_feed *feed, const struct fdd_call *call);
/* The same without a copy: fill what is there, then say so. */
struct fdd_call *fdd_feed_room(struct fdd_feed *feed);
void fdd_feed_filled(struct fdd_feed *feed);
/* The text is copied. */
void fdd_feed_note(struct fdd_feed *feed, const struct fdd_note *note);
/* The task that runs on a CPU is known now: as fdd_model_task_named(). */
void fdd_feed_task_named(struct fdd_feed *feed, uint16_t source, uint16_t cpu,
			 int32_t pid);

/* There may be nothing more for a while: do not let what is there wait. */
void fdd_feed_flush(struct fdd_feed *feed);
/* Return when the model knows everything. */
void fdd_feed_drain(struct fdd_feed *feed);

#endif
