// SPDX-License-Identifier: GPL-2.0
/* duration/call/tree.c: the pool, and the calls that a task holds. */
#include "fake.h"

/* A session of which no call is slow: nothing is written. */
struct tree_fixture {
	struct duration_session	session;
	struct duration_task	task;
	unsigned long		thresh;
};

static int tree_test_init(struct kunit *test)
{
	struct tree_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->session.counts = alloc_percpu(struct duration_counts);
	KUNIT_ASSERT_TRUE(test, f->session.counts);
	f->session.tree = pool_alloc(10 * TREE_CHUNK_CALLS, false);
	KUNIT_ASSERT_NOT_NULL(test, f->session.tree);
	f->task.top = TASK_NONE;
	f->task.root = TASK_NO_ROOT;
	session_init_limits(&f->session);
	f->thresh = tracing_thresh;
	tracing_thresh = ULONG_MAX;
	test->priv = f;
	return 0;
}

static void tree_test_exit(struct kunit *test)
{
	struct tree_fixture *f = test->priv;

	if (!f)
		return;
	tracing_thresh = f->thresh;
	tree_forget(&f->session.tasks, &f->task);
	KUNIT_EXPECT_TRUE(test, pool_is_whole(f->session.tree));
	pool_free(f->session.tree);
	free_percpu(f->session.counts);
}

/* One of the session's counters, of all CPUs */
static unsigned long sum_of(const unsigned long __percpu *counter)
{
	unsigned long n = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		n += *per_cpu_ptr(counter, cpu);
	return n;
}

static unsigned long chunks_there(struct tree_fixture *f)
{
	return 10 + nr_cpu_ids;
}

static void hold_trace(struct tree_fixture *f, const struct ftrace_graph_ret *trace, u64 duration)
{
	if (!tree_hold(&f->task, trace, trace->depth, 1000, duration, READ_ONCE(tracing_thresh)))
		tree_hold_slow(&f->session, &f->task, trace, 1000, duration);
}

static void hold(struct tree_fixture *f, unsigned long func, u64 duration)
{
	struct ftrace_graph_ret trace = { .func = func, .depth = 1 };

	hold_trace(f, &trace, duration);
}

static void end_root(struct tree_fixture *f)
{
	struct ftrace_graph_ret trace = { .func = 0x1000 };

	f->task.root = 0;
	tree_root(&f->session, &f->task, &trace, 1000, 5000);
}

/* The calls in their order, the oldest first */
static struct duration_call *nth_held(struct tree_fixture *f, unsigned long n)
{
	struct tree_chunk *chunk = newest_chunk(local_read(&f->task.held));

	while (chunk && chunk->nr > n / TREE_CHUNK_CALLS + 1)
		chunk = chunk->prev;
	return chunk ? chunk->calls + n % TREE_CHUNK_CALLS : NULL;
}

static void calls_are_held_in_order(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i, n = 3 * TREE_CHUNK_CALLS + 1;

	for (i = 0; i < n; i++) {
		KUNIT_ASSERT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)), i);
		hold(f, i, i);
	}
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_EQ(test, nth_held(f, i)->func, i);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 0);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->entered), 0);
}

/*
 * A tick, or another CPU, may ask for a reschedule between any two contexts. 0x02 asks for it
 * lazily in newer kernels.
 */
#define RESCHED_FLAGS	(TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_PREEMPT_RESCHED | 0x02)

static unsigned int ctx_without_resched(unsigned int trace_ctx)
{
	return trace_ctx & ~(RESCHED_FLAGS << 16);
}

/* The held form of a context becomes the same trace_ctx again, in each way of holding. */
static void contexts_of_held_calls(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	struct ftrace_graph_ret plain = { .depth = 3 }, rich = { .depth = 4, .overrun = 70000 };
	unsigned int seen[4], i;

	preempt_disable();
	seen[0] = ctx_without_resched(fgraph_trace_ctx());
	hold_trace(f, &plain, 1);
	local_irq_disable();
	seen[1] = ctx_without_resched(fgraph_trace_ctx());
	hold_trace(f, &plain, 1);
	seen[2] = seen[1];
	hold_trace(f, &rich, 1);
	local_irq_enable();
	preempt_disable();
	seen[3] = ctx_without_resched(fgraph_trace_ctx());
	hold_trace(f, &plain, 1);
	preempt_enable();
	preempt_enable();
	KUNIT_EXPECT_NE(test, seen[0], seen[1]);
	KUNIT_EXPECT_EQ(test, seen[0] + 1, seen[3]);
	for (i = 0; i < ARRAY_SIZE(seen); i++) {
		struct duration_call *call = nth_held(f, i);

		held_call_end(call);
		KUNIT_EXPECT_EQ_MSG(test, ctx_without_resched(call->trace_ctx), seen[i], "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, (u16)call->depth, i == 2 ? 4 : 3, "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, call->depth >> 16, i == 2 ? U16_MAX : 0, "%u", i);
	}
}

static void a_fast_root_drops_them(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i;

	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), 1);
	for (i = 0; i < 200; i++)
		hold(f, i, i);
	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), 202);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->entered), 200);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_NONE);
	KUNIT_EXPECT_EQ(test, f->task.top, TASK_NONE);
	KUNIT_EXPECT_TRUE(test, pool_is_whole(f->session.tree));
}

static void roots_without_a_frame(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	struct ftrace_graph_ret trace = { .func = 0x1000, .depth = 3 };
	unsigned long i;

	f->task.root = 3;
	f->task.root_func = 0x1000;
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0x1000);
	for (i = 0; i < 300; i++)
		hold(f, i, i);
	tree_root(&f->session, &f->task, &trace, 1000, 5000);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), 301);
	KUNIT_EXPECT_EQ(test, f->task.root, TASK_NO_ROOT);
	f->task.root = 3;
	hold(f, 1, 1);
	tree_leave_root(&f->session, &f->task);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->unfinished), 1);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->entered), 301);
	KUNIT_EXPECT_EQ(test, f->task.root, TASK_NO_ROOT);
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0);
	KUNIT_EXPECT_TRUE(test, pool_is_whole(f->session.tree));
}

/* A power of two of the durations is the limit; of that one, the first calls are kept. */
static void the_longest_are_kept(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i, want = TREE_CHUNK_CALLS + 10, n = 4 * TREE_CHUNK_CALLS;
	unsigned long longest = 0, held;

	for (i = 0; i < n; i++)
		hold(f, i, i % 10 == 3 ? 1000000 : 100);
	longest = (n + 6) / 10;
	held = keep_longest(f->session.tree, local_read(&f->task.held), want);
	local_set(&f->task.held, held);
	KUNIT_ASSERT_EQ(test, held_calls(f->session.tree, held), want);
	for (i = 0; i + 1 < want; i++)
		KUNIT_ASSERT_LT(test, nth_held(f, i)->func, nth_held(f, i + 1)->func);
	for (i = 0; i < want; i++)
		longest -= nth_held(f, i)->duration == 1000000;
	KUNIT_EXPECT_EQ(test, longest, 0);
}

static void none_or_all_are_kept(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i;

	for (i = 0; i < 300; i++)
		hold(f, i, 0);
	local_set(&f->task.held, keep_longest(f->session.tree, local_read(&f->task.held), 400));
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)), 300);
	local_set(&f->task.held, keep_longest(f->session.tree, local_read(&f->task.held), 0));
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)), 0);
	hold(f, 7, 7);
	KUNIT_EXPECT_EQ(test, nth_held(f, 0)->func, 7);
}

/* Every call is either held or cut, and no chunk gets lost. */
static void more_calls_than_room(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i, n = 20 * TREE_CHUNK_CALLS * TREE_ROOT_CHUNKS, longer = 0;

	for (i = 0; i < n; i++)
		hold(f, i, i == 5 || i == 5000 ? 1000 : 10);
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)) +
			local_read(&f->task.cut), n);
	for (i = 0; i < held_calls(f->session.tree, local_read(&f->task.held)); i++)
		longer += nth_held(f, i)->duration == 1000;
	KUNIT_EXPECT_EQ(test, longer, 2);
	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), n + 1);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 0);
}

static void an_empty_pool(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	struct tree_chunk *taken = NULL, *chunk;
	unsigned long i;

	for (i = 0; i < chunks_there(f); i++) {
		chunk = pool_take(f->session.tree);
		KUNIT_ASSERT_NOT_NULL(test, chunk);
		chunk->prev = taken;
		taken = chunk;
	}
	KUNIT_EXPECT_NULL(test, pool_take(f->session.tree));
	hold(f, 1, 10);
	hold(f, 2, 10);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_CUT);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 2);
	give_all(f->session.tree, taken);
	hold(f, 3, 10);
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)), 1);
	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), 4);
}

/* While chunks are changed, and at the end of a root, an interrupt's calls are not held. */
static void calls_of_interrupts(struct kunit *test)
{
	struct tree_fixture *f = test->priv;

	local_set(&f->task.held, TREE_BUSY);
	hold(f, 1, 10);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_BUSY);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 1);
	local_set(&f->task.held, TREE_CLOSED);
	hold(f, 2, 10);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_CLOSED);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), 1);
	local_set(&f->task.held, TREE_NONE);
}

/* An interrupt between the choice of a place and its writing does not move other calls. */
static void calls_that_are_not_written(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	struct duration_call *place;
	unsigned long i, n = 11 * TREE_CHUNK_CALLS * 2;

	hold(f, 1, 10);
	place = tree_place(&f->task, sizeof(*place));
	KUNIT_ASSERT_NOT_NULL(test, place);
	for (i = 0; i < n; i++)
		hold(f, 3, 10);
	KUNIT_EXPECT_GT(test, local_read(&f->task.cut), 0);
	write_task(&f->session, &f->task);
	*place = (struct duration_call){ .func = 2 };
	tree_filled(&f->task);
	KUNIT_EXPECT_PTR_EQ(test, nth_held(f, 1), place);
	KUNIT_EXPECT_EQ(test, nth_held(f, 1)->func, 2);
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)) +
			local_read(&f->task.cut), n + 2);
	hold(f, 3, 10);
	KUNIT_EXPECT_LT(test, held_calls(f->session.tree, local_read(&f->task.held)), n / 2);
	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), n + 4);
}

/*
 * Contexts that are interrupted in tree_place_fast(), each by the next, have added to the word,
 * and subtract it again. What an interrupt does meanwhile must not get lost by that.
 */
static void calls_between_adding_and_subtracting(struct kunit *test)
{
	const long added = 4 * (sizeof(struct duration_call) + 1);
	struct tree_fixture *f = test->priv;
	unsigned long i;
	long full;

	local_add(added, &f->task.held);
	hold(f, 1, 10);
	local_sub(added, &f->task.held);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_CUT);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 1);
	for (i = 0; i < TREE_CHUNK_CALLS; i++)
		hold(f, i, 10);
	full = local_read(&f->task.held);
	local_add(added, &f->task.held);
	KUNIT_EXPECT_NULL(test, tree_place_fast(&f->task));
	KUNIT_EXPECT_NULL(test, tree_place(&f->task, sizeof(struct duration_call)));
	hold(f, 2, 10);
	write_task(&f->session, &f->task);
	local_sub(added, &f->task.held);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), full);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.cut), 2);
	for (i = TREE_NONE; i <= TREE_CLOSED; i += TREE_CHUNK_SIZE)
		KUNIT_EXPECT_EQ(test, held_place(i + added), i);
	hold(f, 3, 10);
	KUNIT_EXPECT_EQ(test, nth_held(f, TREE_CHUNK_CALLS)->func, 3);
	end_root(f);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->below), TREE_CHUNK_CALLS + 4);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->entered), TREE_CHUNK_CALLS + 3);
}

/* They are larger, and a chunk has less of them. */
static void calls_with_details(struct kunit *test)
{
	const unsigned int per_chunk = TREE_CHUNK_CALLS * sizeof(struct duration_call) /
				       sizeof(struct duration_detail);
	struct tree_fixture *f = test->priv;
	struct duration_detail detail = { .call.duration = 10 }, *held;
	unsigned long i, n = 2 * per_chunk + 1;

	pool_free(f->session.tree);
	f->session.tree = pool_alloc(10 * per_chunk, DURATION_DETAILS);
	KUNIT_ASSERT_NOT_NULL(test, f->session.tree);
	for (i = 0; i < n; i++) {
		detail.call.func = i;
		detail.retval = ~i;
		tree_hold_call(&f->session, &f->task, &detail.call);
	}
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)), n);
	held = (void *)newest_chunk(local_read(&f->task.held))->prev + TREE_CHUNK_SIZE;
	KUNIT_EXPECT_EQ(test, held[-1].call.func, 2 * per_chunk - 1);
	KUNIT_EXPECT_EQ(test, held[-1].retval, ~(2UL * per_chunk - 1));
	local_set(&f->task.held, keep_longest(f->session.tree,
					      local_read(&f->task.held), per_chunk + 8));
	KUNIT_EXPECT_EQ(test, held_calls(f->session.tree, local_read(&f->task.held)),
			per_chunk + 8);
	held = (void *)newest_chunk(local_read(&f->task.held)) + TREE_CHUNK_SIZE;
	held -= per_chunk;
	KUNIT_EXPECT_EQ(test, held[7].call.func, per_chunk + 7);
	KUNIT_EXPECT_EQ(test, held[7].retval, ~(per_chunk + 7UL));
}

static void roots_that_do_not_return(struct kunit *test)
{
	struct tree_fixture *f = test->priv;
	unsigned long i;

	for (i = 0; i < 300; i++)
		hold(f, i, i);
	local_inc(&f->task.cut);
	tree_forget(&f->session.tasks, &f->task);
	KUNIT_EXPECT_EQ(test, sum_of(&f->session.counts->unfinished), 301);
	KUNIT_EXPECT_EQ(test, local_read(&f->task.held), (long)TREE_NONE);
	KUNIT_EXPECT_TRUE(test, pool_is_whole(f->session.tree));
}

static void numbers_of_markers(struct kunit *test)
{
	char text[CUT_WIDTH + 1] = "";

	format_number(text, CUT_WIDTH, 0);
	KUNIT_EXPECT_STREQ(test, text, "         0");
	format_number(text, CUT_WIDTH, 4012);
	KUNIT_EXPECT_STREQ(test, text, "      4012");
	format_number(text, CUT_WIDTH, 12345678901UL);
	KUNIT_EXPECT_STREQ(test, text, "2345678901");
}

static struct kunit_case tree_cases[] = {
	KUNIT_CASE(calls_are_held_in_order),
	KUNIT_CASE(contexts_of_held_calls),
	KUNIT_CASE(a_fast_root_drops_them),
	KUNIT_CASE(roots_without_a_frame),
	KUNIT_CASE(the_longest_are_kept),
	KUNIT_CASE(none_or_all_are_kept),
	KUNIT_CASE(more_calls_than_room),
	KUNIT_CASE(an_empty_pool),
	KUNIT_CASE(calls_of_interrupts),
	KUNIT_CASE(calls_that_are_not_written),
	KUNIT_CASE(calls_between_adding_and_subtracting),
	KUNIT_CASE(calls_with_details),
	KUNIT_CASE(roots_that_do_not_return),
	KUNIT_CASE(numbers_of_markers),
	{ }
};

static struct kunit_suite tree_suite = {
	.name = "duration_tree",
	.init = tree_test_init,
	.exit = tree_test_exit,
	.test_cases = tree_cases,
};
kunit_test_suite(tree_suite);
