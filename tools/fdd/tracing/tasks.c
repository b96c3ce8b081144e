// SPDX-License-Identifier: GPL-2.0
/*
 * The lists of tasks to trace. A module or a kernel may ignore them: until b5d6d3f73d0b "fgraph:
 * Initialize ftrace_ops->private for function graph ops" (v6.19) the core applied set_ftrace_pid
 * to no user of the function graph. So the recorded calls are compared with the list.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"

#define RAW		"options/raw"
#define CALLS		"events/ftrace/func_duration/format"
#define DETAILED_CALLS	"events/ftrace/func_duration_detail/format"
#define LOOK_BYTES	65536	/* of a trace that may grow while it is read */
#define EXITING		0x4	/* PF_EXITING of include/linux/sched.h */

struct pids {
	pid_t	*list;
	size_t	nr, cap;
};

/* Numbers in any order; the kernel's lists are in ascending order. */
static void read_pids(struct pids *pids, const char *text)
{
	char *end;

	for (;; text = end) {
		long pid = strtol(text, &end, 10);

		if (end == text)
			return;
		GROW(pids->list, pids->nr, pids->cap);
		pids->list[pids->nr++] = pid;
	}
}

static int compare(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool has(const struct pids *pids, pid_t pid)
{
	return pids->nr && bsearch(&pid, pids->list, pids->nr, sizeof(pid), compare);
}

/* Returns false if the file cannot be read. */
static bool read_file(const char *instance, const char *file, struct pids *pids)
{
	char *text = tracing_read(instance, file);

	if (!text)
		return false;
	read_pids(pids, text);		/* "no pid" has no numbers */
	free(text);
	return true;
}

/* With function-fork, the kernel takes a task that exits from its lists. */
static bool lives(pid_t pid)
{
	char path[64], line[1024] = "", *close;
	unsigned int flags;
	FILE *f;

	if (!pid)		/* idle */
		return true;
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	close = fread(line, 1, sizeof(line) - 1, f) ? strrchr(line, ')') : NULL;
	fclose(f);
	return close && sscanf(close, ") %*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
	       !(flags & EXITING);
}

/* Is @wanted in the file, but for what has ended meanwhile? */
static int compare_with_file(const char *instance, const char *file, const struct pids *wanted)
{
	struct pids taken = { 0 };
	int ret = 0;

	if (!read_file(instance, file, &taken)) {
		fdd_error("%s: %s", file, strerror(errno));
		ret = -1;
	}
	for (size_t i = 0; !ret && i < wanted->nr; i++) {
		if (has(&taken, wanted->list[i]) || !lives(wanted->list[i]))
			continue;
		fdd_error("%s: the kernel did not take task %d", file, wanted->list[i]);
		ret = -1;
	}
	free(taken.list);
	return ret;
}

int tasks_set(const char *instance, const char *file, const char *pids)
{
	struct pids wanted = { 0 };
	int err = tracing_write(instance, file, pids);

	if (err) {
		fdd_error("%s: %s", file, strerror(-err));
		return -1;
	}
	read_pids(&wanted, pids);
	err = compare_with_file(instance, file, &wanted);
	free(wanted.list);
	return err;
}

static char *read_beginning(const char *instance)
{
	char *path = tracing_path(instance, "trace"), *text = xcalloc(1, LOOK_BYTES + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t n = fd < 0 ? -1 : 1;

	while (n > 0 && len < LOOK_BYTES) {
		n = read(fd, text + len, LOOK_BYTES - len);
		len += n > 0 ? n : 0;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return text;
}

/* The number of an event, of which not every one has a file "id"; 0 if there is none. */
static unsigned int type_of(const char *file)
{
	char *format = tracing_read(NULL, file);
	const char *id = format ? strstr(format, "\nID: ") : NULL;
	unsigned int type = id ? strtoul(id + strlen("\nID: "), NULL, 10) : 0;

	free(format);
	return type;
}

/*
 * "12 1 123456 type: 3": the task, the CPU, the time, the event. Events of the scheduler that are
 * in the same trace are of all tasks.
 */
static void read_tasks(struct pids *tasks, char *trace)
{
	unsigned int call = type_of(CALLS), detail = type_of(DETAILED_CALLS);
	char *save, *line;

	for (line = strtok_r(trace, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		unsigned int type;
		int pid;

		if (sscanf(line, "%d %*d %*u type: %u", &pid, &type) != 2 || !type ||
		    (type != call && type != detail) || has(tasks, pid))
			continue;
		GROW(tasks->list, tasks->nr, tasks->cap);
		tasks->list[tasks->nr++] = pid;
		qsort(tasks->list, tasks->nr, sizeof(pid_t), compare);
	}
}

/* The option is of this instance alone, and of what is printed alone. */
static void read_recorded(const char *instance, struct pids *tasks)
{
	char *trace;

	if (!tracing_has_word(instance, "current_tracer", TRACER) ||
	    tracing_write(instance, RAW, "1"))
		return;
	trace = read_beginning(instance);
	tracing_write(instance, RAW, "0");
	read_tasks(tasks, trace);
	free(trace);
}

/* The list is read after the trace: a task gets into it before its first call. */
bool tasks_find_stranger(const char *instance, pid_t *pid)
{
	struct pids recorded = { 0 }, asked = { 0 };
	bool found = false;

	read_recorded(instance, &recorded);
	if (recorded.nr && read_file(instance, PID_FILE, &asked)) {
		for (size_t i = 0; !found && i < recorded.nr; i++) {
			*pid = recorded.list[i];
			found = !has(&asked, *pid) && lives(*pid);
		}
	}
	free(recorded.list);
	free(asked.list);
	return found;
}

int tasks_tell_stranger(const char *option, pid_t pid)
{
	fdd_error("%s has no effect: the kernel traces task %d, which is not in " PID_FILE
		  "; without %s all tasks are traced, and \"fdd -p\" selects them afterwards",
		  option, pid, option);
	return -1;
}

int tasks_check(const char *instance, const char *option)
{
	pid_t pid;

	return tasks_find_stranger(instance, &pid) ? tasks_tell_stranger(option, pid) : 0;
}
