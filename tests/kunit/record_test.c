// SPDX-License-Identifier: GPL-2.0
/* duration/call/record.c: calls that are not recorded after a snapshot. */
#include <kunit/test.h>

/* Calls after a snapshot by a trigger: see snapshot_goes_on(). */
static void calls_after_a_snapshot(struct kunit *test)
{
	struct duration_counts counts = { };
	bool before, after, later, enabled;
	unsigned long flags;

	local_irq_save(flags);
	before = snapshot_goes_on(&counts);
	counts.snapshot_time = fgraph_clock();
	after = snapshot_goes_on(&counts);
	counts.snapshot_time = fgraph_clock() - SNAPSHOT_PAUSE;
	later = snapshot_goes_on(&counts);
	counts.snapshot_time = fgraph_clock();
	local_irq_restore(flags);
	enabled = snapshot_goes_on(&counts);

	KUNIT_EXPECT_FALSE(test, before);
	KUNIT_EXPECT_TRUE(test, after);
	KUNIT_EXPECT_FALSE(test, later);
	KUNIT_EXPECT_FALSE(test, enabled);
	KUNIT_EXPECT_EQ(test, counts.snapshot_time, 0);
}

static struct kunit_case record_cases[] = {
	KUNIT_CASE(calls_after_a_snapshot),
	{ }
};

static struct kunit_suite record_suite = {
	.name = "duration_record",
	.test_cases = record_cases,
};
kunit_test_suite(record_suite);
