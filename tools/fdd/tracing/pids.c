// SPDX-License-Identifier: GPL-2.0
/*
 * function_graph must not end while it has a list of processes.
 *
 * With set_ftrace_pid or set_ftrace_notrace_pid the kernel calls fgraph_pid_func() at each entry
 * of a function, and that calls saved_func of the user. When function_graph ends,
 * unregister_ftrace_graph() sets saved_func to NULL and waits for nothing, so that another CPU
 * may call NULL (kernel/trace/fgraph.c, 6.12 line 1375, 7.3 line 1463; since 6.11). So the lists
 * are emptied before, and then fdd waits for the CPUs that are still in fgraph_pid_func().
 *
 * To remove a function probe is such a wait. ftrace_shutdown() calls synchronize_rcu_tasks() for
 * the probe's ftrace_ops where the kernel is preemptible, and then
 * unregister_ftrace_function_probe_func() calls synchronize_rcu() (ftrace.c, 6.12 lines 3202 and
 * 5661, 7.3 lines 3268 and 5784). The first waits for tasks that were preempted in
 * fgraph_pid_func(), the second for CPUs that are there with preemption off, as on x86.
 * membarrier() is only the second, and does not exist with nohz_full.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "tracing/pids.h"
#include "tracing/tracing.h"

static char *file_in(const char *dir, const char *file)
{
	char *path;

	return asprintf(&path, "%s%s", dir, file) < 0 ? NULL : path;
}

static bool has_word(const char *dir, const char *file, const char *word)
{
	char *path = file_in(dir, file);
	bool has = path && tracing_has_word(NULL, path, word);

	free(path);
	return has;
}

/* Returns 1 if there was a list, 0 if not ("no pid"), -1 if it is there still. */
static int empty_list(const char *dir, const char *file)
{
	char *path = file_in(dir, file);
	char *text = path ? tracing_read(NULL, path) : NULL;
	int ret = text && strcmp(text, "no pid") ? 1 : 0;

	if (ret && tracing_write(NULL, path, "\n"))
		ret = -1;
	free(text);
	free(path);
	return ret;
}

/* Any function that can be traced: what its probe does is of no effect at the end of tracing. */
static char *any_function(void)
{
	char *path = tracing_path(NULL, "available_filter_functions");
	FILE *f = fopen(path, "re");
	char *name = NULL;

	free(path);
	if (f && fscanf(f, "%ms", &name) != 1)
		name = NULL;
	if (f)
		fclose(f);
	return name;
}

/* Returns 0, or a negative errno. */
static int add_and_remove_probe(const char *filter, const char *function)
{
	char *probe;
	int err;

	if (asprintf(&probe, "!%s:traceoff\n", function) < 0)
		return -1;
	err = tracing_append(NULL, filter, probe + 1);
	if (!err)
		err = tracing_append(NULL, filter, probe);
	free(probe);
	return err;
}

static int wait_for_callbacks(const char *dir)
{
	char *filter = file_in(dir, "set_ftrace_filter"), *function = any_function();
	int err = -1;

	if (filter && function)
		err = add_and_remove_probe(filter, function);
	free(function);
	free(filter);
	return err;
}

void pids_leave(const char *dir)
{
	int pids, no_pids;

	if (!has_word(dir, "current_tracer", GRAPH))
		return;
	pids = empty_list(dir, "set_ftrace_pid");
	no_pids = empty_list(dir, "set_ftrace_notrace_pid");
	if (pids < 0 || no_pids < 0 || ((pids || no_pids) && wait_for_callbacks(dir)))
		fdd_warning("%s/%s: cannot wait for the end of its list of processes",
			    tracing_dir(), dir);
}
