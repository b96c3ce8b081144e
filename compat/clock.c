// SPDX-License-Identifier: GPL-2.0
/* Whether the scheduler's clock can be read without a call; see include/compat/clock.h. */
#include <compat/clock.h>

#ifdef CLOCK_IN_PLACE
#include <linux/init.h>
#include <linux/irqflags.h>
#include <linux/sched/clock.h>

DEFINE_STATIC_KEY_FALSE(clock_is_tsc);

/* Without the counter the kernel counts jiffies. */
static bool __init clocks_agree(void)
{
	u64 before, between, after;
	unsigned long flags;

	local_irq_save(flags);
	before = sched_clock_noinstr();
	between = clock_tsc();
	after = sched_clock_noinstr();
	local_irq_restore(flags);
	return before <= between && between <= after;
}

/**
 * clock_init - read the clock in place if it is the time stamp counter
 *
 * A hypervisor may have put its own clock in the counter's place. Both are decided when
 * the kernel boots.
 *
 * Context: process context.
 */
void __init clock_init(void)
{
	if (using_native_sched_clock() && clocks_agree())
		static_branch_enable(&clock_is_tsc);
}
#endif

#ifdef DURATION_KUNIT
#include "../tests/kunit/clock_test.c"
#endif
