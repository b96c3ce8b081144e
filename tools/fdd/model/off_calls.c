// SPDX-License-Identifier: GPL-2.0
/* Time asleep, waiting for a CPU and in interrupts, of each call that returns. */
#include "model/off_calls.h"

static struct fdd_off_task *off_task(struct fdd_model *m, uint16_t source, int32_t pid,
				     uint16_t cpu, bool add)
{
	if (pid < 0)
		return NULL;
	return fdd_offs_task(&m->offs, fdd_thread_key(source, pid ? pid : -1, cpu), add);
}

static void take_switch(struct fdd_model *m, const struct fdd_note *note)
{
	struct fdd_off_task *prev = off_task(m, note->source, note->prev, note->cpu, true);
	struct fdd_off_task *next = off_task(m, note->source, note->next, note->cpu, true);

	m->sources[note->source].switches++;
	if (prev)
		fdd_off_leave(prev, note->time, note->runnable);
	if (next)
		fdd_off_come(next, note->time);
}

void fdd_take_sched(struct fdd_model *m, const struct fdd_note *note)
{
	struct fdd_source *src = &m->sources[note->source];
	struct fdd_off_task *task;

	if (note->no_time) {
		src->switches_no_time += note->sched == FDD_SCHED_SWITCH;
	} else if (note->sched == FDD_SCHED_SWITCH) {
		take_switch(m, note);
	} else if (note->sched == FDD_SCHED_MIGRATE) {
		src->migrations++;
	} else {
		src->wakes++;
		task = off_task(m, note->source, note->next, note->cpu, false);
		if (task)
			fdd_off_wake(task, note->time);
	}
}

/* The sleep times of this stack's task, if known; @add creates it. */
static struct fdd_off_task *ask_off(struct fdd_model *m, struct fdd_stack *s,
				    const struct fdd_call *call, bool add)
{
	/* interrupts have stacks per CPU */
	if (s->context != FDD_CTX_TASK || !s->per_task)
		return off_task(m, call->source, call->pid, call->cpu, add);
	if (!s->off) {
		s->off = off_task(m, call->source, call->pid, call->cpu, add);
		s->off_asked = s->off ? FDD_ASK_OFF : m->offs.nr;
	}
	return s->off;
}

static enum fdd_off_kind off_kind(const struct fdd_off_task *task, const struct fdd_call *call)
{
	if (call->func < FDD_FUNC_IDLE || call->func >= FDD_FUNC_FIRST)
		return FDD_OFF_PLAIN;
	/* The idle task never sleeps for the scheduler, so use the names of functions. */
	if (call->func < FDD_FUNC_SLEEPS || !task->since || call->calltime < task->since)
		return FDD_OFF_SLEEPS;
	return FDD_OFF_PLAIN;
}

static void take_off_of_interrupt(struct fdd_model *m, struct fdd_stack *s,
				  const struct fdd_frame *frame)
{
	struct fdd_off_task *task = m->want_irqs ? ask_off(m, s, &frame->call, true) : NULL;

	if (task)
		fdd_off_returned(task, &frame->call, frame->self, FDD_OFF_INTERRUPT);
}

__attribute__((noinline)) void fdd_take_off(struct fdd_model *m, struct fdd_stack *s,
					    const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	enum fdd_off_kind kind;
	struct fdd_off_task *task;

	if (s->context != FDD_CTX_TASK || fdd_is_interrupt(m, call->func)) {
		take_off_of_interrupt(m, s, frame);
		return;
	}
	task = ask_off(m, s, call, call->func >= FDD_FUNC_IDLE && call->func < FDD_FUNC_FIRST);
	if (!task)
		return;
	kind = off_kind(task, call);
	m->sources[call->source].sleeps += kind == FDD_OFF_SLEEPS;
	m->off_now = fdd_off_returned(task, call, frame->self, kind);
	m->off = &m->off_now;
	if (!call->depth)
		fdd_off_forget(task);
}

static void take_measured_off(struct fdd_model *m, struct fdd_stack *s,
			      const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	struct fdd_off_task *task = ask_off(m, s, call, true);
	struct fdd_source *src = &m->sources[call->source];
	enum fdd_off_kind kind = FDD_OFF_PLAIN;

	if (m->detail.has & FDD_DETAIL_SLEEP)
		src->measured++;
	else if (task)
		kind = off_kind(task, call);
	src->sleeps += kind == FDD_OFF_SLEEPS;
	m->off_now = fdd_off_measured(task, call, frame->self, &m->detail, kind);
	m->off = &m->off_now;
}

__attribute__((noinline)) void fdd_take_detail(struct fdd_model *m, struct fdd_stack *s,
					       struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;

	if (m->detail.has & FDD_DETAIL_CALLER)
		frame->from = m->detail.caller;
	if (m->detail.has & FDD_DETAIL_SELF)
		frame->self = m->detail.self < call->duration ? m->detail.self : call->duration;
	if (m->detail.has & (FDD_DETAIL_SLEEP | FDD_DETAIL_IRQ) && s->context == FDD_CTX_TASK &&
	    !fdd_is_interrupt(m, call->func))
		take_measured_off(m, s, frame);
	else
		fdd_find_off(m, s, frame, false);
}
