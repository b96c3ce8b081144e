// SPDX-License-Identifier: GPL-2.0
/* What the function graph core lacks; see include/compat/fgraph.h. */
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/panic.h>

#include <compat/fgraph.h>

#if FGRAPH_KEEPS_TIMES

FGRAPH_ENTRY(no_entry, trace, gops)
{
	return 0;
}

FGRAPH_RETURN(no_return, trace, gops)
{
}

static struct fgraph_ops placeholder = {
	.entryfunc	= no_entry,
	.retfunc	= no_return,
};

/**
 * fgraph_skip_index_zero - keep the next user from getting index 0
 *
 * The user with index 0 is called for the frames of all users, and cannot tell
 * its own from the core's times. Indices go round, so a user that comes and
 * goes takes it away; it traces one function, which is hardly ever called. That
 * another user gets in between is possible, so this is help, not a promise.
 *
 * The placeholder needs no wait of its own: its callbacks read nothing, and the
 * user that is registered next waits when it is freed.
 *
 * Context: process context, serialised by the caller.
 * Return: 0, or less if the core may have kept the placeholder: then the module
 * must stay.
 */
int fgraph_skip_index_zero(void)
{
	int ret;

	if (kernel_fgraph_lru_table[*kernel_fgraph_lru_next])
		return 0;
	ret = register_ftrace_graph(&placeholder);
	if (ret)
		return ret == -ENOSPC ? 0 : ret;
	unregister_ftrace_graph(&placeholder);
	return placeholder.ops.flags & FTRACE_OPS_FL_ENABLED ? -EBUSY : 0;
}

/**
 * fgraph_placeholder_init - prepare for fgraph_skip_index_zero()
 *
 * Context: process context, no locks held.
 * Return: 0, or an error of ftrace_set_filter_ip().
 */
int __init fgraph_placeholder_init(void)
{
	return ftrace_set_filter_ip(&placeholder.ops, (unsigned long)panic, 0, 1);
}

void fgraph_placeholder_exit(void)
{
	ftrace_free_filter(&placeholder.ops);
}

#endif
