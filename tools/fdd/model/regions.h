/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Regions: spans of a program's own work, which it marked in the trace with
 * libtrace_region, or as crosvm does:
 *
 *	503 VirtioFs Enter: release - (self.tag: "mtdroot")(inode: 42)
 *	503 VirtioFs Exit: release
 */
#ifndef FDD_REGIONS_H
#define FDD_REGIONS_H

#include "lib/patterns.h"
#include "model/model.h"

/* A marker of that form, taken apart. Nothing is terminated. */
struct fdd_region_line {
	uint64_t	id;
	bool		enter;
	const char	*category, *name, *pairs;
	uint32_t	category_len, name_len, pairs_len;
};

/* False if the text is another marker. */
bool fdd_region_parse(const char *text, size_t len, struct fdd_region_line *line);

struct fdd_region {
	uint64_t	id;		/* the program's */
	uint64_t	from, to;	/* to is set when it ends */
	uint32_t	slack;		/* from may be too early by this much */
	uint64_t	first_own;	/* call time, see regions.c */
	uint64_t	tag;		/* the watcher's own */
	uint32_t	kind;
	uint32_t	comm;
	int32_t		pid;		/* of the thread that began it; -1 is unknown */
	uint16_t	cpu;
	uint16_t	source;
	bool		no_time;	/* its times are those of calls near by */
	bool		doubtful;	/* events were lost while it lasted */
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
	void	*arg;
};

struct fdd_region_thread;

struct fdd_regions {
	struct fdd_sink		sink;
	const struct fdd_patterns *patterns;
	struct fdd_region_watch	watch;
	struct fdd_names	kind_names;	/* "category:name" */
	struct fdd_region_kind	*kinds;		/* by its number there */
	uint32_t		nr_kinds, cap_kinds;
	struct fdd_map		threads;	/* key -> struct fdd_region_thread * */
	uint64_t		estimated;	/* regions whose times are not exact */
	uint64_t		no_enter;	/* ends whose begin is missing */
};

/*
 * @patterns say which regions are wanted: globs of "category:name", or without
 * a colon of either; none is all.
 */
void fdd_regions_init(struct fdd_regions *r, const struct fdd_patterns *patterns);
void fdd_regions_free(struct fdd_regions *r);

/* Have the model tell it of all notes; or tell it of each by the second. */
void fdd_regions_attach(struct fdd_regions *r, struct fdd_model *m);
/* Returns whether the note began or ended a region, wanted or not. */
bool fdd_regions_note(struct fdd_regions *r, const struct fdd_note *note);

/* When all is read: what has not ended never will. */
void fdd_regions_finish(struct fdd_regions *r);

/* Is there a region that the patterns want? Otherwise say so. */
bool fdd_regions_any(const struct fdd_regions *r);

/* In how many wanted regions did the thread make this call, which just returned? */
unsigned int fdd_regions_around(struct fdd_regions *r, const struct fdd_call *call);
/* How many has the thread open that wrote this note? */
unsigned int fdd_regions_open(const struct fdd_regions *r,
			      const struct fdd_note *note);

#endif
