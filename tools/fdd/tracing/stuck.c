// SPDX-License-Identifier: GPL-2.0
/* Where a task is now, from /proc. */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/stuck.h"

#define FRAMES		4
#define MOST_LINKS	200000	/* of /proc/PID/fd, of all processes */

static FILE *open_of(pid_t task, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	return fopen(path, "re");
}

/* "812 (a name) D ...": the name may have blanks, brackets and newlines. */
static bool put_name(pid_t task, FILE *to)
{
	FILE *f = open_of(task, "stat");
	char text[512] = "", *name, *end = NULL;

	name = f && fread(text, 1, sizeof(text) - 1, f) ? strchr(text, '(') : NULL;
	if (name)
		end = strrchr(name, ')');
	if (end && end[1] == ' ') {
		*end = '\0';
		fprintf(to, "%s-%d, state %c", name + 1, task, end[2]);
	}
	if (f)
		fclose(f);
	return end;
}

/* Lines of stack: "[<0>] futex_wait+0x12/0x40". Returns the first, or "". */
static const char *put_stack(pid_t task, FILE *to, char first[128])
{
	FILE *f = open_of(task, "stack");
	char line[256], func[128];
	unsigned int nr = 0;

	*first = '\0';
	while (f && nr < FRAMES && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %127[^+]", func) != 1)
			continue;
		fprintf(to, "%s%s", nr++ ? " < " : ", in ", func);
		if (nr == 1)
			strcpy(first, func);
	}
	if (f)
		fclose(f);
	return first;
}

static void put_task(const char *pid, FILE *to)
{
	char path[64], name[64] = "<...>";
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.16s/comm", pid);
	f = fopen(path, "re");
	if (f && fgets(name, sizeof(name), f))
		name[strcspn(name, "\n")] = '\0';
	if (f)
		fclose(f);
	fprintf(to, "%s-%s", name, pid);
}

static pid_t process_of(pid_t task)
{
	FILE *f = open_of(task, "status");
	char line[256];
	int pid = task;

	while (f && fgets(line, sizeof(line), f) && sscanf(line, "Tgid: %d", &pid) != 1)
		;
	if (f)
		fclose(f);
	return pid;
}

/*
 * Locks
 *
 *	1: FLOCK  ADVISORY  WRITE 1234 00:0c:5678 0 EOF
 *	1: -> FLOCK  ADVISORY  WRITE 1240 00:0c:5678 0 EOF
 */

/* The number of the lock that a process waits for, or has; 0: none. */
static unsigned int lock_on_line(const char *line, bool waits, char pid[16])
{
	unsigned int lock;
	int at = 0;

	if (sscanf(line, "%u: %n", &lock, &at) != 1 || !at || waits != !strncmp(line + at, "->", 2))
		return 0;
	return sscanf(line + at + 2 * waits, "%*s %*s %*s %15s", pid) == 1 ? lock : 0;
}

static void put_holder(pid_t task, FILE *to)
{
	FILE *f = fopen("/proc/locks", "re");
	char line[256], pid[16], holder[16] = "";
	unsigned int lock, held = 0;
	pid_t own = process_of(task);

	/* Who waits comes after who has it. */
	while (f && fgets(line, sizeof(line), f)) {
		lock = lock_on_line(line, false, pid);
		if (lock) {
			held = lock;
			strcpy(holder, pid);
		} else if (lock_on_line(line, true, pid) == held && held && atoi(pid) == own) {
			fputs(", which ", to);
			put_task(holder, to);
			fputs(" has locked", to);
			break;
		}
	}
	if (f)
		fclose(f);
}

/*
 * Pipes
 */

struct pipe_end {
	const char	*target;	/* "pipe:[123]" */
	mode_t		mode;		/* of the link to the other end: 0200 or 0400 */
	pid_t		own;
	unsigned int	links;		/* looked at */
	char		found[16];	/* a process that has it */
};

static bool has_end(struct pipe_end *end, const char *pid)
{
	char path[64], link[NAME_MAX + 80], target[64];
	struct dirent *entry;
	bool found = false;
	struct stat st;
	ssize_t len;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.16s/fd", pid);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir)) && end->links++ < MOST_LINKS) {
		snprintf(link, sizeof(link), "%s/%s", path, entry->d_name);
		len = readlink(link, target, sizeof(target) - 1);
		if (len < 0)
			continue;
		target[len] = '\0';
		found = !strcmp(target, end->target) && !lstat(link, &st) && st.st_mode & end->mode;
	}
	if (dir)
		closedir(dir);
	return found;
}

static void find_end(struct pipe_end *end)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && !*end->found && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)*entry->d_name) || atoi(entry->d_name) == end->own ||
		    !has_end(end, entry->d_name))
			continue;
		snprintf(end->found, sizeof(end->found), "%.15s", entry->d_name);
	}
	if (dir)
		closedir(dir);
}

static void put_other_end(pid_t task, const char *target, bool reads, FILE *to)
{
	struct pipe_end end = {
		.target = target, .mode = reads ? 0200 : 0400, .own = process_of(task),
	};

	find_end(&end);
	if (!*end.found)
		return;
	fputs(reads ? ", into which " : ", from which ", to);
	put_task(end.found, to);
	fputs(reads ? " can write" : " can read", to);
}

/* The file of a system call whose first argument is a descriptor, and who else has it. */
static void put_file(pid_t task, const char *func, FILE *to)
{
	bool reads = !strcmp(func, "pipe_read") || !strcmp(func, "anon_pipe_read");
	bool writes = !strcmp(func, "pipe_write") || !strcmp(func, "anon_pipe_write");
	bool locks = !strncmp(func, "locks_", 6) || strstr(func, "flock") || strstr(func, "setlk");
	char path[64], target[PATH_MAX];
	FILE *f = open_of(task, "syscall");
	unsigned long fd = ULONG_MAX;
	ssize_t len = -1;

	if (f && fscanf(f, "%*d %lx", &fd) == 1) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%lu", task, fd);
		len = readlink(path, target, sizeof(target) - 1);
	}
	if (f)
		fclose(f);
	if (len < 0 || !(reads || writes || locks))
		return;
	target[len] = '\0';
	fprintf(to, ", of %s", target);
	if (locks)
		put_holder(task, to);
	else
		put_other_end(task, target, reads, to);
}

char *stuck_in(pid_t task)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool there = put_name(task, f);
	char first[128];

	if (there)
		put_file(task, put_stack(task, f, first), f);
	fclose(f);
	if (there)
		return text;
	free(text);
	return NULL;
}
