// SPDX-License-Identifier: GPL-2.0
/* trace_duration_output.c: each line and header, to the byte. */
#include <linux/slab.h>

#include "fake.h"

FAKED(trace_find_cmdline);

static void fake_find_cmdline(int pid, char comm[])
{
	strscpy(comm, pid == 7 ? "kworker/0:1" : "bash", TASK_COMM_LEN);
}

/* A reader of an array that has one record */
struct output_fixture {
	struct trace_iterator		iter;
	struct trace_array		tr;
	struct tracer			tracer;
	struct tracer_flags		flags;
	struct func_duration_entry	entry;
};

static int output_init(struct kunit *test)
{
	struct output_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->flags.val = DURATION_PRINT_CPU | DURATION_PRINT_OVERHEAD;
	f->tracer.flags = &f->flags;
	f->tr.current_trace = &f->tracer;
#ifdef HAVE_trace_array_current_trace_flags
	f->tr.current_trace_flags = &f->flags;
#endif
	f->tr.trace_flags = TRACE_ITER(CONTEXT_INFO);

	f->entry.ent.type = func_duration_type;
	f->entry.ent.pid = 1234;
	f->entry.func = (unsigned long)kfree;
	f->entry.calltime = 662103518745ULL;
	f->entry.duration = 13000;
	f->entry.overrun = 3;

	f->iter.tr = &f->tr;
	f->iter.ent = &f->entry.ent;
	f->iter.ent_size = sizeof(f->entry);
	f->iter.ts = 662103531745ULL;
	f->iter.iter_flags = TRACE_FILE_TIME_IN_NS;
	trace_seq_init(&f->iter.seq);
	FAKE(trace_find_cmdline, fake_find_cmdline);
	test->priv = f;
	cpu_digits = 1;
	return 0;
}

static void output_exit(struct kunit *test)
{
	if (test->priv)
		UNFAKE(trace_find_cmdline);
	duration_print_init(func_duration_type);
}

/* The text of one record, printed anew. */
static const char *output_line(struct output_fixture *f)
{
	trace_seq_init(&f->iter.seq);
	if (duration_print_line(&f->iter) != TRACE_TYPE_HANDLED)
		return "not handled";
	f->iter.seq.buffer[f->iter.seq.seq.len] = '\0';
	return f->iter.seq.buffer;
}

static const struct duration_text {
	u64		ns;
	const char	*text;		/* between the first bar and the last */
} duration_texts[] = {
	{ 0,			"|    0.000 us    |" },
	{ 1,			"|    0.001 us    |" },
	{ 999,			"|    0.999 us    |" },
	{ 1000,			"|    1.000 us    |" },
	{ 9999,			"|    9.999 us    |" },
	{ 10000,		"|    10.000 us   |" },
	{ 10001,		"|  + 10.001 us   |" },
	{ 99999,		"|  + 99.999 us   |" },
	{ 100000,		"|  + 100.000 us  |" },
	{ 100001,		"|  ! 100.001 us  |" },
	{ 999999,		"|  ! 999.999 us  |" },
	{ 1000000,		"|  ! 1000.000 us |" },
	{ 1000001,		"|  # 1000.001 us |" },
	{ 9999999,		"|  # 9999.999 us |" },
	{ 10000000,		"|  # 10000.00 us |" },
	{ 10000001,		"|  * 10000.00 us |" },
	{ 99999999,		"|  * 99999.99 us |" },
	{ 100000000,		"|  * 100000.0 us |" },
	{ 100000001,		"|  @ 100000.0 us |" },
	{ 999999999,		"|  @ 999999.9 us |" },
	{ 1000000000,		"|  @ 1000000 us  |" },
	{ 1000000001,		"|  $ 1000000 us  |" },
	{ 9999999999,		"|  $ 9999999 us  |" },
	{ 10000000000,		"|  $ 10000000 us |" },
	{ 3600000000000,	"|  $ 3600000000 us |" },
	{ U64_MAX,		"|  $ 18446744073709551 us |" },
};

static void output_durations(struct kunit *test)
{
	struct output_fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(duration_texts); i++) {
		char *line = kunit_kzalloc(test, 128, GFP_KERNEL);

		KUNIT_ASSERT_NOT_NULL(test, line);
		snprintf(line, 128, " 0)   662.103518745 %s  kfree\n",
			 duration_texts[i].text);
		f->entry.duration = duration_texts[i].ns;
		KUNIT_EXPECT_STREQ(test, line, output_line(f));
	}
}

static void output_durations_without_mark(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->flags.val &= ~DURATION_PRINT_OVERHEAD;
	f->entry.duration = U64_MAX;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   " 0)   662.103518745 |    18446744073709551 us |  kfree\n");
}

static const struct layout {
	u32		flags;
	bool		latency;
	const char	*line;
	const char	*header;
} layouts[] = {
	{
		.flags = 0,
		.line = "  662.103518745 |    13.000 us   |  kfree\n",
		.header =
		"#  CALLTIME       DURATION                  FUNCTION CALLS\n"
		"#    |              |   |                     |   |   |   |\n",
	}, {
		.flags = DURATION_PRINT_CPU | DURATION_PRINT_OVERHEAD,
		.line = " 0)   662.103518745 |  + 13.000 us   |  kfree\n",
		.header =
		"# CPU  CALLTIME       DURATION                  FUNCTION CALLS\n"
		"# |      |              |   |                     |   |   |   |\n",
	}, {
		.flags = DURATION_PRINT_CPU | DURATION_PRINT_PROC,
		.line = " 0)   bash-1234    |   662.103518745 |    13.000 us   |  kfree\n",
		.header =
		"# CPU  TASK/PID         CALLTIME       DURATION                  FUNCTION CALLS\n"
		"# |     |    |            |              |   |                     |   |   |   |\n",
	}, {
		.flags = DURATION_PRINT_ABS_TIME | DURATION_PRINT_CPU,
		.line = "  662.103531 |   0)   662.103518745 |    13.000 us   |  kfree\n",
		.header =
		"#     TIME        CPU  CALLTIME       DURATION                  FUNCTION CALLS\n"
		"#      |          |      |              |   |                     |   |   |   |\n",
	}, {
		.flags = DURATION_PRINT_OVERRUN,
		.line = "  662.103518745 |    13.000 us   |  kfree (Overruns: 3)\n",
		.header =
		"#  CALLTIME       DURATION                  FUNCTION CALLS (OVERRUNS)\n"
		"#    |              |   |                     |   |   |   |\n",
	}, {
		.flags = DURATION_PRINT_ABS_TIME | DURATION_PRINT_CPU |
			 DURATION_PRINT_PROC | DURATION_PRINT_OVERHEAD |
			 DURATION_PRINT_OVERRUN,
		.line = "  662.103531 |   0)   bash-1234    |   662.103518745 |"
			"  + 13.000 us   |  kfree (Overruns: 3)\n",
		.header =
		"#     TIME        CPU  TASK/PID         CALLTIME       DURATION"
		"                  FUNCTION CALLS (OVERRUNS)\n"
		"#      |          |     |    |            |              |   |"
		"                     |   |   |   |\n",
	},
};

static void output_lines(struct kunit *test)
{
	struct output_fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(layouts); i++) {
		f->flags.val = layouts[i].flags;
		KUNIT_EXPECT_STREQ(test, layouts[i].line, output_line(f));
	}
}

static void output_headers(struct kunit *test)
{
	struct output_fixture *f = test->priv;
	struct seq_file s = { .size = 1024, .private = &f->iter };
	unsigned int i;

	s.buf = kunit_kzalloc(test, s.size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s.buf);
	for (i = 0; i < ARRAY_SIZE(layouts); i++) {
		f->flags.val = layouts[i].flags;
		s.count = 0;
		duration_print_header(&s);
		s.buf[s.count] = '\0';
		KUNIT_EXPECT_STREQ(test, layouts[i].header, s.buf);
	}
}

/* Where the column of the functions begins in a line, and in the bars above. */
static size_t functions_column(const char *line)
{
	return strstr(line, "us ") ? strrchr(line, '|') - line + 3 : 0;
}

static void output_columns_meet(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(layouts); i++) {
		const char *names = strstr(layouts[i].header, "FUNCTION CALLS");
		size_t column = functions_column(layouts[i].line);

		KUNIT_ASSERT_NOT_NULL(test, names);
		KUNIT_EXPECT_LE(test, column, names - layouts[i].header);
		KUNIT_EXPECT_GT(test, column + 14, names - layouts[i].header);
	}
}

/* As the kernel's own output: such a clock counts something else. */
static void output_clock_without_ns(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->flags.val = DURATION_PRINT_ABS_TIME | DURATION_PRINT_CPU;
	f->tr.clock_id = 2;
	f->iter.ts = 42;
	f->iter.iter_flags = 0;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   "          42 |   0)   662.103518745 |    13.000 us   |  kfree\n");
	f->iter.iter_flags = TRACE_FILE_TIME_IN_NS;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   "    0.000000 |   0)   662.103518745 |    13.000 us   |  kfree\n");
}

static void output_without_context(struct kunit *test)
{
	struct output_fixture *f = test->priv;
	struct seq_file s = { .size = 1024, .private = &f->iter };

	s.buf = kunit_kzalloc(test, s.size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s.buf);
	f->tr.trace_flags = 0;
	duration_print_header(&s);
	KUNIT_EXPECT_EQ(test, s.count, 0);
	KUNIT_EXPECT_STREQ(test, output_line(f), "kfree\n");
}

static void output_latency(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->tr.trace_flags |= TRACE_ITER(LATENCY_FMT);
	f->entry.ent.flags = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_HARDIRQ;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   " 0)  d.h.. |   662.103518745 |  + 13.000 us   |  kfree\n");
}

static void output_indents(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->entry.depth = 1;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   " 0)   662.103518745 |  + 13.000 us   |    kfree\n");
	f->entry.depth = 50;
	KUNIT_EXPECT_EQ(test, strlen(output_line(f)),
			strlen(" 0)   662.103518745 |  + 13.000 us   |  kfree\n") + 100);
}

static void output_wide_columns(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	cpu_digits = 3;
	f->flags.val = DURATION_PRINT_CPU | DURATION_PRINT_PROC;
	f->iter.cpu = 7;
	f->entry.ent.pid = 7;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   "   7)   kworker-7    |   662.103518745 |    13.000 us   |  kfree\n");
	f->iter.cpu = 255;
	f->entry.ent.pid = 1234567;
	f->entry.calltime = 123456000000001ULL;
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   " 255)  bash-1234567  | 123456.000000001 |    13.000 us   |  kfree\n");
}

/* struct print_entry of trace.h: the text follows the caller's address. */
struct fake_print_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	char			buf[16];
};

static void output_marker(struct kunit *test)
{
	struct output_fixture *f = test->priv;
	struct fake_print_entry marker = { .ent.type = TRACE_PRINT, .buf = "hello\n" };

	f->iter.ent = &marker.ent;
	f->iter.ent_size = sizeof(marker);
	KUNIT_EXPECT_STREQ(test, output_line(f),
			   " 0)                 |                |  /* hello */\n");
	f->tr.trace_flags = 0;
	KUNIT_EXPECT_STREQ(test, output_line(f), "/* hello */\n");
}

static void output_is_left_to_the_kernel(struct kunit *test)
{
	static const u64 formats[] = {
		TRACE_ITER(RAW), TRACE_ITER(HEX), TRACE_ITER(BIN), TRACE_ITER(FIELDS),
	};
	static const int types[] = { TRACE_FN, TRACE_STACK, TRACE_USER_STACK };
	struct output_fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		f->tr.trace_flags = TRACE_ITER(CONTEXT_INFO) | formats[i];
		KUNIT_EXPECT_STREQ(test, output_line(f), "not handled");
		KUNIT_EXPECT_EQ(test, f->iter.seq.seq.len, 0);
	}
	f->tr.trace_flags = TRACE_ITER(CONTEXT_INFO);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		f->entry.ent.type = types[i];
		KUNIT_EXPECT_STREQ(test, output_line(f), "not handled");
		KUNIT_EXPECT_EQ(test, f->iter.seq.seq.len, 0);
	}
}

static void output_records_of_another_boot(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->tr.text_delta = 4096;
	KUNIT_EXPECT_STREQ(test, output_line(f), "not handled");
}

static void output_short_record(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	f->iter.ent_size = sizeof(f->entry) - 1;
	KUNIT_EXPECT_STREQ(test, output_line(f), "not handled");
}

static void output_full_page(struct kunit *test)
{
	struct output_fixture *f = test->priv;

	while (trace_seq_used(&f->iter.seq) < 4000)
		trace_seq_putc(&f->iter.seq, 'x');
	while (!trace_seq_has_overflowed(&f->iter.seq))
		trace_seq_putc(&f->iter.seq, 'x');
	KUNIT_EXPECT_EQ(test, duration_print_line(&f->iter), TRACE_TYPE_PARTIAL_LINE);
}

static struct kunit_case output_cases[] = {
	KUNIT_CASE(output_durations),
	KUNIT_CASE(output_durations_without_mark),
	KUNIT_CASE(output_lines),
	KUNIT_CASE(output_headers),
	KUNIT_CASE(output_columns_meet),
	KUNIT_CASE(output_clock_without_ns),
	KUNIT_CASE(output_without_context),
	KUNIT_CASE(output_latency),
	KUNIT_CASE(output_indents),
	KUNIT_CASE(output_wide_columns),
	KUNIT_CASE(output_marker),
	KUNIT_CASE(output_is_left_to_the_kernel),
	KUNIT_CASE(output_records_of_another_boot),
	KUNIT_CASE(output_short_record),
	KUNIT_CASE(output_full_page),
	{ }
};

static struct kunit_suite output_suite = {
	.name = "duration_output",
	.init = output_init,
	.exit = output_exit,
	.test_cases = output_cases,
};
kunit_test_suite(output_suite);
