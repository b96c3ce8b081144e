/* SPDX-License-Identifier: GPL-2.0 */
/* When interrupts begin and end on top of tasks: see their stacks in model/stacks.h. */
#ifndef FDD_INTERRUPTS_H
#define FDD_INTERRUPTS_H

#include "model/stacks.h"

/* The interrupt stacks of one CPU of one source. */
struct fdd_cpu_irqs {
	struct fdd_stack	*stacks[FDD_CTX_NR];
	uint8_t			open;		/* bits of the stacks that hold calls */
	int32_t			pid;		/* of the task that they interrupted */
};

/*
 * The interrupts of a rank above @context have ended on a CPU. Those of a higher rank came
 * last, or they had ended before.
 */
void fdd_end_interrupts_above(struct fdd_model *m, struct fdd_cpu_irqs *irqs, int context);
/* A task runs: the interrupts on top of it have ended, also on the CPU that it came from. */
void fdd_end_interrupts_of_task(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
				int32_t pid);
/* A call of an interrupt returned, on the stack @s. */
void fdd_begin_interrupt(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
			 const struct fdd_call *call);

/* An interrupt has ended when its CPU runs a context of lower rank. */
static __always_inline void fdd_end_interrupts(struct fdd_model *m, struct fdd_source *src,
					       struct fdd_stack *s, const struct fdd_call *call)
{
	struct fdd_cpu_irqs *irqs;

	if (s->irq_cpu)
		fdd_end_interrupts_of_task(m, src, s, call->pid);
	if (call->cpu >= src->nr_irqs)
		return;
	irqs = &src->irqs[call->cpu];
	if (irqs->open >> (call->context + 1))
		fdd_end_interrupts_above(m, irqs, call->context);
}

/* Is it a function that -i makes an interrupt? */
static __always_inline bool fdd_is_interrupt(struct fdd_model *m, uint32_t func)
{
	if (!m->is_interrupt)
		return false;
	GROW_TO(m->interrupt_known, m->nr_interrupt_known, func);
	if (!m->interrupt_known[func])
		m->interrupt_known[func] =
			m->is_interrupt(m->is_interrupt_arg, func) ? 2 : 1;
	return m->interrupt_known[func] == 2;
}

#endif
