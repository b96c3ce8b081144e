/* SPDX-License-Identifier: GPL-2.0 */
/* The time of interrupts; duration/state/irq.c describes it. */
#ifndef _DURATION_STATE_IRQ_H
#define _DURATION_STATE_IRQ_H

#include <linux/compiler.h>
#include <linux/types.h>

/* A CPU's; in nanoseconds */
struct irq_time {
	u64		hard;		/* hard interrupts that have ended */
	u64		hard_since;	/* when the outermost of those that run began */
	u64		soft_since;
	u64		hard_then;	/* "hard" when the softirq began */
	unsigned int	depth;		/* hard interrupts that run */
	bool		in_soft;
};

struct task_pool;

int irq_times_open(struct task_pool *pool);
void irq_times_close(struct task_pool *pool);

#endif /* _DURATION_STATE_IRQ_H */
