/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of all calls, as the tracer's option duration-stat counts them: sums and a
 * histogram for each function, without the calls themselves.
 */
#ifndef FDD_STATS_H
#define FDD_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/map.h"
#include "lib/names.h"

#define FDD_MAX_STATS		(1u << 15)	/* functions; kernels call fewer */
/* Of all statistics at a time */
#define FDD_MAX_STAT_BUCKETS	(1u << 22)	/* 96 MiB */
#define FDD_MAX_STAT_TEXT	((size_t)FDD_MAX_STATS << 9)	/* KSYM_NAME_LEN is 512 */

/* Durations from @low to below @high, which is UINT64_MAX for the last bucket. */
struct fdd_stat_bucket {
	uint64_t	low, high;
	uint64_t	calls;
};

/* The percentiles that the file "stat" has */
enum fdd_stat_percentile {
	FDD_STAT_P50,
	FDD_STAT_P90,
	FDD_STAT_P99,
	FDD_STAT_P999,
	FDD_STAT_PERCENTILES,
};

/* What a row has the calls of, where they are counted for each cgroup */
enum fdd_stat_by {
	FDD_STAT_BY_FUNCTION,
	FDD_STAT_BY_CGROUP,	/* its name is the path, or "id:4711" */
	FDD_STAT_BY_BOTH,	/* "function<TAB>4711" */
};

/* A function; all times in ns. */
struct fdd_stat {
	const char		*name;		/* in struct fdd_stats */
	uint64_t		calls;
	uint64_t		total;		/* recursion counted once */
	uint64_t		self;
	uint64_t		sum;		/* of all durations */
	uint64_t		min, max;
	struct fdd_stat_bucket	*buckets;	/* in order; NULL: not known */
	uint32_t		nr_buckets;
	/* Without buckets, and only if this is one function and not several of its name */
	uint64_t		percentiles[FDD_STAT_PERCENTILES];
	bool			has_percentiles;
};

struct fdd_stats {
	struct fdd_stat	*list;
	uint32_t	nr, cap;
	struct fdd_names names;		/* numbers are indices of the list */
	uint32_t	nr_buckets;	/* of all functions */
	bool		has_buckets;	/* from "stat_hist", not from "stat" */
	bool		by_cgroup;	/* they are counted for each cgroup */
	bool		of_cgroups;	/* rows, and the number of functions, are of cgroups */
	bool		counting;	/* when it was read */
	bool		dropped;	/* nothing was counted since a reset */
	uint64_t	interval;	/* ns */
	uint64_t	calls;		/* counted, says the header */
	uint64_t	functions;	/* that they were calls of */
	uint64_t	no_room;	/* calls not counted: of functions without room */
	uint64_t	no_task;	/* of tasks without room */
	uint64_t	no_module;	/* of functions of unloaded modules, without room */
	uint64_t	no_histogram;	/* calls counted, but not in the histograms */
	uint64_t	left_out;	/* functions beyond the limits above */
	uint64_t	trace_bytes;	/* size of the trace that they were saved with; 0: none */
};

struct fdd_stats *fdd_stats_new(void);
void fdd_stats_free(struct fdd_stats *s);

/* Keep the sums only. */
void fdd_stats_drop_buckets(struct fdd_stats *s);

/*
 * Add what was counted for a function of that name. Several functions may have the same
 * name; then they are added up. The buckets are copied.
 */
void fdd_stats_add(struct fdd_stats *s, const char *name, size_t len, const struct fdd_stat *f);

/* The function of that name, or NULL. */
const struct fdd_stat *fdd_stats_find(const struct fdd_stats *s, const char *name);

/*
 * What was counted in @now but not in @before, which may be NULL. The caller frees the
 * buckets. The longest and the shortest call are those of the buckets, if they are not
 * known.
 */
struct fdd_stat fdd_stat_since(const struct fdd_stat *now, const struct fdd_stat *before);

/* The duration that stands for those of a bucket: its middle, if there was one. */
uint64_t fdd_stat_middle(const struct fdd_stat *f, const struct fdd_stat_bucket *b);

/* Is this percentile known? */
bool fdd_stat_knows(const struct fdd_stat *f, unsigned int per_million);
/*
 * The duration that @per_million of the calls do not exceed: the middle of its bucket, as
 * the tracer itself calculates it. 0 if it is not known.
 */
uint64_t fdd_stat_percentile(const struct fdd_stat *f, unsigned int per_million);

/* How far a percentile may be off, in text. */
#define FDD_STAT_ERROR	"at most 6.25 % off between 64 ns and 60 s"

#endif
