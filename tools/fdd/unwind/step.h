/* SPDX-License-Identifier: GPL-2.0 */
/* From a copy of a stack to the places of the program, the innermost first. */
#ifndef FDD_UNWIND_STEP_H
#define FDD_UNWIND_STEP_H

#include "unwind/rules.h"

#define UNWIND_MAX_FRAMES	512

/* Why there are no more frames */
enum unwind_end {
	UNWIND_COMPLETE,	/* the last one has no caller */
	UNWIND_COPY_ENDS,	/* the rest of the stack was not copied */
	UNWIND_STACK_ENDS,	/* was not there, or on another stack */
	UNWIND_NO_MAP,		/* the address is in no file */
	UNWIND_NO_CFI,		/* no unwind information */
	UNWIND_NO_CODE,		/* the file is missing */
	UNWIND_NO_NAME,		/* code that was made at run time, without a perf map */
	UNWIND_NOT_CALLED,	/* no call stands before the return address */
	UNWIND_BAD,		/* the rules make no sense with this stack */
	UNWIND_TOO_MANY,
	UNWIND_32_BIT,
	UNWIND_NO_STACK,	/* no registers or no copy */
	UNWIND_ENDS,
};

/* A place in a file, or in code that was made at run time. */
struct unwind_place {
	uint32_t	file;
	uint64_t	address;	/* in the file; or of the code, in memory */
	const char	*jit;		/* the name of that, or NULL */
	bool		signal;		/* the frame of a signal: its caller was interrupted */
};

struct unwind_trace {
	struct unwind_place	list[UNWIND_MAX_FRAMES];
	unsigned int		nr;
	enum unwind_end		end;
	uint32_t		file;		/* in which it ended; UNWIND_MAX_FILES: in none */
};

struct unwinder {
	struct unwind_maps	maps;
	struct unwind_files	files;
	struct unwind_rules	rules;
	const char		*jit_dir;	/* TRACE.stacks.maps */
};

void unwind(struct unwinder *u, const struct fdd_perf_sample *sample,
	    struct unwind_trace *trace);
/* Does the process say how its code is named that was made at run time? */
bool unwind_has_names(const struct unwinder *u, int32_t pid);

#endif
