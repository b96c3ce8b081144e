/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where programs made their slow calls: the stacks of a recording, as names. A stack belongs to the
 * call at whose return it was copied, and to the calls around that one.
 */
#ifndef FDD_USER_STACKS_H
#define FDD_USER_STACKS_H

#include "lib/names.h"
#include "model/call.h"

#define FDD_USER_NONE	UINT32_MAX

/* A function of a program. */
struct fdd_user_frame {
	uint32_t	name;		/* in names: "main", or "0x1234 of libfoo.so" */
	uint32_t	path;		/* of the source; or "" */
	uint32_t	module;		/* "libc.so.6" */
	uint32_t	line;		/* 0: unknown */
	bool		inlined;	/* into the next one */
	bool		library;	/* of the system: what calls it says more */
	bool		unnamed;	/* its name is an address */
};

struct fdd_user_stack {
	uint32_t	first;		/* of its frames, the innermost first */
	uint32_t	nr;
	uint32_t	end;		/* in names: why it ends there; "": it is complete */
};

struct fdd_user_copy {
	uint64_t	time;		/* the end of its call, by the clock of that */
	uint64_t	calltime;	/* of its call; 0: not known, time is the copy's */
	int32_t		tid;
	uint32_t	stack;
};

struct fdd_user_stacks {
	struct fdd_names	names;
	struct fdd_user_frame	*frames;
	uint32_t		nr_frames, cap_frames;
	uint32_t		*order;		/* frames of stacks */
	uint32_t		nr_order, cap_order;
	struct fdd_user_stack	*list;
	uint32_t		nr, cap;
	struct fdd_user_copy	*copies;	/* by task and time */
	uint32_t		nr_copies, cap_copies;
};

struct fdd_user_stacks *fdd_user_stacks_new(void);
void fdd_user_stacks_add(struct fdd_user_stacks *s, const struct fdd_user_copy *copy);
/* After the last one. */
void fdd_user_stacks_sort(struct fdd_user_stacks *s);
/* The stack of a call, or FDD_USER_NONE. */
uint32_t fdd_user_stack_of(const struct fdd_user_stacks *s, const struct fdd_call *call);
/* The stack of a task that was in a call from one time to another, or FDD_USER_NONE. */
uint32_t fdd_user_stack_around(const struct fdd_user_stacks *s, int32_t tid, uint64_t from,
			       uint64_t to);
void fdd_user_stacks_free(struct fdd_user_stacks *s);

static inline const struct fdd_user_frame *
fdd_user_frame_at(const struct fdd_user_stacks *s, uint32_t stack, uint32_t i)
{
	return &s->frames[s->order[s->list[stack].first + i]];
}

static inline const char *fdd_user_name(const struct fdd_user_stacks *s, uint32_t name)
{
	return fdd_name(&s->names, name);
}

#endif
