// SPDX-License-Identifier: GPL-2.0
/* trace_functions_duration.c: frames, graph filters, thresholds, sessions. */
#include "fake.h"

FAKED(register_ftrace_graph);
FAKED(unregister_ftrace_graph);
FAKED(fgraph_init_ops);
FAKED(ftrace_lookup_ip);

#define FAKE_START	1000000000000ULL	/* when the session began */

static unsigned int registered, unregistered;
static int register_result;

static int fake_register(struct fgraph_ops *gops)
{
	/* not the placeholder, which comes and goes in between */
	if (gops->retfunc != duration_return)
		return 0;
	gops->idx = 3;
	registered++;
	return register_result;
}

static void fake_unregister(struct fgraph_ops *gops)
{
	unregistered += gops->retfunc == duration_return;
}

static void fake_init_ops(struct ftrace_ops *dst_ops, struct ftrace_ops *src_ops)
{
}

/* The fake hashes hold one function each. */
struct fake_hash {
	struct ftrace_hash	hash;
	unsigned long		ip;
};

static struct ftrace_func_entry *fake_lookup_ip(struct ftrace_hash *hash,
						unsigned long ip)
{
	struct fake_hash *fake = container_of(hash, struct fake_hash, hash);

	return hash->count && fake->ip == ip ? (void *)fake : NULL;
}

struct tracer_fixture {
	struct trace_array		tr;
	struct ftrace_ops		ops;
	struct trace_event_file		file;
	struct duration_session		session;
	struct fake_hash		function;
	struct fake_hash		skipped;
	struct ftrace_hash		*function_hash;
	struct ftrace_hash		*notrace_hash;
	unsigned int			max_depth;
	unsigned long			thresh;
	struct ftrace_hash		**kernel_function_hash;
	struct ftrace_hash		**kernel_notrace_hash;
	unsigned int			*kernel_max_depth;
	unsigned long			*kernel_thresh;
};

static void swap_variables(struct tracer_fixture *f)
{
	swap(f->kernel_function_hash, kernel_ftrace_graph_hash);
	swap(f->kernel_notrace_hash, kernel_ftrace_graph_notrace_hash);
	swap(f->kernel_max_depth, kernel_fgraph_max_depth);
	swap(f->kernel_thresh, kernel_tracing_thresh);
}

static int tracer_test_init(struct kunit *test)
{
	struct tracer_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->tr.ops = &f->ops;
	f->file.tr = &f->tr;
	f->session.tr = &f->tr;
	f->session.start = FAKE_START;
	f->session.tag = 5ULL << FRAME_TIME_BITS;
	f->function_hash = &f->function.hash;
	f->notrace_hash = &f->skipped.hash;
	f->kernel_function_hash = &f->function_hash;
	f->kernel_notrace_hash = &f->notrace_hash;
	f->kernel_max_depth = &f->max_depth;
	f->kernel_thresh = &f->thresh;
	swap_variables(f);
	FAKE(register_ftrace_graph, fake_register);
	FAKE(unregister_ftrace_graph, fake_unregister);
	FAKE(fgraph_init_ops, fake_init_ops);
	FAKE(ftrace_lookup_ip, fake_lookup_ip);
	registered = 0;
	unregistered = 0;
	register_result = 0;
	test->priv = f;
	return 0;
}

static void tracer_test_exit(struct kunit *test)
{
	if (!test->priv)
		return;
	UNFAKE(register_ftrace_graph);
	UNFAKE(unregister_ftrace_graph);
	UNFAKE(fgraph_init_ops);
	UNFAKE(ftrace_lookup_ip);
	swap_variables(test->priv);
}

static void record_layout(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, sizeof(struct func_duration_entry), 36);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, func), 8);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, calltime), 16);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, duration), 24);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, depth), 32);
	KUNIT_EXPECT_EQ(test, offsetof(struct func_duration_entry, overrun), 34);
	KUNIT_EXPECT_EQ(test, func_duration_type(), event_func_duration.event.type);
}

/* A frame of this session, by its call time and what return makes of it. */
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

/* Words that other sessions left: read with our tag, no time makes them ours. */
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

	KUNIT_EXPECT_FALSE(test, is_below_threshold(0));
	KUNIT_EXPECT_FALSE(test, is_below_threshold(U64_MAX));
	f->thresh = 100000;
	KUNIT_EXPECT_TRUE(test, is_below_threshold(0));
	KUNIT_EXPECT_TRUE(test, is_below_threshold(99999));
	KUNIT_EXPECT_FALSE(test, is_below_threshold(100000));
	KUNIT_EXPECT_FALSE(test, is_below_threshold(100001));
	f->thresh = ULONG_MAX;
	KUNIT_EXPECT_TRUE(test, is_below_threshold(U64_MAX - 1));
	KUNIT_EXPECT_FALSE(test, is_below_threshold(U64_MAX));
}

/* A call at a depth: what entry decides of it. */
static enum graph_verdict enter(unsigned long *state, unsigned long func, int depth)
{
	const struct ftrace_graph_ent trace = { .func = func, .depth = depth };

	return graph_entry_verdict(state, &trace);
}

static void graph_no_filter(struct kunit *test)
{
	unsigned long state = 5;

	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 50), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, state, 5);
}

static void graph_function(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	unsigned long state = 5;

	f->function.hash.count = 1;
	f->function.ip = 0x100;
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 0), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 3), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 5), GRAPH_TRACE);
	/* inside of itself: the outer one stays the one that ends it */
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 6), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_TRACE);
	/* from no deeper than it: it must be gone */
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, state & GRAPH_INSIDE, 0);
}

static void graph_notrace(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	unsigned long state = 5;

	f->skipped.hash.count = 1;
	f->skipped.ip = 0x100;
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 2), GRAPH_FRAME);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 4), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 2), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_TRACE);
}

static void graph_notrace_inside_function(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	unsigned long state = 5;

	f->function.hash.count = 1;
	f->function.ip = 0x100;
	f->skipped.hash.count = 1;
	f->skipped.ip = 0x200;
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 1), GRAPH_FRAME);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 2), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 0), GRAPH_SKIP);
}

/* A call with so many frames of our own below it. */
static enum graph_verdict enter_above(unsigned long *state, int own, int depth)
{
	*state = graph_state_set(*state, 0, GRAPH_OWN_SHIFT, own);
	return enter(state, 0x100, depth);
}

static void graph_depth(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	unsigned long state = 5;

	f->max_depth = 2;
	KUNIT_EXPECT_EQ(test, enter_above(&state, 0, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 1, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 2, 2), GRAPH_SKIP);
	/* the frames of others do not count */
	KUNIT_EXPECT_EQ(test, enter_above(&state, 1, 50), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 2, 50), GRAPH_SKIP);
	/* there cannot be more of ours than there are frames */
	KUNIT_EXPECT_EQ(test, enter_above(&state, 9, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 1);
	f->max_depth = 0;
	KUNIT_EXPECT_EQ(test, enter_above(&state, 500, 1000), GRAPH_TRACE);
}

static void graph_own_frames_return(struct kunit *test)
{
	unsigned long state = graph_state_set(5, 0, GRAPH_OWN_SHIFT, 3);

	state = graph_drop_own(state, 40);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 2);
	/* two returns were missed */
	state = graph_drop_own(state, 0);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 0);
	/* it was entered before we counted */
	state = graph_drop_own(state, 3);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 0);
	KUNIT_EXPECT_EQ(test, state & GRAPH_TAG, 5);
}

static void graph_state_of_another_session(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	unsigned long old = 4 | GRAPH_NOTRACE | GRAPH_INSIDE;
	unsigned long own = 5 | GRAPH_NOTRACE | 7UL << GRAPH_NOTRACE_SHIFT;

	KUNIT_EXPECT_EQ(test, graph_state(&f->session, &old), 5);
	KUNIT_EXPECT_EQ(test, graph_state(&f->session, &own), own);
}

static void graph_state_depths(struct kunit *test)
{
	unsigned long state = 0xff;

	state = graph_state_set(state, GRAPH_INSIDE, GRAPH_INSIDE_SHIFT, 0xffff);
	state = graph_state_set(state, GRAPH_NOTRACE, GRAPH_NOTRACE_SHIFT, 1);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_INSIDE_SHIFT), 0xffff);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_NOTRACE_SHIFT), 1);
	state = graph_state_set(state, GRAPH_INSIDE, GRAPH_INSIDE_SHIFT, 2);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_INSIDE_SHIFT), 2);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_NOTRACE_SHIFT), 1);
	KUNIT_EXPECT_EQ(test, state & GRAPH_TAG, 0xff);
}

/* Records of the event alone stop when it is soft disabled, the tracer's do not. */
static void event_decisions(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	f->session.users = SESSION_EVENT;
	KUNIT_EXPECT_TRUE(test, event_writes(&f->session, 0));
	KUNIT_EXPECT_FALSE(test, event_writes(&f->session, EVENT_FILE_FL_SOFT_DISABLED));
	f->session.users = SESSION_EVENT | SESSION_TRACER;
	KUNIT_EXPECT_TRUE(test, event_writes(&f->session, EVENT_FILE_FL_SOFT_DISABLED));
}

static void event_alone_is_passive_without_filter(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct fake_hash filter = { .hash.count = 1 };

	session_set_users(&f->session, SESSION_EVENT);
	KUNIT_EXPECT_TRUE(test, session_is_passive(&f->session));
	f->ops.local_hash.filter_hash = &filter.hash;
	KUNIT_EXPECT_FALSE(test, session_is_passive(&f->session));
	f->ops.local_hash.filter_hash = NULL;
	session_set_users(&f->session, SESSION_EVENT | SESSION_TRACER);
	KUNIT_EXPECT_FALSE(test, session_is_passive(&f->session));
}

/* The tracer and the event in one array share a session. */
static void session_is_shared(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	KUNIT_EXPECT_EQ(test, session_get(&f->tr, &f->file, SESSION_TRACER), 0);
	KUNIT_EXPECT_EQ(test, session_get(&f->tr, &f->file, SESSION_EVENT), 0);
	KUNIT_EXPECT_EQ(test, registered, 1);
	KUNIT_EXPECT_TRUE(test, f->file.flags & EVENT_FILE_FL_WAS_ENABLED);

	session_put(&f->tr, SESSION_TRACER);
	KUNIT_EXPECT_EQ(test, unregistered, 0);
	session_put(&f->tr, SESSION_TRACER);
	KUNIT_EXPECT_EQ(test, unregistered, 0);
	session_put(&f->tr, SESSION_EVENT);
	KUNIT_EXPECT_EQ(test, unregistered, 1);
	session_put(&f->tr, SESSION_EVENT);
	KUNIT_EXPECT_EQ(test, unregistered, 1);
	KUNIT_EXPECT_NULL(test, session_find(&f->tr));
}

static void session_refused(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	register_result = -ENOSPC;
	KUNIT_EXPECT_EQ(test, session_get(&f->tr, &f->file, SESSION_TRACER), -ENOSPC);
	KUNIT_EXPECT_NULL(test, session_find(&f->tr));
	KUNIT_EXPECT_NULL(test, tracepoint_source);
}

/* The tracepoint is told by the oldest session; then by the next. */
static void session_tells_the_tracepoint(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct trace_array *second = kunit_kzalloc(test, sizeof(*second), GFP_KERNEL);
	struct trace_event_file file = { .tr = second };

	KUNIT_ASSERT_NOT_NULL(test, second);
	second->ops = &f->ops;
	KUNIT_ASSERT_EQ(test, session_get(&f->tr, &f->file, SESSION_TRACER), 0);
	KUNIT_ASSERT_EQ(test, session_get(second, &file, SESSION_TRACER), 0);
	KUNIT_EXPECT_PTR_EQ(test, tracepoint_source, session_find(&f->tr));
	session_put(&f->tr, SESSION_TRACER);
	KUNIT_EXPECT_PTR_EQ(test, tracepoint_source, session_find(second));
	session_put(second, SESSION_TRACER);
	KUNIT_EXPECT_NULL(test, tracepoint_source);
}

static void event_needs_a_filter(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;
	struct fake_hash filter = { .hash.count = 1 };

	KUNIT_EXPECT_EQ(test, duration_event_enable(&f->file), 0);
	KUNIT_EXPECT_EQ(test, registered, 0);
	duration_event_disable(&f->file);

	f->ops.local_hash.filter_hash = &filter.hash;
	KUNIT_EXPECT_EQ(test, duration_event_enable(&f->file), 0);
	KUNIT_EXPECT_EQ(test, registered, 1);
	duration_event_disable(&f->file);
	KUNIT_EXPECT_EQ(test, unregistered, 1);

	/* another function tracer has the array's filters */
	f->ops.flags = FTRACE_OPS_FL_ENABLED;
	KUNIT_EXPECT_EQ(test, duration_event_enable(&f->file), -EBUSY);
	KUNIT_EXPECT_EQ(test, registered, 1);
}

static void event_waits_for_init(struct kunit *test)
{
	struct tracer_fixture *f = test->priv;

	WRITE_ONCE(duration_ready, false);
	KUNIT_EXPECT_EQ(test, duration_event_enable(&f->file), -ENODEV);
	WRITE_ONCE(duration_ready, true);
}

static struct kunit_case tracer_cases[] = {
	KUNIT_CASE(record_layout),
	KUNIT_CASE(frames_of_this_session),
	KUNIT_CASE(frames_from_before_the_session),
	KUNIT_CASE(frames_of_other_sessions),
	KUNIT_CASE(frames_of_other_users),
	KUNIT_CASE(tags_differ),
	KUNIT_CASE(threshold_decision),
	KUNIT_CASE(graph_no_filter),
	KUNIT_CASE(graph_function),
	KUNIT_CASE(graph_notrace),
	KUNIT_CASE(graph_notrace_inside_function),
	KUNIT_CASE(graph_depth),
	KUNIT_CASE(graph_own_frames_return),
	KUNIT_CASE(graph_state_of_another_session),
	KUNIT_CASE(graph_state_depths),
	KUNIT_CASE(event_decisions),
	KUNIT_CASE(event_alone_is_passive_without_filter),
	KUNIT_CASE(session_is_shared),
	KUNIT_CASE(session_refused),
	KUNIT_CASE(session_tells_the_tracepoint),
	KUNIT_CASE(event_needs_a_filter),
	KUNIT_CASE(event_waits_for_init),
	{ }
};

static struct kunit_suite tracer_suite = {
	.name = "duration_tracer",
	.init = tracer_test_init,
	.exit = tracer_test_exit,
	.test_cases = tracer_cases,
};
kunit_test_suite(tracer_suite);
