/* SPDX-License-Identifier: GPL-2.0 */
/* Statistics of every call: the tables, which duration/call/modes.c counts in. */
#ifndef _DURATION_STATE_STAT_H
#define _DURATION_STATE_STAT_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <compat/local.h>

#include "duration/state/memory.h"

struct module;

/*
 * Histograms: the first bucket has the durations below 64 ns, each power of two up to
 * 32 s is divided into eight, and the last bucket begins at about a minute.
 */
#define STAT_BUCKETS		240
#define STAT_BUCKET_BITS	3
#define STAT_FIRST_NS		64
#define STAT_BUCKET_BASE	31
#define STAT_BUCKET_SHIFT	31	/* of the longest durations that need not be looked at */
#define STAT_SHORT_NS		(1ULL << (STAT_BUCKET_SHIFT + STAT_BUCKET_BITS + 1))

/*
 * The calls of a function on a CPU; times in nanoseconds. The buckets come first, so that
 * one instruction adds to one of them. They wrap: struct stat_wraps has how often.
 */
struct stat_entry {
	u32		buckets[STAT_BUCKETS];
	unsigned long	func;
	local_t		calls;
	local_t		sum;		/* of all their durations */
	local_t		nested;		/* of those in a call of the same function */
	local_t		self;
	u64		min;
	u64		max;
	u64		fast;		/* max, or less: up to here it need not be looked at */
};

/* Whose calls an entry has, where they are counted for each cgroup */
struct stat_key {
	unsigned long	func;
	u64		cgroup;
};

/* The table of a CPU */
struct stat_cpu {
	struct stat_entry	**slots;
	unsigned long		mask;		/* of an index of slots */
	struct stat_entry	*entries;
	struct stat_key		*keys;		/* of the entries; NULL: by function alone */
	local_t			used;		/* may exceed size */
	unsigned long		size;
	local_t			no_room;	/* calls of functions without an entry */
	local_t			no_task;	/* calls of tasks without a state */
	struct stat_wraps	*wraps;		/* of the tables */
};

/*
 * The buckets of all CPUs that have wrapped, found by a hash of their address. In 30 days of
 * 10^8 calls a second there are at most 60,350 of them, as each wraps after 2^32 calls. So less
 * than half of the slots is used, and a look-up is over long before STAT_WRAP_STEPS.
 */
#define STAT_WRAPS		BIT(17)
#define STAT_WRAP_STEPS		4096

struct stat_wrap {
	u32		*bucket;	/* NULL: free */
	atomic_t	wraps;
};

struct stat_wraps {
	atomic_t		lost;	/* wraps for which no slot was found */
	struct stat_wrap	slots[STAT_WRAPS];
};

/* The calls of a function on all CPUs */
struct stat_row {
	unsigned long	func;
	u64		cgroup;
	u64		calls, total, self, sum, min, max;
	u64		p50, p90, p99, p999;
	u64		buckets[STAT_BUCKETS];
};

/* The calls of a function whose module left */
struct stat_left {
	struct list_head	list;
	unsigned long		nr;	/* instead of the function's address, from 1 on */
	struct stat_row		row;
	char			name[];
};

/* How many of them a table can have: 2 MiB */
#define STAT_LEFT	1024

static inline unsigned long stat_used(const struct stat_cpu *table)
{
	return min_t(unsigned long, local_read(&table->used), table->size);
}

/* One interval: a reset begins another with other tables. */
struct stat_tables {
	struct stat_cpu __percpu	*cpus;
	struct stat_wraps		*wraps;
	u64				id;	/* no others have had it */
	struct list_head		left;	/* see stat_module_left() */
	unsigned int			nr_left;
	u64				not_left;	/* calls without room there */
	unsigned long			size;	/* functions of a CPU */
	unsigned long			tasks;
	u64				start;	/* trace_clock_local() */
	bool				by_cgroup;
};

/**
 * stat_bucket_of_short - as stat_bucket(), of a duration below STAT_SHORT_NS
 * @ns: the duration
 *
 * Return: an index; STAT_BUCKETS or more from 2 * STAT_SHORT_NS on, of which bits are lost.
 */
static __always_inline unsigned long stat_bucket_of_short(u64 ns)
{
	unsigned long top;

	if (unlikely(ns < STAT_FIRST_NS))
		return 0;
	top = __fls(ns);
	return (top << STAT_BUCKET_BITS) + word_shift(ns << STAT_BUCKET_BITS, top) -
	       STAT_BUCKET_BASE - (STAT_BUCKET_BITS << STAT_BUCKET_BITS);
}

/**
 * stat_bucket - the bucket of a duration
 * @ns: the duration
 *
 * Return: an index below STAT_BUCKETS.
 */
static __always_inline unsigned long stat_bucket(u64 ns)
{
	return min(stat_bucket_of_short(ns), STAT_BUCKETS - 1UL);
}

/**
 * stat_bucket_low - the shortest duration of a bucket
 * @bucket: its index; STAT_BUCKETS for the end of the last but one
 *
 * Return: nanoseconds.
 */
static inline u64 stat_bucket_low(unsigned int bucket)
{
	unsigned int at = bucket + STAT_BUCKET_BASE, part = at % (1 << STAT_BUCKET_BITS);

	if (!bucket)
		return 0;
	return (u64)(part + (1 << STAT_BUCKET_BITS)) << ((at >> STAT_BUCKET_BITS) - 1);
}

/* Returns: this CPU's entry of the function; NULL where stat_probe() has to look. */
static __always_inline struct stat_entry *stat_find(struct stat_cpu __percpu *cpus,
						    unsigned long func)
{
	unsigned long at = func >> 4 & raw_cpu_read(cpus->mask);
	struct stat_entry *entry = in_place(raw_cpu_read(cpus->slots)[at]);

	return likely(entry->func == func) ? assume_pointer(entry) : NULL;
}

/* Returns: false if the bucket has wrapped, which the caller has to note. */
static __always_inline bool stat_entry_add(struct stat_entry *entry, unsigned long bucket,
					   u64 duration, u64 self)
{
	local_inc(&entry->calls);
	local_add(duration, &entry->sum);
	local_add(self, &entry->self);
	return likely(!local32_inc_and_test(entry->buckets + bucket));
}

/* Returns: 0 where the table is by function alone. */
static inline u64 stat_cgroup_of(const struct stat_cpu *table, const struct stat_entry *entry)
{
	return table->keys ? READ_ONCE(table->keys[entry - table->entries].cgroup) : 0;
}

unsigned long stat_room(void);
struct stat_tables *stat_tables_alloc(unsigned long size, unsigned long tasks, bool by_cgroup);
int stat_tables_fill(struct stat_tables *tables);
void stat_cpu_comes(struct stat_tables *tables, unsigned int cpu, const char *name);
struct stat_entry *stat_probe(struct stat_cpu *table, unsigned long func, u64 cgroup);
bool stat_entry_count(struct stat_entry *entry, u64 duration, u64 self);
void stat_note_wrap(struct stat_wraps *wraps, u32 *bucket);
void stat_tables_free(struct stat_tables *tables);
const struct stat_entry *stat_look_up(const struct stat_cpu *table, unsigned long func,
				      u64 cgroup);
void stat_each_of(const struct stat_tables *tables, unsigned long func,
		  void (*act)(const struct stat_entry *entry, void *data), void *data);
u64 stat_entry_read(const struct stat_tables *tables, const struct stat_entry *entry,
		    u64 *buckets);
void stat_row_add(struct stat_row *row, u64 *one, const struct stat_tables *tables,
		  const struct stat_entry *entry);
void stat_module_left(struct stat_tables *tables, unsigned long state,
		      const struct module *module);

#endif /* _DURATION_STATE_STAT_H */
