// SPDX-License-Identifier: GPL-2.0
/* Histograms of durations; the width of buckets grows with the duration. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/histogram.h"

/* One thread at a time counts in any histogram. */
uint16_t (*fdd_octave_slabs[FDD_MAX_OCTAVES / FDD_OCTAVE_SLAB + 1])[FDD_HIST_SUB];
static uint32_t nr_octaves;	/* in use */
static uint32_t last_octave;	/* the highest number so far */
static uint32_t free_octave;	/* the first of a list of those below it; 0: none */

static uint32_t new_octave(void)
{
	uint32_t number = ++last_octave;
	uint32_t slab = number >> FDD_OCTAVE_SLAB_BITS;

	if (!fdd_octave_slabs[slab])
		fdd_octave_slabs[slab] = xcalloc(FDD_OCTAVE_SLAB, sizeof(**fdd_octave_slabs));
	return number;
}

/* Its first bytes are the number of the next one. */
static uint32_t take_free_octave(void)
{
	uint32_t number = free_octave;
	uint16_t *octave = fdd_octave(number);

	memcpy(&free_octave, octave, sizeof(free_octave));
	memset(octave, 0, FDD_HIST_SUB * sizeof(*octave));
	return number;
}

bool fdd_histogram_octave(struct fdd_histogram *h, unsigned int octave)
{
	if (nr_octaves == FDD_MAX_OCTAVES)
		return false;
	nr_octaves++;
	h->octaves[octave] = free_octave ? take_free_octave() : new_octave();
	return true;
}

static void put_octave(uint32_t number)
{
	memcpy(fdd_octave(number), &free_octave, sizeof(free_octave));
	free_octave = number;
	if (--nr_octaves)
		return;
	for (uint32_t i = 0; i < ARRAY_SIZE(fdd_octave_slabs); i++) {
		free(fdd_octave_slabs[i]);
		fdd_octave_slabs[i] = NULL;
	}
	last_octave = 0;
	free_octave = 0;
}

static uint64_t *overflows_of(struct fdd_histogram *h, unsigned int bucket)
{
	if (!h->overflows)
		h->overflows = xcalloc(1, sizeof(*h->overflows));
	return fdd_map_get(h->overflows, bucket);
}

/* The overflows of coarse counters are behind those of the buckets. */
#define COARSE_BUCKET(octave)	(FDD_HIST_OCTAVES * FDD_HIST_SUB + (octave))

static bool has_coarse(const struct fdd_histogram *h, unsigned int octave)
{
	return h->coarse_octaves >> octave & 1;
}

static uint32_t *coarse_of(const struct fdd_histogram *h, unsigned int octave)
{
	return &h->coarse[__builtin_popcountll(h->coarse_octaves & ((1ull << octave) - 1))];
}

static void add_coarse(struct fdd_histogram *h, unsigned int octave)
{
	unsigned int nr = __builtin_popcountll(h->coarse_octaves);
	uint32_t *at;

	h->coarse = xrealloc(h->coarse, (nr + 1) * sizeof(*h->coarse));
	at = coarse_of(h, octave);
	memmove(at + 1, at, (h->coarse + nr - at) * sizeof(*at));
	*at = 0;
	h->coarse_octaves |= 1ull << octave;
}

void fdd_histogram_coarse(struct fdd_histogram *h, unsigned int octave, uint64_t count)
{
	if (!has_coarse(h, octave))
		add_coarse(h, octave);
	count += *coarse_of(h, octave);
	*coarse_of(h, octave) = count;
	if (count >> 32)
		*overflows_of(h, COARSE_BUCKET(octave)) += count >> 32;
}

/* Of the bucket in the middle of the octave */
static uint64_t coarse_count(const struct fdd_histogram *h, unsigned int octave)
{
	uint64_t *overflows = NULL;

	if (h->overflows)
		overflows = fdd_map_find(h->overflows, COARSE_BUCKET(octave));
	return *coarse_of(h, octave) + (overflows ? *overflows << 32 : 0);
}

void fdd_histogram_overflow(struct fdd_histogram *h, unsigned int octave,
			    unsigned int sub)
{
	++*overflows_of(h, octave * FDD_HIST_SUB + sub);
}

uint64_t fdd_histogram_count(const struct fdd_histogram *h, unsigned int octave,
			     unsigned int sub)
{
	uint64_t *overflows = NULL, coarse = 0;

	if (sub == FDD_HIST_SUB / 2 && has_coarse(h, octave))
		coarse = coarse_count(h, octave);
	if (!h->octaves[octave])
		return coarse;
	if (h->overflows)
		overflows = fdd_map_find(h->overflows, octave * FDD_HIST_SUB + sub);
	return fdd_octave(h->octaves[octave])[sub] + (overflows ? *overflows << 16 : 0) + coarse;
}

static void add_count(struct fdd_histogram *h, unsigned int octave, unsigned int sub,
		      uint64_t count)
{
	if (!h->octaves[octave] && !fdd_histogram_octave(h, octave)) {
		fdd_histogram_coarse(h, octave, count);
		return;
	}
	count += fdd_octave(h->octaves[octave])[sub];
	fdd_octave(h->octaves[octave])[sub] = count;
	if (count >> 16)
		*overflows_of(h, octave * FDD_HIST_SUB + sub) += count >> 16;
}

void fdd_histogram_add_count(struct fdd_histogram *h, uint64_t value, uint64_t count)
{
	unsigned int octave, sub;

	fdd_histogram_place(value, &octave, &sub);
	add_count(h, octave, sub, count);
}

void fdd_histogram_merge(struct fdd_histogram *to, const struct fdd_histogram *from)
{
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		if (!fdd_histogram_has(from, o))
			continue;
		for (unsigned int s = 0; s < FDD_HIST_SUB; s++) {
			uint64_t count = fdd_histogram_count(from, o, s);

			if (count)
				add_count(to, o, s, count);
		}
	}
}

void fdd_histogram_free(struct fdd_histogram *h)
{
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++)
		if (h->octaves[o])
			put_octave(h->octaves[o]);
	free(h->coarse);
	if (h->overflows)
		fdd_map_free(h->overflows);
	free(h->overflows);
	*h = (struct fdd_histogram){ 0 };
}

uint64_t fdd_bucket_low(unsigned int octave, unsigned int sub)
{
	if (!octave)
		return sub;
	return (uint64_t)(FDD_HIST_SUB + sub) << (octave - 1);
}

uint64_t fdd_bucket_high(unsigned int octave, unsigned int sub)
{
	if (!octave)
		return sub;
	return fdd_bucket_low(octave, sub) + (1ull << (octave - 1)) - 1;
}

static uint64_t middle(unsigned int octave, unsigned int sub)
{
	uint64_t low = fdd_bucket_low(octave, sub);

	return low + (fdd_bucket_high(octave, sub) - low) / 2;
}

/* The nearest-rank method: the smallest value that at least this many do not exceed. */
static uint64_t rank_of(uint64_t count, unsigned int per_million)
{
	unsigned __int128 scaled = (unsigned __int128)count * per_million;
	uint64_t rank = (scaled + 999999) / 1000000;

	return rank ? rank : 1;
}

uint64_t fdd_histogram_percentile(const struct fdd_histogram *h, uint64_t count,
				  unsigned int per_million)
{
	uint64_t left = rank_of(count, per_million);

	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		if (!fdd_histogram_has(h, o))
			continue;
		for (unsigned int s = 0; s < FDD_HIST_SUB; s++) {
			uint64_t count_here = fdd_histogram_count(h, o, s);

			if (left <= count_here)
				return middle(o, s);
			left -= count_here;
		}
	}
	return 0;
}
