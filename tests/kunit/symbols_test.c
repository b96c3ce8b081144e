// SPDX-License-Identifier: GPL-2.0
/* compat/symbols.c: symbols that are missing or not unique, and the check of types. */
#include <linux/slab.h>

#include "fake.h"

static void __init symbol_there(struct kunit *test)
{
	unsigned long address = 0;

	KUNIT_EXPECT_EQ(test, resolve("kfree", &address), 0);
	KUNIT_EXPECT_EQ(test, address, (unsigned long)kfree);
}

static void __init symbol_missing(struct kunit *test)
{
	unsigned long address = 1;

	KUNIT_EXPECT_EQ(test, resolve("no_such_function_in_any_kernel", &address),
			-EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, address, 1);
}

/* Several file systems have a function of this name. */
static void __init symbol_ambiguous(struct kunit *test)
{
	struct symbol_matches found = { };
	unsigned long address = 1;

	kallsyms_on_each_match_symbol(count_match, "init_once", &found);
	KUNIT_ASSERT_GT(test, found.count, 1);
	KUNIT_EXPECT_EQ(test, resolve("init_once", &address), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, address, 1);
}

static void __init symbols_all_resolved(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, functions[i].key->func, "%s",
					  functions[i].name);
	for (i = 0; i < ARRAY_SIZE(variables); i++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, *variables[i].address, "%s",
					  variables[i].name);
}

/* FNV-1a of known texts: one word, a word and a tail, nothing. */
static void __init fingerprints(struct kunit *test)
{
	static const char text[] __aligned(8) = "12345678abc";

	KUNIT_EXPECT_EQ(test, btf_fingerprint(text, text), 0xcbf29ce484222325ULL);
	KUNIT_EXPECT_EQ(test, btf_fingerprint(text, text + 8), 0x49f2564e2d0004fcULL);
	KUNIT_EXPECT_EQ(test, btf_fingerprint(text, text + 11), 0xe52891f4b0df73f4ULL);
}

static void __init other_types_are_refused(struct kunit *test)
{
	char *end = kernel___stop_BTF;
	int ret;

	KUNIT_EXPECT_EQ(test, kernel_layout_check(), 0);
	kernel___stop_BTF = end - 1;
	ret = kernel_layout_check();
	kernel___stop_BTF = end;
	KUNIT_EXPECT_EQ(test, ret, -EOPNOTSUPP);
}

static struct kunit_case symbols_cases[] __refdata = {
	KUNIT_CASE(symbol_there),
	KUNIT_CASE(symbol_missing),
	KUNIT_CASE(symbol_ambiguous),
	KUNIT_CASE(symbols_all_resolved),
	KUNIT_CASE(fingerprints),
	KUNIT_CASE(other_types_are_refused),
	{ }
};

/* These tests call __init functions, which are freed after the module's init. */
static struct kunit_suite symbols_suite __refdata = {
	.name = "duration_symbols",
	.test_cases = symbols_cases,
};
kunit_test_init_section_suite(symbols_suite);
