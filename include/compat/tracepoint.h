/* SPDX-License-Identifier: GPL-2.0 */
/* What keeps an event's filter and triggers from being freed while we use them. */
#ifndef _COMPAT_TRACEPOINT_H
#define _COMPAT_TRACEPOINT_H

#include <linux/srcu.h>
#include <linux/tracepoint.h>

#include <compat/trace.h>

/*
 * They are freed after tracepoint_synchronize_unregister(). In kernels of the 6.12
 * series that waits for whoever has preemption off as well (synchronize_rcu()); newer
 * ones wait for readers of tracepoint_srcu alone (include/linux/tracepoint.h, 7.3 line
 * 118), which is of the flavor SRCU-fast then.
 */
#ifdef HAVE_srcu_struct_srcu_reader_flavor
struct tracepoint_hold {
	struct srcu_ctr __percpu *counter;
};

static inline struct tracepoint_hold tracepoint_hold(void)
{
	struct tracepoint_hold hold = { };

	if (tracepoint_srcu.srcu_reader_flavor & SRCU_READ_FLAVOR_FAST)
		hold.counter = srcu_read_lock_fast_notrace(&tracepoint_srcu);
	return hold;
}

static inline void tracepoint_release(struct tracepoint_hold hold)
{
	if (hold.counter)
		srcu_read_unlock_fast_notrace(&tracepoint_srcu, hold.counter);
}
#else
struct tracepoint_hold {
};

static inline struct tracepoint_hold tracepoint_hold(void)
{
	return (struct tracepoint_hold){ };
}

static inline void tracepoint_release(struct tracepoint_hold hold)
{
}
#endif

#endif /* _COMPAT_TRACEPOINT_H */
