/* SPDX-License-Identifier: GPL-2.0 */
/* The details of a record; duration/call/detail.c describes it. */
#ifndef _DURATION_CALL_DETAIL_H
#define _DURATION_CALL_DETAIL_H

#include "duration/call/call.h"
#include "duration/session.h"
#include "duration/state/away.h"

/* Room for the arguments, with which the size is a multiple of that of a call */
#define DETAIL_ARGS	((FGRAPH_ARGS + 2) / 4 * 4 + 1)

/* A call with its details. The last ones are left out if they are not recorded. */
struct duration_detail {
	struct duration_call	call;
	DURATION_DETAIL_FIELDS(DETAIL_TIME_MEMBER, DETAIL_WORD_MEMBER, DURATION_NO_FIELD)
	unsigned long		args[DETAIL_ARGS];
};

static_assert(sizeof(struct duration_detail) % sizeof(struct duration_call) == 0);

/* The size of a held call: a multiple of that of a call, see TREE_UNWRITTEN. */
static inline unsigned long detail_size(unsigned int details)
{
	return round_up(details & DURATION_ARGS ? sizeof(struct duration_detail) :
						  offsetof(struct duration_detail, args),
			sizeof(struct duration_call));
}

/**
 * detail_begin - a call begins whose details are recorded
 * @pool: the session's
 * @task: the current task's state
 * @place: of the call's frame
 * @regs: of fgraph_regs()
 *
 * Context: an entry handler, before task_push_end().
 */
static inline void detail_begin(const struct task_pool *pool, struct duration_task *task,
				long place, struct ftrace_regs *regs)
{
	if (pool->away)
		away_begin(pool, task, place);
	if (pool->args)
		fgraph_get_args(regs, task_args_of(pool, task, task_frame(task, place)));
}

/* The size of a record */
static __always_inline unsigned long detail_entry_size(unsigned int details)
{
	return sizeof(struct func_duration_detail_entry) +
	       (details & DURATION_ARGS ? FGRAPH_ARGS * sizeof(unsigned long) : 0);
}

static inline const struct duration_detail *
call_detail(const struct duration_call *call)
{
	return container_of(call, const struct duration_detail, call);
}

unsigned int detail_supported(unsigned int wanted);
unsigned long duration_caller(void);
void detail_fill(struct duration_detail *detail, const struct duration_session *session,
		 const struct duration_task *task, const struct task_frame *frame,
		 unsigned long retval);
void detail_write(struct func_duration_detail_entry *entry,
		  const struct duration_session *session,
		  const struct duration_detail *detail);
int detail_type(void);

#endif /* _DURATION_CALL_DETAIL_H */
