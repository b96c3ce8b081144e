// SPDX-License-Identifier: GPL-2.0
/* Two clocks in one trace. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/clocks.h"

/*
 * A record is written soon after the return of its call, but an interrupt may come between.
 * So the difference of the clocks is the least difference of many calls; and since clocks
 * may drift, of the latest ones. With duration-tree the records of many calls are written
 * together, long after they returned, and then that of the call that they were in. So a
 * batch of calls that is looked at is longer than such a group.
 */
#define CALLS		256
#define BATCH_NS	100000000	/* the time that a batch takes at least */
#define SAME_CLOCK	1000000		/* ns: smaller differences are ignored */
#define MAX_HELD	4096
#define MAX_HELD_TEXT	(8 << 20)	/* bytes of these notes' texts */

/* A corrected time may be too early by this much. */
#define CORRECTED_SLACK	1000

static void watch(struct fdd_clock *c, uint64_t stamp, uint64_t end)
{
	if (stamp != c->stamp) {
		c->stamp = stamp;
		c->end = end;
		c->stuck = false;
	} else if (end > c->end + SAME_CLOCK) {
		c->stuck = true;
	}
}

void fdd_clock_begin_same(struct fdd_clock *c)
{
	c->before = 0;
	c->has_before = true;
}

void fdd_clock_learn(struct fdd_clock *c, uint64_t stamp, uint64_t end)
{
	int64_t skew = stamp - end, least;

	watch(c, stamp, end);
	if (!c->nr)
		c->first = stamp;
	if (!c->nr || skew < c->least)
		c->least = skew;
	least = c->has_before && c->before < c->least ? c->before : c->least;
	c->skew = least > -SAME_CLOCK && least < SAME_CLOCK ? 0 : least;
	if (++c->nr < CALLS || stamp < c->first + BATCH_NS)
		return;
	c->before = c->least;
	c->has_before = true;
	c->nr = 0;
}

void fdd_clock_correct(const struct fdd_clock *c, struct fdd_note *note)
{
	if (!c->skew || note->no_time)
		return;
	if (c->skew > 0 && (uint64_t)c->skew > note->time)
		note->time = 0;
	else
		note->time -= c->skew;
	note->slack += CORRECTED_SLACK;
	note->no_time = c->stuck;
}

bool fdd_clock_hold(struct fdd_clock *c, const struct fdd_note *note)
{
	struct fdd_note *held;

	if (c->nr_held == MAX_HELD || c->held_text + note->len > MAX_HELD_TEXT)
		return false;
	GROW(c->held, c->nr_held, c->cap_held);
	held = &c->held[c->nr_held++];
	*held = *note;
	if (note->text) {
		held->text = xstrndup(note->text, note->len);
		c->held_text += note->len;
	}
	return true;
}

void fdd_clock_free(struct fdd_clock *c)
{
	for (unsigned int i = 0; i < c->nr_held; i++)
		free((char *)c->held[i].text);
	free(c->held);
	c->held = NULL;
	c->nr_held = c->cap_held = 0;
	c->held_text = 0;
}
