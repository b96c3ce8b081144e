// SPDX-License-Identifier: GPL-2.0
/* compat/clock.c: the clock that is read in place. */
#include <kunit/test.h>

#ifdef CLOCK_IN_PLACE
#define CLOCK_ROUNDS	1000

/* Counts the readings that are not between two of the kernel. */
static void read_clocks(void *wrong)
{
	u64 before, between;
	int i;

	for (i = 0; i < CLOCK_ROUNDS; i++) {
		before = sched_clock_noinstr();
		between = clock_tsc();
		if (between < before || sched_clock_noinstr() < between)
			(*(int *)wrong)++;
	}
}

static void the_kernels_clock_on_each_cpu(struct kunit *test)
{
	int cpu, wrong;

	if (!static_key_enabled(&clock_is_tsc))
		kunit_skip(test, "the clock of this machine is not the time stamp counter");
	for_each_online_cpu(cpu) {
		wrong = 0;
		KUNIT_ASSERT_EQ(test, smp_call_function_single(cpu, read_clocks, &wrong, true), 0);
		KUNIT_EXPECT_EQ(test, wrong, 0);
	}
}

/* What the kernel writes while its factors change: the other half is valid. */
static void both_halves_of_the_latch(struct kunit *test)
{
	struct cyc2ns __percpu *factors = alloc_percpu(struct cyc2ns), *kernels = kernel_cyc2ns;
	int seq, cpu;
	u64 now;

	KUNIT_ASSERT_FALSE(test, !factors);
	for_each_possible_cpu(cpu) {
		struct cyc2ns_data *data = per_cpu_ptr(factors, cpu)->data;

		data[0] = (struct cyc2ns_data){ .cyc2ns_offset = 1000 };
		data[1] = (struct cyc2ns_data){ .cyc2ns_offset = 2000 };
	}
	for (seq = 0; seq < 4; seq++) {
		for_each_possible_cpu(cpu)
			per_cpu_ptr(factors, cpu)->seq.seqcount.sequence = seq;
		preempt_disable();
		kernel_cyc2ns = factors;
		now = clock_tsc();
		kernel_cyc2ns = kernels;
		preempt_enable();
		KUNIT_EXPECT_EQ(test, now, seq & 1 ? 2000 : 1000);
	}
	free_percpu(factors);
}

static struct kunit_case clock_cases[] = {
	KUNIT_CASE(the_kernels_clock_on_each_cpu),
	KUNIT_CASE(both_halves_of_the_latch),
	{}
};

static struct kunit_suite clock_suite = {
	.name = "duration_clock",
	.test_cases = clock_cases,
};

kunit_test_suite(clock_suite);
#endif
