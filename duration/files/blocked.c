// SPDX-License-Identifier: GPL-2.0
/*
 * The file "blocked" in the directory function_duration of an array: the tasks that wait for a
 * mutex, a semaphore or an rwsem of the kernel, and its holder. Nothing has to be traced.
 *
 * A task that waits for one names it in task_struct.blocker (include/linux/hung_task.h), which not
 * every kernel has. The lock and its owner are numbers until they are proven: the lock is read
 * without faults, and its owner is a task only if a walk of all tasks finds it. What was found
 * counts if the task has not run meanwhile, and the lock still has the same owner: while its waiter
 * sleeps in it, a lock is not freed. Anything else is "not-known".
 *
 * Only the owner of a mutex, and the writer that has an rwsem, are known: they release it before
 * they end. A reader of an rwsem and a holder of a semaphore stay in the owner's word when they
 * are not the holder any more, and also when they have ended: its number may then be that of
 * a new task. So may that of a task that a fault of the kernel has ended in its lock: after one
 * (TAINT_DIE) no holder is known.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/trace_clock.h>
#include <linux/uaccess.h>

#include <compat/blocker.h>
#include <compat/fgraph.h>
#include <compat/shadow.h>

#include "duration/files/blocked.h"

/* Pids in one read section of RCU */
#define PART_PIDS	256

/* The most tasks that are kept: less than 2 MiB */
#define MOST_BLOCKED	16384U

/* MUTEX_FLAGS of kernel/locking/mutex.h, RWSEM_OWNER_FLAGS_MASK of kernel/locking/rwsem.c */
#define MUTEX_OWNER_FLAGS	7UL
#define RWSEM_OWNER_FLAGS	3UL
#define RWSEM_READER_OWNED	1UL

/* Memory of readers, as of "open" */
#define READER_FLAGS	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN)

struct blocked_owner {
	unsigned long	task;		/* a number; 0: none, or not to be relied on */
	bool		readers;	/* of an rwsem: readers have it, or had it last */
};

struct blocked_task {
	struct task_struct	*task;		/* with a reference, until the walks end */
	unsigned long		switches;
	unsigned long		blocker;	/* the address of the lock, with its type */
	struct blocked_owner	owner;
	struct task_struct	*holder;	/* with a reference: no other has its number */
	pid_t			pid, holder_pid;	/* 0: the holder is not known */
	bool			gone;		/* it has run meanwhile */
	char			comm[TASK_COMM_LEN], holder_comm[TASK_COMM_LEN];
};

struct blocked_reader {
	u64			now;
	struct blocked_task	*tasks;
	unsigned int		nr, size;
	bool			over;	/* there are more than MOST_BLOCKED */
	bool			died;	/* a task has died in the kernel */
};

/*
 * One task
 */

/* With PREEMPT_RT mutexes and rwsems are others, for which no task has a blocker. */
#if KNOWS_BLOCKERS && !defined(CONFIG_PREEMPT_RT)
#define owner_at(lock, word)						\
	copy_from_kernel_nofault(word, &(lock)->owner, sizeof((lock)->owner))
#else
#define owner_at(lock, word)	((void)(lock), *(word) = 0, -EFAULT)
#endif

/* Returns: what the memory of the lock says, if it can be read, and names a holder for certain. */
static struct blocked_owner owner_of(unsigned long blocker)
{
	const unsigned long lock __maybe_unused = blocker & ~(unsigned long)BLOCKER_TYPE_MASK;
	struct blocked_owner owner = {};
	unsigned long word = 0;

	switch (blocker & BLOCKER_TYPE_MASK) {
	case BLOCKER_TYPE_MUTEX:
		if (!owner_at((const struct mutex *)lock, &word))
			owner.task = word & ~MUTEX_OWNER_FLAGS;
		break;
	case BLOCKER_TYPE_SEM:
		break;
	default:
		if (owner_at((const struct rw_semaphore *)lock, &word))
			break;
		owner.readers = word & RWSEM_READER_OWNED;
		if (!owner.readers)
			owner.task = word & ~RWSEM_OWNER_FLAGS;
	}
	return owner;
}

static unsigned long switches_of(const struct task_struct *task)
{
	return of_task(task->nvcsw) + of_task(task->nivcsw);
}

/* A task that does not run, and has not run between two looks, was in one place meanwhile. */
static bool look_at(const struct task_struct *task, unsigned long *switches,
		    unsigned long *blocker)
{
	if (task_is_on_cpu(task))
		return false;
	*switches = switches_of(task);
	/* Pairs with __schedule(), see shadow_view_of(). */
	smp_rmb();
	*blocker = task_blocker(task);
	return *blocker;
}

/*
 * The walks
 */

static void find_blocked(struct blocked_reader *reader, struct task_struct *task)
{
	struct blocked_task *found = reader->tasks + reader->nr;
	unsigned long switches, blocker;

	if (of_task(task->exit_state) || !look_at(task, &switches, &blocker))
		return;
	if (reader->nr == reader->size) {
		reader->over = true;
		return;
	}
	*found = (struct blocked_task){
		.task = get_task_struct(task), .switches = switches, .blocker = blocker,
		.owner = owner_of(blocker), .pid = task->pid,
	};
	strscpy_pad(found->comm, task->comm);
	reader->nr++;
}

/* They are sorted by the numbers of the owners. */
static unsigned int first_of_owner(const struct blocked_reader *reader, unsigned long owner)
{
	unsigned int low = 0, high = reader->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (reader->tasks[mid].owner.task < owner)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The number is that of a task. */
static void find_owner(struct blocked_reader *reader, struct task_struct *task)
{
	unsigned long number = (unsigned long)task;
	unsigned int i = first_of_owner(reader, number);

	for (; i < reader->nr && reader->tasks[i].owner.task == number; i++) {
		/* A thread that calls exec() gets another pid, and may be found again. */
		if (reader->tasks[i].holder)
			return;
		reader->tasks[i].holder = get_task_struct(task);
		reader->tasks[i].holder_pid = task->pid;
		strscpy_pad(reader->tasks[i].holder_comm, task->comm);
	}
}

/* What a walk is for */
enum walk {
	FIND_BLOCKED,
	FIND_OWNERS,
};

/* The pid is 0 when there are no more. */
static void walk_part(struct blocked_reader *reader, int *pid, enum walk what)
{
	struct task_struct *task;
	unsigned int looked;
	struct pid *next;

	rcu_read_lock();
	for (looked = 0; *pid && looked < PART_PIDS; looked++) {
		next = find_ge_pid(*pid, &init_pid_ns);
		*pid = next ? pid_nr(next) + 1 : 0;
		task = next ? pid_task(next, PIDTYPE_PID) : NULL;
		if (task && what == FIND_BLOCKED)
			find_blocked(reader, task);
		else if (task)
			find_owner(reader, task);
	}
	rcu_read_unlock();
}

static int walk(struct blocked_reader *reader, enum walk what)
{
	int pid = 1;

	while (pid) {
		walk_part(reader, &pid, what);
		if (signal_pending(current))
			return -ERESTARTSYS;
		cond_resched();
	}
	return 0;
}

/* A lock that was handed to the task itself has no other holder. */
static void check_task(struct blocked_task *t)
{
	unsigned long switches, blocker;
	struct blocked_owner owner = owner_of(t->blocker);

	/* The owner that was read is not newer than the look that says if it counts. */
	smp_rmb();
	t->gone = !look_at(t->task, &switches, &blocker) || switches != t->switches ||
		  blocker != t->blocker;
	if (owner.task != t->owner.task || owner.task == (unsigned long)t->task)
		t->holder_pid = 0;
	t->owner.readers &= owner.readers;
}

static void check_and_put(struct blocked_reader *reader)
{
	unsigned int i, kept = 0;

	for (i = 0; i < reader->nr; i++) {
		struct blocked_task *t = reader->tasks + i;

		check_task(t);
		put_task_struct(t->task);
		if (t->holder)
			put_task_struct(t->holder);
		if (reader->died)
			t->holder_pid = 0;
		if (!t->gone)
			reader->tasks[kept++] = *t;
	}
	reader->nr = kept;
}

static int by_owner(const void *first, const void *second)
{
	const struct blocked_task *a = first, *b = second;

	if (a->owner.task == b->owner.task)
		return 0;
	return a->owner.task < b->owner.task ? -1 : 1;
}

static int by_pid(const void *first, const void *second)
{
	const struct blocked_task *a = first, *b = second;

	return a->pid < b->pid ? -1 : 1;
}

static int take_snapshot(struct blocked_reader *reader)
{
	int ret;

	reader->nr = 0;
	reader->over = false;
	reader->now = trace_clock_local();
	ret = KNOWS_BLOCKERS ? walk(reader, FIND_BLOCKED) : 0;
	sort(reader->tasks, reader->nr, sizeof(*reader->tasks), by_owner, NULL);
	if (!ret && reader->nr)
		ret = walk(reader, FIND_OWNERS);
	/* Where a new task has the number of one that died in its lock, that was set before. */
	reader->died = test_taint(TAINT_DIE);
	check_and_put(reader);
	sort(reader->tasks, reader->nr, sizeof(*reader->tasks), by_pid, NULL);
	return ret;
}

/*
 * The file
 */

static void *blocked_start(struct seq_file *s, loff_t *pos)
{
	struct blocked_reader *reader = s->private;
	int ret = *pos ? 0 : take_snapshot(reader);

	if (ret)
		return ERR_PTR(ret);
	return *pos <= reader->nr ? pos : NULL;
}

static void *blocked_next(struct seq_file *s, void *v, loff_t *pos)
{
	const struct blocked_reader *reader = s->private;

	return ++*pos <= reader->nr ? pos : NULL;
}

static void blocked_stop(struct seq_file *s, void *v)
{
}

static void show_header(struct seq_file *s, const struct blocked_reader *reader)
{
	u64 at = reader->now;
	u32 rest = do_div(at, NSEC_PER_SEC);

	if (!KNOWS_BLOCKERS)
		seq_puts(s, "# not known: this kernel does not say which lock a task waits for (CONFIG_DETECT_HUNG_TASK_BLOCKER of newer ones)\n");
	else if (reader->died)
		seq_puts(s, "# holders are not known: after a fault of the kernel its task may have had the locks (taint D)\n");
	if (reader->over)
		seq_printf(s, "# not all are here: more than %u tasks wait\n", MOST_BLOCKED);
	seq_printf(s, "# at %5llu.%09u tasks that wait for a lock of the kernel: %u\n", at, rest,
		   reader->nr);
	seq_puts(s, "#   PID    SWITCHES  LOCK                           HOLDER             TASK  HOLDER'S NAME\n");
}

static const char *const lock_names[] = {
	[BLOCKER_TYPE_MUTEX] = "mutex", [BLOCKER_TYPE_SEM] = "semaphore",
	[BLOCKER_TYPE_RWSEM_READER] = "rwsem-read", [BLOCKER_TYPE_RWSEM_WRITER] = "rwsem-write",
};

static const char *relation_of(const struct blocked_task *t)
{
	if (t->holder_pid)
		return "held-by";
	return t->owner.readers ? "readers" : "not-known";
}

/* The number of a lock is hashed: it says which tasks wait for the same one. */
static void show_task(struct seq_file *s, const struct blocked_task *t)
{
	seq_printf(s, "%7d  %10lu  %-11s  %p  %-11s %7d  ", t->pid, t->switches,
		   lock_names[t->blocker & BLOCKER_TYPE_MASK],
		   (void *)(t->blocker & ~(unsigned long)BLOCKER_TYPE_MASK), relation_of(t),
		   t->holder_pid);
	seq_escape(s, t->comm, " \t\n\\#");
	if (t->holder_pid) {
		seq_puts(s, "  ");
		seq_escape(s, t->holder_comm, " \t\n\\#");
	}
	seq_putc(s, '\n');
}

static int blocked_show(struct seq_file *s, void *v)
{
	const struct blocked_reader *reader = s->private;
	loff_t at = *(loff_t *)v;

	if (at)
		show_task(s, reader->tasks + at - 1);
	else
		show_header(s, reader);
	return 0;
}

static const struct seq_operations blocked_seq_ops = {
	.start = blocked_start, .next = blocked_next, .stop = blocked_stop, .show = blocked_show,
};

static void reader_free(struct blocked_reader *reader)
{
	kvfree(reader->tasks);
	kfree(reader);
}

static struct blocked_reader *reader_alloc(void)
{
	struct blocked_reader *reader = kzalloc(sizeof(*reader), READER_FLAGS);

	if (!reader)
		return NULL;
	reader->size = KNOWS_BLOCKERS ? MOST_BLOCKED : 1;
	reader->tasks = kvmalloc_array(reader->size, sizeof(*reader->tasks), READER_FLAGS);
	if (reader->tasks)
		return reader;
	kfree(reader);
	return NULL;
}

static int blocked_open(struct inode *inode, struct file *file)
{
	struct blocked_reader *reader;
	int ret;

	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader = reader_alloc();
	ret = duration_dir_seq_open(inode, file, &blocked_seq_ops, reader);
	if (ret && reader)
		reader_free(reader);
	return ret;
}

static int blocked_release(struct inode *inode, struct file *file)
{
	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader_free(((struct seq_file *)file->private_data)->private);
	return duration_dir_seq_release(inode, file);
}

static const struct file_operations blocked_fops = {
	.owner		= THIS_MODULE,
	.open		= blocked_open,
	.read		= seq_read,
	.llseek		= duration_file_llseek,
	.release	= blocked_release,
};

const struct duration_file blocked_file = { .name = "blocked", .fops = &blocked_fops };

#ifdef DURATION_KUNIT
#include "tests/kunit/blocked_test.c"
#endif
