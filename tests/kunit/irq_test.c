// SPDX-License-Identifier: GPL-2.0
/* trace_duration_irq.c: interrupts at given times. */
#include <kunit/test.h>

static void hard_interrupts_add_up(struct kunit *test)
{
	struct irq_time irq = { };

	hard_began(&irq, 1000);
	hard_ended(&irq, 1300);
	hard_began(&irq, 2000);
	KUNIT_EXPECT_EQ(test, irq_time_all(&irq), 300);
	hard_ended(&irq, 2050);
	KUNIT_EXPECT_EQ(test, irq_time_all(&irq), 350);
}

static void nested_interrupts_count_once(struct kunit *test)
{
	struct irq_time irq = { };

	hard_began(&irq, 1000);
	hard_began(&irq, 1100);
	hard_ended(&irq, 1200);
	KUNIT_EXPECT_EQ(test, irq.hard, 0);
	hard_ended(&irq, 1300);
	KUNIT_EXPECT_EQ(test, irq.hard, 300);
}

static void a_softirq_is_without_its_interrupts(struct kunit *test)
{
	struct irq_time irq = { };

	soft_began(&irq, 1000);
	hard_began(&irq, 1200);
	hard_ended(&irq, 1500);
	KUNIT_EXPECT_EQ(test, irq.hard, 300);
	soft_ended(&irq, 2000);
	KUNIT_EXPECT_EQ(test, irq.hard, 300);
	KUNIT_EXPECT_EQ(test, irq.soft, 700);
	KUNIT_EXPECT_EQ(test, irq_time_all(&irq), 1000);
}

static void ends_without_a_begin(struct kunit *test)
{
	struct irq_time irq = { };

	hard_ended(&irq, 1000);
	soft_ended(&irq, 1100);
	KUNIT_EXPECT_EQ(test, irq_time_all(&irq), 0);
	hard_began(&irq, 2000);
	hard_ended(&irq, 2200);
	soft_began(&irq, 3000);
	soft_ended(&irq, 3400);
	soft_ended(&irq, 3500);
	KUNIT_EXPECT_EQ(test, irq.hard, 200);
	KUNIT_EXPECT_EQ(test, irq.soft, 400);
}

static struct kunit_case irq_cases[] = {
	KUNIT_CASE(hard_interrupts_add_up),
	KUNIT_CASE(nested_interrupts_count_once),
	KUNIT_CASE(a_softirq_is_without_its_interrupts),
	KUNIT_CASE(ends_without_a_begin),
	{ }
};

static struct kunit_suite irq_suite = {
	.name = "duration_irq",
	.test_cases = irq_cases,
};
kunit_test_suite(irq_suite);
