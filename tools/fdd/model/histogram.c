// SPDX-License-Identifier: GPL-2.0
/* Histograms of durations; the width of buckets grows with the duration. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/histogram.h"

void fdd_histogram_octave(struct fdd_histogram *h, unsigned int octave)
{
	h->octaves[octave] = xcalloc(FDD_HIST_SUB, sizeof(uint16_t));
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
	uint64_t *overflows = NULL;

	if (!h->octaves[octave])
		return 0;
	if (h->overflows)
		overflows = fdd_map_find(h->overflows, octave * FDD_HIST_SUB + sub);
	return h->octaves[octave][sub] + (overflows ? *overflows << 16 : 0);
}

static void set_count(struct fdd_histogram *h, unsigned int octave, unsigned int sub,
		      uint64_t count)
{
	h->octaves[octave][sub] = count;
	if (count >> 16)
		*overflows_of(h, octave, sub) = count >> 16;
}

void fdd_histogram_merge(struct fdd_histogram *to, const struct fdd_histogram *from)
{
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		if (!from->octaves[o])
			continue;
		if (!to->octaves[o])
			fdd_histogram_octave(to, o);
		for (unsigned int s = 0; s < FDD_HIST_SUB; s++)
			set_count(to, o, s, fdd_histogram_count(to, o, s) +
					    fdd_histogram_count(from, o, s));
	}
}

void fdd_histogram_free(struct fdd_histogram *h)
{
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++)
		free(h->octaves[o]);
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
		if (!h->octaves[o])
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
