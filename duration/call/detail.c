// SPDX-License-Identifier: GPL-2.0
/*
 * The details of a record: the options duration-self, duration-sleep, duration-irq,
 * duration-caller, duration-args, duration-retval and duration-cgroup.
 *
 * With one of them each call is written as the event func_duration_detail. It begins with
 * the fields of func_duration, at the same offsets, so the filter and the triggers of
 * that event apply to it. It is not an event that can be enabled: it has a format file,
 * and neither "enable" nor "filter" nor "trigger".
 *
 * The sessions are those of duration/call/modes.c, since the times of callees, off the CPU
 * and of interrupts belong to the frames of a task.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ftrace.h>

#include "duration/call/detail.h"

/* As the events that the kernel's tracers write: __find_event_file() does not find it. */
#define TRACE_EVENT_FL_TRACEPOINT (TRACE_EVENT_FL_TRACEPOINT | TRACE_EVENT_FL_IGNORE_ENABLE)
#define CREATE_TRACE_POINTS
#include <trace/events/duration_detail.h>
#undef TRACE_EVENT_FL_TRACEPOINT

/* The record has the layout of the event's format file, without its padding. */
static_assert(sizeof(struct func_duration_detail_entry) ==
	      offsetof(struct trace_event_raw_func_duration_detail, __data));
static_assert(offsetof(struct func_duration_detail_entry, common.overrun) ==
	      offsetof(struct trace_event_raw_func_duration_detail, overrun));
static_assert(offsetof(struct func_duration_detail_entry, has) ==
	      offsetof(struct trace_event_raw_func_duration_detail, has));
static_assert(offsetof(struct func_duration_detail_entry, retval) ==
	      offsetof(struct trace_event_raw_func_duration_detail, retval));

#define ARGS_SIZE	(FGRAPH_ARGS * sizeof(unsigned long))

/**
 * detail_type - the type of the records
 *
 * Context: any.
 * Return: as in struct trace_entry.
 */
int detail_type(void)
{
	return event_func_duration_detail.event.type;
}

/**
 * detail_supported - which details this kernel can give
 * @wanted: of SESSION_DETAILS
 *
 * Context: process context; logs what is not.
 * Return: those that it can.
 */
unsigned int detail_supported(unsigned int wanted)
{
	if (!FGRAPH_HAS_RETVAL && (wanted & DURATION_RETVAL)) {
		pr_warn("duration-retval: this kernel does not hand return values to function graph callbacks (v6.14 and newer do); they are not recorded\n");
		wanted &= ~DURATION_RETVAL;
	}
	if (!FGRAPH_ARGS && (wanted & DURATION_ARGS)) {
		pr_warn("duration-args: this kernel does not hand arguments to function graph callbacks (v6.14 and newer do); they are not recorded\n");
		wanted &= ~DURATION_ARGS;
	}
	if (!IS_ENABLED(CONFIG_CGROUPS) && (wanted & DURATION_CGROUP)) {
		pr_warn("duration-cgroup: this kernel has no cgroups; they are not recorded\n");
		wanted &= ~DURATION_CGROUP;
	}
	return wanted;
}

/**
 * duration_caller - the address that the current call returns to
 *
 * Where its caller jumped to it at its end, and is traced itself, that is the core's
 * return_to_handler, and the next frame has the address.
 *
 * Context: a return handler.
 * Return: the address, or 0 if the core does not have it.
 */
unsigned long duration_caller(void)
{
	const unsigned long handler = (unsigned long)&return_to_handler;
	const struct ftrace_ret_stack *frame;
	unsigned long caller;
	int i;

	for (i = 0; i < TASK_FRAMES; i++) {
		frame = ftrace_graph_get_ret_stack(current, i);
		if (!frame)
			break;
		caller = fgraph_caller(frame);
		if (caller != handler)
			return caller;
	}
	return 0;
}

/**
 * detail_fill - measure the selected details
 * @detail: of the call; its call is filled
 * @session: whose call it is
 * @task: the current task's state
 * @frame: the call's, after task_pop() and away_pop()
 * @retval: what it returns
 *
 * Context: a return handler.
 */
void detail_fill(struct duration_detail *detail, const struct duration_session *session,
		 const struct duration_task *task, const struct task_frame *frame,
		 unsigned long retval)
{
	u64 duration = detail->call.duration, callees = READ_ONCE(frame->callees);
	struct away_time away = { };

	if (session->tasks.away)
		away = away_in(&session->tasks, task, frame, duration);
	detail->self = duration - min(callees, duration);
	detail->asleep = away.asleep;
	detail->waiting = away.waiting;
	detail->irq = away.irq;
	detail->caller = session->details & DURATION_CALLER ? duration_caller() : 0;
	detail->retval = retval;
	detail->cgroup = session->details & DURATION_CGROUP ? current_cgroup_id() : 0;
	if (session->tasks.args)
		memcpy(detail->args, task_args_of(&session->tasks, task, frame), ARGS_SIZE);
}

#define WRITE_FIELD(name, field, ...)	\
	entry->field = has & DURATION_##name ? detail->field : 0;

/**
 * detail_write - fill a record
 * @entry: the record, whose common part is filled
 * @session: whose call it is
 * @detail: of the call
 *
 * Context: a return handler.
 */
void detail_write(struct func_duration_detail_entry *entry,
		  const struct duration_session *session,
		  const struct duration_detail *detail)
{
	unsigned int has = session->details;

	entry->has = has;
	entry->args = has & DURATION_ARGS ? ARGS_SIZE << 16 | sizeof(*entry) : 0;
	if (has & DURATION_ARGS)
		memcpy(entry + 1, detail->args, ARGS_SIZE);
	DURATION_DETAIL_FIELDS(WRITE_FIELD, WRITE_FIELD, DURATION_NO_FIELD)
}
