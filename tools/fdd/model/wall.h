/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The wall clock (CLOCK_REALTIME) of a trace, and the machine and the boot it is of.
 *
 * "fdd record" writes markers when it begins, meanwhile, and at the end:
 *
 *	fdd-clock: n=0 realtime=1764411103.123456789 boot=ID uname=Linux host 6.12.1 x86_64
 *
 * Several follow each other, with the numbers n from 0 on. The realtime of each is read before it
 * is written, and so after the one before was: the time at which that one was stamped is between
 * the two. A text of the trace has them, too.
 */
#ifndef FDD_WALL_H
#define FDD_WALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/util.h"
#include "model/call.h"

#define FDD_WALL_MARK	"fdd-clock: "
#define FDD_WALL_MARKS	4	/* that fdd writes each time */

/* At @time of the trace it is @time + @offset in ns since 1970, within @error. */
struct fdd_wall_anchor {
	uint64_t	time;
	int64_t		offset;
	uint64_t	error;
};

struct fdd_wall_mark {
	unsigned int	n;
	uint64_t	time, slack;	/* of the note */
	uint64_t	real;
};

struct fdd_wall {
	struct fdd_wall_anchor	*anchors;	/* by time */
	uint32_t		nr, cap;
	struct fdd_wall_mark	last;
	bool			has_last;
	bool			same;		/* the last anchor is of these marks */
	char			boot[FDD_BOOT_ID_LEN + 1];	/* "": unknown */
	char			*machine;	/* as uname -a, or NULL */
	char			*host;		/* of it, or NULL */
};

/**
 * fdd_host_of - the host in a text as of uname -a, which the caller frees
 *
 * Return: NULL if it has another form, or not the characters of a name: it comes from a trace
 */
char *fdd_host_of(const char *machine);

/** fdd_wall_is_mark - is a note one of these markers? Then it is none of the user's. */
bool fdd_wall_is_mark(const struct fdd_note *note);

/** fdd_wall_take - use a marker; its time is by the clock of the calls */
void fdd_wall_take(struct fdd_wall *w, const struct fdd_note *note);

/**
 * fdd_wall_at - the wall clock at a time of the trace
 * @real: ns since 1970
 * @error: it may be wrong by this much
 *
 * Between two anchors it is in proportion; before the first and after the last one the clock may
 * have been slewed by what adjtimex(2) allows.
 *
 * Return: false if it is not known
 */
bool fdd_wall_at(const struct fdd_wall *w, uint64_t time, uint64_t *real, uint64_t *error);

/** fdd_wall_format - the text of marker @n, at @real; returns its length */
size_t fdd_wall_format(char *to, size_t size, unsigned int n, uint64_t real, const char *boot,
		       const char *machine);

void fdd_wall_free(struct fdd_wall *w);

#endif
