// SPDX-License-Identifier: GPL-2.0
/*
 * While this is loaded, tracefs counts as locked down for insmod, and nothing else.
 *
 * A kernel that is really locked down takes no module without a trusted
 * signature, so a test could never reach our own check. Here a kprobe changes
 * only the result of that check, security_locked_down(LOCKDOWN_TRACEFS).
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/string.h>

static notrace noinline void return_at_once(void)
{
}

/* Return from the function before its first instruction, with our own result. */
static int answer(struct kprobe *probe, struct pt_regs *regs)
{
	if (regs_get_kernel_argument(regs, 0) != LOCKDOWN_TRACEFS ||
	    strcmp(current->comm, "insmod"))
		return 0;
	regs_set_return_value(regs, -EPERM);
	instruction_pointer_set(regs, (unsigned long)return_at_once);
	return 1;
}

/* With a post_handler the probe is not optimized, so pre_handler may change ip. */
static void after(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = {
	.symbol_name	= "security_locked_down",
	.pre_handler	= answer,
	.post_handler	= after,
};

static int __init lockdown_init(void)
{
	return register_kprobe(&probe);
}

static void __exit lockdown_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(lockdown_init);
module_exit(lockdown_exit);

MODULE_DESCRIPTION("Test of the function duration tracer: tracefs locked down");
MODULE_LICENSE("GPL");
