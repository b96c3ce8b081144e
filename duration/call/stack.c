// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks of long calls: function_duration/stack_thresh.
 *
 * The record of a call that lasted that long is followed by a kernel_stack event, and with the
 * option userstacktrace by a user_stack event, as they follow records of other tracers. The
 * stack is saved when the call returns, so it begins with its caller. A call that
 * duration-tree held has none: it returned before it was written.
 *
 * Such a call is also an event of the tracepoint func_duration_stack, at which perf can copy
 * the program's registers and its stack: see reports_user_stack().
 */
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/trace_recursion.h>
#include <linux/unistd.h>

#include "duration/call/call.h"
#include "duration/call/detail.h"
#include "duration/call/stack.h"
#include "duration/session.h"

/* As func_duration_detail, it cannot be enabled in tracefs, and has no records. */
#define TRACE_EVENT_FL_TRACEPOINT (TRACE_EVENT_FL_TRACEPOINT | TRACE_EVENT_FL_IGNORE_ENABLE)
#define CREATE_TRACE_POINTS
#include <trace/events/duration_stack.h>
#undef TRACE_EVENT_FL_TRACEPOINT

/*
 * In the handlers
 */

#define MAX_STACK	64	/* callers of a call; the kernel's own stack has room for more */
#define MAX_OURS	16	/* and of frames between it and us */

/* More than the length of return_to_handler */
#define HANDLER_SIZE	256

struct kernel_stack_record {
	struct trace_entry	ent;
	int			size;
	unsigned long		caller[];
};

static_assert(offsetof(struct kernel_stack_record, size) == offsetof(struct stack_entry, size));
static_assert(offsetof(struct kernel_stack_record, caller) ==
	      offsetof(struct stack_entry, caller));

/* Where the caller's part of a stack begins; 0 if return_to_handler is not in it. */
static unsigned int first_caller(const unsigned long *calls, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < min(nr, MAX_OURS); i++) {
		if (calls[i] - (unsigned long)&return_to_handler < HANDLER_SIZE)
			return i + 1;
	}
	return 0;
}

/*
 * On arm64 the address that the call returns to is in no frame meanwhile: it is the core's
 * alone, until return_to_handler() has it in a register. It takes the place of that one. On x86
 * the unwinder finds it.
 */
static unsigned int add_caller(unsigned long *calls, unsigned int first, unsigned int nr)
{
	unsigned long caller = first && !IS_ENABLED(CONFIG_X86) ? duration_caller() : 0;

	if (!caller || (first < nr && calls[first] == caller))
		return first;
	calls[first - 1] = caller;
	return first - 1;
}

static noinline_for_stack void write_kernel_stack(struct trace_buffer *buffer,
						  unsigned int trace_ctx)
{
	unsigned long calls[MAX_STACK + MAX_OURS];
	struct kernel_stack_record *record;
	struct ring_buffer_event *event;
	unsigned int nr, first;

	nr = stack_trace_save(calls, ARRAY_SIZE(calls), 0);
	first = add_caller(calls, first_caller(calls, nr), nr);
	nr = min(nr - first, MAX_STACK);
	event = ring_buffer_lock_reserve(buffer, struct_size(record, caller, nr));
	if (!event)
		return;
	record = ring_buffer_event_data(event);
	tracing_generic_entry_update(&record->ent, TRACE_STACK, trace_ctx);
	record->size = nr;
	memcpy(record->caller, calls + first, nr * sizeof(*calls));
	ring_buffer_unlock_commit(buffer);
}

#ifdef HAVE_stack_trace_save_user
#define USER_CALLS	8

struct user_stack_record {
	struct trace_entry	ent;
	unsigned int		tgid;
	unsigned long		caller[USER_CALLS];
};

static_assert(offsetof(struct user_stack_record, tgid) == offsetof(struct userstack_entry, tgid));
static_assert(offsetof(struct user_stack_record, caller) ==
	      offsetof(struct userstack_entry, caller));
static_assert(sizeof_field(struct user_stack_record, caller) ==
	      sizeof_field(struct userstack_entry, caller));

/* It reads the program's memory, but does not wait for it: what is not there ends the stack. */
static void write_user_stack(struct trace_buffer *buffer, unsigned int trace_ctx)
{
	unsigned long calls[USER_CALLS] = { };
	struct user_stack_record *record;
	struct ring_buffer_event *event;

	stack_trace_save_user(calls, USER_CALLS);
	event = ring_buffer_lock_reserve(buffer, sizeof(*record));
	if (!event)
		return;
	record = ring_buffer_event_data(event);
	tracing_generic_entry_update(&record->ent, TRACE_USER_STACK, trace_ctx);
	record->tgid = current->tgid;
	memcpy(record->caller, calls, sizeof(calls));
	ring_buffer_unlock_commit(buffer);
}
#else
static void write_user_stack(struct trace_buffer *buffer, unsigned int trace_ctx) { }
#endif

static bool wants_user_stack(const struct trace_array *tr)
{
	return (READ_ONCE(tr->trace_flags) & BIT(TRACE_ITER_USERSTACKTRACE_BIT)) && in_task() &&
	       current->mm && !(current->flags & PF_KTHREAD);
}

/*
 * For perf
 */

/*
 * execve() ends with the registers and the stack of the new program.
 *
 * x86 keeps the number of the system call, and sets it if the new program is of another kind
 * (set_personality_64bit(), arch/x86/kernel/process_64.c). arm64 clears all registers but that
 * number (start_thread_common(), arch/arm64/include/asm/processor.h), also x8, which had it.
 */
#if defined(CONFIG_X86_64)
static bool is_new_program(const struct pt_regs *regs)
{
	return regs->orig_ax == __NR_execve || regs->orig_ax == __NR_execveat;
}

static bool is_32bit_task(void)
{
	return test_thread_flag(TIF_ADDR32);
}
#elif defined(CONFIG_ARM64)
static bool is_new_program(const struct pt_regs *regs)
{
	return !regs->regs[8] && !regs->regs[29] && !regs->regs[30];
}

static bool is_32bit_task(void)
{
	return test_thread_flag(TIF_32BIT);
}
#else
#error "which registers has a new program?"
#endif

/*
 * Are the registers and the stack of the user those with which the program made this call?
 *
 * perf refuses to copy a user stack at ftrace:function (perf_trace_event_perm() of
 * kernel/trace/trace_event_perf.c, 6.12 and 7.3 line 71), since that event is hit at the entry of
 * each function and in each context. Here these are left out:
 *
 * - interrupts and NMIs, and the code that enters them: the program did not call it. Page faults
 *   and other exceptions are the program's.
 * - disabled interrupts: the scheduler has them disabled while the CPU has the page tables of
 *   another task than "current" (context_switch()), and so has exec_mmap().
 * - tasks without a program: kernel threads, workers of io_uring and vhost, a task whose memory
 *   has gone, and one that ends, which may be in the memory of a new program.
 * - exec: from exec_mmap() on the memory is that of the new program, with the registers of the old
 *   one, and then both are the new one's.
 * - programs of 32 bits: their registers are not enough to unwind.
 *
 * What remains can be copied also within a page fault: the copy has page faults disabled, so a
 * fault of its own takes no lock and ends it (do_user_addr_fault() of arch/x86/mm/fault.c, 6.12
 * line 1270, 7.3 line 1277; do_page_fault() of arch/arm64/mm/fault.c, 551 and 626), and the address
 * of the first fault was read before any function that can be traced (exc_page_fault(), 1493 and
 * 1497). Neither the copy nor perf is traced meanwhile, see stack_write(); a sample in a sample is
 * dropped (perf_swevent_get_recursion_context()).
 */
static bool reports_user_stack(void)
{
	struct pt_regs *regs = task_pt_regs(current);

	if (!in_task() || irqs_disabled() || !current->mm || current->in_execve ||
	    (current->flags & (PF_KTHREAD | PF_USER_WORKER | PF_EXITING)))
		return false;
	return user_mode(regs) && !is_32bit_task() && !is_new_program(regs);
}

static void report_user_stack(const struct duration_session *session,
			      const struct duration_call *call)
{
	if (reports_user_stack())
		trace_func_duration_stack(array_name(session->tr), call->func, call->calltime,
					  call->duration, call->depth & U16_MAX);
}

/*
 * The core lets a context recurse once, see TRACE_CTX_TRANSITION in linux/trace_recursion.h,
 * so there are two bits. If it protects return callbacks, it holds one of them.
 */
#define RECURSION_BITS	2

/**
 * stack_write - write the stack of a call, after its record
 * @session: whose call it is
 * @call: the call, which returns
 *
 * Functions that this calls may be traced. All bits of the core against recursion are taken
 * meanwhile, so that it does not call the entry handler for them, and a call that is in
 * here has no stack. (On arm64, 6.12 does not look at them: such calls are recorded.)
 *
 * Context: a return handler.
 */
noinline void stack_write(struct duration_session *session, const struct duration_call *call)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	int bits[RECURSION_BITS], free = RECURSION_BITS - fgraph_protects_return(), n = 0;

	while (n < free) {
		bits[n] = ftrace_test_recursion_trylock(call->func, 0);
		if (bits[n] < 0)
			break;
		n++;
	}
	if (n && rcu_is_watching()) {
		write_kernel_stack(buffer, call->trace_ctx);
		if (wants_user_stack(session->tr))
			write_user_stack(buffer, call->trace_ctx);
		if (trace_func_duration_stack_enabled())
			report_user_stack(session, call);
	}
	while (n--)
		ftrace_test_recursion_unlock(bits[n]);
}
