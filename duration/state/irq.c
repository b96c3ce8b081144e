// SPDX-License-Identifier: GPL-2.0
/*
 * The time of interrupts on top of tasks in their calls: the option duration-irq.
 *
 * Probes of the tracepoints at the begin and the end of their handlers measure hard interrupts,
 * and softirqs without the hard interrupts on top of them; tracer osnoise uses the same ones
 * (kernel/trace/trace_osnoise.c, arch/x86/kernel/trace.c). Tracepoints that a kernel does not
 * have are left out. At its end an interrupt is added to the innermost call below it: that of
 * the task, or for a hard interrupt that of a softirq. The time of an interrupt before its
 * handler begins and after it has ended is not counted, nor are NMIs.
 *
 * With PREEMPT_RT, softirqs are run by tasks, which can be preempted, so they are no
 * interrupts there.
 *
 * Times are trace_clock_local(), like those of calls.
 */
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include <trace/events/irq.h>
#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/trace/irq_vectors.h>
#endif
#ifdef CONFIG_ARM64
#include <trace/events/ipi.h>
#endif

#include "duration/state/frame.h"
#include "duration/state/irq.h"

static void hard_began(struct irq_time *irq, u64 now)
{
	if (!irq->depth++)
		irq->hard_since = now;
}

/* Returns: how long the interrupt took, if it is the outermost one. */
static u64 hard_ended(struct irq_time *irq, u64 now)
{
	/* It began before the probes were there. */
	if (!irq->depth || --irq->depth)
		return 0;
	WRITE_ONCE(irq->hard, irq->hard + now - irq->hard_since);
	return now - irq->hard_since;
}

/* The time, and that of the hard interrupts until then: one may come between the two. */
static u64 time_and_hard(const struct irq_time *irq, u64 *hard)
{
	u64 now;

	do {
		*hard = READ_ONCE(irq->hard);
		now = trace_clock_local();
	} while (*hard != READ_ONCE(irq->hard));
	return now;
}

static void soft_began(struct irq_time *irq, u64 now, u64 hard)
{
	irq->in_soft = true;
	irq->soft_since = now;
	irq->hard_then = hard;
}

/* Returns: how long it took, without hard interrupts. */
static u64 soft_ended(struct irq_time *irq, u64 now, u64 hard)
{
	u64 all = now - irq->soft_since;

	if (!irq->in_soft)
		return 0;
	irq->in_soft = false;
	return all - min(hard - irq->hard_then, all);
}

static struct irq_time *irq_of(const struct task_pool *pool)
{
	return this_cpu_ptr(pool->irqs);
}

#define LEVEL_SOFT	1U	/* of interrupt_context_level() */
#define LEVEL_HARD	2U

/*
 * The innermost call below the interrupt is charged. The end is noted in the innermost one of all:
 * if that is the interrupt's own, the others' notes follow when it ends.
 */
static void charge(const struct task_pool *pool, struct duration_task *task, unsigned int level,
		   u64 time, u64 now)
{
	struct task_away *away = away_of(pool, task);
	long place = READ_ONCE(task->top);

	task_note_end(task_frame(task, place), now);
	while (place >= 0 && away_frame(away, place)->level >= level)
		place = task_frame(task, place)->outer;
	local_add(time, &away_frame(away, place)->irq);
}

static void charge_current(const struct task_pool *pool, unsigned int level, u64 time, u64 now)
{
	struct duration_task *task = READ_ONCE(current->ret_stack) ? task_find(pool) : NULL;

	if (task && time)
		charge(pool, task, level, time, now);
}

static void probe_hard_begin(void *data)
{
	hard_began(irq_of(data), trace_clock_local());
}

static void probe_hard_end(void *data)
{
	u64 now = trace_clock_local();

	charge_current(data, LEVEL_HARD, hard_ended(irq_of(data), now), now);
}

static void probe_irq_entry(void *data, int irq, struct irqaction *action)
{
	probe_hard_begin(data);
}

static void probe_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	probe_hard_end(data);
}

#ifdef CONFIG_ARM64
static void probe_ipi_entry(void *data, const char *reason)
{
	probe_hard_begin(data);
}

static void probe_ipi_exit(void *data, const char *reason)
{
	probe_hard_end(data);
}
#endif

static void probe_soft_entry(void *data, unsigned int vector)
{
	struct irq_time *irq = irq_of(data);
	u64 hard, now = time_and_hard(irq, &hard);

	soft_began(irq, now, hard);
}

static void probe_soft_exit(void *data, unsigned int vector)
{
	struct irq_time *irq = irq_of(data);
	u64 hard, now = time_and_hard(irq, &hard);

	charge_current(data, LEVEL_SOFT, soft_ended(irq, now, hard), now);
}

#ifdef CONFIG_X86_LOCAL_APIC
static void probe_vector_entry(void *data, int vector)
{
	probe_hard_begin(data);
}

static void probe_vector_exit(void *data, int vector)
{
	probe_hard_end(data);
}
#endif

/*
 * In the order of registering: first the ends, of which those without a begin are ignored. A
 * begin without an end would make the CPU stay in an interrupt.
 */
static const struct {
	const char	*name;
	void		*probe;
} probes[] = {
	{ "irq_handler_exit",	probe_irq_exit },
#ifndef CONFIG_PREEMPT_RT
	{ "softirq_exit",	probe_soft_exit },
#endif
#ifdef CONFIG_ARM64
	{ "ipi_exit",		probe_ipi_exit },
#endif
#ifdef CONFIG_X86_LOCAL_APIC
	{ "local_timer_exit",	probe_vector_exit },
	{ "reschedule_exit",	probe_vector_exit },
	{ "call_function_exit",	probe_vector_exit },
	{ "call_function_single_exit", probe_vector_exit },
	{ "irq_work_exit",	probe_vector_exit },
	{ "x86_platform_ipi_exit", probe_vector_exit },
	{ "error_apic_exit",	probe_vector_exit },
	{ "spurious_apic_exit",	probe_vector_exit },
	{ "threshold_apic_exit",	probe_vector_exit },
	{ "deferred_error_apic_exit", probe_vector_exit },
	{ "thermal_apic_exit",	probe_vector_exit },
#endif
	{ "irq_handler_entry",	probe_irq_entry },
#ifndef CONFIG_PREEMPT_RT
	{ "softirq_entry",	probe_soft_entry },
#endif
#ifdef CONFIG_ARM64
	{ "ipi_entry",		probe_ipi_entry },
#endif
#ifdef CONFIG_X86_LOCAL_APIC
	{ "local_timer_entry",	probe_vector_entry },
	{ "reschedule_entry",	probe_vector_entry },
	{ "call_function_entry",	probe_vector_entry },
	{ "call_function_single_entry", probe_vector_entry },
	{ "irq_work_entry",	probe_vector_entry },
	{ "x86_platform_ipi_entry", probe_vector_entry },
	{ "error_apic_entry",	probe_vector_entry },
	{ "spurious_apic_entry",	probe_vector_entry },
	{ "threshold_apic_entry", probe_vector_entry },
	{ "deferred_error_apic_entry", probe_vector_entry },
	{ "thermal_apic_entry",	probe_vector_entry },
#endif
};

/* Those that this kernel has; NULL: it does not */
static struct tracepoint *points[ARRAY_SIZE(probes)];

static void find_point(struct tracepoint *point, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!strcmp(point->name, probes[i].name))
			points[i] = point;
	}
}

static void check_probes(void)
{
	check_trace_callback_type_irq_handler_entry(probe_irq_entry);
	check_trace_callback_type_irq_handler_exit(probe_irq_exit);
	check_trace_callback_type_softirq_entry(probe_soft_entry);
	check_trace_callback_type_softirq_exit(probe_soft_exit);
#ifdef CONFIG_X86_LOCAL_APIC
	check_trace_callback_type_local_timer_entry(probe_vector_entry);
	check_trace_callback_type_local_timer_exit(probe_vector_exit);
#endif
#ifdef CONFIG_ARM64
	check_trace_callback_type_ipi_entry(probe_ipi_entry);
	check_trace_callback_type_ipi_exit(probe_ipi_exit);
#endif
}

static void unregister_probes(struct task_pool *pool, unsigned int nr)
{
	while (nr--) {
		if (points[nr])
			tracepoint_probe_unregister(points[nr], probes[nr].probe, pool);
	}
}

/**
 * irq_times_open - begin to measure the interrupts of all CPUs
 * @pool: with its irqs
 *
 * Context: process context, one caller at a time.
 * Return: 0, or an error of tracepoint_probe_register(); nothing is registered then.
 */
int irq_times_open(struct task_pool *pool)
{
	unsigned int i;
	int ret;

	check_probes();
	for_each_kernel_tracepoint(find_point, NULL);
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		ret = points[i] ? tracepoint_probe_register(points[i], probes[i].probe, pool) :
				  0;
		if (ret) {
			unregister_probes(pool, i);
			tracepoint_synchronize_unregister();
			return ret;
		}
	}
	return 0;
}

/**
 * irq_times_close - undo irq_times_open()
 * @pool: no handler may use it any more
 *
 * The caller waits with tracepoint_synchronize_unregister() before it frees anything.
 *
 * Context: process context, sleeps.
 */
void irq_times_close(struct task_pool *pool)
{
	unregister_probes(pool, ARRAY_SIZE(probes));
}

#ifdef DURATION_KUNIT
#include "tests/kunit/irq_test.c"
#endif
