// SPDX-License-Identifier: GPL-2.0
/* Looks twice at all tasks: who did not run between the looks, is blocked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/cgroup.h"
#include "lib/util.h"
#include "now/now.h"
#include "tracing/tracing.h"
#include "waits/proc.h"

/* Where the kernel says since when a task sleeps, the looks need not be as far apart as that. */
#define MOST_LOOK_NS	NSEC_PER_SEC

/*
 * Which tasks
 */

/* "0::/system.slice/x.service", or of cgroup v1 a line for each hierarchy */
static bool in_cgroup(const struct fdd_patterns *cgroups, pid_t task)
{
	char line[4096], *path;
	FILE *f = proc_open(task, "cgroup");
	bool is = false;

	while (f && !is && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		path = strchr(line, ':') ? strchr(strchr(line, ':') + 1, ':') : NULL;
		is = path && fdd_cgroup_is_of(cgroups, path + 1);
	}
	if (f)
		fclose(f);
	return is;
}

/* The list of open calls has the cgroups of its tasks; no file has to be opened for them. */
static bool is_of_cgroup(const struct now *now, const struct fdd_patterns *cgroups,
			 const struct waits_task *t)
{
	const char *path = open_calls_cgroup(&now->calls, t->tid, t->comm);

	return (path && fdd_cgroup_is_of(cgroups, path)) || in_cgroup(cgroups, t->tid);
}

static bool has_wanted_cgroup(const struct now *now, const struct fdd_cgroup_list *l,
			      const struct waits_task *t)
{
	return (!l->wanted.nr || is_of_cgroup(now, &l->wanted, t)) &&
	       (!l->unwanted.nr || !is_of_cgroup(now, &l->unwanted, t));
}

static bool is_wanted(const struct now *now, const struct now_wish *wish,
		      const struct waits_task *t)
{
	if (t->pid == getpid() || t->parent == getpid())
		return false;
	if (wish->pids.nr && !fdd_numbers_have(&wish->pids, t->tid) &&
	    !fdd_numbers_have(&wish->pids, t->pid))
		return false;
	if (wish->comms.nr && !fdd_patterns_match(&wish->comms, t->comm))
		return false;
	return has_wanted_cgroup(now, &wish->cgroups, t);
}

/*
 * The first look
 */

static void see_task(struct now *now, const struct now_wish *wish, pid_t tid)
{
	struct waits_task t;

	if (!waits_task_read(&t, tid))
		return;
	waits_task_read_times(&t);
	waits_clock_note(&now->waits.clock, &t);
	now->has_times |= t.has_times;
	if (!is_wanted(now, wish, &t))
		return;
	if (now->nr_tasks == NOW_MOST_TASKS) {
		now->cut = true;
		return;
	}
	GROW(now->tasks, now->nr_tasks, now->task_cap);
	now->tasks[now->nr_tasks++] = (struct now_task){
		.tid = tid, .state = t.state, .switches = t.switches, .sleeps = t.sleeps,
		.ran_ns = t.ran_ns, .read_ns = fdd_now(), .user_ticks = t.user_ticks,
		.kernel_ticks = t.kernel_ticks,
	};
}

typedef void (*see_fn)(struct now *now, const struct now_wish *wish, pid_t tid);

static void see_process(struct now *now, const struct now_wish *wish, pid_t pid, see_fn see)
{
	DIR *dir = proc_dir(pid, "task");
	pid_t tid;

	while (dir && (tid = proc_next(dir)) >= 0)
		see(now, wish, tid);
	if (dir)
		closedir(dir);
}

static void see_all(struct now *now, const struct now_wish *wish, see_fn see)
{
	DIR *dir = proc_dir(0, NULL);
	pid_t pid;

	while (dir && (pid = proc_next(dir)) >= 0)
		see_process(now, wish, pid, see);
	if (dir)
		closedir(dir);
}

/* The clocks of the CPUs advance by tasks that are not wanted, too. */
static void see_time(struct now *now, const struct now_wish *wish, pid_t tid)
{
	struct waits_task t;

	(void)wish;
	if (!waits_task_read(&t, tid))
		return;
	waits_task_read_times(&t);
	waits_clock_note(&now->waits.clock, &t);
}

static void sleep_until(uint64_t ns)
{
	const struct timespec at = { .tv_sec = ns / NSEC_PER_SEC, .tv_nsec = ns % NSEC_PER_SEC };

	while (fdd_now() < ns)
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

/*
 * The second look
 */

#define MOSTLY	80	/* percent of the time of a task */

static void see_runner(struct now *now, const struct now_task *before, const struct waits_task *t)
{
	uint64_t user = t->user_ticks - before->user_ticks;
	uint64_t kernel = t->kernel_ticks - before->kernel_ticks;
	uint64_t took = fdd_now() - before->read_ns, ran = t->ran_ns - before->ran_ns;
	struct now_runner *r;

	if (!t->has_times)
		return;
	GROW(now->runners, now->nr_runners, now->runner_cap);
	r = &now->runners[now->nr_runners++];
	r->task = *t;
	r->percent = ran >= took ? 100 : ran * 100 / took;
	r->own = user * 100 >= (user + kernel) * MOSTLY;
}

/* Between two looks without a voluntary switch, a task that can run did not sleep. */
static void see_again(struct now *now, const struct now_task *before)
{
	struct waits_node *n;
	struct waits_task t;

	if (before->state != 'R') {
		n = waits_of(&now->waits, before->tid);
		n->moved |= !n->gone && n->task.switches != before->switches;
		n->listed = true;
		return;
	}
	if (!waits_task_read(&t, before->tid) || t.state != 'R')
		return;
	waits_task_read_times(&t);
	waits_clock_note(&now->waits.clock, &t);
	if (t.sleeps == before->sleeps)
		see_runner(now, before, &t);
}

static void read_kernel_locks(struct now *now)
{
	char *path;
	FILE *f;

	if (!open_numbers_are_ours() || !tracing_is_mounted())
		return;
	path = tracing_path(NULL, BLOCKED_TASKS);
	f = fopen(path, "re");
	free(path);
	if (!f)
		return;
	waits_kernel_locks_read(&now->waits.sources.kernel_locks, f);
	fclose(f);
}

void now_look(struct now *now, const struct now_wish *wish)
{
	uint64_t gap;

	if (fdd_cgroup_list_has_any(&wish->cgroups))
		open_calls_read(&now->calls);
	see_all(now, wish, see_task);
	waits_clock_first(&now->waits.clock);
	gap = wish->least_ns;
	if (now->has_times && gap > MOST_LOOK_NS)
		gap = MOST_LOOK_NS;
	now->waits.seen_ns = gap;
	now->look_ns = gap;
	sleep_until(fdd_now() + gap);
	if (wish->pids.nr || wish->comms.nr || fdd_cgroup_list_has_any(&wish->cgroups))
		see_all(now, wish, see_time);
	read_kernel_locks(now);
	for (uint32_t i = 0; i < now->nr_tasks; i++)
		see_again(now, &now->tasks[i]);
	waits_follow(&now->waits);
	open_calls_free(&now->calls);
	open_calls_read(&now->calls);
}

const struct open_call *now_open(const struct now *now, const struct waits_node *n, uint32_t *nr)
{
	const struct open_call *calls = open_calls_of(&now->calls, n->task.tid, n->task.comm, nr);
	struct waits_task t;

	if (!calls || n->moved || !waits_task_read(&t, n->task.tid) ||
	    t.switches != n->task.switches)
		return NULL;
	return calls;
}

void now_free(struct now *now)
{
	waits_free(&now->waits);
	open_calls_free(&now->calls);
	for (uint32_t i = 0; i < now->nr_members; i++)
		free(now->members[i].key);
	free(now->tasks);
	free(now->runners);
	free(now->members);
	free(now->groups);
	memset(now, 0, sizeof(*now));
}
