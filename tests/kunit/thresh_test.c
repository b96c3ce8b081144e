// SPDX-License-Identifier: GPL-2.0
/* duration/state/thresh.c: lines, matching, tables. */
#include "fake.h"

/* What @text makes of @old, which is freed. */
static struct thresh_lines *changed(struct kunit *test, struct thresh_lines *old,
				    const char *text)
{
	char *copy = kstrdup(text, GFP_KERNEL);
	struct thresh_lines *lines;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	lines = thresh_lines_change(old, copy, "kunit");
	kfree(copy);
	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(lines), "%s", text);
	thresh_lines_free(old);
	return lines;
}

static void expect_line(struct kunit *test, const struct thresh_lines *lines, unsigned int i,
			const char *function, const char *module, u64 ns)
{
	KUNIT_ASSERT_LT(test, i, lines->nr);
	KUNIT_EXPECT_STREQ(test, lines->line[i].function, function);
	KUNIT_EXPECT_STREQ(test, lines->line[i].module, module);
	KUNIT_EXPECT_EQ(test, lines->line[i].ns, ns);
}

static void lines_are_taken(struct kunit *test)
{
	struct thresh_lines *lines;

	lines = changed(test, NULL, "\n# nothing\nvfs_* 500us\n  a\t7 # a comment\nb 1ns\n"
			"c:mod:ext* 2ms\n:mod:xfs 3s\nd off\ne 0\n"
			"f auto:p99\ng auto:p99.9\nh auto:p0.5");
	KUNIT_EXPECT_EQ(test, lines->nr, 10);
	expect_line(test, lines, 0, "vfs_*", "", 500000);
	expect_line(test, lines, 1, "a", "", 7000);
	expect_line(test, lines, 2, "b", "", 1);
	expect_line(test, lines, 3, "c", "ext*", 2000000);
	expect_line(test, lines, 4, "*", "xfs", 3000000000ULL);
	expect_line(test, lines, 5, "d", "", THRESH_OFF);
	expect_line(test, lines, 6, "e", "", 0);
	expect_line(test, lines, 7, "f", "", THRESH_NONE);
	KUNIT_EXPECT_EQ(test, lines->line[6].per_mille, 0);
	KUNIT_EXPECT_EQ(test, lines->line[7].per_mille, 990);
	KUNIT_EXPECT_EQ(test, lines->line[8].per_mille, 999);
	KUNIT_EXPECT_EQ(test, lines->line[9].per_mille, 5);
	KUNIT_EXPECT_TRUE(test, thresh_lines_auto(lines));
	thresh_lines_free(lines);
}

/* A line for the same functions replaces the other and is the last; "!" removes. */
static void lines_change(struct kunit *test)
{
	struct thresh_lines *lines = changed(test, NULL, "a 1\nb 2\na:mod:m 3");

	lines = changed(test, lines, "a 4\n!b");
	KUNIT_EXPECT_EQ(test, lines->nr, 2);
	expect_line(test, lines, 0, "a", "m", 3000);
	expect_line(test, lines, 1, "a", "", 4000);
	lines = changed(test, lines, "!a:mod:m\n!a\n");
	KUNIT_EXPECT_EQ(test, lines->nr, 0);
	thresh_lines_free(lines);
}

static void bad_lines_change_nothing(struct kunit *test)
{
	static const char *const bad[] = {
		"b", "b x", "b 1x", "b 1 ms", "b us", "b -1", "b 1.5ms", "b 0x10", "!a 1", "!b",
		"!", "!a:mod:m", "b:mod: 1", "b:c 1", "b:mod:c:d 1", "b Off", "b 1\nc",
		"b 18446744073709551615ns", "b 18446744073709552", "b 20000000000s",
		"b 99999999999999999999", "b 1ms 2ms", "b 1us\n!c\nd 1us", "b auto", "b auto:p",
		"b auto:99", "b auto:p0", "b auto:p0.0", "b auto:p100", "b auto:p99.95",
		"b auto:p99.", "b auto:p-5", "b auto:p 99", "b auto:p.5",
	};
	struct thresh_lines *lines = changed(test, NULL, "a 1");
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		char *text = kstrdup(bad[i], GFP_KERNEL);

		KUNIT_ASSERT_NOT_NULL(test, text);
		KUNIT_EXPECT_EQ_MSG(test, PTR_ERR(thresh_lines_change(lines, text, "kunit")),
				    -EINVAL, "%s", bad[i]);
		kfree(text);
	}
	KUNIT_EXPECT_EQ(test, lines->nr, 1);
	expect_line(test, lines, 0, "a", "", 1000);
	thresh_lines_free(lines);
}

/* As many as there may be, of the longest name; and not one more */
static void lines_are_bounded(struct kunit *test)
{
	struct thresh_lines *lines = NULL, *more;
	char text[256];
	unsigned int i;

	for (i = 0; i < THRESH_LINES; i++) {
		scnprintf(text, sizeof(text), "%0127u 1", i);
		lines = changed(test, lines, text);
	}
	KUNIT_EXPECT_EQ(test, lines->nr, THRESH_LINES);
	strscpy(text, "a 1");
	KUNIT_EXPECT_EQ(test, PTR_ERR(thresh_lines_change(lines, text, "kunit")), -EINVAL);
	scnprintf(text, sizeof(text), "%0127u 2", 5);
	more = changed(test, lines, text);
	KUNIT_EXPECT_EQ(test, more->nr, THRESH_LINES);
	KUNIT_EXPECT_EQ(test, more->line[THRESH_LINES - 1].ns, 2000);
	scnprintf(text, sizeof(text), "%0128u 1", 1);
	KUNIT_EXPECT_EQ(test, PTR_ERR(thresh_lines_change(NULL, text, "kunit")), -EINVAL);
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	KUNIT_EXPECT_EQ(test, PTR_ERR(thresh_lines_change(NULL, text, "kunit")), -EINVAL);
	thresh_lines_free(more);
}

static void thresholds_are_shown(struct kunit *test)
{
	static const struct {
		struct thresh_line	line;
		const char		*text;
	} shown[] = {
		{ { 0 }, "0ns" }, { { 1 }, "1ns" }, { { 1500 }, "1500ns" }, { { 7000 }, "7us" },
		{ { 1000000 }, "1ms" }, { { 60000000000ULL }, "60s" }, { { THRESH_OFF }, "off" },
		{ { THRESH_NONE, 990 }, "auto:p99" }, { { THRESH_NONE, 999 }, "auto:p99.9" },
	};
	char text[32];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(shown); i++) {
		thresh_line_text(&shown[i].line, text, sizeof(text));
		KUNIT_EXPECT_STREQ(test, text, shown[i].text);
	}
}

static u64 threshold_of(const struct thresh_lines *lines, const char *name, const char *module)
{
	struct symbol symbol = { .module = module };
	const struct thresh_line *line;

	strscpy(symbol.text, name);
	line = last_match(lines, &symbol);
	return line ? line->ns : 12345;
}

static void last_line_wins(struct kunit *test)
{
	struct thresh_lines *lines;

	lines = changed(test, NULL, "vfs_* 1ns\n*_read 2ns\n*:mod:ext4 3ns\nvfs_rea?:mod:xfs 4ns\n"
			"vfs_w[a-r]* 5ns");
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs_open", ""), 1);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs_read", ""), 2);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs_read", "ext4"), 3);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs_read", "xfs"), 4);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs_write", ""), 5);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "vfs", ""), 12345);
	KUNIT_EXPECT_EQ(test, threshold_of(lines, "avfs_open", ""), 12345);
	thresh_lines_free(lines);
}

static void matches_are_counted(struct kunit *test)
{
	struct thresh_lines *lines = changed(test, NULL, "a* 1\nab* 2\nb 3");
	static const char *const names[] = { "a", "ab", "abc", "c" };
	struct thresh_count counts[3] = { };
	struct symbol symbol = { .module = "" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		strscpy(symbol.text, names[i]);
		count_matches(lines, counts, &symbol);
	}
	KUNIT_EXPECT_EQ(test, counts[0].matches, 3);
	KUNIT_EXPECT_EQ(test, counts[0].decides, 1);
	KUNIT_EXPECT_EQ(test, counts[1].matches, 2);
	KUNIT_EXPECT_EQ(test, counts[1].decides, 2);
	KUNIT_EXPECT_EQ(test, counts[2].matches, 0);
	thresh_lines_free(lines);
}

/* Ten functions for each of the last ten slots */
static unsigned long nth_function(const struct thresh_table *table, unsigned long i)
{
	return (i % 10 * (table->mask + 1) + table->mask - i / 10) << 4;
}

/* Functions that collide, also round the end; one that is not there has the other threshold. */
static void tables_find(struct kunit *test)
{
	struct thresh_table *table = table_alloc(100, false);
	unsigned long i, none = 4321;

	KUNIT_ASSERT_FALSE(test, IS_ERR(table));
	for (i = 0; i < 100; i++)
		table_add(table, nth_function(table, i), i, 0);
	for (i = 0; i < 100; i++)
		KUNIT_EXPECT_EQ(test, thresh_table_find(table, nth_function(table, i), &none), i);
	KUNIT_EXPECT_EQ(test, table->used, 100);
	KUNIT_EXPECT_EQ(test, thresh_table_find(table, 0x123456789a0UL, &none), none);
	/* that of a root that an interrupt finds half begun */
	KUNIT_EXPECT_EQ(test, thresh_table_find(table, 0, &none), none);
	thresh_table_free(table);
	KUNIT_EXPECT_EQ(test, PTR_ERR(table_alloc(THRESH_FUNCTIONS + 1, false)), -E2BIG);
}

/* The functions of this kernel: the unit tests' own module is not traced. */
static void tables_have_what_matches(struct kunit *test)
{
	struct thresh_lines *lines = changed(test, NULL, "vfs_read 1ns\nvfs_write off");
	struct thresh_table *table = thresh_table_build(lines), *next;
	struct thresh_count counts[2] = { };

	KUNIT_ASSERT_FALSE(test, IS_ERR(table));
	KUNIT_EXPECT_EQ(test, table->used, 2);
	KUNIT_EXPECT_EQ(test, thresh_lines_count(lines, counts), 0);
	KUNIT_EXPECT_EQ(test, counts[0].decides, 1);
	KUNIT_EXPECT_EQ(test, counts[1].matches, 1);
	KUNIT_EXPECT_NULL(test, thresh_table_coming(table, lines, THIS_MODULE));
	KUNIT_EXPECT_NULL(test, thresh_table_going(table, THIS_MODULE));

	/* A function at an address of the module is one of the past. */
	table_add(table, (unsigned long)THIS_MODULE->mem[MOD_TEXT].base + 64, 7, 0);
	next = thresh_table_going(table, THIS_MODULE);
	KUNIT_ASSERT_FALSE(test, IS_ERR_OR_NULL(next));
	KUNIT_EXPECT_EQ(test, next->used, 2);
	thresh_table_free(next);
	next = thresh_table_coming(table, lines, THIS_MODULE);
	KUNIT_ASSERT_FALSE(test, IS_ERR_OR_NULL(next));
	KUNIT_EXPECT_EQ(test, next->used, 2);
	thresh_table_free(next);
	thresh_table_free(table);
	thresh_lines_free(lines);
}

/* Thresholds that functions found stay when the table is made anew, for the same percentile. */
static void tables_inherit(struct kunit *test)
{
	struct thresh_lines *lines = changed(test, NULL, "vfs_read auto:p99\nvfs_write auto:p90");
	struct thresh_table *old = thresh_table_build(lines), *table;
	unsigned long i, at, found = 0, none = 4321;
	const struct thresh_slot *slot;
	unsigned int per_mille;

	KUNIT_ASSERT_FALSE(test, IS_ERR(old));
	for (i = 0; i <= old->mask; i++) {
		if (!old->slots[i].func)
			continue;
		old->slots[i].ns = 1234;
		old->bases[i] = kzalloc(8, GFP_KERNEL);
	}
	lines = changed(test, lines, "vfs_write auto:p50\nvfs_open 5ns");
	table = thresh_table_build(lines);
	KUNIT_ASSERT_FALSE(test, IS_ERR(table));
	thresh_table_inherit(table, old);
	for (i = 0; i <= table->mask; i++) {
		at = table_find_auto(table, table->slots[i].func);
		if (!table->slots[i].func || at > table->mask)
			continue;
		slot = table->slots + at;
		per_mille = table->per_mille[at];
		KUNIT_EXPECT_EQ(test, slot->ns, per_mille == 990 ? 1234 : THRESH_NONE);
		KUNIT_EXPECT_EQ(test, !!table->bases[at], per_mille == 990);
		KUNIT_EXPECT_EQ(test, thresh_table_find(table, slot->func, &none),
				per_mille == 990 ? 1234 : none);
		found++;
	}
	KUNIT_EXPECT_EQ(test, found, 2);
	thresh_table_free(table);
	thresh_table_free(old);
	thresh_lines_free(lines);
}

static struct kunit_case thresh_cases[] = {
	KUNIT_CASE(lines_are_taken),
	KUNIT_CASE(lines_change),
	KUNIT_CASE(bad_lines_change_nothing),
	KUNIT_CASE(lines_are_bounded),
	KUNIT_CASE(thresholds_are_shown),
	KUNIT_CASE(last_line_wins),
	KUNIT_CASE(matches_are_counted),
	KUNIT_CASE(tables_find),
	KUNIT_CASE(tables_have_what_matches),
	KUNIT_CASE(tables_inherit),
	{ }
};

static struct kunit_suite thresh_suite = {
	.name = "duration_thresh",
	.test_cases = thresh_cases,
};
kunit_test_suite(thresh_suite);
