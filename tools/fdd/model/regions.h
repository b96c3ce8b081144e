/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Regions: spans of a program's own work, which it marked in the trace. How their
 * lines look is in model/region_line.h.
 */
#ifndef FDD_REGIONS_H
#define FDD_REGIONS_H

#include "model/model.h"
#include "model/region_line.h"

struct fdd_region_thread;

struct fdd_region {
	uint64_t	id;		/* the program's, or a cookie */
	uint64_t	from, to;	/* to is set when it ends */
	uint64_t	left;		/* when the region around it ended; 0 is not yet */
	uint64_t	first_own;	/* call time, see regions.c */
	uint64_t	tag;		/* the watcher's own */
	uint32_t	slack;		/* from may be too early by this much */
	uint32_t	kind;
	uint32_t	comm;
	int32_t		pid;		/* of the thread that began it; -1 is unknown */
	int32_t		process;	/* thread group; 0 is unknown */
	uint16_t	cpu;
	uint16_t	source;
	uint8_t		pairing;	/* enum fdd_region_pairing */
	bool		no_time;	/* its times are those of calls near by */
	bool		is_async;	/* it need not nest with others of its thread */

	/* Where it is kept while it is open, see regions.c. */
	struct fdd_region_thread *thread;
	struct fdd_region *older, *newer;	/* of its thread, while it has calls */
	struct fdd_region *under, *over;	/* of its thread's stack */
	struct fdd_region *same_hash, **hash_link;
	struct fdd_region *before, *after;	/* by age, of all */
};

/* A category and a name. */
struct fdd_region_kind {
	char		*category, *name;
	bool		wanted;		/* matches one of the patterns */
};

/* Who wants to know of the wanted ones. Each may be missing. */
struct fdd_region_watch {
	void	(*began)(void *arg, struct fdd_region *r,
			 const struct fdd_region_line *line);
	void	(*ended)(void *arg, const struct fdd_region *r);
	void	(*unfinished)(void *arg, const struct fdd_region *r);
	/* A counter or an instant, whatever the patterns. */
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
	struct fdd_region_kind	*kinds;		/* by its number there */
	uint32_t		nr_kinds, cap_kinds;
	struct fdd_map		threads;	/* key -> struct fdd_region_thread * */
	struct fdd_region	**buckets;	/* those open, by what an end knows */
	size_t			nr_buckets;
	struct fdd_region	*oldest, *newest;	/* of those open */
	size_t			nr_open;
	uint64_t		estimated;	/* regions whose times are not exact */
	uint64_t		no_enter;	/* ends whose begin is missing */
	uint64_t		ambiguous;	/* ends that several begins may have */
	uint64_t		given_up;	/* since too many were open */
	uint64_t		more_names;	/* regions of kinds beyond those kept */
};

/*
 * @patterns say which regions are wanted: globs of "category:name", of a category
 * or of a name; none is all.
 */
void fdd_regions_init(struct fdd_regions *r, const struct fdd_patterns *patterns);
void fdd_regions_free(struct fdd_regions *r);

/* "category:name" of a line. Free it. */
char *fdd_region_text(const struct fdd_region_line *line);

/* Have the model tell it of all notes; or tell it of each by the second. */
void fdd_regions_attach(struct fdd_regions *r, struct fdd_model *m);
/*
 * Returns whether the note began or ended a region, wanted or not; or, with a watch
 * for them, was a counter or an instant.
 */
bool fdd_regions_note(struct fdd_regions *r, const struct fdd_note *note);

/* When all is read: what has not ended never will. */
void fdd_regions_finish(struct fdd_regions *r);

/* Is there a region that the patterns want? Otherwise say so. */
bool fdd_regions_any(const struct fdd_regions *r);

/* What is not exact about the pairs that were made, as warnings. */
void fdd_regions_warn(const struct fdd_regions *r);

/* In how many wanted regions did the thread make this call, which just returned? */
unsigned int fdd_regions_around(struct fdd_regions *r, const struct fdd_call *call);
/* How many has the thread open that wrote this note? */
unsigned int fdd_regions_open(const struct fdd_regions *r,
			      const struct fdd_note *note);

#endif
