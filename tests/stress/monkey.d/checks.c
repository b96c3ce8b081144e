// SPDX-License-Identifier: GPL-2.0
/* Checks after each step, and after everything was undone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"

static char why[600];

/*
 * The module's references
 */

static bool as_many_as(int holds, int more)
{
	int n = refcount();

	return n >= holds && n <= holds + more;
}

/* Triggers are freed by a thread, perf's events after a grace period: wait for them. */
static const char *check_references(void)
{
	int tries, more, holds = world_holds(&more);

	for (tries = 0; tries < 600 && !as_many_as(holds, more); tries++)
		usleep(10000);
	if (tries < 600)
		return NULL;
	snprintf(why, sizeof(why), "%d references to the module, not %d", refcount(),
		 holds);
	return why;
}

/*
 * The functions that are patched
 */

static funcset array_patched(const struct array *array)
{
	if (array->tracer == NOP)
		return 0;
	return array->filter.set & ~array->notrace.set;
}

/* Whether all functions of the kernel may be patched, or it is not known which. */
static bool patched_is_open(void)
{
	int i;

	for (i = 0; i < N_ARRAYS; i++) {
		const struct array *array = &world.arrays[i];

		if (array->tracer != NOP && array_is_unfiltered(array))
			return true;
	}
	return false;
}

static funcset patched_now(char *stranger, size_t size)
{
	char *text = read_whole("enabled_functions"), *line, *rest = text;
	funcset set = 0;

	stranger[0] = '\0';
	while ((line = strsep(&rest, "\n"))) {
		char name[128] = "";
		funcset bit;

		if (sscanf(line, "%127s", name) != 1 || line[0] == '\t' || line[0] == ' ')
			continue;
		bit = function_bit(name);
		set |= bit;
		if (!bit)
			snprintf(stranger, size, "%s", name);
	}
	free(text);
	return set;
}

static const char *first_of(funcset set)
{
	unsigned int i;

	for (i = 0; i < 64; i++) {
		if (set >> i & 1)
			return function_name(i);
	}
	return "";
}

static const char *check_patched(void)
{
	funcset want = 0, are;
	char stranger[128];
	int i;

	/* Called first, because it updates the model. */
	if (world_notrace_open() || (patched_is_open() && !world.ftrace_off))
		return NULL;
	for (i = 0; i < N_ARRAYS; i++)
		want |= array_patched(&world.arrays[i]) | probes_patched(&world.arrays[i]);
	for (i = 0; i < N_KPROBES; i++)
		want |= world.kprobe_enabled[i] ? world.kprobed[i] : 0;
	want = world.ftrace_off ? 0 : want;
	are = patched_now(stranger, sizeof(stranger));
	if (are == want && !stranger[0])
		return NULL;
	if (stranger[0] || are & ~want)
		snprintf(why, sizeof(why), "%s is patched, but not traced",
			 stranger[0] ? stranger : first_of(are & ~want));
	else
		snprintf(why, sizeof(why), "%s is not patched, though it is traced",
			 first_of(want & ~are));
	return why;
}

/* Find out, with function_graph. */
bool kernel_forgets_notrace(void)
{
	char number[24], stranger[128];
	bool forgets;

	functions_as_numbers("calls_leaf", number, sizeof(number));
	write_text("set_ftrace_filter", number);
	write_text("current_tracer", "function_graph");
	write_text("set_ftrace_notrace", number);
	forgets = patched_now(stranger, sizeof(stranger));
	write_text("current_tracer", "nop");
	write_text("set_ftrace_notrace", "");
	write_text("set_ftrace_filter", "");
	return forgets;
}

/*
 * Calls: the counts after an order
 */

struct counts {
	bool	there;
	long	entered, recorded, ends;	/* ends: sum of the results of calls */
	long	below;
	bool	has_stat;			/* it counts every call, too */
	long	stat;				/* with those without room */
};

static struct counts before[N_ARRAYS];
static bool measured;

static int stats_array(const char *name)
{
	int i;

	for (i = 0; i < N_ARRAYS; i++) {
		const char *own = world.arrays[i].name[0] ? world.arrays[i].name : "top";

		if (strcmp(own, name) == 0)
			return i;
	}
	return -1;
}

static void count_field(struct counts *counts, const char *field, long n)
{
	if (strcmp(field, "entered") == 0)
		counts->entered += n;
	else if (strcmp(field, "no_room") != 0 && strcmp(field, "active") != 0)
		counts->ends += n;
	if (strcmp(field, "recorded") == 0)
		counts->recorded += n;
	if (strcmp(field, "below") == 0)
		counts->below += n;
}

static void count_line(struct counts *counts, char *line)
{
	char name[32], field[32];
	int used, index;
	long n;

	if (sscanf(line, "%31s cpu%*d%n", name, &used) != 1)
		return;
	index = stats_array(name);
	if (index < 0)
		return;
	counts[index].there = true;
	for (line += used; sscanf(line, " %31s %ld%n", field, &n, &used) == 2; line += used)
		count_field(&counts[index], field, n);
}

static void read_counts(struct counts *counts)
{
	char *text = read_whole("function_duration_stats"), *line, *rest = text;

	memset(counts, 0, sizeof(*counts) * N_ARRAYS);
	while ((line = strsep(&rest, "\n")))
		count_line(counts, line);
	free(text);
}

/* The counts of duration-stat in an array. */
static void read_stat(struct counts *counts, const struct array *array)
{
	char path[80], *text, *line, *rest;
	long n;

	counts->has_stat = array->stat;
	counts->stat = 0;
	if (!array->stat)
		return;
	snprintf(path, sizeof(path), "%s%s%sfunction_duration/stat",
		 array->name[0] ? "instances/" : "", array->name, array->name[0] ? "/" : "");
	text = read_whole(path);
	rest = text;
	while ((line = strsep(&rest, "\n"))) {
		if (sscanf(line, "# calls: %ld of", &n) == 1 ||
		    sscanf(line, "# no room for the function: %ld calls", &n) == 1)
			counts->stat += n;
	}
	free(text);
}

static void read_all_counts(struct counts *counts)
{
	int i;

	read_counts(counts);
	for (i = 0; i < N_ARRAYS; i++)
		read_stat(&counts[i], &world.arrays[i]);
}

static bool is_order(const struct step *step)
{
	return step->verb == WRITE && strcmp(step->file, CALLS_FILE) == 0;
}

/* Functions that other tasks call meanwhile: the kernel's, those of our sleepers, of the load */
static bool known_functions_only(const struct array *array)
{
	static const char *const others[] = {
		"vfs_read", "vfs_write", "do_nanosleep", "calls_sleep", "call_sleep",
		"ksys_read", "rw_verify_area", "read_zero",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		if (array->filter.set & function_bit(others[i]))
			return false;
	}
	return !array_is_unfiltered(array);
}

static bool traces_us(const struct array *array)
{
	if (array->pids && !array->pids_ours)
		return false;
	return !array->no_pids_ours;
}

/* Calls that began before, of functions that were traced then, may end meanwhile. */
static bool is_accounted_for(const struct counts *was, long entered, long ends)
{
	return ends >= entered && ends - entered <= was->entered - was->ends;
}

/* Each call that ended was counted. Between two reads a sleeper may return. */
static const char *check_array_stat(const struct array *array, const struct counts *was,
				    const struct counts *is)
{
	long ends = is->ends - was->ends, counted = is->stat - was->stat;

	if (!was->has_stat || !is->has_stat || array->filter.set & function_bit("calls_write") ||
	    counted == ends)
		return NULL;
	snprintf(why, sizeof(why), "%s: %ld calls in the statistics, not %ld",
		 array->name[0] ? array->name : "top", counted, ends);
	return why;
}

/* The graph filters are those of the kernel, but an array may have a depth of its own. */
static struct graph_filters graph_of(const struct array *array)
{
	struct graph_filters graph = world.graph;

	if (array->max_depth >= 0)
		graph.max_depth = array->max_depth;
	return graph;
}

/*
 * The calls of functions without a line are below tracing_thresh, or not. Where calls are held,
 * only the threshold of the root counts.
 */
static const char *check_array_below(const struct array *array, const struct counts *was,
				     const struct counts *is, const struct step *step)
{
	funcset traced = array->filter.set & ~array->notrace.set;
	struct graph_filters graph = graph_of(array);
	long below = is->below - was->below, ended_late = was->entered - was->ends;
	long least = chain_entered(step->text, traced, &graph,
				   array_thresh_is(array, true));
	long most = is->entered - was->entered + ended_late -
		    chain_entered(step->text, traced, &graph,
				  array_thresh_is(array, false));

	if (array->tree || least < 0 || is->entered == was->entered ||
	    (below >= least && below <= most))
		return NULL;
	snprintf(why, sizeof(why), "%s: %ld calls below their thresholds, not %ld to %ld",
		 array->name[0] ? array->name : "top", below, least, most);
	return why;
}

static const char *check_array_counts(const struct array *array, const struct counts *was,
				      const struct counts *is, const struct step *step)
{
	struct graph_filters graph = graph_of(array);
	long want = chain_entered(step->text, array->filter.set & ~array->notrace.set,
				  &graph, ~0ULL);
	long entered = is->entered - was->entered, ends = is->ends - was->ends;

	if (!known_functions_only(array))
		return NULL;
	if (array->tracer != FUNCTION_DURATION || !traces_us(array) || world.ftrace_off)
		want = want < 0 ? want : 0;
	if (want >= 0 && entered != want)
		snprintf(why, sizeof(why), "%s: %ld calls entered, not %ld",
			 array->name[0] ? array->name : "top", entered, want);
	else if (!is_accounted_for(was, entered, ends))
		snprintf(why, sizeof(why), "%s: %ld calls entered, %ld accounted for",
			 array->name[0] ? array->name : "top", entered, ends);
	else
		return check_array_stat(array, was, is) ?:
		       check_array_below(array, was, is, step);
	return why;
}

static const char *check_counts(const struct step *step)
{
	struct counts after[N_ARRAYS];
	const char *wrong = NULL;
	int i;

	if (!measured || world_notrace_open())
		return NULL;
	read_all_counts(after);
	for (i = 0; i < N_ARRAYS && !wrong; i++)
		wrong = check_array_counts(&world.arrays[i], &before[i], &after[i], step);
	return wrong;
}

void checks_before(const struct step *step)
{
	int i;

	wait_for_children(false);
	for (i = 0; i < N_ARRAYS; i++) {
		if (array_switches_event(&world.arrays[i]))
			event_sync(&world.arrays[i]);
	}
	measured = is_order(step) && world.loaded;
	if (measured)
		read_all_counts(before);
}

/*
 * After a step
 */

const char *check_step(const struct step *step)
{
	const char *wrong = klog_bad();

	if (!wrong)
		wrong = check_references();
	if (!wrong)
		wrong = check_counts(step);
	if (!wrong)
		wrong = check_patched();
	return wrong;
}

/*
 * After everything was undone, with the module out
 */

static long slab_before;
static int rounds;

/* Memory that the kernel does not reclaim by itself; our tables are in vmalloc. */
static long slab(void)
{
	char text[4096], *at;
	long kb = 0, vmalloc;

	if (read_text("/proc/meminfo", text, sizeof(text)) == 0) {
		at = strstr(text, "SUnreclaim:");
		if (at)
			sscanf(at, "SUnreclaim: %ld", &kb);
		at = strstr(text, "VmallocUsed:");
		if (at && sscanf(at, "VmallocUsed: %ld", &vmalloc) == 1)
			kb += vmalloc;
	}
	return kb;
}

void checks_begin(void)
{
	slab_before = 0;
	rounds = 0;
}

/* The first rounds fill caches. */
#define WARM_UP		4
#define KB_PER_ROUND	64
#define KB_SLACK	8192

const char *check_memory(void)
{
	long now = slab();

	if (++rounds <= WARM_UP) {
		slab_before = now;
		return NULL;
	}
	if (now - slab_before <= KB_SLACK + (rounds - WARM_UP) * KB_PER_ROUND)
		return NULL;
	snprintf(why, sizeof(why), "slab and vmalloc grew by %ld kB in %d rounds",
		 now - slab_before, rounds - WARM_UP);
	return why;
}

const char *check_clean(void)
{
	const char *wrong = klog_bad();

	if (wrong)
		return wrong;
	wrong = check_patched();
	if (wrong)
		return wrong;
	if (file_has_text("available_tracers", "function_duration"))
		return "the tracer is still in available_tracers";
	if (file_has_text("trace_options", "duration-"))
		return "an option is still in trace_options";
	if (access("events/ftrace/func_duration", F_OK) == 0)
		return "the event is still there";
	if (access("function_duration", F_OK) == 0)
		return "the directory of the statistics is still there";
	if (access("/sys/module/function_duration", F_OK) == 0)
		return "the module is still there";
	return NULL;
}
