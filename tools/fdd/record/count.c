// SPDX-License-Identifier: GPL-2.0
/* fdd stat -- COMMAND: the tracer counts all calls while a command runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/child.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

static int set_pid(const struct record *r, const char *file, pid_t pid)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", pid);
	if (!tracing_write(r->instance, file, text) &&
	    !tracing_write(r->instance, "options/function-fork", "1"))
		return 0;
	fdd_error("instance %s: %s: the kernel cannot select the processes to trace", r->instance,
		  file);
	return -1;
}

/* The command is forked before, so that it does not inherit that fdd is left out. */
static int select_tasks(const struct record *r)
{
	if (r->only_command)
		return set_pid(r, "set_ftrace_pid", r->child.pid);
	return set_pid(r, "set_ftrace_notrace_pid", getpid());
}

/* Selecting the tracer takes time, in which others call functions. */
static int start(struct record *r)
{
	if (session_begin(&r->wish, r->instance) || record_make_command(r) || select_tasks(r) ||
	    stat_select(r->instance) || stat_reset(r->instance))
		return -1;
	record_start_command(r);
	return 0;
}

static char *count(struct record *r)
{
	char *text;

	if (start(r)) {
		record_drop_command(r);
		return NULL;
	}
	record_wait_end(r);
	if (r->child.ended && record_check_exec(r))
		return NULL;
	tracing_write(r->instance, "current_tracer", "nop");
	text = stat_read(r->instance);
	if (r->stops)
		record_end_command(r);
	return text;
}

char *record_count(struct record *r)
{
	char *text;

	r->go_fd = r->exec_fd = r->said_fd = -1;
	record_block_signals(r);
	text = count(r);
	if (undo_all()) {
		free(text);
		return NULL;
	}
	return text;
}
