/* SPDX-License-Identifier: GPL-2.0 */
/* Times of which a CPU lost records. */
#ifndef FDD_GAPS_H
#define FDD_GAPS_H

#include <stdbool.h>
#include <stdint.h>

struct fdd_gap {
	uint64_t	from, to;
};

struct fdd_gap_cpu;

struct fdd_gaps {
	struct fdd_gap_cpu *cpus;
	struct fdd_gap	*list;		/* after fdd_gaps_finish() by time, and apart */
	uint32_t	nr, cap;
};

/* A record of a CPU. */
void fdd_gaps_see(struct fdd_gaps *g, uint16_t cpu, uint64_t time);
/* Records of a CPU are missing before its next one. */
void fdd_gaps_lose(struct fdd_gaps *g, uint16_t cpu);
/* @overwritten: what is before the first record of each CPU is missing, too. */
void fdd_gaps_finish(struct fdd_gaps *g, bool overwritten);
/* The last one that overlaps, or NULL. */
const struct fdd_gap *fdd_gaps_last(const struct fdd_gaps *g, uint64_t from, uint64_t to);
void fdd_gaps_free(struct fdd_gaps *g);

#endif
