// SPDX-License-Identifier: GPL-2.0
/* duration/call/graph.c and compat/ftrace_hash.c: the graph filters. */
#include <linux/hash.h>
#include <linux/panic.h>

#include "fake.h"

/* A hash of one function, or of none. */
struct fake_hash {
	struct ftrace_hash		hash;
	struct hlist_head		buckets[2];
	struct ftrace_func_entry	entry;
};

static void fake_fill(struct fake_hash *fake, unsigned long ip)
{
	fake->hash.size_bits = 1;
	fake->hash.buckets = fake->buckets;
	fake->hash.count = 1;
	fake->entry.ip = ip;
	hlist_add_head(&fake->entry.hlist, &fake->buckets[hash_long(ip, 1)]);
}

struct graph_fixture {
	struct duration_session		session;
	struct fake_hash		function;
	struct fake_hash		skipped;
	struct ftrace_hash		*function_hash;
	struct ftrace_hash		*notrace_hash;
	unsigned int			max_depth;
	struct ftrace_hash		**kernel_function_hash;
	struct ftrace_hash		**kernel_notrace_hash;
	unsigned int			*kernel_max_depth;
};

static void swap_variables(struct graph_fixture *f)
{
	swap(f->kernel_function_hash, kernel_ftrace_graph_hash);
	swap(f->kernel_notrace_hash, kernel_ftrace_graph_notrace_hash);
	swap(f->kernel_max_depth, kernel_fgraph_max_depth);
}

static int graph_test_init(struct kunit *test)
{
	struct graph_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->session.start = 5ULL << 20;
	f->function_hash = &f->function.hash;
	f->notrace_hash = &f->skipped.hash;
	f->kernel_function_hash = &f->function_hash;
	f->kernel_notrace_hash = &f->notrace_hash;
	f->kernel_max_depth = &f->max_depth;
	swap_variables(f);
	session_init_limits(&f->session);
	test->priv = f;
	return 0;
}

static void graph_test_exit(struct kunit *test)
{
	if (test->priv)
		swap_variables(test->priv);
}

static void hash_answers(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	struct ftrace_hash *none = NULL;

	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&none, 0x100), HASH_EMPTY);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100), HASH_EMPTY);
	fake_fill(&f->function, 0x100);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100), HASH_WITH);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x200), HASH_WITHOUT);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x201), HASH_WITHOUT);
	/* functions of a module that is not loaded */
	f->skipped.hash.flags = FTRACE_HASH_FL_MOD;
	f->skipped.hash.buckets = f->skipped.buckets;
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->notrace_hash, 0x100), HASH_WITHOUT);
}

static const struct ftrace_func_entry *first_entry(const struct ftrace_hash *hash)
{
	unsigned long i;

	for (i = 0; i < 1UL << hash->size_bits; i++) {
		if (!hlist_empty(&hash->buckets[i]))
			return hlist_entry(hash->buckets[i].first,
					   struct ftrace_func_entry, hlist);
	}
	return NULL;
}

/* A hash that the kernel has filled. */
static void hash_answers_as_the_kernel(struct kunit *test)
{
	const struct ftrace_func_entry *entry;
	struct ftrace_ops ops = { };
	struct ftrace_hash *hash;

	KUNIT_ASSERT_EQ(test, ftrace_set_filter_ip(&ops, (unsigned long)panic, 0, 1), 0);
	hash = rcu_dereference_raw(ops.local_hash.filter_hash);
	entry = first_entry(hash);
	KUNIT_ASSERT_NOT_NULL(test, entry);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&hash, entry->ip), HASH_WITH);
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&hash, entry->ip + 1), HASH_WITHOUT);
	ftrace_free_filter(&ops);
}

/* Possible contents of freed memory: none leads to a fault or to an endless loop. */
static void hash_that_was_freed(struct kunit *test)
{
	static const unsigned long pointers[] = {
		0x10,				/* user memory */
		0x5a5a5a5a5a5a5a58,		/* not canonical */
		0xffff5a5a5a5a5a58,
		0xffffffffffffe000,		/* not mapped */
	};
	struct graph_fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pointers); i++) {
		struct ftrace_hash *wild = (void *)pointers[i];

		KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&wild, 0x100), HASH_EMPTY);

		f->function.hash.count = 1;
		f->function.hash.buckets = (void *)pointers[i];
		KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100),
				HASH_WITHOUT);

		f->function.hash.buckets = f->function.buckets;
		f->function.buckets[0].first = (void *)pointers[i];
		KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100),
				HASH_WITHOUT);
	}
	f->function.hash.size_bits = 64;
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100), HASH_WITHOUT);
	f->function.hash.size_bits = 0;
	f->function.buckets[0].first = &f->function.entry.hlist;
	f->function.entry.hlist.next = &f->function.entry.hlist;
	KUNIT_EXPECT_EQ(test, ftrace_hash_ask(&f->function_hash, 0x100), HASH_WITHOUT);
}

/* The verdict of entry on a call at a depth. */
static enum graph_verdict enter(unsigned long *state, unsigned long func, int depth)
{
	const struct ftrace_graph_ent trace = { .func = func, .depth = depth };

	return graph_entry_verdict(state, &trace, fgraph_max_depth);
}

static void graph_no_filter(struct kunit *test)
{
	unsigned long state = 5;

	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 50), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, state, 5);
}

static void graph_function(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	unsigned long state = 5;

	fake_fill(&f->function, 0x100);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 0), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 3), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 5), GRAPH_TRACE);
	/* inside itself: the return of the outer call ends it */
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 6), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_TRACE);
	/* from a call that is not deeper: its return was missed */
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 4), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, state & GRAPH_INSIDE, 0);
}

static void graph_notrace(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	unsigned long state = 5;

	fake_fill(&f->skipped, 0x100);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 2), GRAPH_FRAME);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 4), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 2), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 3), GRAPH_TRACE);
}

static void graph_notrace_inside_function(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	unsigned long state = 5;

	fake_fill(&f->function, 0x100);
	fake_fill(&f->skipped, 0x200);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x100, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x200, 1), GRAPH_FRAME);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 2), GRAPH_SKIP);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter(&state, 0x300, 0), GRAPH_SKIP);
}

/* A call with this number of our own frames below it. */
static enum graph_verdict enter_above(unsigned long *state, int own, int depth)
{
	*state = graph_state_set(*state, 0, GRAPH_OWN_SHIFT, own);
	return enter(state, 0x100, depth);
}

static void graph_depth(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	unsigned long state = 5;

	f->max_depth = 2;
	KUNIT_EXPECT_EQ(test, enter_above(&state, 0, 0), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 1, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 2, 2), GRAPH_SKIP);
	/* the frames of others do not count */
	KUNIT_EXPECT_EQ(test, enter_above(&state, 1, 50), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, enter_above(&state, 2, 50), GRAPH_SKIP);
	/* there cannot be more of ours than there are frames */
	KUNIT_EXPECT_EQ(test, enter_above(&state, 9, 1), GRAPH_TRACE);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 1);
	f->max_depth = 0;
	KUNIT_EXPECT_EQ(test, enter_above(&state, 500, 1000), GRAPH_TRACE);
}

static void graph_own_frames_return(struct kunit *test)
{
	unsigned long state = graph_state_set(5, 0, GRAPH_OWN_SHIFT, 3);

	state = graph_drop_own(state, 40);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 2);
	/* two returns were missed */
	state = graph_drop_own(state, 0);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 0);
	/* it was entered before counting began */
	state = graph_drop_own(state, 3);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_OWN_SHIFT), 0);
	KUNIT_EXPECT_EQ(test, state, 5);
}

/* Any session until now, also one with an index that was given out 256 times since */
static void graph_state_of_another_session(struct kunit *test)
{
	struct graph_fixture *f = test->priv;
	unsigned long tag = 5UL << GRAPH_TAG_SHIFT, old, age;
	unsigned long own = tag | GRAPH_NOTRACE | 7UL << GRAPH_NOTRACE_SHIFT;

	KUNIT_EXPECT_EQ(test, graph_state(&f->session, &own), own);
	f->session.start += 1ULL << 40;
	tag = graph_tag(&f->session);
	for (age = 1; age <= 1000; age++) {
		old = (tag - (age << GRAPH_TAG_SHIFT)) | GRAPH_NOTRACE | GRAPH_INSIDE;
		KUNIT_EXPECT_EQ(test, graph_state(&f->session, &old), tag);
	}
	/* one of pool_tag(), and none */
	old = tag | GRAPH_NOT_OURS;
	KUNIT_EXPECT_EQ(test, graph_state(&f->session, &old), tag);
	old = 0;
	KUNIT_EXPECT_EQ(test, graph_state(&f->session, &old), tag);
}

static void graph_state_depths(struct kunit *test)
{
	unsigned long state = 0xffUL << GRAPH_TAG_SHIFT;

	state = graph_state_set(state, GRAPH_INSIDE, GRAPH_INSIDE_SHIFT, 0xff);
	state = graph_state_set(state, GRAPH_NOTRACE, GRAPH_NOTRACE_SHIFT, 1);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_INSIDE_SHIFT), 0xff);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_NOTRACE_SHIFT), 1);
	state = graph_state_set(state, GRAPH_INSIDE, GRAPH_INSIDE_SHIFT, 2);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_INSIDE_SHIFT), 2);
	KUNIT_EXPECT_EQ(test, graph_state_depth(state, GRAPH_NOTRACE_SHIFT), 1);
	KUNIT_EXPECT_EQ(test, state >> GRAPH_TAG_SHIFT, 0xff);
}

static struct kunit_case graph_cases[] = {
	KUNIT_CASE(hash_answers),
	KUNIT_CASE(hash_answers_as_the_kernel),
	KUNIT_CASE(hash_that_was_freed),
	KUNIT_CASE(graph_no_filter),
	KUNIT_CASE(graph_function),
	KUNIT_CASE(graph_notrace),
	KUNIT_CASE(graph_notrace_inside_function),
	KUNIT_CASE(graph_depth),
	KUNIT_CASE(graph_own_frames_return),
	KUNIT_CASE(graph_state_of_another_session),
	KUNIT_CASE(graph_state_depths),
	{ }
};

static struct kunit_suite graph_suite = {
	.name = "duration_graph",
	.init = graph_test_init,
	.exit = graph_test_exit,
	.test_cases = graph_cases,
};
kunit_test_suite(graph_suite);
