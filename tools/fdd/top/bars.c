// SPDX-License-Identifier: GPL-2.0
/* The histogram of a function in as many rows as there is room for. */
#include <string.h>

#include "top/bars.h"

static uint64_t octave_sum(const struct fdd_histogram *h, unsigned int octave)
{
	uint64_t sum = 0;

	for (unsigned int s = 0; s < FDD_HIST_SUB; s++)
		sum += fdd_histogram_count(h, octave, s);
	return sum;
}

/* An outlier is in a row, if not alone in it. */
static int join_least(struct top_bar *bars, int nr)
{
	int least = 0;

	for (int i = 1; i + 1 < nr; i++)
		if (bars[i].calls + bars[i + 1].calls <
		    bars[least].calls + bars[least + 1].calls)
			least = i;
	bars[least].to = bars[least + 1].to;
	bars[least].calls += bars[least + 1].calls;
	memmove(bars + least + 1, bars + least + 2, (nr - least - 2) * sizeof(*bars));
	return nr - 1;
}

int top_bars(const struct fdd_histogram *h, struct top_bar *bars, int most)
{
	int nr = 0;

	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		uint64_t sum = octave_sum(h, o);

		if (sum)
			bars[nr++] = (struct top_bar){
				.from = fdd_bucket_low(o, 0),
				.to = fdd_bucket_high(o, FDD_HIST_SUB - 1) + 1,
				.calls = sum,
			};
	}
	while (nr > most && nr > 1)
		nr = join_least(bars, nr);
	return nr < most ? nr : most;
}
