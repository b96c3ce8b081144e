// SPDX-License-Identifier: GPL-2.0
/* Since when a task has not run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/clock.h"

#define MOST_CPUS	65536

void waits_clock_note(struct waits_clock *c, const struct waits_task *t)
{
	if (!t->has_times || t->cpu < 0 || (uint32_t)t->cpu >= MOST_CPUS)
		return;
	GROW_TO(c->last, c->nr, (uint32_t)t->cpu);
	if (c->last[t->cpu] < t->ran_until_ns)
		c->last[t->cpu] = t->ran_until_ns;
}

void waits_clock_first(struct waits_clock *c)
{
	c->first_nr = c->nr;
	c->first_last = xmalloc((c->nr + 1) * sizeof(*c->last));
	if (c->nr)
		memcpy(c->first_last, c->last, c->nr * sizeof(*c->last));
}

/* A CPU on which nothing ran between the looks may have been idle for long. */
static bool is_late(const struct waits_clock *c, uint32_t cpu)
{
	return cpu >= c->first_nr || c->last[cpu] == c->first_last[cpu];
}

void waits_clock_age(const struct waits_clock *c, const struct waits_task *t, uint64_t seen_ns,
		     struct waits_age *age)
{
	bool known = t->has_times && t->cpu >= 0 && (uint32_t)t->cpu < c->nr &&
		     c->last[t->cpu] > t->ran_until_ns;

	age->ns = known ? c->last[t->cpu] - t->ran_until_ns : 0;
	age->at_least = !known || is_late(c, t->cpu);
	if (age->ns < seen_ns)
		age->ns = seen_ns;
}

const char *waits_age_text(const struct waits_age *age, char text[32])
{
	const char *least = age->at_least ? "at least " : "";
	double s = age->ns / 1e9;

	if (s < 10)
		snprintf(text, 32, "%s%.1f s", least, s);
	else if (s < 120)
		snprintf(text, 32, "%s%.0f s", least, s);
	else if (s < 2 * 3600)
		snprintf(text, 32, "%s%.0f min", least, s / 60);
	else if (s < 2 * 86400)
		snprintf(text, 32, "%s%.0f h", least, s / 3600);
	else
		snprintf(text, 32, "%s%.0f days", least, s / 86400);
	return text;
}

void waits_clock_free(struct waits_clock *c)
{
	free(c->last);
	free(c->first_last);
	memset(c, 0, sizeof(*c));
}
