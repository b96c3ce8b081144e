/* SPDX-License-Identifier: GPL-2.0 */
/* fdd top: what the tracer sees, while it happens. */
#ifndef FDD_TOP_H
#define FDD_TOP_H

#include "model/model.h"
#include "model/outermost.h"
#include "model/table.h"
#include "tracing/session.h"

/*
 * The figures: per function, since the start and for the last seconds. The
 * last seconds are the sum of some slices; the oldest slice is emptied to
 * become the newest.
 */
#define TOP_SLICES	5

struct top_func {
	struct fdd_row	live;			/* all since the start */
	struct fdd_row	slices[TOP_SLICES];
	struct fdd_row	all, recent;		/* as of the last snapshot */
};

struct top_data {
	struct fdd_sink		sink;
	struct fdd_model	*model;
	struct fdd_outermost	outermost;
	struct top_func		**funcs;	/* by function of the model */
	uint32_t		nr_funcs;
	unsigned int		slice;		/* the newest one */
	uint64_t		calls;
};

enum top_sort {
	TOP_BY_TOTAL,
	TOP_BY_SELF,
	TOP_BY_CALLS,
	TOP_BY_AVG,
	TOP_BY_P99,
	TOP_BY_MAX,
	TOP_BY_NAME,
	TOP_NR_SORTS,
};

/* What is shown of the figures */
struct top_choice {
	enum top_sort	sort;
	bool		recent;		/* the last seconds, not all */
	char		filter[64];	/* a glob, or part of a name; "" is none */
};

/* Some rows, sorted; they change with the next snapshot only. */
struct top_rows {
	struct fdd_row	**rows;
	uint32_t	nr, cap;
	uint64_t	calls;		/* of all functions, shown or not */
};

struct top_data *top_data_new(struct fdd_model *m);
void top_data_free(struct top_data *d);
void top_data_next_slice(struct top_data *d);
void top_data_reset(struct top_data *d);
/* Take the figures as they are; what is chosen and sorted are these. */
void top_data_snapshot(struct top_data *d);
void top_data_rows(struct top_data *d, const struct top_choice *choice,
		   struct top_rows *rows);
/* "total", "self", ... Returns TOP_NR_SORTS if it is none of them. */
enum top_sort top_sort_parse(const char *name);
const char *top_sort_name(enum top_sort sort);

/*
 * The source: the ring buffer of an instance.
 */
struct top_source;

struct top_source *top_source_open(const char *instance, struct fdd_model *m);
void top_source_close(struct top_source *s);
/* Read what there is. Returns the number of calls told to the model. */
uint64_t top_source_read(struct top_source *s);

/*
 * All of it
 */
struct top {
	struct session_wish	wish;
	struct top_choice	choice;
	uint64_t		interval_ns;
	uint64_t		window_ns;
	uint64_t		limit;		/* rows to print */
	uint64_t		count;		/* times to print; 0 is for ever */
	bool			json;
	bool			print;		/* rather than a screen */

	char			instance[32];
	int			signal_fd;
	bool			stop;
	struct fdd_model	*model;
	struct top_data		*data;
	struct top_source	*source;
	struct session_counts	counts;
	uint64_t		thresh_us;
	uint64_t		start, next_slice, next_read;
	uint64_t		now;		/* as of the last top_wait() */
};

/*
 * Read and count until @until, or until @fd (-1 is none) can be read, or
 * until it is time to stop. Returns true if @fd can be read.
 */
bool top_wait(struct top *t, int fd, uint64_t until);
uint64_t top_clock(void);

/* "1.234 ms", seldom more than nine characters */
const char *top_time(char *buf, size_t size, uint64_t ns);

int top_print(struct top *t);
int top_screen(struct top *t);

#endif
