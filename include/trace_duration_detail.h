/* SPDX-License-Identifier: GPL-2.0 */
/* What a record has beside the duration; trace_duration_detail.c describes it. */
#ifndef _TRACE_DURATION_DETAIL_H
#define _TRACE_DURATION_DETAIL_H

/* A call with its details. A multiple of a call's size: see WHOLE_UNWRITTEN. */
struct duration_detail {
	struct duration_call	call;
	u64			self;
	struct away_time	away;
	unsigned long		caller;
	unsigned long		retval;
	unsigned long		unused[2];
};

static_assert(sizeof(struct duration_detail) % sizeof(struct duration_call) == 0);

static inline const struct duration_detail *
call_detail(const struct duration_call *call)
{
	return container_of(call, const struct duration_detail, call);
}

unsigned int detail_supported(unsigned int wanted);
void detail_fill(struct duration_detail *detail, const struct duration_session *session,
		 const struct duration_task *task, const struct task_frame *frame,
		 unsigned long retval);
void detail_write(struct func_duration_detail_entry *entry,
		  const struct duration_session *session,
		  const struct duration_detail *detail);
int detail_type(void);

#endif /* _TRACE_DURATION_DETAIL_H */
