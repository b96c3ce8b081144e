// SPDX-License-Identifier: GPL-2.0
/*
 * fdd why -- COMMAND, fdd why -p PID: records, and explains what was recorded.
 *
 * All system calls and the functions that wait in them are recorded, of all tasks: whom a program
 * waits for is seldom its child.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cmd/ask.h"
#include "cmd/path.h"
#include "lib/temp.h"
#include "lib/util.h"
#include "model/waits.h"
#include "record/budget.h"
#include "record/file.h"
#include "record/record.h"
#include "unwind/unwind.h"
#include "waits/stuck.h"

#define MOST_BYTES	(512ull << 20)	/* on disk, and a quarter of what is free */
#define PERCENT		10		/* of the busiest CPU, after the first second */
#define BUFFER_KB	4096		/* for each CPU */
#define SLOW_NS		NSEC_PER_MSEC	/* calls whose user stacks are copied */

static enum fdd_taken take_for(const struct fdd_given *g, void *to)
{
	struct fdd_ask *ask = to;

	if (!fdd_given_time(g, NSEC_PER_SEC, &ask->for_ns))
		return FDD_TAKEN_BAD;
	return ask->for_ns >= NSEC_PER_MSEC ? FDD_TAKEN : fdd_given_bad(g, "a time of 1ms or more");
}

static enum fdd_taken take_user_stacks(const struct fdd_given *g, void *to)
{
	struct fdd_ask *ask = to;

	return fdd_given_some_time(g, NSEC_PER_USEC, &ask->user_stacks);
}

static enum fdd_taken take_budget(const struct fdd_given *g, void *to)
{
	struct fdd_ask *ask = to;
	uint64_t percent;

	if (!fdd_given_number(g, 1, 100, &percent))
		return FDD_TAKEN_BAD;
	ask->percent = percent;
	return FDD_TAKEN;
}

static const struct fdd_opt options[] = {
	{ 'o', "output", "FILE", "write the findings to FILE (default: stderr)",
	  .take = fdd_take_string, .offset = offsetof(struct fdd_ask, output), .values = "@file" },
	{ 0, "for", "TIME", "with -p: record for TIME, in seconds (default: until it ends, or Ctrl-C)",
	  .take = take_for },
	{ 0, "budget", "N", "recording takes at most N % of a CPU's time, after the first second (default: 10; 100: all is recorded)",
	  .take = take_budget },
	{ 0, "user", "NAME", "run COMMAND as user NAME",
	  .take = fdd_take_string, .offset = offsetof(struct fdd_ask, user) },
	{ 0, "tracer-module", "FILE", "load the tracer from FILE if it is not loaded",
	  .take = fdd_take_string, .offset = offsetof(struct fdd_ask, module), .values = "@file" },
	{ 0, "user-stacks", "TIME", "copy the program's stack in calls of TIME or more (default: 1ms, where it is possible)",
	  .take = take_user_stacks },
	{ 0, "no-user-stacks", NULL, "copy no stacks of programs",
	  .take = fdd_take_flag, .offset = offsetof(struct fdd_ask, no_user_stacks) },
};

const struct fdd_opts fdd_ask_opts =
	FDD_OPTS("Recording: fdd why -- COMMAND, fdd why -p PID", options);

/* Other events that may show for which task another one waits */
static const char *const events[] = {
	"sched:sched_process_fork", "sched:sched_process_exec", "sched:sched_process_exit",
	"lock:contention_begin", "lock:contention_end",
	"block:block_rq_insert", "block:block_rq_issue", "block:block_rq_complete",
	"tcp:tcp_probe", "tcp:tcp_rcv_space_adjust", "sock:inet_sock_set_state",
	NULL,
};

static const char **choice(void)
{
	size_t nr = 0, n = 0;
	const char **globs;

	while (fdd_wait_callers[nr])
		nr++;
	globs = xcalloc(nr + fdd_nr_waits + 1, sizeof(*globs));
	for (; n < nr; n++)
		globs[n] = fdd_wait_callers[n];
	for (size_t i = 0; i < fdd_nr_waits; i++)
		globs[n++] = fdd_waits[i].glob;
	return globs;
}

/* A directory of its own, which no other user can read. */
static char *make_place(void)
{
	char *dir, *file = NULL;

	if (asprintf(&dir, "%s/fdd-why-XXXXXX", fdd_temp_directory()) < 0)
		return NULL;
	if (!mkdtemp(dir))
		fdd_error("%s: %s", dir, strerror(errno));
	else if (asprintf(&file, "%s/trace.dat", dir) < 0)
		file = NULL;
	free(dir);
	return file;
}

static uint64_t limit_of(const char *file)
{
	struct statvfs fs;
	uint64_t room = MOST_BYTES;
	char *dir = xstrdup(file);

	*strrchr(dir, '/') = '\0';
	if (!statvfs(dir, &fs))
		room = (uint64_t)fs.f_bavail * fs.f_frsize / 4;
	free(dir);
	return room < MOST_BYTES ? room : MOST_BYTES;
}

static void tell_begin(const struct fdd_ask *ask, const struct record *r)
{
	fdd_tell("recording to %s, at most %llu MB", r->output,
		 (unsigned long long)(r->limit >> 20));
	if (ask->command && !ask->user && getenv("SUDO_UID"))
		fdd_tell("%s runs as root; --user NAME runs it as NAME", ask->command[0]);
	if (!ask->command && !access("trace.dat", F_OK))
		fdd_tell("-p without a TRACE attaches: trace.dat of this directory is not read");
}

static void tell_end(const struct record *r)
{
	if (r->limit_ms)
		fdd_warning("after %.1f s the trace had %llu MB: later events are not recorded",
			    r->limit_ms / 1000.0, (unsigned long long)(r->limit >> 20));
	budget_tell(r);
	fdd_tell("the trace is %s: fdd why %s; rm -r %.*s", r->output, r->output,
		 (int)(strrchr(r->output, '/') - r->output), r->output);
}

/* Tasks of -p, and how they were found in /proc. */
struct asked {
	int32_t			*tasks;
	uint32_t		nr;
	char			**stuck;	/* where each was at the begin, or NULL */
	struct stuck_look	*begin, *end;
};

/* Add the numbers of "1,2,3" that are not there yet. */
static void add_tasks(struct asked *a, const char *list)
{
	for (const char *p = list; p && *p; p += strspn(p, ",")) {
		int32_t pid = strtol(p, NULL, 10);
		uint32_t i = 0;

		while (i < a->nr && a->tasks[i] != pid)
			i++;
		if (i == a->nr) {
			a->tasks = xrealloc(a->tasks, (a->nr + 1) * sizeof(*a->tasks));
			a->tasks[a->nr++] = pid;
		}
		p += strcspn(p, ",");
	}
}

static void begin_asked(struct asked *a, const struct record *r)
{
	char *threads = session_threads(&r->wish, false);

	add_tasks(a, threads);
	a->stuck = xcalloc(a->nr + 1, sizeof(*a->stuck));
	a->begin = xcalloc(a->nr + 1, sizeof(*a->begin));
	stuck_list(a->tasks, a->nr, a->stuck);
	stuck_look(a->tasks, a->nr, a->begin);
	free(threads);
}

/*
 * Also those that began meanwhile. Where they were at the begin is not known. One that has ended
 * without a switch in the trace did so before it was recorded, and was nowhere all the time.
 */
static void end_asked(struct asked *a, const struct record *r)
{
	char *threads = session_threads(&r->wish, true);
	uint32_t before = a->nr;

	add_tasks(a, threads);
	a->stuck = xrealloc(a->stuck, (a->nr + 1) * sizeof(*a->stuck));
	a->begin = xrealloc(a->begin, (a->nr + 1) * sizeof(*a->begin));
	a->end = xcalloc(a->nr + 1, sizeof(*a->end));
	memset(a->stuck + before, 0, (a->nr + 1 - before) * sizeof(*a->stuck));
	memset(a->begin + before, 0, (a->nr + 1 - before) * sizeof(*a->begin));
	stuck_look(a->tasks, a->nr, a->end);
	for (uint32_t i = 0; i < before; i++) {
		if (a->end[i].there)
			continue;
		free(a->stuck[i]);
		a->stuck[i] = NULL;
	}
	free(threads);
}

static void free_asked(struct asked *a)
{
	for (uint32_t i = 0; a->stuck && i < a->nr; i++)
		free(a->stuck[i]);
	free(a->stuck);
	free(a->begin);
	free(a->end);
	free(a->tasks);
}

/*
 * Before anything is recorded, so that a name that cannot be used costs no run of the command. The
 * findings name other users' processes, as the trace does.
 */
static FILE *open_output(const char *path)
{
	struct stat st;
	FILE *f;
	int fd;

	if (!path)
		return stderr;
	if (!stat(path, &st) && S_ISCHR(st.st_mode)) {
		f = fopen(path, "we");
		if (!f)
			fdd_error("%s: %s", path, strerror(errno));
		return f;
	}
	fd = file_create(path);
	if (fd < 0)
		return NULL;
	file_give_to_user(fd, path);
	return fdopen(fd, "w");
}

static int close_output(FILE *f, const char *path)
{
	if (f == stderr || !fclose(f))
		return 0;
	fdd_error("%s: %s", path, strerror(errno));
	return -1;
}

/* "sda" */
static char *disk_name(uint32_t device)
{
	char path[64], target[PATH_MAX];
	const char *slash;
	ssize_t len;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", device >> FDD_MINOR_BITS,
		 device & FDD_MINOR_MASK);
	len = readlink(path, target, sizeof(target) - 1);
	if (len <= 0)
		return NULL;
	target[len] = '\0';
	slash = strrchr(target, '/');
	return slash ? xstrdup(slash + 1) : NULL;
}

static int explain(const struct fdd_ask *ask, const struct record *r, const struct asked *a,
		   FILE *to)
{
	char *path = (char *)r->output, *paths[] = { path, NULL };
	struct fdd_traces traces = { .paths = paths, .nr = 1 };
	struct fdd_path_wish wish = {
		.command = ask->command ? r->child.pid : 0,
		.tasks = a->tasks, .nr_tasks = a->nr, .stuck = a->stuck,
		.begin = a->begin, .end = a->end, .traces = path, .disk_name = disk_name,
		.format = ask->format, .live = true,
		.what = ask->command ? NULL : a->nr == 1 ? "the task" : "the tasks, together",
	};

	int status;

	fdd_traces_read_stacks(&traces);
	status = fdd_path_explain(&wish, &traces, to);
	fdd_traces_free(&traces);
	return status;
}

/* From here on a signal ends fdd as usual. */
static void unblock_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* By itself it takes them where it can, and does not speak of it. */
static void wish_stacks(const struct fdd_ask *ask, struct record *r)
{
	r->stacks_optional = true;
	r->stacks_unasked = !ask->user_stacks;
	if (ask->no_user_stacks)
		return;
	if (fdd_can_unwind)
		r->user_stacks = ask->user_stacks ? ask->user_stacks : SLOW_NS;
	else if (ask->user_stacks)
		fdd_error("no user stacks: fdd was built without libdw");
}

static int record_and_explain(const struct fdd_ask *ask, struct record *r, FILE *to)
{
	struct asked asked = { 0 };
	int status;

	begin_asked(&asked, r);
	tell_begin(ask, r);
	snprintf(r->instance, sizeof(r->instance), "fdd-%d", getpid());
	status = record_run(r) ? record_failed_status(r) : record_command_status(r);
	unblock_signals();
	end_asked(&asked, r);
	if (!access(r->output, F_OK)) {
		if (explain(ask, r, &asked, to) && !status)
			status = RECORD_FAILED;
		tell_end(r);
	}
	free_asked(&asked);
	return status;
}

/*
 * A trace stays, for the user who called sudo. Not earlier: the owner of the directory can put a
 * link where trace-cmd writes.
 */
static void end_place(const char *file)
{
	char *dir = xstrdup(file);

	*strrchr(dir, '/') = '\0';
	if (rmdir(dir))
		file_give_directory(dir);
	free(dir);
}

int fdd_ask(struct fdd_ask *ask)
{
	const char **globs = choice();
	char *file = NULL;
	FILE *to = NULL;
	struct record r = {
		.part_fd = -1, .no_report = true, .all_tasks = true, .more_events = events,
		.command = ask->command, .user = ask->user,
		.percent = ask->percent ? ask->percent : PERCENT,
		.for_ms = ask->for_ns / NSEC_PER_MSEC,
		.wish = {
			.has_thresh = true, .choice = globs, .buffer_kb = BUFFER_KB,
			.module = ask->module, .pids = { .words = ask->pids, .nr = ask->nr_pids },
		},
	};
	int status = RECORD_FAILED;

	if (!record_check_user(&r) && !session_check(&r.wish) && !record_need_trace_cmd())
		to = open_output(ask->output);
	if (to)
		file = make_place();
	if (file) {
		wish_stacks(ask, &r);
		r.output = file;
		r.limit = limit_of(file);
		status = record_and_explain(ask, &r, to);
		end_place(file);
	}
	if (to && close_output(to, ask->output) && !status)
		status = RECORD_FAILED;
	free(r.stats);
	budget_free(&r);
	free(file);
	free(globs);
	return status;
}
