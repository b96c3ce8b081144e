/* SPDX-License-Identifier: GPL-2.0 */
/* Which processes have a file open: the other ends of pipes and sockets. */
#ifndef FDD_WAITS_ENDS_H
#define FDD_WAITS_ENDS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/map.h"

#define WAITS_MOST_ENDS	1000000	/* descriptors of all processes that are looked at */

struct waits_end {
	uint64_t	key;		/* of what it names: "pipe:[123]" */
	pid_t		pid;
	int		fd;
};

/* The last two: it has a lock of that kind, which is the open file's, and no process's. */
enum waits_mode {
	WAITS_ANY_MODE, WAITS_CAN_READ, WAITS_CAN_WRITE, WAITS_HAS_FLOCK, WAITS_HAS_OFD_LOCK,
};

/* The processes that have one file open for that, found at the first use. */
struct waits_known_end {
	uint64_t	key;
	enum waits_mode	mode;
	uint32_t	from, nr;	/* in ->pids */
	int		fd;		/* of the first of them */
};

/* All descriptors of all processes, read at the first use. */
struct waits_ends {
	struct waits_end	*list;
	uint32_t		nr, cap;
	struct waits_known_end	*known;
	uint32_t		nr_known, known_cap;
	struct fdd_map		at;		/* by key and mode: where in ->known, from 1 on */
	pid_t			*pids;
	uint32_t		nr_pids, pid_cap;
	bool			is_read;
	bool			hidden;		/* some processes could not be read */
	bool			cut;		/* there were more than WAITS_MOST_ENDS */
};

/* Processes other than the one that waits. */
struct waits_others {
	pid_t		first;
	uint32_t	nr;		/* of all of them */
	bool		own;		/* the process that waits has it, too */
};

/** waits_ends_find - processes other than @own that have @target ("pipe:[123]") open for that */
void waits_ends_find(struct waits_ends *ends, const char *target, enum waits_mode mode,
		     pid_t own, struct waits_others *others);

void waits_ends_free(struct waits_ends *ends);

#endif
