// SPDX-License-Identifier: GPL-2.0
/*
 * Slow calls. The instance in which all calls are counted records those that are as long as
 * function_duration/thresh says, and overwrites the oldest ones. Some seconds after one was
 * recorded, the kernel swaps the buffers with second ones, and they are saved as a file of the
 * ring: what is recorded meanwhile overwrites nothing of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/send.h"
#include "agent/slow.h"
#include "agent/slow_wait.h"
#include "agent/spans.h"
#include "agent/thresholds.h"
#include "lib/util.h"
#include "record/dat.h"
#include "record/symbols.h"
#include "record/wall.h"
#include "tracing/events.h"
#include "tracing/option.h"
#include "tracing/tracing.h"

#define LEAST_KB	64
#define BUFFER_KB	512	/* for each CPU, without -b; and as much for what is saved */
#define HOLD_NS		(5 * NSEC_PER_SEC)	/* from a call until it is saved */
#define PARTS		4	/* of the ring: the size of the largest recording */

/*
 * Recording
 */

/* A recording is at most a part of the ring. */
static int check_buffers(struct agent *a)
{
	uint64_t cpus = sysconf(_SC_NPROCESSORS_CONF), wanted;
	uint64_t most = a->slow.ring.max / PARTS / 1024 / cpus;

	if (!a->wish.buffer_kb)
		a->wish.buffer_kb = most < BUFFER_KB ? most : BUFFER_KB;
	if (a->wish.buffer_kb && a->wish.buffer_kb <= most)
		return 0;
	wanted = a->wish.buffer_kb ? a->wish.buffer_kb : LEAST_KB;
	fdd_error("--slow-size: the buffers of %llu CPUs have to fit into a quarter of it: at least %lluk with --buffer-size=%lluk",
		  (unsigned long long)cpus, (unsigned long long)(wanted * cpus * PARTS),
		  (unsigned long long)wanted);
	return -1;
}

int slow_check(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (!slow_is_on(s))
		return 0;
	umask(0077);
	return !ring_open(&s->ring) || (slow_records(s) && check_buffers(a)) ? -1 : 0;
}

int slow_prepare(struct agent *a)
{
	const struct agent_slow *s = &a->slow;

	if (!slow_records(s))
		return 0;
	return (s->tree && option_switch_on(a->instance, OPTION_TREE)) ||
	       tracing_set(a->instance, "options/overwrite", "1") ||
	       thresholds_write(a, 0) ? -1 : 0;
}

static void look_at_cpu(void *agent, unsigned int cpu, const struct session_counts *counts)
{
	struct agent *a = agent;
	struct agent_slow *s = &a->slow;

	s->recorded += counts->recorded;
	/* the counts of the tracer come by themselves */
	if (counts->bytes)
		slow_look_cpu(&s->look, cpu, counts->written,
			      (double)counts->held / counts->bytes * a->wish.buffer_kb * 1024);
}

/* Sets ->recorded, and how long it is until the next look. */
static void look(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t time = fdd_now();

	s->recorded = 0;
	s->look.waits = s->waits_since;
	slow_look_begin(&s->look);
	session_counts_of_cpus(a->instance, look_at_cpu, a);
	s->next_ns = slow_look_next(&s->look, time - s->looked);
	s->looked = time;
}

/* The first snapshot allocates its memory, and is forgotten. A kernel may have none. */
static int prepare_snapshots(struct agent *a)
{
	char *path = tracing_path(a->instance, "snapshot");

	a->slow.snapshots = !access(path, W_OK);
	free(path);
	return a->slow.snapshots && (tracing_set(a->instance, "snapshot", "1") ||
				     tracing_set(a->instance, "snapshot", "2")) ? -1 : 0;
}

static int begin_recording(struct agent *a)
{
	size_t size;

	if (prepare_snapshots(a))
		return -1;
	record_symbols(&size);	/* not later, when there is something to save */
	look(a);
	if (!a->slow.no_sched && sched_events_enable(a->instance))
		return -1;
	record_mark_wall(a->instance);
	return 0;
}

/* Is there something to save, now? */
static bool has_recorded(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t before = s->recorded;

	look(a);
	if (s->recorded != before && !s->waits_since)
		s->waits_since = fdd_now();
	return s->waits_since &&
	       (fdd_now() - s->waits_since >= HOLD_NS || slow_look_presses(&s->look));
}

/* For the next recording */
static bool make_room(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	struct ring_removed removed;
	bool fits;

	pthread_mutex_lock(&s->removing);
	fits = ring_make_room(&s->ring, s->ring.max / PARTS, &removed);
	pthread_mutex_unlock(&s->removing);
	slow_count(a, &s->counts.removed, removed.recordings);
	slow_count(a, &s->counts.results[SLOW_NO_ROOM], removed.traces);
	return fits;
}

static void count_written(struct agent *a, uint64_t bytes)
{
	pthread_mutex_lock(&a->lock);
	a->slow.counts.written += bytes;
	agent_tokens_spend(&a->slow.disk_tokens, bytes);
	agent_drop_kept(a);
	pthread_mutex_unlock(&a->lock);
}

/* Returns as dat_save(). */
static int64_t save_buffers(struct agent *a, const char *path)
{
	struct agent_slow *s = &a->slow;
	struct dat_save wish = {
		.calls = { a->instance, s->snapshots ? DAT_SNAPSHOT : DAT_LIVE },
		.path = path, .max = s->ring.max / PARTS,
	};
	int64_t size;

	record_mark_wall(a->instance);
	if (s->snapshots && tracing_set(a->instance, "snapshot", "1"))
		return -1;
	slow_look_anew(&s->look);
	size = dat_save(&wish);
	if (s->snapshots)
		tracing_set(a->instance, "snapshot", "2");
	return size;
}

static void save(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t number = ring_next(&s->ring);
	char *path = ring_path(&s->ring, number, RING_TRACE);
	int64_t size = -1;

	s->waits_since = 0;
	if (make_room(a))
		size = save_buffers(a, path);
	else
		fdd_error("%s: the oldest recordings cannot be removed, so no calls are saved",
			  s->ring.dir);
	if (size > 0)
		count_written(a, size);
	slow_count(a, size >= 0 ? &s->counts.saved : &s->counts.failed, 1);
	free(path);
}

/* Is there a part of what may be written in a day? */
static bool may_write(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	bool may;

	pthread_mutex_lock(&a->lock);
	may = !s->disk || agent_tokens_are_left(&s->disk_tokens, fdd_now());
	s->disk_is_short |= !may;
	pthread_mutex_unlock(&a->lock);
	return may;
}

/* The export has half of the budget, in turn with pauses. */
static void pause_exports(struct agent *a, uint64_t cpu_ns)
{
	double rate = a->limits.percent / 100 * sysconf(_SC_NPROCESSORS_ONLN) / 2;

	a->slow.export_at = rate ? fdd_now() + cpu_ns / rate : 0;
}

static void export_one(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t number = fdd_now() < s->export_at ? 0 : ring_first_new(&s->ring);
	uint64_t before, after;

	if (!number)
		return;
	before = ring_size_of(&s->ring, number);
	pause_exports(a, spans_make(a, number));
	after = ring_size_of(&s->ring, number);
	count_written(a, after > before ? after - before : 0);
	make_room(a);
}

/*
 * Threads
 */

/* By itself: an export may take seconds, and slow calls are overwritten meanwhile. */
static void *export_all(void *agent)
{
	struct agent *a = agent;

	make_room(a);
	do {
		export_one(a);
	} while (slow_wait(&a->slow, SLOW_LOOK_NS));
	return NULL;
}

static void *save_all(void *agent)
{
	struct agent *a = agent;
	struct agent_slow *s = &a->slow;

	do {
		if (has_recorded(a) && may_write(a))
			save(a);
	} while (slow_wait(s, s->next_ns));
	/* the last calls: the next agent exports them */
	if ((has_recorded(a) || s->waits_since) && may_write(a))
		save(a);
	return NULL;
}

static int begin_thread(struct agent *a, void *(*run)(void *agent))
{
	struct agent_slow *s = &a->slow;
	int err = pthread_create(&s->threads[s->nr_threads], NULL, run, a);

	if (err) {
		fdd_error("cannot start a thread: %s", strerror(err));
		return -1;
	}
	s->nr_threads++;
	return 0;
}

int slow_start(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (!slow_is_on(s))
		return 0;
	if (slow_records(s) && begin_recording(a))
		return -1;
	slow_wait_init(s);
	s->runs = true;
	agent_tokens_init(&s->tokens, s->traces, fdd_now());
	agent_tokens_init(&s->disk_tokens, s->disk, fdd_now());
	return begin_thread(a, export_all) ||
	       (slow_records(s) && begin_thread(a, save_all)) ||
	       (s->collector.text && begin_thread(a, slow_send)) ? -1 : 0;
}

void slow_stop(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (s->runs) {
		slow_wait_stop(s);
		while (s->nr_threads)
			pthread_join(s->threads[--s->nr_threads], NULL);
		slow_wait_free(s);
	}
	slow_look_free(&s->look);
	ring_close(&s->ring);
}
