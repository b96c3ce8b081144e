// SPDX-License-Identifier: GPL-2.0
/* duration/state/stat.c: buckets and tables. */
#include "fake.h"

static int stat_test_init(struct kunit *test)
{
	test->priv = stat_tables_alloc(16, 0, false);
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
		entries[i] = stat_probe(table, 0x1000 + i * 16, 0);
		KUNIT_ASSERT_NOT_NULL(test, entries[i]);
		KUNIT_EXPECT_EQ(test, entries[i]->func, 0x1000 + i * 16);
	}
	for (i = 0; i < 16; i++)
		KUNIT_EXPECT_PTR_EQ(test, stat_probe(table, 0x1000 + i * 16, 0), entries[i]);
	/* no room for one more, and the others are still found */
	KUNIT_EXPECT_NULL(test, stat_probe(table, 0x9000, 0));
	KUNIT_EXPECT_NULL(test, stat_probe(table, 0x9000, 0));
	KUNIT_EXPECT_PTR_EQ(test, stat_probe(table, 0x1000, 0), entries[0]);
}

/* Functions with the same hash take the next slots, the first one after the last. */
static void functions_that_collide(struct kunit *test)
{
	struct stat_cpu *table = first_table(test);
	unsigned long last = table->mask, func[3];
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(func); n++) {
		func[n] = (last + n * (table->mask + 1)) << 4;
		KUNIT_ASSERT_NOT_NULL(test, stat_probe(table, func[n], 0));
	}
	for (n = 0; n < ARRAY_SIZE(func); n++)
		KUNIT_EXPECT_EQ(test, stat_probe(table, func[n], 0)->func, func[n]);
	KUNIT_EXPECT_EQ(test, table->slots[1]->func, func[2]);
}

static void add_entry_calls(const struct stat_entry *entry, void *calls)
{
	*(u64 *)calls += local_read(&entry->calls);
}

/* A function has an entry for each cgroup; cgroups with successive numbers are found, too. */
static void cgroups_apart(struct kunit *test)
{
	struct stat_tables *tables = stat_tables_alloc(16, 0, true);
	struct stat_entry *entries[16];
	struct stat_cpu *table;
	u64 calls = 0;
	unsigned long i;

	KUNIT_ASSERT_NOT_NULL(test, tables);
	table = per_cpu_ptr(tables->cpus, cpumask_first(cpu_online_mask));
	for (i = 0; i < 16; i++) {
		entries[i] = stat_probe(table, 0x1000 + i / 8 * 16, 100 + i % 8);
		KUNIT_ASSERT_NOT_NULL(test, entries[i]);
		stat_entry_count(entries[i], 1000, 1000);
	}
	for (i = 0; i < 16; i++) {
		KUNIT_EXPECT_PTR_EQ(test, stat_look_up(table, 0x1000 + i / 8 * 16, 100 + i % 8),
				    (const struct stat_entry *)entries[i]);
		KUNIT_EXPECT_EQ(test, stat_cgroup_of(table, entries[i]), 100 + i % 8);
	}
	KUNIT_EXPECT_NULL(test, stat_look_up(table, 0x1000, 0));
	KUNIT_EXPECT_NULL(test, stat_look_up(table, 0x1000, 108));
	KUNIT_EXPECT_NULL(test, stat_probe(table, 0x1000, 108));
	stat_each_of(tables, 0x1010, add_entry_calls, &calls);
	KUNIT_EXPECT_EQ(test, calls, 8);
	stat_tables_free(tables);
}

/* A CPU that came online when there was no memory */
static void no_table(struct kunit *test)
{
	struct stat_cpu __percpu *cpus = alloc_percpu(struct stat_cpu);

	KUNIT_ASSERT_FALSE(test, !cpus);
	migrate_disable();
	stat_cpu_init(this_cpu_ptr(cpus), NULL);
	KUNIT_EXPECT_NULL(test, stat_find(cpus, 0x1000));
	KUNIT_EXPECT_NULL(test, stat_probe(this_cpu_ptr(cpus), 0x1000, 0));
	migrate_enable();
	free_percpu(cpus);
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

static struct kunit_case stat_cases[] = {
	KUNIT_CASE(buckets_have_no_gaps),
	KUNIT_CASE(buckets_are_narrow),
	KUNIT_CASE(functions_are_found),
	KUNIT_CASE(functions_that_collide),
	KUNIT_CASE(cgroups_apart),
	KUNIT_CASE(no_table),
	KUNIT_CASE(wraps_collide),
	{ }
};

static struct kunit_suite stat_suite = {
	.name = "duration_stat",
	.init = stat_test_init,
	.exit = stat_test_exit,
	.test_cases = stat_cases,
};
kunit_test_suite(stat_suite);
