// SPDX-License-Identifier: GPL-2.0
/* Undo everything that is set in the model, by the steps that a user would take. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"

bool (*undo_step)(const char *line);

static bool failed;

static void __attribute__((format(printf, 1, 2))) undo(const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (!failed)
		failed = !undo_step(line);
}

static void undo_slots(void)
{
	int i;

	for (i = 0; i < N_SLOTS; i++) {
		enum slot_use use = world.slots[i].use;

		if (use == SLOT_HELD)
			undo("/fd/monkey release %d", FIRST_SLOT + i);
		else if (use != SLOT_FREE)
			undo("exec %d<&-", FIRST_SLOT + i);
	}
}

static const char *dir_of(const struct array *array)
{
	static char dir[40];

	snprintf(dir, sizeof(dir), array->name[0] ? "instances/%s/" : "", array->name);
	return dir;
}

static void undo_triggers(struct array *array)
{
	while (array->n_triggers && !failed) {
		const struct trigger *last = &array->triggers[array->n_triggers - 1];

		undo("echo '!%s' >>%s%s/trigger", last->text, dir_of(array), last->host);
	}
}

static void undo_probes(struct array *array)
{
	while (array->n_probes && !failed)
		undo("echo '!%s' >>%sset_ftrace_filter",
		     array->probes[array->n_probes - 1].text, dir_of(array));
}

/* All arrays' events, then the probes themselves */
static void undo_kprobes(void)
{
	int i, k;

	for (k = 0; k < N_KPROBES; k++) {
		for (i = 0; i < N_ARRAYS; i++) {
			if (world.kprobe_enabled[k] >> i & 1)
				undo("echo 0 >%sevents/mk/k%d/enable",
				     dir_of(&world.arrays[i]), k);
		}
		if (world.kprobed[k])
			undo("echo -:mk/k%d >>kprobe_events", k);
	}
}

static const char *const files_with_defaults[][2] = {
	{ "set_ftrace_filter", "" }, { "set_ftrace_notrace", "" },
	{ "set_ftrace_pid", "" }, { "set_ftrace_notrace_pid", "" },
	{ "set_event_pid", "" }, { "set_event_notrace_pid", "" },
	{ "buffer_subbuf_size_kb", "4" }, { "buffer_size_kb", "64" }, { "trace_clock", "local" },
	{ "tracing_cpumask", "3" }, { "tracing_on", "1" }, { "snapshot", "0" },
	{ "options/overwrite", "1" }, { "trace", "" },
};

static void undo_array(struct array *array)
{
	unsigned int i;

	if (!array->exists)
		return;
	undo_triggers(array);
	undo_probes(array);
	if (array->many_events)
		undo("echo 0 >%sevents/enable", dir_of(array));
	if (world.loaded)
		undo("echo 0 >%sevents/ftrace/func_duration/enable", dir_of(array));
	if (world.loaded) {
		undo("echo >%sfunction_duration/thresh", dir_of(array));
		undo("echo >%sfunction_duration/cgroup", dir_of(array));
		undo("echo >%sfunction_duration/tracing_thresh", dir_of(array));
		undo("echo >%sfunction_duration/max_graph_depth", dir_of(array));
		undo("echo 0 >%sfunction_duration/stack_thresh", dir_of(array));
		undo("echo 0 >%sfunction_duration/open_thresh", dir_of(array));
		undo("echo 0 >%sfunction_duration/open_idle", dir_of(array));
	}
	undo("echo nop >%scurrent_tracer", dir_of(array));
	if (array->name[0]) {
		undo("rmdir instances/%s", array->name);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(files_with_defaults); i++)
		undo("echo %s >%s", files_with_defaults[i][1], files_with_defaults[i][0]);
}

static const char *const top_defaults[][2] = {
	{ "set_graph_function", "" }, { "set_graph_notrace", "" },
	{ "max_graph_depth", "0" }, { "tracing_thresh", "0" },
	{ "options/stacktrace", "0" }, { "options/raw", "0" }, { "options/hex", "0" },
	{ "options/bin", "0" }, { "options/userstacktrace", "0" },
};

/* The order is arbitrary: each step must work. */
bool undo_all(void)
{
	unsigned int i;

	failed = false;
	wait_for_children(true);
	undo("echo 1 >/proc/sys/kernel/ftrace_enabled");
	if (access("/sys/devices/system/cpu/cpu1/online", F_OK) == 0)
		undo("echo 1 >/sys/devices/system/cpu/cpu1/online");
	undo_slots();
	undo_kprobes();
	for (i = 0; i < N_ARRAYS; i++)
		undo_array(&world.arrays[i]);
	for (i = 0; i < ARRAY_SIZE(top_defaults); i++)
		undo("echo %s >%s", top_defaults[i][1], top_defaults[i][0]);
	if (world.loaded)
		undo("rmmod function_duration");
	return !failed;
}
