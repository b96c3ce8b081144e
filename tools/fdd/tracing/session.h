/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tracing instance of our own: what "fdd record" and "fdd top" share. The
 * options that say what to trace, the module, the instance and its filters.
 */
#ifndef FDD_SESSION_H
#define FDD_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/opts.h"

/* Words from the command line, in the order they came. */
struct words {
	const char	**words;
	size_t		nr, cap;
};

void words_add(struct words *list, const char *word);

/* What to trace */
struct session_wish {
	bool		has_thresh;
	uint64_t	thresh_us;
	unsigned int	max_depth;	/* 0 is all */
	uint64_t	buffer_kb;	/* for each cpu; 0 is the kernel's default */
	struct words	functions;
	struct words	not_functions;
	struct words	graph_functions;
	struct words	pids;
	const char	*module;	/* a file to load it from */
};

/* The options, which fill a struct session_wish. */
extern const struct fdd_opts session_opts;

void session_wish_free(struct session_wish *wish);

/*
 * Make the instance @name and everything around it as wished; the tracer is
 * not selected yet. All is noted in the journal: undo_all() takes it back.
 * Returns 0, or -1 after having said what is wrong.
 */
int session_begin(const struct session_wish *wish, const char *name);

/* Before it: what can be seen to be wrong without changing anything. */
int session_check(const struct session_wish *wish);

/* The threads of the processes wished, as a list separated by commas. */
char *session_threads(const struct session_wish *wish);

/* Have just them traced. Returns 0, or -1 after having said what is wrong. */
int session_set_pids(const struct session_wish *wish, const char *instance);

/* Is one of the processes left, or were none wished? */
bool session_pids_live(const struct session_wish *wish);

/* What became of the calls in an instance. */
struct session_counts {
	uint64_t	recorded;	/* written to the ring buffer */
	uint64_t	overwritten;	/* by newer ones, before they were read */
	uint64_t	lost;		/* the ring buffer took no record of them */
	uint64_t	no_room;	/* not seen: the task's shadow stack was full */
};

void session_counts(const char *instance, struct session_counts *counts);

static inline uint64_t session_lost(const struct session_counts *counts)
{
	return counts->overwritten + counts->lost;
}

/* Say what was lost, and what to do about it. */
void session_tell_losses(const char *instance, const struct session_counts *counts);

#endif
