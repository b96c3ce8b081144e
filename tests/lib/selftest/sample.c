// SPDX-License-Identifier: GPL-2.0
/* Tests of each outcome, for tests/lib/selftest/run. */
#include <signal.h>

#include "../test.h"

static int state;

static void passes(void)
{
	EXPECT(state++ == 0);
	EXPECT_TEXT("same", "same");
}

static void fails(void)
{
	EXPECT(state == 0);
	EXPECT_TEXT("this", "that");
}

static void is_skipped(void)
{
	SKIP("no %s", "reason");
}

static void is_killed(void)
{
	raise(SIGKILL);
}

static void exits(void)
{
	exit(3);
}

static void child_fails(void)
{
	EXPECT(test_in_child(fails) == TEST_FAILED);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "c: passes", passes },
		{ "c: fails", fails },
		{ "c: is skipped", is_skipped },
		{ "c: is killed", is_killed },
		{ "d: exits", exits },
		{ "d: its child fails", child_fails },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
