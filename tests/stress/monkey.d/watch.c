// SPDX-License-Identifier: GPL-2.0
/*
 * A child that watches whether steps return. On a slow machine the child is slow as well,
 * so it measures time in rounds of its own, each a sleep and some work.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "monkey.h"

static struct shared {
	volatile unsigned long	steps;
	char			line[400];
} *shared;
static pid_t watcher;

/* The work of a round: enough to be slow on a slow machine, too */
static void work(void)
{
	volatile unsigned int i;

	for (i = 0; i < 300000; i++)
		;
}

/* Print the step that hangs, and log the stacks of blocked tasks and of all cpus. */
static void report(int rounds)
{
	printf("HANG after %d rounds: %s\n", rounds, shared->line);
	fflush(stdout);
	klog_say(shared->line);
	write_text("/proc/sysrq-trigger", "w");
	write_text("/proc/sysrq-trigger", "l");
	sleep(5);
	write_text("/proc/sysrq-trigger", "b");
}

static void watch(int limit)
{
	unsigned long seen = 0;
	int rounds = 0, beat = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (rounds < limit) {
		sleep(1);
		work();
		rounds = shared->steps == seen ? rounds + 1 : 0;
		seen = shared->steps;
		if (++beat % 10 == 0) {
			printf("# alive, %lu steps\n", seen);
			fflush(stdout);
		}
	}
	report(rounds);
	_exit(1);
}

void watch_start(int limit)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	fflush(stdout);
	watcher = fork();
	if (watcher == 0)
		watch(limit);
}

void watch_step(const char *line)
{
	if (!shared)
		return;
	snprintf(shared->line, sizeof(shared->line), "%s", line);
	shared->steps++;
}

void watch_stop(void)
{
	if (watcher > 0) {
		kill(watcher, SIGKILL);
		waitpid(watcher, NULL, 0);
	}
}
