// SPDX-License-Identifier: GPL-2.0
/* fdd stat -- COMMAND: the tracer counts all calls while a command runs. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/child.h"
#include "tracing/option.h"
#include "tracing/stat.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define LOOKS	5	/* the command may not sleep yet */
#define LOOK_MS	100	/* in which others call functions */

/* Is a function counted since the last reset? Lines without a "#" are of functions. */
static int counts_calls(const struct record *r, bool *counts)
{
	char *text = stat_read(r->instance), *line;

	if (!text)
		return -1;
	*counts = false;
	for (line = text; *line && !*counts; line = strchr(line, '\n') + 1)
		*counts = *line != '#' && *line != '\n';
	free(text);
	return 0;
}

/*
 * The command waits for record_start_command(): what is counted now are calls of others, fdd's
 * among them. Its call of read() is not, which has not returned.
 */
static int check_tasks(const struct record *r)
{
	bool counts = r->only_command;

	for (int i = 0; counts && i < LOOKS; i++) {
		if (stat_reset(r->instance))
			return -1;
		poll(NULL, 0, LOOK_MS);
		if (counts_calls(r, &counts))
			return -1;
	}
	if (counts)
		fdd_error("--only-command has no effect: the kernel counts the calls of tasks that are not in "
			  PID_FILE "; without it the calls of all tasks are counted");
	return counts ? -1 : 0;
}

/* Selecting the tracer takes time, in which others call functions. */
static int start(struct record *r)
{
	if (session_begin(&r->wish, r->instance) || record_make_command(r) ||
	    record_select_tasks(r) ||
	    (r->by_cgroup && option_switch_on(r->instance, OPTION_CGROUP)) ||
	    stat_select(r->instance) || stat_reset(r->instance) || check_tasks(r))
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
