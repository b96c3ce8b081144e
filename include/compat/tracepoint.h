/* SPDX-License-Identifier: GPL-2.0 */
/* Protection of an event's filter and triggers against being freed while in use. */
#ifndef _COMPAT_TRACEPOINT_H
#define _COMPAT_TRACEPOINT_H

#include <linux/srcu.h>
#include <linux/tracepoint.h>

#include <compat/trace.h>

/*
 * They are freed after tracepoint_synchronize_unregister(). In 6.12 that includes
 * synchronize_rcu(), which waits for disabled preemption; newer kernels wait only for
 * readers of tracepoint_srcu (include/linux/tracepoint.h, 7.3 line 118), which is then
 * of the flavor SRCU-fast.
 */
#ifdef HAVE_tp_transition_snapshot_srcu_gp
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
