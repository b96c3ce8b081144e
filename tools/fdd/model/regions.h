/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Regions: spans of a program's work, marked in the trace by the program. The form of the
 * markers is in model/region_line.h.
 */
#ifndef FDD_REGIONS_H
#define FDD_REGIONS_H

#include "model/model.h"
#include "model/region_line.h"

struct fdd_region_thread;

/*
 * Hash tables of open regions: by the fields that every end has, and by these and one more.
 * Those of the same key are a group, see regions.c.
 */
enum fdd_region_table {
	FDD_REGION_BY_END,
	FDD_REGION_BY_PROCESS,
	FDD_REGION_BY_THREAD,
	FDD_REGION_TABLES
};

struct fdd_region {
	uint64_t	id;		/* from the program, or a cookie */
	uint64_t	from, to;	/* to is set at its end */
	uint64_t	left;		/* end of the region around it; 0: not ended yet */
	uint64_t	first_own;	/* call time, see regions.c */
	uint64_t	tag;		/* for the watcher's use */
	uint32_t	slack;		/* from may be too early by this much */
	uint32_t	kind;
	uint32_t	comm;
	int32_t		pid;		/* of the thread that began it; -1: unknown */
	int32_t		process;	/* thread group; 0: unknown */
	uint16_t	cpu;
	uint16_t	source;
	uint8_t		pairing;	/* enum fdd_region_pairing */
	bool		no_time;	/* its times are those of calls before and after */
	bool		is_async;	/* it may overlap with others of its thread */

	/* Lists of open regions, see regions.c. */
	struct fdd_region_thread *thread;
	struct fdd_region *older, *newer;	/* of its thread, while it gets calls */
	struct fdd_region *under, *over;	/* on its thread's stack */
	struct {
		struct fdd_region *next, **link;	/* of other groups; of its oldest one */
		struct fdd_region *later, *earlier;	/* of its group, in a ring */
	} hashed[FDD_REGION_TABLES];
	struct fdd_region *before, *after;	/* of all regions, by age */
};

/* A category and a name of regions. */
struct fdd_region_kind {
	char		*category, *name;
	bool		wanted;		/* matches one of the patterns */
};

/* Callbacks for the wanted regions. Each may be NULL. */
struct fdd_region_watch {
	void	(*began)(void *arg, struct fdd_region *r,
			 const struct fdd_region_line *line);
	void	(*ended)(void *arg, const struct fdd_region *r);
	void	(*unfinished)(void *arg, const struct fdd_region *r);
	/* A counter or an instant, independent of the patterns. */
	void	(*single)(void *arg, const struct fdd_note *note,
			  const struct fdd_region_line *line);
	void	*arg;
};

struct fdd_patterns;

struct fdd_regions {
	struct fdd_sink		sink;
	const struct fdd_patterns *patterns;
	struct fdd_region_watch	watch;
	struct fdd_names	kind_names;	/* "category:name" */
	struct fdd_region_kind	*kinds;		/* by number in kind_names */
	uint32_t		nr_kinds, cap_kinds;
	struct fdd_map		threads;	/* key -> struct fdd_region_thread * */
	struct fdd_region	**buckets[FDD_REGION_TABLES];	/* of open ones */
	size_t			nr_buckets;
	struct fdd_region	*oldest, *newest;	/* of those open */
	size_t			nr_open;
	uint64_t		estimated;	/* regions with the times of calls */
	uint64_t		no_enter;	/* ends without a begin */
	uint64_t		ambiguous;	/* ends with several possible begins */
	uint64_t		dropped;	/* open regions beyond the limit */
	uint64_t		more_names;	/* regions with names beyond the limit */
};

/*
 * @patterns are globs of the wanted regions: of "category:name", of a category or of a
 * name; without patterns all are wanted.
 */
void fdd_regions_init(struct fdd_regions *r, const struct fdd_patterns *patterns);
void fdd_regions_free(struct fdd_regions *r);

/* "category:name" of a line. The caller frees it. */
char *fdd_region_text(const struct fdd_region_line *line);

/* Attach it to a model, which passes all notes; or pass each with fdd_regions_note(). */
void fdd_regions_attach(struct fdd_regions *r, struct fdd_model *m);
/*
 * Returns true if the note is the begin or end of a region, wanted or not; or, if the
 * watcher has a callback for them, a counter or an instant.
 */
bool fdd_regions_note(struct fdd_regions *r, const struct fdd_note *note);

/* After reading: report regions that are still open. */
void fdd_regions_finish(struct fdd_regions *r);

/* Does a region of the trace match the patterns? */
bool fdd_regions_any(const struct fdd_regions *r);

/* Print warnings about pairs that may be wrong. */
void fdd_regions_warn(const struct fdd_regions *r);

/* The number of wanted regions that a call, which has just returned, is within. */
unsigned int fdd_regions_around(struct fdd_regions *r, const struct fdd_call *call);
/* The number of regions that the thread of this note has open. */
unsigned int fdd_regions_open(const struct fdd_regions *r,
			      const struct fdd_note *note);

#endif
