// SPDX-License-Identifier: GPL-2.0
/*
 * Whose calls they are, for fdd top --by.
 *
 * An event has the pid of its task. /proc has the task's name and its control group: of a task
 * that lives, and as they are then. They are read when the task is first seen, and again when
 * what is known is a second old, since a task may execute a program or move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "top/who.h"

#define MAX_NAMES	4096	/* rows: further ones are one */
#define MAX_TASKS	65536	/* that are known: then they are read again */
#define KNOWN_MS	1000

static const struct {
	const char *name, *title, *plural;
} words[] = {
	[TOP_BY_FUNCTION] = { "function", "Function", "functions" },
	[TOP_BY_TASK] = { "task", "Task", "tasks" },
	[TOP_BY_CGROUP] = { "cgroup", "Cgroup", "cgroups" },
	[TOP_BY_CPU] = { "cpu", "CPU", "cpus" },
};

const char *top_by_name(enum top_by by)
{
	return words[by].name;
}

const char *top_by_title(enum top_by by)
{
	return words[by].title;
}

const char *top_by_plural(enum top_by by)
{
	return words[by].plural;
}

static uint32_t name(struct top_who *w, const char *text)
{
	return fdd_names_get(&w->names, text, strlen(text));
}

void top_who_init(struct top_who *w, enum top_by by)
{
	*w = (struct top_who){ .by = by, .proc = "/proc" };
	w->names.other = name(w, "(others)");
	w->names.most = MAX_NAMES;
}

void top_who_free(struct top_who *w)
{
	fdd_names_free(&w->names);
	fdd_map_free(&w->tasks);
}

static FILE *open_of(const struct top_who *w, int32_t pid, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%d/%s", w->proc, pid, file);
	return fopen(path, "re");
}

/* "dd-173"; false: the task has ended. */
static bool read_task(const struct top_who *w, int32_t pid, char *text, size_t size)
{
	FILE *f = open_of(w, pid, "comm");
	char comm[64] = "";

	if (!f)
		return false;
	if (fgets(comm, sizeof(comm), f))
		comm[strcspn(comm, "\n")] = '\0';
	fclose(f);
	snprintf(text, size, "%s-%d", comm, pid);
	return *comm;
}

/*
 * "0::/system.slice/x.service" is that of version 2. Version 1 has a line for each hierarchy:
 * then that of systemd, or the first one.
 */
static bool take_cgroup(const char *line, char *text, size_t size)
{
	const char *path = strchr(line, ':');
	bool found;

	path = path ? strchr(path + 1, ':') : NULL;
	if (!path)
		return false;
	found = !strncmp(line, "0::/", 4) && line[4];
	if (!*text || found || strstr(line, ":name=systemd:"))
		snprintf(text, size, "%s", path + 1);
	return found;
}

/* False: the task has ended. */
static bool read_cgroup(const struct top_who *w, int32_t pid, char *text, size_t size)
{
	FILE *f = open_of(w, pid, "cgroup");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	*text = '\0';
	if (!f)
		return false;
	while (!found && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		found = take_cgroup(line, text, size);
	}
	free(line);
	fclose(f);
	return *text;
}

static bool read_name(const struct top_who *w, int32_t pid, char *text, size_t size)
{
	return w->by == TOP_BY_TASK ? read_task(w, pid, text, size) :
				      read_cgroup(w, pid, text, size);
}

/* Of a task that ended before it was seen. */
static void name_gone(const struct top_who *w, int32_t pid, char *text, size_t size)
{
	if (w->by == TOP_BY_TASK)
		snprintf(text, size, "<...>-%d", pid);
	else
		snprintf(text, size, "(tasks that ended before it was read)");
}

static uint32_t now_ms(void)
{
	return fdd_now() / 1000000;
}

/* A value: the time in ms in the high half, the name's number + 1 in the low one. */
static uint32_t task_of(struct top_who *w, int32_t pid)
{
	uint32_t now = now_ms(), number;
	char text[4096];
	uint64_t *known;

	if (w->tasks.nr >= MAX_TASKS) {
		fdd_map_free(&w->tasks);
		w->tasks = (struct fdd_map){ 0 };
	}
	known = fdd_map_get(&w->tasks, (uint32_t)pid);
	number = *known;
	if (number && now - (uint32_t)(*known >> 32) < KNOWN_MS)
		return number - 1;
	if (read_name(w, pid, text, sizeof(text))) {
		number = name(w, text) + 1;
	} else if (!number) {
		name_gone(w, pid, text, sizeof(text));
		number = name(w, text) + 1;
	}
	*known = (uint64_t)now << 32 | number;
	return number - 1;
}

static uint32_t cpu_of(struct top_who *w, unsigned int cpu)
{
	char text[24];

	snprintf(text, sizeof(text), "CPU %u", cpu);
	return name(w, text);
}

uint32_t top_who_of(struct top_who *w, const struct fdd_call *call)
{
	if (w->by == TOP_BY_CPU)
		return cpu_of(w, call->cpu);
	if (call->context != FDD_CTX_TASK)
		return name(w, "(interrupts)");
	if (call->pid <= 0)
		return name(w, "(idle tasks)");
	return task_of(w, call->pid);
}
