// SPDX-License-Identifier: GPL-2.0
/*
 * The table of step kinds, at the end of this file. A new file or option is a row:
 * a name, a weight, the file, the texts to write; a function for the possible results if
 * these are not always "ok"; and a function that updates the model if it changes.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"

#define EVENT	"events/ftrace/func_duration"

/*
 * Random numbers: xorshift64*, the same everywhere
 */

static uint64_t random_state;

void random_seed(uint64_t seed)
{
	random_state = seed * 0x9e3779b97f4a7c15ULL + 0x2545f4914f6cdd1dULL;
}

unsigned int random_below(unsigned int n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (random_state * 0x2545f4914f6cdd1dULL >> 33) % n;
}

bool one_in(unsigned int n)
{
	return random_below(n) == 0;
}

const char *random_text(const char *const *texts)
{
	unsigned int n = 0;

	while (texts[n])
		n++;
	return texts[random_below(n)];
}

static bool text_is(const struct step *step, const char *text)
{
	return strcmp(step->text, text) == 0;
}

/* Is this file one of ours, that is there only while the module is loaded? */
static bool is_our_file(const char *file)
{
	return strstr(file, "func_duration") || strstr(file, "duration-") ||
	       strstr(file, "function_duration");
}

static bool is_there(const struct step *step)
{
	const struct array *array = array_of(step);

	return array && array->exists && (world.loaded || !is_our_file(step->file));
}

static unsigned int expect_there(const struct step *step)
{
	return is_there(step) ? OK : NOENT;
}

/* Files of the kernel whose results do not depend on the module */
static unsigned int expect_anything(const struct step *step)
{
	return ANYTHING;
}

/*
 * current_tracer
 */

static const char *const tracers[] = {
	"function_duration", "function_duration", "function_duration", "nop", "nop",
	"function", "function_graph", "nosuch", NULL
};

static enum tracer tracer_of(const char *name)
{
	static const char *const names[] = {
		[NOP] = "nop", [FUNCTION] = "function",
		[FUNCTION_GRAPH] = "function_graph",
		[FUNCTION_DURATION] = "function_duration",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(names[i], name) == 0)
			return i;
	}
	return OTHER_TRACER;
}

/* Emulated kernels are very slow while every function is traced. */
static bool make_tracer(struct step *step)
{
	return text_is(step, "nop") || !array_is_unfiltered(array_of(step)) || one_in(60);
}

static unsigned int expect_tracer(const struct step *step)
{
	const struct array *array = array_of(step);
	enum tracer tracer = tracer_of(step->text);

	if (!is_there(step))
		return NOENT;
	if (tracer == OTHER_TRACER || (tracer == FUNCTION_DURATION && !world.loaded))
		return INVAL;
	if (tracer == array->tracer)
		return OK;
	return slots_of(array, 1 << SLOT_PIPE | 1 << SLOT_RAW) ? BUSY : OK;
}

/*
 * Whether a session of the tracer counts every call, or holds them, is decided when it begins, by
 * the options.
 */
static void begin_stat(struct array *array)
{
	array->stat = array_option(array, "duration-stat") || array_thresh_is_auto(array);
	array->tree = array_option(array, "duration-tree");
	array->stat_files |= array->stat;
}

static void done_tracer(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);
	enum tracer before = array->tracer;

	if (answer != OK)
		return;
	array->tracer = tracer_of(step->text);
	if (array->tracer != before)
		array->stat = false;
	if (array->tracer != before && array->tracer == FUNCTION_DURATION)
		begin_stat(array);
}

/*
 * Filters
 */

static const char *const filters[] = {
	"calls_leaf", "calls_nest*", "calls_nest3", "calls_nest7 calls_nest2", "calls_*",
	":mod:calls", "calls_recurse", "calls_leaf calls_nest10", "read_zero", "vfs_read",
	"!calls_nest3", "!calls_nest*", "", "nosuch", "*", NULL
};

static const char *const notraces[] = {
	"calls_nest5", "calls_leaf", "calls_nest[1-4]", "", "", "", "nosuch", NULL
};

/* Texts that make an active tracer trace the whole kernel are rare. */
static bool make_filter(struct step *step)
{
	struct filter filter = array_of(step)->filter;

	if (text_is(step, "nosuch"))
		step->verb = APPEND;
	if (step->text[0] == '!')
		step->verb = APPEND;
	functions_apply(&filter, step->text, step->verb == APPEND);
	if (filter.set && !filter.all)
		return true;
	return one_in(array_of(step)->tracer != NOP ? 60 : 4);
}

static unsigned int expect_filter(const struct step *step)
{
	struct filter filter = { 0 };

	if (!is_there(step))
		return NOENT;
	return functions_apply(&filter, step->text, false) ? OK : INVAL;
}

static void done_filter(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);

	if (answer == NOENT)
		return;
	functions_apply(&array->filter, step->text, step->verb == APPEND);
}

static void done_notrace(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);

	if (answer == NOENT)
		return;
	functions_apply(&array->notrace, step->text, step->verb == APPEND);
}

/*
 * Function tracing as a whole: its sysctl
 */

/*
 * A kprobe that is disarmed while ftrace is switched off leaves a mark on its function, of which
 * 6.12 warns later: Documentation/upstream/bugs/8-kprobe-ftrace-off.txt.
 */
static bool any_kprobe_enabled(void)
{
	unsigned int enabled = 0;
	int i;

	for (i = 0; i < N_KPROBES; i++)
		enabled |= world.kprobe_enabled[i];
	return enabled;
}

static bool make_sysctl(struct step *step)
{
	return text_is(step, "1") || !any_kprobe_enabled();
}

/* New kernels do not allow to disable it: EOPNOTSUPP. */
static unsigned int expect_sysctl(const struct step *step)
{
	return text_is(step, "0") ? OK | OTHER : OK;
}

static void done_sysctl(const struct step *step, enum answer answer)
{
	if (answer == OK)
		world.ftrace_off = text_is(step, "0");
}

/*
 * Process ids: of this process, of another, of none
 */

static const char *const pids[] = { "$$", "$$", "1", "", "", "xyz", NULL };

static unsigned int expect_pid(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	return text_is(step, "xyz") ? INVAL : OK;
}

static void change_pids(bool *set, bool *ours, const struct step *step, enum answer answer)
{
	if (answer == NOENT)
		return;
	if (step->verb == WRITE)
		*set = *ours = false;
	if (answer != OK || !step->text[0])
		return;
	*set = true;
	*ours |= text_is(step, "$$");
}

static void done_pid(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);

	if (strcmp(step->file, "set_ftrace_pid") == 0)
		change_pids(&array->pids, &array->pids_ours, step, answer);
	else
		change_pids(&array->no_pids, &array->no_pids_ours, step, answer);
}

/*
 * set_graph_function, set_graph_notrace, max_graph_depth
 */

static const char *const graph_functions[] = {
	"calls_nest3", "calls_nest7", "calls_leaf", "", "", "nosuch", NULL
};

static const char *const depths[] = { "0", "0", "1", "3", "x", NULL };

static void done_graph(const struct step *step, enum answer answer)
{
	struct filter filter = { 0 };
	bool function = strcmp(step->file, "set_graph_function") == 0;

	filter.set = function ? world.graph.function : world.graph.notrace;
	functions_apply(&filter, step->text, step->verb == APPEND);
	if (function)
		world.graph.function = filter.set;
	else
		world.graph.notrace = filter.set;
}

static unsigned int expect_number(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	return text_is(step, "x") ? INVAL : OK;
}

static void done_depth(const struct step *step, enum answer answer)
{
	if (answer == OK)
		sscanf(step->text, "%d", &world.graph.max_depth);
}

static const char *const thresholds[] = { "0", "0", "1", "1000", "100000", "x", NULL };
static const char *const switches[] = { "0", "1", NULL };
static const char *const on_mostly[] = { "0", "1", "1", NULL };
static const char *const nothing[] = { "", NULL };

/*
 * Options
 */

static const char *const options[] = {
	"duration-abstime", "duration-cpu", "duration-overhead", "duration-overrun",
	"duration-proc", "stacktrace", "overwrite", "event-fork", "function-fork",
	"sym-offset", "latency-format", "raw", "hex", "bin", "fields", "context-info",
	"irq-info", "markers", "pause-on-trace", "record-cmd", "record-tgid",
	"userstacktrace", "funcgraph-proc", "funcgraph-irqs", "func-no-repeats",
	"sleep-time", "graph-time", "display-graph", NULL
};

static bool make_option(struct step *step)
{
	snprintf(step->file, sizeof(step->file), "options/%s", random_text(options));
	return true;
}

/* How many calls duration-tree may hold, in sessions that begin later */
#define TREE_CALLS	"/sys/module/function_duration/parameters/tree_calls"

static const char *const rooms[] = { "1", "1", "500", "524288", "x", NULL };

static unsigned int expect_room(const struct step *step)
{
	if (!world.loaded)
		return NOENT;
	return text_is(step, "x") ? INVAL : OK;
}

static unsigned int expect_option(const struct step *step)
{
	if (!strstr(step->file, "duration-"))
		return ANYTHING;
	return expect_there(step);
}

static void done_option(const struct step *step, enum answer answer)
{
	if (answer == OK && strcmp(step->file, "options/stacktrace") == 0)
		array_of(step)->stacks = text_is(step, "1");
}

/*
 * The event
 */

static const char *const event_filters[] = {
	"0", "0", "duration > 1000", "depth == 2", "func.function == calls_leaf",
	"common_pid == 1", "duration < 0", "nosuch == 1", NULL
};

static unsigned int expect_event_filter(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	return text_is(step, "nosuch == 1") ? INVAL : OK;
}

static void done_enable(const struct step *step, enum answer answer)
{
	if (answer == OK)
		event_set(array_of(step), text_is(step, "1"));
}

/* All other events of the array that steps define */
static void switch_kprobes(const struct array *array, bool on)
{
	int i;

	for (i = 0; i < N_KPROBES; i++) {
		if (on && world.kprobed[i])
			world.kprobe_enabled[i] |= 1 << array_index(array);
		if (!on)
			world.kprobe_enabled[i] &= ~(1 << array_index(array));
	}
}

static const char *const set_events[] = {
	"ftrace:func_duration", "!ftrace:func_duration", "ftrace:func_duration",
	"!ftrace:*", "!*:func_duration", "func_duration", "", "no:such", NULL
};

static bool make_set_event(struct step *step)
{
	step->verb = text_is(step, "") ? WRITE : APPEND;
	return true;
}

static unsigned int expect_set_event(const struct step *step)
{
	bool ours = strstr(step->text, "duration");

	if (!is_there(step))
		return NOENT;
	if (text_is(step, "no:such"))
		return INVAL;
	if (text_is(step, "!ftrace:*"))
		return OK | INVAL;
	if (ours && !world.loaded)
		return INVAL;
	return OK;
}

static void done_set_event(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);
	bool ours = strstr(step->text, "duration") || text_is(step, "!ftrace:*");

	if (answer == NOENT)
		return;
	if (step->verb == WRITE)
		switch_kprobes(array, false);
	if (!world.loaded)
		return;
	if (step->verb == WRITE)
		event_set(array, false);
	if (answer == OK && ours)
		event_set(array, step->text[0] != '!');
}

/* Enables two thousand events: rare, and undone soon. */
static bool make_all_events(struct step *step)
{
	bool on = array_of(step)->many_events;

	snprintf(step->text, sizeof(step->text), "%d", !on);
	return on || (one_in(8) && !world.ftrace_off);
}

static void done_all_events(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);

	if (answer == NOENT)
		return;
	array->many_events = text_is(step, "1");
	switch_kprobes(array, array->many_events);
	if (world.loaded && answer == OK)
		event_set(array, array->many_events);
}

/*
 * Instances
 */

static bool make_instance(struct step *step)
{
	const struct array *array = &world.arrays[1 + random_below(N_ARRAYS - 1)];

	snprintf(step->file, sizeof(step->file), "%s", array->name);
	step->array[0] = '\0';
	return one_in(8) || array->exists == (step->verb == REMOVE);
}

static unsigned int expect_mkdir(const struct step *step)
{
	return array_of(step)->exists ? EXIST : OK;
}

static void done_mkdir(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);

	if (answer != OK)
		return;
	array_forget(array);
	array->exists = true;
}

/* Every open file holds it; files of events may. */
static unsigned int expect_rmdir(const struct step *step)
{
	const struct array *array = array_of(step);

	if (!array->exists)
		return NOENT;
	if (slots_of(array, 1 << SLOT_TRACE | 1 << SLOT_PIPE | 1 << SLOT_RAW) ||
	    array_has_hist_variables(array))
		return BUSY;
	return slots_of(array, 1 << SLOT_FILE) ? OK | BUSY : OK;
}

static void done_rmdir(const struct step *step, enum answer answer)
{
	if (answer != OK)
		return;
	switch_kprobes(array_of(step), false);
	array_forget(array_of(step));
}

/*
 * Kprobes on functions that are traced
 */

static const char *const kprobes[] = {
	"p:mk/k0 calls_leaf", "r:mk/k1 calls_nest2", "-:mk/k0", "-:mk/k1", NULL
};

static int kprobe_of(const char *text)
{
	return strstr(text, "mk/k1") ? 1 : 0;
}

static bool make_kprobe(struct step *step)
{
	step->verb = APPEND;
	return true;
}

static unsigned int expect_kprobe(const struct step *step)
{
	int i = kprobe_of(step->text);

	if (step->text[0] != '-')
		return world.kprobed[i] ? EXIST : OK;
	if (!world.kprobed[i])
		return NOENT;
	return world.kprobe_enabled[i] ? BUSY : OK;
}

static void done_kprobe(const struct step *step, enum answer answer)
{
	const char *name = strrchr(step->text, ' ');

	if (answer == OK)
		world.kprobed[kprobe_of(step->text)] = name ? function_bit(name + 1) : 0;
}

static bool make_kprobe_event(struct step *step)
{
	snprintf(step->file, sizeof(step->file), "events/mk/k%u/enable",
		 random_below(N_KPROBES));
	return !world.ftrace_off || text_is(step, "0");
}

static unsigned int expect_kprobe_event(const struct step *step)
{
	return is_there(step) && world.kprobed[kprobe_of(step->file)] ? OK : NOENT;
}

static void done_kprobe_event(const struct step *step, enum answer answer)
{
	unsigned int bit = 1 << array_index(array_of(step));

	if (answer != OK)
		return;
	if (text_is(step, "1"))
		world.kprobe_enabled[kprobe_of(step->file)] |= bit;
	else
		world.kprobe_enabled[kprobe_of(step->file)] &= ~bit;
}

/*
 * Files left open
 */

static const char *const opened[] = {
	"trace", "trace", "trace_pipe", "per_cpu/cpu0/trace", "per_cpu/cpu1/trace_pipe",
	"per_cpu/cpu0/trace_pipe_raw", "per_cpu/cpu1/trace_pipe_raw", "snapshot",
	"per_cpu/cpu0/snapshot_raw", "options/duration-proc", "options/duration-cpu",
	"function_duration_stats", "function_duration/stat", "function_duration/stat_hist",
	"function_duration/thresh", "function_duration/stack_thresh",
	"function_duration/open", "function_duration/open_thresh", "function_duration/cgroup",
	EVENT "/enable", EVENT "/trigger", EVENT "/format",
	EVENT "/hist", EVENT "/filter", "set_ftrace_filter", "set_event", "current_tracer",
	NULL
};

static bool is_stat_file(const char *file)
{
	return strncmp(file, "function_duration/", 18) == 0;
}

static bool stat_file_is_there(const struct step *step)
{
	return !strstr(step->file, "/stat") || array_of(step)->stat_files;
}

static enum slot_use use_of(const char *file)
{
	const char *name = strrchr(file, '/');

	name = name ? name + 1 : file;
	if (strcmp(name, "trace") == 0 || strcmp(name, "snapshot") == 0)
		return SLOT_TRACE;
	if (strcmp(name, "trace_pipe") == 0)
		return SLOT_PIPE;
	if (strstr(name, "_raw"))
		return SLOT_RAW;
	if (strcmp(name, "function_duration_stats") == 0)
		return SLOT_STATS;
	if (is_stat_file(file))
		return SLOT_STAT;
	return SLOT_FILE;
}

/* A slot that is free, or one that is used; 0 if there is none. */
static int pick_slot(bool used, bool held)
{
	int tries, slot;

	for (tries = 0; tries < 20; tries++) {
		slot = FIRST_SLOT + random_below(N_SLOTS);
		if ((world_slot(slot)->use != SLOT_FREE) == used &&
		    (!used || (world_slot(slot)->use == SLOT_HELD) == held))
			return slot;
	}
	return 0;
}

static bool make_open(struct step *step)
{
	snprintf(step->file, sizeof(step->file), "%s", random_text(opened));
	if (strcmp(step->file, "function_duration_stats") == 0)
		step->array[0] = '\0';
	step->slot = pick_slot(false, false);
	return step->slot;
}

static unsigned int expect_open(const struct step *step)
{
	const struct array *array = array_of(step);
	enum slot_use use = use_of(step->file);

	if (!is_there(step))
		return NOENT;
	if (use == SLOT_PIPE && slots_of(array, 1 << SLOT_PIPE))
		return OK | BUSY;
	if (step->array[0] && use == SLOT_STATS)
		return NOENT;
	if (use == SLOT_STAT && !stat_file_is_there(step))
		return NOENT;
	/* in some kernels the file hist exists only with a histogram */
	return strstr(step->file, "/hist") ? OK | INVAL | NOENT : OK;
}

static void done_open(const struct step *step, enum answer answer)
{
	struct slot *slot = world_slot(step->slot);
	const struct array *array = array_of(step);

	if (answer != OK)
		return;
	memset(slot, 0, sizeof(*slot));
	slot->use = use_of(step->file);
	slot->array = array_index(array);
	slot->ours = slot->use == SLOT_TRACE && array->tracer == FUNCTION_DURATION;
	snprintf(slot->file, sizeof(slot->file), "%s", step->file);
}

static bool make_close(struct step *step)
{
	step->array[0] = '\0';
	step->slot = pick_slot(true, step->verb == RELEASE);
	return step->slot;
}

static unsigned int expect_close(const struct step *step)
{
	return world_slot(step->slot)->use == SLOT_FREE ? OTHER : OK;
}

static void done_close(const struct step *step, enum answer answer)
{
	memset(world_slot(step->slot), 0, sizeof(struct slot));
	world_slot(step->slot)->array = -1;
}

/* If it is read while another tracer is selected, the file belongs to that tracer. */
static void done_read_slot(const struct step *step, enum answer answer)
{
	struct slot *slot = world_slot(step->slot);
	bool ours;

	if (slot->use != SLOT_TRACE)
		return;
	ours = world.arrays[slot->array].tracer == FUNCTION_DURATION;
	if (slot->ours != ours) {
		slot->maybe = true;
		slot->ours = true;
	}
}

static const char *const read_files[] = {
	"trace", "trace", "trace_pipe", "per_cpu/cpu1/trace", "per_cpu/cpu0/trace_pipe",
	"snapshot", "options/duration-abstime", "function_duration_stats", EVENT "/hist",
	"function_duration/stat", "function_duration/stat_hist", "function_duration/stat",
	"function_duration/thresh", "function_duration/stack_thresh",
	"function_duration/open", "function_duration/open", "function_duration/open_idle",
	"function_duration/blocked", "function_duration/cgroup",
	EVENT "/trigger", EVENT "/enable", EVENT "/format",
	"set_ftrace_filter",
	"enabled_functions", "available_tracers", "trace_options", "set_event",
	"per_cpu/cpu0/stats", "saved_cmdlines", "error_log", NULL
};

static bool make_read(struct step *step)
{
	snprintf(step->file, sizeof(step->file), "%s", random_text(read_files));
	return true;
}

static unsigned int expect_read(const struct step *step)
{
	if (is_there(step) && is_stat_file(step->file))
		return stat_file_is_there(step) ? OK : NOENT;
	return is_our_file(step->file) && !world.loaded ? NOENT : ANYTHING;
}

/*
 * Statistics of every call: any write begins another interval
 */

static const char *const stat_files[] = { "stat", "stat_hist", NULL };

static bool make_stat_reset(struct step *step)
{
	snprintf(step->file, sizeof(step->file), "function_duration/%s",
		 random_text(stat_files));
	return array_of(step)->stat_files || one_in(6);
}

static unsigned int expect_stat_reset(const struct step *step)
{
	return is_there(step) && array_of(step)->stat_files ? OK : NOENT;
}

/*
 * Thresholds of functions
 */

static const char *const thresh_lines[] = {
	"calls_nest* off", "calls_nest[2-4] 0", "calls_leaf 1000s", "calls_leaf 0", "* 0",
	"*:mod:calls off", "calls_* 50us", "vfs_read 1ms", "", "", "!calls_nest*",
	"!calls_leaf", "!*", "calls_leaf", "calls_leaf 5x", "calls_leaf 1 2",
	"calls_* auto:p99", "calls_leaf auto:p50", "calls_leaf auto:x", "nosuch* 1s", NULL
};

static bool make_thresh(struct step *step)
{
	step->verb = step->text[0] && !one_in(4) ? APPEND : WRITE;
	return world.loaded || one_in(6);
}

static struct thresh_line *find_thresh(struct array *array, const char *function)
{
	int i;

	for (i = 0; i < array->n_lines; i++) {
		if (strcmp(array->lines[i].function, function) == 0)
			return &array->lines[i];
	}
	return NULL;
}

static unsigned int expect_thresh(const struct step *step)
{
	char function[40], value[16], more[8];
	int words;

	if (!is_there(step))
		return NOENT;
	words = sscanf(step->text, "%39s %15s %7s", function, value, more);
	if (words <= 0)
		return OK;
	if (function[0] == '!')
		return step->verb == APPEND && find_thresh(array_of(step), function + 1) ?
		       OK : INVAL;
	return words == 2 && strcmp(value, "5x") && strcmp(value, "auto:x") ? OK : INVAL;
}

static void remove_thresh(struct array *array, const char *function)
{
	struct thresh_line *line = find_thresh(array, function);

	if (!line)
		return;
	array->n_lines--;
	memmove(line, line + 1, (array->lines + array->n_lines - line) * sizeof(*line));
}

static void done_thresh(const struct step *step, enum answer answer)
{
	struct array *array = array_of(step);
	struct thresh_line line;

	if (answer != OK)
		return;
	if (step->verb == WRITE)
		array->n_lines = 0;
	if (step->text[0] == '!') {
		remove_thresh(array, step->text + 1);
	} else if (sscanf(step->text, "%39s %15s", line.function, line.value) == 2) {
		remove_thresh(array, line.function);
		array->lines[array->n_lines++] = line;
	}
}

/*
 * Numbers of an array: its own tracing_thresh and max_graph_depth, stack_thresh, and which calls
 * are in "open"
 */

static const char *const own_thresholds[] = {
	"", "", "0", "1", "100ms", "off", "1 2", "x", NULL
};

static const char *const own_depths[] = { "", "", "0", "1", "3", "x", NULL };

static const char *const stack_thresholds[] = {
	"0", "1ns", "2us", "100", "5ms", "1 2", "x", NULL
};

/* All tasks are in the root, so that each is traced with any of them. */
static const char *const cgroups[] = {
	"", "/", "id:1", "1", "/\nid:1", "/none", "!/none", "id:99999999", "!", "x", NULL
};

static const char *const open_idles[] = { "0", "1", "1", "2", "", "x", NULL };

static bool make_own(struct step *step)
{
	return world.loaded || one_in(6);
}

static unsigned int expect_own(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	return strcmp(step->text, "1 2") && strcmp(step->text, "x") ? OK : INVAL;
}

static unsigned int expect_cgroup(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	if (strstr(step->text, "none") || strstr(step->text, "99"))
		return NOENT;
	return text_is(step, "!") || text_is(step, "x") ? INVAL : OK;
}

static unsigned int expect_open_idle(const struct step *step)
{
	if (!is_there(step))
		return NOENT;
	return text_is(step, "0") || text_is(step, "1") ? OK : INVAL;
}

static void done_own_depth(const struct step *step, enum answer answer)
{
	if (answer == OK && sscanf(step->text, "%d", &array_of(step)->max_depth) != 1)
		array_of(step)->max_depth = -1;
}

static void done_stack_thresh(const struct step *step, enum answer answer)
{
	if (answer == OK)
		array_of(step)->call_stacks = !text_is(step, "0");
}

/*
 * perf and BPF
 */

static const char *const held[] = {
	"perf", "perf-bpf", "perf-stack", "perf-stack", "raw-bpf", NULL
};

static bool make_hold(struct step *step)
{
	step->array[0] = '\0';
	step->slot = pick_slot(false, false);
	return step->slot;
}

static unsigned int expect_hold(const struct step *step)
{
	return world.loaded ? OK : NOENT;
}

static void done_hold(const struct step *step, enum answer answer)
{
	struct slot *slot = world_slot(step->slot);

	if (answer != OK)
		return;
	memset(slot, 0, sizeof(*slot));
	slot->use = SLOT_HELD;
	slot->array = -1;
}

/*
 * Buffers
 */

static const char *const page_sizes[] = { "4", "4", "8", NULL };
static const char *const sizes[] = { "4", "64", "256", "1408", NULL };
static const char *const snapshots[] = { "1", "1", "0", "2", NULL };
static const char *const clocks[] = { "local", "local", "global", "mono", "counter", NULL };
static const char *const cpumasks[] = { "3", "3", "1", "2", NULL };
static const char *const markers[] = { "monkey", NULL };

/* While "trace" is open, a buffer cannot be resized. */
static unsigned int expect_resize(const struct step *step)
{
	const struct array *array = array_of(step);

	if (!is_there(step))
		return NOENT;
	return slots_of(array, 1 << SLOT_TRACE) ? OK | BUSY : OK;
}

/*
 * Modules
 */

static const char *const nobody[] = { "", NULL };
static const char *const parameters[] = { "", "", "", "tracer=1", NULL };

/* The parameters of insmod make the array's name part of the text. */
static bool make_module(struct step *step)
{
	size_t len = strlen(step->text);

	if (len && !make_tracer(step))
		return false;
	if (len && step->array[0])
		snprintf(step->text + len, sizeof(step->text) - len, " instance=%s", step->array);
	step->array[0] = '\0';
	strcpy(step->file, step->verb == INSERT ? MODULE_FILE : "function_duration");
	return one_in(6) || world.loaded == (step->verb == TAKE_OUT);
}

/* As "echo function_duration >current_tracer" at the end of insmod */
static void done_parameters(const struct step *step)
{
	struct step select = {
		.verb = WRITE, .file = "current_tracer", .text = "function_duration",
	};
	struct step make = { .verb = MAKE };

	if (sscanf(step->text, "tracer=1 instance=%15s", select.array) == 1 &&
	    !array_of(&select)->exists) {
		strcpy(make.file, select.array);
		done_mkdir(&make, OK);
	}
	if (step->text[0] && expect_tracer(&select) == OK)
		done_tracer(&select, OK);
}

static unsigned int expect_insmod(const struct step *step)
{
	if (strcmp(step->file, MODULE_FILE))
		return OK | EXIST;
	return world.loaded ? EXIST : OK;
}

static void done_insmod(const struct step *step, enum answer answer)
{
	int i;

	if (answer != OK || strcmp(step->file, MODULE_FILE))
		return;
	world.loaded = true;
	for (i = 0; i < N_ARRAYS; i++)
		event_sync(&world.arrays[i]);
	done_parameters(step);
}

static unsigned int expect_rmmod(const struct step *step)
{
	int holds, more;

	if (strcmp(step->file, "function_duration"))
		return ANYTHING;
	if (!world.loaded)
		return NOENT;
	holds = world_holds(&more);
	if (holds)
		return AGAIN;
	return more ? OK | AGAIN : OK;
}

static void done_rmmod(const struct step *step, enum answer answer)
{
	if (answer == OK && strcmp(step->file, "function_duration") == 0)
		world_module_gone();
}

/*
 * Calls
 */

static const char *const orders[] = {
	"leaf 10", "nested 10", "nested 3", "recurse 2 5", "irq 3", "softirq 3",
#ifdef __x86_64__
	"nmi 2",
#endif
	"cpus 5", "spin 2 50", "leaf 100", "nested 20", "late 5 0", "late 300 5",
	"late 3000 15", NULL
};

/* They wait at least until the monkey's step is done. */
static const char *const commands[] = {
	"umask 022", "umask 022", "umask 022",
	"(echo 'sleep 1 300' >" CALLS_FILE ") &",
	"(echo 'sleep 2 20' >" CALLS_FILE ") &",
	NULL
};

/* What keeps a CPU in the functions of a crowd for some steps */
static const char crowd_load[] = "(timeout 8 dd if=/dev/zero of=/dev/null bs=1) &";

/* Not every kernel can switch a CPU off. */
static bool make_cpu(struct step *step)
{
	return access(step->file, F_OK) == 0;
}

static unsigned int expect_cpu(const struct step *step)
{
	return OK;
}

static void done_cpu(const struct step *step, enum answer answer)
{
	world.cpu1_off = text_is(step, "0");
}

/*
 * trace-cmd: its settings are read from the files.
 */

static const char *const trace_cmds[] = {
	"trace-cmd start -p function_duration -l 'calls_*'",
	"trace-cmd start -p function_duration -l calls_leaf -e syscalls:sys_enter_umask",
	"trace-cmd start -p function_graph -l calls_nest3",
	"trace-cmd stop", "trace-cmd restart", "trace-cmd reset", "trace-cmd clear",
	NULL
};

/* Not while there are triggers, open pipes or an enabled event, which it may change. */
static bool make_trace_cmd(struct step *step)
{
	const struct array *top = &world.arrays[0];

	return !top->n_triggers && !top->n_probes && !top->event.registered &&
	       !top->many_events && !slots_of(top, 1 << SLOT_PIPE | 1 << SLOT_RAW) &&
	       world.loaded;
}

static void done_trace_cmd(const struct step *step, enum answer answer)
{
	struct array *top = &world.arrays[0];
	char text[64];
	int i;

	switch_kprobes(top, false);
	if (read_text("current_tracer", text, sizeof(text)) == 0) {
		text[strcspn(text, "\n")] = '\0';
		top->tracer = tracer_of(text);
	}
	/* "restart" continues the existing session */
	if (top->tracer != FUNCTION_DURATION)
		top->stat = false;
	else if (strstr(step->text, " start "))
		begin_stat(top);
	/* "reset" removes dynamic events. */
	for (i = 0; i < N_KPROBES; i++) {
		snprintf(text, sizeof(text), "mk/k%d", i);
		if (!file_has_text("kprobe_events", text)) {
			world.kprobed[i] = 0;
			world.kprobe_enabled[i] = 0;
		}
	}
	functions_in_file("set_ftrace_filter", &top->filter);
	functions_in_file("set_ftrace_notrace", &top->notrace);
	world.graph.function = functions_in_file("set_graph_function", NULL);
	world.graph.notrace = functions_in_file("set_graph_notrace", NULL);
	top->pids = file_has_text("set_ftrace_pid", "no pid") ? false : top->pids;
	top->no_pids &= !file_has_text("set_ftrace_notrace_pid", "no pid");
	top->no_pids_ours &= top->no_pids;
	if (read_text("max_graph_depth", text, sizeof(text)) == 0)
		sscanf(text, "%d", &world.graph.max_depth);
}

/* The first row of the table that fits a step is its kind. */
static const struct kind kinds[] = {
	{ "tracer", 60, WRITE, "current_tracer", tracers,
	  .make = make_tracer, .expect = expect_tracer, .done = done_tracer },
	{ "probe", 25, WRITE, "set_ftrace_filter", nothing, .says = "*calls_*:*",
	  .make = probe_text, .expect = probe_expect, .done = probe_done },
	{ "filter", 60, WRITE, "set_ftrace_filter", filters,
	  .make = make_filter, .expect = expect_filter, .done = done_filter, .crowd = 4 },
	{ "notrace", 15, WRITE, "set_ftrace_notrace", notraces,
	  .expect = expect_filter, .done = done_notrace },
	{ "pid", 10, WRITE, "set_ftrace_pid", pids, .expect = expect_pid, .done = done_pid },
	{ "no pid", 5, WRITE, "set_ftrace_notrace_pid", pids,
	  .expect = expect_pid, .done = done_pid, .crowd = 6 },
	{ "event pid", 8, WRITE, "set_event_pid", pids, .expect = expect_pid },
	{ "no event pid", 4, WRITE, "set_event_notrace_pid", pids, .expect = expect_pid },
	{ "graph function", 8, WRITE, "set_graph_function", graph_functions, .top = true,
	  .expect = expect_filter, .done = done_graph },
	{ "graph notrace", 8, WRITE, "set_graph_notrace", graph_functions, .top = true,
	  .expect = expect_filter, .done = done_graph },
	{ "graph depth", 8, WRITE, "max_graph_depth", depths, .top = true,
	  .expect = expect_number, .done = done_depth, .crowd = 1 },
	{ "threshold", 12, WRITE, "tracing_thresh", thresholds, .top = true,
	  .expect = expect_number, .crowd = 2 },
	{ "recording", 15, WRITE, "tracing_on", switches, .expect = expect_there, .crowd = 2 },
	{ "count every call", 35, WRITE, "options/duration-stat", on_mostly,
	  .expect = expect_option, .crowd = 3 },
	{ "whole calls", 35, WRITE, "options/duration-tree", on_mostly,
	  .expect = expect_option, .crowd = 3 },
	{ "self times", 15, WRITE, "options/duration-self", on_mostly,
	  .expect = expect_option, .crowd = 2 },
	{ "sleep", 20, WRITE, "options/duration-sleep", on_mostly,
	  .expect = expect_option, .crowd = 2 },
	{ "interrupts", 20, WRITE, "options/duration-irq", on_mostly,
	  .expect = expect_option, .crowd = 2 },
	{ "callers", 15, WRITE, "options/duration-caller", on_mostly,
	  .expect = expect_option, .crowd = 2 },
	{ "arguments", 15, WRITE, "options/duration-args", on_mostly,
	  .expect = expect_option, .crowd = 1 },
	{ "return values", 15, WRITE, "options/duration-retval", on_mostly,
	  .expect = expect_option, .crowd = 1 },
	{ "cgroups of calls", 15, WRITE, "options/duration-cgroup", on_mostly,
	  .expect = expect_option, .crowd = 1 },
	{ "room for calls", 10, WRITE, TREE_CALLS, rooms, .top = true, .expect = expect_room },
	{ "option", 20, WRITE, "options/*", switches,
	  .make = make_option, .expect = expect_option, .done = done_option },
	{ "threshold of functions", 30, WRITE, "function_duration/thresh", thresh_lines,
	  .make = make_thresh, .expect = expect_thresh, .done = done_thresh },
	{ "stacks of long calls", 20, WRITE, "function_duration/stack_thresh", stack_thresholds,
	  .make = make_own, .expect = expect_own, .done = done_stack_thresh },
	{ "own threshold", 12, WRITE, "function_duration/tracing_thresh", own_thresholds,
	  .make = make_own, .expect = expect_own },
	{ "own depth", 8, WRITE, "function_duration/max_graph_depth", own_depths,
	  .make = make_own, .expect = expect_own, .done = done_own_depth },
	{ "cgroups", 15, WRITE, "function_duration/cgroup", cgroups,
	  .make = make_own, .expect = expect_cgroup, .crowd = 1 },
	{ "shortest open call", 8, WRITE, "function_duration/open_thresh", stack_thresholds,
	  .make = make_own, .expect = expect_own },
	{ "open calls of idle threads", 5, WRITE, "function_duration/open_idle", open_idles,
	  .make = make_own, .expect = expect_open_idle },
	{ "stat reset", 12, WRITE, "function_duration/*", switches,
	  .make = make_stat_reset, .expect = expect_stat_reset, .crowd = 2 },
	{ "event filter", 15, WRITE, EVENT "/filter", event_filters,
	  .expect = expect_event_filter },
	{ "event", 40, WRITE, EVENT "/enable", switches,
	  .expect = expect_there, .done = done_enable },
	{ "trigger", 80, WRITE, "events/*/trigger", nothing, .append = true,
	  .make = trigger_text, .expect = trigger_expect, .done = trigger_done },
	{ "set_event", 12, WRITE, "set_event", set_events,
	  .make = make_set_event, .expect = expect_set_event, .done = done_set_event },
	{ "all events", 4, WRITE, "events/enable", nothing,
	  .make = make_all_events, .expect = expect_there, .done = done_all_events },
	{ "instance", 25, MAKE, "*", nothing,
	  .make = make_instance, .expect = expect_mkdir, .done = done_mkdir },
	{ "no instance", 20, REMOVE, "*", nothing,
	  .make = make_instance, .expect = expect_rmdir, .done = done_rmdir, .crowd = 3 },
	{ "open", 25, OPEN, "*", nothing,
	  .make = make_open, .expect = expect_open, .done = done_open },
	{ "close", 30, CLOSE, "*", nothing,
	  .make = make_close, .expect = expect_close, .done = done_close },
	{ "read on", 15, READ_SLOT, "*", nothing,
	  .make = make_close, .expect = expect_anything, .done = done_read_slot },
	{ "read", 25, READ, "*", nothing, .make = make_read, .expect = expect_read, .crowd = 2 },
	{ "perf, BPF", 8, HOLD, "*", held,
	  .make = make_hold, .expect = expect_hold, .done = done_hold },
	{ "no perf, BPF", 10, RELEASE, "*", nothing,
	  .make = make_close, .expect = expect_close, .done = done_close },
	{ "buffer size", 8, WRITE, "buffer_size_kb", sizes, .expect = expect_resize },
	{ "page size", 2, WRITE, "buffer_subbuf_size_kb", page_sizes, .expect = expect_resize },
	{ "buffer of a cpu", 3, WRITE, "per_cpu/cpu1/buffer_size_kb", sizes,
	  .expect = expect_resize },
	{ "snapshot", 10, WRITE, "snapshot", snapshots, .expect = expect_resize },
	{ "clear", 10, WRITE, "trace", nothing, .expect = expect_there, .crowd = 2 },
	{ "clock", 5, WRITE, "trace_clock", clocks, .expect = expect_there },
	{ "cpus", 3, WRITE, "tracing_cpumask", cpumasks, .expect = expect_there },
	{ "marker", 15, WRITE, "trace_marker", markers, .expect = expect_anything },
	{ "rmmod", 25, TAKE_OUT, "*", nobody,
	  .make = make_module, .expect = expect_rmmod, .done = done_rmmod },
	{ "insmod", 40, INSERT, "*", parameters,
	  .make = make_module, .expect = expect_insmod, .done = done_insmod },
	{ "calls", 60, WRITE, CALLS_FILE, orders, .top = true, .crowd = 3 },
	{ "kprobe", 8, WRITE, "kprobe_events", kprobes, .top = true,
	  .make = make_kprobe, .expect = expect_kprobe, .done = done_kprobe },
	{ "kprobe event", 8, WRITE, "events/mk/*/enable", switches,
	  .make = make_kprobe_event, .expect = expect_kprobe_event, .done = done_kprobe_event },
	{ "all of ftrace", 3, WRITE, "/proc/sys/kernel/ftrace_enabled", on_mostly, .top = true,
	  .make = make_sysctl, .expect = expect_sysctl, .done = done_sysctl },
	{ "cpu", 3, WRITE, "/sys/devices/system/cpu/cpu1/online", on_mostly, .top = true,
	  .make = make_cpu, .expect = expect_cpu, .done = done_cpu },
	{ "trace-cmd", 3, RUN, "*", trace_cmds, .says = "trace-cmd*", .top = true,
	  .make = make_trace_cmd, .expect = expect_anything, .done = done_trace_cmd },
	{ "command", 10, RUN, "*", commands, .top = true, .expect = expect_anything },
};

/*
 * A crowd: each third episode has sessions in all arrays, of the same functions and with pids,
 * and they end one after the other while each CPU is in these functions.
 */
static bool crowd;
static int crowd_steps;

#define CROWD_LOAD_EACH	12	/* steps; longer than the load lasts */

static const char *const crowd_filters[] = {
	"ksys_read vfs_read rw_verify_area", "ksys_read vfs_read rw_verify_area read_zero",
	"ksys_read vfs_read rw_verify_area calls_*", "vfs_read rw_verify_area", NULL
};

/* The load is of other tasks than these. */
static const char *const crowd_pids[] = { "1", "1", "1", "$$", "", NULL };

void grammar_begin(unsigned long seed)
{
	crowd = seed % 3 == 0;
	crowd_steps = 0;
}

static unsigned int weight_of(const struct kind *kind)
{
	return crowd ? kind->crowd : kind->weight;
}

static const struct kind *pick_kind(void)
{
	unsigned int i, sum = 0, at;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		sum += weight_of(&kinds[i]);
	at = random_below(sum);
	for (i = 0; at >= weight_of(&kinds[i]); i++)
		at -= weight_of(&kinds[i]);
	return &kinds[i];
}

/* A step of a crowd, which is known to be possible */
static void make_crowd_step(struct step *step, enum verb verb, const char *array,
			    const char *file, const char *text)
{
	memset(step, 0, sizeof(*step));
	step->verb = verb;
	snprintf(step->array, sizeof(step->array), "%s", array);
	snprintf(step->file, sizeof(step->file), "%s", file);
	snprintf(step->text, sizeof(step->text), "%s", text);
	step->kind = grammar_find(step);
}

static int crowd_size(void)
{
	int i, n = 0;

	for (i = 0; i < N_ARRAYS; i++)
		n += world.arrays[i].tracer == FUNCTION_DURATION;
	return n;
}

/* What an array lacks; false: nothing */
static bool make_crowd_array(struct step *step, const struct array *array)
{
	if (!array->exists)
		make_crowd_step(step, MAKE, "", array->name, "");
	else if (!array->filter.set)
		make_crowd_step(step, WRITE, array->name, "set_ftrace_filter",
				random_text(crowd_filters));
	else if (!array->no_pids && !one_in(4))
		make_crowd_step(step, WRITE, array->name, "set_ftrace_notrace_pid", "1");
	else
		return false;
	return true;
}

/* Mostly all but one array trace. */
static bool make_crowd_tracer(struct step *step)
{
	const struct array *array = &world.arrays[random_below(N_ARRAYS)];
	bool on = array->tracer == FUNCTION_DURATION;

	if (on && crowd_size() < N_ARRAYS && !one_in(10))
		return false;
	make_crowd_step(step, WRITE, array->name, "current_tracer",
			on ? "nop" : "function_duration");
	return true;
}

static bool make_crowd(struct step *step)
{
	int i;

	if (!world.loaded) {
		make_crowd_step(step, INSERT, "", MODULE_FILE, "");
		return true;
	}
	for (i = 0; i < N_ARRAYS; i++) {
		if (make_crowd_array(step, &world.arrays[i]))
			return true;
	}
	if (crowd_steps++ % CROWD_LOAD_EACH < 2) {
		make_crowd_step(step, RUN, "", "", crowd_load);
		return true;
	}
	return one_in(2) && make_crowd_tracer(step);
}

static const char *random_text_of(const struct kind *kind)
{
	if (crowd && kind->verb == WRITE && strcmp(kind->name, "filter") == 0)
		return random_text(crowd_filters);
	if (crowd && strcmp(kind->name, "no pid") == 0)
		return random_text(crowd_pids);
	return random_text(kind->texts);
}

/* Mostly an existing array. */
static void pick_array(struct step *step)
{
	const struct array *array;

	do {
		array = &world.arrays[one_in(2) ? 0 : random_below(N_ARRAYS)];
	} while (!array->exists && !one_in(20));
	strcpy(step->array, array->name);
}

/*
 * If every function is traced with additional work at each call, the timer's interrupt takes
 * longer than its period, and an emulated kernel makes no progress (the manual warns of it
 * for func_stack_trace). So the whole kernel is traced only if nothing is attached.
 */
static bool array_crawls(const struct array *array)
{
	if (array->tracer == NOP)
		return false;
	return array_is_unfiltered(array) && (array->n_triggers || array->n_probes ||
					      array->stacks || array->call_stacks ||
					      array->many_events);
}

/* Whether a step leads to a state that is left out: tried on the model */
static bool is_left_out(const struct step *step)
{
	static struct world saved;
	bool out = false;
	int i;

	saved = world;
	step_done(step, OK);
	for (i = 0; i < N_ARRAYS; i++)
		out |= array_crawls(&world.arrays[i]);
	world = saved;
	return out;
}

/* Tracing the whole kernel is for a few steps only. */
static bool make_end_of_whole(struct step *step)
{
	int i;

	for (i = 0; i < N_ARRAYS; i++) {
		const struct array *array = &world.arrays[i];

		if (array->tracer == NOP || !array_is_unfiltered(array))
			continue;
		memset(step, 0, sizeof(*step));
		step->verb = WRITE;
		strcpy(step->array, array->name);
		strcpy(step->file, array->notrace.set ? "set_ftrace_notrace" :
							"set_ftrace_filter");
		strcpy(step->text, array->notrace.set ? "" : "calls_leaf");
		step->kind = grammar_find(step);
		return one_in(3);
	}
	return false;
}

static bool make_any(struct step *step)
{
	const struct kind *kind = pick_kind();

	memset(step, 0, sizeof(*step));
	step->kind = kind;
	step->verb = kind->verb;
	if (!kind->top)
		pick_array(step);
	if (!strchr(kind->file, '*'))
		snprintf(step->file, sizeof(step->file), "%s", kind->file);
	snprintf(step->text, sizeof(step->text), "%s", random_text_of(kind));
	if (step->verb == WRITE && one_in(4) != kind->append && kind->file[0] != '/')
		step->verb = APPEND;
	return !kind->make || kind->make(step);
}

/* A random step that is possible now; false: try again. */
bool grammar_make(struct step *step)
{
	if (crowd && make_crowd(step))
		return true;
	return make_end_of_whole(step) || (make_any(step) && !is_left_out(step));
}

static bool is_write(enum verb verb)
{
	return verb == WRITE || verb == APPEND;
}

const struct kind *grammar_find(const struct step *step)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct kind *kind = &kinds[i];

		if ((is_write(step->verb) ? kind->verb != WRITE : kind->verb != step->verb))
			continue;
		if (is_write(step->verb) && fnmatch(kind->file, step->file, 0))
			continue;
		if (!kind->says || fnmatch(kind->says, step->text, 0) == 0)
			return kind;
	}
	return NULL;
}

unsigned int step_expect(const struct step *step)
{
	if (!step->kind)
		return ANYTHING;
	return step->kind->expect ? step->kind->expect(step) : OK;
}

void step_done(const struct step *step, enum answer answer)
{
	if (step->kind && step->kind->done)
		step->kind->done(step, answer);
}
