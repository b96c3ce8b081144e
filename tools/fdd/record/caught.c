// SPDX-License-Identifier: GPL-2.0
/* fdd catch after a call was caught: save, explain, run the program of --notify. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/catch_state.h"
#include "record/child.h"
#include "record/dat.h"
#include "record/file.h"

#define PREFIX		"catch-"
#define EXPLAIN_MS	300000	/* large traces take long */
#define NOTIFY_MS	30000
#define LOOK_MS		10000	/* in /proc */
#define GRACE_MS	3000	/* for a program that got a signal to end */

/*
 * The directory
 */

static uint64_t bytes_in(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	uint64_t bytes = 0;
	struct stat st;

	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, PREFIX, strlen(PREFIX)) &&
		    !fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
		    S_ISREG(st.st_mode))
			bytes += st.st_size;
	if (dir)
		closedir(dir);
	return bytes;
}

static uint64_t bytes_left(const struct catch *c)
{
	uint64_t used = bytes_in(c->dir), max = c->max_kb * 1024;

	return used < max ? max - used : 0;
}

bool catch_has_room(const struct catch *c)
{
	char text[32];

	if (bytes_left(c))
		return true;
	fdd_error("%s: has %s of caught traces, which is all that --max-size allows: remove some, or allow more",
		  c->dir, fdd_size_text(text, sizeof(text), bytes_in(c->dir)));
	return false;
}

/* "catch-...-PID.dat.part": the rest of a run that was killed while it saved, or explained */
static bool is_abandoned(const char *name)
{
	const char *pid = strrchr(name, '-');
	char *end;
	long nr;

	if (strncmp(name, PREFIX, strlen(PREFIX)) || !pid)
		return false;
	nr = strtol(pid + 1, &end, 10);
	if (strcmp(end, ".dat" FDD_PART) && strcmp(end, ".txt" FDD_PART))
		return false;
	return nr > 0 && kill(nr, 0) && errno == ESRCH;
}

void catch_clean(const struct catch *c)
{
	DIR *dir = opendir(c->dir);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (is_abandoned(entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

/*
 * A name that is free; the caller frees it. Others may save in the same directory, but not with
 * this pid.
 */
static char *free_name(const struct catch *c)
{
	char stamp[32], *path = NULL;
	time_t now = time(NULL);
	struct tm tm;

	strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", localtime_r(&now, &tm));
	for (unsigned int i = 1; ; i++) {
		char number[16] = "";

		if (i > 1)
			snprintf(number, sizeof(number), "-%u", i);
		free(path);
		if (asprintf(&path, "%s/" PREFIX "%s%s-%d.dat", c->dir, stamp, number,
			     getpid()) < 0)
			return xstrdup("");
		if (access(path, F_OK))
			return path;
	}
}

static int save_as(const struct catch *c, const char *path, struct dat_save save)
{
	char text[32];
	int64_t size;

	save.path = path;
	save.max = bytes_left(c);
	size = dat_save(&save);
	if (size < 0)
		return -1;
	fdd_tell("%s: %s", path, fdd_size_text(text, sizeof(text), size));
	return 0;
}

int catch_save(struct catch *c)
{
	struct dat_save save = { 0 };

	free(c->path);
	c->path = free_name(c);
	c->way->buffers(c, &save);
	return save_as(c, c->path, save);
}

int catch_save_last(struct catch *c, const char *head)
{
	struct dat_save save = { .calls = { c->persistent, DAT_LIVE }, .head = head };
	char *path = free_name(c);
	int ret;

	fdd_tell("instance %s has what was recorded before the last boot", c->persistent);
	ret = save_as(c, path, save);
	free(path);
	return ret;
}

/*
 * Programs
 */

/* A child ends with fdd. */
static void begin_child(const struct record *r, pid_t parent, int out)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(RECORD_FAILED);
	record_restore_signals(r);
	if (out >= 0)
		dup2(out, STDOUT_FILENO);
}

static void become(const char *const argv[])
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	execvp(argv[0], (char *const *)argv);
	fdd_error("%s: %s", argv[0], strerror(errno));
	_exit(RECORD_NOT_FOUND);
}

/* Wait for it, or for a signal to stop, or until it is late. */
static bool ends_in_time(struct record *r, struct child *child, int ms)
{
	long long end = record_now_ms() + ms, left;
	unsigned int stops = r->stops;

	while (!child->ended && r->stops == stops && (left = end - record_now_ms()) > 0)
		record_wait_signal(r, left);
	return child->ended;
}

static void end_program(struct record *r, struct child *child)
{
	kill(-child->pid, SIGTERM);
	if (!record_wait_ended(r, child, GRACE_MS))
		kill(-child->pid, SIGKILL);
	record_wait_ended(r, child, GRACE_MS);
}

/* Wait until a child has ended, no longer than @ms. Returns its status, or -1. */
static int wait_for_child(struct record *r, const char *name, int ms)
{
	struct child *child = &r->tracer;
	int status = -1;

	if (child->pid > 0 && !ends_in_time(r, child, ms)) {
		fdd_warning("%s: does not end %s: it is ended", name, r->stops ? "yet" : "in time");
		end_program(r, child);
	} else if (child->pid > 0 && WIFEXITED(child->status)) {
		status = WEXITSTATUS(child->status);
	}
	*child = (struct child){ 0 };
	return status;
}

static int run_program(struct catch *c, const char *const argv[], int out, int ms)
{
	struct record *r = &c->record;
	pid_t parent = getpid();

	r->tracer = (struct child){ .pid = fork() };
	if (!r->tracer.pid) {
		begin_child(r, parent, out);
		become(argv);
	}
	return wait_for_child(r, argv[0], ms);
}

/* A child may be stuck for longer than fdd runs, and must not keep the instance then. */
static void close_from(unsigned int fd)
{
#ifdef SYS_close_range
	syscall(SYS_close_range, fd, ~0U, 0);
#else
	(void)fd;
#endif
}

int catch_close_but(int fd)
{
	const int kept = STDERR_FILENO + 1;

	if (fd != kept)
		dup3(fd, kept, O_CLOEXEC);
	close_from(kept + 1);
	return kept;
}

void catch_look(struct catch *c, const char *pids, int out)
{
	struct record *r = &c->record;
	pid_t parent = getpid();

	fflush(stdout);
	r->tracer = (struct child){ .pid = fork() };
	if (!r->tracer.pid) {
		begin_child(r, parent, out);
		close_from(STDERR_FILENO + 1);
		c->look(pids);
		fflush(stdout);
		_exit(0);
	}
	wait_for_child(r, "the look at what is open", LOOK_MS);
}

/*
 * The explanation
 */

static void print_file(int fd, off_t at)
{
	char text[4096];
	ssize_t n;

	for (; (n = pread(fd, text, sizeof(text), at)) > 0; at += n)
		fwrite(text, 1, n, stdout);
	fflush(stdout);
}

/* Its first line, for --notify */
static void read_reason(struct catch *c, int fd)
{
	ssize_t n = pread(fd, c->reason, sizeof(c->reason) - 1, 0);

	c->reason[n > 0 ? n : 0] = '\0';
	c->reason[strcspn(c->reason, "\n")] = '\0';
}

static int explain_returned(struct catch *c, int out)
{
	char duration[48], path[PATH_MAX];
	const char *const argv[] = { "/proc/self/exe", "why", "--last", duration, "--no-pager",
				     path, NULL };

	snprintf(path, sizeof(path), "%s%s", *c->path == '-' ? "./" : "", c->path);
	snprintf(duration, sizeof(duration), "--min-duration=%lluns",
		 (unsigned long long)c->thresh_ns);
	return run_program(c, argv, out, EXPLAIN_MS);
}

/* What was printed already, and the calls before it. That there are none is not an error. */
static int explain_open(struct catch *c, int out)
{
	char path[PATH_MAX];
	const char *const argv[] = { "/proc/self/exe", "why", "--no-pager", path, NULL };
	int status;

	snprintf(path, sizeof(path), "%s%s", *c->path == '-' ? "./" : "", c->path);
	if (dprintf(out, "%s\nCalls that returned before:\n\n", c->unreturned.text) < 0)
		return -1;
	status = run_program(c, argv, out, EXPLAIN_MS);
	if (status == FDD_EXIT_INPUT)
		dprintf(out, "None in the trace.\n");
	else if (status)
		dprintf(out, "They could not be explained.\n");
	return 0;
}

/*
 * An explanation that is not whole is removed; of a whole one, what was not printed already is.
 * Returns 0, or -1 after an error message.
 */
static int explain_as(struct catch *c, const char *part, int (*explain)(struct catch *c, int out),
		      off_t printed)
{
	int out = open(part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	int ret = -1;

	if (out < 0) {
		fdd_error("%s: %s", part, strerror(errno));
		return -1;
	}
	if (explain(c, out)) {
		fdd_error("%s: was saved, but could not be explained", c->path);
	} else {
		file_give_to_user(out, part);
		ret = fdd_complete(out, part, c->text);
		if (ret)
			fdd_error("%s: %s", c->text, strerror(errno));
	}
	if (ret) {
		unlink(part);
	} else {
		read_reason(c, out);
		print_file(out, printed);
	}
	close(out);
	return ret;
}

static int explain_with(struct catch *c, int (*explain)(struct catch *c, int out), off_t printed)
{
	char *part;
	int ret;

	free(c->text);
	c->text = xstrdup(c->path);
	strcpy(c->text + strlen(c->path) - strlen("dat"), "txt");
	*c->reason = '\0';
	if (asprintf(&part, "%s" FDD_PART, c->text) < 0)
		return -1;
	ret = explain_as(c, part, explain, printed);
	free(part);
	return ret;
}

int catch_explain(struct catch *c)
{
	return explain_with(c, explain_returned, 0);
}

int catch_explain_open(struct catch *c)
{
	return explain_with(c, explain_open, c->unreturned.size);
}

/*
 * Reporting
 */

/* Names of tasks are part of the reason: no shell sees it. */
void catch_notify(struct catch *c)
{
	const char *const argv[] = { c->notify, c->path, c->reason, NULL };
	int status;

	if (!c->notify)
		return;
	if (!*c->reason)
		snprintf(c->reason, sizeof(c->reason), "a call took %llu ns or longer",
			 (unsigned long long)c->thresh_ns);
	setenv("FDD_TRACE", c->path, 1);
	setenv("FDD_EXPLANATION", access(c->text, F_OK) ? "" : c->text, 1);
	setenv("FDD_REASON", c->reason, 1);
	status = run_program(c, argv, -1, NOTIFY_MS);
	if (status > 0)
		fdd_warning("--notify: %s ended with status %d", c->notify, status);
}
