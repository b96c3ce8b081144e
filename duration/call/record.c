// SPDX-License-Identifier: GPL-2.0
/*
 * The recorder: writes calls into the buffer of their array.
 *
 * Where the event has no filter, no trigger and no listener, a call is written directly: reserve,
 * fill, commit. Otherwise record_slow() does what the kernel does for an event that is enabled. A
 * call that lasted long enough is followed by its stack.
 */
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>

#include <compat/fgraph.h>
#include <compat/trace.h>
#include <compat/tracepoint.h>

#include <trace/events/duration.h>

#include "duration/call/detail.h"
#include "duration/call/record.h"
#include "duration/call/stack.h"

/*
 * The tracepoint has one list of listeners for all arrays. They get each call once, from this
 * session.
 */
struct duration_session *tracepoint_source;

/* The type of the event func_duration, as in struct trace_entry */
static int record_type;

/**
 * duration_record_init - before the first call is recorded
 * @type: the type of the event func_duration
 *
 * Context: process context.
 */
void duration_record_init(int type)
{
	record_type = type;
}

/* ring_buffer_event_data(), inline: type_len encodes the length of events up to 112 bytes. */
static __always_inline void *event_data(struct ring_buffer_event *event)
{
	unsigned int type_len = event->type_len;

	if (likely(type_len && type_len <= RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return event->array;
	return ring_buffer_event_data(event);
}

/* The common part of a record */
static __always_inline struct func_duration_entry *
fill_common(struct ring_buffer_event *event, const struct duration_call *call, int type)
{
	struct func_duration_entry *entry = event_data(event);

	tracing_generic_entry_update(&entry->ent, type, call->trace_ctx);
	entry->func = call->func;
	entry->calltime = call->calltime;
	entry->duration = call->duration;
	entry->depth = call->depth;
	entry->overrun = call->depth >> 16;
	return entry;
}

static __always_inline unsigned long entry_size(const struct duration_session *session)
{
	return session->details ? detail_entry_size(session->details) :
				  sizeof(struct func_duration_entry);
}

static __always_inline struct func_duration_entry *
fill_entry(struct duration_session *session, struct ring_buffer_event *event,
	   const struct duration_call *call)
{
	struct func_duration_entry *entry;

	if (!session->details)
		return fill_common(event, call, record_type);
	entry = fill_common(event, call, detail_type());
	detail_write(container_of(entry, struct func_duration_detail_entry, common),
		     session, call_detail(call));
	return entry;
}

/* As __buffer_unlock_commit(): the next context switch saves the task's name. */
static void commit(struct trace_buffer *buffer)
{
	this_cpu_write(trace_taskinfo_save, true);
	ring_buffer_unlock_commit(buffer);
}

/* tracing_on is 0, or this cpu is not in tracing_cpumask. */
static bool recording_is_off(const struct trace_array *tr,
			     struct trace_buffer *buffer)
{
	return !ring_buffer_record_is_set_on(buffer) ||
	       !cpumask_test_cpu(raw_smp_processor_id(), tr->tracing_cpumask);
}

/* The counter of a call for which the ring buffer reserved no record. */
static noinline unsigned long __percpu *
missed_count(const struct duration_session *session, struct trace_buffer *buffer)
{
	return recording_is_off(session->tr, buffer) ? &session->counts->off :
						       &session->counts->lost;
}

/*
 * No filter, trigger or listener is attached: reserve, fill, commit. The ring buffer
 * protects itself from recursion, and nothing else is called.
 */
static __always_inline bool record_uncounted(struct duration_session *session,
					     const struct duration_call *call)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(buffer, sizeof(struct func_duration_entry));
	if (unlikely(!event)) {
		this_cpu_inc(*missed_count(session, buffer));
		return false;
	}
	fill_common(event, call, record_type);
	commit(buffer);
	return true;
}

static __always_inline bool record_fast(struct duration_session *session,
					const struct duration_call *call)
{
	bool written = record_uncounted(session, call);

	if (likely(written))
		this_cpu_inc(session->counts->recorded);
	return written;
}

static bool event_matches(struct trace_event_file *file, unsigned long flags,
			  void *entry)
{
	return !(flags & EVENT_FILE_FL_FILTERED) ||
	       filter_match_preds(rcu_dereference_raw(file->filter), entry);
}

/* Also a histogram may take snapshots: "onmax($x).snapshot()" */
static bool trigger_takes_snapshots(const struct trace_array *tr,
				    const struct event_trigger_data *trigger)
{
	enum event_trigger_type type = trigger->cmd_ops->trigger_type;

	return type & ETT_SNAPSHOT ||
	       (type & ETT_EVENT_HIST && READ_ONCE(tr->cond_snapshot));
}

/* Does event_triggers_call() take a snapshot for this record, or without one? */
static bool triggers_take_snapshot(const struct duration_session *session, void *entry)
{
	struct event_trigger_data *trigger;
	struct event_filter *filter;

	list_for_each_entry_rcu(trigger, &session->file->triggers, list, true) {
		if (!trigger_takes_snapshots(session->tr, trigger))
			continue;
		filter = rcu_dereference_raw(trigger->filter);
		if (!entry || !filter || filter_match_preds(filter, entry))
			return true;
	}
	return false;
}

static enum event_trigger_type call_triggers(struct duration_session *session,
					     struct trace_buffer *buffer, void *entry,
					     struct ring_buffer_event *event)
{
	if (triggers_take_snapshot(session, entry))
		this_cpu_write(session->counts->snapshot_time, fgraph_clock());
	return event_triggers_call(session->file, buffer, entry, event);
}

/*
 * With the event's filter and triggers, in the order of trace_event_buffer_commit(), but
 * also if the event is soft disabled, which it is if it has a trigger and is not enabled. A
 * conditional trigger such as "traceon if" needs the record also while recording is off. The
 * record is then written to temp_buffer, as the kernel does.
 */
static bool record_filtered(struct duration_session *session,
			    const struct duration_call *call)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	struct trace_event_file *file = session->file;
	unsigned long flags = READ_ONCE(file->flags);
	enum event_trigger_type deferred = ETT_NONE;
	struct func_duration_entry *entry;
	unsigned long __percpu *count = &session->counts->recorded;
	struct ring_buffer_event *event;
	bool written;

	if ((flags & EVENT_FILE_FL_TRIGGER_MODE) && !(flags & EVENT_FILE_FL_TRIGGER_COND))
		call_triggers(session, NULL, NULL, NULL);

	event = ring_buffer_lock_reserve(buffer, entry_size(session));
	if (!event)
		count = missed_count(session, buffer);
	if (!event && (flags & EVENT_FILE_FL_TRIGGER_COND)) {
		buffer = temp_buffer;
		event = ring_buffer_lock_reserve(buffer, entry_size(session));
	}
	if (!event) {
		this_cpu_inc(*count);
		return false;
	}
	entry = fill_entry(session, event, call);

	if (flags & EVENT_FILE_FL_TRIGGER_COND)
		deferred = call_triggers(session, buffer, entry, event);

	written = event_matches(file, flags, entry);
	if (written) {
		commit(buffer);
		this_cpu_inc(*count);
	} else {
		ring_buffer_discard_commit(buffer, event);
		this_cpu_inc(session->counts->filtered);
	}

	if (deferred)
		event_triggers_post_call(file, deferred);
	return written && buffer != temp_buffer;
}

/*
 * Would the trigger "snapshot" wait for a lock that this CPU holds? A task that takes a
 * snapshot holds max_lock, with interrupts off, while it calls functions that may be traced,
 * such as irq_work_queue() (kernel/trace/trace.c, 6.12 line 1956). A lock that is free now is
 * not held by this CPU.
 */
static bool snapshot_is_taken(const struct duration_session *session)
{
	return (READ_ONCE(session->file->flags) & EVENT_FILE_FL_TRIGGER_MODE) &&
	       irqs_disabled() && arch_spin_is_locked(&session->tr->max_lock);
}

/* An irq_work of PREEMPT_RT runs in a thread, "irq_work/CPU" (kernel/irq_work.c). */
static bool in_irq_work(void)
{
	return irqs_disabled() ||
	       (IS_ENABLED(CONFIG_PREEMPT_RT) && str_has_prefix(current->comm, "irq_work/"));
}

/*
 * Is this call made by the interrupt of a snapshot? update_max_tr() queues irq_works for
 * waiters, also if there are none (6.12 trace.c line 1977, 7.3 trace_snapshot.c line 500). If
 * the trigger "snapshot" were called in their interrupt, the next interrupt would follow at
 * once, and so on: the CPU would do nothing else any more. So after a snapshot calls in which
 * interrupts are disabled are left out, until a call with interrupts enabled shows that the CPU
 * continues, or, if no such function is traced, for SNAPSHOT_PAUSE.
 */
#define SNAPSHOT_PAUSE	(10 * NSEC_PER_MSEC)

static bool snapshot_goes_on(struct duration_counts *counts)
{
	if (likely(!counts->snapshot_time))
		return false;
	if (in_irq_work() && fgraph_clock() - counts->snapshot_time < SNAPSHOT_PAUSE)
		return true;
	counts->snapshot_time = 0;
	return false;
}

/*
 * Triggers, filters and listeners call functions that may be traced. These calls are not
 * recorded: slow_contexts has a bit for each context that is in here.
 */
static bool record_listened(struct duration_session *session,
			    const struct duration_call *call)
{
	struct duration_counts *counts = this_cpu_ptr(session->counts);
	unsigned int context = BIT(interrupt_context_level());
	struct tracepoint_hold hold;
	bool written;

	if (counts->slow_contexts & context || snapshot_is_taken(session) ||
	    snapshot_goes_on(counts)) {
		this_cpu_inc(session->counts->nested);
		return false;
	}

	counts->slow_contexts |= context;
	barrier();
	hold = tracepoint_hold();
	if (trace_func_duration_enabled() && READ_ONCE(tracepoint_source) == session)
		trace_func_duration(call->func, call->calltime, call->duration,
				    call->depth, call->depth >> 16);
	written = record_filtered(session, call);
	tracepoint_release(hold);
	barrier();
	counts->slow_contexts &= ~context;
	return written;
}

/* Returns: whether there is a record. */
static noinline bool record_slow(struct duration_session *session,
				 const struct duration_call *call)
{
	int bit = fgraph_return_trylock(call->func);
	bool written = false;

	if (unlikely(bit < 0)) {
		this_cpu_inc(session->counts->nested);
		return false;
	}
	if (rcu_is_watching())
		written = record_listened(session, call);
	else
		this_cpu_inc(session->counts->lost);
	fgraph_return_unlock(bit);
	return written;
}

static __always_inline bool record_is_plain(const struct duration_session *session)
{
	const unsigned long attached = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_FILTERED;

	return !(READ_ONCE(session->file->flags) & attached) &&
	       !trace_func_duration_enabled();
}

static bool record_detail(struct duration_session *session, const struct duration_call *call)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(buffer, entry_size(session));
	if (!event) {
		this_cpu_inc(*missed_count(session, buffer));
		return false;
	}
	fill_entry(session, event, call);
	commit(buffer);
	this_cpu_inc(session->counts->recorded);
	return true;
}

/* Returns: whether there is a record of it. */
static bool record(struct duration_session *session, const struct duration_call *call)
{
	if (unlikely(!record_is_plain(session)))
		return record_slow(session, call);
	if (session->details)
		return record_detail(session, call);
	return record_fast(session, call);
}

/* Reading the clock takes about a third of writing a call. */
#define HELD_BATCH	8

static void record_held_fast(struct duration_session *session, struct duration_call *calls,
			     unsigned long n)
{
	struct duration_call *call;
	unsigned long written = 0;

	for (call = calls; call < calls + n; call++) {
		held_call_end(call);
		written += record_uncounted(session, call);
	}
	this_cpu_add(session->counts->recorded, written);
}

static void record_held(struct duration_session *session, struct duration_call *calls,
			unsigned long n, unsigned long size)
{
	if (likely(!session->details && record_is_plain(session))) {
		record_held_fast(session, calls, n);
		return;
	}
	for (; n; n--, calls = (void *)calls + size) {
		held_call_end(calls);
		record(session, calls);
	}
}

/**
 * duration_record_held - write calls that returned before
 * @session: whose calls they are
 * @calls: the first; if the session records details, that of a struct duration_detail
 * @n: how many
 * @size: of each, in bytes
 * @deadline: the time from which on no more are written, except a first few; or U64_MAX
 *
 * Context: a return handler, in the task that made the calls.
 * Return: how many were written, or counted as not recorded.
 */
unsigned long duration_record_held(struct duration_session *session,
				   struct duration_call *calls, unsigned long n,
				   unsigned long size, u64 deadline)
{
	unsigned long i, batch = deadline == U64_MAX ? n : HELD_BATCH;

	for (i = 0; i < n; i += batch) {
		if (i && fgraph_clock() >= deadline)
			return i;
		record_held(session, (void *)calls + i * size, min(batch, n - i), size);
	}
	return n;
}

static bool wants_stack(const struct duration_session *session, u64 duration)
{
	return unlikely(duration >= READ_ONCE(session->stack_thresh));
}

/**
 * duration_record - write a call that returns, and its stack if that is wanted
 * @session: whose call it is
 * @call: the call; if the session records details, that of a struct duration_detail
 *
 * Context: a return handler.
 */
void duration_record(struct duration_session *session, const struct duration_call *call)
{
	if (record(session, call) && wants_stack(session, call->duration))
		stack_write(session, call);
}

/* By value, so that the fast path keeps the call in registers. */
static noinline void record_copy(struct duration_session *session, struct duration_call call)
{
	duration_record(session, &call);
}

/**
 * duration_record_return - duration_record() of a call without details
 * @trace: the call
 * @session: whose call it is
 * @calltime: when it began
 * @duration: how long it took; not below the threshold
 *
 * The arguments are in the order of those of the handlers, so that they need not be moved.
 *
 * Context: a return handler.
 */
noinline void duration_record_return(const struct ftrace_graph_ret *trace,
				     struct duration_session *session, u64 calltime,
				     u64 duration)
{
	const struct duration_call call = duration_call(trace, calltime, duration);

	if (likely(record_is_plain(session) && !wants_stack(session, duration)))
		record_fast(session, &call);
	else
		record_copy(session, call);
}

/**
 * duration_recording_is_off - ask before writing many calls
 * @session: whose calls they are
 *
 * Context: any.
 * Return: true if nothing would be written, and no trigger would see the calls.
 */
bool duration_recording_is_off(const struct duration_session *session)
{
	return record_is_plain(session) &&
	       recording_is_off(session->tr, READ_ONCE(session->tr->array_buffer.buffer));
}

#ifdef DURATION_KUNIT
#include "tests/kunit/record_test.c"
#endif
