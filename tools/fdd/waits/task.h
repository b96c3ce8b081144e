/* SPDX-License-Identifier: GPL-2.0 */
/* A task (a thread), as /proc has it. */
#ifndef FDD_WAITS_TASK_H
#define FDD_WAITS_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	WAITS_NO_SYSCALL = -1,		/* runs in its own code, or has a fault there */
	WAITS_HIDDEN_SYSCALL = -2,	/* we may not see it */
	WAITS_RUNNING_SYSCALL = -3,	/* it runs */
};

struct waits_task {
	pid_t		tid, pid, parent;
	pid_t		tracer;		/* of ptrace; 0: none */
	pid_t		ns_tid;		/* its number in its own PID namespace */
	uint32_t	threads;	/* of its process */
	char		state;		/* R, S, D, T, t, ... */
	bool		kthread;
	bool		nested;		/* it is in another PID namespace than we */
	bool		has_times;	/* the two below are known */
	int16_t		cpu;		/* where it ran last; -1: not known */
	uint64_t	ran_until_ns;	/* by the clock of that CPU */
	uint64_t	ran_ns;		/* the time that it has run */
	uint64_t	user_ticks, kernel_ticks;
	uint64_t	switches;	/* to other tasks */
	uint64_t	sleeps;		/* those that it wanted */
	int32_t		syscall;	/* its number, or WAITS_*_SYSCALL */
	bool		compat;		/* of a 32-bit program: the number has another meaning */
	uint64_t	args[6];
	char		comm[64];	/* as its program has named it: any bytes */
};

/** waits_task_read - Return: false if it has ended */
bool waits_task_read(struct waits_task *t, pid_t tid);

/** waits_task_read_times - also its CPU and its times */
void waits_task_read_times(struct waits_task *t);

/** waits_task_read_syscall - the system call that it is in */
void waits_task_read_syscall(struct waits_task *t);

/** waits_task_is_same - has a task done nothing between two reads, the system call included? */
bool waits_task_is_same(const struct waits_task *a, const struct waits_task *b);

#endif
