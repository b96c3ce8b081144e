// SPDX-License-Identifier: GPL-2.0
/* duration/files/open.c: the calls in a shadow stack, and the lines. */
#include "fake.h"

#define OUR_INDEX	3
#define OUR_TAG		(0x5aULL << 56)

struct open_fixture {
	struct open_reader	reader;
	struct duration_session	session;
	struct duration_task	states[1];
	struct task_times	times[1];
	int			used;
};

static int open_test_init(struct kunit *test)
{
	struct open_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	INIT_LIST_HEAD(&f->reader.tasks);
	xa_init_flags(&f->reader.names, XA_FLAGS_ACCOUNT);
	duration_cgroups_init(&f->reader.cgroups);
	f->reader.now = 10000;
	f->session.start = 1000;
	f->session.tag = OUR_TAG;
	f->session.gops.idx = OUR_INDEX;
	f->states[0].root = TASK_NO_ROOT;
	f->states[0].top = TASK_NONE;
	test->priv = f;
	return 0;
}

static void open_test_exit(struct kunit *test)
{
	struct open_fixture *f = test->priv;

	if (f)
		drop_snapshot(&f->reader);
}

/* A frame as the core makes it, without data */
static void push_frame(struct open_fixture *f, unsigned long func, unsigned long users)
{
	unsigned long *words = f->reader.looks[0].words + f->used;
	struct ftrace_ret_stack *core = (void *)words;

	core->func = func;
	words[SHADOW_FRAME_WORDS] = users << 12 | SHADOW_TYPE_USERS << 10 | SHADOW_FRAME_WORDS;
	f->used += SHADOW_FRAME_WORDS + 1;
}

/* Data of a user in the innermost frame */
static void push_data(struct open_fixture *f, int user, u64 data)
{
	unsigned long *words = f->reader.looks[0].words + f->used;
	int back = SHADOW_BACK(words[-1]);

	words[0] = data;
	words[1] = (unsigned long)user << 17 | SHADOW_TYPE_DATA << 10 | (back + 2);
	f->used += 2;
}

static struct open_look *look(struct open_fixture *f)
{
	struct open_look *look = f->reader.looks;

	look->nr = 0;
	look_at_words(f->reader.now, &f->session, look, 0, f->used);
	return look;
}

static void expect_call(struct kunit *test, const struct open_look *look, unsigned int i,
			unsigned long func, u64 calltime)
{
	KUNIT_ASSERT_LT(test, i, look->nr);
	KUNIT_EXPECT_EQ(test, look->calls[i].func, func);
	KUNIT_EXPECT_EQ(test, look->calls[i].calltime, calltime);
}

/* Only those with our bit, of this session, that began before the reading; the innermost first */
static void words_are_times(struct kunit *test)
{
	struct open_fixture *f = test->priv;

	push_frame(f, 0x10, BIT(OUR_INDEX) | BIT(0));
	push_data(f, OUR_INDEX, 2000 ^ OUR_TAG);
	push_frame(f, 0x20, BIT(5) | BIT(0));
	push_data(f, 5, 2500 ^ OUR_TAG);
	push_frame(f, 0x30, BIT(OUR_INDEX) | BIT(5) | BIT(0));
	push_data(f, OUR_INDEX, 3000 ^ OUR_TAG);
	push_data(f, 5, 77);
	push_frame(f, 0x40, BIT(OUR_INDEX));
	push_data(f, OUR_INDEX, 999 ^ OUR_TAG);
	push_frame(f, 0x50, BIT(OUR_INDEX));
	push_data(f, OUR_INDEX, 10001 ^ OUR_TAG);
	push_frame(f, 0x60, BIT(OUR_INDEX));
	push_data(f, OUR_INDEX, 4000 ^ (OUR_TAG + BIT_ULL(60)));
	KUNIT_EXPECT_EQ(test, shadow_depth(f->reader.looks[0].words, f->used), 6);
	look(f);
	KUNIT_EXPECT_EQ(test, f->reader.looks[0].nr, 2);
	expect_call(test, f->reader.looks, 0, 0x30, 3000);
	expect_call(test, f->reader.looks, 1, 0x10, 2000);
}

/* With index 0 all frames have our bit: those with our word are ours. */
static void words_decide_for_index_0(struct kunit *test)
{
	struct open_fixture *f = test->priv;

	f->session.gops.idx = 0;
	f->session.tasks.times = f->times;
	f->session.tasks.nr = 1;
	f->times[0].calltime[0] = 2000;
	push_frame(f, 0x10, BIT(0));
	push_frame(f, 0x20, BIT(0));
	push_data(f, 0, 3000 ^ OUR_TAG);
	KUNIT_EXPECT_EQ(test, look(f)->nr, 1);
	expect_call(test, f->reader.looks, 0, 0x20, 3000);
}

/* A call that is just beginning has no bits yet; one of set_graph_notrace has no time. */
static void calls_without_time_are_left_out(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	int bits;

	push_frame(f, 0x10, BIT(OUR_INDEX));
	push_data(f, OUR_INDEX, OUR_TAG);
	bits = f->used + SHADOW_FRAME_WORDS;
	push_frame(f, 0x20, BIT(OUR_INDEX));
	f->reader.looks[0].words[bits] = SHADOW_FRAME_WORDS;
	KUNIT_EXPECT_EQ(test, look(f)->nr, 0);
}

/* Where the core keeps none, they are where the session has the task's, by the depth. */
static void times_are_by_depth(struct kunit *test)
{
	struct open_fixture *f = test->priv;

	if (FGRAPH_KEEPS_TIMES)
		kunit_skip(test, "the core keeps the times");
	f->session.tasks.times = f->times;
	f->session.tasks.nr = 1;
	f->times[0].calltime[0] = 9000;
	f->times[0].calltime[1] = 2000;
	push_frame(f, 0x10, BIT(5));
	push_frame(f, 0x20, BIT(OUR_INDEX));
	push_frame(f, 0x30, BIT(OUR_INDEX));
	KUNIT_EXPECT_EQ(test, look(f)->nr, 1);
	expect_call(test, f->reader.looks, 0, 0x20, 2000);
}

/* With modes: the frames that the session has, by the depth and the function */
static void frames_of_modes_are_found(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	struct duration_task *state = f->states;
	int depth;

	f->session.tasks.tasks = f->states;
	f->session.tasks.nr = 1;
	for (depth = 0; depth < 4; depth++) {
		push_frame(f, 0x10 * (depth + 1), BIT(OUR_INDEX));
		*task_frame(state, task_place(depth)) = (struct task_frame){
			.func = 0x10 * (depth + 1), .calltime = 2000 + depth, .outer = TASK_NONE,
		};
	}
	/* 2 is not in the list, and 0 is another function's. */
	state->top = task_place(3) | TASK_NESTED;
	task_frame(state, task_place(3))->outer = task_place(1);
	task_frame(state, task_place(1))->outer = task_place(0) | TASK_SHARES;
	task_frame(state, task_place(0))->func = 0x70;
	look(f);
	KUNIT_EXPECT_EQ(test, f->reader.looks[0].nr, 2);
	expect_call(test, f->reader.looks, 0, 0x40, 2003);
	expect_call(test, f->reader.looks, 1, 0x20, 2001);

	/* Those in a root without a frame have only their times. */
	if (FGRAPH_KEEPS_TIMES)
		return;
	state->top = TASK_NONE;
	state->root = 2;
	KUNIT_EXPECT_EQ(test, look(f)->nr, 2);
	expect_call(test, f->reader.looks, 1, 0x30, 2002);
}

/* Words that lead nowhere, or behind the beginning, or to themselves; an endless list */
static void any_words_are_safe(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	unsigned long *words = f->reader.looks[0].words, state = 88172645463325252UL;
	unsigned int i, round;

	f->session.tasks.tasks = f->states;
	f->session.tasks.nr = 1;
	for (i = 0; i < TASK_FRAMES; i++)
		task_frame(f->states, task_place(i))->outer = task_place(TASK_FRAMES - 1);
	f->states[0].top = task_place(TASK_FRAMES - 1);
	for (round = 0; round < 2000; round++) {
		for (i = 0; i < SHADOW_WORDS; i++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			/* Short ways back lead on, as in real ones. */
			words[i] = round & 1 ? state : state & ~GENMASK(9, 3);
		}
		f->used = round % (SHADOW_WORDS + 1);
		KUNIT_EXPECT_LE(test, look(f)->nr, SHADOW_FRAMES);
	}
}

static void common_calls_are_the_outer_ones(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	struct open_look *a = f->reader.looks, *b = a + 1;
	static const struct open_call calls[] = {
		{ { 4 }, 40 }, { { 3 }, 30 }, { { 2 }, 20 }, { { 1 }, 10 },
	};

	a->nr = 4;
	b->nr = 3;
	memcpy(a->calls, calls, sizeof(calls));
	memcpy(b->calls, calls + 1, 3 * sizeof(*calls));
	b->calls[0].calltime = 31;
	keep_common(a, b);
	KUNIT_EXPECT_EQ(test, a->nr, 2);
	KUNIT_EXPECT_EQ(test, a->state, STATE_RUNNING);
	expect_call(test, a, 0, 2, 20);
	expect_call(test, a, 1, 1, 10);
	b->nr = 0;
	keep_common(a, b);
	KUNIT_EXPECT_EQ(test, a->nr, 0);
}

static int keep(struct open_fixture *f, pid_t pid, unsigned int nr, u64 calltime)
{
	struct open_part *part = f->reader.part;
	unsigned int i;

	part->task = current;
	part->nr = nr;
	for (i = 0; i < nr; i++)
		part->calls[i] = (struct open_call){
			.func = (unsigned long)schedule,
			.calltime = calltime - (nr > 1 && i == nr - 1),
		};
	if (keep_part(&f->reader, 1))
		return -ENOMEM;
	list_last_entry(&f->reader.tasks, struct open_task, list)->pid = pid;
	return 0;
}

/* The longest first; calls that are too short are no lines, but callers. */
static void lines_are_sorted(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	static const struct { pid_t pid; unsigned int call; u64 duration; } want[] = {
		{ 12, 1, 8001 }, { 12, 0, 8000 }, { 11, 0, 5000 }, { 13, 0, 5000 }, { 14, 1, 4001 },
	};
	unsigned int i;

	f->reader.thresh = 4001;
	KUNIT_ASSERT_EQ(test, keep(f, 13, 1, 5000), 0);
	KUNIT_ASSERT_EQ(test, keep(f, 11, 1, 5000), 0);
	KUNIT_ASSERT_EQ(test, keep(f, 12, 2, 2000), 0);
	KUNIT_ASSERT_EQ(test, keep(f, 14, 2, 6000), 0);
	KUNIT_ASSERT_EQ(test, sort_lines(&f->reader), 0);
	KUNIT_ASSERT_EQ(test, f->reader.nr, ARRAY_SIZE(want));
	for (i = 0; i < ARRAY_SIZE(want); i++) {
		KUNIT_EXPECT_EQ(test, f->reader.lines[i].task->pid, want[i].pid);
		KUNIT_EXPECT_EQ(test, f->reader.lines[i].call, want[i].call);
		KUNIT_EXPECT_EQ(test, f->reader.lines[i].duration, want[i].duration);
	}
}

static void calls_are_bounded(struct kunit *test)
{
	struct open_fixture *f = test->priv;

	f->reader.kept = OPEN_CALLS - 2;
	KUNIT_ASSERT_EQ(test, keep(f, 1, 2, 5000), 0);
	KUNIT_EXPECT_FALSE(test, f->reader.over);
	KUNIT_ASSERT_EQ(test, keep(f, 1, 1, 5000), 0);
	KUNIT_EXPECT_TRUE(test, f->reader.over);
	KUNIT_EXPECT_EQ(test, f->reader.nr, 2);
}

static void lines_are_written(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	struct open_task *task = kunit_kzalloc(test, struct_size(task, calls, 2), GFP_KERNEL);
	struct open_line line = { .duration = 12000000345ULL, .task = task };
	char text[256] = "";
	struct seq_file s = { .buf = text, .size = sizeof(text) - 1 };

	KUNIT_ASSERT_NOT_NULL(test, task);
	task->pid = 4711;
	task->cpu = 1;
	task->state = STATE_D;
	strscpy(task->comm, "a b\n#c");
	task->nr = 2;
	task->calls[0] = (struct open_call){ .calltime = 1500000000ULL };
	task->calls[0].name = "inner [mod]";
	task->calls[1].name = "outer";
	show_line(&s, &f->reader, &line);
	KUNIT_EXPECT_STREQ(test, text,
			   "   12.000000345     1.500000000    1  D           4711  a\\040b\\012\\043c  -  inner [mod] < outer\n");
	s.count = 0;
	line.call = 1;
	f->reader.lines = NULL;
	show_line(&s, &f->reader, &line);
	KUNIT_EXPECT_TRUE(test, strstr(text, "  outer\n") && !strstr(text, "inner"));
}

static void expect_cgroup(struct kunit *test, u64 id, const char *want)
{
	struct open_fixture *f = test->priv;
	char text[64] = "";
	struct seq_file s = { .buf = text, .size = sizeof(text) - 1 };

	duration_cgroups_show(&s, &f->reader.cgroups, id);
	KUNIT_EXPECT_STREQ(test, text, want);
}

/* A path that was not kept for lack of room is an id; one that was is escaped. */
static void cgroups_are_bounded(struct kunit *test)
{
	struct open_fixture *f = test->priv;
	struct duration_cgroups *cgroups = &f->reader.cgroups;
	unsigned int used;
	char id[32];
	u64 task;

	if (!IS_ENABLED(CONFIG_CGROUPS))
		kunit_skip(test, "without cgroups");
	KUNIT_ASSERT_EQ(test, duration_cgroups_find(cgroups, current, &task), 0);
	used = cgroups->used;
	KUNIT_EXPECT_GE(test, used, 2);
	KUNIT_ASSERT_EQ(test, duration_cgroups_find(cgroups, current, &task), 0);
	KUNIT_EXPECT_EQ(test, cgroups->used, used);
	duration_cgroups_drop(cgroups);
	KUNIT_EXPECT_EQ(test, cgroups->used, 0);
	cgroups->used = CGROUP_PATHS - used + 1;
	KUNIT_ASSERT_EQ(test, duration_cgroups_find(cgroups, current, &task), 0);
	KUNIT_EXPECT_EQ(test, cgroups->used, CGROUP_PATHS - used + 1);
	snprintf(id, sizeof(id), "id:%llu", task);
	expect_cgroup(test, task, id);
	expect_cgroup(test, 0, "-");
	KUNIT_ASSERT_NULL(test, xa_store(&cgroups->paths, ULONG_MAX, kstrdup("/a b", GFP_KERNEL),
					 GFP_KERNEL));
	expect_cgroup(test, ULONG_MAX, "/a\\040b");
}

static struct kunit_case open_cases[] = {
	KUNIT_CASE(words_are_times),
	KUNIT_CASE(words_decide_for_index_0),
	KUNIT_CASE(calls_without_time_are_left_out),
	KUNIT_CASE(times_are_by_depth),
	KUNIT_CASE(frames_of_modes_are_found),
	KUNIT_CASE(any_words_are_safe),
	KUNIT_CASE(common_calls_are_the_outer_ones),
	KUNIT_CASE(lines_are_sorted),
	KUNIT_CASE(calls_are_bounded),
	KUNIT_CASE(lines_are_written),
	KUNIT_CASE(cgroups_are_bounded),
	{ }
};

static struct kunit_suite open_suite = {
	.name = "duration_open",
	.init = open_test_init,
	.exit = open_test_exit,
	.test_cases = open_cases,
};
kunit_test_suite(open_suite);
