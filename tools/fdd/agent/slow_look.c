// SPDX-License-Identifier: GPL-2.0
/* How quickly the buffers of an instance are overwritten. */
#include <stdlib.h>

#include "agent/slow_look.h"

/* Shares of a CPU's records that are new: to look again, and to save */
#define LOOK_SHARE	0.25
#define PRESSING_SHARE	0.5

void slow_look_begin(struct slow_look *l)
{
	l->turned = l->since = 0;
}

static void take_share(double *most, uint64_t written, double room)
{
	double share = written / room;

	if (share > *most)
		*most = share;
}

void slow_look_cpu(struct slow_look *l, unsigned int cpu, uint64_t written, double room)
{
	struct slow_look_cpu *c;

	GROW_TO(l->cpus, l->nr_cpus, cpu);
	c = &l->cpus[cpu];
	if (!l->waits)
		c->before = c->written;
	if (room > 0) {
		take_share(&l->turned, written - c->written, room);
		take_share(&l->since, written - c->before, room);
	}
	c->written = written;
}

void slow_look_anew(struct slow_look *l)
{
	for (uint32_t i = 0; i < l->nr_cpus; i++)
		l->cpus[i] = (struct slow_look_cpu){ 0 };
}

uint64_t slow_look_next(const struct slow_look *l, uint64_t ns)
{
	double next = l->turned > 0 ? ns * LOOK_SHARE / l->turned : SLOW_LOOK_NS;

	if (next < SLOW_LEAST_LOOK_NS)
		return SLOW_LEAST_LOOK_NS;
	return next < SLOW_LOOK_NS ? next : SLOW_LOOK_NS;
}

bool slow_look_presses(const struct slow_look *l)
{
	return l->since > PRESSING_SHARE;
}

void slow_look_free(struct slow_look *l)
{
	free(l->cpus);
}
