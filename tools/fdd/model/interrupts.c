// SPDX-License-Identifier: GPL-2.0
/* When interrupts begin and end on top of tasks. */
#include "model/callers.h"
#include "model/interrupts.h"

static struct fdd_cpu_irqs *cpu_irqs(struct fdd_source *src, uint16_t cpu)
{
	GROW_TO(src->irqs, src->nr_irqs, cpu);
	return &src->irqs[cpu];
}

void fdd_end_interrupts_above(struct fdd_model *m, struct fdd_cpu_irqs *irqs, int context)
{
	for (int ctx = context + 1; ctx < FDD_CTX_NR; ctx++) {
		if (!(irqs->open & 1u << ctx))
			continue;
		fdd_flush_stack(m, irqs->stacks[ctx]);
		irqs->open &= ~(1u << ctx);
	}
}

__attribute__((noinline)) void
fdd_end_interrupts_of_task(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
			   int32_t pid)
{
	struct fdd_cpu_irqs *irqs = cpu_irqs(src, s->irq_cpu - 1);

	if (irqs->pid == pid)
		fdd_end_interrupts_above(m, irqs, FDD_CTX_TASK);
	s->irq_cpu = 0;
}

void fdd_begin_interrupt(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
			 const struct fdd_call *call)
{
	struct fdd_cpu_irqs *irqs = cpu_irqs(src, call->cpu);
	struct fdd_stack *task = fdd_stack_interrupted(m, call);

	if (task->irq_cpu && task->irq_cpu != call->cpu + 1)
		fdd_end_interrupts_of_task(m, src, task, call->pid);
	if (irqs->pid != call->pid)
		fdd_end_interrupts_above(m, irqs, FDD_CTX_TASK);
	m->has_interrupts = true;
	task->irq_cpu = call->cpu + 1;
	irqs->pid = call->pid;
	irqs->stacks[s->context] = s;
	irqs->open |= 1u << s->context;
}
