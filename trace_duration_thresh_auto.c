// SPDX-License-Identifier: GPL-2.0
/*
 * Thresholds that functions find for themselves: lines with auto:pN in
 * function_duration/thresh.
 *
 * While a session has such functions and counts every call, a work compares the histogram
 * of each with what it was before, and sets the function's threshold to the percentile of
 * the calls in between. A function with too few calls for that keeps its threshold, and
 * its calls go on adding up; before its first one, tracing_thresh applies. The handlers
 * take no part in this.
 */
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "trace_duration.h"

static unsigned int thresh_interval_ms = 1000;
module_param(thresh_interval_ms, uint, 0644);
MODULE_PARM_DESC(thresh_interval_ms, "milliseconds between new thresholds of auto lines (1000)");

#define MIN_INTERVAL_MS	100U
#define MAX_INTERVAL_MS	3600000U

/* Fewer calls say little about their percentiles. */
#define MIN_CALLS	100

/* The histogram of a function when its last threshold was set */
struct auto_base {
	unsigned long	func;
	u64		buckets[STAT_BUCKETS];
};

/* Sorted by function; as many as are counted and have such a line */
struct thresh_bases {
	unsigned long		nr;
	unsigned long		size;
	struct auto_base	*base[];
};

/* Less than before only if the statistics say so, see struct stat_wraps: then it is unknown. */
static u64 calls_since(u64 before, u64 now)
{
	return now >= before ? now - before : 0;
}

/**
 * auto_threshold - the threshold from a histogram
 * @before: the histogram at the beginning of the interval
 * @now: at its end
 * @per_mille: the percentile
 *
 * It is the end of the bucket that has the percentile, so that at most the rest of the
 * calls lasted as long.
 *
 * Context: any.
 * Return: nanoseconds; THRESH_NONE if there were too few calls.
 */
static u64 auto_threshold(const u64 *before, const u64 *now, unsigned int per_mille)
{
	u64 calls = 0, seen = 0, rank;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++)
		calls += calls_since(before[i], now[i]);
	if (calls < max(MIN_CALLS, 1000 / (1000 - per_mille)))
		return THRESH_NONE;
	rank = DIV_ROUND_UP_ULL(calls * per_mille, 1000);
	for (i = 0; i < STAT_BUCKETS - 1; i++) {
		seen += calls_since(before[i], now[i]);
		if (seen >= rank)
			break;
	}
	return stat_bucket_low(i + 1);
}

static void base_set(struct auto_base *base, const u64 *now)
{
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++)
		base->buckets[i] = now[i];
}

/* A round: functions come in the order of their addresses, as those before are sorted. */
struct auto_round {
	struct stat_visitor	visitor;
	struct thresh_table	*table;
	struct thresh_bases	*from, *to;
	unsigned long		at;		/* in from */
};

/* The base of the last round, which moves to the new one; or a new one, all 0. */
static struct auto_base *round_base(struct auto_round *round, unsigned long func)
{
	struct thresh_bases *from = round->from;
	struct auto_base *base = NULL;

	while (from && round->at < from->nr && from->base[round->at]->func < func)
		kfree(from->base[round->at++]);
	if (from && round->at < from->nr && from->base[round->at]->func == func)
		base = from->base[round->at++];
	if (!base)
		base = kzalloc(sizeof(*base), GFP_KERNEL);
	if (!base || round->to->nr == round->to->size) {
		kfree(base);
		return NULL;
	}
	base->func = func;
	round->to->base[round->to->nr++] = base;
	return base;
}

static void round_function(struct stat_visitor *visitor, unsigned long func,
			   const u64 *buckets)
{
	struct auto_round *round = container_of(visitor, struct auto_round, visitor);
	unsigned int per_mille;
	struct auto_base *base;
	struct thresh_slot *slot;
	u64 ns;

	slot = thresh_table_auto(round->table, func, &per_mille);
	base = slot ? round_base(round, func) : NULL;
	if (!base)
		return;
	ns = auto_threshold(base->buckets, buckets, per_mille);
	if (ns == THRESH_NONE)
		return;
	WRITE_ONCE(slot->ns, ns);
	base_set(base, buckets);
}

/**
 * thresh_bases_free - forget the histograms of the last round
 * @dir: whose statistics begin anew, or whose session has ended
 *
 * Context: under duration_dir_mutex.
 */
void thresh_bases_free(struct duration_dir *dir)
{
	unsigned long i;

	for (i = 0; dir->bases && i < dir->bases->nr; i++)
		kfree(dir->bases->base[i]);
	kvfree(dir->bases);
	dir->bases = NULL;
}

static bool wants_round(const struct duration_dir *dir)
{
	return dir->session && dir->session->thresh && dir->session->thresh->per_mille &&
	       dir->counting == dir->session && dir->tables;
}

/* If memory is short, the thresholds of some functions stay as they are. */
static void auto_round(struct duration_dir *dir)
{
	struct auto_round round = {
		.visitor.visit = round_function,
		.table = dir->session->thresh,
		.from = dir->bases,
	};
	unsigned long size = dir->session->thresh->used;

	round.to = kvzalloc(struct_size(round.to, base, size), GFP_KERNEL);
	if (!round.to)
		return;
	round.to->size = size;
	if (stat_visit_functions(dir->tables, &round.visitor)) {
		kvfree(round.to);
		return;
	}
	while (round.from && round.at < round.from->nr)
		kfree(round.from->base[round.at++]);
	kvfree(round.from);
	dir->bases = round.to;
}

static void auto_rounds(struct work_struct *work);
static DECLARE_DELAYED_WORK(auto_work, auto_rounds);

/**
 * thresh_auto_start - begin rounds, if a session needs them
 *
 * They end by themselves when none does any more.
 *
 * Context: under duration_dir_mutex.
 */
void thresh_auto_start(void)
{
	unsigned int ms = clamp(READ_ONCE(thresh_interval_ms), MIN_INTERVAL_MS, MAX_INTERVAL_MS);
	struct duration_dir *dir;

	list_for_each_entry(dir, &duration_dirs, list) {
		if (wants_round(dir)) {
			queue_delayed_work(system_long_wq, &auto_work, msecs_to_jiffies(ms));
			return;
		}
	}
}

static void auto_rounds(struct work_struct *work)
{
	struct duration_dir *dir;

	mutex_lock(&duration_dir_mutex);
	list_for_each_entry(dir, &duration_dirs, list) {
		if (wants_round(dir))
			auto_round(dir);
	}
	thresh_auto_start();
	mutex_unlock(&duration_dir_mutex);
}

/* There is no session left that could start it again. */
void thresh_auto_exit(void)
{
	cancel_delayed_work_sync(&auto_work);
}

#ifdef DURATION_KUNIT
#include "tests/kunit/thresh_auto_test.c"
#endif
