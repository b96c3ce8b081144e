// SPDX-License-Identifier: GPL-2.0
/*
 * fdd record: the calls that are open when it ends, as markers of the trace. model/open_marks.h
 * has their form.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "model/open_marks.h"
#include "record/open_marks.h"
#include "tracing/open.h"
#include "tracing/tracing.h"

/* All calls of a task: the first ones of a struct open_calls, which is sorted by task. */
struct open_marks_task {
	const struct open_call	*calls;
	uint32_t		nr;
};

static uint64_t longest(const struct open_marks_task *t)
{
	return t->calls[t->nr - 1].for_ns;
}

/* Idle daemons sleep longest. */
static bool sleeps(const struct open_marks_task *t)
{
	const char *state = t->calls->state;

	return strcmp(state, "D") && strcmp(state, "running") && strcmp(state, "runnable");
}

static int by_rank(const void *a, const void *b)
{
	const struct open_marks_task *x = a, *y = b;

	if (sleeps(x) != sleeps(y))
		return sleeps(x) - sleeps(y);
	return (longest(x) < longest(y)) - (longest(x) > longest(y));
}

static struct open_marks_task *tasks_of(const struct open_calls *calls, uint32_t *nr)
{
	struct open_marks_task *tasks = NULL;
	uint32_t cap = 0;

	for (uint32_t i = 0; i < calls->nr; i++) {
		const struct open_call *call = &calls->calls[i];

		if (!*nr || tasks[*nr - 1].calls->tid != call->tid) {
			GROW(tasks, *nr, cap);
			tasks[(*nr)++] = (struct open_marks_task){ .calls = call };
		}
		tasks[*nr - 1].nr++;
	}
	if (*nr)
		qsort(tasks, *nr, sizeof(*tasks), by_rank);
	return tasks;
}

static void put_time(FILE *f, uint64_t ns)
{
	fprintf(f, "%llu.%09llu", (unsigned long long)(ns / NSEC_PER_SEC),
		(unsigned long long)(ns % NSEC_PER_SEC));
}

static void put_head(FILE *f, const struct open_marks_task *t, uint32_t from)
{
	const struct open_call *call = t->calls;

	fprintf(f, FDD_OPEN_MARK "pid=%d from=%u cpu=%d state=%s comm=", call->tid, from, call->cpu,
		call->state);
	for (const unsigned char *c = (const void *)call->comm; *c; c++)
		fprintf(f, *c <= ' ' || *c >= 0x7f || *c == '\\' ? "\\%03o" : "%c", *c);
	fputs(" calls=", f);
}

/* As many calls as there is room for, but one at least. Returns the number of the next one. */
static uint32_t write_some(int fd, const struct open_marks_task *t, uint32_t from)
{
	char *text = NULL;
	size_t size, used = 0;
	FILE *f = open_memstream(&text, &size);
	uint32_t i = from;

	put_head(f, t, from);
	do {
		fputs(i == from ? "" : ",", f);
		fputs(t->calls[i].function, f);
		fputc('@', f);
		put_time(f, t->calls[i].since_ns);
		fflush(f);
		if (i == from || size <= FDD_OPEN_MARK_MAX)
			used = size;
	} while (size <= FDD_OPEN_MARK_MAX && ++i < t->nr);
	fclose(f);
	if (write(fd, text, used) < 0)
		i = t->nr;
	free(text);
	return i > from ? i : from + 1;
}

static void write_task(int fd, const struct open_marks_task *t)
{
	for (uint32_t i = 0; i < t->nr;)
		i = write_some(fd, t, i);
}

static bool write_header(int fd, const struct open_call *call, uint32_t nr, uint32_t left_out)
{
	char text[128];
	uint64_t at = call->since_ns + call->for_ns;
	int len = snprintf(text, sizeof(text),
			   FDD_OPEN_MARK "at=%llu.%09llu tasks=%u left-out=%u",
			   (unsigned long long)(at / NSEC_PER_SEC),
			   (unsigned long long)(at % NSEC_PER_SEC), nr, left_out);

	return write(fd, text, len) == len;
}

static void write_marks(int fd, const struct open_calls *calls)
{
	uint32_t nr = 0, most;
	struct open_marks_task *tasks = tasks_of(calls, &nr);

	most = nr < FDD_OPEN_MARK_TASKS ? nr : FDD_OPEN_MARK_TASKS;
	if (nr && write_header(fd, calls->calls, most, nr - most))
		for (uint32_t i = 0; i < most; i++)
			write_task(fd, &tasks[i]);
	free(tasks);
}

void record_mark_open(const char *instance)
{
	char *path = tracing_path(instance, "trace_marker");
	struct open_calls calls = { 0 };
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	free(path);
	if (fd < 0)
		return;
	if (open_calls_read_of(&calls, instance)) {
		open_calls_sort(&calls);
		write_marks(fd, &calls);
	}
	open_calls_free(&calls);
	close(fd);
}
