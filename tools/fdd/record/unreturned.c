// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch --open: calls that have not returned after -t.
 *
 * fdd looks at function_duration/open of the instance each quarter of -t. The kernel does nothing
 * for that in between, and nothing more in a call.
 *
 * The reason of an open call may be a disk that does not answer, so the report on it needs no
 * disk: all memory of fdd is locked, and it is printed before anything is saved. Files in /proc of
 * a task that is stuck can block their reader (the mmap_lock of its process), so a child reads
 * them, and what it wrote until it is late is printed. It is forked without exec: what it runs is
 * in the memory that is locked.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "lib/util.h"
#include "record/catch_state.h"
#include "tracing/tracing.h"

#define OPEN_THRESH	TRACER "/open_thresh"
#define LOOKS		4	/* in the time of -t */
#define LEAST_NS	(NSEC_PER_SEC / 100)	/* between two looks */
#define MOST_NS		(60 * NSEC_PER_SEC)
#define LOOK_SHARE	50	/* a look takes no more than this part of the time */
#define MOST_TASKS	20	/* that are named */
#define KMSG_LINES	8	/* printk.devkmsg=ratelimit allows ten in five seconds */
#define KMSG_TEXT	900	/* the kernel takes about a thousand bytes */

/*
 * Looking
 */

/* Memory that is locked now is read from the disk now; later memory, when it is first used. */
static void lock_memory(void)
{
	if (mlockall(MCL_CURRENT) || mlockall(MCL_FUTURE | MCL_ONFAULT))
		fdd_warning("--open: memory cannot be locked (%s): a disk that does not answer may stop fdd, too",
			    strerror(errno));
}

/* The kernel's frames may be unknown to the module: the file says what to do then. */
static int check_readable(const struct catch *c)
{
	char *text = tracing_read(c->history, OPEN_CALLS);
	int ret = 0;

	if (!text || !strncmp(text, "# cannot be read", 16)) {
		fdd_error("instance %s: " OPEN_CALLS ": %s", c->history,
			  text ? strtok(text, "\n") + 2 : strerror(errno));
		ret = -1;
	}
	free(text);
	return ret;
}

int unreturned_arm(struct catch *c)
{
	char text[32];

	snprintf(text, sizeof(text), "%lluns", (unsigned long long)c->thresh_ns);
	if (tracing_set(c->history, OPEN_THRESH, text) || check_readable(c))
		return -1;
	if (c->kmsg) {
		c->unreturned.kmsg_fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
		if (c->unreturned.kmsg_fd < 0) {
			fdd_error("--kmsg: /dev/kmsg: %s", strerror(errno));
			return -1;
		}
	}
	lock_memory();
	return 0;
}

static void set_next(struct catch *c, uint64_t began)
{
	uint64_t now = fdd_now(), pause = c->thresh_ns / LOOKS;

	if (pause < (now - began) * LOOK_SHARE)
		pause = (now - began) * LOOK_SHARE;
	if (pause < LEAST_NS)
		pause = LEAST_NS;
	c->unreturned.look_at = now + (pause < MOST_NS ? pause : MOST_NS);
}

/* Calls of a task stand together, the inner ones first: see open_calls_sort(). */
static uint32_t calls_of_task(const struct open_calls *calls, uint32_t from)
{
	uint32_t nr = 1;

	while (from + nr < calls->nr && calls->calls[from + nr].tid == calls->calls[from].tid)
		nr++;
	return nr;
}

static int by_number(const void *tid, const void *task)
{
	pid_t a = *(const pid_t *)tid, b = ((const struct unreturned_task *)task)->tid;

	return (a > b) - (a < b);
}

static uint64_t reported_until(const struct unreturned *s, pid_t tid)
{
	const struct unreturned_task *task = NULL;

	if (s->nr)
		task = bsearch(&tid, s->tasks, s->nr, sizeof(*s->tasks), by_number);
	return task ? task->until_ns : 0;
}

/* The innermost call is the newest one. */
static bool is_new(const struct unreturned *s, const struct open_call *inner)
{
	return inner->since_ns > reported_until(s, inner->tid);
}

static void read_calls(struct catch *c)
{
	struct unreturned *s = &c->unreturned;

	open_calls_free(&s->calls);
	if (!open_calls_read_of(&s->calls, c->history))
		fdd_debug("%s: %s", OPEN_CALLS, strerror(errno));
	open_calls_sort(&s->calls);
}

bool unreturned_look(struct catch *c)
{
	struct unreturned *s = &c->unreturned;
	uint64_t began = fdd_now();
	bool found = false;

	if (began < s->look_at)
		return false;
	read_calls(c);
	for (uint32_t i = 0; i < s->calls.nr && !found; i += calls_of_task(&s->calls, i))
		found = is_new(s, &s->calls.calls[i]);
	set_next(c, began);
	return found;
}

/*
 * Saying
 */

struct found {
	const struct open_call	*calls;
	uint32_t		nr;
};

static int by_time(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	uint64_t x_ns = x->calls[x->nr - 1].for_ns, y_ns = y->calls[y->nr - 1].for_ns;

	return x_ns > y_ns ? -1 : x_ns < y_ns;
}

/* The tasks with new calls, the longest first; the caller frees them. */
static struct found *find_new(const struct unreturned *s, uint32_t *nr)
{
	struct found *found = NULL;
	uint32_t cap = 0, n;

	*nr = 0;
	for (uint32_t i = 0; i < s->calls.nr; i += n) {
		n = calls_of_task(&s->calls, i);
		if (!is_new(s, &s->calls.calls[i]))
			continue;
		GROW(found, *nr, cap);
		found[(*nr)++] = (struct found){ &s->calls.calls[i], n };
	}
	if (*nr)
		qsort(found, *nr, sizeof(*found), by_time);
	return found;
}

/* Tasks that are not in the list any more are forgotten: later calls of theirs are new anyway. */
static void remember(struct unreturned *s)
{
	struct unreturned_task *tasks = NULL;
	uint32_t nr = 0, cap = 0;

	for (uint32_t i = 0; i < s->calls.nr; i += calls_of_task(&s->calls, i)) {
		const struct open_call *inner = &s->calls.calls[i];

		GROW(tasks, nr, cap);
		tasks[nr++] = (struct unreturned_task){
			inner->tid, is_new(s, inner) ? inner->since_ns + inner->for_ns :
				reported_until(s, inner->tid),
		};
	}
	free(s->tasks);
	s->tasks = tasks;
	s->nr = nr;
	s->cap = cap;
}

/* Names of tasks are what their owners want. */
static void put(FILE *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(FILE *f, const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len >= 0)
		fdd_put_clean(f, text, len);
	free(text);
}

/* "vfs_read has not returned for 1.25 s: sh-4711, D, on CPU 1, since 12.345678. It is in ..." */
static void say_task(FILE *f, const struct found *found)
{
	const struct open_call *inner = found->calls;
	bool has_cgroup = inner->cgroup && strcmp(inner->cgroup, "/");
	char text[FDD_MAX_TIME];

	put(f, "%s has not returned for %s: %s-%d, %s, on CPU %d%s%s, since %llu.%06llu.",
	    inner->function, fdd_time_text(text, sizeof(text), inner->for_ns), inner->comm,
	    inner->tid, inner->state, inner->cpu, has_cgroup ? ", in the cgroup " : "",
	    has_cgroup ? inner->cgroup : "",
	    (unsigned long long)(inner->since_ns / NSEC_PER_SEC),
	    (unsigned long long)(inner->since_ns % NSEC_PER_SEC / NSEC_PER_USEC));
	for (uint32_t i = 1; i < found->nr; i++)
		put(f, "%s%s for %s", i == 1 ? " Its callers are " : " < ",
		    found->calls[i].function,
		    fdd_time_text(text, sizeof(text), found->calls[i].for_ns));
	fputs(found->nr > 1 ? ".\n" : "\n", f);
}

/* Returns the numbers of the tasks that were named, which the caller frees. */
static char *say_tasks(const struct unreturned *s, FILE *f)
{
	uint32_t nr, named;
	struct found *found = find_new(s, &nr);
	char *pids = NULL;
	size_t size;
	FILE *list = open_memstream(&pids, &size);

	named = nr < MOST_TASKS ? nr : MOST_TASKS;
	for (uint32_t i = 0; i < named; i++) {
		say_task(f, &found[i]);
		fprintf(list, "%s%d", i ? "," : "", found[i].calls->tid);
	}
	if (nr > named)
		fprintf(f, "And so have not calls of %u other tasks.\n", nr - named);
	fclose(list);
	free(found);
	return pids;
}

static void copy(FILE *f, int fd)
{
	char text[4096];
	ssize_t n;
	off_t at;

	for (at = 0; (n = pread(fd, text, sizeof(text), at)) > 0; at += n)
		fwrite(text, 1, n, f);
}

/* By /proc: see the top of this file. */
static void say_waits(struct catch *c, FILE *f, const char *pids)
{
	int fd = memfd_create("fdd-catch", MFD_CLOEXEC);

	if (fd < 0)
		return;
	fputc('\n', f);
	catch_look(c, pids, fd);
	copy(f, fd);
	close(fd);
}

/* Each line is a record: a warning. */
static void print_to_kernel(const struct unreturned *s, const char *line, int *lines)
{
	const char *end;

	for (; *lines && *line; line = end + !!*end) {
		end = line + strcspn(line, "\n");
		if (end == line)
			continue;
		--*lines;
		if (dprintf(s->kmsg_fd, "<4>fdd catch: %.*s\n",
			    (int)(end - line < KMSG_TEXT ? end - line : KMSG_TEXT), line) < 0)
			fdd_debug("/dev/kmsg: %s", strerror(errno));
	}
}

/* The kernel's log first: stdout may be a file. */
static void print_from(const struct unreturned *s, size_t from, int *lines)
{
	if (s->kmsg_fd >= 0)
		print_to_kernel(s, s->text + from, lines);
	fwrite(s->text + from, 1, s->size - from, stdout);
	fflush(stdout);
}

void unreturned_explain(struct catch *c)
{
	struct unreturned *s = &c->unreturned;
	int lines = KMSG_LINES;
	size_t said;
	char *pids;
	FILE *f;

	free(s->text);
	f = open_memstream(&s->text, &s->size);
	pids = say_tasks(s, f);
	fflush(f);
	print_from(s, 0, &lines);
	said = s->size;
	say_waits(c, f, pids);
	fclose(f);
	print_from(s, said, &lines);
	free(pids);
	remember(s);
}

void unreturned_free(struct unreturned *s)
{
	open_calls_free(&s->calls);
	free(s->tasks);
	free(s->text);
	if (s->kmsg_fd >= 0)
		close(s->kmsg_fd);
}
