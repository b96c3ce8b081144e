// SPDX-License-Identifier: GPL-2.0
/* What the sanitizers have to find: each of these cases passes if it fails. */
#include <kunit/test.h>

static volatile unsigned int four = 4;

static void read_out_of_bounds(struct kunit *test)
{
	u32 *words = kzalloc(four * sizeof(*words), GFP_KERNEL);

	KUNIT_EXPECT_NE(test, READ_ONCE(words[four]), 12345);
	kfree(words);
}

static void use_after_free(struct kunit *test)
{
	u32 *word = kzalloc(sizeof(*word), GFP_KERNEL);

	kfree(word);
	KUNIT_EXPECT_NE(test, READ_ONCE(*word), 12345);
}

static void *volatile lost;

/* Several: the address of the last one may still stand in a register or on the stack. */
static void leak(struct kunit *test)
{
	for (unsigned int i = 0; i < 4 * four; i++)
		lost = kzalloc(100, GFP_KERNEL);
	lost = NULL;
}

static void shift_too_far(struct kunit *test)
{
	KUNIT_EXPECT_NE(test, 1U << (8 * four), 12345);
}

static void array_index(struct kunit *test)
{
	volatile u32 words[4] = { };

	KUNIT_EXPECT_NE(test, words[four], 12345);
}

static void wrong_number(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, four, 5);
}

static struct kunit_case planted_cases[] = {
	KUNIT_CASE_FINDS(read_out_of_bounds, "heap-buffer-overflow"),
	KUNIT_CASE_FINDS(use_after_free, "heap-use-after-free"),
	KUNIT_CASE_FINDS(leak, "LeakSanitizer: detected memory leaks"),
	KUNIT_CASE_FINDS(shift_too_far, "shift exponent 32 is too large"),
	KUNIT_CASE_FINDS(array_index, "index 4 out of bounds"),
	KUNIT_CASE_FINDS(wrong_number, "four == 5: 4, 5"),
	{ }
};

static struct kunit_suite planted_suite = {
	.name = "planted",
	.test_cases = planted_cases,
};
kunit_test_suite(planted_suite);
