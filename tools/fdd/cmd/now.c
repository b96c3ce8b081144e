// SPDX-License-Identifier: GPL-2.0
/* "fdd now": the options. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/output.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "now/now.h"

#define DEFAULT_LEAST_NS	NSEC_PER_SEC
#define DEFAULT_WATCH_NS	(5 * NSEC_PER_SEC)
#define DEFAULT_LIMIT		20

static enum fdd_taken take_time(const struct fdd_given *g, void *to)
{
	uint64_t *ns = (uint64_t *)((char *)to + g->opt->offset);

	if (!fdd_given_time(g, NSEC_PER_SEC, ns))
		return FDD_TAKEN_BAD;
	if (*ns < NSEC_PER_SEC / 100 || *ns > 30 * 86400 * NSEC_PER_SEC)
		return fdd_given_bad(g, "a time of 10ms to 30 days");
	return FDD_TAKEN;
}

static enum fdd_taken take_watch(const struct fdd_given *g, void *to)
{
	struct now_wish *wish = to;

	if (g->arg)
		return take_time(g, to);
	wish->watch_ns = DEFAULT_WATCH_NS;
	return FDD_TAKEN;
}

static enum fdd_taken take_comm(const struct fdd_given *g, void *to)
{
	fdd_patterns_add(&((struct now_wish *)to)->comms, g->arg);
	return FDD_TAKEN;
}

static enum fdd_taken take_cgroup(const struct fdd_given *g, void *to)
{
	fdd_cgroup_list_add(&((struct now_wish *)to)->cgroups, g->arg);
	return FDD_TAKEN;
}

static enum fdd_taken take_pids(const struct fdd_given *g, void *to)
{
	if (!fdd_numbers_add(&((struct now_wish *)to)->pids, g->arg))
		return fdd_given_bad(g, "a list of process numbers");
	return FDD_TAKEN;
}

static const char formats[] = "text json";

static enum fdd_taken take_format(const struct fdd_given *g, void *to)
{
	int choice = fdd_given_choice(g);

	((struct now_wish *)to)->json = choice == 1;
	return choice < 0 ? FDD_TAKEN_BAD : FDD_TAKEN;
}

#define AT(field)	.offset = offsetof(struct now_wish, field)

static const struct fdd_opt options[] = {
	{ 't', "threshold", "TIME", "only tasks that have not run for TIME (1s)",
	  .take = take_time, AT(least_ns) },
	{ 'p', "pid", "PID", "only these processes or threads: \"1,3-5\"", .take = take_pids,
	  .values = "@pid" },
	{ 0, "comm", "GLOB", "only tasks whose name matches", .take = take_comm },
	{ 0, "cgroup", "GLOB", "only tasks in this cgroup or below it, or with !GLOB no such task",
	  .take = take_cgroup },
	{ 0, "all", NULL, "list also tasks that wait by habit", .take = fdd_take_flag, AT(all) },
	{ 'n', "limit", "N", "list at most N groups (20; 0: all)", .take = fdd_take_number,
	  AT(limit) },
	{ 0, "watch", "[TIME]", "look again and again, each 5s, until Ctrl-C", .take = take_watch,
	  AT(watch_ns) },
	{ 0, "format", "FORMAT", "text or json", .take = take_format, .values = formats },
};

static const struct fdd_opts now_opts = FDD_OPTS("Blocked tasks", options);

/* Returns -1 to continue, or the exit status. */
static int parse(struct now_wish *wish, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "",
		.about = "Show which tasks are blocked now, what they wait for, and its holder.\n",
		.notes = "Nothing is traced, and the module is not needed. Without root, only the\n"
			 "user's own tasks are seen in full.\n",
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &now_opts, wish);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0 && args.nr_operands) {
		fdd_error("does not take an operand: '%s'", args.operands[0]);
		status = FDD_EXIT_USAGE;
	}
	fdd_args_free(&args);
	return status;
}

static void print_once(const struct now_wish *wish)
{
	struct now now = { 0 };

	now_look(&now, wish);
	now_group(&now, wish);
	(wish->json ? now_print_json : now_print)(&now, wish);
	now_free(&now);
}

static void print_time(void)
{
	time_t now = time(NULL);
	char text[32] = "";
	struct tm tm;

	if (localtime_r(&now, &tm))
		strftime(text, sizeof(text), "%F %T", &tm);
	printf("%s%s%s\n", fdd_color.head, text, fdd_color.reset);
}

/* The interval is from the end of a look to the begin of the next. */
static int watch(const struct now_wish *wish)
{
	const struct timespec pause = {
		.tv_sec = wish->watch_ns / NSEC_PER_SEC, .tv_nsec = wish->watch_ns % NSEC_PER_SEC,
	};

	for (;;) {
		if (!wish->json)
			print_time();
		print_once(wish);
		if (!wish->json)
			putchar('\n');
		if (fflush(stdout) || !fdd_output_ok())
			return FDD_EXIT_INPUT;
		nanosleep(&pause, NULL);
	}
}

int cmd_now(int argc, char **argv)
{
	struct now_wish wish = { .least_ns = DEFAULT_LEAST_NS, .limit = DEFAULT_LIMIT };
	int status = parse(&wish, argc, argv);

	if (status >= 0)
		return status;
	fdd_colors_init("auto");
	if (access("/proc/self/status", R_OK)) {
		fdd_error("/proc is not mounted");
		return FDD_EXIT_INPUT;
	}
	if (wish.watch_ns)
		return watch(&wish);
	print_once(&wish);
	return fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
}
