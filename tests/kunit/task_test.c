// SPDX-License-Identifier: GPL-2.0
/* duration/state/task.c: the calls of a task, and the places of tasks. */
#include "fake.h"

static const unsigned int details = DURATION_SLEEP | DURATION_IRQ;

struct task_fixture {
	struct duration_task	task;
	struct task_pool	pool;
};

static int task_test_init(struct kunit *test)
{
	struct task_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	task_init(&f->task);
	test->priv = f;
	return 0;
}

static void task_test_exit(struct kunit *test)
{
	struct task_fixture *f = test->priv;

	if (f)
		task_pool_exit(&f->pool);
}

/* Returns: NULL where task_push_slow() has to look. */
static struct task_frame *push(struct task_fixture *f, unsigned long func, int depth, bool stat)
{
	long place;

	if (!task_push(&f->task, func, depth, stat, &place))
		return NULL;
	task_push_end(&f->task, place);
	return task_frame(&f->task, place);
}

static struct task_frame *push_slow(struct task_fixture *f, unsigned long func, int depth,
				    bool stat)
{
	struct task_frame *frame;
	long place;

	frame = task_push_slow(&f->pool, &f->task, func, depth, stat, &place);
	if (frame)
		task_push_end(&f->task, place);
	return frame;
}

static struct task_frame *call(struct task_fixture *f, unsigned long func, int depth)
{
	return push(f, func, depth, true) ?: push_slow(f, func, depth, true);
}

static struct task_frame *frame_of(struct task_fixture *f, unsigned long func, int depth)
{
	long place = task_place(depth);

	return task_is_at(&f->task, place) ? task_frame_at(&f->task, &place) :
					     task_find_frame(&f->pool, &f->task, func, depth);
}

/* The frame is at the top, where its flags are. */
static bool is_nested(struct task_fixture *f, const struct task_frame *frame)
{
	return frame == task_frame(&f->task, f->task.top) && (f->task.top & TASK_NESTED);
}

static void end_at(struct task_fixture *f, struct task_frame *frame, u64 duration, u64 rettime)
{
	task_pop(&f->task, frame, duration, rettime, true, f->task.top & TASK_FLAGS);
}

static void end(struct task_fixture *f, struct task_frame *frame, u64 duration)
{
	end_at(f, frame, duration, 0);
}

static void calls_nest(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer, *inner;

	outer = call(f, 0x1000, 0);
	inner = call(f, 0x2000, 3);	/* others' frames in between */
	KUNIT_EXPECT_PTR_EQ(test, frame_of(f, 0x2000, 3), inner);
	KUNIT_EXPECT_TRUE(test, task_is_root(outer));
	KUNIT_EXPECT_FALSE(test, task_is_root(inner));
	end(f, inner, 70);
	inner = call(f, 0x3000, 1);
	end(f, inner, 30);
	KUNIT_EXPECT_PTR_EQ(test, frame_of(f, 0x1000, 0), outer);
	KUNIT_EXPECT_EQ(test, outer->callees, 100);
	end(f, outer, 500);
	KUNIT_EXPECT_EQ(test, f->task.top, TASK_NONE);
	KUNIT_EXPECT_EQ(test, f->task.active, 0);
}

/* An interrupt before the first call has a root of its own, which leaves nothing behind. */
static void root_functions(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer, *inner;

	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0);
	inner = call(f, 0x5000, 4);
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0x5000);
	end(f, inner, 10);
	outer = call(f, 0x1000, 1);
	inner = call(f, 0x2000, 3);
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0x1000);
	end(f, inner, 10);
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0x1000);
	end(f, outer, 20);
	KUNIT_EXPECT_EQ(test, task_root_func(&f->task), 0);
}

/* A frame of another user or of an earlier session has no frame here. */
static void frames_of_others(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = call(f, 0x1000, 2);

	KUNIT_EXPECT_NULL(test, frame_of(f, 0x1000, 3));
	KUNIT_EXPECT_NULL(test, frame_of(f, 0x2000, 5));
	KUNIT_EXPECT_PTR_EQ(test, frame_of(f, 0x1000, 2), outer);
	end(f, outer, 1);
	KUNIT_EXPECT_NULL(test, frame_of(f, 0x1000, 2));
	KUNIT_EXPECT_NULL(test, frame_of(f, 0x1000, 0));
}

/* The core may skip returns: the frames are dropped, what they called counts above. */
static void returns_that_were_skipped(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = call(f, 0x1000, 0), *frame;

	call(f, 0x2000, 1)->callees = 40;
	call(f, 0x3000, 2)->callees = 2;
	frame = call(f, 0x4000, 1);
	KUNIT_EXPECT_PTR_EQ(test, frame, outer + 1);
	KUNIT_EXPECT_EQ(test, outer->callees, 42);
	call(f, 0x3000, 2);
	KUNIT_EXPECT_PTR_EQ(test, frame_of(f, 0x1000, 0), outer);
	end(f, outer, 1);
	KUNIT_EXPECT_EQ(test, f->task.active, 0);
}

static void recursion_is_seen(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	unsigned long other, func = 0x1000;
	struct task_frame *frame;

	/* another function with the same bit is not a recursion */
	other = func + (64 << 4);
	KUNIT_EXPECT_EQ(test, task_function_bit(other) & 63, task_function_bit(func) & 63);
	KUNIT_EXPECT_FALSE(test, is_nested(f, call(f, func, 0)));
	KUNIT_EXPECT_FALSE(test, is_nested(f, call(f, other, 1)));
	KUNIT_EXPECT_TRUE(test, is_nested(f, call(f, func, 2)));
	/* a call in a frame with flags adds to its callees, and leaves the flags */
	frame = call(f, 0x2010, 4);
	KUNIT_EXPECT_FALSE(test, is_nested(f, frame));
	KUNIT_EXPECT_TRUE(test, task_is_at(&f->task, task_place(4)));
	end(f, frame, 5);
	frame = frame_of(f, func, 2);
	KUNIT_EXPECT_FALSE(test, task_is_at(&f->task, task_place(2)));
	KUNIT_EXPECT_TRUE(test, is_nested(f, frame));
	KUNIT_EXPECT_EQ(test, frame->callees, 5);
	KUNIT_EXPECT_TRUE(test, is_nested(f, call(f, other, 3)));
	while (f->task.top != TASK_NONE)
		end(f, task_frame(&f->task, f->task.top), 1);
	KUNIT_EXPECT_EQ(test, f->task.active, 0);
	KUNIT_EXPECT_FALSE(test, is_nested(f, call(f, func, 0)));
}

static void bits_of_a_word(struct kunit *test)
{
	u64 word = 0;

	KUNIT_EXPECT_FALSE(test, word_test_and_set(&word, 63));
	KUNIT_EXPECT_TRUE(test, word_test_and_set(&word, 63 + 64));
	KUNIT_EXPECT_FALSE(test, word_test_and_set(&word, 0));
	KUNIT_EXPECT_EQ(test, word, BIT_ULL(63) | 1);
	word_clear(&word, 63 + 128);
	word_clear(&word, 5);
	KUNIT_EXPECT_EQ(test, word, 1);
}

static void more_calls_than_frames(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	int i;

	for (i = 0; i < TASK_FRAMES; i++)
		KUNIT_ASSERT_NOT_NULL(test, call(f, 0x1000 + i, i));
	KUNIT_EXPECT_NULL(test, call(f, 0x9000, i));
	KUNIT_EXPECT_NOT_NULL(test, frame_of(f, 0x1000 + i - 1, i - 1));
	KUNIT_EXPECT_NULL(test, frame_of(f, 0x9000, i));
}

/* Depths that the core does not have */
static void depths_out_of_range(struct kunit *test)
{
	static const int depths[] = { -1, INT_MIN, TASK_FRAMES, TASK_TIMES, INT_MAX };
	struct task_fixture *f = test->priv;
	struct task_frame *frame;
	struct task_times *times;
	unsigned int i;

	times = kunit_kzalloc(test, sizeof(*times), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, times);
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		u64 *time = task_calltime(times, depths[i]);

		frame = call(f, 0x1000, depths[i]);
		if (frame)
			KUNIT_EXPECT_LE_MSG(test, frame - f->task.frames, TASK_FRAMES, "%u", i);
		if (frame)
			KUNIT_EXPECT_GT_MSG(test, frame - f->task.frames, 0, "%u", i);
		frame = task_find_frame(&f->pool, &f->task, 0x1000, depths[i]);
		KUNIT_EXPECT_NULL_MSG(test, frame, "%u", i);
		KUNIT_EXPECT_TRUE_MSG(test, time >= times->calltime &&
				      time < times->calltime + TASK_TIMES, "%u", i);
	}
	KUNIT_EXPECT_PTR_EQ(test, call(f, 0x2000, 0), f->task.frames + 1);
	KUNIT_EXPECT_EQ(test, f->task.top, 0);
}

/* A state that is used again has no times of the task before. */
static void times_are_cleared(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	unsigned long index;

	KUNIT_ASSERT_EQ(test, task_pool_init_times(&f->pool, 100), 0);
	index = pool_take(&f->pool);
	KUNIT_ASSERT_LT(test, index, f->pool.nr);
	*task_calltime(f->pool.times + index, 0) = 1;
	*task_calltime(f->pool.times + index, TASK_TIMES - 1) = 2;
	*task_graph(&f->pool, f->pool.times + index) = 3;
	pool_give(&f->pool, index);
	index = pool_take(&f->pool);
	state_init(&f->pool, index, 4);
	KUNIT_EXPECT_EQ(test, *task_calltime(f->pool.times + index, 0), 0);
	KUNIT_EXPECT_EQ(test, *task_calltime(f->pool.times + index, TASK_TIMES - 1), 0);
	KUNIT_EXPECT_EQ(test, *task_graph(&f->pool, f->pool.times + index), 4);
}

static void places_of_tasks(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	unsigned long i, index, taken;

	KUNIT_ASSERT_EQ(test, task_pool_init(&f->pool, NULL, 100, details), 0);
	KUNIT_EXPECT_GE(test, f->pool.nr, nr_cpu_ids + 101UL);
	taken = f->pool.nr - nr_cpu_ids;
	for (i = 0; i < taken; i++) {
		index = pool_take(&f->pool);
		KUNIT_ASSERT_LT(test, index, f->pool.nr);
		KUNIT_ASSERT_GE(test, index, (unsigned long)nr_cpu_ids);
	}
	KUNIT_EXPECT_EQ(test, pool_take(&f->pool), f->pool.nr);
	pool_give(&f->pool, nr_cpu_ids + 5);
	pool_give(&f->pool, 0);		/* idle tasks keep theirs */
	KUNIT_EXPECT_EQ(test, pool_take(&f->pool), nr_cpu_ids + 5UL);
	KUNIT_EXPECT_EQ(test, pool_take(&f->pool), f->pool.nr);
}

/* The variable of a dead task gives its place back once; other values have no effect. */
static void places_of_dead_tasks(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);
	unsigned long stack[4] = { };
	int before;

	KUNIT_ASSERT_NOT_NULL(test, task);
	KUNIT_ASSERT_EQ(test, task_pool_init(&f->pool, NULL, 100, details), 0);
	f->pool.var = 2;
	task_freed(&f->pool, task);
	task->ret_stack = stack;
	before = atomic_read(&f->pool.free);
	stack[2] = f->pool.tag | pool_take(&f->pool) * sizeof(struct duration_task);
	KUNIT_EXPECT_EQ(test, atomic_read(&f->pool.free), before - 1);
	task_freed(&f->pool, task);
	KUNIT_EXPECT_EQ(test, atomic_read(&f->pool.free), before);
	task_freed(&f->pool, task);
	stack[2] = (f->pool.tag + BIT(TASK_OFFSET_BITS)) |
		   (nr_cpu_ids + 1) * sizeof(struct duration_task);
	task_freed(&f->pool, task);
	KUNIT_EXPECT_EQ(test, atomic_read(&f->pool.free), before);
}

/* Also those of sessions that begin at the same time */
static void tags_differ(struct kunit *test)
{
	unsigned long tag = pool_tag(), before;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		before = tag;
		tag = pool_tag();
		KUNIT_ASSERT_NE(test, tag, before);
		KUNIT_ASSERT_EQ(test, tag & (BIT(TASK_OFFSET_BITS) - 1), 0);
		KUNIT_ASSERT_TRUE(test, tag & BIT(63));
	}
}

/* Values of other users and of other sessions are not an offset. */
static void variables_of_others(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	unsigned long values[] = { 0, 1, 0xff, 5UL << 48 | 3UL << 32, ULONG_MAX };
	unsigned int i;

	KUNIT_ASSERT_EQ(test, task_pool_init(&f->pool, NULL, 100, details), 0);
	for (i = 0; i < ARRAY_SIZE(values); i++)
		KUNIT_EXPECT_GE_MSG(test, values[i] ^ f->pool.tag, f->pool.size, "%u", i);
	values[0] = f->pool.tag | 3 * sizeof(struct duration_task);
	task_pool_exit(&f->pool);
	KUNIT_ASSERT_EQ(test, task_pool_init(&f->pool, NULL, 100, details), 0);
	KUNIT_EXPECT_GE(test, values[0] ^ f->pool.tag, f->pool.size);
	/* whatever an offset is, its state has a number */
	KUNIT_EXPECT_EQ(test, task_index_of(&f->pool, (void *)f->pool.tasks + f->pool.size - 1),
			f->pool.nr - 1);
}

/* Without statistics nothing is kept of functions and of callees. */
static void frames_without_statistics(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = push(f, 0x1000, 0, false), *inner;

	KUNIT_ASSERT_NOT_NULL(test, outer);
	outer->callees = 0;
	inner = push(f, 0x1000, 1, false);
	KUNIT_EXPECT_PTR_EQ(test, inner, outer + 1);
	KUNIT_EXPECT_PTR_EQ(test, push_slow(f, 0x1000, 1, false), inner);
	KUNIT_EXPECT_FALSE(test, is_nested(f, inner));
	KUNIT_EXPECT_TRUE(test, task_is_at(&f->task, task_place(1)));
	task_pop(&f->task, inner, 70, 500, false, 0);
	KUNIT_EXPECT_EQ(test, outer->callees, 0);
	KUNIT_EXPECT_EQ(test, f->task.active, 0);
}

/* It comes between the reading of the clock and the push: it is the caller's. */
static void an_interrupt_while_a_call_begins(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = call(f, 0x1000, 0), *inner;
	long place;

	KUNIT_ASSERT_TRUE(test, task_push(&f->task, 0x1010, 1, true, &place));
	end_at(f, call(f, 0x1020, 2), 30, 230);		/* the clock was 200 */
	task_push_end(&f->task, place);
	inner = frame_of(f, 0x1010, 1);
	KUNIT_EXPECT_EQ(test, outer->callees, 30);
	KUNIT_EXPECT_EQ(test, inner->callees, 0);
	KUNIT_EXPECT_TRUE(test, task_began_late(&f->task, inner->outer, 200));
	KUNIT_EXPECT_EQ(test, task_call_time(&f->task, inner, 200, 400), 230);
	/* a note of another CPU's clock, which is ahead */
	KUNIT_EXPECT_EQ(test, task_call_time(&f->task, inner, 200, 220), 200);
	KUNIT_EXPECT_EQ(test, task_call_time(&f->task, inner, 240, 400), 240);
}

/* It comes between the reading of the clock and the pop: it is the call's, which ends later. */
static void an_interrupt_while_a_call_ends(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = call(f, 0x1000, 0), *inner = call(f, 0x2000, 1);

	/* the clock was 400 */
	end_at(f, call(f, 0x3000, 2), 30, 450);
	end_at(f, inner, 200, 400);
	KUNIT_EXPECT_TRUE(test, task_ends_late(inner, 400));
	KUNIT_EXPECT_EQ(test, task_late(&f->task, inner, 400), 50);
	KUNIT_EXPECT_EQ(test, inner->callees, 30);
	KUNIT_EXPECT_EQ(test, outer->callees, 250);
	KUNIT_EXPECT_EQ(test, outer->ended, 450);
	KUNIT_EXPECT_FALSE(test, task_ends_late(outer, 460));

	/* of another CPU's clock, which is ahead */
	inner = call(f, 0x2000, 1);
	task_note_end(inner, U64_MAX);
	end_at(f, inner, 20, 500);
	KUNIT_EXPECT_EQ(test, task_late(&f->task, inner, 500), 0);
	KUNIT_EXPECT_EQ(test, outer->callees, 270);
	KUNIT_EXPECT_EQ(test, outer->ended, 500);
}

/* Until the frame is gone, a call of the same function in an interrupt is a recursion. */
static void an_interrupt_while_a_function_ends(struct kunit *test)
{
	struct task_fixture *f = test->priv;
	struct task_frame *outer = call(f, 0x1000, 0), *frame;

	frame = call(f, 0x1000, 1);
	KUNIT_EXPECT_TRUE(test, is_nested(f, frame));
	end(f, frame, 10);
	end(f, outer, 20);
	KUNIT_EXPECT_EQ(test, f->task.active, 0);
}

static struct kunit_case task_cases[] = {
	KUNIT_CASE(calls_nest),
	KUNIT_CASE(an_interrupt_while_a_call_begins),
	KUNIT_CASE(an_interrupt_while_a_call_ends),
	KUNIT_CASE(an_interrupt_while_a_function_ends),
	KUNIT_CASE(root_functions),
	KUNIT_CASE(frames_of_others),
	KUNIT_CASE(returns_that_were_skipped),
	KUNIT_CASE(recursion_is_seen),
	KUNIT_CASE(frames_without_statistics),
	KUNIT_CASE(bits_of_a_word),
	KUNIT_CASE(more_calls_than_frames),
	KUNIT_CASE(depths_out_of_range),
	KUNIT_CASE(times_are_cleared),
	KUNIT_CASE(places_of_tasks),
	KUNIT_CASE(places_of_dead_tasks),
	KUNIT_CASE(tags_differ),
	KUNIT_CASE(variables_of_others),
	{ }
};

static struct kunit_suite task_suite = {
	.name = "duration_task",
	.init = task_test_init,
	.exit = task_test_exit,
	.test_cases = task_cases,
};
kunit_test_suite(task_suite);
