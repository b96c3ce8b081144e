/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All calls, regions, markers and counters of a trace on tracks, for viewers. There is
 * one track per task, per idle task and kind of interrupt of a CPU, and one more for the
 * regions of a task. Spans of one track nest, except for asynchronous regions.
 *
 * With events of the scheduler and of interrupts it has tracks of their own for the states of a
 * task, its work items, and the interrupts of a CPU, and the wakes that end a sleep.
 */
#ifndef FDD_TIMELINE_H
#define FDD_TIMELINE_H

#include "lib/spill.h"
#include "model/filter.h"
#include "model/states.h"

enum fdd_track_kind {
	FDD_TRACK_TASK,		/* number is its pid */
	FDD_TRACK_IDLE,		/* number is its cpu */
	FDD_TRACK_CPU,		/* only the cpu is known */
	FDD_TRACK_SOFTIRQ,
	FDD_TRACK_HARDIRQ,
	FDD_TRACK_NMI,
	FDD_TRACK_REGIONS,	/* number is the task's pid */
	FDD_TRACK_CPU_REGIONS,	/* the same if only the cpu is known */
	FDD_TRACK_STATES,	/* number is the task's pid */
	FDD_TRACK_WORK,		/* number is the worker's pid */
	FDD_TRACK_INTERRUPTS,	/* number is the cpu */
};

struct fdd_track {
	uint16_t		source;
	uint8_t			kind;		/* enum fdd_track_kind */
	int32_t			number;
	uint32_t		comm;		/* in model->comms */
	uint64_t		id;		/* unique */

	/* Set when the timeline is finished */
	uint64_t		first;		/* begin of the first span */
	uint64_t		last;		/* end of the last span */
	bool			used;		/* something is shown on it */
};

/* A span on a track. A mark has no length. */
struct fdd_span {
	uint64_t	from, to;
	uint64_t	seq;
	uint64_t	order;		/* in which spans were added */
	uint64_t	name;		/* of a call in model->funcs, else in texts */
	union {
		uint64_t	pairs;	/* of a region, in texts */
		int64_t		value;	/* of a counter */
		uint64_t	wake;	/* before a state, or 0 */
	};
	uint32_t	track;		/* within whose calls it is */
	union {
		int32_t		process;	/* of a counter or a region; 0: unknown */
		uint32_t	on;	/* the own track of a state, a work item, an interrupt */
	};
	uint16_t	cpu;
	uint16_t	depth;
	bool		is_call;
	bool		is_mark;
	bool		is_counter;
	bool		is_region;
	bool		is_async;	/* a region: it may overlap others of its track */
	bool		is_state;	/* name is the enum fdd_state */
	bool		is_work;	/* or an interrupt */
	bool		is_wake;	/* by the track's task or interrupt */
};

/* A wake: its number, and the track of the waker; in the wake itself, of the woken task. */
static inline uint32_t fdd_wake_number(uint64_t wake)
{
	return wake >> 32;
}

static inline uint32_t fdd_wake_track(uint64_t wake)
{
	return wake;
}

/* A span that may contain others. */
struct fdd_open_span {
	uint64_t	to;
	uint32_t	track;
};

struct fdd_timeline {
	struct fdd_sink		sink;
	struct fdd_model	*m;
	const struct fdd_filter	*filter;
	struct fdd_table	*t;
	struct fdd_sorter	spans;		/* by track and time */
	uint64_t		nr;		/* spans added so far */
	struct fdd_span		span;		/* the last one returned */
	struct fdd_open_span	*open;		/* the spans around it */
	size_t			nr_open, cap_open;
	struct fdd_track	*tracks;
	uint32_t		nr_tracks, cap_tracks;
	struct fdd_map		track_keys;	/* key -> number + 1 */
	struct fdd_map		processes;	/* of tasks: fdd_thread_key() -> pid */
	struct fdd_texts	texts;
	struct fdd_text_copy	name, pairs;	/* buffers of fdd_timeline_name() */
	struct fdd_regions	regions;
	uint64_t		first, last;	/* of calls, regions, markers; 0: none */
	uint64_t		cut;		/* calls that were shortened */
	uint64_t		nr_async;
	uint64_t		left_out;	/* spans left out because of too many tracks */
	bool			quiet;		/* without warnings: another view has them */

	/* With fdd_timeline_want_states() */
	bool			want_states;
	bool			within_calls;	/* only what is within calls that are shown */
	struct fdd_states	states;
	uint32_t		nr_wakes;
	uint8_t			*wakes;		/* bits: the wake is shown */
};

/* Attach it to a model, before reading. */
void fdd_timeline_begin(struct fdd_timeline *tl, struct fdd_model *m,
			const struct fdd_filter *filter);
/*
 * Before reading: states, interrupts and wakes too. @within_calls: only the states and
 * interrupts within a call that is shown, and the wakes that ended such a state.
 */
void fdd_timeline_want_states(struct fdd_timeline *tl, bool within_calls);
/* After reading: sort the spans and remove those that do not pass the filter. */
void fdd_timeline_finish(struct fdd_timeline *tl, struct fdd_table *t);

/** fdd_timeline_next - Return: the next span, valid until the next call; NULL at the end */
const struct fdd_span *fdd_timeline_next(struct fdd_timeline *tl);

/*
 * The name of a span, and the pairs of a region, or an empty text. Both are valid until
 * the next call.
 */
struct fdd_span_text {
	const char	*text;
	size_t		len;
};

struct fdd_span_text fdd_span_name(struct fdd_timeline *tl, const struct fdd_span *span);
struct fdd_span_text fdd_span_pairs(struct fdd_timeline *tl, const struct fdd_span *span);
/* "kernel", "region", "marker", ... */
const char *fdd_span_category(const struct fdd_timeline *tl, const struct fdd_span *span);

void fdd_timeline_free(struct fdd_timeline *tl);

/* The track that shows a span. */
static inline uint32_t fdd_span_track(const struct fdd_span *span)
{
	return span->is_state || span->is_work ? span->on : span->track;
}

/*
 * The process of a track's task, or the task itself if the trace does not hold the process;
 * 0 for tracks of a CPU.
 */
int32_t fdd_track_process(const struct fdd_timeline *tl, const struct fdd_track *track);

/*
 * The number of that process, unique in all traces: a pid identifies a process within one only.
 * The process of CPUs has a number of its own in each trace.
 */
int64_t fdd_track_process_id(const struct fdd_timeline *tl, const struct fdd_track *track);

/* Its name: "sh", or "label: sh" if there are several traces. The caller frees it. */
char *fdd_track_process_name(const struct fdd_timeline *tl, const struct fdd_track *track);

/* A track's name: "dd-173", "swapper/0", "cpu 0 softirq". The caller frees it. */
char *fdd_track_name(const struct fdd_timeline *tl, const struct fdd_track *track);

#endif
