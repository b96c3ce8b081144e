// SPDX-License-Identifier: GPL-2.0
/*
 * Slow calls. The instance in which all calls are counted records those that are as long as
 * function_duration/thresh says, and overwrites the oldest ones. Some seconds after one was
 * recorded, the buffers are saved as a file of the ring. "fdd export", a process of its own that is
 * limited and has a low priority, makes spans and the list of traces of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agent/state.h"
#include "lib/util.h"
#include "record/dat.h"
#include "record/wall.h"
#include "tracing/events.h"
#include "tracing/option.h"
#include "tracing/tracing.h"

#define THRESH_FILE	TRACER "/thresh"
#define BUFFER_KB	1024	/* for each CPU, without -b */
#define LOOK_NS		NSEC_PER_SEC
#define HOLD_NS		(5 * NSEC_PER_SEC)	/* from a call until it is saved */
#define PARTS		4	/* of the ring: the size of the largest recording */
#define MOST_TRACES	50	/* of a recording: a collector takes 20 MiB */
#define EXPORT_CPU_S	60
#define EXPORT_NS	(300 * NSEC_PER_SEC)

const char *const slow_results[SLOW_RESULTS] = {
	[SLOW_SENT] = "sent", [SLOW_REFUSED] = "refused", [SLOW_NO_TOKEN] = "no_token",
	[SLOW_NO_ROOM] = "no_room",
};

void slow_count(struct agent *a, uint64_t *counter, uint64_t more)
{
	pthread_mutex_lock(&a->lock);
	*counter += more;
	agent_drop_kept(a);
	pthread_mutex_unlock(&a->lock);
}

bool slow_wait(struct agent_slow *s, uint64_t ns)
{
	struct timespec until;
	uint64_t at = fdd_now() + ns;
	bool goes_on;

	until = (struct timespec){ at / NSEC_PER_SEC, at % NSEC_PER_SEC };
	pthread_mutex_lock(&s->lock);
	while (!s->stops && !pthread_cond_timedwait(&s->stop, &s->lock, &until))
		;
	goes_on = !s->stops;
	pthread_mutex_unlock(&s->lock);
	return goes_on;
}

/*
 * Recording
 */

static int set_thresholds(const struct agent *a)
{
	const struct words *globs = &a->wish.functions;
	char *lines = NULL;
	size_t size;
	FILE *f = open_memstream(&lines, &size);
	int ret;

	for (size_t i = 0; i < globs->nr; i++)
		fprintf(f, "%s %s\n", globs->words[i], a->slow.threshold);
	fclose(f);
	ret = tracing_set(a->instance, THRESH_FILE, lines);
	free(lines);
	return ret;
}

/* A recording is at most a part of the ring. */
static int check_buffers(struct agent *a)
{
	uint64_t cpus = sysconf(_SC_NPROCESSORS_CONF), most = a->slow.ring.max / PARTS / 1024 / cpus;

	if (!a->wish.buffer_kb)
		a->wish.buffer_kb = most < BUFFER_KB ? most : BUFFER_KB;
	if (a->wish.buffer_kb && a->wish.buffer_kb <= most)
		return 0;
	fdd_error("--slow-size: the buffers of %" PRIu64 " CPUs have to fit into a quarter of it: at least %" PRIu64 "k with --buffer-size=%" PRIu64 "k",
		  cpus, (a->wish.buffer_kb ? a->wish.buffer_kb : 64) * cpus * PARTS,
		  a->wish.buffer_kb ? a->wish.buffer_kb : 64);
	return -1;
}

int slow_check(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (!slow_is_on(s))
		return 0;
	return !ring_open(&s->ring) || (s->threshold && check_buffers(a)) ? -1 : 0;
}

int slow_prepare(const struct agent *a)
{
	const struct agent_slow *s = &a->slow;

	if (!s->threshold)
		return 0;
	return (s->tree && option_switch_on(a->instance, OPTION_TREE)) ||
	       tracing_set(a->instance, "options/overwrite", "1") || set_thresholds(a) ? -1 : 0;
}

static int begin_recording(const struct agent *a)
{
	if (!a->slow.no_sched && sched_events_enable(a->instance))
		return -1;
	record_mark_wall(a->instance);
	return 0;
}

/* Calls were recorded since the last look. */
static bool has_recorded(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	struct session_counts now;
	bool more;

	session_counts(a->instance, &now);
	more = now.recorded != s->recorded;
	s->recorded = now.recorded;
	if (more && !s->waits_since)
		s->waits_since = fdd_now();
	return s->waits_since && fdd_now() - s->waits_since >= HOLD_NS;
}

static void make_room(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t removed = 0, lost;

	lost = ring_make_room(&s->ring, s->ring.max / PARTS, &removed);
	slow_count(a, &s->counts.removed, removed);
	slow_count(a, &s->counts.results[SLOW_NO_ROOM], lost);
}

static void save(struct agent *a)
{
	struct agent_slow *s = &a->slow;
	uint64_t number = fdd_realtime();
	char *path = ring_path(&s->ring, number, RING_TRACE);
	struct dat_save wish = {
		.calls = { a->instance, DAT_LIVE }, .path = path, .max = s->ring.max / PARTS,
	};

	s->waits_since = 0;
	make_room(a);
	record_mark_wall(a->instance);
	slow_count(a, dat_save(&wish) < 0 ? &s->counts.failed : &s->counts.saved, 1);
	free(path);
}

/*
 * Spans
 */

static bool spawn(const char *const argv[], pid_t *pid)
{
	const struct rlimit cpu = { EXPORT_CPU_S, EXPORT_CPU_S };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none;
	int err;

	sigemptyset(&none);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	err = posix_spawn(pid, "/proc/self/exe", &actions, &attr, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	if (err)
		return false;
	setpriority(PRIO_PROCESS, *pid, 10);
	prlimit(*pid, RLIMIT_CPU, &cpu, NULL);
	return true;
}

static bool run(struct agent_slow *s, const char *const argv[])
{
	uint64_t until = fdd_now() + EXPORT_NS;
	int status = -1;
	pid_t pid;

	if (!spawn(argv, &pid))
		return false;
	while (!waitpid(pid, &status, WNOHANG)) {
		if (slow_wait(s, NSEC_PER_SEC / 10) && fdd_now() < until)
			continue;
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		break;
	}
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

struct names {
	char	*trace, *list, *new_list, *spans;
};

static void name_files(const struct agent_ring *r, uint64_t number, struct names *n)
{
	n->trace = ring_path(r, number, RING_TRACE);
	n->list = ring_path(r, number, RING_LIST);
	n->new_list = ring_path(r, number, RING_LIST ".new");
	n->spans = ring_path(r, number, RING_SPANS);
}

static void free_names(struct names *n)
{
	free(n->trace);
	free(n->list);
	free(n->new_list);
	free(n->spans);
}

/* Without a collector, or tokens, only the list is made. */
static bool export(struct agent_slow *s, const struct names *n, uint64_t traces)
{
	char limit[32], explain[32], *index, *output;
	const char *argv[] = { "fdd", "export", "--to=otlp", limit, NULL, NULL, n->trace, NULL, NULL };
	bool ok = false;

	snprintf(limit, sizeof(limit), "-n%" PRIu64, traces ? traces : 1);
	snprintf(explain, sizeof(explain), "--explain=%" PRIu64, traces);
	if (asprintf(&index, "--index=%s", n->new_list) < 0)
		return false;
	if (asprintf(&output, "-o%s", traces ? n->spans : "/dev/null") >= 0) {
		argv[4] = index;
		argv[5] = output;
		argv[7] = traces ? explain : NULL;
		ok = run(s, argv);
		free(output);
	}
	free(index);
	return ok;
}

/* The rows of a recording */
struct rows {
	struct agent	*a;
	bool		sends;
	uint64_t	nr, no_token;
};

static void count_row(void *arg, const struct ring_row *row)
{
	struct rows *rows = arg;
	struct agent_exemplar e = { .ns = row->ns, .at = row->start };

	rows->nr++;
	if (!rows->sends || !row->spans) {
		rows->no_token++;
		return;
	}
	strcpy(e.trace, row->id);
	agent_sums_exemplify(&rows->a->sums, row->function, &e);
}

static void count_rows(struct agent *a, uint64_t number, bool sends)
{
	struct rows rows = { .a = a, .sends = sends };

	pthread_mutex_lock(&a->lock);
	ring_rows(&a->slow.ring, number, count_row, &rows);
	a->slow.counts.calls += rows.nr;
	if (a->slow.collector.text)
		a->slow.counts.results[SLOW_NO_TOKEN] += rows.no_token;
	agent_drop_kept(a);
	pthread_mutex_unlock(&a->lock);
}

/* The list gets its name last: a recording without one is exported by the next agent. */
static void make_spans(struct agent *a, uint64_t number)
{
	struct agent_slow *s = &a->slow;
	uint64_t traces = 0, used;
	struct names n;

	name_files(&s->ring, number, &n);
	if (s->collector.text)
		traces = agent_tokens_take(&s->tokens, MOST_TRACES, fdd_now());
	if (export(s, &n, traces) && !rename(n.new_list, n.list)) {
		used = ring_rows(&s->ring, number, NULL, NULL);
		s->tokens.left += used < traces ? traces - used : 0;
		count_rows(a, number, traces);
	} else if (slow_wait(s, 0)) {
		slow_count(a, &s->counts.failed, 1);
		unlink(n.trace);
		unlink(n.new_list);
		unlink(n.spans);
	}
	free_names(&n);
}

static void *save_all(void *agent)
{
	struct agent *a = agent;
	struct agent_slow *s = &a->slow;
	uint64_t number;

	do {
		if (s->threshold && has_recorded(a))
			save(a);
		number = ring_first(&s->ring, RING_TRACE, RING_LIST);
		if (number)
			make_spans(a, number);
	} while (slow_wait(s, LOOK_NS));
	return NULL;
}

/*
 * Threads
 */

static void init_wait(struct agent_slow *s)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&s->stop, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&s->lock, NULL);
}

int slow_start(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (!slow_is_on(s))
		return 0;
	if (s->threshold && begin_recording(a))
		return -1;
	init_wait(s);
	agent_tokens_init(&s->tokens, s->traces, fdd_now());
	if (pthread_create(&s->saver, NULL, save_all, a)) {
		fdd_error("cannot start a thread: %s", strerror(errno));
		return -1;
	}
	s->runs = true;
	if (!s->collector.text)
		return 0;
	if (!pthread_create(&s->sender, NULL, slow_send, a))
		return 0;
	fdd_error("cannot start a thread: %s", strerror(errno));
	s->collector.text = NULL;
	return -1;
}

void slow_stop(struct agent *a)
{
	struct agent_slow *s = &a->slow;

	if (s->runs) {
		pthread_mutex_lock(&s->lock);
		s->stops = true;
		pthread_cond_broadcast(&s->stop);
		pthread_mutex_unlock(&s->lock);
		pthread_join(s->saver, NULL);
		if (s->collector.text)
			pthread_join(s->sender, NULL);
	}
	ring_close(&s->ring);
}
