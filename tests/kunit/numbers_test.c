// SPDX-License-Identifier: GPL-2.0
/* duration/files/numbers.c: what may be written to the files with one number. */
#include "fake.h"

static int parsed(enum duration_number number, const char *text, u64 *value)
{
	char copy[32];

	strscpy(copy, text);
	return kinds[number].parse(copy, value);
}

static void open_thresh_is_a_time(struct kunit *test)
{
	u64 value = 7;

	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "10ms", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 10000000);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "5", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 5000);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "0", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 0);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "", &value), -EINVAL);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "off", &value), -EINVAL);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "-1s", &value), -EINVAL);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_THRESH, "20000000000s", &value), -ERANGE);
}

static void open_idle_is_0_or_1(struct kunit *test)
{
	static const char *const bad[] = { "", "2", "-1", "01", "10", "yes", "1s" };
	unsigned int i;
	u64 value;

	KUNIT_EXPECT_EQ(test, parsed(OPEN_IDLE, "1", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 1);
	KUNIT_EXPECT_EQ(test, parsed(OPEN_IDLE, "0", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 0);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, parsed(OPEN_IDLE, bad[i], &value), -EINVAL, "%s", bad[i]);
}

static struct kunit_case numbers_cases[] = {
	KUNIT_CASE(open_thresh_is_a_time),
	KUNIT_CASE(open_idle_is_0_or_1),
	{ }
};

static struct kunit_suite numbers_suite = {
	.name = "duration_numbers",
	.test_cases = numbers_cases,
};
kunit_test_suite(numbers_suite);
