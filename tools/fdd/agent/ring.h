/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A directory of recordings, of bounded size: the oldest ones are removed. Files of one recording
 * have one name, with which the order of time is that of names:
 *
 *	slow-NUMBER.dat		the recording
 *	slow-NUMBER.csv		its traces, a list as of "fdd export --index"
 *	slow-NUMBER.otlp.gz	what a collector is to get, until it has it
 */
#ifndef FDD_AGENT_RING_H
#define FDD_AGENT_RING_H

#include <stdbool.h>
#include <stdint.h>

#define RING_TRACE	".dat"
#define RING_LIST	".csv"
#define RING_SPANS	".otlp.gz"

struct agent_ring {
	const char	*dir;
	uint64_t	max;		/* bytes */
	int		lock;		/* of the directory */
};

/* Returns false after an error message: it cannot be used, or another agent uses it. */
bool ring_open(struct agent_ring *r);
void ring_close(struct agent_ring *r);

/* The path of a file of a recording; the caller frees it. */
char *ring_path(const struct agent_ring *r, uint64_t number, const char *suffix);

/* For the next recording: the time since 1970 in ns, or more, if the clock was set back. */
uint64_t ring_next(const struct agent_ring *r);

/* The oldest recording that was not exported yet; that has spans to send. 0: there is none. */
uint64_t ring_first_new(const struct agent_ring *r);
uint64_t ring_first_unsent(const struct agent_ring *r);

/* The size of all files, or of those of a recording */
uint64_t ring_size(const struct agent_ring *r);
uint64_t ring_size_of(const struct agent_ring *r, uint64_t number);

struct ring_removed {
	uint64_t	recordings;
	uint64_t	traces;		/* that no collector got */
};

/*
 * Remove the oldest recordings, until @room more bytes fit. Returns false if they do not, because
 * files cannot be removed.
 */
bool ring_make_room(const struct agent_ring *r, uint64_t room, struct ring_removed *removed);

/* A row of a list */
struct ring_row {
	char		id[33];
	uint64_t	spans;		/* 0: it is not for the collector */
	uint64_t	ns;
	double		start;		/* since 1970; 0: not known */
	char		at[32];		/* by the clock of the trace */
	int64_t		asleep, waiting, irqs;	/* ns; -1: not known */
	int		pid;
	const char	*rest;		/* the names of the task and the function, as in CSV */
	const char	*function;	/* as in the file */
};

/* Call @row for each. Returns the number of rows with spans. */
uint64_t ring_rows(const struct agent_ring *r, uint64_t number,
		   void (*row)(void *arg, const struct ring_row *row), void *arg);

/* Print where the trace of this id is. Returns false if it is not there. */
bool ring_find(const struct agent_ring *r, const char *id);

#endif
