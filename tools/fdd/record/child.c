// SPDX-License-Identifier: GPL-2.0
/*
 * The command of fdd record, and signals.
 *
 * Signals are blocked and received by sigtimedwait() only. So no system call is interrupted,
 * and all changes are undone at the end in any case.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/program.h"
#include "lib/util.h"
#include "record/budget.h"
#include "record/child.h"
#include "record/wall.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"

#define LOOK_MS		200	/* at the size of the files */
#define MARK_MS		10000	/* from one mark of the wall clock to the next */
#define ALIVE_MS	500	/* for processes that are not our children */
#define GRACE_MS	3000	/* for a command that got a signal to end */

static void handled_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGQUIT);
}

/* A shell starts background jobs with SIGINT ignored; nohup ignores SIGHUP. */
void record_block_signals(struct record *r)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL };
	sigset_t set;

	handled_signals(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGCHLD, &dfl, NULL);
	sigaction(SIGTERM, &dfl, NULL);
	sigaction(SIGINT, &dfl, &r->old_int);
	signal(SIGPIPE, SIG_IGN);
}

/* In a child, before it becomes another program. */
void record_restore_signals(const struct record *r)
{
	sigset_t set;

	sigaction(SIGINT, &r->old_int, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigemptyset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

static void reap(struct child *child)
{
	if (child->pid && !child->ended &&
	    waitpid(child->pid, &child->status, WNOHANG) == child->pid)
		child->ended = true;
}

/*
 * Signals from the terminal reach the command directly. When it is closed, the kernel and the
 * program that closes it may each send some: only the first counts, since these do not mean "now".
 */
static void told_to_stop(struct record *r, const siginfo_t *info)
{
	if (info->si_signo == SIGHUP && r->hung_up)
		return;
	r->hung_up |= info->si_signo == SIGHUP;
	r->stops++;
	if (r->child.pid && !r->child.ended && info->si_code != SI_KERNEL)
		kill(r->child.pid, info->si_signo);
}

/* Wait for a signal, at most some time; -1: without a limit. */
void record_wait_signal(struct record *r, int ms)
{
	struct timespec timeout = { ms / 1000, ms % 1000 * 1000000 };
	siginfo_t info;
	sigset_t set;
	int sig;

	handled_signals(&set);
	sig = sigtimedwait(&set, &info, ms < 0 ? NULL : &timeout);
	if (sig == SIGCHLD) {
		reap(&r->child);
		reap(&r->tracer);
		reap(&r->saver);
	} else if (sig > 0) {
		told_to_stop(r, &info);
	}
}

long long record_now_ms(void)
{
	return fdd_now() / 1000000;
}

/* Wait until a child has ended, but not longer than @ms. */
bool record_wait_ended(struct record *r, struct child *child, int ms)
{
	long long end = record_now_ms() + ms, left;

	while (!child->ended && (left = end - record_now_ms()) > 0)
		record_wait_signal(r, left);
	return child->ended;
}

int record_signal_fd(void)
{
	sigset_t set;
	int fd;

	handled_signals(&set);
	fd = signalfd(-1, &set, SFD_CLOEXEC);
	if (fd < 0)
		fdd_error("signalfd: %s", strerror(errno));
	return fd;
}

/*
 * The command
 */

int record_check_user(const struct record *r)
{
	if (!r->user || getpwnam(r->user))
		return 0;
	fdd_error("--user: there is no user '%s'", r->user);
	return -1;
}

/* As a login does. Returns 0, or -1 with errno. */
static int become_user(const char *user)
{
	const struct passwd *p;

	errno = ENOENT;
	p = getpwnam(user);
	return !p || initgroups(p->pw_name, p->pw_gid) || setgid(p->pw_gid) ||
	       setuid(p->pw_uid) || setenv("HOME", p->pw_dir, 1) ||
	       setenv("USER", p->pw_name, 1) || setenv("LOGNAME", p->pw_name, 1) ? -1 : 0;
}

static void exec_command(const struct record *r, int go_fd, int exec_fd)
{
	char go;
	int err;

	record_restore_signals(r);
	if (read(go_fd, &go, 1) != 1)
		_exit(RECORD_FAILED);
	if (!r->user || !become_user(r->user))
		execvp(r->command[0], r->command);
	err = errno;
	if (write(exec_fd, &err, sizeof(err)) < 0)
		_exit(RECORD_FAILED);
	_exit(err == ENOENT ? RECORD_NOT_FOUND : RECORD_CANNOT_RUN);
}

int record_make_command(struct record *r)
{
	int go[2], exec[2];

	if (!r->command)
		return 0;
	if (pipe2(go, O_CLOEXEC) || pipe2(exec, O_CLOEXEC))
		goto failed;
	r->child.pid = fork();
	if (r->child.pid < 0)
		goto failed;
	if (!r->child.pid) {
		close(go[1]);
		exec_command(r, go[0], exec[1]);
	}
	close(go[0]);
	close(exec[1]);
	r->go_fd = go[1];
	r->exec_fd = exec[0];
	return 0;
failed:
	fdd_error("%s: %s", r->command[0], strerror(errno));
	r->child.pid = 0;
	return -1;
}

static int set_pid(const struct record *r, const char *file, pid_t pid)
{
	const char *place = session_place(&r->wish, r->instance);
	char text[16];

	snprintf(text, sizeof(text), "%d", pid);
	if (!tracing_write(place, "options/function-fork", "1") && !tasks_set(place, file, text))
		return 0;
	fdd_error("instance %s: %s: the kernel cannot select the processes to trace", r->instance,
		  file);
	return -1;
}

int record_select_tasks(const struct record *r)
{
	const char *place = session_place(&r->wish, r->instance);

	if (r->only_command)
		return set_pid(r, PID_FILE, r->child.pid);
	if (r->wish.pids.nr)
		return session_set_pids(&r->wish, place) ||
		       tracing_write(place, "options/function-fork", "1") ? -1 : 0;
	return r->with_recorder ? 0 : set_pid(r, NO_PID_FILE, getpid());
}

const char *record_tasks_option(const struct record *r)
{
	return r->only_command ? "--only-command" : "-p";
}

void record_start_command(struct record *r)
{
	if (write(r->go_fd, "", 1) != 1)
		fdd_error("%s: %s", r->command[0], strerror(errno));
}

/* A command that was never started ends by itself. */
void record_drop_command(struct record *r)
{
	if (!r->child.pid)
		return;
	close(r->go_fd);
	r->go_fd = -1;
	record_wait_ended(r, &r->child, GRACE_MS);
}

int record_check_exec(struct record *r)
{
	int err;

	if (!r->command || read(r->exec_fd, &err, sizeof(err)) != sizeof(err))
		return 0;
	fdd_error("%s: %s", r->command[0], strerror(err));
	return -1;
}

/* A program that reads the trace as a stream has not seen the marks of the end yet. */
static void mark_wall(struct record *r)
{
	if (!r->marked_ms || record_now_ms() - r->marked_ms < MARK_MS)
		return;
	record_mark_wall(session_place(&r->wish, r->instance));
	r->marked_ms = record_now_ms();
}

/* -1 is never. */
static int sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Wait for a signal; meanwhile look whether the limit of the disk is reached. */
static void wait_within_limit(struct record *r, int ms)
{
	bool look = r->limit && !r->limit_ms;
	int most = sooner(look ? LOOK_MS : r->marked_ms ? MARK_MS : -1, budget_look(r));

	record_wait_signal(r, sooner(most, ms));
	mark_wall(r);
	if (!look || fdd_cpu_parts_size(r->output) < r->limit)
		return;
	tracing_write(session_place(&r->wish, r->instance), "tracing_on", "0");
	r->limit_ms = record_now_ms() - r->began_ms;
}

static void wait_command_end(struct record *r)
{
	bool told = false;

	while (!r->stops && !r->child.ended) {
		wait_within_limit(r, -1);
		if (r->tracer.ended && !told && !r->child.ended && !r->only_command) {
			fdd_warning("trace-cmd has ended early: later calls are not recorded");
			told = true;
		}
	}
}

/* A signal to stop: give the command some time to end, then warn. */
void record_end_command(struct record *r)
{
	if (!r->child.pid || record_wait_ended(r, &r->child, GRACE_MS))
		return;
	kill(r->child.pid, SIGTERM);
	if (!record_wait_ended(r, &r->child, GRACE_MS))
		fdd_warning("%s (process %d) does not end and is left running",
			    r->command[0], r->child.pid);
}

static bool time_is_up(const struct record *r)
{
	return r->for_ms && record_now_ms() - r->began_ms >= r->for_ms;
}

void record_wait_end(struct record *r)
{
	r->began_ms = record_now_ms();
	if (r->command) {
		wait_command_end(r);
		return;
	}
	while (!r->stops && !r->tracer.ended && session_pids_live(&r->wish) && !time_is_up(r))
		wait_within_limit(r, r->for_ms ? LOOK_MS : r->wish.pids.nr ? ALIVE_MS : -1);
}

int record_command_status(const struct record *r)
{
	if (!r->command || !r->child.ended)
		return 0;
	if (WIFSIGNALED(r->child.status))
		return 128 + WTERMSIG(r->child.status);
	return WEXITSTATUS(r->child.status);
}

int record_failed_status(const struct record *r)
{
	int status = record_command_status(r);

	return status == RECORD_NOT_FOUND || status == RECORD_CANNOT_RUN ?
		status : RECORD_FAILED;
}

int record_need_trace_cmd(void)
{
	char *path = fdd_find_program("trace-cmd");

	if (!path)
		fdd_error("trace-cmd is not installed: it saves the trace (apt install trace-cmd)");
	free(path);
	return path ? 0 : -1;
}
