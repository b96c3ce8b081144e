// SPDX-License-Identifier: GPL-2.0
/*
 * Call functions of this module a known number of times, in a known context.
 *
 * Write an order to /sys/kernel/debug/calls; the write returns when all the
 * calls have returned:
 *
 *	leaf N		calls_leaf() N times
 *	nested N	calls_nest10() -> ... -> calls_nest1() N times
 *	recurse N DEPTH	calls_recurse() N times, DEPTH + 1 calls each
 *	cpus N		calls_leaf() N times on every online CPU, at once
 *	irq N		calls_leaf() N times, each in a hard interrupt
 *	softirq N	calls_leaf() N times, each in a tasklet
 *	nmi N		calls_leaf() N times, each in an NMI (x86 only)
 *	spin N US	calls_spin() N times, which spins for US microseconds;
 *			reading the file then returns how many nanoseconds it
 *			spun in all, which is more on a busy machine
 *	family N US	calls_parent() N times, which spins for US and calls
 *			calls_child_a() and calls_child_b(), which spin as long
 *	race N		calls_race() N times, which changes a variable that it
 *			shares with other tasks: a data race if two run at once
 *	sleep N MS	calls_sleep() N times, which sleeps MS milliseconds
 *	hold N MS	the same with the mutex held, which most orders take
 *	lock N MS	take lock N / 10, sleep MS milliseconds or until a signal, take
 *			lock N % 10 if it is another one, and release both: 0 to 3 are
 *			mutexes, 4 and 5 an rwsem to write and to read, 6 a semaphore
 *	busy N US	take lock N, sleep until a signal, spin for US microseconds,
 *			and release it
 *	take N, give N	take the semaphore N times, and give it back
 *	churn N GROUP	take a mutex of the group 0 or 1, sleep, and release it, N times; the
 *			memory of the mutexes is freed and used again for others
 *	wait N		until a signal: 0 for a completion, 1 in a wait queue, 2 in D
 *	storm N US	calls_spin() N times for 100 ms each, while a timer of this
 *			CPU spins in calls_timer() for US microseconds of each tick
 *	late N MS	calls_late() once, which calls calls_nest10(), calls_leaf()
 *			N times, and calls_sleep() if MS is not 0
 *
 * "timed" before leaf, nested or recurse keeps interrupts off meanwhile;
 * reading the file then returns how many cycles the last such order took.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kref.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nmi.h>
#include <linux/percpu.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/semaphore.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/trace_clock.h>
#include <linux/timex.h>
#include <linux/uaccess.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#ifdef CONFIG_X86
#include <asm/apic.h>
#include <asm/nmi.h>
#endif

/* One order at a time: the helpers below have one state each. */
static DEFINE_MUTEX(calls_mutex);

static noinline void calls_leaf(void)
{
	barrier();
}

static void call_leaf(unsigned int n, unsigned int unused)
{
	while (n--)
		calls_leaf();
}

/* The barrier behind the call keeps it from becoming a jump. */
#define CALLS_NEST(level, inner)			\
static noinline void calls_nest##level(void)		\
{							\
	inner();					\
	barrier();					\
}

CALLS_NEST(1, barrier)
CALLS_NEST(2, calls_nest1)
CALLS_NEST(3, calls_nest2)
CALLS_NEST(4, calls_nest3)
CALLS_NEST(5, calls_nest4)
CALLS_NEST(6, calls_nest5)
CALLS_NEST(7, calls_nest6)
CALLS_NEST(8, calls_nest7)
CALLS_NEST(9, calls_nest8)
CALLS_NEST(10, calls_nest9)

static void call_nested(unsigned int n, unsigned int unused)
{
	while (n--)
		calls_nest10();
}

static noinline void calls_recurse(unsigned int depth)
{
	if (depth)
		calls_recurse(depth - 1);
	barrier();
}

static void call_recurse(unsigned int n, unsigned int depth)
{
	while (n--)
		calls_recurse(depth);
}

static unsigned int calls_per_cpu;
static DEFINE_PER_CPU(struct work_struct, cpu_works);

static void cpu_work_handler(struct work_struct *work)
{
	call_leaf(calls_per_cpu, 0);
}

static void call_cpus(unsigned int n, unsigned int unused)
{
	int cpu;

	calls_per_cpu = n;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		struct work_struct *work = per_cpu_ptr(&cpu_works, cpu);

		INIT_WORK(work, cpu_work_handler);
		schedule_work_on(cpu, work);
	}
	for_each_online_cpu(cpu)
		flush_work(per_cpu_ptr(&cpu_works, cpu));
	cpus_read_unlock();
}

static void irq_work_handler(struct irq_work *work)
{
	calls_leaf();
}

static void call_irq(unsigned int n, unsigned int unused)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(irq_work_handler);

	while (n--) {
		irq_work_queue(&work);
		irq_work_sync(&work);
	}
}

static DECLARE_COMPLETION(tasklet_ran);

static void tasklet_handler(struct tasklet_struct *tasklet)
{
	calls_leaf();
	complete(&tasklet_ran);
}

static DECLARE_TASKLET(calls_tasklet, tasklet_handler);

static void call_softirq(unsigned int n, unsigned int unused)
{
	while (n--) {
		tasklet_schedule(&calls_tasklet);
		wait_for_completion(&tasklet_ran);
	}
	tasklet_kill(&calls_tasklet);
}

#ifdef CONFIG_X86
static atomic_t nmis_wanted = ATOMIC_INIT(0);

static int nmi_handler(unsigned int type, struct pt_regs *regs)
{
	if (atomic_dec_if_positive(&nmis_wanted) < 0)
		return NMI_DONE;
	calls_leaf();
	return NMI_HANDLED;
}

static void one_nmi(void)
{
	preempt_disable();
	atomic_set(&nmis_wanted, 1);
	apic->send_IPI(smp_processor_id(), NMI_VECTOR);
	while (atomic_read(&nmis_wanted))
		cpu_relax();
	preempt_enable();
}

static void call_nmi(unsigned int n, unsigned int unused)
{
	if (register_nmi_handler(NMI_LOCAL, nmi_handler, 0, "calls"))
		return;
	while (n--) {
		one_nmi();
		cond_resched();
	}
	unregister_nmi_handler(NMI_LOCAL, "calls");
}
#endif

/* By the clock of the tracer, so that the tracer cannot measure less. */
/* The answer to a read of the file */
static u64 figure;

/* Returns how long it took. */
static __always_inline u64 spin(unsigned int us)
{
	u64 start = trace_clock_local(), now;

	do {
		cpu_relax();
		now = trace_clock_local();
	} while (now < start + us * 1000ULL);
	return now - start;
}

static noinline u64 calls_spin(unsigned int us)
{
	return spin(us);
}

static void call_spin(unsigned int n, unsigned int us)
{
	u64 spun = 0;

	while (n--)
		spun += calls_spin(us);
	figure = spun;
}

/* Different from calls_spin(), or the compiler would merge the two functions. */
static noinline void calls_child_a(unsigned int us)
{
	barrier();
	spin(us);
}

static noinline void calls_child_b(unsigned int us)
{
	spin(us);
	barrier();
}

static noinline void calls_parent(unsigned int us)
{
	calls_child_a(us);
	spin(us);
	calls_child_b(us);
	barrier();
}

static void call_family(unsigned int n, unsigned int us)
{
	while (n--)
		calls_parent(us);
}

static noinline void calls_race(void)
{
	static unsigned long shared;

	shared++;
	barrier();
}

static void call_race(unsigned int n, unsigned int unused)
{
	while (n--)
		calls_race();
}

static noinline void calls_sleep(unsigned int ms)
{
	msleep_interruptible(ms);
}

static void call_sleep(unsigned int n, unsigned int ms)
{
	while (n-- && !signal_pending(current))
		calls_sleep(ms);
}

static struct mutex locks_mutex[4];
static struct lock_class_key locks_keys[4];
static DECLARE_RWSEM(locks_rwsem);
static DEFINE_SEMAPHORE(locks_semaphore, 1);

/*
 * A signal ends the wait, so that a deadlock can be ended; but not the one for the rwsem: of waits
 * that a signal ends, the kernel does not say for which rwsem they are.
 */
static noinline int calls_lock(unsigned int lock)
{
	switch (lock) {
	case 0 ... 3:
		return mutex_lock_killable(&locks_mutex[lock]);
	case 4:
		down_write(&locks_rwsem);
		return 0;
	case 5:
		down_read(&locks_rwsem);
		return 0;
	default:
		return down_killable(&locks_semaphore);
	}
}

static void unlock(unsigned int lock)
{
	switch (lock) {
	case 0 ... 3:
		mutex_unlock(&locks_mutex[lock]);
		break;
	case 4:
		up_write(&locks_rwsem);
		break;
	case 5:
		up_read(&locks_rwsem);
		break;
	default:
		up(&locks_semaphore);
	}
}

static void call_lock(unsigned int n, unsigned int ms)
{
	unsigned int first = n / 10 % 10, second = n % 10;

	if (calls_lock(first))
		return;
	calls_sleep(ms);
	if (second != first && !calls_lock(second))
		unlock(second);
	unlock(first);
}

static void call_busy(unsigned int n, unsigned int us)
{
	if (calls_lock(n))
		return;
	calls_sleep(UINT_MAX);
	calls_spin(us);
	unlock(n);
}

static void call_take(unsigned int n, unsigned int unused)
{
	while (n-- && !down_killable(&locks_semaphore))
		;
}

static void call_give(unsigned int n, unsigned int unused)
{
	while (n--)
		up(&locks_semaphore);
}

/* A mutex that is taken three times, and freed by its last user */
struct short_lived {
	struct kref	users;
	unsigned int	taken;
	struct mutex	mutex;		/* protects nothing: tasks only wait for it */
};

static struct short_lived *short_lived[2];	/* each with a reference */
static DEFINE_SPINLOCK(short_lived_lock);

static void short_lived_free(struct kref *users)
{
	struct short_lived *lock = container_of(users, struct short_lived, users);

	memset(lock, 0xff, sizeof(*lock));
	kfree(lock);
}

static void short_lived_put(struct short_lived *lock)
{
	if (lock)
		kref_put(&lock->users, short_lived_free);
}

static struct short_lived *short_lived_new(void)
{
	struct short_lived *lock = kzalloc(sizeof(*lock), GFP_KERNEL);

	if (!lock)
		return NULL;
	kref_init(&lock->users);
	mutex_init(&lock->mutex);
	return lock;
}

/* With a reference for the caller; a lock that is not used, the old or the new one, is put. */
static struct short_lived *short_lived_get(unsigned int group)
{
	struct short_lived *put = short_lived_new(), *lock;

	if (!put)
		return NULL;
	spin_lock(&short_lived_lock);
	if (!short_lived[group] || short_lived[group]->taken == 3)
		swap(short_lived[group], put);
	lock = short_lived[group];
	lock->taken++;
	kref_get(&lock->users);
	spin_unlock(&short_lived_lock);
	short_lived_put(put);
	return lock;
}

static void call_churn(unsigned int n, unsigned int group)
{
	struct short_lived *lock;

	while (n-- && !signal_pending(current)) {
		lock = short_lived_get(group % 2);
		if (!lock)
			return;
		if (!mutex_lock_killable(&lock->mutex)) {
			usleep_range(200, 400);
			mutex_unlock(&lock->mutex);
		}
		short_lived_put(lock);
	}
}

static noinline void calls_wait(unsigned int kind)
{
	static DECLARE_COMPLETION(never);
	static DECLARE_WAIT_QUEUE_HEAD(queue);

	switch (kind) {
	case 0:
		wait_for_completion_killable(&never);
		break;
	case 1:
		wait_event_interruptible(queue, false);
		break;
	default:
		schedule_timeout_killable(MAX_SCHEDULE_TIMEOUT);
	}
	barrier();
}

static void call_wait(unsigned int n, unsigned int unused)
{
	calls_wait(n);
}

static unsigned int timer_us;

static noinline void calls_timer(struct timer_list *timer)
{
	spin(timer_us);
	if (READ_ONCE(timer_us))
		mod_timer(timer, jiffies + 1);
}

static struct timer_list storm_timer;

/* The task has to stay on this CPU: the timer does, too. */
static void call_storm(unsigned int n, unsigned int us)
{
	timer_setup(&storm_timer, calls_timer, TIMER_PINNED);
	WRITE_ONCE(timer_us, us);
	mod_timer(&storm_timer, jiffies + 1);
	while (n--)
		calls_spin(100000);
	WRITE_ONCE(timer_us, 0);
	timer_delete_sync(&storm_timer);
}

/* Slow only at its end, and by a callee */
static noinline void calls_late(unsigned int n, unsigned int ms)
{
	calls_nest10();
	call_leaf(n, 0);
	call_sleep(!!ms, ms);
	barrier();
}

static const struct calls_order {
	const char	*name;
	void		(*run)(unsigned int n, unsigned int arg);
	bool		parallel;	/* has no state: several may run at once */
	bool		sleeps;
} orders[] = {
	{ "leaf",	call_leaf,	true },
	{ "nested",	call_nested,	true },
	{ "recurse",	call_recurse,	true },
	{ "cpus",	call_cpus },
	{ "irq",	call_irq },
	{ "softirq",	call_softirq },
#ifdef CONFIG_X86
	{ "nmi",	call_nmi },
#endif
	{ "spin",	call_spin,	true },
	{ "family",	call_family,	true },
	{ "race",	call_race,	true },
	{ "sleep",	call_sleep,	true,	true },
	{ "hold",	call_sleep },
	{ "lock",	call_lock,	true,	true },
	{ "busy",	call_busy,	true,	true },
	{ "take",	call_take,	true,	true },
	{ "give",	call_give,	true,	true },
	{ "churn",	call_churn,	true,	true },
	{ "wait",	call_wait,	true,	true },
	{ "storm",	call_storm },
	{ "late",	calls_late,	true,	true },
};

static const struct calls_order *find_order(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		if (!strcmp(orders[i].name, name))
			return &orders[i];
	}
	return NULL;
}

static bool can_be_timed(const struct calls_order *order)
{
	return order->parallel && !order->sleeps;
}

static void run_timed(const struct calls_order *order, unsigned int n,
		      unsigned int arg)
{
	unsigned long flags;
	cycles_t start;

	local_irq_save(flags);
	start = get_cycles();
	order->run(n, arg);
	figure = get_cycles() - start;
	local_irq_restore(flags);
}

static ssize_t calls_read(struct file *file, char __user *to, size_t size,
			  loff_t *pos)
{
	char text[24];
	int len = scnprintf(text, sizeof(text), "%llu\n", figure);

	return simple_read_from_buffer(to, size, pos, text, len);
}

static ssize_t calls_write(struct file *file, const char __user *from,
			   size_t size, loff_t *pos)
{
	const struct calls_order *order;
	unsigned int n, arg = 0;
	char text[64] = "", name[16];
	size_t timed;

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, size))
		return -EFAULT;
	timed = str_has_prefix(text, "timed ");
	if (sscanf(text + timed, "%15s %u %u", name, &n, &arg) < 2)
		return -EINVAL;
	order = find_order(name);
	if (!order || (timed && !can_be_timed(order)))
		return -EINVAL;

	if (!order->parallel)
		mutex_lock(&calls_mutex);
	if (timed)
		run_timed(order, n, arg);
	else
		order->run(n, arg);
	if (!order->parallel)
		mutex_unlock(&calls_mutex);
	return size;
}

static const struct file_operations calls_fops = {
	.owner	= THIS_MODULE,
	.read	= calls_read,
	.write	= calls_write,
};

static struct dentry *calls_file;

static int __init calls_init(void)
{
	unsigned int i;

	/* Each is of a class of its own for lockdep, which would report their orders. */
	for (i = 0; i < ARRAY_SIZE(locks_mutex); i++)
		mutex_init_with_key(&locks_mutex[i], &locks_keys[i]);
	calls_file = debugfs_create_file("calls", 0600, NULL, NULL, &calls_fops);
	return 0;
}

static void __exit calls_exit(void)
{
	debugfs_remove(calls_file);
	short_lived_put(short_lived[0]);
	short_lived_put(short_lived[1]);
}

module_init(calls_init);
module_exit(calls_exit);

MODULE_DESCRIPTION("Calls functions a known number of times, for tests");
MODULE_LICENSE("GPL");
