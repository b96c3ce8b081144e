// SPDX-License-Identifier: GPL-2.0
/* duration/files/counters.c: which sessions' counts are shown, and how long. */
#include "fake.h"

#define SHOWN_SIZE	(64 * 1024)

struct counters_fixture {
	struct trace_array	top;
	struct trace_array	instance;
	struct dentry		dir;
	struct hlist_bl_node	*hashed;	/* makes the dentry a hashed one */
	struct seq_file		file;
	struct list_head	kept;		/* the real list's, meanwhile */
};

/* A dentry is unhashed when its hash node points to nothing. */
static void fake_dir(struct counters_fixture *f, struct dentry *dir)
{
	spin_lock_init(&dir->d_lock);
	dir->d_lockref.count = 1000;
	dir->d_hash.pprev = &f->hashed;
}

static int counters_test_init(struct kunit *test)
{
	struct counters_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->file.buf = kunit_kzalloc(test, SHOWN_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f->file.buf);
	f->file.size = SHOWN_SIZE;
	INIT_LIST_HEAD(&f->kept);
	list_splice_init(&counters_list, &f->kept);
	f->instance.name = "one";
	f->instance.dir = &f->dir;
	fake_dir(f, &f->dir);
	test->priv = f;
	return 0;
}

static void counters_test_exit(struct kunit *test)
{
	struct counters_fixture *f = test->priv;
	struct duration_counters *counters, *n;

	if (!f)
		return;
	list_for_each_entry_safe(counters, n, &counters_list, list)
		counters_free(counters);
	list_splice_init(&f->kept, &counters_list);
}

static struct duration_counters *begun(struct kunit *test, const struct trace_array *tr,
				       unsigned long entered)
{
	struct duration_counters *counters = counters_alloc(tr);

	KUNIT_ASSERT_NOT_NULL(test, counters);
	per_cpu_ptr(counters->counts, 0)->entered = entered;
	counters_begin(counters);
	return counters;
}

/* The number of lines of cpu 0 */
static int lines_of_cpu0(struct counters_fixture *f)
{
	const char *line = f->file.buf;
	int n = 0;

	f->file.count = 0;
	counters_show(&f->file, NULL);
	f->file.buf[f->file.count] = '\0';
	while ((line = strstr(line, " cpu0 "))) {
		line++;
		n++;
	}
	return n;
}

static bool shows(struct counters_fixture *f, const char *text)
{
	lines_of_cpu0(f);
	return strstr(f->file.buf, text);
}

static void one_line_per_cpu(struct kunit *test)
{
	struct counters_fixture *f = test->priv;
	struct duration_counters *counters = begun(test, &f->top, 9);
	struct duration_counts *c = per_cpu_ptr(counters->counts, 0);
	const char *line;
	int n = 0;

	c->recorded = 1;
	c->below = 2;
	c->filtered = 3;
	c->off = 4;
	c->lost = 5;
	c->nested = 6;
	c->no_room = 7;
	c->cut = 8;
	c->unfinished = 10;
	KUNIT_EXPECT_TRUE(test, shows(f, "top cpu0 entered 9 recorded 1 below 2 "));
	KUNIT_EXPECT_TRUE(test, shows(f, " below 2 filtered 3 off 4 lost 5 "));
	KUNIT_EXPECT_TRUE(test, shows(f, " lost 5 nested 6 no_room 7 cut 8 "));
	KUNIT_EXPECT_TRUE(test, shows(f, " cut 8 unfinished 10 active 1\n"));
	for (line = f->file.buf; (line = strchr(line, '\n')); line++)
		n++;
	KUNIT_EXPECT_EQ(test, n, num_possible_cpus());
	counters_end(counters);
}

static void counts_stay_until_the_next_session(struct kunit *test)
{
	struct counters_fixture *f = test->priv;
	struct duration_counters *first = begun(test, &f->top, 11), *second, *failed;

	counters_end(begun(test, &f->instance, 22));
	counters_end(first);
	KUNIT_EXPECT_EQ(test, lines_of_cpu0(f), 2);
	KUNIT_EXPECT_TRUE(test, shows(f, "top cpu0 entered 11 "));
	KUNIT_EXPECT_TRUE(test, shows(f, "one cpu0 entered 22 "));
	KUNIT_EXPECT_FALSE(test, shows(f, " active 1"));

	/* a session that could not be registered changes nothing */
	failed = counters_alloc(&f->top);
	KUNIT_ASSERT_NOT_NULL(test, failed);
	counters_end(failed);
	KUNIT_EXPECT_TRUE(test, shows(f, "top cpu0 entered 11 "));

	second = begun(test, &f->top, 33);
	KUNIT_EXPECT_EQ(test, lines_of_cpu0(f), 2);
	KUNIT_EXPECT_FALSE(test, shows(f, " entered 11 "));
	KUNIT_EXPECT_TRUE(test, shows(f, "one cpu0 entered 22 "));
	KUNIT_EXPECT_TRUE(test, shows(f, "top cpu0 entered 33 "));
	counters_end(second);
}

/* The next instance has the same name, and may have the same address. */
static void counts_go_with_their_instance(struct kunit *test)
{
	struct counters_fixture *f = test->priv;
	struct dentry *second = kunit_kzalloc(test, sizeof(*second), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, second);
	fake_dir(f, second);
	counters_end(begun(test, &f->top, 11));
	counters_end(begun(test, &f->instance, 22));
	KUNIT_EXPECT_EQ(test, f->dir.d_lockref.count, 1001);
	f->dir.d_hash.pprev = NULL;
	f->instance.dir = second;
	KUNIT_EXPECT_FALSE(test, shows(f, "one "));
	KUNIT_EXPECT_TRUE(test, shows(f, "top cpu0 entered 11 "));
	KUNIT_EXPECT_EQ(test, f->dir.d_lockref.count, 1000);

	/* dropped also without a reader */
	counters_end(begun(test, &f->instance, 33));
	second->d_hash.pprev = NULL;
	counters_end(begun(test, &f->top, 44));
	KUNIT_EXPECT_EQ(test, second->d_lockref.count, 1000);
	KUNIT_EXPECT_EQ(test, lines_of_cpu0(f), 1);
}

/* The counts of a session are shown until it ends, also if the directory is removed. */
static void active_counts_are_never_dropped(struct kunit *test)
{
	struct counters_fixture *f = test->priv;
	struct duration_counters *counters = begun(test, &f->instance, 22);

	f->dir.d_hash.pprev = NULL;
	KUNIT_EXPECT_TRUE(test, shows(f, "one cpu0 entered 22 "));
	counters_end(counters);
	KUNIT_EXPECT_EQ(test, lines_of_cpu0(f), 0);
}

/* mkdir takes any name; it must not change the number of lines or words. */
static void names_are_one_word(struct kunit *test)
{
	struct counters_fixture *f = test->priv;

	f->instance.name = "a b\nc";
	counters_end(begun(test, &f->instance, 1));
	KUNIT_EXPECT_TRUE(test, shows(f, "a\\040b\\012c cpu0 entered 1 "));
}

static struct kunit_case counters_cases[] = {
	KUNIT_CASE(one_line_per_cpu),
	KUNIT_CASE(counts_stay_until_the_next_session),
	KUNIT_CASE(counts_go_with_their_instance),
	KUNIT_CASE(active_counts_are_never_dropped),
	KUNIT_CASE(names_are_one_word),
	{ }
};

static struct kunit_suite counters_suite = {
	.name = "duration_counters",
	.init = counters_test_init,
	.exit = counters_test_exit,
	.test_cases = counters_cases,
};
kunit_test_suite(counters_suite);
