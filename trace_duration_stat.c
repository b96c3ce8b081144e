// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of every call: the handlers of a session with the option duration-stat, and
 * the tables in which they count. Those of a session with duration-tree are made from the
 * same functions, with or without counting; see trace_duration_whole.c.
 *
 * Each CPU has a table of its own, found by a hash of the function. Its entries are
 * allocated before tracing starts. A call changes its entry by single instructions, with
 * preemption disabled, so interrupts and NMIs on the same CPU may count in between. A
 * reader adds the tables up, and stops nobody. A reset gives the session other tables
 * and waits until nobody counts in the old ones, so each call is counted in one interval
 * and with all that belongs to it.
 *
 * The handlers are not those of other sessions, so that the option costs nothing where
 * it is not set. Those of sessions that record details (trace_duration_detail.c) are one
 * pair for all modes. Call times and the time of callees are in the state of the task
 * (trace_duration_task.c), not in the frames of the shadow stack: at a call's return, the
 * self time is the duration minus the time of the callees. An interrupt may come at any
 * instruction of a handler: include/trace_duration_task.h says what follows from that.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "trace_duration.h"

static unsigned int stat_functions = 8192;
module_param(stat_functions, uint, 0644);
MODULE_PARM_DESC(stat_functions, "functions per CPU that duration-stat has room for (8192)");

#define MIN_FUNCTIONS	16U
#define MAX_FUNCTIONS	262144U

/*
 * Tables
 */

/* Slots are pointers, and at most a quarter of them is used. */
#define SLOTS_PER_ENTRY	4

/* Marks a free slot, so that a look-up needs no test for NULL */
static struct stat_entry stat_no_entry;

/* The table of a CPU that has none: one slot, which stays free */
static struct stat_entry *stat_no_slot = &stat_no_entry;

static void stat_cpu_init(struct stat_cpu *table, struct stat_wraps *wraps)
{
	table->slots = &stat_no_slot;
	table->wraps = wraps;
}

static unsigned long nr_slots(unsigned long size)
{
	return roundup_pow_of_two(size * SLOTS_PER_ENTRY);
}

/* The memory of the tables of so many CPUs */
static u64 stat_memory(unsigned long size, unsigned int cpus)
{
	return (u64)cpus * (size * sizeof(struct stat_entry) +
			    nr_slots(size) * sizeof(struct stat_entry *)) +
	       sizeof(struct stat_wraps);
}

/* A reader may look at it meanwhile, see stat_look_up(); handlers may not. */
static int stat_cpu_alloc(struct stat_cpu *table, unsigned long size, int node)
{
	unsigned long slots = nr_slots(size), i;
	const gfp_t flags = GFP_KERNEL | __GFP_RETRY_MAYFAIL;
	struct stat_entry **slot;

	slot = kvmalloc_node(slots * sizeof(*slot), flags, node);
	if (!slot)
		return -ENOMEM;
	table->entries = kvzalloc_node(size * sizeof(*table->entries), flags, node);
	if (!table->entries) {
		kvfree(slot);
		return -ENOMEM;
	}
	for (i = 0; i < slots; i++)
		slot[i] = &stat_no_entry;
	WRITE_ONCE(table->slots, slot);
	/* Pairs with stat_look_up(). */
	smp_store_release(&table->mask, slots - 1);
	table->size = size;
	return 0;
}

static void stat_cpu_free(struct stat_cpu *table)
{
	kvfree(table->entries);
	if (table->slots != &stat_no_slot)
		kvfree(table->slots);
}

/**
 * stat_tables_free - undo stat_tables_alloc()
 * @tables: no handler counts in them any more, see stat_tables_wait()
 *
 * Context: process context.
 */
void stat_tables_free(struct stat_tables *tables)
{
	int cpu;

	for_each_possible_cpu(cpu)
		stat_cpu_free(per_cpu_ptr(tables->cpus, cpu));
	free_percpu(tables->cpus);
	kvfree(tables->wraps);
	stat_left_free(tables);
	kfree(tables);
}

/* Tables for the CPUs that are online and have none. Under cpus_read_lock(). */
static int stat_tables_fill(struct stat_tables *tables)
{
	int cpu, ret;

	for_each_online_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		ret = table->size ? 0 : stat_cpu_alloc(table, tables->size, cpu_to_node(cpu));
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * stat_tables_alloc - make empty tables, for the CPUs that are online
 * @size: number of functions on each
 * @tasks: number of tasks with a state, for readers
 *
 * A CPU that comes online later gets its table by stat_cpu_comes().
 *
 * Context: process context, under cpus_read_lock().
 * Return: the tables, or NULL.
 */
struct stat_tables *stat_tables_alloc(unsigned long size, unsigned long tasks)
{
	static atomic64_t last_id;
	struct stat_tables *tables;
	int cpu;

	if (!duration_has_memory(stat_memory(size, num_online_cpus())))
		return NULL;
	tables = kzalloc(sizeof(*tables), GFP_KERNEL);
	if (!tables)
		return NULL;
	tables->cpus = alloc_percpu(struct stat_cpu);
	tables->wraps = kvzalloc(sizeof(*tables->wraps), GFP_KERNEL);
	if (!tables->cpus || !tables->wraps) {
		free_percpu(tables->cpus);
		kvfree(tables->wraps);
		kfree(tables);
		return NULL;
	}
	tables->id = atomic64_inc_return(&last_id);
	INIT_LIST_HEAD(&tables->left);
	tables->size = size;
	tables->tasks = tasks;
	for_each_possible_cpu(cpu)
		stat_cpu_init(per_cpu_ptr(tables->cpus, cpu), tables->wraps);
	if (stat_tables_fill(tables)) {
		stat_tables_free(tables);
		return NULL;
	}
	tables->start = trace_clock_local();
	return tables;
}

/**
 * stat_cpu_comes - make the table of a CPU that is about to start
 * @session: the session
 * @cpu: the CPU
 *
 * One that was online before has its table still. Without memory the CPU starts nevertheless, and
 * its calls are counted as without room.
 *
 * Context: process context, under cpus_write_lock().
 */
void stat_cpu_comes(struct duration_session *session, unsigned int cpu)
{
	struct stat_tables *tables = session->tables;
	struct stat_cpu *table;

	if (!tables)
		return;
	table = per_cpu_ptr(tables->cpus, cpu);
	if (table->size || (duration_has_memory(stat_memory(tables->size, 1)) &&
			    !stat_cpu_alloc(table, tables->size, cpu_to_node(cpu))))
		return;
	pr_warn("%s: no memory for the statistics of CPU %u: its calls are not counted\n",
		array_name(session->tr), cpu);
}

/*
 * Entries are never removed. If an interrupt has taken the slot meanwhile, the entry that
 * was just made stays unused.
 */
static void stat_add(struct stat_cpu *table, struct stat_entry **slot, unsigned long func)
{
	struct stat_entry *entry;
	unsigned long used;

	if (local_read(&table->used) >= table->size)
		return;
	used = local_inc_return(&table->used);
	if (used > table->size)
		return;
	entry = table->entries + used - 1;
	entry->min = U64_MAX;
	WRITE_ONCE(entry->func, func);
	/* Pairs with the dependency in stat_look_up(). */
	smp_wmb();
	if (cmpxchg_local(slot, &stat_no_entry, entry) != &stat_no_entry)
		WRITE_ONCE(entry->func, 0);
}

/* Returns: the function's entry, or NULL if there is no room for it. */
static noinline struct stat_entry *stat_probe(struct stat_cpu *table, unsigned long func)
{
	struct stat_entry **slot, *entry;
	unsigned long at = func >> 4;

	for (;; at++) {
		slot = table->slots + (at & table->mask);
		if (READ_ONCE(*slot) == &stat_no_entry)
			stat_add(table, slot, func);
		entry = READ_ONCE(*slot);
		if (entry == &stat_no_entry)
			return NULL;
		if (entry->func == func)
			return entry;
	}
}

/**
 * stat_look_up - look a function up in the table of any CPU
 * @table: the table
 * @func: the function
 *
 * Context: process context.
 * Return: its entry; NULL if it has none.
 */
const struct stat_entry *stat_look_up(const struct stat_cpu *table, unsigned long func)
{
	/* Pairs with stat_cpu_alloc(): the CPU may be about to start. */
	unsigned long mask = smp_load_acquire(&table->mask), at = func >> 4;
	struct stat_entry **slots = READ_ONCE(table->slots);
	const struct stat_entry *entry;

	while ((entry = READ_ONCE(slots[at & mask])) != &stat_no_entry) {
		if (READ_ONCE(entry->func) == func)
			return entry;
		at++;
	}
	return NULL;
}

/* Returns: this CPU's entry of the function; NULL where stat_probe() has to look. */
static __always_inline struct stat_entry *stat_find(struct stat_cpu __percpu *cpus,
						    unsigned long func)
{
	unsigned long at = func >> 4 & raw_cpu_read(cpus->mask);
	struct stat_entry *entry = in_place(raw_cpu_read(cpus->slots)[at]);

	return likely(entry->func == func) ? assume_pointer(entry) : NULL;
}

static void stat_new_min(struct stat_entry *entry, u64 duration)
{
	u64 min = READ_ONCE(entry->min);

	while (duration < min && !try_cmpxchg_local(&entry->min, &min, duration))
		;
}

static void stat_new_max(struct stat_entry *entry, u64 duration)
{
	u64 max = READ_ONCE(entry->max);

	while (duration > max && !try_cmpxchg_local(&entry->max, &max, duration))
		;
}

/* Returns: false if the bucket has wrapped, which stat_wrapped() has to note. */
static __always_inline bool stat_entry_add(struct stat_entry *entry, unsigned long bucket,
					   u64 duration, u64 self)
{
	local_inc(&entry->calls);
	local_add(duration, &entry->sum);
	local_add(self, &entry->self);
	return likely(!local32_inc_and_test(entry->buckets + bucket));
}

/*
 * As stat_entry_add(). A reader that sees the first call sees its min and max. If an interrupt sets
 * a greater max meanwhile, the next longer call sets fast again.
 */
static bool stat_entry_count(struct stat_entry *entry, u64 duration, u64 self)
{
	stat_new_min(entry, duration);
	stat_new_max(entry, duration);
	WRITE_ONCE(entry->fast, min(READ_ONCE(entry->max), STAT_SHORT_NS - 1));
	/* Pairs with stat_entry_read(). */
	smp_wmb();
	return stat_entry_add(entry, stat_bucket(duration), duration, self);
}

/*
 * Buckets that have wrapped
 */

static unsigned long wrap_hash(const u32 *bucket)
{
	return hash_ptr(bucket, ilog2(STAT_WRAPS));
}

static void stat_note_wrap(struct stat_wraps *wraps, u32 *bucket)
{
	unsigned long at = wrap_hash(bucket), i;

	for (i = 0; i < STAT_WRAP_STEPS; i++, at++) {
		struct stat_wrap *slot = &wraps->slots[at % STAT_WRAPS];
		u32 *old = READ_ONCE(slot->bucket);

		if (!old)
			old = cmpxchg(&slot->bucket, NULL, bucket) ?: bucket;
		if (old == bucket) {
			atomic_inc(&slot->wraps);
			return;
		}
	}
	atomic_inc(&wraps->lost);
}

/* Returns: where the wraps of a bucket are counted; NULL if it has not wrapped. */
static atomic_t *find_wraps(struct stat_wraps *wraps, const u32 *bucket)
{
	unsigned long at = wrap_hash(bucket), i;

	for (i = 0; i < STAT_WRAP_STEPS; i++, at++) {
		const u32 *found = READ_ONCE(wraps->slots[at % STAT_WRAPS].bucket);

		if (!found)
			return NULL;
		if (found == bucket)
			return &wraps->slots[at % STAT_WRAPS].wraps;
	}
	return NULL;
}

static unsigned int stat_wraps_of(struct stat_wraps *wraps, const u32 *bucket)
{
	const atomic_t *count = find_wraps(wraps, bucket);

	return count ? atomic_read(count) : 0;
}

/* As stat_entry_read(). Returns: the calls of its buckets. */
static u64 read_buckets(const struct stat_tables *tables, const struct stat_entry *entry,
			u64 *buckets)
{
	/* With fewer calls no bucket has wrapped. */
	bool wrapped = local_read(&entry->calls) > U32_MAX;
	u64 calls = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++) {
		buckets[i] = READ_ONCE(entry->buckets[i]);
		if (wrapped)
			buckets[i] += (u64)stat_wraps_of(tables->wraps, entry->buckets + i) << 32;
		calls += buckets[i];
	}
	return calls;
}

/* How often an entry is read again, 20 us later, if a bucket has wrapped meanwhile */
#define READ_TRIES	50

/**
 * stat_entry_read - the calls of an entry
 * @tables: that it belongs to
 * @entry: the entry
 * @buckets: where to put its histogram, of STAT_BUCKETS
 *
 * A bucket that just wraps has 2^32 calls less until that is noted. The count of all calls does
 * not wrap, and shows it.
 *
 * Context: process context, sleeps.
 * Return: the number of calls, which may be some more than those of the histogram.
 */
u64 stat_entry_read(const struct stat_tables *tables, const struct stat_entry *entry,
		    u64 *buckets)
{
	unsigned int tries;
	u64 missing, calls;

	for (tries = 0; ; tries++) {
		missing = -read_buckets(tables, entry, buckets);
		calls = local_read(&entry->calls);
		missing += calls;
		if (missing < BIT(31) || tries == READ_TRIES || atomic_read(&tables->wraps->lost))
			break;
		usleep_range(20, 40);
	}
	/* What is read after this is of these calls, too: see stat_entry_count(). */
	smp_rmb();
	return calls;
}

/**
 * stat_entry_clear - let an entry count from 0 on
 * @tables: that it belongs to
 * @entry: the entry, of a function that nobody calls any more
 *
 * It stays in its place, for the next function at the address.
 *
 * Context: process context.
 */
void stat_entry_clear(const struct stat_tables *tables, struct stat_entry *entry)
{
	bool wrapped = local_read(&entry->calls) > U32_MAX;
	unsigned int i;
	atomic_t *count;

	for (i = 0; i < STAT_BUCKETS; i++) {
		WRITE_ONCE(entry->buckets[i], 0);
		count = wrapped ? find_wraps(tables->wraps, entry->buckets + i) : NULL;
		if (count)
			atomic_set(count, 0);
	}
	local_set(&entry->calls, 0);
	local_set(&entry->sum, 0);
	local_set(&entry->nested, 0);
	local_set(&entry->self, 0);
	WRITE_ONCE(entry->fast, 0);
	WRITE_ONCE(entry->max, 0);
	WRITE_ONCE(entry->min, U64_MAX);
}

/*
 * Counting
 */

static struct stat_cpu __percpu *stat_cpus(const struct duration_session *session)
{
	return READ_ONCE(session->cpus);
}

static struct stat_cpu *stat_this_cpu(const struct duration_session *session)
{
	return this_cpu_ptr(stat_cpus(session));
}

static bool stat_has(const struct stat_cpu *table, const struct stat_entry *entry)
{
	return (void *)entry - (void *)table->entries < table->size * sizeof(*entry);
}

/*
 * A bucket of this CPU has wrapped. It is not noted if the session has got other tables since the
 * call was counted: nobody reads the old ones. Enables preemption. The session is the second
 * argument, as in stat_count_slow(), so that no register has to be moved before a call is counted.
 */
static noinline void stat_wrapped(struct stat_entry *entry,
				  const struct duration_session *session,
				  unsigned long bucket)
{
	struct stat_cpu *table = stat_this_cpu(session);

	if (stat_has(table, entry))
		stat_note_wrap(table->wraps, entry->buckets + bucket);
	fgraph_preempt_enable();
}

/* As stat_count(), in all cases */
static noinline void stat_count_slow(unsigned long func, struct duration_session *session,
				     u64 duration, bool nested, u64 self)
{
	struct stat_entry *entry;
	struct stat_cpu *table;

	fgraph_preempt_disable();
	table = stat_this_cpu(session);
	entry = stat_probe(table, func);
	if (entry) {
		if (!stat_entry_count(entry, duration, self))
			stat_note_wrap(table->wraps, entry->buckets + stat_bucket(duration));
		/* After the sum, which is not less: row_add() reads them in the other order. */
		smp_wmb();
		if (nested)
			local_add(duration, &entry->nested);
	} else {
		local_inc(&table->no_room);
	}
	fgraph_preempt_enable();
}

/* Returns: false, with nothing counted, where stat_count_slow() has to. */
static __always_inline bool stat_count_fast(struct duration_session *session,
					    unsigned long func, u64 duration, u64 self)
{
	struct stat_entry *entry;
	unsigned long bucket;

	fgraph_preempt_disable();
	entry = stat_find(stat_cpus(session), func);
	if (unlikely(!entry || duration < in_place(entry->min) ||
		     duration > in_place(entry->fast))) {
		fgraph_preempt_enable();
		return false;
	}
	bucket = stat_bucket_of_short(duration);
	OPTIMIZER_HIDE_VAR(bucket);	/* its place is found by the instruction that adds */
	if (unlikely(!stat_entry_add(entry, bucket, duration, self))) {
		OPTIMIZER_HIDE_VAR(bucket);
		stat_wrapped(entry, session, bucket);
		return true;
	}
	fgraph_preempt_enable();
	return true;
}

static __always_inline void stat_count(struct duration_session *session,
				       unsigned long func, u64 duration, u64 self,
				       bool nested)
{
	if (unlikely(nested || !stat_count_fast(session, func, duration, self)))
		stat_count_slow(func, session, duration, nested, self);
}

/*
 * Handlers
 */

/* The modes in which the frames of a task have the time of callees */
#define MODES_CALLEES	(SESSION_STAT | SESSION_DETAILS)

static unsigned int session_modes(const struct duration_session *session)
{
	return (READ_ONCE(session->cpus) ? SESSION_STAT : 0) | (session->whole ? SESSION_TREE : 0) |
	       session->details;
}

/* Without a state the call cannot be timed: it is not entered. */
static noinline void stat_no_task(struct duration_session *session)
{
	this_cpu_inc(session->counts->no_room);
	if (!READ_ONCE(session->cpus))
		return;
	preempt_disable_notrace();
	local_inc(&stat_this_cpu(session)->no_task);
	preempt_enable_notrace();
}

static __always_inline int stat_begin(struct duration_session *session,
				      struct duration_task *task, long place, long flags,
				      bool own_time, bool in_root)
{
	u64 now;

	/* Those in a root are counted when they are not held any more. */
	if (!in_root)
		this_cpu_inc(session->counts->entered);
	if (own_time) {
		now = fgraph_clock();
		task_frame_at(task, &place)->calltime = now;
	}
	task_push_end(task, place | flags);
	return 1;
}

/*
 * The core's times are used if they can be trusted now; see also stat_call_time(). The
 * arguments are in the order of those of the handlers, so that they need not be moved.
 */
static noinline int stat_entry_careful(const struct ftrace_graph_ent *trace,
				       struct duration_session *session,
				       struct ftrace_regs *regs)
{
	unsigned int modes = session_modes(session);
	struct duration_task *task;
	struct task_frame *frame;
	long place;

	if (test_bit(CARE_CLOSED, &session->care))
		return 0;
	task = task_find(&session->tasks) ?: task_claim(&session->tasks);
	if (!task) {
		stat_no_task(session);
		return 0;
	}
	/* The return of a root was skipped. */
	if (READ_ONCE(task->root) != TASK_NO_ROOT)
		whole_leave_root(session, task);
	if (graph_filters_set(session)) {
		enum graph_verdict verdict = graph_entry(session, &task->graph, trace);

		if (verdict != GRAPH_TRACE)
			return verdict == GRAPH_FRAME;
	}
	session_note_moved_times(session);
	frame = task_push_slow(&session->tasks, task, trace->func, trace->depth,
			       modes & MODES_CALLEES, &place);
	if (!frame) {
		stat_no_task(session);
		return 0;
	}
	/* A new root: the return of the last one was skipped. */
	if (task_is_root(frame))
		whole_forget(&session->tasks, task);
	detail_begin(&session->tasks, task, place, regs);
	return stat_begin(session, task, place & ~TASK_FLAGS, place & TASK_FLAGS,
			  !FGRAPH_KEEPS_TIMES || test_bit(CARE_WORDS, &session->care),
			  session->whole && !task_is_root(frame));
}

/*
 * Handlers are made from these, with the session's modes as a constant. Each tests that it
 * is called for a session of its own: see session_is_of().
 */
static __always_inline int stat_entry_of(const struct ftrace_graph_ent *trace,
					 struct fgraph_ops *gops, unsigned int modes,
					 struct ftrace_regs *regs)
{
	struct duration_session *session = session_of(gops);
	struct duration_task *task;
	bool in_root;
	long place;

	if (unlikely(session_cares_at_entry(session) || fgraph_times_move()))
		return stat_entry_careful(trace, session, regs);
	task = task_find(&session->tasks);
	if (unlikely(!task))
		return stat_entry_careful(trace, session, regs);
	/* If a filter is set while a task is in a root, it is looked at in the next one. */
	in_root = (modes & SESSION_TREE) && in_place(task->top) != TASK_NONE;
	if (!in_root && unlikely(graph_filters_set(session)))
		return stat_entry_careful(trace, session, regs);
	if (unlikely(!task_push(task, trace->func, trace->depth, modes & MODES_CALLEES, &place)))
		return stat_entry_careful(trace, session, regs);
	if (modes & SESSION_DETAILS)
		detail_begin(&session->tasks, task, place, regs);
	return stat_begin(session, task, place, 0, !FGRAPH_KEEPS_TIMES, in_root);
}

/*
 * The call time of a frame that was found carefully. Where the core keeps times, a frame has
 * one of its own only if it was entered with CARE_WORDS.
 *
 * Returns: 0 if the core's time cannot be trusted any more, see fgraph_times_move().
 */
static u64 stat_call_time(const struct duration_session *session,
			  const struct task_frame *frame, const struct ftrace_graph_ret *trace)
{
	if (!FGRAPH_KEEPS_TIMES || frame->calltime)
		return frame->calltime;
	return test_bit(CARE_WORDS, &session->care) ? 0 : fgraph_call_time(trace);
}

/* As stat_write(), with details */
static noinline void stat_write_detail(struct duration_session *session,
				       struct duration_task *task, struct task_frame *frame,
				       const struct ftrace_graph_ret *trace, u64 calltime,
				       u64 duration, unsigned long retval)
{
	struct duration_detail detail;

	if (!session->whole && duration < whole_thresh(session, trace->func, true)) {
		this_cpu_inc(session->counts->below);
		return;
	}
	detail.call = duration_call(trace, calltime, duration);
	detail_fill(&detail, session, task, frame, retval);
	if (session->whole)
		whole_hold_call(session, task, &detail.call);
	else
		duration_record(session, &detail.call);
}

static __always_inline void stat_hold(struct duration_session *session,
				      struct duration_task *task,
				      const struct ftrace_graph_ret *trace, u64 calltime,
				      u64 duration, bool own_thresh)
{
	if (unlikely(!whole_hold(task, trace, trace->depth, calltime, duration,
				 whole_root_thresh(session, task, own_thresh))))
		whole_hold_slow(session, task, trace, calltime, duration);
}

/* Each call for itself, or a call in a root */
static __always_inline void stat_write(struct duration_session *session,
				       struct duration_task *task,
				       const struct ftrace_graph_ret *trace, u64 calltime,
				       u64 duration, unsigned int modes, bool own_thresh)
{
	if (modes & SESSION_TREE)
		stat_hold(session, task, trace, calltime, duration, own_thresh);
	else if (own_thresh ? duration < duration_thresh_of(session, trace->func) :
			      is_below_threshold(session, duration))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(trace, session, calltime, duration);
}

static noinline void stat_count_and_record(const struct ftrace_graph_ret *trace,
					   struct duration_session *session, u64 duration,
					   u64 rettime, u64 self)
{
	stat_count(session, trace->func, duration, self, false);
	duration_record_return(trace, session, rettime - duration, duration);
}

/* If it returns on another cpu, whose clock is behind, the duration is 0. */
static __always_inline u64 stat_duration(u64 *calltime, u64 rettime)
{
	u64 duration = rettime - *calltime;

	/* OPTIMIZER_HIDE_VAR(): one branch, instead of two instructions without one. */
	if (unlikely((s64)duration < 0)) {
		duration = 0;
		OPTIMIZER_HIDE_VAR(duration);
		*calltime = rettime;
	}
	return duration;
}

static __always_inline u64 stat_self(u64 duration, u64 callees)
{
	u64 self;

	if (unlikely(check_sub_overflow(duration, callees, &self))) {
		self = 0;
		OPTIMIZER_HIDE_VAR(self);
	}
	return self;
}

/* As stat_end_plain(), of a call that has ended late; it is popped. */
static noinline void stat_end_late(const struct ftrace_graph_ret *trace,
				   struct duration_session *session, u64 duration, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	struct task_frame *frame = task_frame(task, task_place(trace->depth));
	u64 late = task_late(task, frame, rettime), self;

	duration += late;
	self = stat_self(duration, READ_ONCE(frame->callees));
	if (!is_below_threshold(session, duration)) {
		stat_count_and_record(trace, session, duration, rettime + late, self);
		return;
	}
	this_cpu_inc(session->counts->below);
	stat_count(session, trace->func, duration, self, false);
}

static noinline void stat_return_careful(const struct ftrace_graph_ret *trace,
					 struct duration_session *session,
					 unsigned long retval);

/*
 * Statistics alone, of a call that needs no care. Nothing that is called here returns here:
 * so no register has to be saved for it. For the same reason the return time is read again
 * where the core keeps it.
 */
static __always_inline void stat_end_plain(struct duration_session *session,
					   struct duration_task *task, long place,
					   const struct ftrace_graph_ret *trace, u64 rettime)
{
	u64 calltime = FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) :
					    task_frame_at(task, &place)->calltime;
	long outer = task_frame_at(task, &place)->outer;
	unsigned long func;
	u64 duration, self;

	if (unlikely(task_began_late(task, outer, calltime))) {
		stat_return_careful(trace, session, 0);
		return;
	}
	duration = stat_duration(&calltime, rettime);
	func = task_frame_at(task, &place)->func;
	task_pop_of(task, func, outer, duration, rettime, true, 0);
	if (unlikely(task_ends_late(task_frame_at(task, &place), rettime))) {
		stat_end_late(trace, session, duration, rettime);
		return;
	}
	self = stat_self(duration, in_place(task_frame_at(task, &place)->callees));
	if (unlikely(!is_below_threshold(session, duration))) {
		stat_count_and_record(trace, session, duration,
				      FGRAPH_KEEPS_TIMES ? fgraph_return_time(trace) : rettime,
				      self);
		return;
	}
	this_cpu_inc(session->counts->below);
	stat_count(session, func, duration, self, false);
}

/* The call is not recorded, nor is what it held if it is a root. */
static void stat_end_untimed(struct duration_session *session, struct duration_task *task,
			     struct task_frame *frame, u64 rettime, long flags)
{
	bool root = task_is_root(frame);

	task_pop(task, frame, READ_ONCE(frame->callees), rettime, true, flags);
	away_pop(&session->tasks, task, frame);
	if (root)
		whole_forget(&session->tasks, task);
}

/* Returns: how long the call took, which has ended. */
static __always_inline u64 stat_pop(struct duration_session *session,
				    struct duration_task *task, struct task_frame *frame,
				    u64 *calltime, u64 rettime, long flags, unsigned int modes)
{
	u64 duration;

	*calltime = task_call_time(task, frame, *calltime, rettime);
	duration = stat_duration(calltime, rettime);
	task_pop(task, frame, duration, rettime, modes & MODES_CALLEES, flags);
	if (unlikely(task_ends_late(frame, rettime)))
		duration += task_late(task, frame, rettime);
	if (modes & SESSION_DETAILS)
		away_pop(&session->tasks, task, frame);
	return duration;
}

/* A root with a frame. What interrupts have held before it was closed, they have noted in it. */
static noinline void stat_end_root(struct duration_session *session, struct duration_task *task,
				   struct task_frame *frame, const struct ftrace_graph_ret *trace,
				   u64 calltime, u64 rettime, unsigned long retval)
{
	unsigned int modes = session_modes(session);
	unsigned long held = whole_close(task), cut = local_xchg(&task->cut, 0);
	/* One of an interrupt may share its bit with a root that is about to begin. */
	const long flags = READ_ONCE(task->top) & TASK_FLAGS;
	struct duration_detail detail;
	u64 duration;

	duration = stat_pop(session, task, frame, &calltime, rettime, flags, modes);
	if (!whole_open(task))
		whole_forget_slow(&session->tasks, task);
	if (modes & SESSION_STAT)
		stat_count(session, trace->func, duration,
			   stat_self(duration, READ_ONCE(frame->callees)), false);
	detail.call = duration_call(trace, calltime, duration);
	if (modes & SESSION_DETAILS)
		detail_fill(&detail, session, task, frame, retval);
	whole_root_ended(session, held, cut, &detail.call);
}

static __always_inline void stat_end(struct duration_session *session,
				     struct duration_task *task, struct task_frame *frame,
				     const struct ftrace_graph_ret *trace, u64 calltime,
				     u64 rettime, long flags, unsigned int modes,
				     bool own_thresh, unsigned long retval)
{
	u64 duration;

	if ((modes & SESSION_TREE) && unlikely(task_is_root(frame))) {
		stat_end_root(session, task, frame, trace, calltime, rettime, retval);
		return;
	}
	duration = stat_pop(session, task, frame, &calltime, rettime, flags, modes);
	if (modes & SESSION_STAT)
		stat_count(session, trace->func, duration,
			   stat_self(duration, READ_ONCE(frame->callees)), flags & TASK_NESTED);
	if (modes & SESSION_DETAILS)
		stat_write_detail(session, task, frame, trace, calltime, duration, retval);
	else
		stat_write(session, task, trace, calltime, duration, modes, own_thresh);
}

static noinline void stat_return_careful(const struct ftrace_graph_ret *trace,
					 struct duration_session *session,
					 unsigned long retval)
{
	u64 rettime = fgraph_return_time(trace), calltime;
	struct duration_task *task;
	struct task_frame *frame;
	long flags;

	if (test_bit(CARE_CLOSED, &session->care))
		return;
	task = task_find(&session->tasks);
	if (!task)
		return;
	/* The return of a root was skipped. */
	if (READ_ONCE(task->root) != TASK_NO_ROOT)
		whole_leave_root(session, task);
	session_note_moved_times(session);
	frame = task_find_frame(&session->tasks, task, trace->func, trace->depth);
	/* It may have found that the return of a root was skipped. */
	if (!frame && READ_ONCE(task->top) == TASK_NONE)
		whole_forget(&session->tasks, task);
	if (test_bit(CARE_GRAPH, &session->care) &&
	    !graph_return(session, &task->graph, trace->depth, frame))
		return;
	if (!frame)
		return;
	flags = READ_ONCE(task->top) & TASK_FLAGS;
	calltime = stat_call_time(session, frame, trace);
	if (FGRAPH_KEEPS_TIMES && !calltime)
		stat_end_untimed(session, task, frame, rettime, flags);
	else
		stat_end(session, task, frame, trace, calltime, rettime, flags,
			 session_modes(session), true, retval);
}

static __always_inline void stat_return_of(const struct ftrace_graph_ret *trace,
					   struct fgraph_ops *gops, unsigned int modes,
					   unsigned long retval)
{
	struct duration_session *session = session_of(gops);
	u64 rettime = fgraph_return_time(trace);
	struct duration_task *task;
	struct task_frame *frame;
	long place;

	if (unlikely(session_cares(session) || fgraph_times_move())) {
		stat_return_careful(trace, session, retval);
		return;
	}
	task = task_find(&session->tasks);
	place = task_place(trace->depth);
	if (unlikely(!task || !task_is_at(task, place))) {
		stat_return_careful(trace, session, retval);
		return;
	}
	if (modes == SESSION_STAT) {
		stat_end_plain(session, task, place, trace, rettime);
		return;
	}
	frame = assume_pointer(task_frame(task, place));
	stat_end(session, task, frame, trace,
		 FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) : frame->calltime, rettime, 0,
		 modes, false, retval);
}

static void stat_return(FGRAPH_RETURN_ARGS);
static void tree_return(FGRAPH_RETURN_ARGS);
static void stat_tree_return(FGRAPH_RETURN_ARGS);
static void detail_return(FGRAPH_RETURN_ARGS);

static void stat_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == stat_return))
		stat_return_of(trace, gops, SESSION_STAT, 0);
}

static int stat_entry(FGRAPH_ENTRY_ARGS)
{
	if (unlikely(gops->retfunc != stat_return))
		return 0;
	return stat_entry_of(trace, gops, SESSION_STAT, NULL);
}

/*
 * With duration-tree alone, the calls in a root have no frames: they are those whose depth is
 * greater than that of the root. Nor has the root one, if nothing needs care when it begins. What
 * needs care later is looked at when a call cannot be held at once, and when the root ends. The
 * threshold of task->thresh only decides which calls are looked at more closely.
 */

/* The time is that of a frame that is not used otherwise. */
static __always_inline u64 *tree_time_of(struct duration_task *task, int depth)
{
	return &task_frame(task, task_place(depth & (TASK_FRAMES - 1)))->calltime;
}

static __always_inline u64 tree_call_time(struct duration_task *task,
					  const struct ftrace_graph_ret *trace)
{
	return FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) : *tree_time_of(task, trace->depth);
}

static __always_inline int tree_begin(struct duration_task *task, int depth)
{
	if (!FGRAPH_KEEPS_TIMES)
		*tree_time_of(task, depth) = fgraph_clock();
	return 1;
}

/* Interrupts may have roots of their own until this one is known, and are in it then. */
static __always_inline int tree_begin_root(const struct ftrace_graph_ent *trace,
					   struct duration_session *session,
					   struct duration_task *task)
{
	if (unlikely(in_place(task->root) != TASK_NO_ROOT || in_place(task->top) != TASK_NONE ||
		     session_cares_at_entry(session) || graph_filters_set(session) ||
		     fgraph_times_move()))
		return stat_entry_careful(trace, session, NULL);
	WRITE_ONCE(task->root, trace->depth);
	WRITE_ONCE(task->root_func, trace->func);
	WRITE_ONCE(task->thresh, session_thresh(session));
	this_cpu_inc(session->counts->entered);
	return tree_begin(task, trace->depth);
}

/* The first call of a task */
static noinline int tree_entry_first(const struct ftrace_graph_ent *trace,
				     struct duration_session *session)
{
	struct duration_task *task = NULL;

	if (!session_cares_at_entry(session))
		task = task_claim(&session->tasks);
	return task ? tree_begin_root(trace, session, task) :
		      stat_entry_careful(trace, session, NULL);
}

/* What changed since the root began, and is more than a threshold */
static bool tree_root_cares(struct duration_session *session)
{
	session_note_moved_times(session);
	return session_cares(session) && !cares_for_thresh_alone(session);
}

/* Where the core keeps the return time, it is read where it is needed: no register keeps it. */
static __always_inline u64 tree_return_time(const struct ftrace_graph_ret *trace, u64 rettime)
{
	return FGRAPH_KEEPS_TIMES ? fgraph_return_time(trace) : rettime;
}

static u64 tree_duration(struct duration_task *task, const struct ftrace_graph_ret *trace,
			 u64 *calltime, u64 rettime)
{
	*calltime = tree_call_time(task, trace);
	return stat_duration(calltime, tree_return_time(trace, rettime));
}

/*
 * Can the root not be recorded as it began? That is asked where the task itself returns: in an
 * interrupt, it may be just holding a call.
 */
static bool tree_root_is_over(struct duration_session *session)
{
	return !interrupt_context_level() &&
	       (tree_root_cares(session) || graph_filters_set(session));
}

/* A root that is over is left here: it may be one that does not return. */
static noinline void tree_hold_slow(const struct ftrace_graph_ret *trace,
				    struct duration_session *session, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	u64 calltime, duration = tree_duration(task, trace, &calltime, rettime);

	if (unlikely(tree_root_is_over(session))) {
		whole_leave_root(session, task);
		this_cpu_inc(session->counts->entered);
		this_cpu_add(session->counts->unfinished, 2);
	} else if (whole_is_direct(task)) {
		this_cpu_inc(session->counts->entered);
		duration_record_return(trace, session, calltime, duration);
	} else {
		whole_hold_slow(session, task, trace, calltime, duration);
	}
}

/* A duration of less than 0 is not less than the threshold here. */
static __always_inline void tree_hold(const struct ftrace_graph_ret *trace,
				      struct duration_session *session,
				      struct duration_task *task, int depth, u64 rettime)
{
	u64 calltime = tree_call_time(task, trace);
	u64 duration = tree_return_time(trace, rettime) - calltime;

	if (unlikely(!whole_hold(task, trace, depth, calltime, duration, in_place(task->thresh))))
		tree_hold_slow(trace, session, rettime);
}

static noinline void tree_end_root_slow(const struct ftrace_graph_ret *trace,
					struct duration_session *session, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	u64 calltime, duration = tree_duration(task, trace, &calltime, rettime);

	if (FGRAPH_KEEPS_TIMES && tree_root_cares(session) &&
	    test_bit(CARE_WORDS, &session->care)) {
		whole_leave_root(session, task);
		this_cpu_inc(session->counts->unfinished);
		return;
	}
	whole_root(session, task, trace, calltime, duration);
}

/* An interrupt has changed the task's word meanwhile. */
static noinline void tree_end_root_changed(const struct ftrace_graph_ret *trace,
					   struct duration_session *session)
{
	whole_forget(&session->tasks, task_find(&session->tasks));
	this_cpu_inc(session->counts->below);
}

/* Here, for a root that is short and holds no calls */
static __always_inline void tree_end_root(const struct ftrace_graph_ret *trace,
					  struct duration_session *session,
					  struct duration_task *task, u64 rettime)
{
	u64 duration = tree_return_time(trace, rettime) - tree_call_time(task, trace);

	if (unlikely(session_cares(session) || fgraph_times_move() ||
		     !is_below_threshold(session, duration) ||
		     !whole_close_empty(task))) {
		tree_end_root_slow(trace, session, rettime);
		return;
	}
	whole_pop(task);
	if (unlikely(!whole_open(task)))
		tree_end_root_changed(trace, session);
	else
		this_cpu_inc(session->counts->below);
}

static __always_inline void tree_return_of(const struct ftrace_graph_ret *trace,
					   struct fgraph_ops *gops)
{
	struct duration_session *session = session_of(gops);
	u64 rettime = FGRAPH_KEEPS_TIMES ? 0 : fgraph_return_time(trace);
	struct duration_task *task;
	int depth;

	task = task_find(&session->tasks);
	if (unlikely(!task)) {
		stat_return_careful(trace, session, 0);
		return;
	}
	depth = trace->depth;
	if (likely(depth > in_place(task->root)))
		tree_hold(trace, session, task, depth, rettime);
	else if (likely(depth == in_place(task->root)))
		tree_end_root(trace, session, task, rettime);
	else
		stat_return_careful(trace, session, 0);
}

static void tree_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == tree_return))
		tree_return_of(trace, gops);
}

static int tree_entry(FGRAPH_ENTRY_ARGS)
{
	struct duration_session *session = session_of(gops);
	struct duration_task *task;

	if (unlikely(gops->retfunc != tree_return))
		return 0;
	task = task_find(&session->tasks);
	if (unlikely(!task))
		return tree_entry_first(trace, session);
	if (likely(trace->depth > in_place(task->root)))
		return tree_begin(task, trace->depth);
	return tree_begin_root(trace, session, task);
}

static void stat_tree_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == stat_tree_return))
		stat_return_of(trace, gops, SESSION_STAT | SESSION_TREE, 0);
}

static int stat_tree_entry(FGRAPH_ENTRY_ARGS)
{
	if (unlikely(gops->retfunc != stat_tree_return))
		return 0;
	return stat_entry_of(trace, gops, SESSION_STAT | SESSION_TREE, NULL);
}

/* Any modes, with details */
static void detail_return(FGRAPH_RETURN_ARGS)
{
	const struct duration_session *session = session_of(gops);

	if (likely(gops->retfunc == detail_return))
		stat_return_of(trace, gops, session_modes(session), fgraph_retval());
}

static int detail_entry(FGRAPH_ENTRY_ARGS)
{
	const struct duration_session *session = session_of(gops);

	if (unlikely(gops->retfunc != detail_return))
		return 0;
	return stat_entry_of(trace, gops, session_modes(session), fgraph_regs());
}

static void set_handlers(struct fgraph_ops *gops, unsigned int modes)
{
	if (modes & SESSION_DETAILS) {
		gops->entryfunc = detail_entry;
		gops->retfunc = detail_return;
		return;
	}
	switch (modes) {
	case SESSION_STAT:
		gops->entryfunc = stat_entry;
		gops->retfunc = stat_return;
		break;
	case SESSION_TREE:
		gops->entryfunc = tree_entry;
		gops->retfunc = tree_return;
		break;
	default:
		gops->entryfunc = stat_tree_entry;
		gops->retfunc = stat_tree_return;
	}
}

/*
 * Sessions
 */

/**
 * stat_session_set - let a session count in other tables
 * @session: with duration-stat
 * @tables: of stat_tables_alloc()
 *
 * Context: process context. The old ones may be in use until duration_handlers_wait().
 */
void stat_session_set(struct duration_session *session, struct stat_tables *tables)
{
	session->tables = tables;
	/* The handlers' READ_ONCE() and what depends on it see filled tables. */
	smp_store_release(&session->cpus, tables->cpus);
}

static int stat_tables_init(struct duration_session *session)
{
	unsigned long size = clamp(READ_ONCE(stat_functions), MIN_FUNCTIONS, MAX_FUNCTIONS);
	struct stat_tables *tables;

	cpus_read_lock();
	tables = stat_tables_alloc(size, session->tasks.nr);
	cpus_read_unlock();
	if (tables) {
		stat_session_set(session, tables);
		return 0;
	}
	pr_err("cannot trace: no memory for the statistics of duration-stat; set the module parameter stat_functions to less\n");
	return -ENOMEM;
}

static int stat_tree_init(struct duration_session *session)
{
	int ret = whole_session_init(session);

	if (ret)
		pr_err("cannot trace: no memory for the calls that duration-tree holds; set the module parameter tree_calls to less\n");
	return ret;
}

/**
 * stat_session_init - make a session count every call, hold calls, or record details
 * @session: before it is registered
 * @modes: of SESSION_STAT, SESSION_TREE and SESSION_DETAILS, at least one
 *
 * It is closed (CARE_CLOSED): its handlers do nothing before session_open().
 *
 * Context: process context.
 * Return: 0, or -ENOMEM. The caller calls stat_session_exit() in both cases.
 */
int stat_session_init(struct duration_session *session, unsigned int modes)
{
	int ret;

	set_handlers(&session->gops, modes);
	session->details = modes & SESSION_DETAILS;
	ret = task_pool_init(&session->tasks, task_spare(), modes & SESSION_DETAILS);
	if (ret)
		pr_err("cannot trace: no memory for the calls of tasks; set the module parameter stat_tasks to less\n");
	/* Until the session is open, the handlers may look at the variable of another index. */
	task_pool_place(&session->tasks, &session->gops);
	if (!ret && (modes & SESSION_STAT))
		ret = stat_tables_init(session);
	if (!ret && (modes & SESSION_TREE))
		ret = stat_tree_init(session);
	return ret;
}

/**
 * stat_session_open - what is needed to count and to hold
 * @session: from stat_session_init(), registered
 *
 * Context: process context.
 * Return: 0, or an error, after which the caller unregisters the session.
 */
int stat_session_open(struct duration_session *session)
{
	int ret = task_pool_open(&session->tasks, &session->gops);

	if (ret)
		return ret;
	if (session->tables) {
		/* A CPU may have come before the pool is told of them. */
		cpus_read_lock();
		ret = stat_tables_fill(session->tables);
		cpus_read_unlock();
		if (ret)
			return ret;
		session->stat = stat_dir_begin(session, session->tables);
		if (!session->stat)
			return -ENOMEM;
	}
	return 0;
}

/**
 * stat_session_exit - undo stat_session_init() and stat_session_open()
 * @session: none of its handlers runs any more
 *
 * The tables of a session that was opened can still be read.
 *
 * Context: process context.
 */
void stat_session_exit(struct duration_session *session)
{
	task_pool_close(&session->tasks);
	whole_session_exit(session);
	task_pool_exit(&session->tasks);
	if (session->stat)
		stat_dir_end(session->stat);
	else if (session->tables)
		stat_tables_free(session->tables);
	session->tables = NULL;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/stat_test.c"
#endif
