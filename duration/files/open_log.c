// SPDX-License-Identifier: GPL-2.0
/*
 * The module parameter open_on_panic: when the kernel panics or reports a hung task, the open calls
 * are written to the kernel log, and as markers into the buffer of each session's array, which may
 * be one that outlives the boot.
 *
 * A panic stops the other CPUs wherever they are, and may come in an NMI. So no lock is taken and
 * nothing is allocated: sessions are found in open_sessions[], tasks in a read section of RCU,
 * and the kept ones are in memory of the module. One pass over the tasks keeps the
 * OPEN_LOG_TASKS that are worth most. Whether a task and its shadow stack can be read is tried
 * without faults: a fault in a panic would end it.
 *
 * The panic notifier runs before that of a persistent ring buffer, which stops recording
 * (rb_flush_buffer_cb(), kernel/trace/ring_buffer.c). khungtaskd reports hung tasks, in a read
 * section of RCU (check_hung_uninterruptible_tasks(), kernel/hung_task.c).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/build_bug.h>
#include <linux/instruction_pointer.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>
#include <linux/string_helpers.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

/* Before the private symbols: it declares the tracepoints, whose names are then macros. */
#include <trace/events/sched.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

#include "duration/files/open.h"
#include "duration/files/open_log.h"
#include "duration/session.h"

/* Lines for a session, and the calls in one */
#define OPEN_LOG_TASKS	24
#define OPEN_LOG_CALLS	8

/* Tasks that are looked at for a session: a tenth of a second on a slow CPU */
#define OPEN_LOG_LOOKS	10000

/* Pids, of which most may have no calls */
#define OPEN_LOG_PIDS	100000

/* Lists for hung tasks until the parameter is written again, and the time between two */
#define HANG_LISTS	10
#define HANG_PAUSE	(10 * HZ)

/* Sessions by the index of their user: the core has no more users. */
#define OPEN_SESSIONS	16

/* Characters of a line, which printk() does not cut */
#define OPEN_LOG_TEXT	768

struct open_log_task {
	char			comm[TASK_COMM_LEN];
	pid_t			pid;
	int			cpu;
	enum open_state		state;
	u64			since;	/* its outermost call */
	unsigned int		nr;	/* calls that it is in, */
	struct open_call	calls[OPEN_LOG_CALLS];	/* the innermost of them */
};

struct open_log {
	u64			now;
	u64			start;	/* of the session */
	unsigned int		looked;
	unsigned int		found;
	unsigned int		nr;	/* are kept */
	bool			cut;	/* there are tasks that were not looked at */
	struct open_log_task	tasks[OPEN_LOG_TASKS];
	struct open_look	looks[OPEN_LOOK_PAIR];
	char			text[OPEN_LOG_TEXT];
};

/* As struct print_entry, the event ftrace:print */
struct open_marker {
	struct trace_entry	ent;
	unsigned long		ip;
	char			text[];
};

static_assert(offsetof(struct open_marker, ip) == offsetof(struct print_entry, ip));
static_assert(sizeof_field(struct open_marker, ip) == sizeof_field(struct print_entry, ip));

static struct duration_session *open_sessions[OPEN_SESSIONS];

static bool open_on_panic;
static atomic_t hang_lists = ATOMIC_INIT(HANG_LISTS);
static bool hang_pauses;

static int set_open_on_panic(const char *value, const struct kernel_param *param)
{
	int ret = param_set_bool(value, param);

	if (!ret) {
		atomic_set(&hang_lists, HANG_LISTS);
		WRITE_ONCE(hang_pauses, false);
	}
	return ret;
}

static const struct kernel_param_ops open_on_panic_ops = {
	.flags = KERNEL_PARAM_OPS_FL_NOARG, .set = set_open_on_panic, .get = param_get_bool,
};

module_param_cb(open_on_panic, &open_on_panic_ops, &open_on_panic, 0644);
__MODULE_PARM_TYPE(open_on_panic, "bool");
MODULE_PARM_DESC(open_on_panic,
		 "write open calls to the kernel log at a panic, and when a hung task is reported");

/*
 * Which sessions there are
 */

/**
 * open_log_add - let the calls of a session be in lists
 * @session: it traces
 *
 * Context: process context.
 */
void open_log_add(struct duration_session *session)
{
	if (session->gops.idx < 0 || session->gops.idx >= OPEN_SESSIONS)
		return;
	/* Pairs with session_at() and begin_list(). */
	smp_store_release(&open_sessions[session->gops.idx], session);
}

/**
 * open_log_remove - undo open_log_add(), if it was done
 * @session: from now on no list looks for it
 *
 * A list that has found it uses it until preemption is enabled again. Nothing of the session, and
 * no buffer of its array, may be freed before wait_for_handlers().
 *
 * Context: process context.
 */
void open_log_remove(const struct duration_session *session)
{
	unsigned int i;

	for (i = 0; i < OPEN_SESSIONS; i++) {
		if (READ_ONCE(open_sessions[i]) == session)
			WRITE_ONCE(open_sessions[i], NULL);
	}
}

/* With preemption disabled. It is the session that the list began with, or none. */
static struct duration_session *session_at(const struct open_log *log, unsigned int index)
{
	/* Pairs with open_log_add(). */
	struct duration_session *session = smp_load_acquire(&open_sessions[index]);

	return session && session->start == log->start ? session : NULL;
}

/*
 * Which tasks are kept
 */

static bool is_readable(const void *first, const void *last)
{
	char byte;

	return !copy_from_kernel_nofault(&byte, first, 1) &&
	       !copy_from_kernel_nofault(&byte, last, 1);
}

/* The memory of the kernel may be what broke. */
static bool may_have_calls(const struct task_struct *task)
{
	const unsigned long *stack;

	if (!is_readable(task, (const char *)(task + 1) - 1) ||
	    of_task(task->curr_ret_stack) <= 0)
		return false;
	stack = of_task(task->ret_stack);
	return stack && is_readable(stack, stack + SHADOW_WORDS - 1);
}

/* Tasks that may be the reason come first; of these, those with the longest calls. */
static bool is_worth_more(const struct open_log_task *a, const struct open_log_task *b)
{
	bool a_sleeps = a->state != STATE_D && a->state != STATE_RUNNING;
	bool b_sleeps = b->state != STATE_D && b->state != STATE_RUNNING;

	return a_sleeps == b_sleeps ? a->since < b->since : b_sleeps;
}

static void fill_task(struct open_log_task *to, const struct task_struct *task,
		      const struct open_look *look)
{
	*to = (struct open_log_task){
		.pid = task->pid, .cpu = look->cpu, .state = look->state, .nr = look->nr,
		.since = look->calls[look->nr - 1].calltime,
	};
	memcpy(to->comm, task->comm, sizeof(to->comm) - 1);
	memcpy(to->calls, look->calls,
	       min_t(unsigned int, look->nr, OPEN_LOG_CALLS) * sizeof(*to->calls));
}

static void keep_task(struct open_log *log, const struct task_struct *task)
{
	struct open_log_task kept;
	unsigned int at;

	fill_task(&kept, task, log->looks);
	log->found++;
	for (at = log->nr; at && is_worth_more(&kept, log->tasks + at - 1); at--)
		;
	if (at == OPEN_LOG_TASKS)
		return;
	if (log->nr < OPEN_LOG_TASKS)
		log->nr++;
	memmove(log->tasks + at + 1, log->tasks + at, (log->nr - 1 - at) * sizeof(kept));
	log->tasks[at] = kept;
}

/* Returns: false if the session has ended. */
static bool look_at_task(struct open_log *log, unsigned int index,
			 const struct task_struct *task)
{
	const struct duration_session *session;

	preempt_disable();
	session = session_at(log, index);
	if (session && may_have_calls(task)) {
		log->looked++;
		if (open_look_at(log->now, session, task, false, log->looks))
			keep_task(log, task);
	}
	preempt_enable();
	return session;
}

/* In a read section of RCU, which keeps the tasks and their shadow stacks. */
static bool walk_tasks(struct open_log *log, unsigned int index)
{
	unsigned int pids;
	struct task_struct *task;
	struct pid *pid;
	int nr = 1;

	for (pids = 0; pids < OPEN_LOG_PIDS; pids++) {
		pid = find_ge_pid(nr, &init_pid_ns);
		if (!pid)
			return true;
		if (log->looked == OPEN_LOG_LOOKS)
			break;
		nr = pid_nr(pid) + 1;
		task = pid_task(pid, PIDTYPE_PID);
		if (task && !look_at_task(log, index, task))
			return false;
	}
	log->cut = true;
	return true;
}

/*
 * What is written
 */

static size_t put_seconds(char *text, size_t size, u64 ns)
{
	u32 rest = do_div(ns, NSEC_PER_SEC);

	return scnprintf(text, size, "%llu.%06u s", ns, rest / (u32)NSEC_PER_USEC);
}

static size_t put_calls(const struct open_log *log, const struct open_log_task *task, char *text,
			size_t size)
{
	unsigned int i, most = min_t(unsigned int, task->nr, OPEN_LOG_CALLS);
	size_t used = 0;

	for (i = 0; i < most; i++) {
		used += scnprintf(text + used, size - used, "%s%ps ", i ? " < " : "",
				  (void *)task->calls[i].func);
		used += put_seconds(text + used, size - used, log->now - task->calls[i].calltime);
	}
	if (task->nr > most) {
		used += scnprintf(text + used, size - used, " < %u callers, ", task->nr - most);
		used += put_seconds(text + used, size - used, log->now - task->since);
	}
	return used;
}

/* A task chooses its name. */
static void put_task(struct open_log *log, const struct open_log_task *task)
{
	char comm[4 * TASK_COMM_LEN];
	size_t used;

	comm[string_escape_mem(task->comm, strlen(task->comm), comm, sizeof(comm) - 1,
			       ESCAPE_OCTAL | ESCAPE_NP, NULL)] = '\0';
	used = scnprintf(log->text, sizeof(log->text), "open: %s-%d, %s, CPU %d: ", comm, task->pid,
			 open_state_names[task->state], task->cpu);
	put_calls(log, task, log->text + used, sizeof(log->text) - used);
}

/* Of the line that was put: "trace" shows it as a comment. */
static void write_marker(const struct open_log *log, const struct duration_session *session)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	size_t len = strlen(log->text);
	struct ring_buffer_event *event;
	struct open_marker *marker;

	event = ring_buffer_lock_reserve(buffer, sizeof(*marker) + len + sizeof("\n"));
	if (!event)
		return;
	marker = ring_buffer_event_data(event);
	tracing_generic_entry_update(&marker->ent, TRACE_PRINT,
				     tracing_gen_ctx_irq_test(irqs_disabled() ?
							      TRACE_FLAG_IRQS_OFF : 0));
	marker->ip = _THIS_IP_;
	memcpy(marker->text, log->text, len);
	memcpy(marker->text + len, "\n", sizeof("\n"));
	ring_buffer_unlock_commit(buffer);
}

static void write_line(struct open_log *log, unsigned int index)
{
	struct duration_session *session;

	pr_err("%s\n", log->text);
	preempt_disable();
	session = session_at(log, index);
	if (session)
		write_marker(log, session);
	preempt_enable();
}

static void write_list(struct open_log *log, unsigned int index)
{
	unsigned int i;

	scnprintf(log->text, sizeof(log->text),
		  "open: %u tasks with calls that have not returned%s%s", log->found,
		  log->found > log->nr ? ", the first of them are" : "",
		  log->cut ? "; not all tasks were looked at" : "");
	write_line(log, index);
	for (i = 0; i < log->nr; i++) {
		put_task(log, log->tasks + i);
		write_line(log, index);
	}
}

static bool begin_list(struct open_log *log, unsigned int index)
{
	const struct duration_session *session;

	preempt_disable();
	/* Pairs with open_log_add(). */
	session = smp_load_acquire(&open_sessions[index]);
	if (session)
		log->start = session->start;
	preempt_enable();
	log->now = trace_clock_local();
	log->looked = 0;
	log->found = 0;
	log->nr = 0;
	log->cut = false;
	return session;
}

static void write_lists(struct open_log *log)
{
	unsigned int i;

	if (!shadow_is_known())
		return;
	for (i = 0; i < OPEN_SESSIONS; i++) {
		rcu_read_lock();
		if (begin_list(log, i) && walk_tasks(log, i))
			write_list(log, i);
		rcu_read_unlock();
		touch_nmi_watchdog();
	}
}

/*
 * When
 */

/* It may interrupt khungtaskd, so each has its own. */
static struct open_log panic_log;

/* Once: a fault in it panics again. */
static int log_at_panic(struct notifier_block *nb, unsigned long event, void *reason)
{
	static atomic_t begun;

	if (READ_ONCE(open_on_panic) && !atomic_xchg(&begun, 1))
		write_lists(&panic_log);
	return NOTIFY_DONE;
}

static struct notifier_block open_panic_nb = {
	.notifier_call = log_at_panic,
	.priority = 1,	/* before rb_flush_buffer_cb() */
};

#ifdef CONFIG_DETECT_HUNG_TASK
/* Only khungtaskd uses it. */
static struct open_log hang_log;

/* One list for all tasks that are reported together */
static void log_at_hang(void *unused, struct task_struct *task)
{
	static unsigned long last;

	if (!READ_ONCE(open_on_panic) ||
	    (READ_ONCE(hang_pauses) && time_before(jiffies, last + HANG_PAUSE)) ||
	    atomic_dec_if_positive(&hang_lists) < 0)
		return;
	write_lists(&hang_log);
	last = jiffies;
	WRITE_ONCE(hang_pauses, true);
}

static int hang_register(void)
{
	check_trace_callback_type_sched_process_hang(log_at_hang);
	return tracepoint_probe_register(&__tracepoint_sched_process_hang, log_at_hang, NULL);
}

static void hang_unregister(void)
{
	tracepoint_probe_unregister(&__tracepoint_sched_process_hang, log_at_hang, NULL);
	tracepoint_synchronize_unregister();
}
#else
static inline int hang_register(void)
{
	return 0;
}

static inline void hang_unregister(void)
{
}
#endif

/**
 * open_log_init - let panics and hung tasks be noticed
 *
 * Context: process context.
 * Return: 0, or an error; nothing is registered then.
 */
int open_log_init(void)
{
	int ret = hang_register();

	if (ret)
		return ret;
	ret = atomic_notifier_chain_register(&panic_notifier_list, &open_panic_nb);
	if (ret)
		hang_unregister();
	return ret;
}

/**
 * open_log_exit - undo open_log_init()
 *
 * Context: process context, sleeps.
 */
void open_log_exit(void)
{
	atomic_notifier_chain_unregister(&panic_notifier_list, &open_panic_nb);
	hang_unregister();
}
