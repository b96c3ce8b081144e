// SPDX-License-Identifier: GPL-2.0
/*
 * While this is loaded, the kernel's tracing counts as broken.
 *
 * "flag" is the variable that is set: tracing_disabled (no memory for a ring buffer) or
 * ftrace_disabled (code was not as ftrace had written it). The kernel never clears either.
 * Booting with "ftrace=function trace_buf_size=1000G" sets the first; but then tracefs has
 * no files that a test could use.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>

static char *flag;
module_param(flag, charp, 0400);
MODULE_PARM_DESC(flag, "the variable to set");

static int *address;

static int take_address(void *data, unsigned long found)
{
	address = (int *)found;
	return 0;
}

/* The probe is registered as disabled, so no code is patched; it only finds the address. */
static int find_flag(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_on_each_match_symbol",
		.flags = KPROBE_FLAG_DISABLED,
	};
	typeof(kallsyms_on_each_match_symbol) *each_match;
	int ret = register_kprobe(&probe);

	if (ret)
		return ret;
	each_match = (void *)probe.addr;
	unregister_kprobe(&probe);
	each_match(take_address, flag, NULL);
	return address ? 0 : -ENOENT;
}

static int __init disabled_init(void)
{
	int ret = flag ? find_flag() : -EINVAL;

	if (!ret)
		WRITE_ONCE(*address, 1);
	return ret;
}

static void __exit disabled_exit(void)
{
	WRITE_ONCE(*address, 0);
}

module_init(disabled_init);
module_exit(disabled_exit);

MODULE_DESCRIPTION("Test of the function duration tracer: tracing that is broken");
MODULE_LICENSE("GPL");
