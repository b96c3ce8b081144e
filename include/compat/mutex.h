/* SPDX-License-Identifier: GPL-2.0 */
/* Who holds a mutex: kernel/locking does not say so to modules. */
#ifndef _COMPAT_MUTEX_H
#define _COMPAT_MUTEX_H

#include <linux/mutex.h>
#include <linux/sched.h>

/* Flags of the mutex's owner: MUTEX_FLAGS, or RT_MUTEX_HAS_WAITERS with PREEMPT_RT */
#define MUTEX_OWNER_FLAGS	0x7UL

/**
 * mutex_is_mine - whether the current task holds a mutex
 * @lock: the mutex
 *
 * As __mutex_owner() and rt_mutex_owner() read it (kernel/locking/mutex.h and
 * include/linux/rtmutex.h of 7.3).
 *
 * Context: task.
 * Return: true if it does. The answer stays right, since nobody else changes it.
 */
static inline bool mutex_is_mine(const struct mutex *lock)
{
#ifdef CONFIG_PREEMPT_RT
	unsigned long owner = (unsigned long)READ_ONCE(lock->rtmutex.owner);
#else
	unsigned long owner = atomic_long_read(&lock->owner);
#endif

	return (owner & ~MUTEX_OWNER_FLAGS) == (unsigned long)current;
}

#endif /* _COMPAT_MUTEX_H */
