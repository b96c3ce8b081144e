// SPDX-License-Identifier: GPL-2.0
/* Facts about the function graph core that are learned at run time; see compat/fgraph.h. */
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/math.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/tracepoint.h>

#include <compat/fgraph.h>
#include <compat/shadow.h>
#include <compat/symbols.h>

DEFINE_STATIC_KEY_FALSE(fgraph_is_protected);

/*
 * The placeholder: a user of the core that is registered and unregistered before a
 * session is registered. It traces one function that is rarely called elsewhere.
 */
#define placeholder_function	int_sqrt

/* The task whose call of that function is observed, and what its callbacks saw. */
static struct task_struct *asking_task;
static bool saw_entry, saw_return;
static bool entry_was_protected, return_was_protected;

/* The core has called back, so whether it protects callbacks is known. */
static bool known;

/* The word that the placeholder reserves in its frame, and whether shadow.h describes it */
#define PLACEHOLDER_WORD	0x5a17b0de5a17b0deUL
static bool found_frame;

static bool is_asked(void)
{
	return READ_ONCE(asking_task) == current && in_task();
}

/* The task is in fgraph_prepare(), so if the bit is set, the core has set it. */
static bool core_holds_lock(void)
{
	return trace_recursion_test(TRACE_FTRACE_START + TRACE_CTX_NORMAL);
}

static int placeholder_entry(FGRAPH_ENTRY_ARGS)
{
	unsigned long *word;

	if (!is_asked())
		return 0;
	word = fgraph_reserve_data(gops->idx, sizeof(*word));
	if (word)
		*word = PLACEHOLDER_WORD;
	entry_was_protected = core_holds_lock();
	saw_entry = true;
	return 1;
}

/* Whether the current task's innermost frame is as include/compat/shadow.h describes it */
static bool frame_is_as_described(unsigned long func, int depth, int user)
{
	const unsigned long *words = current->ret_stack, *word;
	int used = current->curr_ret_stack;
	struct shadow_frame frame;

	if (!shadow_frame_below(words, used, &frame) || frame.core->func != func ||
	    !(frame.users & BIT(user)) || shadow_depth(words, used) != depth + 1)
		return false;
	word = shadow_data(words, &frame, user);
	return word && *word == PLACEHOLDER_WORD;
}

/* The function calls nothing, so the next return in this task is its own. */
static void placeholder_return(FGRAPH_RETURN_ARGS)
{
	if (!is_asked() || !saw_entry || saw_return)
		return;
	return_was_protected = core_holds_lock();
	found_frame = frame_is_as_described(trace->func, trace->depth, gops->idx);
	saw_return = true;
}

static struct fgraph_ops placeholder = {
	.entryfunc	= placeholder_entry,
	.retfunc	= placeholder_return,
};

/* Returns: whether the core called back. It does not while ftrace_enabled is 0. */
static bool ask_about_protection(void)
{
	static unsigned long number = 4;

	saw_entry = false;
	saw_return = false;
	WRITE_ONCE(asking_task, current);
	WRITE_ONCE(number, placeholder_function(READ_ONCE(number)));
	WRITE_ONCE(asking_task, NULL);
	if (saw_return && entry_was_protected && return_was_protected)
		static_branch_enable(&fgraph_is_protected);
	return saw_return;
}

/**
 * fgraph_undo_failed - undo what a registration that failed has left
 *
 * register_ftrace_graph() (fgraph.c, 6.12 line 1327, 7.3 line 1412) does not unregister its probe
 * of sched_switch if it fails for the first user after that, and then refuses all users, since the
 * probe is there already. The core registers and unregisters it under ftrace_lock.
 *
 * Context: process context; takes ftrace_lock.
 */
void fgraph_undo_failed(void)
{
	struct tracepoint *tp = &__tracepoint_sched_switch;
	void *probe = &ftrace_graph_probe_sched_switch;
	int ret;

	guard(mutex)(&ftrace_lock);
	if (ftrace_graph_active)
		return;
	/* Unregistering warns of a probe that is not there. */
	ret = tracepoint_probe_register_may_exist(tp, probe, NULL);
	if (!ret || ret == -EEXIST)
		tracepoint_probe_unregister(tp, probe, NULL);
}

/*
 * The user with index 0 is called for the frames of all users, and cannot recognise
 * its own by the call's time or depth. Indices are given out in turn, so if the placeholder
 * takes index 0, the session gets another one. This is best effort: another user may
 * register in between.
 */
static bool next_index_is_zero(void)
{
	return !fgraph_lru_table[fgraph_lru_next];
}

/**
 * fgraph_prepare - prepare the registration of a session
 * @alone: there is no other session
 *
 * Finds out whether the core protects return callbacks, if that is not known yet and @alone: a
 * handler of another session could be between two parts that ask for the key. Avoids that the
 * session gets index 0.
 *
 * There is no wait for the placeholder's callbacks: they read nothing that is freed,
 * and a session waits before it is freed.
 *
 * A placeholder that the core may have kept is not registered again. 7.3 warns of that, also where
 * the first time has failed for lack of memory: register_ftrace_graph() marks it as registered
 * before that can fail (fgraph.c line 1406).
 *
 * Context: process context, serialised by the caller.
 * Return: 0, or an error if the core may have kept the placeholder. Then the module
 * must not be unloaded.
 */
int fgraph_prepare(bool alone)
{
	static bool kept;
	bool ask = alone && !known;
	int ret;

	if (kept || (!ask && !next_index_is_zero()))
		return 0;
	ret = register_ftrace_graph(&placeholder);
	if (ret == -ENOSPC)
		return 0;
	if (ret) {
		fgraph_undo_failed();
	} else {
		if (ask)
			known = ask_about_protection();
		unregister_ftrace_graph(&placeholder);
		ret = placeholder.ops.flags & FTRACE_OPS_FL_ENABLED ? -EBUSY : 0;
	}
	kept = ret;
	return ret;
}

/**
 * fgraph_review - whether the core calls back as in the kernel that was reviewed
 *
 * Context: process context, after fgraph_prepare().
 * Return: 0, also if that is not known, or the error of kernel_review_protection().
 */
int fgraph_review(void)
{
	return known ? kernel_review_protection(static_key_enabled(&fgraph_is_protected)) : 0;
}

/**
 * shadow_is_known - whether frames are as include/compat/shadow.h describes them
 *
 * Context: process context, after fgraph_prepare().
 * Return: true if a frame of this kernel was seen to be so.
 */
bool shadow_is_known(void)
{
	return known && READ_ONCE(found_frame);
}

/**
 * fgraph_prepare_init - set the placeholder's filter, and choose how to read the clock
 *
 * Context: process context, no locks held.
 * Return: 0, or an error of ftrace_set_filter_ip().
 */
int __init fgraph_prepare_init(void)
{
	clock_init();
	return ftrace_set_filter_ip(&placeholder.ops,
				    (unsigned long)placeholder_function, 0, 1);
}

void fgraph_prepare_exit(void)
{
	ftrace_free_filter(&placeholder.ops);
}
