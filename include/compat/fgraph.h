/* SPDX-License-Identifier: GPL-2.0 */
/* Differences in the function graph core's callbacks. */
#ifndef _COMPAT_FGRAPH_H
#define _COMPAT_FGRAPH_H

#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/trace_recursion.h>

#include <compat/local.h>
#include <compat/trace.h>

#ifdef MODULE
#include <compat/clock.h>

/*
 * The arguments of callbacks: those of the newest kernel, as far as the running one has them.
 * ftrace_regs came with 41705c426274 "fgraph: Pass ftrace_regs to entryfunc" and a3ed4157b7d8
 * "fgraph: Replace fgraph_ret_regs with ftrace_regs" (v6.14).
 */
#if NR_ARGS_trace_func_graph_ent_t == 3
#define FGRAPH_ENTRY_ARGS						\
	struct ftrace_graph_ent *trace, struct fgraph_ops *gops, struct ftrace_regs *fregs
#else
#define FGRAPH_ENTRY_ARGS						\
	struct ftrace_graph_ent *trace, struct fgraph_ops *gops
#endif

#if NR_ARGS_trace_func_graph_ret_t == 3
#define FGRAPH_RETURN_ARGS						\
	struct ftrace_graph_ret *trace, struct fgraph_ops *gops, struct ftrace_regs *fregs
#else
#define FGRAPH_RETURN_ARGS						\
	struct ftrace_graph_ret *trace, struct fgraph_ops *gops
#endif

#endif /* MODULE */

/*
 * The return value of the function, in a return callback. The core has the
 * registers only on architectures with CONFIG_HAVE_FUNCTION_GRAPH_FREGS.
 */
#if NR_ARGS_trace_func_graph_ret_t == 3 && defined(CONFIG_HAVE_FUNCTION_GRAPH_FREGS)
#define FGRAPH_HAS_RETVAL	1
#define fgraph_retval()		((unsigned long)ftrace_regs_get_return_value(fregs))
#else
#define FGRAPH_HAS_RETVAL	0
#define fgraph_retval()		0UL
#endif

/*
 * The arguments of the call, in an entry callback: the registers for the first
 * ones. fgraph_regs() is NULL where there are none.
 */
#if NR_ARGS_trace_func_graph_ent_t == 3 && defined(CONFIG_HAVE_FUNCTION_ARG_ACCESS_API)
/* "ftrace: Add print_function_args()" (v6.15) */
#ifndef FTRACE_REGS_MAX_ARGS
#define FTRACE_REGS_MAX_ARGS	6
#endif
#define FGRAPH_ARGS		FTRACE_REGS_MAX_ARGS
#define fgraph_regs()		fregs

static __always_inline void fgraph_get_args(struct ftrace_regs *fregs, unsigned long *args)
{
	unsigned int i;

	for (i = 0; i < FGRAPH_ARGS; i++)
		args[i] = fregs ? ftrace_regs_get_argument(fregs, i) : 0;
}
#else
#define FGRAPH_ARGS		0
#define fgraph_regs()		NULL

static __always_inline void fgraph_get_args(struct ftrace_regs *fregs, unsigned long *args)
{
}
#endif

#ifdef MODULE
/*
 * Return callbacks ran with preemption on and without protection against recursion
 * until 0db0934e7f9b "tracing: fgraph: Protect return handler from recursion loop"
 * (v6.17, and 6.16.y), which takes the same lock around them as around entry callbacks.
 * fgraph_prepare() finds out what the running kernel does when a session starts and there is no
 * other. Before that, and if it cannot find out, callbacks count as unprotected: taking the
 * lock twice is harmless.
 */
DECLARE_STATIC_KEY_FALSE(fgraph_is_protected);

static __always_inline bool fgraph_protects_return(void)
{
#ifdef HAVE_ftrace_ret_stack_calltime
	return static_branch_unlikely(&fgraph_is_protected);
#else
	return static_branch_likely(&fgraph_is_protected);
#endif
}

int fgraph_prepare(bool alone);
int fgraph_review(void);
void fgraph_undo_failed(void);
int fgraph_prepare_init(void);
void fgraph_prepare_exit(void);
#else /* MODULE */
/* The core takes the recursion lock around return callbacks. */
static __always_inline bool fgraph_protects_return(void)
{
	return true;
}

static inline int fgraph_prepare(bool alone)
{
	return 0;
}

static inline int fgraph_review(void)
{
	return 0;
}

/* In the tree the core does that itself: Documentation/upstream/bugs/11-register-fails.patch */
static inline void fgraph_undo_failed(void)
{
}
#endif /* MODULE */

/**
 * fgraph_clock - trace_clock_local() for a callback
 *
 * trace_clock_local() disables preemption around sched_clock(), which does so again.
 * Where the core has disabled it, that third of the cost can be left out, and where the
 * clock is the time stamp counter, most of the rest.
 *
 * Context: an entry or return callback.
 * Return: nanoseconds of the trace clock "local".
 */
static __always_inline u64 fgraph_clock(void)
{
	if (!fgraph_protects_return())
		return trace_clock_local();
#ifdef CLOCK_IN_PLACE
	if (static_branch_likely(&clock_is_tsc))
		return clock_tsc();
#endif
	return sched_clock_noinstr();
}

/*
 * The core stamped calls and returns itself until f1f36e22bee9 "ftrace: Have calltime be
 * saved in the fgraph storage" (v6.13). Since then a user of the core has to keep the call
 * time in the frame. (struct ftrace_graph_ret still had a call time in v6.13, which was never
 * set.)
 */
#ifdef HAVE_ftrace_ret_stack_calltime
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
	return !is_set(fgraph_sleep_time);
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

/**
 * fgraph_caller - the address that the call of a frame returns to
 * @frame: of the core; its call has not returned
 *
 * A kretprobe, or another user of the same hook, that was set after the core's user has put its own
 * trampoline where the core found the address: see unwind_recover_ret_addr() of x86 and
 * kunwind_recover_return_address() of arm64.
 *
 * Context: any, for frames of the current task.
 * Return: the address; return_to_handler for a call that its caller jumped to at its end; 0 if it
 * is not known.
 */
static inline unsigned long fgraph_caller(const struct ftrace_ret_stack *frame)
{
#if defined(CONFIG_RETHOOK) && defined(HAVE_rethook_find_ret_addr)
	struct llist_node *cursor = NULL;

	if (frame->ret == (unsigned long)&arch_rethook_trampoline)
		return rethook_find_ret_addr(current, (unsigned long)frame->retp, &cursor);
#elif defined(CONFIG_KRETPROBES) && defined(HAVE_kretprobe_find_ret_addr)
	struct llist_node *cursor = NULL;

	if (frame->ret == (unsigned long)&__kretprobe_trampoline)
		return kretprobe_find_ret_addr(current, frame->retp, &cursor);
#endif
	return frame->ret;
}

/**
 * fgraph_return_trylock - protect a return callback from recursion
 * @ip: the function that returns
 *
 * If it succeeds, preemption is disabled until fgraph_return_unlock().
 *
 * Context: any, including NMI.
 * Return: the argument for fgraph_return_unlock(), or less than 0 for a recursion.
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

/**
 * fgraph_entry_trylock - protect an entry callback from recursion
 * @ip: the function that is called
 *
 * Only around calls of functions that may be traced. x86 has always taken the lock around
 * entry callbacks; arm64 does so since function_graph_enter_regs() takes it, and not in 6.12
 * (arch/arm64/kernel/ftrace.c, line 465).
 *
 * Context: any, including NMI.
 * Return: the argument for fgraph_entry_unlock(), or less than 0 for a recursion.
 */
static __always_inline int fgraph_entry_trylock(unsigned long ip)
{
	return IS_ENABLED(CONFIG_X86) ? 0 : fgraph_return_trylock(ip);
}

static __always_inline void fgraph_entry_unlock(int bit)
{
	if (!IS_ENABLED(CONFIG_X86))
		fgraph_return_unlock(bit);
}

/* Is preemption disabled in entry callbacks? See fgraph_entry_trylock(). */
static __always_inline bool fgraph_protects_entry(void)
{
	return IS_ENABLED(CONFIG_X86) || fgraph_protects_return();
}

/*
 * For per-CPU data: a return callback may run with preemption on. Where it usually
 * does, that is not asked: disabling it twice is harmless.
 */
static __always_inline void fgraph_preempt_disable(void)
{
	if (FGRAPH_KEEPS_TIMES || !fgraph_protects_return())
		preempt_disable_notrace();
}

static __always_inline void fgraph_preempt_enable(void)
{
	if (FGRAPH_KEEPS_TIMES || !fgraph_protects_return())
		preempt_enable_notrace();
}

#ifdef CONFIG_ARCH_HAS_PREEMPT_LAZY
#define TIF_ANY_RESCHED		(_TIF_NEED_RESCHED | _TIF_NEED_RESCHED_LAZY)
#else
#define TIF_ANY_RESCHED		_TIF_NEED_RESCHED
#endif

/*
 * preempt_count(), with bit 31 set while no other task shall run: x86 has both in one word, which
 * is then read in one access.
 */
static __always_inline u32 context_word(void)
{
	/* An interrupt may set it meanwhile; where it has a word of its own, the read is plain. */
	return preempt_count() | (u32)!data_race(test_preempt_need_resched()) << 31;
}

/*
 * Whether a record's context is more than the interrupt state and a small count of
 * preempt_disable(): in an interrupt, with need_resched set, and so on.
 */
static __always_inline bool context_is_rich(u32 word)
{
#ifdef CONFIG_SMP
	if (current->migration_disabled)
		return true;
#endif
	return (s32)word > (s32)(BIT(31) | 0xf) ||
	       (in_place(current_thread_info()->flags) & TIF_ANY_RESCHED);
}

/* The core's own preempt_disable() around a return callback is not counted. */
static __always_inline unsigned int preempt_count_of_core(void)
{
	return IS_ENABLED(CONFIG_PREEMPTION) && fgraph_protects_return();
}

/**
 * fgraph_plain_count - the count of preempt_disable() in a context that is not rich
 * @count: where it is put, in the lower half
 *
 * Context: as for fgraph_trace_ctx(). It calls nothing.
 * Return: false if the context is rich: fgraph_trace_ctx() has to find out.
 */
static __always_inline bool fgraph_plain_count(u32 *count)
{
	*count = context_word();
	return !context_is_rich(*count);
}

/* Those of local_irq_save(): they have no more bits. */
static __always_inline u16 fgraph_irq_flags(void)
{
	unsigned long flags;

	raw_local_save_flags(flags);
	return flags;
}

/**
 * fgraph_plain_trace_ctx - the trace_ctx of a context that is not rich
 * @count: of fgraph_plain_count()
 * @irq_flags: of fgraph_irq_flags()
 *
 * Return: as fgraph_trace_ctx() where they were read.
 */
static __always_inline unsigned int fgraph_plain_trace_ctx(u16 count, u16 irq_flags)
{
	unsigned long flags = irq_flags;

	return ((raw_irqs_disabled_flags(flags) ? TRACE_FLAG_IRQS_OFF : 0) << 16) + count -
	       preempt_count_of_core();
}

/**
 * fgraph_trace_ctx - the context of the function that returns, for its record
 *
 * As tracing_gen_ctx_dec() and tracing_gen_ctx(), but calls
 * tracing_gen_ctx_irq_test() only for a context that needs it.
 *
 * Context: a return callback, before it disables preemption itself.
 * Return: the flags and counts that tracing_generic_entry_update() takes.
 */
static __always_inline unsigned int fgraph_trace_ctx(void)
{
	u32 count;

	if (likely(fgraph_plain_count(&count)))
		return fgraph_plain_trace_ctx(count, fgraph_irq_flags());
	return tracing_gen_ctx_irq_test(irqs_disabled() ? TRACE_FLAG_IRQS_OFF : 0) -
	       preempt_count_of_core();
}

#endif /* _COMPAT_FGRAPH_H */
