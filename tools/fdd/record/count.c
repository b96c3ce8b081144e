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

/* Selecting the tracer takes time, in which others call functions. */
static int start(struct record *r)
{
	if (session_begin(&r->wish, r->instance) || record_make_command(r) ||
	    record_select_tasks(r) || stat_select(r->instance) || stat_reset(r->instance))
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
