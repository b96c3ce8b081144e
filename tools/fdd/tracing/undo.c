// SPDX-License-Identifier: GPL-2.0
/*
 * The journal of changes to undo.
 *
 * A journal is a file PID.undo in fdd's directory. Its owner holds a lock on it, which the
 * kernel releases when the process ends: a journal that can be locked is abandoned. Each
 * line is one change to undo:
 *
 *	value FILE VALUE	write VALUE to FILE of tracefs
 *	list FILE WORD...	have just these words in FILE
 *	instance NAME		remove this instance
 *	module NAME		unload this module
 *	process PID START	end this process and its group
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/pids.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define BUSY_TRIES	100	/* of 100 ms: wait for readers of an instance */
#define END_TRIES	100	/* of 100 ms: wait for a process that saves its data */

static char *journal_path;
static int journal_fd = -1;

/* Where the journals are. Only root can write /run. */
static char *journal_dir(void)
{
	char *dir;

	if (geteuid() == 0)
		return xstrdup("/run/fdd");
	if (asprintf(&dir, "/var/tmp/fdd-%u", geteuid()) < 0)
		return xstrdup("");
	return dir;
}

/* Other users must not be able to write journals. */
static int make_dir(const char *dir)
{
	struct stat st;

	if (mkdir(dir, 0700) && errno != EEXIST) {
		fdd_error("%s: %s: cannot write the journal of changes", dir,
			  strerror(errno));
		return -1;
	}
	if (lstat(dir, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
	    st.st_mode & 022) {
		fdd_error("%s: is not a directory that only this user can write: remove it", dir);
		return -1;
	}
	return 0;
}

/* Lock before rename(), so that no journal is visible without a lock. */
static int create_locked(const char *dir, const char *path)
{
	char *fresh;
	int fd;

	if (asprintf(&fresh, "%s/new.XXXXXX", dir) < 0)
		return -1;
	fd = mkostemp(fresh, O_CLOEXEC | O_APPEND);
	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) || rename(fresh, path)) {
		fdd_error("%s: %s", path, strerror(errno));
		if (fd >= 0) {
			unlink(fresh);
			close(fd);
		}
		fd = -1;
	}
	free(fresh);
	return fd;
}

int undo_begin(void)
{
	char *dir = journal_dir();
	int ret = -1;

	if (!make_dir(dir) &&
	    asprintf(&journal_path, "%s/%d.undo", dir, getpid()) > 0) {
		journal_fd = create_locked(dir, journal_path);
		ret = journal_fd < 0 ? -1 : 0;
	}
	free(dir);
	return ret;
}

static int note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static int note(const char *fmt, ...)
{
	va_list ap;
	char *line;
	int len, ret = 0;

	va_start(ap, fmt);
	len = vasprintf(&line, fmt, ap);
	va_end(ap);
	if (len < 0 || write(journal_fd, line, len) != len) {
		fdd_error("%s: cannot write to the journal of changes: %s",
			  journal_path, strerror(errno));
		ret = -1;
	}
	if (len >= 0)
		free(line);
	return ret;
}

/*
 * The word to write: of "local [mono]" the one in brackets, of "7 (expanded: 1408)", the size of
 * a buffer that nobody has used yet, the second number.
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

int undo_note_value(const char *file)
{
	char *value = tracing_read(NULL, file);
	int ret = -1;

	if (!value)
		fdd_error("%s/%s: %s", tracing_dir(), file, strerror(errno));
	else
		ret = note("value %s %s\n", file, value_of(value));
	free(value);
	return ret;
}

/* A line of a list that is no word of it: a comment, "no pid", or a command of a filter. */
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
	char *text = tracing_read(NULL, file);
	char *words;
	int ret;

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

/* Fields of /proc/PID/stat. */
struct process {
	char			comm[32];
	int			pgrp;
	unsigned long long	start;
};

static bool read_process(pid_t pid, struct process *p)
{
	char path[64], line[1024] = "";
	char *open, *close;
	bool ok = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (fgets(line, sizeof(line), f) && (open = strchr(line, '(')) &&
	    (close = strrchr(line, ')'))) {
		snprintf(p->comm, sizeof(p->comm), "%.*s", (int)(close - open - 1), open + 1);
		ok = sscanf(close, ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
			    &p->pgrp, &p->start) == 2;
	}
	fclose(f);
	return ok;
}

/* The start time distinguishes a process from a later one with the same pid. */
static unsigned long long start_time(pid_t pid)
{
	struct process p;

	return read_process(pid, &p) ? p.start : 0;
}

int undo_note_process(pid_t pid)
{
	return note("process %d %llu\n", pid, start_time(pid));
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

static int undo_value(const char *file, const char *value)
{
	int err;

	before_value(file);
	err = tracing_write(NULL, file, value);
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
	if (ret && errno == ENOENT)
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

/* The recorders of trace-cmd outlive it when it is killed itself. */
static void end_group(pid_t leader)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	while (proc && (entry = readdir(proc))) {
		pid_t pid = atoi(entry->d_name);
		struct process p;

		if (pid > 1 && read_process(pid, &p) && p.pgrp == leader &&
		    !strcmp(p.comm, "trace-cmd"))
			kill(pid, SIGKILL);
	}
	if (proc)
		closedir(proc);
}

/* Give it time to save its data, then kill it. */
static int undo_process(const char *words)
{
	unsigned long long start;
	int pid;

	if (sscanf(words, "%d %llu", &pid, &start) != 2 || pid <= 1)
		return -1;
	for (int i = 0; i < END_TRIES && start && start_time(pid) == start; i++) {
		if (i == 0)
			kill(pid, SIGINT);
		sleep_100ms();
	}
	end_group(pid);
	return 0;
}

static int undo_line(char *line)
{
	char *kind = strsep(&line, " ");
	char *name = line;

	if (!name)
		return 0;
	if (!strcmp(kind, "process"))
		return undo_process(name);
	strsep(&line, " ");
	if (!strcmp(kind, "value"))
		return undo_value(name, line ? line : "");
	if (!strcmp(kind, "list"))
		return undo_list(name, line ? line : "");
	if (!strcmp(kind, "instance"))
		return undo_instance(name);
	if (!strcmp(kind, "module"))
		return undo_module(name);
	fdd_warning("the journal has an unknown line: %s %s", kind, name);
	return -1;
}

/* Undo from the last line to the first; then remove the journal. */
static int undo_file(int fd, const char *path)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = xcalloc(1, size + 1);
	int ret = 0;

	if (pread(fd, text, size, 0) != size) {
		fdd_error("%s: %s", path, strerror(errno));
		free(text);
		return -1;
	}
	while (size > 0) {
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
	if (!ret)
		unlink(path);
	return ret;
}

int undo_all(void)
{
	int ret;

	if (journal_fd < 0)
		return 0;
	ret = undo_file(journal_fd, journal_path);
	close(journal_fd);
	journal_fd = -1;
	free(journal_path);
	journal_path = NULL;
	return ret;
}

static bool is_journal(const char *name)
{
	size_t len = strlen(name);

	return len > 5 && !strcmp(name + len - 5, ".undo");
}

/* Returns 1 if it was abandoned and is undone, 0 if its owner is alive. */
static int undo_if_abandoned(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	char *path;
	int ret = 0;

	if (fd < 0)
		return 0;
	if (!flock(fd, LOCK_EX | LOCK_NB)) {
		path = journal_dir();
		path = xrealloc(path, strlen(path) + strlen(name) + 2);
		strcat(strcat(path, "/"), name);
		ret = undo_file(fd, path) ? -1 : 1;
		if (ret > 0)
			fdd_tell("undid the changes of run %.*s, which was killed",
				 (int)strlen(name) - 5, name);
		free(path);
	}
	close(fd);
	return ret;
}

int undo_abandoned(void)
{
	char *path = journal_dir();
	DIR *dir = opendir(path);
	struct dirent *entry;
	int nr = 0;

	free(path);
	if (!dir)
		return 0;
	while ((entry = readdir(dir))) {
		int ret;

		if (!is_journal(entry->d_name))
			continue;
		ret = undo_if_abandoned(dirfd(dir), entry->d_name);
		nr = ret < 0 || nr < 0 ? -1 : nr + ret;
	}
	closedir(dir);
	return nr;
}

int undo_lock_globals(void)
{
	char holder[16] = "?", *dir, *path;
	static bool locked;
	int fd, ret;

	if (locked)
		return 0;
	dir = journal_dir();
	if (asprintf(&path, "%s/globals.lock", dir) < 0)
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ret = fd < 0 ? -1 : flock(fd, LOCK_EX | LOCK_NB);
	if (!ret) {
		ret = ftruncate(fd, 0) || dprintf(fd, "%d", getpid()) < 0;
		locked = true;
	} else if (fd >= 0 && errno == EWOULDBLOCK) {
		ssize_t n = read(fd, holder, sizeof(holder) - 1);

		if (n > 0)
			holder[n] = '\0';
		fdd_error("another fdd (process %s) uses what exists once for the kernel: wait for it, or omit -g (without the module, also -t and -D)",
			  holder);
	} else {
		fdd_error("%s: %s", path, strerror(errno));
	}
	free(path);
	free(dir);
	return ret;
}
