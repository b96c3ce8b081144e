/* SPDX-License-Identifier: GPL-2.0 */
/* The histogram of a function in as many rows as there is room for. */
#ifndef FDD_TOP_BARS_H
#define FDD_TOP_BARS_H

#include "model/histogram.h"

struct top_bar {
	uint64_t	from, to;	/* in ns; @to belongs to the next bar */
	uint64_t	calls;
};

/**
 * top_bars - all calls of a histogram, by powers of two
 * @h: the histogram
 * @bars: filled in; room for FDD_HIST_OCTAVES of them
 * @most: where there would be more bars than these, neighbours with few calls are joined
 *
 * Return: how many bars there are; together they have all calls
 */
int top_bars(const struct fdd_histogram *h, struct top_bar *bars, int most);

#endif
