// SPDX-License-Identifier: GPL-2.0
/*
 * The minimal cost of a user of the function graph core.
 *
 * Traces "func" (a name or a glob) from loading to unloading, with handlers that
 * do nothing, so that only the core is measured. With "clock=1" they do the minimum for
 * durations in kernels whose core does not take times: read the clock at entry and
 * return, and keep the call time in the frame.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include <compat/fgraph.h>

static char *func = "calls_*";
module_param(func, charp, 0400);
MODULE_PARM_DESC(func, "the functions to trace");

static bool clock;
module_param(clock, bool, 0400);
MODULE_PARM_DESC(clock, "read the clock twice and keep 8 bytes in the frame");

static int empty_entry(FGRAPH_ENTRY_ARGS)
{
	return 1;
}

static void empty_return(FGRAPH_RETURN_ARGS)
{
}

static int clock_entry(FGRAPH_ENTRY_ARGS)
{
	u64 *frame = fgraph_reserve_data(gops->idx, sizeof(*frame));

	if (!frame)
		return 0;
	*frame = trace_clock_local();
	return 1;
}

/* The sum of the durations; using them keeps the compiler from removing the code. */
static u64 total;

static void clock_return(FGRAPH_RETURN_ARGS)
{
	int size;
	u64 *frame = fgraph_retrieve_data(gops->idx, &size);

	if (frame)
		total += trace_clock_local() - *frame;
}

static struct fgraph_ops gops = {
	.entryfunc	= empty_entry,
	.retfunc	= empty_return,
};

static int __init floor_init(void)
{
	int ret = kernel_symbols_resolve();

	if (ret)
		return ret;
	if (clock) {
		gops.entryfunc = clock_entry;
		gops.retfunc = clock_return;
	}
	ret = ftrace_set_filter(&gops.ops, func, strlen(func), 1);
	if (ret)
		return ret;
	return register_ftrace_graph(&gops);
}

static void __exit floor_exit(void)
{
	unregister_ftrace_graph(&gops);
	synchronize_rcu_tasks_rude();
	synchronize_rcu_tasks();
	ftrace_free_filter(&gops.ops);
}

module_init(floor_init);
module_exit(floor_exit);

MODULE_DESCRIPTION("Function graph handlers that do nothing");
MODULE_LICENSE("GPL");
