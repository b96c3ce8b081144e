// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks of long calls: function_duration/stack_thresh.
 *
 * The record of a call that lasted that long is followed by a kernel_stack event, and with the
 * option userstacktrace by a user_stack event, as they follow records of other tracers. The
 * stack is saved when the call returns, so it begins with its caller. A call that
 * duration-tree held has none: it returned before it was written.
 */
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/trace_recursion.h>

#include "duration/call/detail.h"
#include "duration/call/stack.h"
#include "duration/session.h"

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

static void write_kernel_stack(struct trace_buffer *buffer, unsigned int trace_ctx)
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
 * The core lets a context recurse once, see TRACE_CTX_TRANSITION in linux/trace_recursion.h,
 * so there are two bits. If it protects return callbacks, it holds one of them.
 */
#define RECURSION_BITS	2

/**
 * stack_write - write the stack of a call, after its record
 * @session: whose call it is
 * @func: the function, which returns
 * @trace_ctx: that of the record
 *
 * Functions that this calls may be traced. All bits of the core against recursion are taken
 * meanwhile, so that it does not call the entry handler for them, and a call that is in
 * here has no stack. (On arm64, 6.12 does not look at them: such calls are recorded.)
 *
 * Context: a return handler.
 */
noinline void stack_write(struct duration_session *session, unsigned long func,
			  unsigned int trace_ctx)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	int bits[RECURSION_BITS], free = RECURSION_BITS - fgraph_protects_return(), n = 0;

	while (n < free) {
		bits[n] = ftrace_test_recursion_trylock(func, 0);
		if (bits[n] < 0)
			break;
		n++;
	}
	if (n && rcu_is_watching()) {
		write_kernel_stack(buffer, trace_ctx);
		if (wants_user_stack(session->tr))
			write_user_stack(buffer, trace_ctx);
	}
	while (n--)
		ftrace_test_recursion_unlock(bits[n]);
}
