// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch: an instance records into a buffer that is overwritten. Its event func_duration has
 * the trigger "snapshot:1 if duration >= N": at a slow call the kernel swaps the buffer with a
 * second one, and goes on recording. The snapshot has the call and what came before it; when
 * it is saved, the trigger is set again.
 *
 * What wakes up fdd then depends on the kernel. With CONFIG_TRACER_MAX_TRACE a snapshot
 * notifies inotify of tracing_max_latency (latency_fsnotify()). In newer kernels poll() of the
 * file hist waits for a hist trigger ("tracing/hist: Add poll(POLLIN) support on hist file").
 * snapshot_raw cannot be polled. In a kernel with neither, fdd looks at the trigger four times
 * a second.
 *
 * When slow calls follow one another, the trigger is set again only after a pause. The hist
 * trigger counts the calls in it.
 *
 * Another program may change the trigger or tracing_on: that ends the run. While snapshot_raw is
 * open here, it can neither select another tracer nor remove the instance or the module.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/catch.h"
#include "record/child.h"
#include "tracing/events.h"
#include "tracing/option.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define EVENT_TRIGGER	"events/ftrace/func_duration/trigger"
#define EVENT_HIST	"events/ftrace/func_duration/hist"
#define NOTIFIES	"tracing_max_latency"

enum { FD_SIGNALS, FD_SNAPSHOT, NR_FDS };

#define THRESH_FILE	TRACER "/thresh"
#define FIRST_CHECK	(1 * NSEC_PER_SEC)
#define LAST_CHECK	(60 * NSEC_PER_SEC)
#define LONGEST_PAUSE	(60 * NSEC_PER_SEC)
#define LOOK_NS		(NSEC_PER_SEC / 4)	/* where nothing wakes us up */
#define SWAP_MS		10	/* the count of the trigger changes before the buffers do */
#define MOST_BUFFER_KB	(64 << 10)	/* for each CPU, unless -b asks for more */

static int report(const struct catch *c, const char *file, const char *value, int err)
{
	if (err)
		fdd_error("instance %s: %s: %s: %s", c->record.instance, file, value,
			  strerror(-err));
	return err ? -1 : 0;
}

static int set(const struct catch *c, const char *file, const char *value)
{
	return report(c, file, value, tracing_write(c->record.instance, file, value));
}

/* ">" removes all triggers */
static int add(const struct catch *c, const char *file, const char *value)
{
	return report(c, file, value, tracing_append(c->record.instance, file, value));
}

/*
 * Setting up
 */

/* Of the instance, unlike tracing_thresh: several may catch at once. */
static int set_thresholds(const struct catch *c)
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
	ret = set(c, THRESH_FILE, lines);
	free(lines);
	return ret;
}

/* Once; the kernel counts down. */
static int set_trigger(const struct catch *c)
{
	char text[64];

	snprintf(text, sizeof(text), "snapshot:1 if duration >= %llu",
		 (unsigned long long)c->thresh_ns);
	return add(c, EVENT_TRIGGER, text);
}

/* Forget the snapshot, and wait for another one. */
static int set_again(const struct catch *c)
{
	return set(c, "snapshot", "2") || add(c, EVENT_TRIGGER, "!snapshot") || set_trigger(c) ?
	       -1 : 0;
}

static int open_file(const struct catch *c, const char *file)
{
	char *path = tracing_path(c->record.instance, file);
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	free(path);
	return fd;
}

/* Returns a file to poll(), or -1. */
static int watch_latency(const struct catch *c)
{
	char *path = tracing_path(c->record.instance, NOTIFIES);
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
	return !tracing_append(c->record.instance, EVENT_TRIGGER, text);
}

/* Another file to poll(), or -1. One that cannot be polled is always ready. */
static int watch_hist(const struct catch *c)
{
	struct pollfd p = { .events = POLLIN | POLLPRI };

	if (!c->counts)
		return -1;
	p.fd = open_file(c, EVENT_HIST);
	if (p.fd >= 0 && !poll(&p, 1, 0))
		return p.fd;
	if (p.fd >= 0)
		close(p.fd);
	return -1;
}

static int watch(struct catch *c)
{
	int fd = watch_latency(c);

	c->counts = count_calls(c);
	c->fds[FD_SIGNALS] = (struct pollfd){ record_signal_fd(), POLLIN, 0 };
	c->fds[FD_SNAPSHOT] = (struct pollfd){ fd, POLLIN, 0 };
	if (fd < 0)
		c->fds[FD_SNAPSHOT] = (struct pollfd){ watch_hist(c), POLLPRI, 0 };
	c->hold_fd = open_file(c, "per_cpu/cpu0/snapshot_raw");
	if (c->hold_fd < 0)
		fdd_error("instance %s: the kernel has no snapshots (CONFIG_TRACER_SNAPSHOT): %s",
			  c->record.instance, strerror(errno));
	fdd_debug("woken by %s", fd >= 0 ? NOTIFIES : c->fds[FD_SNAPSHOT].fd >= 0 ? EVENT_HIST :
		  "a look at the trigger");
	return c->hold_fd >= 0 && c->fds[FD_SIGNALS].fd >= 0 ? 0 : -1;
}

static void end_watch(struct catch *c)
{
	for (unsigned int i = 0; i < NR_FDS; i++)
		if (c->fds[i].fd >= 0)
			close(c->fds[i].fd);
	if (c->hold_fd >= 0)
		close(c->hold_fd);
}

/* Recording begins last. The directory of thresholds is there when the tracer is selected. */
static int arm(struct catch *c)
{
	struct record *r = &c->record;

	r->wish.has_thresh = false;
	if (session_begin(&r->wish, r->instance) ||
	    (r->tree && option_switch_on(r->instance, OPTION_TREE)) ||
	    record_make_command(r) || record_select_tasks(r) || set(c, "tracing_on", "0"))
		return -1;
	if (set(c, "options/overwrite", "1") || set(c, "current_tracer", TRACER) ||
	    set_thresholds(c) || (!r->no_sched && sched_events_enable(r->instance)) ||
	    watch(c) || set_trigger(c) || set(c, "trace", "") || set(c, "tracing_on", "1"))
		return -1;
	if (r->command)
		record_start_command(r);
	return 0;
}

/*
 * Looking after the instance, seldom
 */

static int report_change(const struct catch *c, const char *file)
{
	fdd_error("instance %s: %s: somebody has changed it: no more calls can be caught",
		  c->record.instance, file);
	return -1;
}

static bool has_fired(const char *trigger)
{
	return strstr(trigger, "snapshot:count=0");
}

static int check_settings(const struct catch *c)
{
	const char *instance = c->record.instance;
	char *trigger = tracing_read(instance, EVENT_TRIGGER);
	uint64_t on = 0;
	int ret = 0;

	if (!tracing_read_u64(instance, "tracing_on", &on) || !on)
		ret = report_change(c, "tracing_on");
	else if (!trigger || !strstr(trigger, "snapshot:count="))
		ret = report_change(c, EVENT_TRIGGER);
	free(trigger);
	return ret;
}

/* "name: 12.345678" in ns */
static uint64_t stat_time(const char *stats, const char *name)
{
	const char *p = strstr(stats, name);
	uint64_t ns = 0;
	size_t len;
	char text[40];

	if (!p)
		return 0;
	p += strlen(name);
	p += strspn(p, " ");
	len = strcspn(p, "\n");
	snprintf(text, sizeof(text), "%.*ss", (int)len, p);
	return fdd_parse_time(text, 1, &ns) ? ns : 0;
}

static uint64_t wanted_kb(const struct catch *c, const char *stats, uint64_t kb)
{
	uint64_t oldest = stat_time(stats, "oldest event ts:"), now = stat_time(stats, "now ts:");
	uint64_t span = now > oldest ? now - oldest : 1;

	if (!strstr(stats, "\noverrun:") || strstr(stats, "\noverrun: 0\n") || !oldest ||
	    span >= c->history_ns)
		return kb;
	/* the rate of the last while, and a quarter more */
	return kb * 1.25 * c->history_ns / span;
}

/* No more than an eighth of the free memory, for all buffers and snapshots. */
static uint64_t most_kb(void)
{
	uint64_t pages = sysconf(_SC_AVPHYS_PAGES), page_kb = sysconf(_SC_PAGESIZE) / 1024;
	uint64_t most = pages * page_kb / 8 / 2 / sysconf(_SC_NPROCESSORS_ONLN);

	return most < MOST_BUFFER_KB ? most : MOST_BUFFER_KB;
}

static uint64_t wanted_by_cpus(const struct catch *c, uint64_t kb)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_CONF);
	uint64_t wanted = kb;

	for (unsigned int cpu = 0; cpu < cpus; cpu++) {
		char file[64], *stats;
		uint64_t w;

		snprintf(file, sizeof(file), "per_cpu/cpu%u/stats", cpu);
		stats = tracing_read(c->record.instance, file);
		w = stats ? wanted_kb(c, stats, kb) : 0;
		wanted = w > wanted ? w : wanted;
		free(stats);
	}
	return wanted;
}

/* Without -b: larger, if it is overwritten sooner than --history wants. */
static void fit_buffer(const struct catch *c)
{
	uint64_t kb = 0, wanted, most = most_kb();
	char text[24];

	if (c->record.wish.buffer_kb ||
	    !tracing_read_u64(c->record.instance, "buffer_size_kb", &kb))
		return;
	wanted = wanted_by_cpus(c, kb);
	wanted = wanted > most ? most : wanted;
	if (wanted <= kb)
		return;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)wanted);
	fdd_debug("buffers of %llu KiB were too small, now %s", (unsigned long long)kb, text);
	tracing_write(c->record.instance, "buffer_size_kb", text);
}

static int check(struct catch *c)
{
	c->next_check = fdd_now() + c->check_ns;
	c->check_ns = c->check_ns * 2 < LAST_CHECK ? c->check_ns * 2 : LAST_CHECK;
	if (check_settings(c))
		return -1;
	fit_buffer(c);
	return 0;
}

/*
 * The pause after a call
 */

/* "    Hits: 12" and "    Dropped: 3", those that the histogram had no room for */
static uint64_t slow_calls(const struct catch *c)
{
	static const char *const names[] = { "\n    Hits: ", "\n    Dropped: " };
	char *hist = c->counts ? tracing_read(c->record.instance, EVENT_HIST) : NULL;
	uint64_t nr = 0;

	for (size_t i = 0; hist && i < ARRAY_SIZE(names); i++) {
		const char *p = strstr(hist, names[i]);

		nr += p ? strtoull(p + strlen(names[i]), NULL, 10) : 0;
	}
	free(hist);
	return nr;
}

/* Twice as long as the last one, if there was another call at once. */
static void begin_pause(struct catch *c, uint64_t taken_at)
{
	bool at_once = taken_at - c->resumed_at < c->now_pause_ns;

	c->now_pause_ns = at_once ? 2 * c->now_pause_ns : c->pause_ns;
	if (c->now_pause_ns > LONGEST_PAUSE && c->now_pause_ns > c->pause_ns)
		c->now_pause_ns = c->pause_ns > LONGEST_PAUSE ? c->pause_ns : LONGEST_PAUSE;
	c->resume_at = fdd_now() + c->now_pause_ns;
}

/* All slow calls since the trigger was set, but the one that was caught. */
static void report_pause(struct catch *c)
{
	uint64_t hits = c->resume_at ? slow_calls(c) : 0;
	char text[24];

	if (hits > c->hits + 1)
		fdd_tell("calls not saved, in the pause of %s after the last one: %llu (--pause)",
			 fdd_time_text(text, sizeof(text), c->now_pause_ns),
			 (unsigned long long)(hits - c->hits - 1));
	c->hits = hits;
}

static int end_pause(struct catch *c)
{
	report_pause(c);
	c->resume_at = 0;
	c->resumed_at = fdd_now();
	return set_again(c);
}

/*
 * Waiting
 */

static int wait_ms(const struct catch *c)
{
	uint64_t now = fdd_now(), until = c->next_check, ns;

	if (c->resume_at && c->resume_at < until)
		until = c->resume_at;
	ns = until > now ? until - now : 0;
	if (!c->resume_at && c->fds[FD_SNAPSHOT].fd < 0 && ns > LOOK_NS)
		ns = LOOK_NS;
	return ns / 1000000 + 1;
}

static void drain(int fd)
{
	char events[4096];

	while (read(fd, events, sizeof(events)) > 0)
		;
}

static bool was_taken(const struct catch *c)
{
	char *trigger = tracing_read(c->record.instance, EVENT_TRIGGER);
	bool fired = trigger && has_fired(trigger);

	free(trigger);
	return fired;
}

static int take(struct catch *c)
{
	uint64_t now = fdd_now();
	int ret;

	poll(NULL, 0, SWAP_MS);
	ret = catch_save(c);
	c->caught += !ret;
	if (ret)
		return -1;
	/* before the rest, which may take long */
	if (c->pause_ns)
		begin_pause(c, now);
	else if (c->caught != c->count && set_again(c))
		return -1;
	catch_explain(c);
	catch_notify(c);
	return 0;
}

static bool is_done(const struct catch *c)
{
	const struct record *r = &c->record;

	return r->stops || (c->count && c->caught >= c->count) || (r->command && r->child.ended) ||
	       !session_pids_live(&r->wish);
}

static int wait_once(struct catch *c)
{
	int ready = poll(c->fds, NR_FDS, wait_ms(c));

	if (ready < 0 && errno != EINTR) {
		fdd_error("poll: %s", strerror(errno));
		return -1;
	}
	if (c->fds[FD_SIGNALS].revents & POLLIN)
		record_wait_signal(&c->record, 0);
	if (c->fds[FD_SNAPSHOT].revents & POLLIN)
		drain(c->fds[FD_SNAPSHOT].fd);
	if (c->resume_at && fdd_now() >= c->resume_at && end_pause(c))
		return -1;
	if (!c->resume_at && was_taken(c))
		return take(c);
	return fdd_now() >= c->next_check ? check(c) : 0;
}

static int wait_and_save(struct catch *c)
{
	char text[24];

	c->check_ns = FIRST_CHECK;
	c->next_check = fdd_now() + FIRST_CHECK;
	fdd_tell("waiting for calls of %s or longer%s",
		 fdd_time_text(text, sizeof(text), c->thresh_ns),
		 c->record.command ? "" : "; Ctrl-C stops");
	while (!is_done(c))
		if (!catch_has_room(c) || wait_once(c))
			return -1;
	report_pause(c);
	return 0;
}

/* The command is not ended because enough was caught. */
static void wait_for_command(struct record *r)
{
	if (r->command && !r->stops)
		record_wait_end(r);
	if (r->stops)
		record_end_command(r);
}

int catch_run(struct catch *c)
{
	struct record *r = &c->record;
	int ret;

	r->go_fd = r->exec_fd = r->said_fd = c->hold_fd = -1;
	for (unsigned int i = 0; i < NR_FDS; i++)
		c->fds[i].fd = -1;
	record_block_signals(r);
	ret = arm(c);
	if (ret)
		record_drop_command(r);
	else
		ret = wait_and_save(c);
	end_watch(c);
	if (undo_all())
		ret = -1;
	if (!ret)
		wait_for_command(r);
	if (r->child.ended && record_check_exec(r))
		ret = -1;
	free(c->path);
	free(c->text);
	return ret;
}
