/* SPDX-License-Identifier: GPL-2.0 */
/* How quickly the buffers of an instance are overwritten, by looks at them. */
#ifndef FDD_AGENT_SLOW_LOOK_H
#define FDD_AGENT_SLOW_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/util.h"

#define SLOW_LOOK_NS		NSEC_PER_SEC
#define SLOW_LEAST_LOOK_NS	(NSEC_PER_SEC / 40)

struct slow_look {
	struct slow_look_cpu {
		uint64_t	written;	/* records, at the last look */
		uint64_t	before;		/* at the look before the wait began */
	}			*cpus;
	uint32_t		nr_cpus;
	bool			waits;		/* for what came since the look before this one */
	double			turned, since;	/* see slow_look_cpu() */
};

/* For each look, and then for each CPU: records that it wrote so far, and that it has room for */
void slow_look_begin(struct slow_look *l);
/*
 * Sets ->turned to the largest share of a CPU's room that is new since the last look, and
 * ->since to that since the look before the wait began. One CPU may have all of the events.
 */
void slow_look_cpu(struct slow_look *l, unsigned int cpu, uint64_t written, double room);

/* The buffers are others now, which were empty. */
void slow_look_anew(struct slow_look *l);

/* How long until the next look, @ns after the last one: until a quarter of a CPU's room is new */
uint64_t slow_look_next(const struct slow_look *l, uint64_t ns);
/* May what is waited for be overwritten soon? */
bool slow_look_presses(const struct slow_look *l);
void slow_look_free(struct slow_look *l);

#endif
