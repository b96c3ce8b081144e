/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which lock of the kernel a task waits for: task_struct.blocker (include/linux/hung_task.h).
 * Kernels before 6.16 do not have it, the first ones that do have no types for rwsems, and it
 * depends on CONFIG_DETECT_HUNG_TASK_BLOCKER.
 */
#ifndef _COMPAT_BLOCKER_H
#define _COMPAT_BLOCKER_H

#include <linux/sched.h>

#include <compat/shadow.h>
#include <compat/trace.h>

#ifdef HAVE_task_struct_blocker
#include <linux/hung_task.h>
#endif

#ifdef BLOCKER_TYPE_RWSEM_READER
#define KNOWS_BLOCKERS	1
#else
#define KNOWS_BLOCKERS	0
#define BLOCKER_TYPE_MUTEX		0
#define BLOCKER_TYPE_SEM		1
#define BLOCKER_TYPE_RWSEM_READER	2
#define BLOCKER_TYPE_RWSEM_WRITER	3
#define BLOCKER_TYPE_MASK		3
#endif

/**
 * task_blocker - the lock that a task waits for
 * @task: the task
 *
 * Context: any.
 * Return: the address of the lock, with its type in the bits of BLOCKER_TYPE_MASK; 0 if there is
 * none, or it is not known.
 */
static inline unsigned long task_blocker(const struct task_struct *task)
{
#if KNOWS_BLOCKERS
	return of_task(task->blocker);
#else
	return 0;
#endif
}

#endif
