// SPDX-License-Identifier: GPL-2.0
/* duration/state/irq.c: interrupts at given times. */
#include <kunit/test.h>

#include "duration/state/away.h"
#include "duration/state/task.h"

static void hard_interrupts_add_up(struct kunit *test)
{
	struct irq_time irq = { };

	hard_began(&irq, 1000);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 1300), 300);
	hard_began(&irq, 2000);
	KUNIT_EXPECT_EQ(test, irq.hard, 300);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 2050), 50);
	KUNIT_EXPECT_EQ(test, irq.hard, 350);
}

static void nested_interrupts_count_once(struct kunit *test)
{
	struct irq_time irq = { };

	hard_began(&irq, 1000);
	hard_began(&irq, 1100);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 1200), 0);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 1300), 300);
}

static void a_softirq_is_without_its_interrupts(struct kunit *test)
{
	struct irq_time irq = { };

	soft_began(&irq, 1000, irq.hard);
	hard_began(&irq, 1200);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 1500), 300);
	KUNIT_EXPECT_EQ(test, soft_ended(&irq, 2000, irq.hard), 700);
}

static void ends_without_a_begin(struct kunit *test)
{
	struct irq_time irq = { };

	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 1000), 0);
	KUNIT_EXPECT_EQ(test, soft_ended(&irq, 1100, irq.hard), 0);
	hard_began(&irq, 2000);
	KUNIT_EXPECT_EQ(test, hard_ended(&irq, 2200), 200);
	soft_began(&irq, 3000, irq.hard);
	KUNIT_EXPECT_EQ(test, soft_ended(&irq, 3400, irq.hard), 400);
	KUNIT_EXPECT_EQ(test, soft_ended(&irq, 3500, irq.hard), 0);
}

/* A task's call, a softirq's, and one of the interrupt itself */
static void the_innermost_call_below_is_charged(struct kunit *test)
{
	struct duration_task *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);
	struct task_away *away = kunit_kzalloc(test, sizeof(*away), GFP_KERNEL);
	struct task_pool pool = { .tasks = task, .away = away };
	unsigned int level;
	long place;

	KUNIT_ASSERT_NOT_NULL(test, task);
	KUNIT_ASSERT_NOT_NULL(test, away);
	task->top = TASK_NONE;
	charge(&pool, task, LEVEL_HARD, 5, 50);
	for (level = 0; level <= LEVEL_HARD; level++) {
		KUNIT_ASSERT_TRUE(test, task_push(task, 0x1000 + 16 * level, level, true, &place));
		away_begin(&pool, task, place);
		away_frame(away, place)->level = level;
		task_push_end(task, place);
	}
	charge(&pool, task, LEVEL_HARD, 30, 100);
	charge(&pool, task, LEVEL_SOFT, 200, 300);
	KUNIT_EXPECT_EQ(test, local_read(&away->at[1].irq), 200);
	KUNIT_EXPECT_EQ(test, local_read(&away->at[2].irq), 30);
	KUNIT_EXPECT_EQ(test, local_read(&away->at[3].irq), 0);
	/* the end is noted where a handler may have read the clock before */
	KUNIT_EXPECT_EQ(test, task->frames[3].ended, 300);
	KUNIT_EXPECT_EQ(test, task->frames[1].ended, 0);
}

static struct kunit_case irq_cases[] = {
	KUNIT_CASE(hard_interrupts_add_up),
	KUNIT_CASE(nested_interrupts_count_once),
	KUNIT_CASE(a_softirq_is_without_its_interrupts),
	KUNIT_CASE(ends_without_a_begin),
	KUNIT_CASE(the_innermost_call_below_is_charged),
	{ }
};

static struct kunit_suite irq_suite = {
	.name = "duration_irq",
	.test_cases = irq_cases,
};
kunit_test_suite(irq_suite);
