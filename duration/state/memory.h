/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of sessions, which handlers use without a lock. */
#ifndef _DURATION_STATE_MEMORY_H
#define _DURATION_STATE_MEMORY_H

#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

/* Not a NULL pointer, so that the compiler leaves out tests for NULL. */
#define assume_pointer(pointer) ({					\
	typeof(pointer) __pointer = (pointer);				\
	if (!__pointer)							\
		__builtin_unreachable();				\
	__pointer;							\
})

/*
 * Wait for handlers that have read a pointer, before what it pointed to is freed. They
 * do so with preemption disabled. synchronize_rcu() waits for that, except where RCU is
 * not watching. synchronize_rcu_tasks_rude() waits there; it is empty only in kernels
 * where functions cannot be traced in such places.
 */
static inline void duration_handlers_wait(void)
{
	synchronize_rcu();
	synchronize_rcu_tasks_rude();
}

/*
 * Check available memory before allocations sized by a module parameter, as for the trace
 * buffer: see __rb_allocate_pages(). Otherwise the kernel would look for so much memory
 * that other programs have none meanwhile, and are killed.
 */
static inline bool duration_has_memory(u64 bytes)
{
	return (bytes >> PAGE_SHIFT) < si_mem_available();
}

#endif /* _DURATION_STATE_MEMORY_H */
