/* SPDX-License-Identifier: GPL-2.0 */
/* What a trace holds: calls, and notes between them. All times are in ns. */
#ifndef FDD_CALL_H
#define FDD_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FDD_MAX_DEPTH	1024	/* a kernel stack holds about eighty frames */
#define FDD_MAX_CPUS	8192
#define FDD_MAX_STACKS	(1u << 19)	/* of tasks; then those of their CPUs have to do */
#define FDD_MAX_NAMES	(1u << 16)	/* of functions, of tasks; kernels have fewer */
#define FDD_MAX_FUNC_TEXT	((size_t)FDD_MAX_NAMES << 9)	/* KSYM_NAME_LEN is 512 */
#define FDD_MAX_FUNC_LEN	1024	/* of one: outputs have a name many times */
#define FDD_MAX_COMM_LEN	256
#define FDD_MAX_COMM_TEXT	((size_t)FDD_MAX_NAMES << 6)	/* TASK_COMM_LEN is 16 */
#define FDD_MAX_ARGS_LEN	512	/* of a call's arguments */
#define FDD_MAX_ARGS_TEXT	((size_t)FDD_MAX_NAMES << 7)
#define FDD_MAX_CALLTIME	(1ull << 62)	/* 146 years */
#define FDD_MAX_DURATION	(1ull << 56)	/* two years */

/*
 * Function numbers that every model has: placeholders for callers without a name, and functions
 * that only sleep, whether the trace has them or not.
 */
enum fdd_special_func {
	FDD_FUNC_NONE,		/* no traced caller */
	FDD_FUNC_FILTERED,	/* the caller was not recorded */
	FDD_FUNC_UNKNOWN,	/* the caller was lost or has not returned */
	FDD_FUNC_INTERRUPT,	/* an interrupt */
	FDD_FUNC_OTHER,		/* those beyond FDD_MAX_NAMES */
	FDD_FUNC_NAMED,		/* the first number of a function */
	FDD_FUNC_IDLE = FDD_FUNC_NAMED,	/* the first of fdd_off_funcs, in their order */
	FDD_FUNC_SLEEPS = FDD_FUNC_IDLE + 15,	/* the first one that sleeps in a task */
	FDD_FUNC_FIRST = FDD_FUNC_SLEEPS + 23,	/* the first number of other functions */
};

enum fdd_context {
	FDD_CTX_TASK,
	FDD_CTX_SOFTIRQ,
	FDD_CTX_HARDIRQ,
	FDD_CTX_NMI,
	FDD_CTX_NR,
};

enum fdd_call_flags {
	FDD_CALL_NO_TIME	= 1 << 0,	/* calltime only orders the calls */
	FDD_CALL_RETVAL		= 1 << 1,	/* retval was recorded */
	FDD_CALL_DETAIL		= 1 << 2,	/* the note before it has its details */
	FDD_CALL_SELF		= 1 << 3,	/* self time was recorded, without interrupts */
};

enum fdd_detail_has {
	FDD_DETAIL_SELF		= 1 << 0,
	FDD_DETAIL_SLEEP	= 1 << 1,	/* asleep and waiting */
	FDD_DETAIL_CALLER	= 1 << 2,
	FDD_DETAIL_IRQ		= 1 << 3,
	FDD_DETAIL_ARGS		= 1 << 4,
	FDD_DETAIL_CGROUP	= 1 << 5,
};

/*
 * Times of a call and its caller that were found when it was recorded: they are right also where
 * its callees, its caller and the events of the scheduler are not in the trace. Few traces have
 * them, so they are not in struct fdd_call, which has the size of a cache line.
 */
struct fdd_detail {
	uint64_t	self;
	uint64_t	asleep;
	uint64_t	waiting;	/* for a CPU */
	uint64_t	irq;		/* of interrupts on top of it */
	uint32_t	caller;		/* function, in model->funcs; or FDD_FUNC_NONE */
	uint32_t	args;		/* in model->args */
	uint64_t	cgroup;		/* its task's: the inode number of its directory */
	uint8_t		has;		/* enum fdd_detail_has */
};

/* One call of a function. */
struct fdd_call {
	uint64_t	calltime;
	uint64_t	duration;
	uint64_t	stamp;		/* time of its record, by the buffer's clock, or 0 */
	int64_t		retval;
	uint32_t	func;		/* in model->funcs */
	uint32_t	comm;		/* in model->comms; 0: unknown */
	int32_t		pid;		/* -1: unknown */
	uint32_t	slack;		/* calltime may be too late by this much */
	uint32_t	overrun;
	uint32_t	stack;		/* fdd_stack_number(), or 0: not set yet */
	uint16_t	cpu;
	uint16_t	depth;
	uint16_t	source;
	uint8_t		context;	/* enum fdd_context */
	uint8_t		flags;		/* enum fdd_call_flags */
};

/*
 * The value of a register, as the kernel prints it (print_graph_retval() of
 * kernel/trace/trace_functions_graph.c): an error code, which may be one of 32 bits, is negative;
 * all other values, pointers too, are unsigned numbers, so that "retval < 0" finds errors only.
 */
#define FDD_MAX_ERRNO	4095

static inline int64_t fdd_retval(uint64_t value)
{
	if (value >> 31 == 1 && (int32_t)value >= -FDD_MAX_ERRNO)
		return (int32_t)value;
	return (int64_t)value;
}

static inline bool fdd_is_errno(int64_t retval)
{
	return retval < 0 && retval >= -FDD_MAX_ERRNO;
}

/* May the value be that of a pointer? Then hexadecimal digits say more. */
static inline bool fdd_is_pointer(int64_t retval)
{
	return retval < -FDD_MAX_ERRNO;
}

enum fdd_note_kind {
	FDD_NOTE_MARKER,	/* text written to trace_marker */
	FDD_NOTE_EVENT,		/* any other event */
	FDD_NOTE_LOST,		/* events were lost here */
	FDD_NOTE_DETAIL,	/* of the call that follows; sinks do not get it */
};

/* The kinds of scheduler events. */
enum fdd_sched {
	FDD_SCHED_NONE,
	FDD_SCHED_SWITCH,
	FDD_SCHED_WAKE,		/* sched_waking: an event of the waker */
	FDD_SCHED_WAKEUP,	/* sched_wakeup: the task is in the queue of a CPU */
	FDD_SCHED_MIGRATE,	/* sched_migrate_task: it is moved to the queue of a CPU */
};

/* Begin and end of work on top of a task, or of a work item in a worker. */
enum fdd_work {
	FDD_WORK_NONE,
	FDD_WORK_IRQ,		/* irq_handler_entry, and interrupts of irq_vectors */
	FDD_WORK_SOFTIRQ,
	FDD_WORK_QUEUED,	/* workqueue_execute_start */
};

/* What happens to a request to a disk. */
enum fdd_disk {
	FDD_DISK_NONE,
	FDD_DISK_ISSUE,		/* block_rq_issue: the device has it */
	FDD_DISK_COMPLETE,	/* block_rq_complete */
};

/* What happens at an end of a TCP connection. */
enum fdd_tcp {
	FDD_TCP_NONE,
	FDD_TCP_RECEIVED,	/* tcp_probe, inet_sock_set_state: a packet */
	FDD_TCP_READ,		/* tcp_rcv_space_adjust: a task took data */
};

/* The lock of the kernel that a task begins to contend for, or the end of that. */
enum fdd_lock {
	FDD_LOCK_NONE,
	FDD_LOCK_MUTEX,
	FDD_LOCK_RWSEM,
	FDD_LOCK_PERCPU_RWSEM,
	FDD_LOCK_RT_MUTEX,
	FDD_LOCK_SEMAPHORE,
	FDD_LOCK_SPINLOCK,
	FDD_LOCK_RWLOCK,
	FDD_LOCK_END,
};

/* Of dev_t in the kernel, include/linux/kdev_t.h */
#define FDD_MINOR_BITS	20
#define FDD_MINOR_MASK	((1u << FDD_MINOR_BITS) - 1)

/* Any record of a trace that is not a call. */
struct fdd_note {
	enum fdd_note_kind kind;
	uint8_t		sched;		/* enum fdd_sched */
	uint8_t		work;		/* enum fdd_work */
	uint8_t		disk;		/* enum fdd_disk */
	uint8_t		tcp;		/* enum fdd_tcp */
	uint8_t		lock;		/* enum fdd_lock */
	uint8_t		context;	/* enum fdd_context */
	bool		work_ends;
	bool		runnable;	/* @prev is still runnable: it was preempted */
	char		state;		/* of @prev, as the kernel prints it; 0: unknown */
	int32_t		prev, next;	/* tasks switched from; switched to, woken or moved */
	uint32_t	prev_comm;	/* names of these in the event itself; 0: unknown */
	uint32_t	next_comm;
	int32_t		born;		/* sched_process_fork: the child of @pid; or 0 */
	int32_t		to_cpu;		/* of a woken or moved task; -1: unknown */
	uint16_t	name_at, name_len;	/* of the work, in the text */
	bool		no_time;	/* the model uses the time of the last call */
	bool		by_program;	/* a marker that was not written by trace_printk() */
	uint16_t	cpu;
	uint16_t	depth;
	uint16_t	source;
	int32_t		pid;
	int32_t		tgid;		/* the process; 0: unknown */
	uint32_t	comm;
	uint32_t	slack;		/* time may be too early by this much */
	uint64_t	time;
	uint64_t	count;		/* number of lost events; 0: unknown */
	uint16_t	local_port, remote_port;	/* of the TCP connection */
	uint32_t	device;		/* of the request to a disk */
	uint64_t	sector;
	uint64_t	lock_number;	/* of one lock always the same */
	const char	*text;		/* not terminated */
	size_t		len;
	struct fdd_detail detail;
};

/* Bits of an event's common_flags, see include/linux/trace_events.h. */
#define FDD_FLAG_HARDIRQ	0x08
#define FDD_FLAG_SOFTIRQ	0x10
#define FDD_FLAG_NMI		0x40

static inline enum fdd_context fdd_context_of_flags(unsigned int flags)
{
	if (flags & FDD_FLAG_NMI)
		return FDD_CTX_NMI;
	if (flags & FDD_FLAG_HARDIRQ)
		return FDD_CTX_HARDIRQ;
	return flags & FDD_FLAG_SOFTIRQ ? FDD_CTX_SOFTIRQ : FDD_CTX_TASK;
}

/*
 * The functions that run softirqs: they switch to softirq context and back, so the flags of
 * their own records are those of the task that they interrupted.
 */
static inline bool fdd_runs_softirqs(const char *func)
{
	return (*func == 'h' && !strcmp(func, "handle_softirqs")) ||
	       (*func == '_' && (!strcmp(func, "__do_softirq") ||
				 !strcmp(func, "____do_softirq")));
}

/* The part of @duration, which ended at @end, that may be within the call. */
static inline uint64_t fdd_part_within(uint64_t end, uint64_t duration,
				       const struct fdd_call *call)
{
	if (call->flags & FDD_CALL_NO_TIME || end <= call->calltime)
		return 0;
	return end - call->calltime < duration ? end - call->calltime : duration;
}

/* A thread of a source; if the trace does not name the task, a CPU in its place. */
static inline uint64_t fdd_thread_key(uint16_t source, int32_t pid, uint16_t cpu)
{
	return (uint64_t)source << 40 |
	       (pid >= 0 ? (uint64_t)pid : (1ull << 32 | cpu));
}

#endif
