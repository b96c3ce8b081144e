// SPDX-License-Identifier: GPL-2.0
/* The events that report when tasks sleep, who wakes them, and what interrupts them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/events.h"
#include "tracing/tracing.h"

const char *const sched_events[] = {
	"sched:sched_switch", "sched:sched_waking", "sched:sched_wakeup",
	"sched:sched_migrate_task",
	"irq:irq_handler_entry", "irq:irq_handler_exit", "irq:softirq_entry", "irq:softirq_exit",
	"irq_vectors:local_timer_entry", "irq_vectors:local_timer_exit",
	"workqueue:workqueue_execute_start", "workqueue:workqueue_execute_end",
	NULL,
};

char *event_file(const char *event, const char *file)
{
	char *path;

	if (asprintf(&path, "events/%s%s%s", event, *file ? "/" : "", file) < 0)
		return xstrdup("");
	*strchr(path, ':') = '/';
	return path;
}

bool event_is_there(const char *event)
{
	char *file = event_file(event, ""), *path = tracing_path(NULL, file);
	bool there = !access(path, F_OK);

	free(path);
	free(file);
	return there;
}

static int enable(const char *instance, const char *event)
{
	char *file = event_file(event, "enable");
	int err = tracing_write(instance, file, "1");

	if (err)
		fdd_error("instance %s: %s: %s", instance, file, strerror(-err));
	free(file);
	return err ? -1 : 0;
}

int sched_events_enable(const char *instance)
{
	for (const char *const *event = sched_events; *event; event++)
		if (event_is_there(*event) && enable(instance, *event))
			return -1;
	return 0;
}
