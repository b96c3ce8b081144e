// SPDX-License-Identifier: GPL-2.0
/* fdd catch: wait for slow calls, save what led to them, and explain them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "model/duty.h"
#include "now/now.h"
#include "record/catch.h"
#include "record/file.h"
#include "tracing/tracing.h"

#define HISTORY_NS	(5 * NSEC_PER_SEC)
#define MAX_KB		(1 << 20)
#define PAUSE_NS	(1 * NSEC_PER_SEC)
#define LOOK_NS		(NSEC_PER_SEC / 10)
#define OWN_THRESH_US	50000	/* -t, without -F */
#define THRESH_PARTS	50	/* the calls in the history are as much shorter */

static enum fdd_taken take_history(const struct fdd_given *g, void *to)
{
	struct catch *c = to;

	return fdd_given_some_time(g, NSEC_PER_SEC, &c->history_ns);
}

static enum fdd_taken take_history_thresh(const struct fdd_given *g, void *to)
{
	struct catch *c = to;

	c->has_history_thresh = true;
	return fdd_given_time(g, NSEC_PER_USEC, &c->history_thresh_ns) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_count(const struct fdd_given *g, void *to)
{
	struct catch *c = to;

	return fdd_given_number(g, 1, 1000000, &c->count) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_pause(const struct fdd_given *g, void *to)
{
	struct catch *c = to;

	return fdd_given_time(g, NSEC_PER_SEC, &c->pause_ns) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_max_size(const struct fdd_given *g, void *to)
{
	struct catch *c = to;

	return session_take_size(g, &c->max_kb);
}

#define AT(field)	.offset = offsetof(struct catch, field)

static const struct fdd_opt options[] = {
	{ 0, "history", "TIME", "keep this much time before the call (5s; without a unit in s)",
	  .take = take_history },
	{ 0, "history-thresh", "TIME", "calls of the history last TIME or longer (a fiftieth of -t)",
	  .take = take_history_thresh },
	{ 0, "tree", NULL, "calls with all traced calls in them, however short",
	  .take = fdd_take_flag, AT(record.tree) },
	{ 0, "open", NULL, "also calls that have not returned after -t; fdd looks each quarter of that time",
	  .take = fdd_take_flag, AT(open) },
	{ 0, "kmsg", NULL, "with --open: explain them in the kernel's log, too",
	  .take = fdd_take_flag, AT(kmsg) },
	{ 0, "pause", "TIME", "save no other call for TIME after one, and longer while they follow one another (1s; 0: no pause; without a unit in s)",
	  .take = take_pause },
	{ 0, "count", "N", "end after N calls (default: no limit)", .take = take_count },
	{ 'o', "output", "DIR", "save in DIR (the current one)",
	  .take = fdd_take_string, AT(dir), .values = "@file" },
	{ 0, "max-size", "SIZE", "end when the traces in DIR are larger (1G; without a unit in KiB)",
	  .take = take_max_size },
	{ 0, "notify", "PROGRAM", "run PROGRAM with the trace and a sentence as arguments",
	  .take = fdd_take_string, AT(notify), .values = "@file" },
	{ 0, "persistent", "INSTANCE", "record also into this instance, whose buffer outlives a crash; first save its contents",
	  .take = fdd_take_string, AT(persistent) },
	{ 0, "only-command", NULL, "only calls made by COMMAND and its children",
	  .take = fdd_take_flag, AT(record.only_command) },
	{ 0, "with-recorder", NULL, "record the calls of fdd, too",
	  .take = fdd_take_flag, AT(record.with_recorder) },
	{ 0, "no-sched", NULL, "do not record the events of the scheduler and of interrupts",
	  .take = fdd_take_flag, AT(record.no_sched) },
};

static const struct fdd_opts catch_opts = FDD_OPTS("Catching", options);

/* Of a program that is said to be slow: its system calls and page faults */
#if defined(__x86_64__)
#define OWN_CALLS	"__x64_sys_*"
#elif defined(__aarch64__)
#define OWN_CALLS	"__arm64_sys_*"
#endif

/* They are long by request, or belong to the start and the end of programs. */
static bool is_no_slow_call(const char *func)
{
	enum fdd_duty duty = fdd_system_call(func) ? fdd_duty_of(func) : FDD_DUTY_NONE;

	return duty == FDD_DUTY_REQUEST || duty == FDD_DUTY_EDGE;
}

/* Without -F, of a command or of processes, as fdd why has them. */
static void choose_calls(struct catch *c)
{
#ifdef OWN_CALLS
	static const char *own[] = { OWN_CALLS, "handle_mm_fault" };
	struct session_wish *wish = &c->record.wish;

	if (wish->functions.nr || (!c->record.command && !wish->pids.nr))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
		GROW(wish->functions.words, wish->functions.nr, wish->functions.cap);
		wish->functions.words[wish->functions.nr++] = own[i];
	}
	wish->leaves_out = is_no_slow_call;
	c->record.only_command = c->record.command && !wish->pids.nr;
	if (wish->has_thresh)
		return;
	wish->has_thresh = true;
	wish->thresh_us = OWN_THRESH_US;
#else
	(void)c;
#endif
}

static const char *check_wish(const struct catch *c)
{
	const struct session_wish *wish = &c->record.wish;

	if (!wish->functions.nr)
		return "-F is missing: the functions whose calls to catch; -p PID or a COMMAND has its system calls without it";
	if (!wish->has_thresh || !wish->thresh_us)
		return "-t is missing: how long a call to catch lasts at least";
	if (c->kmsg && !c->open)
		return "--kmsg needs --open";
	if (c->record.only_command && !c->record.command)
		return "--only-command needs a command";
	if (c->record.only_command && wish->pids.nr)
		return "--only-command and -p exclude each other";
	return NULL;
}

/* Returns -1 to continue, or the exit status. */
static int check(struct catch *c, const struct fdd_args *args)
{
	const char *what;

	if (args->nr_operands)
		c->record.command = args->operands;
	choose_calls(c);
	what = check_wish(c);
	c->thresh_ns = c->record.wish.thresh_us * NSEC_PER_USEC;
	if (!c->has_history_thresh)
		c->history_thresh_ns = c->thresh_ns / THRESH_PARTS;
	if (!what && c->history_thresh_ns > c->thresh_ns)
		what = "--history-thresh is larger than -t";
	if (!what)
		return -1;
	fdd_error("%s", what);
	return FDD_EXIT_USAGE;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct catch *c, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "[--] [COMMAND [ARGUMENT...]]",
		.about = "Wait for slow calls of kernel functions: -F selects the functions, -t how long a\n"
			 "call lasts at least. Without -F, of COMMAND or the processes of -p: their system\n"
			 "calls and page faults of 50 ms or -t, and longer, but not those that are long by\n"
			 "request. Each is saved with what led to it, and explained, while COMMAND runs\n"
			 "(without one: until Ctrl-C). fdd sleeps in between.\n",
		.notes = "Exit status: that of COMMAND, or 0 without one; 125 if fdd failed itself, 126 or\n"
			 "127 if COMMAND could not be run, 2 for a wrong command line.\n",
		.operands_last = true,
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &session_opts, &c->record.wish);
	fdd_opts_use(&usage.uses, &catch_opts, c);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0)
		status = check(c, &args);
	fdd_args_free(&args);
	return status;
}

/* They have been open for longer than that: a task that runs between the looks has continued. */
static void print_waits(const char *pids)
{
	struct now_wish wish = { .least_ns = LOOK_NS, .all = true };
	struct now now = { 0 };

	if (!fdd_numbers_add(&wish.pids, pids))
		return;
	now_look(&now, &wish);
	now_group(&now, &wish);
	now_print(&now, &wish);
	now_free(&now);
}

/* What is saved in it belongs to the user who called sudo, so a new directory does, too. */
static bool make_dir(const char *path)
{
	if (mkdir(path, 0700))
		return errno == EEXIST;
	file_give_directory(path);
	return true;
}

static bool check_dir(const struct catch *c)
{
	struct stat st;

	if (!make_dir(c->dir))
		fdd_error("-o %s: cannot create it: %s", c->dir, strerror(errno));
	else if (stat(c->dir, &st) || !S_ISDIR(st.st_mode))
		fdd_error("-o %s: not a directory", c->dir);
	else if (access(c->dir, W_OK | X_OK))
		fdd_error("-o %s: cannot write: %s", c->dir, strerror(errno));
	else
		return true;
	return false;
}

static bool check_notify(const struct catch *c)
{
	if (!c->notify || !strchr(c->notify, '/') || !access(c->notify, X_OK))
		return true;
	fdd_error("--notify: %s: %s", c->notify, strerror(errno));
	return false;
}

static int run(struct catch *c)
{
	struct record *r = &c->record;

	if (session_check(&r->wish) || !check_dir(c) || !check_notify(c))
		return RECORD_FAILED;
	catch_clean(c);
	if (!catch_has_room(c) || (c->persistent && (!persist_check(c) || persist_save_last(c))))
		return RECORD_FAILED;
	snprintf(r->instance, sizeof(r->instance), "fdd-%d", getpid());
	if (catch_run(c))
		return record_failed_status(r);
	return record_command_status(r);
}

int cmd_catch(int argc, char **argv)
{
	struct catch c = {
		.dir = ".", .history_ns = HISTORY_NS, .max_kb = MAX_KB, .pause_ns = PAUSE_NS,
		.look = print_waits,
	};
	int status = parse(&c, argc, argv);

	if (status < 0)
		status = run(&c);
	session_wish_free(&c.record.wish);
	return status;
}
