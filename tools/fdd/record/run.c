// SPDX-License-Identifier: GPL-2.0
/*
 * Runs trace-cmd and the command of fdd record.
 *
 * Three processes: the command, trace-cmd and fdd. The command is forked first and waits;
 * trace-cmd is started on an instance that fdd has set up; when it records, the command
 * starts. When the command ends, fdd stops the recording, reads the numbers of lost events
 * from the instance, and lets trace-cmd save the trace.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/program.h"
#include "lib/util.h"
#include "record/at.h"
#include "record/budget.h"
#include "record/child.h"
#include "record/file.h"
#include "record/open_marks.h"
#include "record/record.h"
#include "record/stacks.h"
#include "record/wall.h"
#include "tracing/events.h"
#include "tracing/option.h"
#include "tracing/stat.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define START_MS	60000	/* patching all functions takes time */
#define POLL_MS		20
#define TASK_LOOKS	3
#define RECORD_BYTES	40	/* of a call in the ring buffer: 36 and a header */
#define GRACE_MS	3000	/* for trace-cmd that got one */

/*
 * trace-cmd
 */

static int add_list(const char *const *events, const char **argv, int n)
{
	for (; *events; events++) {
		if (!event_is_there(*events))
			continue;
		argv[n++] = "-e";
		argv[n++] = *events;
	}
	return n;
}

/* Without them nothing says when a task slept, or for which task it waited. */
static int add_events(const struct record *r, const char **argv, int n)
{
	if (!r->no_sched)
		n = add_list(sched_events, argv, n);
	return r->more_events ? add_list(r->more_events, argv, n) : n;
}

static bool records_events(const struct record *r)
{
	const char *argv[TRACE_CMD_MAX_ARGS];

	return add_events(r, argv, 0) > 0;
}

/* The instance in which calls are recorded */
static const char *place_of(const struct record *r)
{
	return session_place(&r->wish, r->instance);
}

/*
 * -k: do not restore the instance. trace-cmd would first empty the filter, so that all
 * functions are traced, and only then stop tracing.
 */
void record_trace_cmd_args(const struct record *r, const char *threads,
			   const char *argv[TRACE_CMD_MAX_ARGS])
{
	int n = 0;

	argv[n++] = "trace-cmd";
	argv[n++] = "record";
	argv[n++] = "-k";
	argv[n++] = "-o";
	argv[n++] = r->part ? r->part : r->output;
	if (place_of(r)) {
		argv[n++] = "-B";
		argv[n++] = place_of(r);
	}
	argv[n++] = "-p";
	argv[n++] = session_tracer(&r->wish);
	n = add_events(r, argv, n);
	if (*threads) {
		argv[n++] = "-P";
		argv[n++] = threads;
		argv[n++] = "-c";
	}
	argv[n] = NULL;
}

/*
 * In another session, so that the terminal's Ctrl-C does not reach it. If fdd is killed, it
 * gets SIGINT from the kernel (PR_SET_PDEATHSIG), and saves what it has. It notes itself in the
 * journal: fdd may be killed before it has the pid.
 */
static void exec_trace_cmd(const struct record *r, pid_t parent)
{
	const char *argv[TRACE_CMD_MAX_ARGS];
	char *path = fdd_find_program("trace-cmd");

	record_restore_signals(r);
	signal(SIGINT, SIG_DFL);
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGINT);
	if (getppid() != parent || undo_note_process(getpid()))
		_exit(RECORD_FAILED);
	dup2(r->said_fd, STDOUT_FILENO);
	dup2(r->said_fd, STDERR_FILENO);
	umask(077);
	record_trace_cmd_args(r, "", argv);
	if (path)
		execv(path, (char *const *)argv);
	fprintf(stderr, "trace-cmd: %s\n", strerror(errno));
	_exit(RECORD_NOT_FOUND);
}

static int start_trace_cmd(struct record *r)
{
	pid_t parent = getpid();

	r->said_fd = memfd_create("trace-cmd", MFD_CLOEXEC);
	r->tracer.pid = fork();
	if (!r->tracer.pid)
		exec_trace_cmd(r, parent);
	if (r->tracer.pid < 0) {
		fdd_error("trace-cmd: %s", strerror(errno));
		r->tracer.pid = 0;
		return -1;
	}
	return 0;
}

static bool selects_pids(const struct record *r)
{
	return r->only_command || (r->wish.pids.nr && !r->all_tasks);
}

/*
 * Set the processes to trace. trace-cmd -P does that too, but also writes a filter for each
 * event, which takes seconds. trace-cmd empties the list when it starts, some time before it
 * begins to record: then fdd fills it. fdd puts its own pid into the list before, to see
 * when it was emptied.
 */
static int mark_pids(const struct record *r)
{
	char text[16];

	if (!selects_pids(r))
		return 0;
	snprintf(text, sizeof(text), "%d", getpid());
	if (tasks_set(place_of(r), PID_FILE, text) ||
	    tracing_write(place_of(r), "options/function-fork", "1")) {
		fdd_error("the kernel cannot trace single processes");
		return -1;
	}
	return 0;
}

/*
 * fdd and trace-cmd work while they record: their calls are not what the user looks for.
 * trace-cmd does not write this list. With function-fork the kernel adds the processes that
 * fdd starts from here on, so this comes after the command and before trace-cmd.
 */
static int exclude_recorder(const struct record *r)
{
	char text[16];

	if (r->with_recorder)
		return 0;
	snprintf(text, sizeof(text), "%d", getpid());
	if (tasks_set(place_of(r), NO_PID_FILE, text) ||
	    tracing_write(place_of(r), "options/function-fork", "1")) {
		fdd_error("the kernel cannot exclude fdd and trace-cmd from tracing (--with-recorder records them)");
		return -1;
	}
	return 0;
}

static bool pids_are_marked(const struct record *r)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", getpid());
	return tracing_has_word(place_of(r), PID_FILE, text);
}

static int fill_pids(struct record *r)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", r->child.pid);
	if (!r->only_command)
		return session_set_pids(&r->wish, place_of(r));
	return tasks_set(place_of(r), PID_FILE, text);
}

/* It selects the tracer with recording off, then switches recording on. */
static bool is_recording(const struct record *r)
{
	uint64_t on;

	return tracing_has_word(place_of(r), "current_tracer", session_tracer(&r->wish)) &&
	       tracing_read_u64(place_of(r), "tracing_on", &on) && on;
}

static char *what_it_said(const struct record *r)
{
	off_t size = lseek(r->said_fd, 0, SEEK_END);
	char *text = xcalloc(1, size > 0 ? size + 1 : 1);

	if (pread(r->said_fd, text, size, 0) < 0)
		*text = '\0';
	return text;
}

static void tell_what_it_said(const struct record *r)
{
	char *text = what_it_said(r), *save, *line;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (!strstr(line, "Hit Ctrl^C") && !strstr(line, "plugin '"))
			fdd_tell("trace-cmd: %s", line);
	free(text);
}

static int wait_recording(struct record *r)
{
	bool fill = selects_pids(r);
	long long end = record_now_ms() + START_MS;

	while (fill || !is_recording(r)) {
		record_wait_signal(r, fill ? 1 : POLL_MS);
		if (fill && !pids_are_marked(r)) {
			if (fill_pids(r))
				return -1;
			fill = false;
		}
		if (r->tracer.ended) {
			fdd_error("trace-cmd could not start the recording:");
			tell_what_it_said(r);
			return -1;
		}
		if (r->stops) {
			fdd_error("stopped before the recording began");
			return -1;
		}
		if (record_now_ms() > end) {
			fdd_error("trace-cmd did not begin to record in time");
			return -1;
		}
	}
	return 0;
}

/* "N bytes in size", and "(N uncompressed)" if it compresses */
static uint64_t bytes_in_line(const char *line)
{
	const char *open = strchr(line, '(');

	return strtoull(open && strstr(open, " uncompressed") ? open + 1 : line, NULL, 10);
}

/*
 * trace-cmd may not notice that the disk is full. So compare the size that it reports with
 * the least size of the recorded calls.
 */
static int check_saved(const struct record *r)
{
	uint64_t expected = session_kept(&r->counts) * RECORD_BYTES;
	char *text = what_it_said(r), *save, *line;
	uint64_t saved = 0;
	bool told = false;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (!strstr(line, " bytes in size"))
			continue;
		saved += bytes_in_line(line);
		told = true;
	}
	free(text);
	if (!told || saved >= expected)
		return 0;
	fdd_error("%s: only %llu of at least %llu bytes could be saved: is the disk full?",
		  r->output, (unsigned long long)saved, (unsigned long long)expected);
	return -1;
}

/* Saving may take long: two more signals stop it. */
static int stop_trace_cmd(struct record *r)
{
	unsigned int stops = r->stops;

	if (!r->tracer.ended)
		kill(r->tracer.pid, SIGINT);
	while (!r->tracer.ended && r->stops < stops + 2) {
		unsigned int before = r->stops;

		record_wait_signal(r, -1);
		if (r->stops == stops + 1 && before == stops)
			fdd_warning("saving %s; another signal stops it", r->output);
	}
	if (!r->tracer.ended) {
		kill(-r->tracer.pid, SIGKILL);
		record_wait_ended(r, &r->tracer, GRACE_MS);
		fdd_error("%s: stopped, not saved", r->output);
		return -1;
	}
	if (!WIFEXITED(r->tracer.status) || WEXITSTATUS(r->tracer.status)) {
		fdd_error("%s: trace-cmd could not save the trace:", r->output);
		tell_what_it_said(r);
		return -1;
	}
	return check_saved(r);
}

/* There is nothing to save. */
static void abandon_trace_cmd(struct record *r, int sig)
{
	if (!r->tracer.pid || r->tracer.ended)
		return;
	kill(sig == SIGKILL ? -r->tracer.pid : r->tracer.pid, sig);
	if (!record_wait_ended(r, &r->tracer, GRACE_MS))
		kill(-r->tracer.pid, SIGKILL);
	record_wait_ended(r, &r->tracer, GRACE_MS);
}

/*
 * The whole run
 */

static int set_options(const struct record *r)
{
	/* the budget needs to know what is called most; function_graph cannot say it */
	if ((r->stat || (r->percent && !r->wish.tracer)) &&
	    option_switch_on(r->instance, OPTION_STAT))
		return -1;
	return (r->by_cgroup && option_switch_on(r->instance, OPTION_CGROUP)) ||
	       (r->tree && option_switch_on(r->instance, OPTION_TREE)) ? -1 : 0;
}

/* Options that only the module supports need it. */
static int load(struct record *r)
{
	if (r->stat || r->tree || r->by_cgroup || r->wish.cgroups.nr ||
	    (r->user_stacks && !r->stacks_optional))
		return session_load(&r->wish);
	return session_load_or_graph(&r->wish, "no statistics (--stat), no whole slow calls (--tree), no count of lost calls, and without -t two records of each call");
}

/* If fdd is killed, trace-cmd still saves what it has: then restoring completes the trace. */
static int open_output(struct record *r)
{
	return record_name_output(r) || undo_note_save(r->target) ||
	       record_open_output(r, place_of(r)) ? -1 : 0;
}

/*
 * Before the command runs, so that nothing is lost if the list of tasks has no effect. The calls
 * from before fdd filled it are removed.
 */
static int check_tasks(const struct record *r)
{
	pid_t pid;

	for (int i = 0; i < TASK_LOOKS; i++) {
		if (!selects_pids(r) || !tasks_find_stranger(place_of(r), &pid))
			return 0;
		tracing_write(place_of(r), "trace", "");
		poll(NULL, 0, POLL_MS);
	}
	return tasks_tell_stranger(record_tasks_option(r), pid);
}

/* When recording began, there may have been no call of others yet. */
static void tell_strangers(const struct record *r)
{
	pid_t pid;

	if (selects_pids(r) && tasks_find_stranger(place_of(r), &pid))
		fdd_warning("%s had no effect: %s has calls of task %d, which was not in " PID_FILE
			    "; \"fdd -p\" with the tasks selects them",
			    record_tasks_option(r), r->output, pid);
}

/*
 * The reader's thread is one that fdd starts: it comes after exclude_recorder(). Until the tasks
 * that are there are known, the command does not start.
 */
static int begin_stacks(struct record *r)
{
	char text[32];

	if (!r->user_stacks)
		return 0;
	if (r->wish.tracer) {
		if (!r->stacks_unasked)
			fdd_error("no user stacks: they need the module");
		return 0;
	}
	r->stacks = stacks_begin(r->target, place_of(r), r->limit / 2, r->stacks_unasked);
	if (!r->stacks)
		return r->stacks_optional ? 0 : -1;
	snprintf(text, sizeof(text), "%lluns", (unsigned long long)r->user_stacks);
	return tracing_set(place_of(r), STACK_THRESH_FILE, text);
}

static int start(struct record *r)
{
	budget_begin(r);
	if (load(r) || session_create(&r->wish, r->instance) || set_options(r) ||
	    record_make_command(r) || mark_pids(r) || exclude_recorder(r) ||
	    open_output(r) || begin_stacks(r) || start_trace_cmd(r) || wait_recording(r) ||
	    check_tasks(r))
		return -1;
	if (r->stacks)
		stacks_wait(r->stacks);
	if (r->at && record_wait_at(r))
		return -1;
	budget_measure(r);
	record_mark_wall(place_of(r));
	r->marked_ms = record_now_ms();
	if (r->command)
		record_start_command(r);
	else
		fdd_tell("recording; Ctrl-C stops");
	return 0;
}

static int record_and_save(struct record *r)
{
	int ret;

	if (start(r)) {
		record_drop_command(r);
		abandon_trace_cmd(r, SIGINT);
		return -1;
	}
	record_wait_end(r);
	if (r->child.ended && record_check_exec(r)) {
		abandon_trace_cmd(r, SIGKILL);
		return -1;
	}
	record_mark_open(place_of(r));
	record_mark_wall(place_of(r));
	budget_end(r);
	tracing_write(place_of(r), "tracing_on", "0");
	tell_strangers(r);
	if (r->stat)
		r->stats = stat_read(r->instance);
	session_counts(place_of(r), &r->counts);
	r->counts.with_events = records_events(r);
	if (r->stacks)
		stacks_stop(r->stacks);
	ret = stop_trace_cmd(r);
	if (r->stops)
		record_end_command(r);
	return ret;
}

int record_run(struct record *r)
{
	int ret;

	r->go_fd = r->exec_fd = r->said_fd = -1;
	record_block_signals(r);
	ret = record_and_save(r);
	if (!ret)
		session_tell_losses(place_of(r), &r->counts);
	if (!ret) {
		stacks_remove(r->target);
		ret = record_complete_output(r);
	}
	if (!ret && r->stacks && stacks_complete(r->stacks) && !r->stacks_optional)
		ret = -1;
	stacks_free(r->stacks);
	r->stacks = NULL;
	record_close_output(r);
	if (undo_all())
		ret = -1;
	return ret;
}
