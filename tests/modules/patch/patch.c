// SPDX-License-Identifier: GPL-2.0
/*
 * A live patch: while it is enabled, /proc/cmdline has the line "patched". It is disabled with
 * /sys/kernel/livepatch/patch/enabled.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/livepatch.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#ifdef CONFIG_LIVEPATCH

static int patched_show(struct seq_file *m, void *v)
{
	seq_puts(m, "patched\n");
	return 0;
}

static struct klp_func funcs[] = {
	{ .old_name = "cmdline_proc_show", .new_func = patched_show }, { }
};

static struct klp_object objects[] = {
	{ .funcs = funcs }, { }
};

static struct klp_patch patch = {
	.mod = THIS_MODULE, .objs = objects,
};

static int __init patch_init(void)
{
	return klp_enable_patch(&patch);
}

MODULE_INFO(livepatch, "Y");

#else

static int __init patch_init(void)
{
	return -ENODEV;
}

#endif

static void __exit patch_exit(void)
{
}

module_init(patch_init);
module_exit(patch_exit);

MODULE_DESCRIPTION("A live patch of /proc/cmdline");
MODULE_LICENSE("GPL");
