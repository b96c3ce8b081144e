// SPDX-License-Identifier: GPL-2.0
/*
 * Module parameters: tracing from the moment the module is loaded.
 *
 * They are for boot. An initramfs loads the module long before any program can write
 * to tracefs, and takes its parameters from the kernel's command line or from
 * modprobe.d. The settings are the user's from then on, as if written to the files of
 * tracefs.
 *
 * There is no parameter for set_graph_function, whose hash is private to ftrace.c. The
 * kernel's own parameter ftrace_graph_filter= sets it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ftrace.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace.h>

#include <compat/trace.h>

#include "duration/files/boot.h"
#include "duration/files/numbers.h"

static bool tracer;
module_param(tracer, bool, 0444);
MODULE_PARM_DESC(tracer, "select the tracer when the module is loaded");

static ulong thresh = ULONG_MAX;
module_param(thresh, ulong, 0444);
MODULE_PARM_DESC(thresh,
		 "set tracing_thresh, in microseconds; with instance=, that of the instance");

static char *filter;
module_param(filter, charp, 0444);
MODULE_PARM_DESC(filter, "set set_ftrace_filter: functions or globs, separated by commas");

static char *instance;
module_param(instance, charp, 0444);
MODULE_PARM_DESC(instance, "trace in this instance, which is created if it does not exist");

/* What tracing_thresh, in nanoseconds, can hold */
#define MAX_THRESH_US	(LONG_MAX / NSEC_PER_USEC)

/* Set each function or glob of @filter; the first one replaces the array's filter. */
static int __init set_functions(struct ftrace_ops *ops)
{
	char *copy = kstrdup(filter, GFP_KERNEL);
	char *rest = copy, *text;
	int ret = 0, reset = 1;

	if (!copy)
		return -ENOMEM;
	while (!ret && (text = strsep(&rest, ","))) {
		const char *name = filter + (text - copy);

		if (!*text)
			continue;
		/* writes to its argument */
		ret = ftrace_set_filter(ops, text, strlen(text), reset);
		reset = 0;
		if (ret)
			pr_err("filter=: '%.*s' matches no function that can be traced (%d)\n",
			       (int)strcspn(name, ","), name, ret);
	}
	kfree(copy);
	return ret;
}

/* Try them on a filter that is not used for tracing. */
static int __init check_functions(void)
{
	struct ftrace_ops *ops;
	int ret;

	if (!filter)
		return 0;
	ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	if (!ops)
		return -ENOMEM;
	ret = set_functions(ops);
	ftrace_free_filter(ops);
	kfree(ops);
	return ret;
}

static bool __init instance_is_readonly(void)
{
	struct trace_array *tr;
	bool readonly = false;

	mutex_lock(&trace_types_lock);
	list_for_each_entry(tr, &ftrace_trace_arrays, list) {
		if (tr->name && !strcmp(tr->name, instance))
			readonly = trace_array_is_readonly(tr);
	}
	mutex_unlock(&trace_types_lock);
	return readonly;
}

/*
 * A name as that of a directory in instances/. An instance with a copy of the last boot's buffer
 * (trace_instance=NAME=OTHER) is left alone, as by tracefs: when its tracer is changed the kernel
 * removes the instance (trace.c, update_last_data(), 7.3 line 4930).
 */
static int __init check_instance(void)
{
	if (!instance)
		return 0;
	if (!*instance || *instance == '.' || strchr(instance, '/') ||
	    strlen(instance) > NAME_MAX) {
		pr_err("instance=: '%s' cannot be the name of an instance\n", instance);
		return -EINVAL;
	}
	if (instance_is_readonly()) {
		pr_err("instance=: '%s' is read-only, it has a trace of the last boot: name another instance\n",
		       instance);
		return -EROFS;
	}
	return 0;
}

static int __init check_thresh(void)
{
	if (thresh == ULONG_MAX || thresh <= MAX_THRESH_US)
		return 0;
	pr_err("thresh=: %lu is more than the %lu microseconds that tracing_thresh can hold\n",
	       thresh, MAX_THRESH_US);
	return -EINVAL;
}

/**
 * duration_boot_check - check the module's parameters
 *
 * Logs a line about the first one that cannot be used. Changes nothing.
 *
 * Context: process context, module init.
 * Return: 0 or an error.
 */
int __init duration_boot_check(void)
{
	int ret;

	ret = check_instance();
	if (!ret)
		ret = check_thresh();
	if (!ret)
		ret = check_functions();
	return ret;
}

/* That of the kernel, or of an instance */
static void __init set_thresh(struct trace_array *tr)
{
	mutex_lock(&trace_types_lock);
	if (!tr->name)
		tracing_thresh = thresh * NSEC_PER_USEC;
	else if (numbers_set(tr, OWN_THRESH, thresh * NSEC_PER_USEC))
		pr_err("thresh=: %s has no threshold of its own\n", tr->name);
	mutex_unlock(&trace_types_lock);
}

static void __init set_up_array(struct trace_array *tr)
{
	int ret = 0;

	if (thresh != ULONG_MAX)
		set_thresh(tr);
	if (filter)
		ret = set_functions(tr->ops);
	if (!ret && tracer) {
		ret = tracing_set_tracer(tr, "function_duration");
		if (ret)
			pr_err("tracer=: cannot be selected (%d)\n", ret);
	}
}

/**
 * duration_boot_start - apply the module's parameters
 *
 * If a setting fails, which is logged, those that would follow it are left out, so that
 * a wrong filter does not lead to tracing everything. The module stays loaded, because
 * it may already be in use.
 *
 * Context: process context, the end of module init.
 */
void __init duration_boot_start(void)
{
	struct trace_array *tr;

	if (!instance) {
		set_up_array(top_trace_array());
		return;
	}
	tr = trace_array_get_by_name(instance, NULL);
	if (!tr) {
		pr_err("instance=: '%s' cannot be created\n", instance);
		return;
	}
	set_up_array(tr);
	trace_array_put(tr);
}
