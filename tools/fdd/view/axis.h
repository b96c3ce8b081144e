/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls of a trace for a time axis: for each level of zoom those that are wide enough to be
 * seen, and blocks of the others; and all calls of the places that are worth a look.
 */
#ifndef FDD_VIEW_AXIS_H
#define FDD_VIEW_AXIS_H

#include "lib/json.h"
#include "lib/names.h"
#include "model/timeline.h"

#define FDD_AXIS_LEVELS	10
#define FDD_AXIS_ROWS	16	/* of a lane: deeper calls are left out */
#define FDD_AXIS_PLACES	24

struct fdd_axis_item {
	uint64_t	from, ns;
	uint32_t	name;		/* in axis->names */
	uint32_t	calls;		/* more than one: a block; 0: a marker */
	uint16_t	lane;
	uint16_t	cpu;		/* on which it returned; of a block, its longest one */
	uint8_t		row;
};

struct fdd_axis_items {
	struct fdd_axis_item	*list;
	uint32_t		nr, cap;
};

/* Calls that are too short for a level, one after the other. */
struct fdd_axis_block {
	uint64_t	from, to;
	uint64_t	longest;	/* which names it */
	uint32_t	name, calls;
	uint16_t	cpu;
};

struct fdd_axis_level {
	uint64_t		ns;	/* shorter calls are joined; 0: none is */
	struct fdd_axis_items	items;
	struct fdd_axis_block	blocks[FDD_AXIS_ROWS];	/* of the lane that is read */
};

struct fdd_axis_place {
	uint64_t		from, to;
	bool			full;	/* it has too many calls, and is left out */
	struct fdd_axis_items	items;
};

/* Between two tracks */
struct fdd_axis_wake {
	uint64_t	time;
	uint32_t	waker, woken;
};

struct fdd_axis_lane {
	char		*name;
	char		*cgroup;	/* or NULL */
	unsigned int	rows;
	bool		has_states;	/* in row 0 */
	bool		of_cpu;
	bool		of_regions;
};

struct fdd_axis {
	struct fdd_timeline	tl;
	struct fdd_sorter	cpus;		/* tasks and interrupts by CPU */
	bool			has_cpus;
	uint64_t		first, last;
	uint64_t		from, to;	/* the part that is shown; at first all of it */
	unsigned int		most_levels;	/* 0: all */
	char			*(*cgroup)(int32_t pid, const char *comm);	/* or NULL */
	struct fdd_axis_level	levels[FDD_AXIS_LEVELS];
	unsigned int		nr_levels;
	uint64_t		marks[FDD_AXIS_LEVELS][FDD_AXIS_ROWS];	/* the last seen there */
	struct fdd_axis_place	places[FDD_AXIS_PLACES];
	unsigned int		nr_places;
	struct fdd_axis_lane	*lanes;
	uint32_t		nr_lanes, cap_lanes;
	uint32_t		left_out;	/* lanes */
	uint32_t		*lane_of;	/* by track, + 1 */
	struct fdd_axis_wake	*wakes;		/* within places, or the part that is shown */
	uint32_t		nr_wakes, cap_wakes;
	uint64_t		wakes_left_out;
	uint64_t		deep;		/* calls that are too deep for a lane */
	struct fdd_names	names;
	uint64_t		ends[FDD_AXIS_ROWS];	/* of the calls around */
	uint64_t		wide[FDD_AXIS_ROWS];	/* their durations */
	unsigned int		nr_open;
};

/* Before reading: attach it to a model. */
void fdd_axis_begin(struct fdd_axis *a, struct fdd_model *m, const struct fdd_filter *filter);
/* Between: show all calls around a time, unless there are too many. */
void fdd_axis_add_place(struct fdd_axis *a, uint64_t from, uint64_t to);
/* Between: show this part alone; the calls in it are whole. */
void fdd_axis_limit(struct fdd_axis *a, uint64_t from, uint64_t to);
/* After reading: find what is shown, and write it as the member "axis" of the open object. */
void fdd_axis_json(struct fdd_axis *a, struct fdd_table *t, struct fdd_json *j);
void fdd_axis_free(struct fdd_axis *a);

#endif
