// SPDX-License-Identifier: GPL-2.0
/* Keeps the budget: measures what tracing costs, and does what is decided. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "agent/limits.h"
#include "agent/thresholds.h"
#include "lib/cgroup.h"
#include "lib/util.h"
#include "record/probe.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

#define PROBED		"*sys_getppid"
#define FILTER		"set_ftrace_filter"
#define DISK_LOOK_NS	(5 * NSEC_PER_SEC)	/* without a budget */
#define MOST_LOOK_NS	(5 * NSEC_PER_SEC)
#define LOOK_PART	0.05			/* of the budget, which looks may take */
#define SLOW_NS		NSEC_PER_MSEC	/* without --slow=TIME */
#define MOST_NAMED	10		/* functions of a message */

/*
 * What a call costs
 */

static bool is_probed(const char *name)
{
	return !fnmatch(PROBED, name, 0);
}

static uint64_t probed_calls(const struct agent *a)
{
	struct fdd_stats *s = agent_read_table(a->limits.path, FDD_STAT_BY_FUNCTION);
	uint64_t calls = 0;

	for (uint32_t i = 0; s && i < s->nr; i++)
		calls += is_probed(s->list[i].name) ? s->list[i].calls : 0;
	fdd_stats_free(s);
	return calls;
}

static int set_threshold(const struct agent *a, uint64_t us)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)us);
	return tracing_set(a->instance, OWN_THRESH_FILE, text);
}

/* With no threshold for functions that no line of function_duration/thresh has */
static int measure_records(struct agent *a, const struct probe *p, double *ns)
{
	if (!slow_records(&a->slow))
		return 0;
	if (set_threshold(a, 0))
		return -1;
	*ns = probe_ns(p);
	/* the calls of the measurement are not slow ones */
	return set_threshold(a, a->wish.thresh_us) || tracing_set(a->instance, "trace", "") ?
		-1 : 0;
}

static int take_costs(struct agent *a, double plain, double counted, double recorded,
		      double calls)
{
	struct agent_budget *b = &a->limits.budget;

	b->call_ns = calls ? (counted - plain) / calls : 0;
	b->record_ns = recorded > counted ? (recorded - counted) / calls : 0;
	if (plain > 0 && counted > 0 && b->call_ns > 0) {
		fdd_tell("a counted call costs %.0f ns, a recorded one %.0f ns more",
			 b->call_ns, b->record_ns);
		return 0;
	}
	fdd_error("--budget: what a call of getppid() costs with tracing could not be measured");
	return -1;
}

/* The process that is measured is in none of the cgroups, but a look at them costs as much. */
static int admit_all(const struct agent *a)
{
	char line[32];
	uint64_t root;

	if (!a->wish.cgroups.nr)
		return 0;
	if (!fdd_cgroup_id("/", &root))
		return -1;
	snprintf(line, sizeof(line), "id:%llu", (unsigned long long)root);
	return tracing_set(a->instance, CGROUP_FILE, line);
}

static int admit_wanted(const struct agent *a)
{
	if (!a->wish.cgroups.nr)
		return 0;
	return tracing_set(a->instance, CGROUP_FILE, "\n") ||
	       session_set_cgroups(&a->wish, a->instance) ? -1 : 0;
}

static int measure(struct agent *a, const struct probe *p)
{
	double plain = probe_ns(p), counted, recorded = 0, calls;
	/* is it one of the functions to count, also without the measurement? */
	bool wanted = filter_has(&a->limits.filter, PROBED);

	if ((!wanted && tracing_add(a->instance, FILTER, PROBED "\n")) || admit_all(a) ||
	    stat_select(a->instance))
		return -1;
	counted = probe_ns(p);
	calls = (double)probed_calls(a) / PROBE_CALLS;
	if (measure_records(a, p, &recorded) ||
	    (!wanted && tracing_add(a->instance, FILTER, "!" PROBED "\n")) ||
	    admit_wanted(a) || stat_reset(a->instance))
		return -1;
	return take_costs(a, plain, counted, recorded, calls);
}

int limits_start(struct agent *a)
{
	struct probe probe;
	int ret = -1;

	a->limits.budget.levels = thresholds_levels(&a->slow.threshold);
	if (!a->limits.percent)
		return stat_select(a->instance);
	if (filter_start(&a->limits.filter, a->instance, false))
		return -1;
	a->limits.path = tracing_path(a->instance, STAT_FILE);
	agent_sums_init(&a->limits.seen, 0);
	if (probe_start(&probe))
		ret = measure(a, &probe);
	else
		fdd_error("--budget: no process for the measurement could be started");
	probe_stop(&probe);
	return ret;
}

/*
 * A look
 */

static uint64_t cpu_ns(int who)
{
	struct rusage use = { 0 };

	getrusage(who, &use);
	return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * NSEC_PER_SEC +
	       (use.ru_utime.tv_usec + use.ru_stime.tv_usec) * NSEC_PER_USEC;
}

static uint64_t since(uint64_t *last, uint64_t now)
{
	uint64_t more = now > *last ? now - *last : 0;

	*last = now;
	return more;
}

static uint64_t records_since(struct agent *a)
{
	struct session_counts counts;

	if (!slow_records(&a->slow))
		return 0;
	session_buffer_counts(a->instance, &counts);
	return since(&a->limits.records, counts.written);
}

/* "fdd-agent-1 cpu0 entered 408 recorded ...", a line for each CPU: which is read quickly */
static uint64_t entered_calls(const struct agent *a)
{
	char *text = tracing_read(NULL, TRACER "_stats"), *rest = text, *line;
	size_t len = strlen(a->instance);
	unsigned long long calls, sum = 0;

	while ((line = strsep(&rest, "\n")))
		if (!strncmp(line, a->instance, len) &&
		    sscanf(line + len, " cpu%*u entered %llu", &calls) == 1)
			sum += calls;
	free(text);
	return sum;
}

/* Has the load grown so much that the next look must not wait? */
static bool is_urgent(struct agent *a, uint64_t now)
{
	struct agent_limits *l = &a->limits;
	uint64_t calls;

	if (!l->percent || now - l->glanced_at < AGENT_BUDGET_LOOK_NS)
		return false;
	calls = entered_calls(a);
	if (calls > l->glanced)
		l->rate = (double)(calls - l->glanced) * NSEC_PER_SEC / (now - l->glanced_at);
	l->glanced_at = now;
	l->glanced = calls;
	return calls > l->entered &&
	       agent_budget_overspends(&l->budget, calls - l->entered, now - l->looked_at);
}

/* Those that count little are from before the last second. Returns the sum of the calls. */
static double fade(struct agent_sums *s, double part)
{
	double calls = 0;

	for (uint32_t i = 0; i < s->nr_functions; i++) {
		s->functions[i].calls *= part;
		s->functions[i].durations *= part;
		calls += s->functions[i].calls;
	}
	return calls;
}

/* With the lock. Returns whether there are counts since the last look; the first one has none. */
static bool read_calls(struct agent *a, struct budget_look *look)
{
	struct agent_limits *l = &a->limits;
	double part = l->looked_at ? agent_budget_fade(look->elapsed) : 0, before;
	struct fdd_stats *now;

	fdd_silent = true;
	now = agent_read_table(l->path, FDD_STAT_BY_FUNCTION);
	fdd_silent = false;
	if (!now)
		return false;
	before = fade(&l->seen, part);
	agent_sums_add(&l->seen, now);
	look->calls = fade(&l->seen, l->looked_at ? 1 : 0) - before;
	l->entered = l->glanced = entered_calls(a);
	l->glanced_at = look->now;
	look->rate = l->rate;
	l->rate = 0;
	l->span = l->span * part + look->elapsed;
	return true;
}

static void list_functions(struct agent *a, struct budget_look *look, struct budget_function *list)
{
	const uint64_t slow = a->slow.threshold.ns ? a->slow.threshold.ns : SLOW_NS;
	const struct agent_sums *s = &a->limits.seen;

	look->list = list;
	for (uint32_t i = 0; i < s->nr_functions; i++) {
		const struct agent_function *f = &s->functions[i];

		if (f->calls > 0 && !f->left_out && i != s->names.other &&
		    !filter_holds(&a->limits.filter, fdd_name(&s->names, i)))
			list[look->nr++] = (struct budget_function){
				.id = i, .calls = f->calls, .time = f->durations,
				.slow = f->max >= slow,
			};
	}
}

/* Looks take a small part of the budget, however long one takes with many functions and CPUs. */
static uint64_t pause_after(const struct agent_limits *l, uint64_t spent)
{
	double pause = spent / (LOOK_PART * l->budget.limit) * NSEC_PER_SEC;

	if (!l->percent)
		return DISK_LOOK_NS;
	if (l->budget.pause < AGENT_BUDGET_LOOK_NS || pause < AGENT_BUDGET_LOOK_NS)
		return l->budget.pause;
	return pause < MOST_LOOK_NS ? pause : MOST_LOOK_NS;
}

/* With the lock. Returns as agent_budget_decide(). */
static int decide(struct agent *a, uint64_t now)
{
	struct agent_limits *l = &a->limits;
	struct budget_look look = { .now = now, .elapsed = l->looked_at ? now - l->looked_at : 0 };
	uint64_t from = cpu_ns(RUSAGE_THREAD);
	struct budget_function *list;
	int steps;

	if (l->percent && !read_calls(a, &look))
		return 0;
	look.span = l->span;
	look.records = records_since(a);
	look.own_ns = since(&l->own_ns, cpu_ns(RUSAGE_SELF));
	look.export_ns = since(&l->export_ns, cpu_ns(RUSAGE_CHILDREN));
	look.disk_is_short = a->slow.disk_is_short;
	list = xcalloc(l->seen.nr_functions + 1, sizeof(*list));
	list_functions(a, &look, list);
	l->looked_at = now;
	a->slow.disk_is_short = false;
	l->cpus = sysconf(_SC_NPROCESSORS_ONLN);
	l->budget.limit = l->percent / 100 * l->cpus * NSEC_PER_SEC;
	steps = agent_budget_decide(&l->budget, &look);
	fdd_debug("%.3f s: counting %.2f ms a second, recording %.2f, exporting %.2f, own %.2f, "
		  "debt %.2f ms",
		  look.elapsed / 1e9, l->budget.counting / 1e6, l->budget.recording / 1e6,
		  l->budget.exporting / 1e6, l->budget.own / 1e6, l->budget.debt / 1e6);
	free(list);
	l->pause = pause_after(l, cpu_ns(RUSAGE_THREAD) - from);
	if (steps)
		agent_drop_kept(a);
	if (steps < 0)
		l->span = fade(&l->seen, 0);
	if (l->percent)
		a->serve.tick_ns = l->pause < AGENT_BUDGET_LOOK_NS ?
				   l->pause : AGENT_BUDGET_LOOK_NS;
	return steps;
}

/*
 * What was decided
 */

static void put_name(FILE *to, unsigned int nr, const char *name)
{
	if (nr < MOST_NAMED)
		fprintf(to, "%s%s", nr ? ", " : "", name);
}

/* With the lock. Returns the number of functions; the caller frees their lines, and their names. */
static unsigned int mark(struct agent *a, const struct budget_step *steps, int nr, bool out,
			 char **lines, char **names)
{
	unsigned int found = 0;
	size_t size;
	FILE *to = open_memstream(lines, &size), *told = open_memstream(names, &size);

	for (int i = 0; i < nr; i++) {
		const char *name;

		if (steps[i].kind != BUDGET_LEAVE_OUT)
			continue;
		name = fdd_name(&a->limits.seen.names, steps[i].id);
		agent_sums_leave_out(&a->limits.seen, name, out);
		agent_sums_leave_out(&a->sums, name, out);
		fprintf(to, "%s\n", name);
		put_name(told, found++, name);
	}
	if (found > MOST_NAMED)
		fprintf(told, " and %u others", found - MOST_NAMED);
	fclose(to);
	fclose(told);
	return found;
}

static void say(const struct agent_budget *b, const struct agent_limits *l, bool out,
		unsigned int nr, const char *names)
{
	double percent = b->cost / (l->cpus * NSEC_PER_SEC) * 100;

	if (nr)
		fdd_tell("tracing takes %.2f %% of the CPUs' time, of a budget of %g %%: %s %s",
			 percent, l->percent, out ? "no longer counted:" : "counted again:",
			 names);
}

static void change_functions(struct agent *a, const struct budget_step *steps, int nr, bool out)
{
	char *lines = NULL, *names = NULL;
	unsigned int found;
	int err;

	pthread_mutex_lock(&a->lock);
	found = mark(a, steps, nr, out, &lines, &names);
	pthread_mutex_unlock(&a->lock);
	err = found ? filter_change(&a->limits.filter, lines, out,
				    !agent_budget_left_out(&a->limits.budget)) : 0;
	if (err)
		fdd_error("%s: %s: some functions are counted, or not counted, against the budget",
			  FILTER, strerror(-err));
	else
		say(&a->limits.budget, &a->limits, out, found, names);
	free(lines);
	free(names);
}

static void change_thresholds(struct agent *a, unsigned int before)
{
	const unsigned int level = a->limits.budget.level;

	if (level == before)
		return;
	thresholds_write(a, level);
	fdd_tell("thresholds of slow calls are %s: level %u of %u",
		 level > before ? "raised" : "lowered", level, a->limits.budget.levels);
}

void limits_look(struct agent *a)
{
	struct agent_limits *l = &a->limits;
	const struct agent_budget *b = &l->budget;
	uint64_t now = fdd_now();
	unsigned int level = b->level;
	int steps;

	if ((!l->percent && !a->slow.disk) || (now - l->looked_at < l->pause && !is_urgent(a, now)))
		return;
	pthread_mutex_lock(&a->lock);
	steps = decide(a, now);
	pthread_mutex_unlock(&a->lock);
	change_thresholds(a, level);
	if (steps > 0)
		change_functions(a, b->steps + b->nr - steps, steps, true);
	else if (steps < 0)
		change_functions(a, b->steps + b->nr, -steps, false);
}

void limits_free(struct agent *a)
{
	agent_budget_free(&a->limits.budget);
	agent_sums_free(&a->limits.seen);
	filter_free(&a->limits.filter);
	free(a->limits.path);
}
