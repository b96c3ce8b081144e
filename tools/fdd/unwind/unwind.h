/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Unwinds the copies of stacks of a recording, in a child process with limits: libdw is not made
 * for files of an attacker.
 */
#ifndef FDD_UNWIND_H
#define FDD_UNWIND_H

#include "model/user_stacks.h"

struct fdd_unwind_wish {
	const char	*symfs;		/* look for files below this directory first; or NULL */
	bool		debuginfod;	/* ask servers for debug information */
};

/* Was fdd built with libdw? */
extern const bool fdd_can_unwind;

/* The name of the copies of a recording; the caller frees it. NULL: there are none. */
char *fdd_stacks_path(const char *trace);

/*
 * The stacks of a file, with warnings about missing ones. Returns NULL after an error message.
 * To be called while there are no other threads.
 */
struct fdd_user_stacks *fdd_unwind(const char *path, const struct fdd_unwind_wish *wish);

#endif
