// SPDX-License-Identifier: GPL-2.0
/* duration/state/away.c: switches and wakeups, at given times. */
#include <kunit/test.h>

#include "duration/state/task.h"

/* Too large for the stack */
static struct task_away *new_away(struct kunit *test)
{
	struct task_away *away = kunit_kzalloc(test, sizeof(*away), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, away);
	return away;
}

static void expect_time(struct kunit *test, struct away_time time, u64 asleep, u64 waiting)
{
	KUNIT_EXPECT_EQ(test, time.asleep, asleep);
	KUNIT_EXPECT_EQ(test, time.waiting, waiting);
}

static void a_sleep_ends_with_the_wakeup(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, false, 1000);
	woken(away, 1700);
	woken(away, 1800);
	expect_time(test, switched_in(away, 2000), 700, 300);
	expect_time(test, switched_in(away, 2100), 0, 0);
}

static void a_task_that_is_preempted_waits(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, true, 1000);
	woken(away, 1700);
	expect_time(test, switched_in(away, 2000), 0, 1000);
}

static void a_wakeup_that_is_not_seen(struct kunit *test)
{
	struct task_away *away = new_away(test);

	/* before it is switched out: not of this sleep */
	woken(away, 900);
	switched_out(away, false, 1000);
	expect_time(test, switched_in(away, 2000), 1000, 0);
}

static void clocks_that_differ(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, false, 1000);
	woken(away, 900);
	expect_time(test, switched_in(away, 1500), 0, 500);
	switched_out(away, false, 2000);
	woken(away, 2600);
	expect_time(test, switched_in(away, 2500), 500, 0);
	switched_out(away, false, 4000);
	expect_time(test, switched_in(away, 3000), 0, 0);
}

static void calls_have_their_part(struct kunit *test)
{
	struct duration_task *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);
	struct task_away *away = new_away(test);
	struct task_pool pool = { .tasks = task, .away = away };
	long outer, inner;

	KUNIT_ASSERT_NOT_NULL(test, task);
	task->top = TASK_NONE;
	KUNIT_ASSERT_TRUE(test, task_push(task, 0x1000, 0, true, &outer));
	away_begin(&pool, task, outer);
	task_push_end(task, outer);
	add_away(&pool, away, (struct away_time){ .asleep = 100, .waiting = 10 }, 1000);
	KUNIT_ASSERT_TRUE(test, task_push(task, 0x1010, 1, true, &inner));
	away_begin(&pool, task, inner);
	task_push_end(task, inner);
	add_away(&pool, away, (struct away_time){ .asleep = 300, .waiting = 20 }, 2000);
	KUNIT_EXPECT_EQ(test, task_frame(task, outer)->ended, 1000);
	KUNIT_EXPECT_EQ(test, task_frame(task, inner)->ended, 2000);
	task_pop(task, task_frame(task, inner), 1000, 2100, true, 0);
	away_pop(&pool, task, task_frame(task, inner));
	expect_time(test, away_in(&pool, task, task_frame(task, inner), 1000), 300, 20);
	task_pop(task, task_frame(task, outer), 2000, 2200, true, 0);
	away_pop(&pool, task, task_frame(task, outer));
	expect_time(test, away_in(&pool, task, task_frame(task, outer), 410), 400, 10);
}

static struct kunit_case away_cases[] = {
	KUNIT_CASE(a_sleep_ends_with_the_wakeup),
	KUNIT_CASE(a_task_that_is_preempted_waits),
	KUNIT_CASE(a_wakeup_that_is_not_seen),
	KUNIT_CASE(clocks_that_differ),
	KUNIT_CASE(calls_have_their_part),
	{ }
};

static struct kunit_suite away_suite = {
	.name = "duration_away",
	.test_cases = away_cases,
};
kunit_test_suite(away_suite);
