// SPDX-License-Identifier: GPL-2.0
/*
 * The file "open" in the directory function_duration of an array: the calls that have not
 * returned, of all tasks, the longest first.
 *
 * Nothing is kept for it: each call is a frame of its task's shadow stack already, and its time is
 * there, or where the session has the task's times (duration/state/frame.h). Reading from the
 * beginning of the file looks at the tasks one after the other, in the order of their pids, and
 * keeps what it found until the file is closed or read from the beginning again.
 *
 * Tasks run meanwhile. The calls found of a task count if the task did not run meanwhile
 * (shadow_view_of()). Otherwise it is looked at again; a task that keeps running is
 * "running", with those of its outer calls alone that two looks agree on, with the same call times:
 * they were open between the looks. The task is held with a reference, so that its shadow stack
 * stays; what the session has of it may be given to another task when it was freed (task_freed()),
 * and its variable is 0 from then on.
 *
 * Only a few tasks are looked at under duration_dir_mutex, and found in a read section of RCU, at a
 * time. The session stays until the mutex is released: see duration_dir_close(). If it ends between
 * two parts, there are no open calls, and so the file has none.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/list.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/trace_clock.h>
#include <linux/xarray.h>

#include <compat/fgraph.h>
#include <compat/shadow.h>

#include "duration/files/cgroup_paths.h"
#include "duration/files/open.h"
#include "duration/session.h"

/* How many tasks are looked at in a part, and how many pids for them */
#define PART_TASKS	16
#define PART_PIDS	256

/* The most calls that are kept: less than 32 MiB, with their tasks, cgroups and lines */
#define OPEN_CALLS	(256 * 1024U)

/* Looks at a task that runs again and again */
#define OPEN_LOOKS	3

const char *const open_state_names[] = {
	[STATE_RUNNING] = "running", [STATE_RUNNABLE] = "runnable", [STATE_SLEEPING] = "sleeping",
	[STATE_D] = "D", [STATE_IDLE] = "idle", [STATE_STOPPED] = "stopped",
	[STATE_FROZEN] = "frozen", [STATE_OTHER] = "other",
};

/* A task with its calls, the innermost first */
struct open_task {
	struct list_head	list;
	char			comm[TASK_COMM_LEN];
	pid_t			pid;
	int			cpu;
	enum open_state		state;
	u64			cgroup;		/* its id */
	unsigned int		nr;
	struct open_call	calls[];
};

/* A task of a part */
struct open_part {
	struct task_struct	*task;
	unsigned int		nr;
	enum open_state		state;
	int			cpu;
	struct open_call	calls[SHADOW_FRAMES];
};

/* A line */
struct open_line {
	u64			duration;
	const struct open_task	*task;
	unsigned int		call;
};

struct open_reader {
	unsigned long		id;		/* of the directory */
	u64			tag;		/* of the session, 0: none */
	u64			now;		/* when the reading began */
	u64			thresh;
	bool			idle;
	bool			unknown;	/* the shadow stacks cannot be read */
	bool			over;		/* there are more calls than OPEN_CALLS */

	struct list_head	tasks;
	struct xarray		names;		/* by function */
	struct duration_cgroups	cgroups;
	struct open_line	*lines;
	unsigned int		nr;
	unsigned int		kept;		/* these, and shorter ones of the tasks */

	struct open_look	looks[OPEN_LOOK_PAIR];
	struct open_part	part[PART_TASKS];
};

/* Memory of readers, which may be any user with access to tracefs */
#define READER_FLAGS	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN)

/*
 * One look
 */

/* The core's time, if that was never moved: see fgraph_times_move(). */
static u64 core_time(const struct duration_session *session, const struct shadow_frame *frame)
{
	if (test_bit(CARE_WORDS, &session->care) || fgraph_times_move())
		return 0;
	return shadow_call_time(frame);
}

/* Of a session without modes: as frame_call_time_careful() */
static u64 plain_time(const struct duration_session *session, const struct open_look *look,
		      struct task_times *times, const struct shadow_frame *frame, int depth)
{
	const unsigned long *word = shadow_data(look->words, frame, session->gops.idx);

	if (word)
		return *word ^ session->tag;
	/* With index 0, the frame may be another user's. */
	if (!session->gops.idx)
		return 0;
	if (FGRAPH_KEEPS_TIMES)
		return core_time(session, frame);
	return times ? of_task(*task_calltime(times, depth)) : 0;
}

/* The depths of the frames that the session has, from the innermost one on */
static void find_framed(struct open_look *look, struct duration_task *state)
{
	long place = of_task(state->top) & ~TASK_FLAGS, outer;

	bitmap_zero(look->framed, TASK_FRAMES);
	while (place >= 0 && place <= task_place(TASK_FRAMES - 1)) {
		set_bit(place / sizeof(struct task_frame), look->framed);
		outer = of_task(task_frame(state, place)->outer) & ~TASK_FLAGS;
		if (outer >= place)
			return;
		place = outer;
	}
}

/* Of a session with modes: of a frame, or of a call in a root that has none */
static u64 mode_time(const struct duration_session *session, const struct open_look *look,
		     struct duration_task *state, const struct shadow_frame *frame, int depth)
{
	const struct task_frame *own = task_frame(state, task_place(depth));
	u64 calltime = of_task(own->calltime);

	if (depth >= of_task(state->root)) {
		if (!session->gops.idx)
			return 0;
		return FGRAPH_KEEPS_TIMES ? core_time(session, frame) : calltime;
	}
	if (!test_bit(depth, look->framed) ||
	    of_task(own->func) != frame->core->func)
		return 0;
	return FGRAPH_KEEPS_TIMES && !calltime ? core_time(session, frame) : calltime;
}

/* Returns: the time of a call of the session that is open since then; 0 for any other frame. */
static u64 call_time(u64 now, const struct duration_session *session,
		     const struct open_look *look, unsigned long state,
		     const struct shadow_frame *frame, int depth)
{
	const struct task_pool *pool = &session->tasks;
	u64 calltime = 0;

	if (!(frame->users & BIT(session->gops.idx)) || depth >= TASK_FRAMES)
		return 0;
	if (!pool->tasks)
		calltime = plain_time(session, look, state < pool->nr ? pool->times + state : NULL,
				      frame, depth);
	else if (state < pool->nr)
		calltime = mode_time(session, look, pool->tasks + state, frame, depth);
	return calltime >= session->start && calltime <= now ? calltime : 0;
}

/* The calls in what was copied of a shadow stack */
static void look_at_words(u64 now, const struct duration_session *session,
			  struct open_look *look, unsigned long state, int used)
{
	int depth = shadow_depth(look->words, used);
	struct shadow_frame frame;
	struct open_call *call;
	u64 calltime;

	if (session->tasks.tasks && state < session->tasks.nr)
		find_framed(look, session->tasks.tasks + state);
	for (; depth-- > 0; used = frame.at) {
		if (!shadow_frame_below(look->words, used, &frame))
			return;
		calltime = call_time(now, session, look, state, &frame, depth);
		if (!calltime)
			continue;
		call = look->calls + look->nr++;
		call->func = frame.core->func;
		call->calltime = calltime;
		if (look->nr == SHADOW_FRAMES)
			return;
	}
}

static enum open_state state_of(const struct task_struct *task)
{
	unsigned int state = of_task(task->__state);

	/* One that is preempted before it goes to sleep has its new state already. */
	if (!state || (of_task(task->on_rq) && !of_task(task->se.sched_delayed)))
		return STATE_RUNNABLE;
	if (state & TASK_PARKED || (state & TASK_NOLOAD && !(state & TASK_FROZEN)))
		return STATE_IDLE;
	if (state & TASK_FROZEN)
		return STATE_FROZEN;
	if (state & (TASK_UNINTERRUPTIBLE | TASK_RTLOCK_WAIT))
		return STATE_D;
	if (state & TASK_INTERRUPTIBLE)
		return STATE_SLEEPING;
	return state & (__TASK_STOPPED | __TASK_TRACED) ? STATE_STOPPED : STATE_OTHER;
}

/* Where the session has the task's state; its number of states if it has none. */
static unsigned long state_number(const struct duration_session *session,
				  const unsigned long *stack)
{
	return session->tasks.nr ? task_index(&session->tasks, stack) : 0;
}

/* Returns: whether it is what the task was in at one moment: it did not run meanwhile. */
static bool look_at(u64 now, const struct duration_session *session,
		    const struct task_struct *task, struct open_look *look)
{
	const unsigned long *stack = READ_ONCE(task->ret_stack);
	struct shadow_view before, after;
	unsigned long state;
	int i;

	look->nr = 0;
	before = shadow_view_of(task);
	state = state_number(session, stack);
	/* Pairs with __schedule(), see shadow_view_of(). */
	smp_rmb();
	for (i = 0; i < before.used; i++)
		look->words[i] = of_task(stack[i]);
	look_at_words(now, session, look, state, before.used);
	look->state = state_of(task);
	look->cpu = task_cpu(task);
	/* As the one above: what was read is not newer than the view that says if it counts. */
	smp_rmb();
	after = shadow_view_of(task);
	return shadow_is_same(&before, &after) && state == state_number(session, stack);
}

/* Of a task that runs: the calls farthest out that both looks found */
static void keep_common(struct open_look *look, const struct open_look *other)
{
	unsigned int common = 0, most = min(look->nr, other->nr);
	const struct open_call *a, *b;

	while (common < most) {
		a = look->calls + look->nr - 1 - common;
		b = other->calls + other->nr - 1 - common;
		if (a->func != b->func || a->calltime != b->calltime)
			break;
		common++;
	}
	memmove(look->calls, look->calls + look->nr - common, common * sizeof(*look->calls));
	look->nr = common;
	look->state = STATE_RUNNING;
}

static void look_until_it_is_true(u64 now, const struct duration_session *session,
				  const struct task_struct *task, struct open_look *looks)
{
	unsigned int i;

	for (i = 0; i < OPEN_LOOKS; i++) {
		if (look_at(now, session, task, looks))
			return;
	}
	look_at(now, session, task, looks + 1);
	keep_common(looks, looks + 1);
}

/* A kernel thread that waits for work. */
static bool waits_for_work(const struct task_struct *task, enum open_state state)
{
	return task->flags & PF_KTHREAD && (state == STATE_SLEEPING || state == STATE_IDLE);
}

/* A task that has exited does not return from its last calls. */
static bool has_exited(const struct task_struct *task)
{
	return of_task(task->exit_state);
}

/**
 * open_look_at - find the open calls of a task
 * @now: later calls are left out
 * @session: whose calls; it does not end meanwhile
 * @task: its shadow stack stays: there is a reference, or a read section of RCU; not NULL
 * @idle: also those of a kernel thread that waits for work
 * @looks: OPEN_LOOK_PAIR of them; what was found is in the first one
 *
 * Context: any.
 * Return: false if the task has no calls, or these are left out.
 */
bool open_look_at(u64 now, const struct duration_session *session,
		  const struct task_struct *task, bool idle, struct open_look *looks)
{
	look_until_it_is_true(now, session, task, looks);
	return looks->nr && !has_exited(task) && (idle || !waits_for_work(task, looks->state));
}

static bool is_long(const struct open_reader *reader, const struct open_call *call)
{
	return reader->now - call->calltime >= reader->thresh;
}

static void look_at_task(struct open_reader *reader, const struct duration_session *session,
			 struct open_part *part)
{
	struct open_look *look = reader->looks;

	part->nr = 0;
	if (open_look_at(reader->now, session, part->task, reader->idle, look))
		part->nr = look->nr;
	/* The outermost call is the longest. */
	if (part->nr && !is_long(reader, look->calls + part->nr - 1))
		part->nr = 0;
	part->state = look->state;
	part->cpu = look->cpu;
	memcpy(part->calls, look->calls, part->nr * sizeof(*part->calls));
}

/*
 * Parts
 */

/* It may get its first frame the next moment: that call begins after the reading did. */
static bool may_have_calls(const struct task_struct *task)
{
	return task != current && of_task(task->ret_stack) && !has_exited(task) &&
	       (of_task(task->curr_ret_stack) > 0 || task_is_on_cpu(task));
}

/* Tasks from a pid on, with a reference. The pid is 0 when there are no more. */
static unsigned int find_tasks(struct open_reader *reader, int *pid)
{
	unsigned int found = 0, looked;
	struct task_struct *task;
	struct pid *next = NULL;

	rcu_read_lock();
	for (looked = 0; looked < PART_PIDS && found < PART_TASKS; looked++) {
		next = find_ge_pid(*pid, &init_pid_ns);
		if (!next)
			break;
		*pid = pid_nr(next) + 1;
		task = pid_task(next, PIDTYPE_PID);
		if (task && may_have_calls(task))
			reader->part[found++].task = get_task_struct(task);
	}
	rcu_read_unlock();
	if (!next)
		*pid = 0;
	return found;
}

/* The session that the reading began with, or NULL. Under duration_dir_mutex. */
static const struct duration_session *session_of_reader(const struct open_reader *reader)
{
	const struct duration_dir *dir = duration_dir_find(reader->id);
	const struct duration_session *session = dir ? dir->open : NULL;

	return session && session->start == reader->tag ? session : NULL;
}

static bool look_at_part(struct open_reader *reader, unsigned int nr)
{
	const struct duration_session *session;
	unsigned int i;

	mutex_lock(&duration_dir_mutex);
	session = session_of_reader(reader);
	for (i = 0; session && i < nr; i++)
		look_at_task(reader, session, reader->part + i);
	mutex_unlock(&duration_dir_mutex);
	return session;
}

/* Most functions come again and again. */
static const char *name_of(struct open_reader *reader, unsigned long func)
{
	char *name = xa_load(&reader->names, func);
	int ret;

	if (name)
		return name;
	name = kasprintf(READER_FLAGS, "%ps", (void *)func);
	if (!name)
		return NULL;
	ret = xa_err(xa_store(&reader->names, func, name, READER_FLAGS));
	if (!ret)
		return name;
	kfree(name);
	return NULL;
}

static int keep_task(struct open_reader *reader, const struct open_part *part)
{
	struct open_task *kept;
	unsigned int i;

	kept = kmalloc(struct_size(kept, calls, part->nr), READER_FLAGS);
	if (!kept)
		return -ENOMEM;
	*kept = (struct open_task){
		.pid = part->task->pid, .cpu = part->cpu, .state = part->state, .nr = part->nr,
	};
	list_add_tail(&kept->list, &reader->tasks);
	strscpy_pad(kept->comm, part->task->comm);
	if (duration_cgroups_find(&reader->cgroups, part->task, &kept->cgroup))
		return -ENOMEM;
	for (i = 0; i < part->nr; i++) {
		kept->calls[i].calltime = part->calls[i].calltime;
		kept->calls[i].name = name_of(reader, part->calls[i].func);
		if (!kept->calls[i].name)
			return -ENOMEM;
		reader->nr += is_long(reader, part->calls + i);
	}
	reader->kept += part->nr;
	return 0;
}

static int keep_part(struct open_reader *reader, unsigned int nr)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++) {
		if (!reader->part[i].nr)
			continue;
		if (reader->part[i].nr > OPEN_CALLS - reader->kept) {
			reader->over = true;
			return 0;
		}
		ret = keep_task(reader, reader->part + i);
	}
	return ret;
}

static void put_tasks(struct open_reader *reader, unsigned int nr)
{
	while (nr--)
		put_task_struct(reader->part[nr].task);
}

/*
 * The whole
 */

static void drop_snapshot(struct open_reader *reader)
{
	struct open_task *task, *next;
	unsigned long func;
	char *name;

	list_for_each_entry_safe(task, next, &reader->tasks, list)
		kfree(task);
	INIT_LIST_HEAD(&reader->tasks);
	xa_for_each(&reader->names, func, name)
		kfree(name);
	xa_destroy(&reader->names);
	duration_cgroups_drop(&reader->cgroups);
	kvfree(reader->lines);
	reader->lines = NULL;
	reader->nr = 0;
	reader->kept = 0;
	reader->over = false;
}

/* Returns: 0, also if the session has ended; or an error. */
static int walk_tasks(struct open_reader *reader)
{
	unsigned int nr;
	int pid = 1, ret;

	while (pid && !reader->over) {
		nr = find_tasks(reader, &pid);
		if (!look_at_part(reader, nr)) {
			put_tasks(reader, nr);
			drop_snapshot(reader);
			reader->tag = 0;
			return 0;
		}
		ret = keep_part(reader, nr);
		put_tasks(reader, nr);
		if (ret)
			return ret;
		if (signal_pending(current))
			return -ERESTARTSYS;
		cond_resched();
	}
	return 0;
}

/* The longest first; of the same task and time, the outer one */
static int compare_lines(const void *first, const void *second)
{
	const struct open_line *a = first, *b = second;

	if (a->duration != b->duration)
		return a->duration > b->duration ? -1 : 1;
	if (a->task != b->task)
		return a->task->pid < b->task->pid ? -1 : 1;
	return a->call > b->call ? -1 : 1;
}

/* No lock is held but the file's own. */
static int sort_lines(struct open_reader *reader)
{
	struct open_line *line;
	struct open_task *task;
	unsigned int i;

	if (!reader->nr)
		return 0;
	reader->lines = kvmalloc_array(reader->nr, sizeof(*line), READER_FLAGS);
	if (!reader->lines)
		return -ENOMEM;
	line = reader->lines;
	list_for_each_entry(task, &reader->tasks, list) {
		for (i = 0; i < task->nr; i++) {
			if (!is_long(reader, task->calls + i))
				continue;
			line->duration = reader->now - task->calls[i].calltime;
			line->task = task;
			line->call = i;
			line++;
		}
	}
	sort(reader->lines, reader->nr, sizeof(*line), compare_lines, NULL);
	return 0;
}

static int begin_snapshot(struct open_reader *reader)
{
	struct duration_dir *dir;

	drop_snapshot(reader);
	reader->tag = 0;
	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find(reader->id);
	if (dir) {
		reader->unknown = dir->open && !shadow_is_known();
		reader->tag = dir->open && !reader->unknown ? dir->open->start : 0;
		reader->thresh = dir->numbers[OPEN_THRESH];
		reader->idle = dir->numbers[OPEN_IDLE];
	}
	mutex_unlock(&duration_dir_mutex);
	reader->now = trace_clock_local();
	return dir ? 0 : -ENODEV;
}

static int take_snapshot(struct open_reader *reader)
{
	int ret = begin_snapshot(reader);

	if (!ret && reader->tag)
		ret = walk_tasks(reader) ?: sort_lines(reader);
	if (ret)
		drop_snapshot(reader);
	return ret;
}

/*
 * The file
 */

/* At the beginning of the file, which is also read again, the snapshot is taken. */
static void *open_start(struct seq_file *s, loff_t *pos)
{
	struct open_reader *reader = s->private;
	int ret = *pos ? 0 : take_snapshot(reader);

	if (ret)
		return ERR_PTR(ret);
	return *pos <= reader->nr ? pos : NULL;
}

static void *open_next(struct seq_file *s, void *v, loff_t *pos)
{
	const struct open_reader *reader = s->private;

	return ++*pos <= reader->nr ? pos : NULL;
}

static void open_stop(struct seq_file *s, void *v)
{
}

static void show_seconds(struct seq_file *s, u64 ns)
{
	u32 rest = do_div(ns, NSEC_PER_SEC);

	seq_printf(s, "%5llu.%09u ", ns, rest);
}

static void show_header(struct seq_file *s, const struct open_reader *reader)
{
	if (reader->unknown)
		seq_puts(s, "# cannot be read: the frames of this kernel's shadow stacks are not known; write 1 to /proc/sys/kernel/ftrace_enabled and select the tracer again\n");
	else if (!reader->tag)
		seq_puts(s, "# nothing is traced: select function_duration in current_tracer\n");
	if (reader->over)
		seq_printf(s, "# not all are here: more than %u calls are open; raise open_thresh\n",
			   OPEN_CALLS);
	seq_puts(s, "# at ");
	show_seconds(s, reader->now);
	seq_printf(s, "open calls: %u\n", reader->nr);
	seq_puts(s, "#   open for, s        since, s  CPU  STATE        PID  TASK  CGROUP  FUNCTION < CALLERS\n");
}

static void show_line(struct seq_file *s, const struct open_reader *reader,
		      const struct open_line *line)
{
	const struct open_task *task = line->task;
	unsigned int i;

	show_seconds(s, line->duration);
	show_seconds(s, task->calls[line->call].calltime);
	seq_printf(s, "%4d  %-8s %7d  ", task->cpu, open_state_names[task->state], task->pid);
	seq_escape(s, task->comm, " \t\n\\#");
	seq_puts(s, "  ");
	duration_cgroups_show(s, &reader->cgroups, task->cgroup);
	seq_puts(s, "  ");
	for (i = line->call; i < task->nr; i++)
		seq_printf(s, "%s%s", i == line->call ? "" : " < ", task->calls[i].name);
	seq_putc(s, '\n');
}

static int open_show(struct seq_file *s, void *v)
{
	const struct open_reader *reader = s->private;
	loff_t at = *(loff_t *)v;

	if (at)
		show_line(s, reader, reader->lines + at - 1);
	else
		show_header(s, reader);
	return 0;
}

static const struct seq_operations open_seq_ops = {
	.start = open_start, .next = open_next, .stop = open_stop, .show = open_show,
};

static void reader_free(struct open_reader *reader)
{
	drop_snapshot(reader);
	kvfree(reader);
}

static struct open_reader *reader_alloc(unsigned long id)
{
	struct open_reader *reader = kvzalloc(sizeof(*reader), READER_FLAGS);

	if (!reader)
		return NULL;
	reader->id = id;
	INIT_LIST_HEAD(&reader->tasks);
	xa_init_flags(&reader->names, XA_FLAGS_ACCOUNT);
	duration_cgroups_init(&reader->cgroups);
	return reader;
}

static int open_open(struct inode *inode, struct file *file)
{
	struct open_reader *reader;
	int ret;

	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader = reader_alloc((unsigned long)inode->i_private);
	ret = duration_dir_seq_open(inode, file, &open_seq_ops, reader);
	if (ret && reader)
		reader_free(reader);
	return ret;
}

static int open_release(struct inode *inode, struct file *file)
{
	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader_free(((struct seq_file *)file->private_data)->private);
	return duration_dir_seq_release(inode, file);
}

static const struct file_operations open_fops = {
	.owner		= THIS_MODULE,
	.open		= open_open,
	.read		= seq_read,
	.llseek		= duration_file_llseek,
	.release	= open_release,
};

const struct duration_file open_file = { .name = "open", .fops = &open_fops };

#ifdef DURATION_KUNIT
#include "tests/kunit/open_test.c"
#endif
