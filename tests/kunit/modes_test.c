// SPDX-License-Identifier: GPL-2.0
/* duration/call/modes.c: calls are counted. */
#include <kunit/test.h>

static int modes_test_init(struct kunit *test)
{
	test->priv = stat_tables_alloc(16, 0, false);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void modes_test_exit(struct kunit *test)
{
	if (test->priv)
		stat_tables_free(test->priv);
}

static void calls_add_up(struct kunit *test)
{
	struct duration_session session = { };
	struct stat_entry *entry;

	session_set_tables(&session, test->priv);
	/* All is counted on this CPU. */
	migrate_disable();
	KUNIT_EXPECT_FALSE(test, stat_count_fast(&session, 0x1000, 1000, 400));
	stat_count(&session, 0x1000, 1000, 400, false);
	entry = stat_probe(stat_this_cpu(&session), 0x1000, 0);
	KUNIT_EXPECT_FALSE(test, stat_count_fast(&session, 0x1000, 999, 0));
	KUNIT_EXPECT_FALSE(test, stat_count_fast(&session, 0x1000, 1001, 0));
	KUNIT_EXPECT_EQ(test, local_read(&entry->calls), 1);
	stat_count(&session, 0x1000, 100, 100, true);
	stat_count(&session, 0x1000, 3000, 0, false);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, local_read(&entry->calls), 3);
	KUNIT_EXPECT_EQ(test, local_read(&entry->sum), 4100);
	KUNIT_EXPECT_EQ(test, local_read(&entry->nested), 100);
	KUNIT_EXPECT_EQ(test, local_read(&entry->self), 500);
	KUNIT_EXPECT_EQ(test, entry->min, 100);
	KUNIT_EXPECT_EQ(test, entry->max, 3000);
	KUNIT_EXPECT_EQ(test, entry->buckets[stat_bucket(1000)], 1);
}

/* Sets a bucket, and the count of all calls, as after this many of them. */
static void set_bucket(struct stat_entry *entry, unsigned int bucket, u64 calls)
{
	local_add(calls - entry->buckets[bucket], &entry->calls);
	entry->buckets[bucket] = calls;
}

/* By the fast path and by the slow one, again and again: 64-bit numbers are read. */
static void buckets_wrap(struct kunit *test)
{
	u64 *buckets = kunit_kcalloc(test, STAT_BUCKETS, sizeof(*buckets), GFP_KERNEL);
	const unsigned int fast = stat_bucket(1000), slow = stat_bucket(100);
	const struct stat_tables *tables = test->priv;
	struct duration_session session = { };
	struct stat_entry *entry;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, buckets);
	session_set_tables(&session, test->priv);
	migrate_disable();
	stat_count(&session, 0x1000, 1000, 0, false);
	stat_count(&session, 0x1000, 100, 0, false);
	entry = stat_probe(stat_this_cpu(&session), 0x1000, 0);
	for (i = 0; i < 3; i++) {
		set_bucket(entry, fast, U32_MAX);
		KUNIT_EXPECT_TRUE(test, stat_count_fast(&session, 0x1000, 1000, 0));
		set_bucket(entry, slow, U32_MAX);
		stat_count(&session, 0x1000, 100, 0, true);
		KUNIT_EXPECT_EQ(test, entry->buckets[fast], 0);
		KUNIT_EXPECT_EQ(test, entry->buckets[slow], 0);
	}
	stat_count(&session, 0x1000, 1000, 0, false);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, stat_entry_read(tables, entry, buckets), (6ULL << 32) + 1);
	KUNIT_EXPECT_EQ(test, buckets[fast], (3ULL << 32) + 1);
	KUNIT_EXPECT_EQ(test, buckets[slow], 3ULL << 32);
	KUNIT_EXPECT_EQ(test, atomic_read(&tables->wraps->lost), 0);
}

static unsigned int wraps_noted(const struct stat_wraps *wraps)
{
	unsigned int n = atomic_read(&wraps->lost);
	unsigned long i;

	for (i = 0; i < STAT_WRAPS; i++)
		n += !!wraps->slots[i].bucket;
	return n;
}

/* A bucket of other tables is not noted: the session has got these since the call was counted. */
static void wraps_of_other_tables(struct kunit *test)
{
	struct stat_entry *entry = kunit_kzalloc(test, sizeof(*entry), GFP_KERNEL);
	struct stat_tables *tables = test->priv;
	struct duration_session session = { };

	KUNIT_ASSERT_NOT_NULL(test, entry);
	session_set_tables(&session, tables);
	fgraph_preempt_disable();
	stat_wrapped(entry, &session, 7);
	KUNIT_EXPECT_EQ(test, wraps_noted(tables->wraps), 0);
}

/* Longer ones than the fast path has buckets for */
static void long_calls_are_counted(struct kunit *test)
{
	struct duration_session session = { };
	u64 minutes = 100 * NSEC_PER_SEC, longest = STAT_SHORT_NS - 1;
	struct stat_entry *entry;

	/* local_add() takes no constants of more than 32 bits. */
	OPTIMIZER_HIDE_VAR(minutes);
	OPTIMIZER_HIDE_VAR(longest);
	session_set_tables(&session, test->priv);
	migrate_disable();
	stat_count(&session, 0x1000, 1000, 0, false);
	entry = stat_find(stat_cpus(&session), 0x1000);
	KUNIT_ASSERT_NOT_NULL(test, entry);
	KUNIT_EXPECT_EQ(test, entry->fast, 1000);
	stat_count(&session, 0x1000, minutes, 0, false);
	stat_count(&session, 0x1000, minutes, 0, false);
	KUNIT_EXPECT_FALSE(test, stat_count_fast(&session, 0x1000, longest + 1, 0));
	KUNIT_EXPECT_TRUE(test, stat_count_fast(&session, 0x1000, longest, 0));
	migrate_enable();
	KUNIT_EXPECT_EQ(test, entry->max, minutes);
	KUNIT_EXPECT_EQ(test, local_read(&entry->calls), 4);
	KUNIT_EXPECT_EQ(test, entry->buckets[STAT_BUCKETS - 1], 2);
	KUNIT_EXPECT_EQ(test, entry->buckets[stat_bucket(longest)], 1);
}

static struct kunit_case modes_cases[] = {
	KUNIT_CASE(calls_add_up),
	KUNIT_CASE(buckets_wrap),
	KUNIT_CASE(wraps_of_other_tables),
	KUNIT_CASE(long_calls_are_counted),
	{ }
};

static struct kunit_suite modes_suite = {
	.name = "duration_modes",
	.init = modes_test_init,
	.exit = modes_test_exit,
	.test_cases = modes_cases,
};
kunit_test_suite(modes_suite);
