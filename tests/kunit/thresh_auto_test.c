// SPDX-License-Identifier: GPL-2.0
/* duration/files/thresh_auto.c: the threshold from a histogram. */
#include "fake.h"

struct auto_fixture {
	u64	before[STAT_BUCKETS];
	u64	now[STAT_BUCKETS];
};

static int auto_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct auto_fixture), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

/* Of 100 calls of 1 us to 100 us, at most 1 lasts as long as the threshold of p99. */
static void at_most_the_rest_is_recorded(struct kunit *test)
{
	static const unsigned int per_milles[] = { 500, 900, 990 };
	struct auto_fixture *f = test->priv;
	unsigned int i, us, recorded;
	u64 ns;

	for (us = 1; us <= 100; us++)
		f->now[stat_bucket(us * 1000)]++;
	for (i = 0; i < ARRAY_SIZE(per_milles); i++) {
		ns = auto_threshold(f->before, f->now, per_milles[i]);
		recorded = 0;
		for (us = 1; us <= 100; us++)
			recorded += us * 1000 >= ns;
		KUNIT_EXPECT_LE_MSG(test, recorded, 100 - per_milles[i] / 10, "%u", i);
		/* within the width of a bucket of the requested percentile */
		KUNIT_EXPECT_LE_MSG(test, ns, 1000 * per_milles[i] / 10 * 9 / 8 + 1000, "%u", i);
	}
}

/* All calls the same: none of them is an outlier. */
static void equal_calls(struct kunit *test)
{
	struct auto_fixture *f = test->priv;
	u64 ns;

	f->now[stat_bucket(5000)] = 1000;
	ns = auto_threshold(f->before, f->now, 500);
	KUNIT_EXPECT_GT(test, ns, 5000);
	KUNIT_EXPECT_EQ(test, ns, auto_threshold(f->before, f->now, 999));
}

static void too_few_calls(struct kunit *test)
{
	struct auto_fixture *f = test->priv;

	f->now[10] = MIN_CALLS - 1;
	KUNIT_EXPECT_EQ(test, auto_threshold(f->before, f->now, 500), THRESH_NONE);
	f->now[11] = 1;
	KUNIT_EXPECT_NE(test, auto_threshold(f->before, f->now, 500), THRESH_NONE);
	KUNIT_EXPECT_EQ(test, auto_threshold(f->before, f->now, 999), THRESH_NONE);
	f->now[11] = 901;
	KUNIT_EXPECT_NE(test, auto_threshold(f->before, f->now, 999), THRESH_NONE);
}

/* Only what was counted since, also beyond 32 bits. */
static void interval_alone(struct kunit *test)
{
	struct auto_fixture *f = test->priv;

	f->before[20] = U32_MAX - 50;
	f->before[100] = 1000000;
	f->now[20] = (u64)U32_MAX + 150;
	f->now[100] = 1000000;
	KUNIT_EXPECT_EQ(test, auto_threshold(f->before, f->now, 990), stat_bucket_low(21));
	f->now[STAT_BUCKETS - 1] = 1000;
	KUNIT_EXPECT_EQ(test, auto_threshold(f->before, f->now, 990),
			stat_bucket_low(STAT_BUCKETS));
	/* as many calls as 32 bits count twice */
	f->now[20] += 2ULL << 32;
	KUNIT_EXPECT_EQ(test, auto_threshold(f->before, f->now, 990), stat_bucket_low(21));
}

static struct kunit_case auto_cases[] = {
	KUNIT_CASE(at_most_the_rest_is_recorded),
	KUNIT_CASE(equal_calls),
	KUNIT_CASE(too_few_calls),
	KUNIT_CASE(interval_alone),
	{ }
};

static struct kunit_suite auto_suite = {
	.name = "duration_thresh_auto",
	.init = auto_test_init,
	.test_cases = auto_cases,
};
kunit_test_suite(auto_suite);
