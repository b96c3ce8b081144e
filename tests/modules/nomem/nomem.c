// SPDX-License-Identifier: GPL-2.0
/*
 * Lets a call fail that function_duration makes, for lack of memory:
 *
 *	insmod nomem.ko			before function_duration
 *	echo 3 >/sys/module/nomem/parameters/nth
 *	...				the third such call fails
 *	cat /sys/module/nomem/parameters/failed
 *
 * failed is the function, or empty if there were fewer calls.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/string.h>

static atomic_t left;
static char *failed = "";
module_param(failed, charp, 0400);
MODULE_PARM_DESC(failed, "the function that has failed");

static int nth_set(const char *text, const struct kernel_param *param)
{
	int nth, ret = kstrtoint(text, 0, &nth);

	if (ret)
		return ret;
	failed = "";
	atomic_set(&left, nth);
	return 0;
}

static int nth_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%d\n", atomic_read(&left));
}

static const struct kernel_param_ops nth_ops = {
	.set = nth_set, .get = nth_get,
};

module_param_cb(nth, &nth_ops, NULL, 0600);
MODULE_PARM_DESC(nth, "which call will fail; 0: none");

static char *of = "";
module_param(of, charp, 0600);
MODULE_PARM_DESC(of, "the function of the kernel whose calls fail, instead of the module's");

static struct module *user;

static void *no_pointer(void)
{
	return NULL;
}

static long no_memory(void)
{
	return -ENOMEM;
}

/* Those that this kernel has; the calls of kmalloc() and the like are to one of them. */
static struct failing {
	const char	*func;
	void		*instead;
	struct kprobe	probe;
	bool		registered;
} failing[] = {
	{ "__kmalloc_cache_noprof",		no_pointer },
	{ "__kmalloc_cache_node_noprof",	no_pointer },
	{ "__kmalloc_large_noprof",		no_pointer },
	{ "__kmalloc_noprof",			no_pointer },
	{ "__kmalloc_node_noprof",		no_pointer },
	{ "__kmalloc_node_track_caller_noprof",	no_pointer },
	{ "__kvmalloc_node_noprof",		no_pointer },
	{ "__vmalloc_noprof",			no_pointer },
	{ "kmemdup_noprof",			no_pointer },
	{ "kvmemdup",				no_pointer },
	{ "krealloc_noprof",			no_pointer },
	{ "krealloc_node_align_noprof",		no_pointer },
	{ "pcpu_alloc_noprof",			no_pointer },
	{ "kstrdup_noprof",			no_pointer },
	{ "kstrdup",				no_pointer },
	{ "tracefs_create_file",		no_pointer },
	{ "tracefs_create_dir",			no_pointer },
	{ "tracepoint_probe_register",		no_memory },
	{ "__cpuhp_setup_state",		no_memory },
	{ "__cpuhp_state_add_instance",		no_memory },
	{ "ftrace_set_filter_ip",		no_memory },
	{ "register_module_notifier",		no_memory },
	{ "seq_open",				no_memory },
	{ "single_open",			no_memory },
};

static unsigned long caller(struct pt_regs *regs)
{
#ifdef CONFIG_X86
	return regs_get_kernel_stack_nth(regs, 0);
#else
	return procedure_link_pointer(regs);
#endif
}

static bool is_meant(unsigned long from, const struct module *module)
{
	char name[KSYM_SYMBOL_LEN];

	if (!*of)
		return module && within_module(from, module);
	sprint_symbol_no_offset(name, from);
	return !strcmp(name, of);
}

/* Return to the caller immediately. */
static int fail(struct kprobe *probe, struct pt_regs *regs)
{
	struct failing *this = container_of(probe, struct failing, probe);
	const struct module *module = READ_ONCE(user);

	if (!in_task() || atomic_read(&left) <= 0 || !is_meant(caller(regs), module) ||
	    atomic_dec_return(&left))
		return 0;
	failed = (char *)this->func;
	instruction_pointer_set(regs, (unsigned long)this->instead);
	return 1;
}

/* With a post_handler the probe is not optimized, so pre_handler may change ip. */
static void after(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static int notify(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *module = data;

	if (strcmp(module->name, "function_duration"))
		return NOTIFY_DONE;
	if (state == MODULE_STATE_COMING)
		WRITE_ONCE(user, module);
	else if (state == MODULE_STATE_GOING)
		WRITE_ONCE(user, NULL);
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = notify,
};

static int __init nomem_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(failing); i++) {
		failing[i].probe.symbol_name = failing[i].func;
		failing[i].probe.pre_handler = fail;
		failing[i].probe.post_handler = after;
		failing[i].registered = !register_kprobe(&failing[i].probe);
	}
	return register_module_notifier(&notifier);
}

static void __exit nomem_exit(void)
{
	unsigned int i;

	unregister_module_notifier(&notifier);
	for (i = 0; i < ARRAY_SIZE(failing); i++) {
		if (failing[i].registered)
			unregister_kprobe(&failing[i].probe);
	}
}

module_init(nomem_init);
module_exit(nomem_exit);

MODULE_DESCRIPTION("Lets calls of function_duration fail for lack of memory");
MODULE_LICENSE("GPL");
