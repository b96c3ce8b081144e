// SPDX-License-Identifier: GPL-2.0
/* Where a task is now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "waits/proc.h"
#include "waits/say.h"
#include "waits/stack.h"
#include "waits/stuck.h"
#include "waits/syscalls.h"

/* The first line of cgroup v1 is as good as the others. Returns false if the task has ended. */
static bool read_cgroup(int32_t task, char *text, size_t size)
{
	char *path, *line;

	if (proc_read(task, "cgroup", text, size) <= 0)
		return false;
	line = strstr(text, "0::");
	if (!line)
		line = text;
	line[strcspn(line, "\n")] = '\0';
	path = strrchr(line, ':');
	if (!path)
		return false;
	memmove(text, path + 1, strlen(path));
	return true;
}

char *stuck_cgroup(int32_t task, const char *comm)
{
	char is[64], path[4096], ours[4096];

	if (proc_read(task, "comm", is, sizeof(is)) <= 0)
		return NULL;
	is[strcspn(is, "\n")] = '\0';
	if (strcmp(is, comm) || !read_cgroup(task, path, sizeof(path)) || !strcmp(path, "/"))
		return NULL;
	return read_cgroup(getpid(), ours, sizeof(ours)) && !strcmp(path, ours) ? NULL :
	       xstrdup(path);
}

static char *text_of(const struct waits_node *n)
{
	char *object = waits_is_blocked(n) && n->wait.what ? waits_object(n) : NULL;
	char *rest = object ? waits_rest(n) : NULL;
	char in[128], *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	waits_stack(n->task.tid, in);
	fprintf(f, "%s-%d, state %c%s%s", n->task.comm, n->task.tid, n->task.state,
		*in ? ", in " : "", in);
	if (object)
		fprintf(f, ", waits for %s%s", object, rest);
	fclose(f);
	free(object);
	free(rest);
	return text;
}

void stuck_list(const int32_t *tasks, uint32_t nr, char **texts)
{
	struct waits w = { 0 };

	for (uint32_t i = 0; i < nr; i++)
		waits_of(&w, tasks[i]);
	waits_follow(&w);
	for (uint32_t i = 0; i < nr; i++) {
		const struct waits_node *n = waits_of(&w, tasks[i]);

		texts[i] = n->gone ? NULL : text_of(n);
	}
	waits_free(&w);
}

void stuck_look(const int32_t *tasks, uint32_t nr, struct stuck_look *looks)
{
	for (uint32_t i = 0; i < nr; i++) {
		struct stuck_look *look = &looks[i];
		struct waits_task t;
		char name[32];

		*look = (struct stuck_look){ .there = waits_task_read(&t, tasks[i]) };
		if (!look->there)
			continue;
		waits_task_read_syscall(&t);
		snprintf(look->call, sizeof(look->call), "%s", waits_syscall_name(&t, name));
		look->switches = t.switches;
	}
}
