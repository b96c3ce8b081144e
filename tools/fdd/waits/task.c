// SPDX-License-Identifier: GPL-2.0
/* A task, as /proc has it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waits/proc.h"
#include "waits/task.h"

/* /proc/TASK/status has "\n" and "\\" for a newline and a backslash. */
static void take_name(struct waits_task *t, const char *from)
{
	size_t n = 0;

	for (; *from && *from != '\n' && n < sizeof(t->comm) - 1; from++) {
		if (*from == '\\' && from[1]) {
			from++;
			t->comm[n++] = *from == 'n' ? '\n' : *from;
		} else {
			t->comm[n++] = *from;
		}
	}
	t->comm[n] = '\0';
}

/* "1234	5": our number of it, then those in the namespaces below ours. */
static void take_namespaces(struct waits_task *t, const char *numbers)
{
	char *end;
	int nr = 0;

	for (long pid = strtol(numbers, &end, 10); end != numbers; nr++) {
		t->ns_tid = pid;
		numbers = end;
		pid = strtol(numbers, &end, 10);
	}
	t->nested = nr > 1;
}

static bool starts(const char *line, const char *key, const char **value)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len))
		return false;
	*value = line + len;
	return true;
}

static void take_line(struct waits_task *t, const char *line)
{
	const char *value;

	if (starts(line, "Name:\t", &value))
		take_name(t, value);
	else if (starts(line, "State:\t", &value))
		t->state = *value;
	else if (starts(line, "Tgid:\t", &value))
		t->pid = atoi(value);
	else if (starts(line, "PPid:\t", &value))
		t->parent = atoi(value);
	else if (starts(line, "TracerPid:\t", &value))
		t->tracer = atoi(value);
	else if (starts(line, "Threads:\t", &value))
		t->threads = atoi(value);
	else if (starts(line, "NSpid:\t", &value))
		take_namespaces(t, value);
	else if (starts(line, "Kthread:\t", &value))
		t->kthread = *value == '1';
	else if (starts(line, "voluntary_ctxt_switches:\t", &value))
		t->sleeps = strtoull(value, NULL, 10);
	else if (starts(line, "nonvoluntary_ctxt_switches:\t", &value))
		t->switches = t->sleeps + strtoull(value, NULL, 10);
}

/* "12.345678" in ms */
static uint64_t ms_value(const char *text)
{
	char *end;
	uint64_t ms = strtoull(text, &end, 10), ns = *end == '.' ? strtoull(end + 1, NULL, 10) : 0;

	return ms * 1000000 + ns;
}

/* The first line, with the name, may itself have newlines. Not there without CONFIG_SCHED_DEBUG. */
static void read_times(struct waits_task *t)
{
	char text[4096], *at, *until, *ran;

	if (proc_read(t->tid, "sched", text, sizeof(text)) < 0)
		return;
	at = strstr(text, "\n---------");
	until = at ? strstr(at, "\nse.exec_start ") : NULL;
	ran = until ? strstr(until, "\nse.sum_exec_runtime ") : NULL;
	if (!ran || !strchr(ran, ':'))
		return;
	t->ran_until_ns = ms_value(strchr(until, ':') + 1);
	t->ran_ns = ms_value(strchr(ran, ':') + 1);
	t->has_times = t->ran_until_ns;
}

/* "812 (a name) S ...": the name may have blanks, brackets and newlines. */
static void read_place(struct waits_task *t)
{
	char file[32], text[1024], *at;
	int nr = 2;

	snprintf(file, sizeof(file), "task/%d/stat", t->tid);
	if (proc_read(t->pid, file, text, sizeof(text)) < 0)
		return;
	at = strrchr(text, ')');
	while (at && (at = strchr(at + 1, ' '))) {
		nr++;
		if (nr == 14)
			t->user_ticks = strtoull(at, NULL, 10);
		else if (nr == 15)
			t->kernel_ticks = strtoull(at, NULL, 10);
		else if (nr == 39)
			t->cpu = atoi(at);
	}
}

bool waits_task_read(struct waits_task *t, pid_t tid)
{
	FILE *f = proc_open(tid, "status");
	char line[256];

	memset(t, 0, sizeof(*t));
	t->tid = tid;
	t->syscall = WAITS_HIDDEN_SYSCALL;
	while (f && fgets(line, sizeof(line), f))
		take_line(t, line);
	if (f)
		fclose(f);
	if (!t->pid)
		return false;
	if (!t->ns_tid)
		t->ns_tid = tid;
	t->kthread |= t->pid == 2 || t->parent == 2;
	t->cpu = -1;
	return true;
}

void waits_task_read_times(struct waits_task *t)
{
	read_place(t);
	read_times(t);
}

/* "7 0x5 ... SP PC", "-1 SP PC" or "running" */
void waits_task_read_syscall(struct waits_task *t)
{
	char text[256], *at = text;
	uint64_t sp;

	t->syscall = WAITS_HIDDEN_SYSCALL;
	if (proc_read(t->tid, "syscall", text, sizeof(text)) <= 0)
		return;
	if (!strncmp(text, "running", 7)) {
		t->syscall = WAITS_RUNNING_SYSCALL;
		return;
	}
	t->syscall = strtol(text, &at, 10);
	for (int i = 0; t->syscall >= 0 && i < 6; i++)
		t->args[i] = strtoull(at, &at, 16);
	sp = strtoull(at, &at, 16);
	t->compat = sizeof(long) == 8 && sp && sp < UINT32_MAX;
}

bool waits_task_is_same(const struct waits_task *a, const struct waits_task *b)
{
	return a->tid == b->tid && a->pid == b->pid && a->state == b->state &&
	       a->switches == b->switches && a->ran_until_ns == b->ran_until_ns &&
	       a->syscall == b->syscall && !memcmp(a->args, b->args, sizeof(a->args));
}
