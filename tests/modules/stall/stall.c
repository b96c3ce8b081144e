// SPDX-License-Identifier: GPL-2.0
/*
 * Stops a task at a place where a race depends on a few instructions, until it is
 * released:
 *
 *	insmod stall.ko comm=cat func=vfs_open
 *	cat FILE &			stalled is Y: it has looked FILE up, not opened it
 *	echo 1 >/sys/module/stall/parameters/go
 *
 * vfs_open	the file was looked up, its operations are not yet read; asleep
 * tracefs_remove	the file is about to be removed; asleep
 * try_module_get	of function_duration; running, so that it can be preempted
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/wait.h>

static char *func = "vfs_open";
module_param(func, charp, 0400);
MODULE_PARM_DESC(func, "the function before which a task waits");

static char *comm = "cat";
module_param(comm, charp, 0400);
MODULE_PARM_DESC(comm, "the task's name");

static bool stalled;
module_param(stalled, bool, 0400);
MODULE_PARM_DESC(stalled, "whether a task waits");

static bool go;
module_param(go, bool, 0600);
MODULE_PARM_DESC(go, "write 1: tasks wait no longer");

/* The task that has waited, and now calls the function itself */
static struct task_struct *passing;

static void *original;

static void leave(void)
{
	WRITE_ONCE(stalled, false);
	passing = current;
}

static void wait_asleep(void)
{
	WRITE_ONCE(stalled, true);
	while (!READ_ONCE(go))
		schedule_timeout_uninterruptible(HZ / 20);
	leave();
}

/* Without sleeping or a voluntary schedule. */
static void wait_running(void)
{
	WRITE_ONCE(stalled, true);
	while (!READ_ONCE(go))
		cpu_relax();
	leave();
}

static int stalled_vfs_open(const struct path *path, struct file *file)
{
	int (*open)(const struct path *path, struct file *file) = original;

	wait_asleep();
	return open(path, file);
}

static void stalled_tracefs_remove(struct dentry *dentry)
{
	void (*remove)(struct dentry *dentry) = original;

	wait_asleep();
	remove(dentry);
}

static bool stalled_try_module_get(struct module *module)
{
	bool (*get)(struct module *module) = original;

	wait_running();
	return get(module);
}

static bool is_our_file(struct pt_regs *regs)
{
	const struct path *path = (void *)regs_get_kernel_argument(regs, 0);

	return !strcmp(path->dentry->d_name.name, "function_duration_stats");
}

static bool is_our_module(struct pt_regs *regs)
{
	const struct module *module = (void *)regs_get_kernel_argument(regs, 0);

	return module && !strcmp(module->name, "function_duration");
}

static bool is_any(struct pt_regs *regs)
{
	return true;
}

static const struct stall {
	const char	*func;
	void		*instead;
	bool		(*concerns)(struct pt_regs *regs);
} stalls[] = {
	{ "vfs_open",		stalled_vfs_open,		is_our_file },
	{ "tracefs_remove",	stalled_tracefs_remove,		is_any },
	{ "try_module_get",	stalled_try_module_get,		is_our_module },
};

static const struct stall *stall;

/* Continue at one of the above functions, before the first instruction. */
static int divert(struct kprobe *probe, struct pt_regs *regs)
{
	if (strcmp(current->comm, comm) || !stall->concerns(regs))
		return 0;
	if (passing == current) {
		passing = NULL;
		return 0;
	}
	if (READ_ONCE(go))
		return 0;
	instruction_pointer_set(regs, (unsigned long)stall->instead);
	return 1;
}

/* With a post_handler the probe is not optimized, so pre_handler may change ip. */
static void after(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = {
	.pre_handler	= divert,
	.post_handler	= after,
};

static int __init stall_init(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(stalls); i++) {
		if (!strcmp(stalls[i].func, func))
			stall = &stalls[i];
	}
	if (!stall)
		return -EINVAL;
	probe.symbol_name = stall->func;
	/* Enable it only when the function to continue at is set. */
	probe.flags = KPROBE_FLAG_DISABLED;
	ret = register_kprobe(&probe);
	if (ret)
		return ret;
	original = probe.addr;
	ret = enable_kprobe(&probe);
	if (ret)
		unregister_kprobe(&probe);
	return ret;
}

static void __exit stall_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(stall_init);
module_exit(stall_exit);

MODULE_DESCRIPTION("Stops a task at a given function, for tests of races");
MODULE_LICENSE("GPL");
