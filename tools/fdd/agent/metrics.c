// SPDX-License-Identifier: GPL-2.0
/* The metrics of the agent. */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include "agent/cgroups.h"
#include "agent/open.h"
#include "agent/state.h"
#include "lib/gzip.h"
#include "lib/util.h"

#define MIN_AGE_NS	NSEC_PER_SEC	/* of a reading, before there is another one */
#define OTHER		"other"

/*
 * Functions
 */

typedef void put_sum(struct expose *e, const char *label, const struct agent_sum *sum);

static void put_self(struct expose *e, const char *label, const struct agent_sum *sum)
{
	expose_time(e, label, sum->self);
}

static void put_time(struct expose *e, const char *label, const struct agent_sum *sum)
{
	expose_time(e, label, sum->time);
}

static void each_sum(struct expose *e, const struct agent *a, put_sum *put)
{
	const struct agent_sums *s = &a->sums;

	for (uint32_t i = 0; i < s->nr_functions; i++)
		if (s->functions[i].sum)
			put(e, fdd_name(&s->names, i), s->functions[i].sum);
	put(e, OTHER, &s->others);
	expose_end(e);
}

/* By cgroup each row is of a function in one of them, and has their names. */
static void each_counted(struct expose *e, const struct agent *a, put_sum *put)
{
	const struct agent_sums *s = &a->pairs;
	struct agent_pair pair;

	if (!a->by_cgroup) {
		each_sum(e, a, put);
		return;
	}
	for (uint32_t i = 0; i < s->nr_functions; i++) {
		if (!s->functions[i].sum)
			continue;
		agent_cgroups_pair(&a->cgroups, fdd_name(&s->names, i), &pair);
		e->more[0] = (struct expose_label){ "cgroup", pair.cgroup };
		e->more[1] = (struct expose_label){ "container", pair.container };
		put(e, pair.function, s->functions[i].sum);
	}
	e->more[0] = (struct expose_label){ "cgroup", OTHER };
	e->more[1] = (struct expose_label){ "container", "" };
	put(e, OTHER, &s->others);
	expose_end(e);
}

static void put_functions(struct expose *e, const struct agent *a)
{
	expose_begin(e, EXPOSE_HISTOGRAM, "fdd_function_duration_seconds", "function",
		     "Durations of all calls of kernel functions.");
	each_counted(e, a, expose_histogram);
	expose_begin(e, EXPOSE_COUNTER, "fdd_function_self_seconds_total", "function",
		     "Time in functions, without that in the counted functions that they called.");
	each_counted(e, a, put_self);
	expose_begin(e, EXPOSE_COUNTER, "fdd_function_time_seconds_total", "function",
		     "Time in functions and their callees; recursion is counted once.");
	each_counted(e, a, put_time);
}

/*
 * Slow calls
 */

static void put_slow_calls(struct expose *e, const char *label, const struct agent_sum *sum)
{
	expose_count(e, label, sum->slow.calls);
}

static void put_part(struct expose *e, const char *label, const char *part, uint64_t ns)
{
	e->more[0] = (struct expose_label){ "part", part };
	expose_time(e, label, ns);
}

static void put_slow_time(struct expose *e, const char *label, const struct agent_sum *sum)
{
	put_part(e, label, "all", sum->slow.time);
	put_part(e, label, "asleep", sum->slow.asleep);
	put_part(e, label, "waiting", sum->slow.waiting);
	put_part(e, label, "interrupts", sum->slow.irqs);
}

static void put_slow_functions(struct expose *e, const struct agent *a)
{
	if (!slow_is_on(&a->slow))
		return;
	expose_begin(e, EXPOSE_COUNTER, "fdd_slow_function_calls_total", "function",
		     "Slow calls that were recorded, outermost ones.");
	each_sum(e, a, put_slow_calls);
	expose_begin(e, EXPOSE_COUNTER, "fdd_slow_function_seconds_total", "function",
		     "Time of slow calls that were recorded, and parts of it.");
	each_sum(e, a, put_slow_time);
}

/*
 * Losses and health
 */

static void put_losses(struct expose *e, const struct agent *a)
{
	const struct agent_losses *l = &a->losses;

	expose_begin(e, EXPOSE_COUNTER, "fdd_uncounted_calls_total", "no_room_for",
		     "Calls that are missing in the counts, or only in the histograms.");
	for (int i = 0; i < AGENT_LACKS; i++)
		expose_count(e, agent_lacks[i], l->lacks[i]);
	expose_end(e);
	expose_begin(e, EXPOSE_COUNTER, "fdd_tracer_calls_total", "result",
		     "Calls by what the tracer did with them, see function_duration_stats.");
	for (int i = 0; i < AGENT_RESULTS; i++)
		expose_count(e, agent_results[i], l->results[i]);
	expose_end(e);
}

static void put_one(struct expose *e, enum expose_type type, const char *name, const char *help,
		    uint64_t value)
{
	expose_begin(e, type, name, NULL, help);
	expose_count(e, NULL, value);
	expose_end(e);
}

static void put_seconds(struct expose *e, enum expose_type type, const char *name,
			const char *help, uint64_t ns)
{
	expose_begin(e, type, name, NULL, help);
	expose_time(e, NULL, ns);
	expose_end(e);
}

static void put_kernel(struct expose *e)
{
	struct utsname uts = { .release = "" };

	uname(&uts);
	expose_begin(e, EXPOSE_GAUGE, "fdd_kernel_info", "release", "The kernel that runs.");
	expose_count(e, uts.release, 1);
	expose_end(e);
	expose_begin(e, EXPOSE_GAUGE, "fdd_agent_info", "version", "The version of fdd.");
	expose_count(e, FDD_VERSION, 1);
	expose_end(e);
}

/* By cgroup, of functions in them */
static void put_series(struct expose *e, const struct agent_sums *s)
{
	expose_begin(e, EXPOSE_GAUGE, "fdd_agent_functions", "series",
		     "Functions that were called, by whether they have a series of their own.");
	expose_count(e, "own", s->nr_own);
	expose_count(e, OTHER, s->last && s->last->nr > s->nr_own ? s->last->nr - s->nr_own : 0);
	expose_count(e, "none", s->last ? s->last->left_out : 0);
	expose_end(e);
	put_one(e, EXPOSE_COUNTER, "fdd_agent_ended_series_total",
		"Series that ended for functions that take more time.", s->ended);
}

static void put_readings(struct expose *e, const struct agent *a)
{
	put_one(e, EXPOSE_GAUGE, "fdd_agent_counting",
		"1 while the tracer counts and the agent can read it.", a->counting);
	put_one(e, EXPOSE_COUNTER, "fdd_agent_readings_total", "Readings of the kernel's counts.",
		a->readings);
	put_one(e, EXPOSE_COUNTER, "fdd_agent_failed_readings_total", "Readings that failed.",
		a->failed);
	put_seconds(e, EXPOSE_COUNTER, "fdd_agent_reading_seconds_total",
		    "Time of all readings.", a->reading_ns);
	put_one(e, EXPOSE_COUNTER, "fdd_agent_table_resets_total",
		"Resets of the kernel's counts by others; a few calls are lost in each.",
		a->resets);
}

static const char *const slow_results[SLOW_RESULTS] = {
	[SLOW_SENT] = "sent", [SLOW_REFUSED] = "refused", [SLOW_NO_TOKEN] = "no_token",
	[SLOW_NO_ROOM] = "no_room",
};

static void put_results(struct expose *e, const struct slow_counts *c)
{
	expose_begin(e, EXPOSE_COUNTER, "fdd_agent_traces_total", "result",
		     "Traces of slow calls by what became of them.");
	for (int i = 0; i < SLOW_RESULTS; i++)
		expose_count(e, slow_results[i], c->results[i]);
	expose_end(e);
	put_one(e, EXPOSE_COUNTER, "fdd_agent_failed_sends_total",
		"Requests that the collector did not take, and that are repeated.", c->attempts);
}

static void put_slow(struct expose *e, const struct agent *a)
{
	const struct agent_slow *s = &a->slow;
	const struct slow_counts *c = &s->counts;

	if (!slow_is_on(s))
		return;
	put_one(e, EXPOSE_COUNTER, "fdd_agent_slow_calls_total",
		"Slow calls that were saved, outermost ones.", c->calls);
	expose_begin(e, EXPOSE_COUNTER, "fdd_agent_recordings_total", "result",
		     "Recordings of slow calls, and those removed to make room.");
	expose_count(e, "saved", c->saved);
	expose_count(e, "failed", c->failed);
	expose_count(e, "removed", c->removed);
	expose_end(e);
	put_one(e, EXPOSE_GAUGE, "fdd_agent_recordings_bytes", "Size of the recordings on disk.",
		ring_size(&s->ring));
	put_one(e, EXPOSE_COUNTER, "fdd_agent_written_bytes_total",
		"Bytes of recordings, lists and spans that were written.", c->written);
	put_one(e, EXPOSE_GAUGE, "fdd_agent_threshold_level",
		"How often the thresholds of slow calls are raised at present.",
		a->limits.budget.level);
	if (s->collector.text)
		put_results(e, c);
}

static void put_ratio(struct expose *e, const char *name, const char *help, double ratio)
{
	put_seconds(e, EXPOSE_GAUGE, name, help, ratio * NSEC_PER_SEC);
}

/* No more names than functions with series */
static void put_left_out(struct expose *e, const struct agent_sums *s)
{
	uint32_t nr = 0;

	expose_begin(e, EXPOSE_GAUGE, "fdd_agent_left_out", "function",
		     "Functions that are not counted at present, to keep the budget.");
	for (uint32_t i = 0; i < s->nr_functions && nr < s->top; i++) {
		if (!s->functions[i].left_out)
			continue;
		expose_count(e, fdd_name(&s->names, i), 1);
		nr++;
	}
	expose_end(e);
}

static void put_limits(struct expose *e, const struct agent *a)
{
	const struct agent_limits *l = &a->limits;
	const struct agent_budget *b = &l->budget;

	if (!l->percent)
		return;
	put_ratio(e, "fdd_agent_cost_ratio", "What tracing costs, of the time of all CPUs.",
		  l->cpus ? b->cost / l->cpus / NSEC_PER_SEC : 0);
	put_ratio(e, "fdd_agent_budget_ratio", "What it may cost.", l->percent / 100);
	put_one(e, EXPOSE_GAUGE, "fdd_agent_left_out_functions",
		"The number of functions that are not counted at present.",
		agent_budget_left_out(b));
	put_left_out(e, &a->sums);
}

static uint64_t ns_of(const struct timeval *t)
{
	return t->tv_sec * NSEC_PER_SEC + t->tv_usec * NSEC_PER_USEC;
}

static void put_process(struct expose *e, const struct agent *a)
{
	struct rusage use = { 0 };

	getrusage(RUSAGE_SELF, &use);
	put_seconds(e, EXPOSE_COUNTER, "process_cpu_seconds_total", "CPU time of the agent.",
		    ns_of(&use.ru_utime) + ns_of(&use.ru_stime));
	put_one(e, EXPOSE_GAUGE, "process_resident_memory_bytes", "Memory of the agent.",
		fdd_resident());
	put_seconds(e, EXPOSE_GAUGE, "process_start_time_seconds",
		    "Start of the agent, since 1970.",
		    a->started.tv_sec * NSEC_PER_SEC + a->started.tv_nsec);
}

static void put_all(struct expose *e, const struct agent *a)
{
	put_functions(e, a);
	put_slow_functions(e, a);
	agent_open_put(e, a);
	put_losses(e, a);
	put_kernel(e);
	put_series(e, a->by_cgroup ? &a->pairs : &a->sums);
	put_readings(e, a);
	put_slow(e, a);
	put_limits(e, a);
	put_process(e, a);
	expose_finish(e);
}

/*
 * Answers
 */

/* NULL sets errno. */
static struct serve_data *make(const struct agent *a, enum expose_format format)
{
	struct serve_data *data = xcalloc(1, sizeof(*data));
	struct expose e = { .format = format };

	fdd_bytes_init(&data->gz);
	e.to = fdd_gzip_open(&data->gz, &data->size);
	put_all(&e, a);
	fclose(e.to);
	data->users = 1;
	/* No tag: a scraper never asks whether they are the same. */
	if (!data->gz.error)
		return data;
	errno = data->gz.error;
	serve_data_put(data);
	return NULL;
}

struct serve_data *agent_metrics(struct agent *a, enum expose_format format)
{
	struct serve_data *data;

	pthread_mutex_lock(&a->lock);
	if (fdd_now() - a->read_at >= MIN_AGE_NS)
		agent_read(a);
	if (!a->kept[format])
		a->kept[format] = make(a, format);
	data = a->kept[format];
	if (data)
		serve_data_get(data);
	pthread_mutex_unlock(&a->lock);
	return data;
}
