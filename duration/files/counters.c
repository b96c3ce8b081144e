// SPDX-License-Identifier: GPL-2.0
/*
 * The file function_duration_stats: the counters of each session.
 *
 * The counts stay after the session has ended, so that a recorder can read how many
 * calls were lost. Each array keeps those of its last session, until the next one
 * begins in it or the array is removed. There is no callback for the removal of an
 * instance, and a new instance can have its name and its address. So the counters
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

#include "duration/files/counters.h"

/*
 * Protects the list and its entries, except the counts. Taken under duration_mutex, or
 * alone when the file is read.
 */
static DEFINE_MUTEX(counters_mutex);
static LIST_HEAD(counters_list);

static void counters_free(struct duration_counters *counters)
{
	list_del(&counters->list);
	dput(counters->dir);
	free_percpu(counters->counts);
	kfree(counters);
}

/**
 * counters_alloc - make the counts of a session, all 0
 * @tr: the trace array that the session traces
 *
 * They are not shown before counters_begin().
 *
 * Context: process context.
 * Return: the counters, or NULL if there is no memory.
 */
struct duration_counters *counters_alloc(const struct trace_array *tr)
{
	const char *name = array_name(tr);
	size_t size = strlen(name) + 1;
	struct duration_counters *counters;

	counters = kzalloc(struct_size(counters, name, size), GFP_KERNEL);
	if (!counters)
		return NULL;
	counters->counts = alloc_percpu(struct duration_counts);
	if (!counters->counts) {
		kfree(counters);
		return NULL;
	}
	INIT_LIST_HEAD(&counters->list);
	/* The top array has no name, and its dir is a mount point in debugfs. */
	counters->dir = tr->name ? dget(tr->dir) : NULL;
	memcpy(counters->name, name, size);
	return counters;
}

static bool counters_are_of_the_past(const struct duration_counters *counters)
{
	return !counters->active && counters->dir && d_unhashed(counters->dir);
}

/* Free those of removed arrays, and the earlier ones of the array of @next. */
static void counters_drop_old(const struct duration_counters *next)
{
	struct duration_counters *counters, *n;

	list_for_each_entry_safe(counters, n, &counters_list, list) {
		if (counters_are_of_the_past(counters) ||
		    (next && !counters->active && counters->dir == next->dir))
			counters_free(counters);
	}
}

/**
 * counters_begin - show a session's counts from now on
 * @counters: of counters_alloc()
 *
 * They replace those of the last session in the same array.
 *
 * Context: process context.
 */
void counters_begin(struct duration_counters *counters)
{
	mutex_lock(&counters_mutex);
	counters_drop_old(counters);
	counters->active = true;
	list_add_tail(&counters->list, &counters_list);
	mutex_unlock(&counters_mutex);
}

/**
 * counters_end - a session has ended, or was never begun
 * @counters: its own; no handler may still be counting in them
 *
 * If it was begun, its counts are still shown. The caller must not use them any more.
 *
 * Context: process context.
 */
void counters_end(struct duration_counters *counters)
{
	mutex_lock(&counters_mutex);
	if (counters->active)
		counters->active = false;
	else
		counters_free(counters);
	mutex_unlock(&counters_mutex);
}

static void counters_show_cpu(struct seq_file *s, const struct duration_counters *counters,
			      int cpu)
{
	const struct duration_counts *c = per_cpu_ptr(counters->counts, cpu);

	seq_escape(s, counters->name, " \t\n\\");
	seq_printf(s, " cpu%d entered %lu recorded %lu below %lu filtered %lu off %lu lost %lu nested %lu no_room %lu cut %lu unfinished %lu active %d\n",
		   cpu, c->entered, c->recorded, c->below, c->filtered, c->off,
		   c->lost, c->nested, c->no_room, c->cut, c->unfinished, counters->active);
}

/* One line for each cpu of each array that traces, or has traced. */
static int counters_show(struct seq_file *s, void *v)
{
	const struct duration_counters *counters;
	int cpu;

	mutex_lock(&counters_mutex);
	counters_drop_old(NULL);
	list_for_each_entry(counters, &counters_list, list) {
		for_each_possible_cpu(cpu)
			counters_show_cpu(s, counters, cpu);
	}
	mutex_unlock(&counters_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(counters);

static struct module_file *counters_file;

void __init counters_init(void)
{
	counters_file = module_file_create("function_duration_stats", 0440, NULL, NULL,
					   &counters_fops);
	if (!counters_file)
		pr_warn("cannot create the file function_duration_stats\n");
}

#ifdef MODULE
/* No session is left, since each holds a reference on the module. */
void counters_exit(void)
{
	struct duration_counters *counters, *n;

	module_files_remove(&counters_file, 1);
	list_for_each_entry_safe(counters, n, &counters_list, list)
		counters_free(counters);
}
#endif /* MODULE */

#ifdef DURATION_KUNIT
#include "tests/kunit/counters_test.c"
#endif
