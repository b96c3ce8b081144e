// SPDX-License-Identifier: GPL-2.0
/* trace_duration_stat.c: buckets and tables. */
#include "fake.h"

static int stat_test_init(struct kunit *test)
{
	test->priv = stat_tables_alloc(16, 0);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void stat_test_exit(struct kunit *test)
{
	if (test->priv)
		stat_tables_free(test->priv);
}

static struct stat_cpu *first_table(struct kunit *test)
{
	struct stat_tables *tables = test->priv;

	return per_cpu_ptr(tables->cpus, cpumask_first(cpu_online_mask));
}

/* Each bucket begins at the end of the one before, and has the durations between its ends. */
static void buckets_have_no_gaps(struct kunit *test)
{
	unsigned int i;

	KUNIT_EXPECT_EQ(test, stat_bucket(0), 0);
	KUNIT_EXPECT_EQ(test, stat_bucket(63), 0);
	KUNIT_EXPECT_EQ(test, stat_bucket_low(0), 0);
	KUNIT_EXPECT_EQ(test, stat_bucket_low(1), 64);
	for (i = 1; i < STAT_BUCKETS; i++) {
		KUNIT_EXPECT_EQ(test, stat_bucket(stat_bucket_low(i)), i);
		KUNIT_EXPECT_EQ(test, stat_bucket(stat_bucket_low(i) - 1), i - 1);
	}
	for (i = STAT_BUCKET_SHIFT; i < 64; i++)
		KUNIT_EXPECT_EQ(test, stat_bucket(BIT_ULL(i)),
				min(8UL * i - 47, STAT_BUCKETS - 1UL));
	KUNIT_EXPECT_EQ(test, stat_bucket(U64_MAX), STAT_BUCKETS - 1);
	KUNIT_EXPECT_LT(test, stat_bucket_of_short(STAT_SHORT_NS - 1), STAT_BUCKETS);
	KUNIT_EXPECT_EQ(test, stat_bucket_low(STAT_BUCKETS - 1), 14ULL << 32);
}

/* A bucket's middle differs by at most a sixteenth from any duration in it. */
static void buckets_are_narrow(struct kunit *test)
{
	unsigned int i;

	for (i = 1; i < STAT_BUCKETS - 1; i++) {
		u64 low = stat_bucket_low(i), high = stat_bucket_low(i + 1);

		KUNIT_EXPECT_LE_MSG(test, (high - low) / 2 * 16, low, "%u", i);
	}
}

static void functions_are_found(struct kunit *test)
{
	struct stat_cpu *table = first_table(test);
	struct stat_entry *entries[16];
	unsigned long i;

	for (i = 0; i < 16; i++) {
		entries[i] = stat_probe(table, 0x1000 + i * 16);
		KUNIT_ASSERT_NOT_NULL(test, entries[i]);
		KUNIT_EXPECT_EQ(test, entries[i]->func, 0x1000 + i * 16);
	}
	for (i = 0; i < 16; i++)
		KUNIT_EXPECT_PTR_EQ(test, stat_probe(table, 0x1000 + i * 16), entries[i]);
	/* no room for one more, and the others are still found */
	KUNIT_EXPECT_NULL(test, stat_probe(table, 0x9000));
	KUNIT_EXPECT_NULL(test, stat_probe(table, 0x9000));
	KUNIT_EXPECT_PTR_EQ(test, stat_probe(table, 0x1000), entries[0]);
}

/* Functions with the same hash take the next slots, the first one after the last. */
static void functions_that_collide(struct kunit *test)
{
	struct stat_cpu *table = first_table(test);
	unsigned long last = table->mask, func[3];
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(func); n++) {
		func[n] = (last + n * (table->mask + 1)) << 4;
		KUNIT_ASSERT_NOT_NULL(test, stat_probe(table, func[n]));
	}
	for (n = 0; n < ARRAY_SIZE(func); n++)
		KUNIT_EXPECT_EQ(test, stat_probe(table, func[n])->func, func[n]);
	KUNIT_EXPECT_EQ(test, table->slots[1]->func, func[2]);
}

/* A CPU that came online when there was no memory */
static void no_table(struct kunit *test)
{
	struct stat_cpu __percpu *cpus = alloc_percpu(struct stat_cpu);

	KUNIT_ASSERT_NOT_NULL(test, cpus);
	migrate_disable();
	stat_cpu_init(this_cpu_ptr(cpus), NULL);
	KUNIT_EXPECT_NULL(test, stat_find(cpus, 0x1000));
	KUNIT_EXPECT_NULL(test, stat_probe(this_cpu_ptr(cpus), 0x1000));
	migrate_enable();
	free_percpu(cpus);
}

static void calls_add_up(struct kunit *test)
{
	struct duration_session session = { };
	struct stat_entry *entry;

	stat_session_set(&session, test->priv);
	/* All is counted on this CPU. */
	migrate_disable();
	KUNIT_EXPECT_FALSE(test, stat_count_fast(&session, 0x1000, 1000, 400));
	stat_count(&session, 0x1000, 1000, 400, false);
	entry = stat_probe(stat_this_cpu(&session), 0x1000);
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

/* Sets a bucket, and the count of all calls, as after so many of them. */
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
	stat_session_set(&session, test->priv);
	migrate_disable();
	stat_count(&session, 0x1000, 1000, 0, false);
	stat_count(&session, 0x1000, 100, 0, false);
	entry = stat_probe(stat_this_cpu(&session), 0x1000);
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

/* Buckets whose places are the same take the next ones, until there are too many. */
static void wraps_collide(struct kunit *test)
{
	struct stat_tables *tables = test->priv;
	struct stat_wraps *wraps = tables->wraps;
	u32 bucket, *other = (void *)test;
	unsigned long at = wrap_hash(&bucket), i;

	for (i = 0; i < STAT_WRAP_STEPS - 1; i++)
		wraps->slots[(at + i) % STAT_WRAPS].bucket = other;
	stat_note_wrap(wraps, &bucket);
	stat_note_wrap(wraps, &bucket);
	KUNIT_EXPECT_EQ(test, stat_wraps_of(wraps, &bucket), 2);
	KUNIT_EXPECT_EQ(test, atomic_read(&wraps->lost), 0);
	wraps->slots[(at + i) % STAT_WRAPS].bucket = other;
	stat_note_wrap(wraps, &bucket);
	KUNIT_EXPECT_EQ(test, stat_wraps_of(wraps, &bucket), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&wraps->lost), 1);
}

/* A bucket of other tables is not noted: the session has got these since the call was counted. */
static void wraps_of_other_tables(struct kunit *test)
{
	struct stat_entry *entry = kunit_kzalloc(test, sizeof(*entry), GFP_KERNEL);
	struct stat_tables *tables = test->priv;
	struct duration_session session = { };

	KUNIT_ASSERT_NOT_NULL(test, entry);
	stat_session_set(&session, tables);
	fgraph_preempt_disable();
	stat_wrapped(entry, &session, 7);
	KUNIT_EXPECT_EQ(test, stat_wraps_of(tables->wraps, entry->buckets + 7), 0);
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
	stat_session_set(&session, test->priv);
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

static struct kunit_case stat_cases[] = {
	KUNIT_CASE(buckets_have_no_gaps),
	KUNIT_CASE(buckets_are_narrow),
	KUNIT_CASE(functions_are_found),
	KUNIT_CASE(functions_that_collide),
	KUNIT_CASE(no_table),
	KUNIT_CASE(calls_add_up),
	KUNIT_CASE(buckets_wrap),
	KUNIT_CASE(wraps_collide),
	KUNIT_CASE(wraps_of_other_tables),
	KUNIT_CASE(long_calls_are_counted),
	{ }
};

static struct kunit_suite stat_suite = {
	.name = "duration_stat",
	.init = stat_test_init,
	.exit = stat_test_exit,
	.test_cases = stat_cases,
};
kunit_test_suite(stat_suite);
