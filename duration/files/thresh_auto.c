// SPDX-License-Identifier: GPL-2.0
/*
 * Thresholds that functions find for themselves: lines with auto:pN in
 * function_duration/thresh.
 *
 * While a session has such functions and counts every call, a work compares the histogram
 * of each that was called often enough with its earlier histogram, and sets the function's
 * threshold to the percentile of the calls in between. A function with too few calls for that
 * keeps its threshold, and its calls still add up; before its first one, tracing_thresh
 * applies. The handlers take no part in this.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "duration/files/dir.h"
#include "duration/files/thresh_auto.h"
#include "duration/session.h"
#include "duration/state/stat.h"
#include "duration/state/thresh.h"

static unsigned int thresh_interval_ms = 1000;
module_param(thresh_interval_ms, uint, 0644);
MODULE_PARM_DESC(thresh_interval_ms, "milliseconds between new thresholds of auto lines (1000)");

#define MIN_INTERVAL_MS	100U
#define MAX_INTERVAL_MS	3600000U

/* Fewer calls say little about their percentiles. */
#define MIN_CALLS	100

/* The calls of a function when its last threshold was set */
struct auto_base {
	u64	calls;
	u64	buckets[STAT_BUCKETS];
};

static unsigned int auto_min_calls(unsigned int per_mille)
{
	return max(MIN_CALLS, 1000 / (1000 - per_mille));
}

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
 * calls lasted that long.
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
	if (calls < auto_min_calls(per_mille))
		return THRESH_NONE;
	rank = DIV_ROUND_UP_ULL(calls * per_mille, 1000);
	for (i = 0; i < STAT_BUCKETS - 1; i++) {
		seen += calls_since(before[i], now[i]);
		if (seen >= rank)
			break;
	}
	return stat_bucket_low(i + 1);
}

static void add_calls(const struct stat_entry *entry, void *calls)
{
	*(u64 *)calls += local_read(&entry->calls);
}

static u64 count_calls(const struct stat_tables *tables, unsigned long func)
{
	u64 calls = 0;

	stat_each_of(tables, func, add_calls, &calls);
	return calls;
}

/* The sums of all CPUs and cgroups */
struct auto_calls {
	const struct stat_tables	*tables;
	u64				calls;
	u64				buckets[STAT_BUCKETS];
	u64				one[STAT_BUCKETS];	/* room for those of one */
};

static void add_buckets(const struct stat_entry *entry, void *data)
{
	struct auto_calls *sum = data;
	unsigned int i;

	sum->calls += stat_entry_read(sum->tables, entry, sum->one);
	for (i = 0; i < STAT_BUCKETS; i++)
		sum->buckets[i] += sum->one[i];
}

static void read_calls(struct auto_calls *sum, const struct stat_tables *tables,
		       unsigned long func)
{
	sum->tables = tables;
	sum->calls = 0;
	memset(sum->buckets, 0, sizeof(sum->buckets));
	stat_each_of(tables, func, add_buckets, sum);
}

/* Under duration_dir_mutex. Statistics that were reset begin anew. */
static void drop_old_bases(struct thresh_table *table, const struct stat_tables *tables)
{
	if (table->bases_of == tables->id)
		return;
	thresh_table_forget(table);
	table->bases_of = tables->id;
}

/* Under duration_dir_mutex. Histograms are only read after enough calls. */
static void auto_function(struct thresh_table *table, const struct stat_tables *tables,
			  unsigned long at)
{
	static struct auto_calls now;
	unsigned long func = table->slots[at].func;
	struct auto_base *base = table->bases[at];
	u64 calls = count_calls(tables, func), ns;

	/* It is another function, see stat_module_left(). */
	if (base && calls < base->calls)
		*base = (struct auto_base){ };
	if (calls_since(base ? base->calls : 0, calls) < auto_min_calls(table->per_mille[at]))
		return;
	if (!base)
		base = kzalloc(sizeof(*base), GFP_KERNEL);
	if (!base)
		return;
	table->bases[at] = base;
	read_calls(&now, tables, func);
	ns = auto_threshold(base->buckets, now.buckets, table->per_mille[at]);
	if (ns == THRESH_NONE)
		return;
	WRITE_ONCE(table->slots[at].ns, ns);
	memcpy(base->buckets, now.buckets, sizeof(base->buckets));
	base->calls = now.calls;
}

static bool wants_round(const struct duration_dir *dir)
{
	return dir->session && dir->session->thresh && dir->session->thresh->per_mille &&
	       dir->counting == dir->session && dir->tables;
}

/* So many functions at a time, so that the mutex is not held for long */
#define PART		64
#define PART_BY_CGROUP	4	/* each looks at the keys of all entries */

/*
 * The functions of a directory from slot @at on, which moves. If the table is replaced between
 * two parts, some functions have to wait for the next round. @took_ns grows by the time that
 * the part took, without that for which it waited for a writer of the files.
 *
 * Returns: whether some are left.
 */
static bool auto_part(unsigned long dir_id, unsigned long *at, u64 *took_ns)
{
	struct thresh_table *table;
	struct duration_dir *dir;
	unsigned int part = 0, most = PART;
	u64 start;
	bool more;

	mutex_lock(&duration_dir_mutex);
	start = ktime_get_ns();
	dir = duration_dir_find(dir_id);
	table = dir && wants_round(dir) ? dir->session->thresh : NULL;
	if (table) {
		drop_old_bases(table, dir->tables);
		most = dir->tables->by_cgroup ? PART_BY_CGROUP : PART;
	}
	for (; table && *at <= table->mask && part < most; ++*at) {
		if (!table->per_mille[*at])
			continue;
		auto_function(table, dir->tables, *at);
		part++;
	}
	more = table && *at <= table->mask;
	*took_ns += ktime_get_ns() - start;
	mutex_unlock(&duration_dir_mutex);
	return more;
}

/* Returns: the directory with the next number that needs rounds, or 0. */
static unsigned long next_dir(unsigned long id)
{
	const struct duration_dir *dir;
	unsigned long next = 0;

	mutex_lock(&duration_dir_mutex);
	list_for_each_entry(dir, &duration_dirs, list) {
		if (dir->id > id && wants_round(dir) && (!next || dir->id < next))
			next = dir->id;
	}
	mutex_unlock(&duration_dir_mutex);
	return next;
}

static void auto_rounds(struct work_struct *work);
static DECLARE_DELAYED_WORK(auto_work, auto_rounds);

/* Rounds take at most a fiftieth of a CPU's time: then the interval is longer. */
static void auto_queue(u64 took_ns)
{
	u64 ms = clamp(READ_ONCE(thresh_interval_ms), MIN_INTERVAL_MS, MAX_INTERVAL_MS);

	ms = max(ms, min(div_u64(took_ns * 50, NSEC_PER_MSEC), (u64)MAX_INTERVAL_MS));
	queue_delayed_work(system_long_wq, &auto_work, msecs_to_jiffies(ms));
}

/**
 * thresh_auto_start - begin rounds, if a session needs them
 *
 * They end by themselves when none does any more.
 *
 * Context: under duration_dir_mutex.
 */
void thresh_auto_start(void)
{
	const struct duration_dir *dir;

	list_for_each_entry(dir, &duration_dirs, list) {
		if (wants_round(dir)) {
			auto_queue(0);
			return;
		}
	}
}

static void auto_rounds(struct work_struct *work)
{
	unsigned long id = 0, at;
	u64 took_ns = 0;

	while ((id = next_dir(id))) {
		at = 0;
		while (auto_part(id, &at, &took_ns))
			cond_resched();
	}
	/* A session that begins after this queues the work itself. */
	if (next_dir(0))
		auto_queue(took_ns);
}

/* There is no session left that could start it again. */
void thresh_auto_exit(void)
{
	cancel_delayed_work_sync(&auto_work);
}

#ifdef DURATION_KUNIT
#include "tests/kunit/thresh_auto_test.c"
#endif
