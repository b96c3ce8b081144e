// SPDX-License-Identifier: GPL-2.0
/*
 * Spans of recordings: "fdd export", a process of its own that is limited and has a low priority,
 * makes them, and the list of traces.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/slow_wait.h"
#include "agent/spans.h"
#include "lib/util.h"

#define MOST_TRACES	50	/* of a recording: a collector takes 20 MiB */
#define EXPORT_CPU_S	60
#define EXPORT_BYTES	(1ull << 30)	/* of addresses */
#define EXPORT_NS	(300 * NSEC_PER_SEC)

static bool spawn(const char *const argv[], pid_t *pid)
{
	const struct rlimit cpu = { EXPORT_CPU_S, EXPORT_CPU_S };
	const struct rlimit memory = { EXPORT_BYTES, EXPORT_BYTES };
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
	prlimit(*pid, RLIMIT_AS, &memory, NULL);
	return true;
}

static bool run(struct agent_slow *s, const char *const argv[], uint64_t *cpu_ns)
{
	uint64_t until = fdd_now() + EXPORT_NS;
	struct rusage use = { 0 };
	int status = -1;
	pid_t pid;

	if (!spawn(argv, &pid))
		return false;
	while (!wait4(pid, &status, WNOHANG, &use)) {
		if (slow_wait(s, NSEC_PER_SEC / 10) && fdd_now() < until)
			continue;
		kill(pid, SIGKILL);
		wait4(pid, &status, 0, &use);
		break;
	}
	*cpu_ns = (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * NSEC_PER_SEC +
		  (use.ru_utime.tv_usec + use.ru_stime.tv_usec) * NSEC_PER_USEC;
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
static bool export(struct agent_slow *s, const struct names *n, uint64_t traces,
		   uint64_t *cpu_ns)
{
	char limit[32], explain[32], *index, *output;
	const char *argv[9] = { "fdd", "export", "--to=otlp", limit };
	bool ok = false;

	snprintf(limit, sizeof(limit), "-n%" PRIu64, traces ? traces : 1);
	snprintf(explain, sizeof(explain), "--explain=%" PRIu64, traces);
	if (asprintf(&index, "--index=%s", n->new_list) < 0)
		return false;
	if (asprintf(&output, "-o%s", traces ? n->spans : "/dev/null") >= 0) {
		argv[4] = index;
		argv[5] = output;
		argv[6] = n->trace;
		argv[7] = traces ? explain : NULL;
		ok = run(s, argv, cpu_ns);
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

static uint64_t known(int64_t ns)
{
	return ns > 0 ? ns : 0;
}

static void count_row(void *arg, const struct ring_row *row)
{
	struct rows *rows = arg;
	struct agent_exemplar e = { .ns = row->ns, .at = row->start };
	const struct agent_slow_sum slow = {
		.calls = 1, .time = row->ns, .asleep = known(row->asleep),
		.waiting = known(row->waiting), .irqs = known(row->irqs),
	};

	rows->nr++;
	agent_sums_add_slow(&rows->a->sums, row->function, &slow);
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
uint64_t spans_make(struct agent *a, uint64_t number)
{
	struct agent_slow *s = &a->slow;
	uint64_t traces = 0, used, cpu_ns = 0;
	struct names n;

	name_files(&s->ring, number, &n);
	if (s->collector.text)
		traces = agent_tokens_take(&s->tokens, MOST_TRACES, fdd_now());
	if (export(s, &n, traces, &cpu_ns) && !rename(n.new_list, n.list)) {
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
	return cpu_ns;
}
