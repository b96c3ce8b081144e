// SPDX-License-Identifier: GPL-2.0
/* fdd record: trace while a command runs, save, restore all settings, report. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/complete.h"
#include "lib/program.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "record/at.h"
#include "record/file.h"
#include "record/record.h"
#include "tracing/module.h"
#include "tracing/tracing.h"

#define DEFAULT_OUTPUT	"trace.dat"

#define AT(field)	.offset = offsetof(struct record, field)

static enum fdd_taken take_at(const struct fdd_given *g, void *to)
{
	struct record *r = to;

	if (record_parse_at(g->arg, fdd_realtime(), &r->at))
		return FDD_TAKEN;
	return fdd_given_bad(g, "@HH:MM[:SS][Z], +TIME or /TIME, as in @14:30, +30s or /10s (a day at most)");
}

static enum fdd_taken take_user_stacks(const struct fdd_given *g, void *to)
{
	struct record *r = to;

	return fdd_given_some_time(g, NSEC_PER_USEC, &r->user_stacks);
}

static const struct fdd_opt options[] = {
	{ 'o', "output", "FILE", "save to FILE (" DEFAULT_OUTPUT ")",
	  .take = fdd_take_string, AT(output), .values = "@file" },
	{ 0, "only-command", NULL, "only calls made by COMMAND and its children",
	  .take = fdd_take_flag, AT(only_command) },
	{ 0, "with-recorder", NULL, "record the calls of fdd and trace-cmd, too",
	  .take = fdd_take_flag, AT(with_recorder) },
	{ 0, "at", "WHEN", "begin at @14:30, after +30s, or at the next multiple of /10s",
	  .take = take_at },
	{ 0, "stat", NULL, "count all calls, too: which share of them the trace has",
	  .take = fdd_take_flag, AT(stat) },
	{ 0, "tree", NULL, "slow calls with all calls in them, and nothing of fast ones (needs -t)",
	  .take = fdd_take_flag, AT(tree) },
	{ 0, "by-cgroup", NULL, "record the cgroup of each call's task",
	  .take = fdd_take_flag, AT(by_cgroup) },
	{ 0, "user-stacks", "TIME", "copy the program's stack in calls of TIME or more, to FILE.stacks",
	  .take = take_user_stacks },
	{ 0, "no-sched", NULL, "do not record the events of the scheduler and of interrupts",
	  .take = fdd_take_flag, AT(no_sched) },
	{ 0, "no-report", NULL, "only save; \"fdd FILE\" reports later",
	  .take = fdd_take_flag, AT(no_report) },
	{ 0, "boot", NULL, "trace the next boot; after it, save that trace",
	  .take = fdd_take_flag, AT(boot) },
	{ 0, "boot-off", NULL, "do not trace the next boot",
	  .take = fdd_take_flag, AT(boot_off) },
	{ 0, "dry-run", NULL, "print the shell lines that do the same",
	  .take = fdd_take_flag, AT(dry_run) },
};

static const struct fdd_opts record_opts = FDD_OPTS("Recording", options);

/* In "-t 10 ms COMMAND" the unit is taken for the command. */
static bool is_unit(const struct fdd_args *args)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	const struct fdd_given *last = args->nr ? &args->given[args->nr - 1] : NULL;

	if (!last || last->opt->letter != 't' || !args->nr_operands ||
	    last->arg + strlen(last->arg) + 1 != args->operands[0])
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(args->operands[0], units[i]))
			return true;
	return false;
}

static int check(struct record *r, const struct fdd_args *args)
{
	if (is_unit(args)) {
		fdd_error("-t %s %s: write the unit without a blank, %s%s",
			  args->given[args->nr - 1].arg, args->operands[0],
			  args->given[args->nr - 1].arg, args->operands[0]);
		return FDD_EXIT_USAGE;
	}
	if (args->nr_operands)
		r->command = args->operands;
	if ((r->boot || r->boot_off) && (r->dry_run || (r->boot && r->boot_off))) {
		fdd_error("--boot, --boot-off and --dry-run exclude each other");
		return FDD_EXIT_USAGE;
	}
	if (r->at && (r->boot || r->boot_off || r->dry_run)) {
		fdd_error("--at does not go with --boot, --boot-off and --dry-run");
		return FDD_EXIT_USAGE;
	}
	if (r->boot && (r->tree || r->stat || r->user_stacks)) {
		fdd_error("--boot does not take --stat, --tree and --user-stacks");
		return FDD_EXIT_USAGE;
	}
	if (r->tree && !r->wish.has_thresh) {
		fdd_error("--tree needs the threshold of slow calls: -t TIME");
		return FDD_EXIT_USAGE;
	}
	if (!r->only_command)
		return -1;
	if (!r->command)
		fdd_error("--only-command needs a command");
	else if (r->wish.pids.nr)
		fdd_error("--only-command and -p exclude each other");
	else
		return -1;
	return FDD_EXIT_USAGE;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct record *r, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "[--] [COMMAND [ARGUMENT...]]",
		.about = "Record the calls of kernel functions while COMMAND runs (without one: until\n"
			 "Ctrl-C), save them with trace-cmd, restore all settings, and report.\n",
		.notes = "Exit status: that of COMMAND, 128 + the signal that ended it, 0 without one;\n"
			 "125 if fdd failed itself, 126 or 127 if COMMAND could not be run, 2 for a\n"
			 "wrong command line.\n",
		.operands_last = true,
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &session_opts, &r->wish);
	fdd_opts_use(&usage.uses, &record_opts, r);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0)
		status = check(r, &args);
	fdd_args_free(&args);
	return status;
}

/*
 * Afterwards
 */

static void tell_result(const struct record *r)
{
	struct stat st;
	uint64_t saved = session_kept(&r->counts);
	char text[32];

	if (stat(r->output, &st))
		return;
	fdd_size_text(text, sizeof(text), st.st_size);
	/* of those that were overwritten, some were events; only the module counts calls */
	if (r->wish.tracer || (r->counts.overwritten && r->counts.with_events)) {
		fdd_tell("%s: %s; now: fdd why %s", r->output, text, r->output);
		return;
	}
	fdd_tell("%s: %llu calls, %s; now: fdd why %s", r->output,
		 (unsigned long long)saved, text, r->output);
}

static int put_stats(const struct record *r, FILE *f)
{
	struct stat st;

	return !stat(r->output, &st) && fputs(r->stats, f) >= 0 &&
	       fprintf(f, "# of a trace of %lld bytes\n", (long long)st.st_size) >= 0 &&
	       !fflush(f) ? 0 : -1;
}

static int write_stats(const struct record *r, const char *part, const char *path)
{
	int ret = -1, fd = file_create(part);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	if (f && !put_stats(r, f)) {
		file_give_to_user(fd, part);
		ret = fdd_complete(fd, part, path);
	}
	if (ret)
		fdd_error("%s: cannot save the statistics: %s", path, strerror(errno));
	if (f)
		fclose(f);
	return ret;
}

/*
 * The statistics next to the trace, with its size, by which they are known to be of it. Those
 * of an earlier trace of this name are replaced or removed.
 */
static int save_stats(const struct record *r)
{
	char *path = xmalloc(strlen(r->output) + sizeof(".stat"));
	char *part = xmalloc(strlen(r->output) + sizeof(".stat" FDD_PART));
	int ret = 0;

	strcat(strcpy(path, r->output), ".stat");
	strcat(strcpy(part, path), FDD_PART);
	/* the rest of a run that was killed */
	unlink(part);
	if (r->stats)
		ret = write_stats(r, part, path);
	if (ret)
		unlink(part);
	if (ret || !r->stats)
		unlink(path);
	free(part);
	free(path);
	return ret || (r->stat && !r->stats) ? -1 : 0;
}

/* Run fdd again, so that the report is that of "fdd FILE". */
static int report(const char *output)
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		sigset_t none;

		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		signal(SIGPIPE, SIG_DFL);
		execl("/proc/self/exe", "fdd", "--", output, NULL);
		_exit(RECORD_FAILED);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		return 0;
	if (status)
		fdd_error("%s was saved, but the report failed", output);
	return status ? -1 : 0;
}

static int run_boot(struct record *r)
{
	if ((r->boot && (record_need_trace_cmd() || !file_check(r->output))) || record_boot(r))
		return RECORD_FAILED;
	if (!r->boot_saved)
		return 0;
	tell_result(r);
	save_stats(r);
	return r->no_report || !report(r->output) ? 0 : RECORD_FAILED;
}

static int run(struct record *r)
{
	int status;

	if (session_check(&r->wish) || record_need_trace_cmd() || !file_check(r->output))
		return RECORD_FAILED;
	snprintf(r->instance, sizeof(r->instance), "fdd-%d", getpid());
	if (record_run(r))
		return record_failed_status(r);
	tell_result(r);
	status = record_command_status(r);
	if (save_stats(r) && !status)
		status = RECORD_FAILED;
	if (!r->no_report && report(r->output) && !status)
		status = RECORD_FAILED;
	return status;
}

int cmd_record(int argc, char **argv)
{
	struct record r = { .output = DEFAULT_OUTPUT, .part_fd = -1 };
	int status = parse(&r, argc, argv);

	if (status < 0 && r.dry_run) {
		record_print_lines(&r);
		status = FDD_EXIT_OK;
	} else if (status < 0) {
		status = r.boot || r.boot_off ? run_boot(&r) : run(&r);
	}
	session_wish_free(&r.wish);
	free(r.stats);
	return status;
}
