// SPDX-License-Identifier: GPL-2.0
/*
 * Random trees of calls, and a log of them to compare a trace with.
 *
 * Write "run MS SEED" to /sys/kernel/debug/known/run: a thread on each CPU makes random trees
 * of calls of known_0() to known_7(), which recurse and sleep, while a timer of each CPU makes
 * others in a hard interrupt, each PERIOD_US, and queues irq_works and tasklets that do the same.
 * The write returns when all calls have returned.
 *
 * /sys/kernel/debug/known/calls then has a line for each call: CPU, process, function, level (0:
 * task, 1: softirq, 2: hard interrupt), and the times before the call, at the begin and at the end
 * of the function, and after the call. "intervals" has lines for each interrupt on top of a process
 * ("irq") and for each time that a thread was off the CPU ("off"): CPU, process, and the times of
 * the begin by a probe before and by one after all others, and those of the end. All times are
 * those of the trace clock "local".
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/trace_clock.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#define CALLS		32768U	/* of a CPU; more are not made */
#define INTERVALS	32768U
#define FUNCTIONS	8
#define PERIOD_US	100

struct known_call {
	u64	before, begin, end, after;
	int	pid;
	u8	function, level;
};

enum { IRQ, OFF, KINDS };

struct known_interval {
	u64	times[4];
	int	pid;
	u8	kind;
};

/* What the probes have seen of an interval that has not ended: [0] the first probe, [1] the last */
struct known_seen {
	unsigned int	depth;
	u64		begin, end;
};

struct known_cpu {
	struct known_call	*calls;
	struct known_interval	*intervals;
	unsigned int		nr_calls, nr_intervals;
	struct known_seen	seen[KINDS][2];
	struct task_struct	*thread;
	struct hrtimer		timer;
	struct irq_work		work;
	struct tasklet_struct	tasklet;
	u32			random;		/* of interrupts */
};

static DEFINE_PER_CPU(struct known_cpu, known_cpus);
static DEFINE_MUTEX(known_mutex);
static bool running;
static bool logging;

static u32 next_random(u32 *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/*
 * Calls
 */

static void make_call(u32 *random, unsigned int depth, bool may_sleep);

static __always_inline void function_body(struct known_call *call, u32 *random,
					  unsigned int depth, bool may_sleep)
{
	unsigned int n;

	call->begin = trace_clock_local();
	for (n = depth ? next_random(random) % 4 : 0; n; n--)
		make_call(random, depth - 1, may_sleep);
	n = next_random(random) % 64;
	if (n < 8)
		ndelay(500 * n);
	else if (may_sleep && n == 8)
		usleep_range(50, 200);
	else if (may_sleep && n == 9)
		schedule();
	call->end = trace_clock_local();
}

/* They differ, or the compiler would merge them. */
#define KNOWN(number)								\
static noinline void known_##number(struct known_call *call, u32 *random,	\
				    unsigned int depth, bool may_sleep)		\
{										\
	call->function = number;						\
	function_body(call, random, depth, may_sleep);				\
}

KNOWN(0)
KNOWN(1)
KNOWN(2)
KNOWN(3)
KNOWN(4)
KNOWN(5)
KNOWN(6)
KNOWN(7)

static void (*const functions[FUNCTIONS])(struct known_call *call, u32 *random,
					  unsigned int depth, bool may_sleep) = {
	known_0, known_1, known_2, known_3, known_4, known_5, known_6, known_7
};

/* The threads and the interrupts stay on their CPUs. */
static void make_call(u32 *random, unsigned int depth, bool may_sleep)
{
	unsigned int nr = raw_cpu_read(known_cpus.nr_calls);
	struct known_call *call;

	if (nr >= CALLS)
		return;
	nr = this_cpu_inc_return(known_cpus.nr_calls);
	if (nr > CALLS)
		return;
	call = raw_cpu_read(known_cpus.calls) + nr - 1;
	call->pid = current->pid;
	call->level = in_hardirq() ? 2 : !!in_serving_softirq();
	call->before = trace_clock_local();
	functions[next_random(random) % FUNCTIONS](call, random, depth, may_sleep);
	call->after = trace_clock_local();
}

static bool is_full(void)
{
	return raw_cpu_read(known_cpus.nr_calls) >= CALLS * 7 / 8 ||
	       raw_cpu_read(known_cpus.nr_intervals) >= INTERVALS * 7 / 8;
}

static int thread_function(void *seed)
{
	u32 random = (unsigned long)seed;

	while (!kthread_should_stop()) {
		if (READ_ONCE(running) && !is_full())
			make_call(&random, 6, true);
		else
			schedule_timeout_interruptible(1);
		cond_resched();
	}
	return 0;
}

static void make_calls_in_interrupt(unsigned int depth)
{
	struct known_cpu *cpu = this_cpu_ptr(&known_cpus);
	u32 random = this_cpu_inc_return(known_cpus.random) * 2654435761U;
	unsigned int n;

	if (!READ_ONCE(running) || is_full())
		return;
	for (n = next_random(&random) % 3; n; n--)
		make_call(&random, depth, false);
	if (!in_hardirq())
		return;
	n = next_random(&random) % 16;
	if (n == 0)
		irq_work_queue(&cpu->work);
	else if (n <= 2)
		tasklet_schedule(&cpu->tasklet);
}

static enum hrtimer_restart timer_function(struct hrtimer *timer)
{
	make_calls_in_interrupt(1);
	if (!READ_ONCE(running))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_US * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static void work_function(struct irq_work *work)
{
	make_calls_in_interrupt(1);
}

static void tasklet_function(struct tasklet_struct *tasklet)
{
	make_calls_in_interrupt(2);
}

/*
 * Intervals
 */

/* Another interrupt may come at the end of one, between the first probe and the last. */
static void interval_begins(unsigned int kind, bool last)
{
	struct known_seen *seen = this_cpu_ptr(known_cpus.seen[kind]);

	if (!seen[last].depth++ && (last || !seen[1].depth))
		seen[last].begin = trace_clock_local();
}

static void interval_ends(unsigned int kind, bool last, int pid)
{
	struct known_cpu *cpu = this_cpu_ptr(&known_cpus);
	struct known_seen *seen = cpu->seen[kind];
	struct known_interval *interval;
	unsigned int nr;

	if (!seen[last].depth || --seen[last].depth)
		return;
	if (last || seen[1].depth == 1)
		seen[last].end = trace_clock_local();
	/* or at the begin */
	if (!last || seen[0].depth)
		return;
	if (!READ_ONCE(logging) || cpu->nr_intervals >= INTERVALS)
		return;
	nr = this_cpu_inc_return(known_cpus.nr_intervals);
	if (nr > INTERVALS)
		return;
	interval = cpu->intervals + nr - 1;
	*interval = (struct known_interval){
		.times = { seen[0].begin, seen[1].begin, seen[0].end, seen[1].end },
		.pid = pid,
		.kind = kind,
	};
}

/* The tracepoints' further arguments are not used. Softirqs run with interrupts on. */
static void probe_begin(void *last)
{
	unsigned long flags;

	local_irq_save(flags);
	interval_begins(IRQ, last);
	local_irq_restore(flags);
}

static void probe_end(void *last)
{
	unsigned long flags;

	local_irq_save(flags);
	interval_ends(IRQ, last, current->pid);
	local_irq_restore(flags);
}

static void probe_switch(void *last, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	const struct task_struct *thread = raw_cpu_read(known_cpus.thread);

	if (prev == thread)
		interval_begins(OFF, last);
	if (next == thread)
		interval_ends(OFF, last, next->pid);
}

/* The ends first: an interrupt that is seen to begin is seen to end, also if it comes meanwhile. */
static const struct {
	const char	*name;
	void		*probe;
} probes[] = {
	{ "sched_switch", probe_switch },
	{ "irq_handler_exit", probe_end },
	{ "ipi_exit", probe_end },
	{ "local_timer_exit", probe_end },
	{ "reschedule_exit", probe_end },
	{ "call_function_exit", probe_end },
	{ "call_function_single_exit", probe_end },
	{ "irq_work_exit", probe_end },
#ifndef CONFIG_PREEMPT_RT
	{ "softirq_exit", probe_end },
	{ "softirq_entry", probe_begin },
#endif
	{ "irq_handler_entry", probe_begin },
	{ "ipi_entry", probe_begin },
	{ "local_timer_entry", probe_begin },
	{ "reschedule_entry", probe_begin },
	{ "call_function_entry", probe_begin },
	{ "call_function_single_entry", probe_begin },
	{ "irq_work_entry", probe_begin },
};

static struct tracepoint *points[ARRAY_SIZE(probes)];

static void find_point(struct tracepoint *point, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!strcmp(point->name, probes[i].name))
			points[i] = point;
	}
}

static void unregister_probes(void)
{
	unsigned int i, last;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		for (last = 0; points[i] && last < 2; last++)
			tracepoint_probe_unregister(points[i], probes[i].probe,
						    (void *)(unsigned long)last);
	}
	tracepoint_synchronize_unregister();
}

/* The tracer's probes have the priority 10, and are called between these. */
static int register_probes(void)
{
	unsigned int i, last;
	int ret = 0;

	for_each_kernel_tracepoint(find_point, NULL);
	for (i = 0; i < ARRAY_SIZE(probes) && !ret; i++) {
		for (last = 0; points[i] && last < 2 && !ret; last++)
			ret = tracepoint_probe_register_prio(points[i], probes[i].probe,
							     (void *)(unsigned long)last,
							     last ? 0 : 20);
	}
	if (ret)
		unregister_probes();
	return ret;
}

/*
 * Runs
 */

static void timer_start(void *unused)
{
	hrtimer_start(this_cpu_ptr(&known_cpus.timer), ns_to_ktime(PERIOD_US * NSEC_PER_USEC),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

static int threads_start(u32 seed)
{
	struct task_struct *thread;
	int cpu;

	for_each_online_cpu(cpu) {
		per_cpu(known_cpus.random, cpu) = seed + cpu;
		thread = kthread_create_on_cpu(thread_function,
					       (void *)(unsigned long)(seed * 31 + cpu),
					       cpu, "known/%u");
		if (IS_ERR(thread))
			return PTR_ERR(thread);
		per_cpu(known_cpus.thread, cpu) = thread;
		wake_up_process(thread);
	}
	return 0;
}

static void stop(void)
{
	struct known_cpu *cpu;
	int i;

	WRITE_ONCE(running, false);
	for_each_possible_cpu(i) {
		cpu = per_cpu_ptr(&known_cpus, i);
		if (cpu->thread)
			kthread_stop(cpu->thread);
		hrtimer_cancel(&cpu->timer);
		irq_work_sync(&cpu->work);
		tasklet_kill(&cpu->tasklet);
	}
	WRITE_ONCE(logging, false);
	for_each_possible_cpu(i)
		per_cpu(known_cpus.thread, i) = NULL;
}

static void clear(void)
{
	int i;

	for_each_possible_cpu(i) {
		struct known_cpu *cpu = per_cpu_ptr(&known_cpus, i);

		cpu->nr_calls = 0;
		cpu->nr_intervals = 0;
		memset(cpu->seen[OFF], 0, sizeof(cpu->seen[OFF]));
	}
}

static int run(unsigned int ms, u32 seed)
{
	int ret;

	cpus_read_lock();
	clear();
	WRITE_ONCE(logging, true);
	ret = threads_start(seed);
	WRITE_ONCE(running, true);
	if (!ret) {
		on_each_cpu(timer_start, NULL, true);
		msleep(ms);
	}
	stop();
	cpus_read_unlock();
	return ret;
}

static ssize_t run_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	unsigned int ms, seed;
	char text[48] = "";
	int ret;

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, size))
		return -EFAULT;
	if (sscanf(text, "run %u %u", &ms, &seed) != 2)
		return -EINVAL;
	mutex_lock(&known_mutex);
	ret = run(ms, seed);
	mutex_unlock(&known_mutex);
	return ret ?: size;
}

static const struct file_operations run_fops = {
	.owner	= THIS_MODULE,
	.write	= run_write,
};

static int calls_show(struct seq_file *s, void *unused)
{
	unsigned int i;
	int nr;

	for_each_possible_cpu(nr) {
		const struct known_cpu *cpu = per_cpu_ptr(&known_cpus, nr);
		const struct known_call *call = cpu->calls;

		for (i = 0; i < min(cpu->nr_calls, CALLS); i++, call++)
			seq_printf(s, "%d %d known_%u %u %llu %llu %llu %llu\n", nr, call->pid,
				   call->function, call->level, call->before, call->begin,
				   call->end, call->after);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(calls);

static int intervals_show(struct seq_file *s, void *unused)
{
	unsigned int i;
	int nr;

	for_each_possible_cpu(nr) {
		const struct known_cpu *cpu = per_cpu_ptr(&known_cpus, nr);
		const struct known_interval *interval = cpu->intervals;

		for (i = 0; i < min(cpu->nr_intervals, INTERVALS); i++, interval++)
			seq_printf(s, "%s %d %d %llu %llu %llu %llu\n",
				   interval->kind == IRQ ? "irq" : "off", nr, interval->pid,
				   interval->times[0], interval->times[1], interval->times[2],
				   interval->times[3]);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(intervals);

static void logs_free(void)
{
	int i;

	for_each_possible_cpu(i) {
		vfree(per_cpu(known_cpus.calls, i));
		vfree(per_cpu(known_cpus.intervals, i));
	}
}

static int known_cpu_init(struct known_cpu *cpu)
{
	cpu->calls = vzalloc(CALLS * sizeof(*cpu->calls));
	cpu->intervals = vzalloc(INTERVALS * sizeof(*cpu->intervals));
#ifdef HAVE_hrtimer_setup
	hrtimer_setup(&cpu->timer, timer_function, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(&cpu->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	cpu->timer.function = timer_function;
#endif
	cpu->work = IRQ_WORK_INIT_HARD(work_function);
	tasklet_setup(&cpu->tasklet, tasklet_function);
	return cpu->calls && cpu->intervals ? 0 : -ENOMEM;
}

static struct dentry *known_dir;

static int __init known_init(void)
{
	int ret = 0, i;

	for_each_possible_cpu(i)
		ret = known_cpu_init(per_cpu_ptr(&known_cpus, i)) ?: ret;
	ret = ret ?: register_probes();
	if (ret) {
		logs_free();
		return ret;
	}
	known_dir = debugfs_create_dir("known", NULL);
	debugfs_create_file("run", 0200, known_dir, NULL, &run_fops);
	debugfs_create_file("calls", 0400, known_dir, NULL, &calls_fops);
	debugfs_create_file("intervals", 0400, known_dir, NULL, &intervals_fops);
	return 0;
}

static void __exit known_exit(void)
{
	debugfs_remove(known_dir);
	unregister_probes();
	logs_free();
}

module_init(known_init);
module_exit(known_exit);

MODULE_DESCRIPTION("Makes random trees of calls and logs them, for tests");
MODULE_LICENSE("GPL");
