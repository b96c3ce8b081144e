// SPDX-License-Identifier: GPL-2.0
/* What the function graph core does not say of itself; see include/compat/fgraph.h. */
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/math.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include <compat/fgraph.h>

DEFINE_STATIC_KEY_FALSE(fgraph_is_protected);

/*
 * The placeholder: a user of the core that comes and goes before a session is
 * registered. It traces one function that is hardly ever called, except here.
 */
#define placeholder_function	int_sqrt

/* The task whose call of it is looked at, and what its callbacks saw. */
static struct task_struct *asking_task;
static bool saw_entry, saw_return;
static bool entry_was_protected, return_was_protected;

static bool is_asked(void)
{
	return READ_ONCE(asking_task) == current && in_task();
}

/* Nobody else can hold it here: the task is in fgraph_prepare(), in no callback. */
static bool core_holds_lock(void)
{
	return trace_recursion_test(TRACE_FTRACE_START + TRACE_CTX_NORMAL);
}

FGRAPH_ENTRY(placeholder_entry, trace, gops)
{
	if (!is_asked())
		return 0;
	entry_was_protected = core_holds_lock();
	saw_entry = true;
	return 1;
}

/* The function calls nothing, so the next return in this task is its own. */
FGRAPH_RETURN(placeholder_return, trace, gops)
{
	if (!is_asked() || !saw_entry || saw_return)
		return;
	return_was_protected = core_holds_lock();
	saw_return = true;
}

static struct fgraph_ops placeholder = {
	.entryfunc	= placeholder_entry,
	.retfunc	= placeholder_return,
};

static void ask_about_protection(void)
{
	static unsigned long number = 4;

	saw_entry = false;
	saw_return = false;
	WRITE_ONCE(asking_task, current);
	WRITE_ONCE(number, placeholder_function(READ_ONCE(number)));
	WRITE_ONCE(asking_task, NULL);
	if (saw_return && entry_was_protected && return_was_protected)
		static_branch_enable(&fgraph_is_protected);
}

#if FGRAPH_KEEPS_TIMES
/*
 * The user with index 0 is called for the frames of all users, and cannot tell
 * its own from the core's times. Indices go round, so a user that comes and
 * goes takes it away. That another user gets in between is possible, so this is
 * help, not a promise.
 */
static bool next_index_is_zero(void)
{
	return !fgraph_lru_table[fgraph_lru_next];
}
#else
static bool next_index_is_zero(void)
{
	return false;
}
#endif

/**
 * fgraph_prepare - what has to be done before a session is registered
 *
 * Learns whether the core protects return callbacks, if that is not known yet, and
 * keeps the session from getting index 0, where that matters.
 *
 * The placeholder needs no wait of its own: its callbacks read nothing that is
 * freed, and the user that is registered next waits when it is freed.
 *
 * Context: process context, serialised by the caller.
 * Return: 0, or less if the core may have kept the placeholder: then the module
 * must stay.
 */
int fgraph_prepare(void)
{
	int ret;

	if (saw_return && !next_index_is_zero())
		return 0;
	ret = register_ftrace_graph(&placeholder);
	if (ret)
		return ret == -ENOSPC ? 0 : ret;
	if (!saw_return)
		ask_about_protection();
	unregister_ftrace_graph(&placeholder);
	return placeholder.ops.flags & FTRACE_OPS_FL_ENABLED ? -EBUSY : 0;
}

/**
 * fgraph_prepare_init - what fgraph_prepare() needs
 *
 * Context: process context, no locks held.
 * Return: 0, or an error of ftrace_set_filter_ip().
 */
int __init fgraph_prepare_init(void)
{
	return ftrace_set_filter_ip(&placeholder.ops,
				    (unsigned long)placeholder_function, 0, 1);
}

void fgraph_prepare_exit(void)
{
	ftrace_free_filter(&placeholder.ops);
}
