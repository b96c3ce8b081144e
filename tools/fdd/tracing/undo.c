// SPDX-License-Identifier: GPL-2.0
/*
 * The journal of changes to undo.
 *
 * Each line is one change to undo:
 *
 *	value FILE VALUE	write VALUE to FILE of tracefs
 *	list FILE WORD...	have just these words in FILE
 *	instance NAME		remove this instance
 *	module NAME		unload this module
 *	process PID START	end this process and its group
 *	save FILE		complete the trace FILE, or remove its parts
 *
 * A line can name only things that fdd changes: files below tracefs, the module of the tracer,
 * processes that fdd has started, and FILE.part next to a trace.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "tracing/journal.h"
#include "tracing/pids.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define BUSY_TRIES	100	/* of 100 ms: wait for readers of an instance */
#define END_MS		10000	/* wait for a process that saves its data */

static struct journal journal = { .dir = -1, .fd = -1 };

int undo_begin(void)
{
	return journal_create(&journal);
}

static int note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static int note(const char *fmt, ...)
{
	va_list ap;
	char *line;
	int len, ret;

	va_start(ap, fmt);
	len = vasprintf(&line, fmt, ap);
	va_end(ap);
	if (len < 0)
		return -1;
	if (strchr(line, '\n') == line + len - 1) {
		ret = journal_add(&journal, line, len);
	} else {
		fdd_error("a name with a newline in it cannot be noted in the journal of changes: %s",
			  line);
		ret = -1;
	}
	free(line);
	return ret;
}

/*
 * The word to write: of "local [mono]" the one in brackets, of "7 (expanded: 1408)", the size of
 * a buffer that has not been used yet, the second number.
 */
static const char *value_of(char *text)
{
	char *open = strchr(text, '['), *expanded = strstr(text, "(expanded: ");

	if (open)
		text = open + 1;
	else if (expanded)
		text = expanded + strlen("(expanded: ");
	text[strcspn(text, open ? "]" : ")")] = '\0';
	return text;
}

/* A blank ends the name in a line of the journal. */
static bool has_blank(const char *file)
{
	if (!strchr(file, ' '))
		return false;
	fdd_error("%s/%s: a name with a blank in it cannot be noted in the journal of changes",
		  tracing_dir(), file);
	return true;
}

int undo_note_value(const char *file)
{
	char *value;
	int ret = -1;

	if (has_blank(file))
		return -1;
	value = tracing_read(NULL, file);
	if (!value)
		fdd_error("%s/%s: %s", tracing_dir(), file, strerror(errno));
	else
		ret = note("value %s %s\n", file, value_of(value));
	free(value);
	return ret;
}

/* A line of a list that is not a word of it: a comment, "no pid", or a command of a filter. */
static bool is_no_word(const char *file, const char *line)
{
	return *line == '#' || !strcmp(line, "no pid") ||
	       (strstr(file, "set_ftrace_") && strchr(line, ':'));
}

/* "func [module]" becomes func. */
static char *words_of(const char *file, char *text)
{
	char *words = xcalloc(1, strlen(text) + 2);
	char *save, *line;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (is_no_word(file, line))
			continue;
		line[strcspn(line, " ")] = '\0';
		strcat(strcat(words, " "), line);
	}
	return words;
}

int undo_note_list(const char *file)
{
	char *text, *words;
	int ret;

	if (has_blank(file))
		return -1;
	text = tracing_read(NULL, file);
	if (!text) {
		fdd_error("%s/%s: %s", tracing_dir(), file, strerror(errno));
		return -1;
	}
	words = words_of(file, text);
	ret = note("list %s%s\n", file, words);
	free(words);
	free(text);
	return ret;
}

int undo_note_instance(const char *name)
{
	return note("instance %s\n", name);
}

int undo_note_module(const char *name)
{
	return note("module %s\n", name);
}

/*
 * Processes
 */

struct process {
	char			comm[32];
	int			pgrp;
	unsigned long long	start;
	unsigned int		uid;
};

/* Fields of /proc/PID/stat */
static bool read_stat(pid_t pid, struct process *p)
{
	char path[64], line[1024] = "";
	char *open, *close;
	bool ok = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (fread(line, 1, sizeof(line) - 1, f) && (open = strchr(line, '(')) &&
	    (close = strrchr(line, ')'))) {
		snprintf(p->comm, sizeof(p->comm), "%.*s", (int)(close - open - 1), open + 1);
		ok = sscanf(close, ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
			    &p->pgrp, &p->start) == 2;
	}
	fclose(f);
	return ok;
}

static bool read_uid(pid_t pid, struct process *p)
{
	char path[64], line[256];
	bool ok = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "re");
	while (f && !ok && fgets(line, sizeof(line), f))
		ok = sscanf(line, "Uid: %u", &p->uid) == 1;
	if (f)
		fclose(f);
	return ok;
}

static bool read_process(pid_t pid, struct process *p)
{
	return read_stat(pid, p) && read_uid(pid, p);
}

/* The start time distinguishes a process from a later one with the same pid. */
static unsigned long long start_time(pid_t pid)
{
	struct process p;

	return read_stat(pid, &p) ? p.start : 0;
}

int undo_note_process(pid_t pid)
{
	return note("process %d %llu\n", pid, start_time(pid));
}

int undo_note_save(const char *file)
{
	return note("save %s\n", file);
}

/*
 * Undoing
 */

static void sleep_100ms(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
}

/* Tracing ends if the file is a current_tracer. */
static void before_value(const char *file)
{
	static const char tracer[] = "current_tracer";
	size_t len = strlen(file);
	char *dir;

	if (len < strlen(tracer) || strcmp(file + len - strlen(tracer), tracer))
		return;
	dir = xstrdup(file);
	dir[len - strlen(tracer)] = '\0';
	pids_leave(dir);
	free(dir);
}

/* An option of a tracer is removed with the tracer's module, which was unloaded before. */
static bool is_option(const char *file)
{
	static const char dir[] = "options/";

	return !strncmp(file, dir, strlen(dir)) || strstr(file, "/options/");
}

/* Where it was found: it may be unmounted, and mounted again later. */
static bool tracefs_is_there(void)
{
	char *path = tracing_path(NULL, "instances");
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

static int undo_value(const char *file, const char *value)
{
	int err;

	before_value(file);
	err = tracing_write(NULL, file, value);
	if (err == -ENOENT && is_option(file) && tracefs_is_there())
		return 0;
	if (err)
		fdd_error("%s/%s: cannot restore the value %s: %s", tracing_dir(),
			  file, value, strerror(-err));
	return err ? -1 : 0;
}

/* The module of a function may have been unloaded meanwhile. */
static void undo_word(const char *file, const char *word)
{
	char *line;
	int err;

	if (asprintf(&line, "%s\n", word) < 0)
		return;
	err = tracing_append(NULL, file, line);
	if (err)
		fdd_warning("%s/%s: cannot restore %s: %s", tracing_dir(),
			    file, word, strerror(-err));
	free(line);
}

static int undo_list(const char *file, char *words)
{
	char *save, *word;
	int err = tracing_write(NULL, file, "\n");

	if (err) {
		fdd_error("%s/%s: cannot restore: %s", tracing_dir(), file,
			  strerror(-err));
		return -1;
	}
	for (word = strtok_r(words, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		undo_word(file, word);
	return 0;
}

/* Readers keep the instance busy for a moment after tracing stopped. */
static int undo_instance(const char *name)
{
	char *path = tracing_path(name, "");
	int ret = 0;

	pids_leave(path + strlen(tracing_dir()) + 1);
	tracing_write(name, "current_tracer", "nop");
	for (int i = 0; i < BUSY_TRIES; i++) {
		ret = rmdir(path);
		if (!ret || errno != EBUSY)
			break;
		sleep_100ms();
	}
	if (ret && errno == ENOENT && tracefs_is_there())
		ret = 0;
	if (ret)
		fdd_error("%s: cannot remove: %s", path, strerror(errno));
	free(path);
	return ret;
}

/* The module may have other users by now, which is not an error. */
static int undo_module(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/module/%s", name);
	if (access(path, F_OK))
		return 0;
	if (!syscall(SYS_delete_module, name, O_NONBLOCK) || errno == ENOENT)
		return 0;
	if (errno == EWOULDBLOCK || errno == EBUSY) {
		fdd_warning("the module %s stays loaded: it is in use", name);
		return 0;
	}
	fdd_error("cannot unload the module %s: %s", name, strerror(errno));
	return -1;
}

/* One that fdd started, for this user: trace-cmd, or fdd itself before it became that. */
static bool is_of_fdd(const struct process *p)
{
	struct process us;

	return p->uid == getuid() && read_stat(getpid(), &us) &&
	       (!strcmp(p->comm, "trace-cmd") || !strcmp(p->comm, us.comm));
}

/* The number of a process that has ended can be another's immediately; a pidfd stays its own. */
static int open_process(pid_t pid, struct process *p)
{
	int fd = syscall(SYS_pidfd_open, pid, 0);

	if (fd >= 0 && read_process(pid, p) && is_of_fdd(p))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static void send_signal(int pidfd, int sig)
{
	syscall(SYS_pidfd_send_signal, pidfd, sig, NULL, 0);
}

/* The recorders of trace-cmd outlive it when it is killed itself. */
static void end_group(pid_t leader, unsigned long long since)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	while (proc && (entry = readdir(proc))) {
		pid_t pid = atoi(entry->d_name);
		struct process p;
		int fd;

		if (pid <= 1 || getpgid(pid) != leader)
			continue;
		fd = open_process(pid, &p);
		if (fd >= 0 && p.pgrp == leader && p.start >= since)
			send_signal(fd, SIGKILL);
		if (fd >= 0)
			close(fd);
	}
	if (proc)
		closedir(proc);
}

/* Give it time to save its data. */
static void end_leader(pid_t pid, unsigned long long start)
{
	struct pollfd p = { .events = POLLIN };
	struct process leader;

	p.fd = open_process(pid, &leader);
	if (p.fd >= 0 && leader.start == start) {
		send_signal(p.fd, SIGINT);
		poll(&p, 1, END_MS);
	}
	if (p.fd >= 0)
		close(p.fd);
}

static int undo_process(const char *words)
{
	unsigned long long start;
	int pid;

	if (sscanf(words, "%d %llu", &pid, &start) != 2 || pid <= 1)
		return -1;
	if (!start)
		return 0;
	end_leader(pid, start);
	end_group(pid, start);
	return 0;
}

/* Below tracefs: not absolute, and without "..". */
static bool is_file(const char *name)
{
	for (;;) {
		size_t len = strcspn(name, "/");

		if (!len || (len == 1 && *name == '.') || (len == 2 && !strncmp(name, "..", 2)))
			return false;
		name += len;
		if (!*name++)
			return true;
	}
}

static bool is_instance(const char *name)
{
	return is_file(name) && !strchr(name, '/');
}

/* An empty file, or a part for a CPU: trace-cmd did not come to its end. */
static bool is_saved(const char *file, int part)
{
	struct stat st;

	return !fstat(part, &st) && S_ISREG(st.st_mode) && st.st_size && !fdd_cpu_parts(file);
}

/* That of an earlier recording of this name: its kernel may have been another one. */
static void remove_vdso(const char *stacks)
{
	char *path;

	if (asprintf(&path, "%s" FDD_VDSO, stacks) < 0)
		return;
	unlink(path);
	free(path);
}

/* The records are whole up to the last one; perf and fdd read such a file. */
static void undo_save_stacks(const char *file, bool keep)
{
	char *part, *path;
	struct stat st;
	int fd;

	if (asprintf(&path, "%s" FDD_STACKS, file) < 0)
		return;
	if (asprintf(&part, "%s" FDD_PART, path) < 0) {
		free(path);
		return;
	}
	fd = open(part, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && keep && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    st.st_nlink == 1) {
		remove_vdso(path);
		if (!fdd_complete(fd, part, path))
			fdd_tell("%s: has the user stacks until fdd was killed", path);
	} else if (fd >= 0) {
		unlink(part);
	}
	if (fd >= 0)
		close(fd);
	free(part);
	free(path);
}

/*
 * trace-cmd saves what it has when fdd is killed (PR_SET_PDEATHSIG), and has ended by now. A run
 * that was not killed has completed the trace, or removed the parts.
 */
static int undo_save(const char *file)
{
	char *part;
	int fd, ret = 0;

	if (asprintf(&part, "%s" FDD_PART, file) < 0)
		return -1;
	fd = open(part, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		fdd_debug("%s: is of another run", part);
	} else if (fd >= 0 && is_saved(file, fd)) {
		ret = fdd_complete(fd, part, file);
		if (ret)
			fdd_error("%s: %s", file, strerror(errno));
		else
			fdd_tell("%s: has the calls until fdd was killed", file);
		undo_save_stacks(file, !ret);
	} else if (fd >= 0) {
		fdd_remove_parts(file);
		undo_save_stacks(file, false);
		fdd_warning("%s: was not saved: fdd was killed", file);
	} else if (errno == ENOENT) {
		/* The trace is complete: its stacks are completed after it. */
		undo_save_stacks(file, !access(file, F_OK));
	}
	if (fd >= 0)
		close(fd);
	free(part);
	return ret;
}

static int undo_line(char *line)
{
	char *kind = strsep(&line, " ");
	char *name = line;

	if (!name || !strcmp(kind, "boot"))
		return 0;
	if (!strcmp(kind, "process"))
		return undo_process(name);
	if (!strcmp(kind, "save"))
		return undo_save(name);
	strsep(&line, " ");
	if (!strcmp(kind, "value") && is_file(name))
		return undo_value(name, line ? line : "");
	if (!strcmp(kind, "list") && is_file(name))
		return undo_list(name, line ? line : "");
	if (!strcmp(kind, "instance") && is_instance(name))
		return undo_instance(name);
	if (!strcmp(kind, "module") && !strcmp(name, TRACER))
		return undo_module(name);
	fdd_warning("the journal has a line that fdd does not write: %s %s", kind, name);
	return -1;
}

/* From the last line to the first. */
static int undo_lines(const struct journal *j)
{
	size_t size;
	char *text = journal_read(j, &size);
	int ret = text ? 0 : -1;

	while (text && size > 0) {
		char *line;

		text[--size] = '\0';
		while (size > 0 && text[size - 1] != '\n')
			size--;
		line = text + size;
		fdd_debug("undo: %s", line);
		if (undo_line(line))
			ret = -1;
	}
	free(text);
	return ret;
}

int undo_all(void)
{
	int ret;

	if (journal.fd < 0)
		return 0;
	ret = undo_lines(&journal);
	journal_end(&journal, ret);
	return ret;
}

static int undo_killed(const struct journal *j)
{
	if (undo_lines(j))
		return -1;
	fdd_tell("undid the changes of run %.*s, which was killed", (int)strcspn(j->name, "."),
		 j->name);
	return 0;
}

int undo_abandoned(void)
{
	return journal_each_abandoned(undo_killed);
}

/*
 * The lock of the global settings
 */

/* "1: FLOCK  ADVISORY  WRITE 1234 00:0c:5678 0 EOF" */
static pid_t pid_of_lock(const char *line, const struct stat *file)
{
	unsigned int major, minor;
	unsigned long long inode;
	int pid;

	if (sscanf(line, "%*s FLOCK ADVISORY %*s %d %x:%x:%llu", &pid, &major, &minor,
		   &inode) != 4)
		return 0;
	return makedev(major, minor) == file->st_dev && inode == file->st_ino ? pid : 0;
}

static pid_t holder_of(int fd)
{
	FILE *locks = fopen("/proc/locks", "re");
	char line[256];
	struct stat st;
	pid_t pid = 0;

	while (locks && !fstat(fd, &st) && !pid && fgets(line, sizeof(line), locks))
		pid = pid_of_lock(line, &st);
	if (locks)
		fclose(locks);
	return pid;
}

static void report_holder(int fd)
{
	struct process p = { .comm = "" };
	pid_t pid = holder_of(fd);

	if (!pid || !read_process(pid, &p))
		fdd_error("another fdd uses what exists once for the kernel: wait for it, or omit -g (without the module, also -t and -D)");
	else
		fdd_error("another fdd (process %d, %s of user %u) uses what exists once for the kernel: wait for it, or omit -g (without the module, also -t and -D)",
			  pid, p.comm, p.uid);
}

/*
 * The lock is on a file of tracefs: it is one for all users, in all mounts, and only users of
 * tracefs can take it, or put another file there.
 */
int undo_lock_globals(void)
{
	static bool locked;
	char *path;
	int fd;

	if (locked)
		return 0;
	path = tracing_path(NULL, "tracing_thresh");
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
		locked = true;
	else if (fd >= 0 && errno == EWOULDBLOCK)
		report_holder(fd);
	else
		fdd_error("%s: %s", path, strerror(errno));
	if (fd >= 0 && !locked)
		close(fd);
	free(path);
	return locked ? 0 : -1;
}
