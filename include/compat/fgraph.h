/* SPDX-License-Identifier: GPL-2.0 */
/* What differs in the function graph core's callbacks. */
#ifndef _COMPAT_FGRAPH_H
#define _COMPAT_FGRAPH_H

#include <linux/jump_label.h>
#include <linux/trace_recursion.h>

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
#else
#define FGRAPH_ENTRY(name, trace, gops)					\
	static int name(struct ftrace_graph_ent *trace,			\
			struct fgraph_ops *gops)
#endif

#if NR_ARGS_trace_func_graph_ret_t == 3
#define FGRAPH_RETURN(name, trace, gops)				\
	static void name(struct ftrace_graph_ret *trace,		\
			 struct fgraph_ops *gops, struct ftrace_regs *fregs)
#else
#define FGRAPH_RETURN(name, trace, gops)				\
	static void name(struct ftrace_graph_ret *trace,		\
			 struct fgraph_ops *gops)
#endif

/*
 * Return callbacks ran with preemption on and without protection against recursion
 * until 0db0934e7f9b "tracing: fgraph: Protect return handler from recursion loop"
 * (v6.17, and 6.16.y), which took the lock around them that entry callbacks had. Which
 * of them this kernel does is seen when the first session starts: fgraph_prepare().
 * Before that, and where it cannot be seen, callbacks count as unprotected: taking the
 * lock twice is harmless.
 */
DECLARE_STATIC_KEY_FALSE(fgraph_is_protected);

static __always_inline bool fgraph_protects_return(void)
{
	return static_branch_likely(&fgraph_is_protected);
}

int fgraph_prepare(void);
int fgraph_prepare_init(void);
void fgraph_prepare_exit(void);

/**
 * fgraph_clock - trace_clock_local() for a callback
 *
 * That function disables preemption around sched_clock(), which does so again;
 * where the core has done it before, a third of their cost can be left out.
 *
 * Context: an entry or return callback.
 * Return: nanoseconds of the trace clock "local".
 */
static __always_inline u64 fgraph_clock(void)
{
	return fgraph_protects_return() ? sched_clock_noinstr() : trace_clock_local();
}

/*
 * The core stamped calls and returns itself until "fgraph: Remove calltime and
 * rettime from generic operations" (v6.14). From then on who wants the call time
 * has to keep it in the frame.
 */
#ifdef HAVE_ftrace_graph_ret_calltime
#define FGRAPH_KEEPS_TIMES	1

static __always_inline u64 fgraph_call_time(const struct ftrace_graph_ret *trace)
{
	return trace->calltime;
}

static __always_inline u64 fgraph_return_time(const struct ftrace_graph_ret *trace)
{
	return trace->rettime;
}

/**
 * fgraph_times_move - whether the core's call times cannot be used
 *
 * function_graph's option "nosleep-time", in any instance, makes the core move
 * the call time of every frame of a task that sleeps.
 *
 * Context: any.
 * Return: true while that option is set.
 */
static __always_inline bool fgraph_times_move(void)
{
	return !READ_ONCE(fgraph_sleep_time);
}
#else
#define FGRAPH_KEEPS_TIMES	0

static __always_inline u64 fgraph_call_time(const struct ftrace_graph_ret *trace)
{
	return 0;
}

static __always_inline u64 fgraph_return_time(const struct ftrace_graph_ret *trace)
{
	return fgraph_clock();
}

static __always_inline bool fgraph_times_move(void)
{
	return false;
}
#endif

/* Matches no word of a shadow stack */
#define FGRAPH_NO_MARK		ULONG_MAX

/**
 * fgraph_learn_mark - see where the core keeps a word that an entry reserved
 * @word: what fgraph_retrieve_data() returned in this callback
 *
 * A frame's data ends with a word that says whose and how long it is. While a
 * user is the only one with data, both words are the last ones of the stack.
 *
 * Context: a return callback.
 * Return: the word that marks such data, or FGRAPH_NO_MARK if it lies elsewhere.
 */
static inline unsigned long fgraph_learn_mark(const u64 *word)
{
	const unsigned long *top = current->ret_stack + current->curr_ret_stack;

	return word == (const u64 *)top - 2 ? top[-1] : FGRAPH_NO_MARK;
}

/**
 * fgraph_marked_word - fgraph_retrieve_data() where it was last time
 * @mark: what fgraph_learn_mark() has returned
 *
 * Context: a return callback.
 * Return: the word, or NULL: fgraph_retrieve_data() has to look for it.
 */
static __always_inline const u64 *fgraph_marked_word(unsigned long mark)
{
	const unsigned long *top = current->ret_stack + current->curr_ret_stack;

	return likely(top[-1] == mark) ? (const u64 *)top - 2 : NULL;
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
	return fgraph_protects_return() ? 0 : ftrace_test_recursion_trylock(ip, 0);
}

static __always_inline void fgraph_return_unlock(int bit)
{
	if (!fgraph_protects_return())
		ftrace_test_recursion_unlock(bit);
}

#ifdef CONFIG_ARCH_HAS_PREEMPT_LAZY
#define TIF_ANY_RESCHED		(_TIF_NEED_RESCHED | _TIF_NEED_RESCHED_LAZY)
#else
#define TIF_ANY_RESCHED		_TIF_NEED_RESCHED
#endif

/*
 * Whether a record's context is more than the state of interrupts and the count
 * of preempt_disable(): in an interrupt, about to be scheduled away and the like.
 */
static __always_inline bool context_is_rich(unsigned int count)
{
#ifdef CONFIG_SMP
	if (current->migration_disabled)
		return true;
#endif
	return (count & ~PREEMPT_MASK) || test_preempt_need_resched() ||
	       (read_thread_flags() & TIF_ANY_RESCHED);
}

/**
 * fgraph_trace_ctx - the context of the function that returns, for its record
 *
 * As tracing_gen_ctx_dec() and tracing_gen_ctx(), without calling what works out
 * a context that is hardly ever needed. The core's own protection of a return
 * callback is taken out of the count.
 *
 * Context: a return callback, before it disables preemption itself.
 * Return: the flags and counts that tracing_generic_entry_update() takes.
 */
static __always_inline unsigned int fgraph_trace_ctx(void)
{
	unsigned int held = IS_ENABLED(CONFIG_PREEMPTION) && fgraph_protects_return();
	unsigned int irqs = irqs_disabled() ? TRACE_FLAG_IRQS_OFF : 0;
	unsigned int count = preempt_count();

	if (unlikely(context_is_rich(count)))
		return tracing_gen_ctx_irq_test(irqs) - held;
	return (irqs << 16) + min(count, 0xfU) - held;
}

#endif /* _COMPAT_FGRAPH_H */
