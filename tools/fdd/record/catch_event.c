// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch with the module: an instance records into a buffer that is overwritten. Its event
 * func_duration has the trigger "snapshot:1 if duration >= N": at a slow call the kernel swaps
 * the buffer with a second one, and keeps recording. The snapshot has the call and what came
 * before it; when it is saved, the trigger is set again.
 *
 * What wakes up fdd then depends on the kernel. With CONFIG_TRACER_MAX_TRACE a snapshot
 * notifies inotify of tracing_max_latency (latency_fsnotify()). In newer kernels poll() of the
 * file hist waits for a hist trigger ("tracing/hist: Add poll(POLLIN) support on hist file").
 * snapshot_raw cannot be polled. In a kernel with neither, fdd looks at the trigger four times
 * a second. The hist trigger also counts the slow calls.
 *
 * Another program may change the trigger or tracing_on: that ends the run. While snapshot_raw is
 * open here, it can neither select another tracer nor remove the instance or the module.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/catch_state.h"
#include "record/child.h"
#include "tracing/events.h"
#include "tracing/option.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"

#define EVENT_TRIGGER	"events/ftrace/func_duration/trigger"
#define EVENT_HIST	"events/ftrace/func_duration/hist"
#define NOTIFIES	"tracing_max_latency"
#define THRESH_FILE	TRACER "/thresh"
#define SWAP_MS		10	/* the count of the trigger changes before the buffers do */

/* Of the instance, unlike tracing_thresh: several may catch at once. */
int catch_set_thresholds(const struct catch *c, const char *instance)
{
	const struct words *globs = &c->record.wish.functions;
	char *lines = NULL;
	size_t size;
	FILE *f = open_memstream(&lines, &size);
	int ret;

	for (size_t i = 0; i < globs->nr; i++)
		fprintf(f, "%s %lluns\n", globs->words[i],
			(unsigned long long)c->history_thresh_ns);
	fclose(f);
	ret = tracing_set(instance, THRESH_FILE, lines);
	free(lines);
	return ret;
}

/* Once; the kernel counts down. ">" would remove all triggers. */
static int set_trigger(const struct catch *c)
{
	char text[64];

	snprintf(text, sizeof(text), "snapshot:1 if duration >= %llu",
		 (unsigned long long)c->thresh_ns);
	return tracing_add(c->history, EVENT_TRIGGER, text);
}

static int remove_trigger(struct catch *c)
{
	if (c->disarmed || tracing_add(c->history, EVENT_TRIGGER, "!snapshot"))
		return c->disarmed ? 0 : -1;
	c->disarmed = true;
	return 0;
}

static int set_again(struct catch *c)
{
	if (tracing_set(c->history, "snapshot", "2") || remove_trigger(c) || set_trigger(c))
		return -1;
	c->disarmed = false;
	return 0;
}

/*
 * While it is saved, the trigger would swap the buffers once more. A call that returns just before
 * that is not caught, but counted; then the snapshot has only what came after it.
 */
static int put_aside(struct catch *c)
{
	return remove_trigger(c) || tracing_set(c->history, "snapshot", "1") ? -1 : 0;
}

/*
 * What wakes us up
 */

/* Returns a file to poll(), or -1. */
static int watch_latency(const struct catch *c)
{
	char *path = tracing_path(c->history, NOTIFIES);
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (fd >= 0 && inotify_add_watch(fd, path, IN_MODIFY) < 0) {
		close(fd);
		fd = -1;
	}
	free(path);
	return fd;
}

/* Count slow calls. The trigger of the snapshot is added later, and so comes first. */
static bool count_calls(const struct catch *c)
{
	char text[80];

	snprintf(text, sizeof(text), "hist:keys=common_pid:size=128 if duration >= %llu",
		 (unsigned long long)c->thresh_ns);
	return !tracing_append(c->history, EVENT_TRIGGER, text);
}

/* Another file to poll(), or -1. One that cannot be polled is always ready. */
static int watch_hist(const struct catch *c)
{
	struct pollfd p = { .events = POLLIN | POLLPRI };

	if (!c->counts)
		return -1;
	p.fd = catch_open(c->history, EVENT_HIST);
	if (p.fd >= 0 && !poll(&p, 1, 0))
		return p.fd;
	if (p.fd >= 0)
		close(p.fd);
	return -1;
}

static int watch(struct catch *c)
{
	c->counts = count_calls(c);
	c->wake_fd = watch_latency(c);
	c->wake_events = POLLIN;
	fdd_debug("woken by %s", c->wake_fd >= 0 ? NOTIFIES : EVENT_HIST " or a look at the trigger");
	if (c->wake_fd < 0) {
		c->wake_fd = watch_hist(c);
		c->wake_events = POLLPRI;
	}
	c->hold_fd = catch_open(c->history, "per_cpu/cpu0/" DAT_SNAPSHOT);
	if (c->hold_fd < 0)
		fdd_error("instance %s: the kernel has no snapshots (CONFIG_TRACER_SNAPSHOT): %s",
			  c->history, strerror(errno));
	return c->hold_fd >= 0 ? 0 : -1;
}

/* Recording begins last. The directory of thresholds is there when the tracer is selected. */
static int arm(struct catch *c)
{
	struct record *r = &c->record;
	const char *instance = r->instance;

	strcpy(c->history, instance);
	r->wish.has_thresh = false;
	if (session_create(&r->wish, instance) ||
	    (r->tree && option_switch_on(instance, OPTION_TREE)) || record_make_command(r) ||
	    record_select_tasks(r) || tracing_set(instance, "tracing_on", "0"))
		return -1;
	if (tracing_set(instance, "options/overwrite", "1") ||
	    tracing_set(instance, "current_tracer", TRACER) || catch_set_thresholds(c, instance) ||
	    (!r->no_sched && sched_events_enable(instance)) || watch(c) || set_trigger(c))
		return -1;
	if (tracing_set(instance, "trace", "") || tracing_set(instance, "tracing_on", "1"))
		return -1;
	return c->open ? unreturned_arm(c) : 0;
}

static bool taken(struct catch *c)
{
	char *trigger = tracing_read(c->history, EVENT_TRIGGER), events[4096];
	bool fired = trigger && strstr(trigger, "snapshot:count=0");

	/* those of inotify; hist has nothing to read */
	while (c->wake_fd >= 0 && c->wake_events == POLLIN &&
	       read(c->wake_fd, events, sizeof(events)) > 0)
		;
	free(trigger);
	if (fired)
		poll(NULL, 0, SWAP_MS);
	return fired;
}

static void buffers(const struct catch *c, struct dat_save *save)
{
	save->calls = (struct dat_buffer){ c->history, DAT_SNAPSHOT };
}

static int again(struct catch *c)
{
	return set_again(c);
}

/* "    Hits: 12" and "    Dropped: 3", those that the histogram had no room for */
static uint64_t count(const struct catch *c)
{
	static const char *const names[] = { "\n    Hits: ", "\n    Dropped: " };
	char *hist = c->counts ? tracing_read(c->history, EVENT_HIST) : NULL;
	uint64_t nr = 0;

	for (size_t i = 0; hist && i < ARRAY_SIZE(names); i++) {
		const char *p = strstr(hist, names[i]);

		nr += p ? strtoull(p + strlen(names[i]), NULL, 10) : 0;
	}
	free(hist);
	return nr;
}

static int check(const struct catch *c)
{
	const struct record *r = &c->record;
	char *trigger = tracing_read(c->history, EVENT_TRIGGER);
	uint64_t on = 0;
	int ret = 0;

	if (!tracing_read_u64(c->history, "tracing_on", &on) || !on)
		ret = catch_report_change(c, "tracing_on");
	else if (!c->disarmed && (!trigger || !strstr(trigger, "snapshot:count=")))
		ret = catch_report_change(c, EVENT_TRIGGER);
	else if (r->only_command || r->wish.pids.nr)
		ret = tasks_check(c->history, record_tasks_option(r));
	free(trigger);
	return ret;
}

const struct catch_way catch_by_event = {
	.arm = arm, .taken = taken, .buffers = buffers, .put_aside = put_aside, .again = again,
	.count = count, .check = check,
};
