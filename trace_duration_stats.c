// SPDX-License-Identifier: GPL-2.0
/*
 * The file function_duration_stats: the counters of each session.
 *
 * The counts stay after the session has ended, so that a recorder can read how many
 * calls were lost. Each array keeps those of its last session, until the next one
 * begins in it or the array is removed. There is no callback for the removal of an
 * instance, and a new instance can have its name and its address. So the statistics
 * hold the dentry of the instance's directory, which is unhashed when the instance is
 * removed.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <compat/tracefs.h>

#include "trace_duration.h"

/*
 * Protects the list and its entries, except the counts. Taken under duration_mutex, or
 * alone when the file is read.
 */
static DEFINE_MUTEX(stats_mutex);
static LIST_HEAD(stats_list);

static void stats_free(struct duration_stats *stats)
{
	list_del(&stats->list);
	dput(stats->dir);
	free_percpu(stats->counts);
	kfree(stats);
}

/**
 * duration_stats_alloc - make the counts of a session, all 0
 * @tr: the trace array that the session traces
 *
 * They are not shown before duration_stats_begin().
 *
 * Context: process context.
 * Return: the statistics, or NULL if there is no memory.
 */
struct duration_stats *duration_stats_alloc(const struct trace_array *tr)
{
	const char *name = array_name(tr);
	size_t size = strlen(name) + 1;
	struct duration_stats *stats;

	stats = kzalloc(struct_size(stats, name, size), GFP_KERNEL);
	if (!stats)
		return NULL;
	stats->counts = alloc_percpu(struct duration_counts);
	if (!stats->counts) {
		kfree(stats);
		return NULL;
	}
	INIT_LIST_HEAD(&stats->list);
	/* The top array has no name, and its dir is a mount point in debugfs. */
	stats->dir = tr->name ? dget(tr->dir) : NULL;
	memcpy(stats->name, name, size);
	return stats;
}

static bool stats_are_of_the_past(const struct duration_stats *stats)
{
	return !stats->active && stats->dir && d_unhashed(stats->dir);
}

/* Free those of removed arrays, and the earlier ones of the array of @next. */
static void stats_drop_old(const struct duration_stats *next)
{
	struct duration_stats *stats, *n;

	list_for_each_entry_safe(stats, n, &stats_list, list) {
		if (stats_are_of_the_past(stats) ||
		    (next && !stats->active && stats->dir == next->dir))
			stats_free(stats);
	}
}

/**
 * duration_stats_begin - show a session's counts from now on
 * @stats: of duration_stats_alloc()
 *
 * They replace those of the last session in the same array.
 *
 * Context: process context.
 */
void duration_stats_begin(struct duration_stats *stats)
{
	mutex_lock(&stats_mutex);
	stats_drop_old(stats);
	stats->active = true;
	list_add_tail(&stats->list, &stats_list);
	mutex_unlock(&stats_mutex);
}

/**
 * duration_stats_end - a session has ended, or was never begun
 * @stats: its statistics; no handler may still be counting in them
 *
 * If it was begun, its counts are still shown. The caller must not use them any more.
 *
 * Context: process context.
 */
void duration_stats_end(struct duration_stats *stats)
{
	mutex_lock(&stats_mutex);
	if (stats->active)
		stats->active = false;
	else
		stats_free(stats);
	mutex_unlock(&stats_mutex);
}

static void stats_show_cpu(struct seq_file *s, const struct duration_stats *stats,
			   int cpu)
{
	const struct duration_counts *c = per_cpu_ptr(stats->counts, cpu);

	seq_escape(s, stats->name, " \t\n\\");
	seq_printf(s, " cpu%d entered %lu recorded %lu below %lu filtered %lu off %lu lost %lu nested %lu no_room %lu cut %lu unfinished %lu active %d\n",
		   cpu, c->entered, c->recorded, c->below, c->filtered, c->off,
		   c->lost, c->nested, c->no_room, c->cut, c->unfinished, stats->active);
}

/* One line for each cpu of each array that traces, or has traced. */
static int duration_stats_show(struct seq_file *s, void *v)
{
	const struct duration_stats *stats;
	int cpu;

	mutex_lock(&stats_mutex);
	stats_drop_old(NULL);
	list_for_each_entry(stats, &stats_list, list) {
		for_each_possible_cpu(cpu)
			stats_show_cpu(s, stats, cpu);
	}
	mutex_unlock(&stats_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(duration_stats);

static struct module_file *stats_file;

void __init duration_stats_init(void)
{
	stats_file = module_file_create("function_duration_stats", 0440, NULL, NULL,
					&duration_stats_fops);
	if (!stats_file)
		pr_warn("cannot create the file function_duration_stats\n");
}

#ifdef MODULE
/* No session is left, since each holds a reference on the module. */
void duration_stats_exit(void)
{
	struct duration_stats *stats, *n;

	module_files_remove(&stats_file, 1);
	list_for_each_entry_safe(stats, n, &stats_list, list)
		stats_free(stats);
}
#endif /* MODULE */

#ifdef DURATION_KUNIT
#include "tests/kunit/stats_test.c"
#endif
