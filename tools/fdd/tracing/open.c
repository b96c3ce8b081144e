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

/* PROC_PID_INIT_INO: the numbers in the file are those of the first namespace. */
#define FIRST_PID_NAMESPACE	0xeffffffcu

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

/*
 * "\040" for a byte that would separate columns. A task may have no name at all: then there are but
 * the two blanks before it, and those behind it. Returns what follows.
 */
static char *take_comm(struct open_call *call, char *from)
{
	size_t n = 0;
	unsigned int byte;

	from += *from == ' ';
	while (*from && *from != ' ' && n < sizeof(call->comm) - 1) {
		if (*from == '\\' && sscanf(from + 1, "%3o", &byte) == 1) {
			call->comm[n++] = byte;
			from += strnlen(from, 4);
		} else {
			call->comm[n++] = *from++;
		}
	}
	call->comm[n] = '\0';
	from += strcspn(from, " ");
	return from + strspn(from, " ");
}

/* "   12.000000345     1.500000000    1  sleeping    4711  a\040name  inner [mod] < outer" */
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
	at = take_comm(&call, at);
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

static bool in_first_namespace(void)
{
	struct stat st;

	return !stat("/proc/self/ns/pid", &st) && st.st_ino == FIRST_PID_NAMESPACE;
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
	if (!in_first_namespace() || !tracing_is_mounted())
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

void open_calls_free(struct open_calls *calls)
{
	for (uint32_t i = 0; i < calls->nr; i++)
		free(calls->calls[i].function);
	for (uint32_t i = 0; i < calls->nr_instances; i++)
		free(calls->instances[i]);
	free(calls->calls);
	free(calls->instances);
	memset(calls, 0, sizeof(*calls));
}
