// SPDX-License-Identifier: GPL-2.0
/* compat/register.c: into a made-up kernel's lists and out of them again. */
#include "fake.h"

#define FAKE_ARRAYS	3

/* The lists of a kernel with tracers "nop" and "other", and three arrays. */
struct register_fixture {
	struct tracer		nop;
	struct tracer		other;
	struct tracer		*types;
	struct mutex		lock;
	struct list_head	arrays;
	struct trace_array	tr[FAKE_ARRAYS];
	/* the real ones, meanwhile */
	struct tracer_block	*block;
	struct tracer		**kernel_types;
	struct mutex		*kernel_lock;
	struct list_head	*kernel_arrays;
};

static int fake_tracer_init(struct trace_array *tr)
{
	return 0;
}

static const struct tracer_template_opt fake_opts[] = {
	{ TRACER_OPT(fake-one, 0x10) },
	{ TRACER_OPT(fake-two, 0x20) },
	{ }
};

static const struct tracer_template fake_template = {
	.name		= "fake_tracer",
	.init		= fake_tracer_init,
	.opts		= fake_opts,
	.opts_val	= 0x20,
};

static void fake_lists(struct register_fixture *f)
{
	int i;

	f->nop.name = "nop";
	f->other.name = "other";
	f->other.next = &f->nop;
	f->types = &f->other;
	mutex_init(&f->lock);
	INIT_LIST_HEAD(&f->arrays);
	for (i = 0; i < FAKE_ARRAYS; i++) {
#ifdef HAVE_trace_array_tracers
		INIT_LIST_HEAD(&f->tr[i].tracers);
#endif
		list_add_tail(&f->tr[i].list, &f->arrays);
	}
}

static int register_init(struct kunit *test)
{
	struct register_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	fake_lists(f);
	f->block = block;
	f->kernel_types = kernel_trace_types;
	f->kernel_lock = kernel_trace_types_lock;
	f->kernel_arrays = kernel_ftrace_trace_arrays;
	kernel_trace_types = &f->types;
	kernel_trace_types_lock = &f->lock;
	kernel_ftrace_trace_arrays = &f->arrays;
	test->priv = f;
	return 0;
}

static void register_exit(struct kunit *test)
{
	struct register_fixture *f = test->priv;
	int i;

	if (!f)
		return;
	for (i = 0; i < FAKE_ARRAYS; i++)
		kfree(f->tr[i].topts);
	kernel_trace_types = f->kernel_types;
	kernel_trace_types_lock = f->kernel_lock;
	kernel_ftrace_trace_arrays = f->kernel_arrays;
	block = f->block;
	mutex_destroy(&f->lock);
}

static void expect_arrays_have(struct kunit *test, int nr)
{
	struct register_fixture *f = test->priv;
	int i;

	for (i = 0; i < FAKE_ARRAYS; i++) {
		KUNIT_EXPECT_EQ(test, f->tr[i].nr_topts, nr);
#ifdef HAVE_trace_array_tracers
		KUNIT_EXPECT_EQ(test, list_count_nodes(&f->tr[i].tracers), nr);
#endif
	}
}

/* The names of the tracers, in the order of the list. */
static void expect_types(struct kunit *test, const char *want)
{
	struct register_fixture *f = test->priv;
	const struct tracer *t;
	char names[64] = "";

	for (t = f->types; t; t = t->next) {
		strlcat(names, t->name, sizeof(names));
		strlcat(names, " ", sizeof(names));
	}
	KUNIT_EXPECT_STREQ(test, names, want);
}

static void register_and_out(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	expect_types(test, "fake_tracer other nop ");
	expect_arrays_have(test, 1);
	tracer_unregister();
	expect_types(test, "other nop ");
	expect_arrays_have(test, 0);
}

static void register_fills_the_tracer(struct kunit *test)
{
	struct register_fixture *f = test->priv;
	const struct tracer_flags *flags;

	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	KUNIT_EXPECT_PTR_EQ(test, f->types->init, &fake_tracer_init);
	KUNIT_EXPECT_TRUE(test, f->types->allow_instances);
	flags = f->tr[0].topts[0].topts[0].flags;
	KUNIT_EXPECT_EQ(test, flags->val, 0x20);
	KUNIT_EXPECT_STREQ(test, flags->opts[1].name, "fake-two");
	KUNIT_EXPECT_NULL(test, flags->opts[2].name);
	KUNIT_EXPECT_PTR_EQ(test, f->tr[2].topts[0].topts[1].opt, &flags->opts[1]);
	KUNIT_EXPECT_PTR_EQ(test, f->tr[2].topts[0].topts[1].tr, &f->tr[2]);
	tracer_unregister();
}

/* Newer kernels: the arrays' options do not follow each other. */
static void register_options_per_array(struct kunit *test)
{
	struct register_fixture *f = test->priv;
	struct tracer_flags *first, *second;

	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	first = f->tr[0].topts[0].topts[0].flags;
	second = f->tr[1].topts[0].topts[0].flags;
	if (IS_ENABLED(HAVE_trace_array_tracers))
		KUNIT_EXPECT_PTR_NE(test, first, second);
	else
		KUNIT_EXPECT_PTR_EQ(test, first, second);
	tracer_unregister();
}

/* Something else came to the front since. */
static void unregister_from_the_middle(struct kunit *test)
{
	struct register_fixture *f = test->priv;
	struct tracer later = { .name = "later" };

	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	later.next = f->types;
	f->types = &later;
	expect_types(test, "later fake_tracer other nop ");
	tracer_unregister();
	expect_types(test, "later other nop ");
}

static void unregister_from_the_end(struct kunit *test)
{
	struct register_fixture *f = test->priv;

	f->types = NULL;
	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	f->other.next = f->types;
	f->types = &f->other;
	expect_types(test, "other fake_tracer ");
	tracer_unregister();
	expect_types(test, "other ");
}

static void register_into_an_empty_list(struct kunit *test)
{
	struct register_fixture *f = test->priv;

	f->types = NULL;
	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	tracer_unregister();
	KUNIT_EXPECT_NULL(test, f->types);
}

/* The rows before and behind ours stay where they are. */
static void unregister_keeps_the_rows_of_others(struct kunit *test)
{
	struct register_fixture *f = test->priv;
	struct trace_array *tr = &f->tr[1];
	struct trace_options *rows;

	tr->topts = kcalloc(1, sizeof(*tr->topts), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, tr->topts);
	tr->topts[0].tracer = &f->nop;
	tr->nr_topts = 1;
	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	rows = krealloc_array(tr->topts, 3, sizeof(*rows), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rows);
	tr->topts = rows;
	rows[2] = (struct trace_options) { .tracer = &f->other };
	tr->nr_topts = 3;

	tracer_unregister();
	KUNIT_ASSERT_EQ(test, tr->nr_topts, 2);
	KUNIT_EXPECT_PTR_EQ(test, tr->topts[0].tracer, &f->nop);
	KUNIT_EXPECT_PTR_EQ(test, tr->topts[1].tracer, &f->other);
}

/* The name is taken: refused, and nothing is changed. */
static void register_twice(struct kunit *test)
{
	struct register_fixture *f = test->priv;

	f->other.name = "fake_tracer";
	KUNIT_EXPECT_EQ(test, tracer_register(&fake_template), -EBUSY);
	expect_types(test, "fake_tracer nop ");
	expect_arrays_have(test, 0);
}

static void register_again_and_again(struct kunit *test)
{
	int i;

	for (i = 0; i < 5; i++) {
		KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
		expect_arrays_have(test, 1);
		tracer_unregister();
		expect_arrays_have(test, 0);
	}
	expect_types(test, "other nop ");
}

/* An array that was made while we were registered has no row of ours. */
static void unregister_from_an_array_without_us(struct kunit *test)
{
	struct register_fixture *f = test->priv;

	list_del(&f->tr[2].list);
	KUNIT_ASSERT_EQ(test, tracer_register(&fake_template), 0);
	list_add(&f->tr[2].list, &f->arrays);
	tracer_unregister();
	expect_arrays_have(test, 0);
}

static struct kunit_case register_cases[] = {
	KUNIT_CASE(register_and_out),
	KUNIT_CASE(register_fills_the_tracer),
	KUNIT_CASE(register_options_per_array),
	KUNIT_CASE(unregister_from_the_middle),
	KUNIT_CASE(unregister_from_the_end),
	KUNIT_CASE(register_into_an_empty_list),
	KUNIT_CASE(unregister_keeps_the_rows_of_others),
	KUNIT_CASE(register_twice),
	KUNIT_CASE(register_again_and_again),
	KUNIT_CASE(unregister_from_an_array_without_us),
	{ }
};

static struct kunit_suite register_suite = {
	.name = "duration_register",
	.init = register_init,
	.exit = register_exit,
	.test_cases = register_cases,
};
kunit_test_suite(register_suite);
