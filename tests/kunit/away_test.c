// SPDX-License-Identifier: GPL-2.0
/* trace_duration_away.c: switches and wakeups, at given times. */
#include <kunit/test.h>

/* Too large for the stack */
static struct task_away *new_away(struct kunit *test)
{
	struct task_away *away = kunit_kzalloc(test, sizeof(*away), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, away);
	return away;
}

static void a_sleep_ends_with_the_wakeup(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, false, 1000);
	woken(away, 1700);
	woken(away, 1800);
	switched_in(away, 2000);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 700);
	KUNIT_EXPECT_EQ(test, away->all.waiting, 300);
}

static void a_task_that_is_preempted_waits(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, true, 1000);
	woken(away, 1700);
	switched_in(away, 2000);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 0);
	KUNIT_EXPECT_EQ(test, away->all.waiting, 1000);
}

static void a_wakeup_that_is_not_seen(struct kunit *test)
{
	struct task_away *away = new_away(test);

	/* before it is switched out: not of this sleep */
	woken(away, 900);
	switched_out(away, false, 1000);
	switched_in(away, 2000);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 1000);
	KUNIT_EXPECT_EQ(test, away->all.waiting, 0);
}

static void clocks_that_differ(struct kunit *test)
{
	struct task_away *away = new_away(test);

	switched_out(away, false, 1000);
	woken(away, 900);
	switched_in(away, 1500);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 0);
	KUNIT_EXPECT_EQ(test, away->all.waiting, 500);
	switched_out(away, false, 2000);
	woken(away, 2600);
	switched_in(away, 2500);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 500);
	switched_out(away, false, 4000);
	switched_in(away, 3000);
	KUNIT_EXPECT_EQ(test, away->all.asleep, 500);
	KUNIT_EXPECT_EQ(test, away->all.waiting, 500);
}

static void calls_have_their_part(struct kunit *test)
{
	struct duration_task *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);
	struct task_away *away = new_away(test);
	struct task_pool pool = { .tasks = task, .away = away };
	struct away_time in;

	KUNIT_ASSERT_NOT_NULL(test, task);
	away_begin(&pool, task, task->frames + 1);
	away->all = (struct away_time){ .asleep = 100, .waiting = 10 };
	away_begin(&pool, task, task->frames + 2);
	away->all = (struct away_time){ .asleep = 400, .waiting = 30 };
	in = away_in(&pool, task, task->frames + 2, 1000);
	KUNIT_EXPECT_EQ(test, in.asleep, 300);
	KUNIT_EXPECT_EQ(test, in.waiting, 20);
	in = away_in(&pool, task, task->frames + 1, 410);
	KUNIT_EXPECT_EQ(test, in.asleep, 400);
	KUNIT_EXPECT_EQ(test, in.waiting, 10);
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
