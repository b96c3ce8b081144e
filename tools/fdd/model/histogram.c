// SPDX-License-Identifier: GPL-2.0
/* Histograms of durations; the width of buckets grows with the duration. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/histogram.h"

/* One thread at a time counts in any histogram. */
static unsigned int nr_octaves;

bool fdd_histogram_octave(struct fdd_histogram *h, unsigned int octave)
{
	if (nr_octaves == FDD_MAX_OCTAVES)
		return false;
	nr_octaves++;
	h->octaves[octave] = xcalloc(FDD_HIST_SUB, sizeof(uint16_t));
	return true;
}

void fdd_histogram_coarse(struct fdd_histogram *h, unsigned int octave, uint64_t count)
{
	if (!h->coarse)
		h->coarse = xcalloc(FDD_HIST_OCTAVES, sizeof(*h->coarse));
	h->coarse[octave] += count;
}

static uint64_t *overflows_of(struct fdd_histogram *h, unsigned int octave,
			      unsigned int sub)
{
	if (!h->overflows)
		h->overflows = xcalloc(1, sizeof(*h->overflows));
	return fdd_map_get(h->overflows, octave * FDD_HIST_SUB + sub);
}

void fdd_histogram_overflow(struct fdd_histogram *h, unsigned int octave,
			    unsigned int sub)
{
	++*overflows_of(h, octave, sub);
}

uint64_t fdd_histogram_count(const struct fdd_histogram *h, unsigned int octave,
			     unsigned int sub)
{
	uint64_t *overflows = NULL, coarse = 0;

	if (h->coarse && sub == FDD_HIST_SUB / 2)
		coarse = h->coarse[octave];
	if (!h->octaves[octave])
		return coarse;
	if (h->overflows)
		overflows = fdd_map_find(h->overflows, octave * FDD_HIST_SUB + sub);
	return h->octaves[octave][sub] + (overflows ? *overflows << 16 : 0) + coarse;
}

static void add_count(struct fdd_histogram *h, unsigned int octave, unsigned int sub,
		      uint64_t count)
{
	if (!h->octaves[octave] && !fdd_histogram_octave(h, octave)) {
		fdd_histogram_coarse(h, octave, count);
		return;
	}
	count += h->octaves[octave][sub];
	h->octaves[octave][sub] = count;
	if (count >> 16)
		*overflows_of(h, octave, sub) += count >> 16;
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
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		nr_octaves -= !!h->octaves[o];
		free(h->octaves[o]);
	}
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

/* The nearest-rank method: the smallest value that at least so many do not exceed. */
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
