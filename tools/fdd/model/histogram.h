/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms of durations with 64 buckets for each power of two: the error of a duration
 * is at most 0.8 %, for any number and range of durations.
 */
#ifndef FDD_HISTOGRAM_H
#define FDD_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/map.h"

#define FDD_HIST_SUB_BITS	6
#define FDD_HIST_SUB		(1 << FDD_HIST_SUB_BITS)
#define FDD_MAX_OCTAVES	(1u << 18)	/* of all histograms together: 32 MiB */
#define FDD_HIST_OCTAVES	(64 - FDD_HIST_SUB_BITS + 1)

/*
 * The octaves of all histograms, by number: most of those of a histogram are not needed, and
 * pointers to them would be most of its memory.
 */
#define FDD_OCTAVE_SLAB_BITS	12
#define FDD_OCTAVE_SLAB		(1u << FDD_OCTAVE_SLAB_BITS)
extern uint16_t (*fdd_octave_slabs[FDD_MAX_OCTAVES / FDD_OCTAVE_SLAB + 1])[FDD_HIST_SUB];

static inline uint16_t *fdd_octave(uint32_t number)
{
	return fdd_octave_slabs[number >> FDD_OCTAVE_SLAB_BITS][number % FDD_OCTAVE_SLAB];
}

/* Counters of 16 bits need a quarter of the memory and are faster; overflows are rare. */
struct fdd_histogram {
	uint32_t	octaves[FDD_HIST_OCTAVES];	/* for fdd_octave(); 0 until needed */
	struct fdd_map	*overflows;			/* of buckets, by 2^16 */
	/* When there is no room for more octaves: a counter for each of a set of them */
	uint64_t	coarse_octaves;			/* bits */
	uint32_t	*coarse;			/* by bit; beyond 2^32 in overflows */
};

/* Make room for an octave. False: there are too many of all histograms. */
bool fdd_histogram_octave(struct fdd_histogram *h, unsigned int octave);
/* Count values of an octave that has no room: they are in the middle of the octave. */
void fdd_histogram_coarse(struct fdd_histogram *h, unsigned int octave, uint64_t count);
/* May the histogram have values of an octave? */
static inline bool fdd_histogram_has(const struct fdd_histogram *h, unsigned int octave)
{
	return h->octaves[octave] || h->coarse_octaves >> octave & 1;
}

void fdd_histogram_overflow(struct fdd_histogram *h, unsigned int octave,
			    unsigned int sub);
uint64_t fdd_histogram_count(const struct fdd_histogram *h, unsigned int octave,
			     unsigned int sub);
/* Count a value this many times. */
void fdd_histogram_add_count(struct fdd_histogram *h, uint64_t value, uint64_t count);
/* Add the counts of @from to @to. */
void fdd_histogram_merge(struct fdd_histogram *to, const struct fdd_histogram *from);
void fdd_histogram_free(struct fdd_histogram *h);

/* The least and the greatest value of a bucket. */
uint64_t fdd_bucket_low(unsigned int octave, unsigned int sub);
uint64_t fdd_bucket_high(unsigned int octave, unsigned int sub);

/* The value that @per_million of the @count values do not exceed. */
uint64_t fdd_histogram_percentile(const struct fdd_histogram *h, uint64_t count,
				  unsigned int per_million);

/* No branch, because durations near FDD_HIST_SUB would be mispredicted. */
static inline void fdd_histogram_place(uint64_t value, unsigned int *octave,
				       unsigned int *sub)
{
	unsigned int shift = 63 - __builtin_clzll(value | FDD_HIST_SUB) - FDD_HIST_SUB_BITS;
	unsigned int bucket = (shift << FDD_HIST_SUB_BITS) + (value >> shift);

	*octave = bucket >> FDD_HIST_SUB_BITS;
	*sub = bucket % FDD_HIST_SUB;
}

static inline void fdd_histogram_add(struct fdd_histogram *h, uint64_t value)
{
	unsigned int octave, sub;

	fdd_histogram_place(value, &octave, &sub);
	if (!h->octaves[octave] && !fdd_histogram_octave(h, octave))
		fdd_histogram_coarse(h, octave, 1);
	else if (!++fdd_octave(h->octaves[octave])[sub])
		fdd_histogram_overflow(h, octave, sub);
}

#endif
