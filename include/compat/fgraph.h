/* SPDX-License-Identifier: GPL-2.0 */
/* What differs in the function graph core's callbacks. */
#ifndef _COMPAT_FGRAPH_H
#define _COMPAT_FGRAPH_H

#include <linux/trace_recursion.h>
#include <linux/version.h>

#include <compat/trace.h>

/*
 * FGRAPH_ENTRY() and FGRAPH_RETURN() define a callback with the arguments of
 * the newest kernel. ftrace_regs came with 41705c426274 "fgraph: Pass
 * ftrace_regs to entryfunc" and a3ed4157b7d8 "fgraph: Replace fgraph_ret_regs
 * with ftrace_regs" (v6.14).
 */
#if NR_ARGS_trace_func_graph_ent_t == 3
#define FGRAPH_ENTRY(name, trace, gops)					\
	static int name(struct ftrace_graph_ent *trace,			\
			struct fgraph_ops *gops, struct ftrace_regs *fregs)
#define FGRAPH_RETURN(name, trace, gops)				\
	static void name(struct ftrace_graph_ret *trace,		\
			 struct fgraph_ops *gops, struct ftrace_regs *fregs)
#else
#define FGRAPH_ENTRY(name, trace, gops)					\
	static int name(struct ftrace_graph_ent *trace,			\
			struct fgraph_ops *gops)
#define FGRAPH_RETURN(name, trace, gops)				\
	static void name(struct ftrace_graph_ret *trace,		\
			 struct fgraph_ops *gops)
#endif

/*
 * The core stamped calls and returns itself until "fgraph: Remove calltime and
 * rettime from generic operations" (v6.14).
 */
static __always_inline u64 fgraph_return_time(const struct ftrace_graph_ret *trace)
{
#ifdef HAVE_ftrace_graph_ret_calltime
	return trace->rettime;
#else
	return trace_clock_local();
#endif
}

/*
 * Return callbacks ran with preemption on and without protection against
 * recursion in the kernels up to v7.1 at least; v7.2's core takes the lock
 * around them. Taking it twice is harmless, so older ones count as unprotected.
 */
#define FGRAPH_PROTECTS_RETURN	(LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0))

/**
 * fgraph_return_is_for - check that a return callback got its own user
 * @gops: the user that the callback was given
 * @retfunc: the callback
 *
 * With a single user the core calls its callback directly and patches that call
 * when the user changes. Where a return can be preempted between reading the
 * user and calling, the two may belong to different users.
 *
 * Context: any.
 * Return: false if the call must be ignored.
 */
static __always_inline bool fgraph_return_is_for(const struct fgraph_ops *gops,
						 trace_func_graph_ret_t retfunc)
{
	return FGRAPH_PROTECTS_RETURN || likely(gops->retfunc == retfunc);
}

/**
 * fgraph_return_trylock - begin what must not recurse in a return callback
 * @ip: the function that returns
 *
 * Preemption is off between a success and fgraph_return_unlock().
 *
 * Context: any, including NMI.
 * Return: what fgraph_return_unlock() wants, or less than 0: do nothing.
 */
static __always_inline int fgraph_return_trylock(unsigned long ip)
{
	return FGRAPH_PROTECTS_RETURN ? 0 : ftrace_test_recursion_trylock(ip, 0);
}

static __always_inline void fgraph_return_unlock(int bit)
{
	if (!FGRAPH_PROTECTS_RETURN)
		ftrace_test_recursion_unlock(bit);
}

/**
 * fgraph_trace_ctx - the context of the function that returns, for its record
 *
 * As tracing_gen_ctx_dec(), which cannot be used because it calls a function
 * that is not exported: what disabled preemption once is the lock above.
 *
 * Context: between fgraph_return_trylock() and fgraph_return_unlock().
 * Return: the flags and counts that tracing_generic_entry_update() takes.
 */
static __always_inline unsigned int fgraph_trace_ctx(void)
{
	unsigned int ctx = tracing_gen_ctx_irq_test(irqs_disabled() ?
						    TRACE_FLAG_IRQS_OFF : 0);

	return IS_ENABLED(CONFIG_PREEMPTION) ? ctx - 1 : ctx;
}

#endif /* _COMPAT_FGRAPH_H */
