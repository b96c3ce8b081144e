// SPDX-License-Identifier: GPL-2.0
/* Reads the traced calls that have not returned. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/util.h"
#include "tracing/open.h"
#include "tracing/tracing.h"

/* The numbers and the cgroups in the file are those of the first namespaces. */
#define FIRST_PID_NAMESPACE	0xeffffffcu	/* PROC_PID_INIT_INO */
#define FIRST_CGROUP_NAMESPACE	0xeffffffbu	/* PROC_CGROUP_INIT_INO */

#define COMM_LEN		15	/* TASK_COMM_LEN - 1 */

static bool take_seconds(char **at, uint64_t *ns)
{
	char *word = strtok_r(NULL, " ", at);

	return word && fdd_parse_time(word, NSEC_PER_SEC, ns);
}

static bool take_place(char **at, struct open_call *call)
{
	const char *cpu = strtok_r(NULL, " ", at), *state = strtok_r(NULL, " ", at);

	if (!state)
		return false;
	call->cpu = atoi(cpu);
	snprintf(call->state, sizeof(call->state), "%s", state);
	return true;
}

/* "\040" for a byte that would separate columns. Returns what follows. */
static char *take_text(char *to, size_t size, char *from)
{
	unsigned int byte;
	size_t n = 0;

	while (*from && *from != ' ' && n < size - 1) {
		if (*from == '\\' && sscanf(from + 1, "%3o", &byte) == 1) {
			to[n++] = byte;
			from += strnlen(from, 4);
		} else {
			to[n++] = *from++;
		}
	}
	to[n] = '\0';
	from += strcspn(from, " ");
	return from + strspn(from, " ");
}

/* A task may have no name at all: then there are but the two blanks before it, and those behind. */
static char *take_comm(struct open_call *call, char *from)
{
	from += *from == ' ';
	return take_text(call->comm, sizeof(call->comm), from);
}

/*
 * "/system.slice/x.service", or "id:4711" of one whose path is too long, or "-" without cgroups. No
 * function has such a name. Most calls have the cgroup of the one before.
 */
static char *take_cgroup(struct open_calls *calls, struct open_call *call, char *from)
{
	char cgroup[OPEN_CGROUP], *last;

	if (*from != '/' && *from != '-' && strncmp(from, "id:", 3))
		return from;
	from = take_text(cgroup, sizeof(cgroup), from);
	if (*cgroup == '-')
		return from;
	last = calls->nr_cgroups ? calls->cgroups[calls->nr_cgroups - 1] : NULL;
	if (!last || strcmp(last, cgroup)) {
		last = xstrdup(cgroup);
		GROW(calls->cgroups, calls->nr_cgroups, calls->cgroup_cap);
		calls->cgroups[calls->nr_cgroups++] = last;
	}
	call->cgroup = last;
	return from;
}

/* "   12.000000345     1.500000000    1  sleeping    4711  a\040name  /  inner [mod] < outer" */
static bool take_line(struct open_calls *calls, const char *instance, char *line)
{
	struct open_call call = { .instance = instance, .nr = calls->nr };
	char *at = line, *word;

	line[strcspn(line, "\n")] = '\0';
	line += strspn(line, " ");
	word = strtok_r(line, " ", &at);
	if (!word || *word == '#' || !fdd_parse_time(word, NSEC_PER_SEC, &call.for_ns) ||
	    !take_seconds(&at, &call.since_ns) || !take_place(&at, &call))
		return false;
	word = strtok_r(NULL, " ", &at);
	call.tid = word ? atoi(word) : 0;
	if (call.tid <= 0)
		return false;
	at = take_cgroup(calls, &call, take_comm(&call, at));
	word = strstr(at, " < ");
	if (word)
		*word = '\0';
	if (!*at)
		return false;
	call.function = xstrdup(at);
	GROW(calls->calls, calls->nr, calls->cap);
	calls->calls[calls->nr++] = call;
	return true;
}

bool open_calls_read_of(struct open_calls *calls, const char *instance)
{
	char *path = tracing_path(instance, OPEN_CALLS), *line = NULL;
	FILE *f = fopen(path, "re");
	size_t size = 0;
	bool is_read;

	free(path);
	if (!f)
		return false;
	while (getline(&line, &size, f) > 0)
		take_line(calls, instance, line);
	is_read = !ferror(f);
	fclose(f);
	free(line);
	return is_read;
}

static void read_instances(struct open_calls *calls)
{
	char *path = tracing_path(NULL, "instances");
	DIR *dir = opendir(path);
	const struct dirent *entry;
	char *name;

	while (dir && (entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		name = xstrdup(entry->d_name);
		GROW(calls->instances, calls->nr_instances, calls->instance_cap);
		calls->instances[calls->nr_instances++] = name;
		open_calls_read_of(calls, name);
	}
	if (dir)
		closedir(dir);
	free(path);
}

static bool in_namespace(const char *file, ino_t number)
{
	struct stat st;

	return !stat(file, &st) && st.st_ino == number;
}

bool open_numbers_are_ours(void)
{
	return in_namespace("/proc/self/ns/pid", FIRST_PID_NAMESPACE);
}

/* In a file the longest comes first, and of a task the outer one. */
static int by_task(const void *a, const void *b)
{
	const struct open_call *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->instance != y->instance)
		return strcmp(x->instance ? x->instance : "", y->instance ? y->instance : "");
	return x->nr > y->nr ? -1 : 1;
}

void open_calls_sort(struct open_calls *calls)
{
	if (calls->nr)
		qsort(calls->calls, calls->nr, sizeof(*calls->calls), by_task);
}

void open_calls_read(struct open_calls *calls)
{
	if (!open_numbers_are_ours() || !tracing_is_mounted())
		return;
	open_calls_read_of(calls, NULL);
	read_instances(calls);
	open_calls_sort(calls);
}

/*
 * In /proc, a kernel thread has all of its name, which the kernel cuts elsewhere, and a worker what
 * it does: "jbd2/nvme0n1p2-8", "kworker/u8:0+flush-254:0" (proc_task_name()).
 */
static bool is_name(const char *comm, const char *in_proc)
{
	size_t len = strlen(comm);

	if (strncmp(comm, in_proc, len))
		return false;
	return !in_proc[len] || len == COMM_LEN ||
	       (!strncmp(comm, "kworker/", 8) && strchr("+-", in_proc[len]));
}

const struct open_call *open_calls_of(const struct open_calls *calls, pid_t tid, const char *comm,
				      uint32_t *nr)
{
	uint32_t low = 0, high = calls->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (calls->calls[mid].tid < tid)
			low = mid + 1;
		else
			high = mid;
	}
	for (*nr = 0; low + *nr < calls->nr && calls->calls[low + *nr].tid == tid; ++*nr)
		if (!is_name(calls->calls[low + *nr].comm, comm))
			return NULL;
	return *nr ? &calls->calls[low] : NULL;
}

const char *open_calls_cgroup(const struct open_calls *calls, pid_t tid, const char *comm)
{
	const struct open_call *call;
	uint32_t nr;

	call = open_calls_of(calls, tid, comm, &nr);
	if (!call || !call->cgroup || *call->cgroup != '/' ||
	    !in_namespace("/proc/self/ns/cgroup", FIRST_CGROUP_NAMESPACE))
		return NULL;
	return call->cgroup;
}

void open_calls_free(struct open_calls *calls)
{
	for (uint32_t i = 0; i < calls->nr; i++)
		free(calls->calls[i].function);
	for (uint32_t i = 0; i < calls->nr_instances; i++)
		free(calls->instances[i]);
	for (uint32_t i = 0; i < calls->nr_cgroups; i++)
		free(calls->cgroups[i]);
	free(calls->calls);
	free(calls->cgroups);
	free(calls->instances);
	memset(calls, 0, sizeof(*calls));
}
