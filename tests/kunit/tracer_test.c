// SPDX-License-Identifier: GPL-2.0
/* trace_functions_duration.c: frames, thresholds, the event's switch, sessions. */
#include "fake.h"

FAKED(register_ftrace_graph);
FAKED(unregister_ftrace_graph);
FAKED(fgraph_init_ops);
FAKED(fgraph_retrieve_data);

#define FAKE_START	1000000000000ULL	/* when the session began */

static unsigned int registered, unregistered;
static unsigned int with_pids;	/* registered or unregistered with the pids of an array */
static int register_result;

static int fake_register(struct fgraph_ops *gops)
{
	/* not the placeholder, which is registered and unregistered in between */
	if (gops->retfunc != duration_return)
		return 0;
	gops->idx = 3;
	registered++;
	with_pids += !!gops->ops.private;
	return register_result;
}

static void fake_unregister(struct fgraph_ops *gops)
{
	unregistered += gops->retfunc == duration_return;
	with_pids += !!gops->ops.private;
}

static void fake_init_ops(struct ftrace_ops *dst_ops, struct ftrace_ops *src_ops)
{
}

struct tracer_fixture {
	struct trace_array		tr;
	struct ftrace_ops		ops;
	struct trace_event_file		file;
	struct duration_session		session;
	unsigned long			thresh;
	unsigned long			*kernel_thresh;
};

static int tracer_test_init(struct kunit *test)
{
	struct tracer_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->tr.ops = &f->ops;
	f->file.tr = &f->tr;
	f->session.tr = &f->tr;
	f->session.start = FAKE_START;
	f->session.tag = 5ULL << FRAME_TIME_BITS;
	f->kernel_thresh = &f->thresh;
	swap(f->kernel_thresh, kernel_tracing_thresh);
	session_init_limits(&f->session);
	FAKE(register_ftrace_graph, fake_register);
	FAKE(unregister_ftrace_graph, fake_unregister);
	FAKE(fgraph_init_ops, fake_init_ops);
	registered = 0;
	unregistered = 0;
	with_pids = 0;
	register_result = 0;
	test->priv = f;
	return 0;
}

static void tracer_test_exit(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	if (!f)
		return;
	UNFAKE(register_ftrace_graph);
	UNFAKE(unregister_ftrace_graph);
	UNFAKE(fgraph_init_ops);
	swap(f->kernel_thresh, kernel_tracing_thresh);
}

static void record_layout(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, sizeof(struct func_duration_entry), 36);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, func), 8);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, calltime), 16);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, duration), 24);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, depth), 32);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, overrun), 34);
}

/* Times of frames of this session, and the duration that return computes. */
static void frames_of_this_session(struct kunit *test)
{
	static const struct {
		u64 calltime, rettime, duration;
	} frames[] = {
		{ FAKE_START, FAKE_START, 0 },
		{ FAKE_START, FAKE_START + 1, 1 },
		{ FAKE_START + 5, FAKE_START + 5, 0 },
		{ FAKE_START + 1000, FAKE_START + 3600000000000ULL, 3599999999000ULL },
		/* the clock of the cpu it returns on is behind */
		{ FAKE_START + 1000, FAKE_START + 999, 0 },
		{ FAKE_START + 1000, FAKE_START, 0 },
		{ FAKE_START + 1000, FAKE_START - 1000, 0 },
	};
	struct tracer_fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(frames); i++) {
		u64 calltime = frames[i].calltime;

		KUNIT_EXPECT_TRUE_MSG(test, frame_is_ours(&f->session, &calltime,
							  frames[i].rettime), "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, frames[i].rettime - calltime,
				    frames[i].duration, "%u", i);
	}
}

static void frames_from_before_the_session(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	u64 times[] = { 0, 1, FAKE_START / 2, FAKE_START - 1 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(times); i++)
		KUNIT_EXPECT_FALSE_MSG(test, frame_is_ours(&f->session, &times[i],
							   FAKE_START + 1000), "%u", i);
}

/* Words of other sessions: read with our tag, they are never a valid time. */
static void frames_of_other_sessions(struct kunit *test)
{
	static const u64 ages[] = { 0, 1, 1000, 1000000000, FAKE_START / 2 };
	struct tracer_fixture *f = test->priv;
	unsigned int i;
	u64 tag;

	for (tag = 0; tag < 256; tag++) {
		for (i = 0; i < ARRAY_SIZE(ages); i++) {
			u64 word = (FAKE_START - 1 - ages[i]) ^ (tag << FRAME_TIME_BITS);
			u64 calltime = word ^ f->session.tag;

			KUNIT_EXPECT_FALSE_MSG(test,
					       frame_is_ours(&f->session, &calltime,
							     FAKE_START + 1000),
					       "tag %llu, age %llu", tag, ages[i]);
		}
	}
}

/* Another user's word may be anything, such as a pointer. */
static void frames_of_other_users(struct kunit *test)
{
	static const u64 words[] = {
		0xffff888100000000ULL, 0xffffffff81000000ULL, 1, U64_MAX,
	};
	struct tracer_fixture *f = test->priv;
	unsigned int i;
	u64 tag;

	for (tag = 0; tag < 256; tag++) {
		for (i = 0; i < ARRAY_SIZE(words); i++) {
			u64 calltime = words[i] ^ (tag << FRAME_TIME_BITS);

			KUNIT_EXPECT_FALSE_MSG(test,
					       frame_is_ours(&f->session, &calltime,
							     FAKE_START + 1000),
					       "tag %llu, word %llx", tag, words[i]);
		}
	}
}

static void tags_differ(struct kunit *test)
{
	u64 tag = frame_tag();
	int i;

	for (i = 1; i < 256; i++) {
		u64 next = frame_tag();

		KUNIT_EXPECT_NE(test, tag, next);
		KUNIT_EXPECT_EQ(test, next << (64 - FRAME_TIME_BITS), 0);
	}
	KUNIT_EXPECT_EQ(test, tag, frame_tag());
}

static void threshold_decision(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	KUNIT_EXPECT_TRUE(test, call_is_slow(&f->session, 0, 0, false));
	KUNIT_EXPECT_TRUE(test, call_is_slow(&f->session, 0, U64_MAX, false));
	f->thresh = 100000;
	KUNIT_EXPECT_FALSE(test, call_is_slow(&f->session, 0, 0, false));
	KUNIT_EXPECT_FALSE(test, call_is_slow(&f->session, 0, 99999, false));
	KUNIT_EXPECT_TRUE(test, call_is_slow(&f->session, 0, 100000, false));
	KUNIT_EXPECT_TRUE(test, call_is_slow(&f->session, 0, 100001, false));
	f->thresh = ULONG_MAX;
	KUNIT_EXPECT_FALSE(test, call_is_slow(&f->session, 0, U64_MAX - 1, false));
	KUNIT_EXPECT_TRUE(test, call_is_slow(&f->session, 0, U64_MAX, false));
}

static void session_begins_and_ends(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	KUNIT_ASSERT_EQ(test, session_start(&f->tr, &f->file, 0), 0);
	KUNIT_EXPECT_EQ(test, registered, 1);
	KUNIT_EXPECT_TRUE(test, f->file.flags & EVENT_FILE_FL_WAS_ENABLED);
	KUNIT_ASSERT_NOT_NULL(test, session_find(&f->tr));
	session_stop(session_find(&f->tr));
	KUNIT_EXPECT_EQ(test, unregistered, 1);
	KUNIT_EXPECT_NULL(test, session_find(&f->tr));
}

static void session_refused(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	register_result = -ENOSPC;
	KUNIT_EXPECT_EQ(test, session_start(&f->tr, &f->file, 0), -ENOSPC);
	KUNIT_EXPECT_NULL(test, session_find(&f->tr));
	KUNIT_EXPECT_NULL(test, tracepoint_source);
}

/* The tracepoint gets calls from the oldest session, then from the next. */
static void session_tells_the_tracepoint(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct trace_array *second = kunit_kzalloc(test, sizeof(*second), GFP_KERNEL);
	struct trace_event_file file = { .tr = second };

	KUNIT_ASSERT_NOT_NULL(test, second);
	second->ops = &f->ops;
	KUNIT_ASSERT_EQ(test, session_start(&f->tr, &f->file, 0), 0);
	KUNIT_ASSERT_EQ(test, session_start(second, &file, 0), 0);
	KUNIT_EXPECT_PTR_EQ(test, tracepoint_source, session_find(&f->tr));
	session_stop(session_find(&f->tr));
	KUNIT_EXPECT_PTR_EQ(test, tracepoint_source, session_find(second));
	session_stop(session_find(second));
	KUNIT_EXPECT_NULL(test, tracepoint_source);
}

/*
 * Enabling the event starts nothing and never fails, also with another function tracer, for
 * a trigger, and under ftrace_lock, under which the kernel disables it with its last probe.
 */
static void event_holds_the_module_alone(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct trace_event_call *call = &event_func_duration;
	struct ftrace_hash filter = { .count = 1 };
	int references = module_refcount(THIS_MODULE);

	f->ops.local_hash.filter_hash = &filter;
	f->ops.flags = FTRACE_OPS_FL_ENABLED;
	atomic_set(&f->file.sm_ref, 1);
	KUNIT_EXPECT_EQ(test, call->class->reg(call, TRACE_REG_REGISTER, &f->file), 0);
	KUNIT_EXPECT_EQ(test, registered, 0);
	KUNIT_EXPECT_EQ(test, module_refcount(THIS_MODULE), references + 1);
	mutex_lock(&ftrace_lock);
	KUNIT_EXPECT_EQ(test, call->class->reg(call, TRACE_REG_UNREGISTER, &f->file), 0);
	mutex_unlock(&ftrace_lock);
	KUNIT_EXPECT_EQ(test, module_refcount(THIS_MODULE), references);
}

/* See session_set_pids(). */
static void pids_apply_while_registered_only(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct duration_session *session;

	KUNIT_ASSERT_EQ(test, session_start(&f->tr, &f->file, 0), 0);
	session = session_find(&f->tr);
	KUNIT_ASSERT_NOT_NULL(test, session);
	KUNIT_EXPECT_PTR_EQ(test, session->gops.ops.private, (void *)&f->tr);
	KUNIT_EXPECT_FALSE(test, test_bit(CARE_CLOSED, &session->care));
	session_stop(session);
	KUNIT_EXPECT_EQ(test, unregistered, 1);
	KUNIT_EXPECT_EQ(test, with_pids, 0);
}

/* An event that was enabled while the module was unloaded: it has no reference. */
static void event_without_a_reference(struct kunit *test)
{
	unsigned int others = 0;
	int references = module_refcount(THIS_MODULE);

	swap(others, event_references);
	event_release_module();
	swap(others, event_references);
	KUNIT_EXPECT_EQ(test, module_refcount(THIS_MODULE), references);
}

static void *no_data(int idx, int *size_bytes)
{
	return NULL;
}

/* The shadow stack of this task, which it may not have yet. No call is traced meanwhile. */
static unsigned long fake_stack[4];

static void swap_stacks(unsigned long **stack)
{
	preempt_disable();
	swap(*stack, current->ret_stack);
	preempt_enable();
}

/*
 * A frame without a word: its time counts only as long as the core has not moved any,
 * and only if it cannot be another user's.
 */
static void frames_without_a_word(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct ftrace_graph_ret ret = { };
	unsigned long *stack = fake_stack;
	u64 calltime = 0;

#if FGRAPH_KEEPS_TIMES
	calltime = FAKE_START + 5;
	ret.calltime = calltime;
#endif
	FAKE(fgraph_retrieve_data, no_data);
	swap_stacks(&stack);
	KUNIT_EXPECT_EQ(test, frame_call_time_careful(&f->session, &ret), calltime);
	set_bit(CARE_WORDS, &f->session.care);
	KUNIT_EXPECT_EQ(test, frame_call_time_careful(&f->session, &ret), 0);
	swap_stacks(&stack);
	UNFAKE(fgraph_retrieve_data);
}

#if !FGRAPH_KEEPS_TIMES
/* The time of a frame is found by its depth, and a frame that was not traced has none. */
static void times_by_depth(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct ftrace_graph_ent outer = { .depth = 3 }, inner = { .depth = 5 };
	struct ftrace_graph_ret ret = { .depth = 3 };
	unsigned long *stack = fake_stack;
	u64 before;

	f->session.counts = alloc_percpu(struct duration_counts);
	KUNIT_ASSERT_TRUE(test, f->session.counts);
	KUNIT_ASSERT_EQ(test, task_pool_init_times(&f->session.tasks, 10), 0);
	FAKE(fgraph_retrieve_data, no_data);
	swap_stacks(&stack);
	f->session.tasks.var = 2;
	before = fgraph_clock();
	KUNIT_EXPECT_EQ(test, frame_begin(&f->session, &outer), 1);
	KUNIT_EXPECT_EQ(test, frame_begin(&f->session, &inner), 1);
	KUNIT_EXPECT_GE(test, frame_call_time(&f->session, &ret), before);
	ret.depth = 4;
	KUNIT_EXPECT_EQ(test, frame_call_time(&f->session, &ret), 0);
	ret.depth = 5;
	KUNIT_EXPECT_GE(test, frame_call_time(&f->session, &ret), before);
	frame_clear_time(&f->session, 5);
	KUNIT_EXPECT_EQ(test, frame_call_time(&f->session, &ret), 0);
	swap_stacks(&stack);
	UNFAKE(fgraph_retrieve_data);
	task_pool_exit(&f->session.tasks);
	free_percpu(f->session.counts);
	f->session.counts = NULL;
}
#endif

#if FGRAPH_KEEPS_TIMES
/* function_graph's nosleep-time, which makes the core move call times */
static void frames_whose_times_move(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct ftrace_graph_ret ret = { .calltime = FAKE_START + 5 };
	bool sleep_time = false, *kernels = &sleep_time;

	FAKE(fgraph_retrieve_data, no_data);
	swap(kernels, kernel_fgraph_sleep_time);
	KUNIT_EXPECT_EQ(test, frame_call_time_careful(&f->session, &ret), 0);
	swap(kernels, kernel_fgraph_sleep_time);
	UNFAKE(fgraph_retrieve_data);
	KUNIT_EXPECT_TRUE(test, test_bit(CARE_WORDS, &f->session.care));
}
#endif

/* Arguments that the core may pass while its users change, see session_is_of(). */
static void callbacks_of_other_users(struct kunit *test)
{
	struct fgraph_ops stub = { .entryfunc = duration_entry };
	struct ftrace_graph_ent entry = { };
	struct ftrace_graph_ret ret = { };

	KUNIT_EXPECT_FALSE(test, session_is_of(&stub));
#if NR_ARGS_trace_func_graph_ent_t == 3
	KUNIT_EXPECT_EQ(test, duration_entry(&entry, &stub, NULL), 0);
	duration_return(&ret, &stub, NULL);
#else
	KUNIT_EXPECT_EQ(test, duration_entry(&entry, &stub), 0);
	duration_return(&ret, &stub);
#endif
}

/*
 * If an array has no directory, a session works, but not one that counts: counts could not be read.
 */
static void statistics_need_a_directory(struct kunit *test)
{
	struct duration_session *session = kunit_kzalloc(test, sizeof(*session), GFP_KERNEL);
	struct stat_tables *tables;

	KUNIT_ASSERT_NOT_NULL(test, session);
	KUNIT_EXPECT_EQ(test, duration_dir_begin(session), 0);
	tables = kunit_kzalloc(test, sizeof(*tables), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, tables);
	session->tables = tables;
	KUNIT_EXPECT_EQ(test, duration_dir_begin(session), -ENOMEM);
	KUNIT_EXPECT_FALSE(test, session->tables_are_shown);
}

#ifdef HAVE_tp_transition_snapshot_srcu_gp
static long readers_at_rest, readers_in_probe;

/* Readers of tracepoint_srcu, of which there are few in a guest of the unit tests. */
static long tracepoint_readers(void)
{
	long readers = 0;
	int cpu, i;

	for_each_possible_cpu(cpu) {
		struct srcu_ctr *ctrs = per_cpu_ptr(tracepoint_srcu.sda, cpu)->srcu_ctrs;

		for (i = 0; i < 2; i++)
			readers += atomic_long_read(&ctrs[i].srcu_locks) -
				   atomic_long_read(&ctrs[i].srcu_unlocks);
	}
	return readers;
}

static void count_readers(void *data, unsigned long func, u64 calltime, u64 duration,
			  u16 depth, u16 overrun)
{
	readers_in_probe = tracepoint_readers() - readers_at_rest;
}

static void record_one(struct duration_session *session)
{
	const struct duration_call call = { .func = (unsigned long)count_readers };

	preempt_disable();
	readers_at_rest = tracepoint_readers();
	duration_record(session, &call);
	preempt_enable();
}

/*
 * The tracepoint's probes see one reader, that of the tracepoint. The other one protects
 * the event's filter and triggers, see tracepoint_hold().
 */
static void listeners_are_protected(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct trace_buffer *buffer = ring_buffer_alloc(PAGE_SIZE, RB_FL_OVERWRITE);

	KUNIT_ASSERT_NOT_NULL(test, buffer);
	ring_buffer_record_disable(buffer);
	f->tr.array_buffer.buffer = buffer;
	KUNIT_EXPECT_EQ(test, register_trace_func_duration(count_readers, NULL), 0);
	KUNIT_EXPECT_EQ(test, session_start(&f->tr, &f->file, 0), 0);

	readers_at_rest = tracepoint_readers();
	trace_func_duration(0, 0, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, readers_in_probe, 1);
	if (session_find(&f->tr)) {
		record_one(session_find(&f->tr));
		session_stop(session_find(&f->tr));
	}
	KUNIT_EXPECT_EQ(test, readers_in_probe, 2);
	KUNIT_EXPECT_EQ(test, tracepoint_readers(), readers_at_rest);

	unregister_trace_func_duration(count_readers, NULL);
	tracepoint_synchronize_unregister();
	ring_buffer_free(buffer);
}
#endif

static struct kunit_case tracer_cases[] = {
	KUNIT_CASE(record_layout),
	KUNIT_CASE(frames_of_this_session),
	KUNIT_CASE(frames_from_before_the_session),
	KUNIT_CASE(frames_of_other_sessions),
	KUNIT_CASE(frames_of_other_users),
	KUNIT_CASE(tags_differ),
	KUNIT_CASE(threshold_decision),
	KUNIT_CASE(session_begins_and_ends),
	KUNIT_CASE(session_refused),
	KUNIT_CASE(session_tells_the_tracepoint),
	KUNIT_CASE(event_holds_the_module_alone),
	KUNIT_CASE(event_without_a_reference),
	KUNIT_CASE(pids_apply_while_registered_only),
	KUNIT_CASE(frames_without_a_word),
#if !FGRAPH_KEEPS_TIMES
	KUNIT_CASE(times_by_depth),
#endif
#if FGRAPH_KEEPS_TIMES
	KUNIT_CASE(frames_whose_times_move),
#endif
	KUNIT_CASE(callbacks_of_other_users),
	KUNIT_CASE(statistics_need_a_directory),
#ifdef HAVE_tp_transition_snapshot_srcu_gp
	KUNIT_CASE(listeners_are_protected),
#endif
	{ }
};

static struct kunit_suite tracer_suite = {
	.name = "duration_tracer",
	.init = tracer_test_init,
	.exit = tracer_test_exit,
	.test_cases = tracer_cases,
};
kunit_test_suite(tracer_suite);
