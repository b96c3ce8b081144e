// SPDX-License-Identifier: GPL-2.0
/* "fdd top": the options. */
#include <stdio.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "top/show.h"

#define DEFAULT_INTERVAL_NS	(2 * NSEC_PER_SEC)
#define DEFAULT_WINDOW_NS	(10 * NSEC_PER_SEC)
#define DEFAULT_LIMIT		20

static enum fdd_taken take_time(const struct fdd_given *g, void *to)
{
	uint64_t *ns = (uint64_t *)((char *)to + g->opt->offset);

	if (!fdd_given_time(g, NSEC_PER_SEC, ns))
		return FDD_TAKEN_BAD;
	if (*ns < NSEC_PER_SEC / 10 || *ns > 86400 * NSEC_PER_SEC)
		return fdd_given_bad(g, "a time of 100ms to a day");
	return FDD_TAKEN;
}

/* The values, in the order of enum top_sort. */
static const char sorts[] = "total self calls avg p99 max name";

/* The values, in the order of enum top_by. */
static const char bys[] = "function task cgroup cpu";

static enum fdd_taken take_count(const struct fdd_given *g, void *to)
{
	struct top *t = to;

	t->print = true;
	return fdd_given_number(g, 1, UINT64_MAX, &t->count) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_once(const struct fdd_given *g, void *to)
{
	struct top *t = to;

	(void)g;
	t->print = true;
	t->count = 1;
	return FDD_TAKEN;
}

static enum fdd_taken take_no_sleepers(const struct fdd_given *g, void *to)
{
	struct top *t = to;

	(void)g;
	t->choice.no_sleepers = true;
	return FDD_TAKEN;
}

static enum fdd_taken take_json(const struct fdd_given *g, void *to)
{
	struct top *t = to;

	(void)g;
	t->print = t->json = true;
	return FDD_TAKEN;
}

#define AT(field)	.offset = offsetof(struct top, field)

static const struct fdd_opt options[] = {
	{ 'i', "interval", "TIME", "between updates (2s)", .take = take_time, AT(interval_ns) },
	{ 'w', "window", "TIME", "the sliding window (10s)", .take = take_time, AT(window_ns) },
	{ 's', "sort", "KEY", "total, self, calls, avg, p99, max or name",
	  .take = fdd_take_choice, .values = sorts, AT(choice.sort) },
	{ 0, "by", "WHAT", "a row for each function, task, cgroup or cpu: see below",
	  .take = fdd_take_choice, .values = bys, AT(by) },
	{ 'n', "limit", "N", "print at most N rows (20; 0: all)",
	  .take = fdd_take_number, AT(limit) },
	{ 0, "no-sleepers", NULL, "leave out functions that only wait, and the idle loop",
	  .take = take_no_sleepers },
	{ 0, "once", NULL, "print once, after one interval, and end", .take = take_once },
	{ 0, "json", NULL, "print JSON, a line for each interval", .take = take_json },
	{ 0, "count", "N", "end after N updates", .take = take_count },
};

static const struct fdd_opts top_opts = FDD_OPTS("Output", options);

static int check(const struct top *t, const struct fdd_args *args)
{
	if (args->nr_operands)
		fdd_error("does not take an operand: '%s'", args->operands[0]);
	else if (t->by != TOP_BY_FUNCTION && t->choice.no_sleepers)
		fdd_error("--no-sleepers is of functions: use it without --by=%s",
			  top_by_name(t->by));
	else if (!t->print && !isatty(STDOUT_FILENO))
		fdd_error("the output is not a terminal: use --once or --json");
	else
		return -1;
	return FDD_EXIT_USAGE;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct top *t, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "",
		.about = "Show the kernel functions that take most time, live. On the screen, ? lists the\n"
			 "keys.\n",
		.notes = "All calls are counted. With -t, only calls that last TIME or longer are\n"
			 "traced, as events; so are those from 100us on if the module cannot count.\n"
			 "\n"
			 "With --by=task, cgroup or cpu the calls are events, too, since counts have no\n"
			 "tasks: those from 100us on, or as -t says; all calls of functions given by -F.\n"
			 "Total is the time in calls, each ns once: also that in which a task sleeps. A\n"
			 "cgroup is that of /proc/PID/cgroup at that time; calls in interrupts are apart.\n",
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &session_opts, &t->wish);
	fdd_opts_use(&usage.uses, &top_opts, t);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0)
		status = check(t, &args);
	/* Like less and git: plain lines on a dumb terminal. */
	if (status < 0 && !t->print)
		t->print = !top_has_screen();
	fdd_args_free(&args);
	return status;
}

int cmd_top(int argc, char **argv)
{
	struct top t = {
		.choice = { .recent = true },
		.interval_ns = DEFAULT_INTERVAL_NS,
		.window_ns = DEFAULT_WINDOW_NS,
		.limit = DEFAULT_LIMIT,
	};
	int status = parse(&t, argc, argv);

	if (status < 0 && session_check(&t.wish))
		status = FDD_EXIT_INPUT;
	else if (status < 0)
		status = top_run(&t, t.print ? top_print : top_screen);
	session_wish_free(&t.wish);
	return status;
}
