// SPDX-License-Identifier: GPL-2.0
// The histogram of a function's durations: buckets of powers of two.

/** The shortest duration of the bucket in ns, and the calls in it. */
export type Bucket = [number, number];

const MOST_BUCKETS = 65;

/**
 * The buckets from the first to the last with the empty ones between them, which
 * the writer leaves out. Buckets that are not powers of two are taken as they are.
 */
export function wholeHist(hist: Bucket[]): Bucket[] {
	if (!hist.every(([low]) => low === 0 || Number.isInteger(Math.log2(low))))
		return hist;
	const counts = new Map(hist);
	const last = hist[hist.length - 1]?.[0] ?? -1;
	const whole: Bucket[] = [];
	for (let low = hist[0]?.[0] ?? 0; low <= last; low = low === 0 ? 1 : low * 2)
		whole.push([low, counts.get(low) ?? 0]);
	return whole.slice(0, MOST_BUCKETS);
}

/** The end of a bucket, which is not in it. */
export function bucketEnd(hist: Bucket[], i: number): number {
	return hist[i + 1]?.[0] ?? Math.max(1, hist[i]![0] * 2);
}
