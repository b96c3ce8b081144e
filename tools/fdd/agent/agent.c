// SPDX-License-Identifier: GPL-2.0
/* fdd agent: counts calls in an instance of its own until a signal comes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agent/agent.h"
#include "agent/limits.h"
#include "agent/open.h"
#include "agent/slow.h"
#include "lib/util.h"
#include "read/input.h"
#include "serve/serve.h"
#include "tracing/option.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define BUFFER_KB	8	/* where nothing is recorded */

static enum MHD_Result get_metrics(struct serve *s, struct MHD_Connection *c, bool head)
{
	struct agent *a = container_of(s, struct agent, serve);
	enum expose_format format = expose_choose(serve_header(c, "Accept"));
	struct serve_data *data = agent_metrics(a, format);

	(void)head;
	if (!data)
		return serve_refuse(c, MHD_HTTP_INTERNAL_SERVER_ERROR, strerror(errno));
	return serve_answer(c, MHD_HTTP_OK, expose_content_type(format),
			    serve_data_response(c, data));
}

static const struct serve_route routes[] = {
	{ "/metrics",	.get = get_metrics },
	{ NULL }
};

/* Without a scraper, too: other programs may reset the table, and unread counts are lost. */
static void tick(struct serve *s)
{
	struct agent *a = container_of(s, struct agent, serve);

	pthread_mutex_lock(&a->lock);
	if (fdd_now() - a->read_at >= a->interval)
		agent_read(a);
	pthread_mutex_unlock(&a->lock);
	limits_look(a);
}

/*
 * Nothing but the instance's own settings: its threshold is one that no call reaches, unless a line
 * of function_duration/thresh is of its function.
 */
static int start_counting(struct agent *a)
{
	snprintf(a->instance, sizeof(a->instance), "fdd-agent-%d", getpid());
	stat_only(&a->wish);
	if (!slow_records(&a->slow))
		a->wish.buffer_kb = BUFFER_KB;
	if (session_check(&a->wish) || session_begin(&a->wish, a->instance) ||
	    (a->by_cgroup && option_switch_on(a->instance, OPTION_CGROUP)) ||
	    agent_open_prepare(a) || slow_prepare(a))
		return -1;
	a->path = tracing_path(a->instance, STAT_HIST_FILE);
	return limits_start(a);
}

static int start(struct agent *a)
{
	if (!a->watched)
		return start_counting(a);
	if (tracing_find_readable() || !stat_check_readable(a->watched))
		return -1;
	a->path = tracing_path(a->watched, STAT_HIST_FILE);
	return 0;
}

static int answer(struct agent *a, const sigset_t *set)
{
	if (!agent_read(a))
		return FDD_EXIT_INPUT;
	a->serve.routes = routes;
	a->serve.tick = tick;
	a->serve.tick_ns = a->limits.percent ? AGENT_BUDGET_LOOK_NS : 0;
	return serve_until_signal(&a->serve, set);
}

static void begin(struct agent *a)
{
	pthread_mutex_init(&a->lock, NULL);
	a->slow.ring.lock = -1;
	clock_gettime(CLOCK_REALTIME, &a->started);
	fdd_input_progress = false;
	agent_sums_init(&a->sums, a->top);
	agent_sums_init(&a->pairs, a->top);
}

int agent_run(struct agent *a)
{
	int status = FDD_EXIT_INPUT;
	sigset_t set;

	serve_block_signals(&set);
	begin(a);
	if (!slow_check(a) && !start(a) && !slow_start(a))
		status = answer(a, &set);
	slow_stop(a);
	if (undo_all())
		status = FDD_EXIT_INPUT;
	agent_drop_kept(a);
	limits_free(a);
	agent_sums_free(&a->sums);
	agent_sums_free(&a->pairs);
	agent_cgroups_free(&a->cgroups);
	free(a->path);
	return status;
}
