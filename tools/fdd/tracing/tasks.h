/* SPDX-License-Identifier: GPL-2.0 */
/* The lists of tasks to trace, and whether the kernel follows them. */
#ifndef FDD_TASKS_H
#define FDD_TASKS_H

#include <stdbool.h>
#include <sys/types.h>

#define PID_FILE	"set_ftrace_pid"
#define NO_PID_FILE	"set_ftrace_notrace_pid"

/*
 * Write @pids, numbers separated by blanks, to PID_FILE or NO_PID_FILE of @instance (NULL is the
 * top), and read the file again. Returns 0, or -1 after an error message: the kernel did not take
 * a task that is there.
 */
int tasks_set(const char *instance, const char *file, const char *pids);

/*
 * A task of which the tracer function_duration recorded a call in @instance, though PID_FILE does
 * not have it. Reads the beginning of the trace, and consumes nothing. Returns false if there is
 * none.
 */
bool tasks_find_stranger(const char *instance, pid_t *pid);

/* The error message about @option; returns -1. */
int tasks_tell_stranger(const char *option, pid_t pid);
/* Both; returns 0 if there is none. */
int tasks_check(const char *instance, const char *option);

#endif
