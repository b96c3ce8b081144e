// SPDX-License-Identifier: GPL-2.0
/*
 * Load in steps of 10^4 to 10^7 calls a second, and what tracing takes of it: counted calls, times
 * what one costs, and the CPU time of a process.
 *
 * usage: steps STAT CALL_NS PID SECONDS
 *
 * STAT is a file function_duration/stat. Each step lasts so many seconds. Prints, in millionths of
 * the CPUs' time,
 *	budget RATE settled PART	most in 10 s that begin a second or more after the step
 *	budget RATE step PART		most in 10 s that hold the step
 *	budget RATE counted PART	the calls that were counted at the end, of those made
 *	budget back SECONDS		until all calls were counted again, after the last step
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CALLS	"/sys/kernel/debug/calls"
#define BATCH_NS	10000000ull
#define SAMPLE_NS	500000000ull
#define NS		1000000000ull
#define WINDOW_NS	(10 * NS)
#define MOST_BACK	3600
#define SAMPLES		16384

struct sample {
	uint64_t	at;	/* ns */
	double		spent;	/* ns, by then */
	uint64_t	counted, made;
};

static struct sample samples[SAMPLES];
static unsigned int nr;
static const char *stat_path;
static double call_ns;
static int pid;
static uint64_t made;

static void die(const char *what)
{
	fprintf(stderr, "steps: %s\n", what);
	exit(1);
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NS + t.tv_nsec;
}

static void order(const char *what, unsigned long n, const char *more)
{
	FILE *f = fopen(CALLS, "w");

	if (!f || fprintf(f, "%s %lu%s\n", what, n, more) < 0 || fclose(f))
		die(CALLS);
}

/* Half of them are of one function, the others of eleven. */
static void make_calls(unsigned long calls)
{
	order("leaf", calls / 2, "");
	order("nested", calls * 4 / 100, "");
	order("recurse", calls / 100, " 9");
	made += calls / 2 + calls * 4 / 100 * 10 + calls / 100 * 10;
}

/* The calls are the first column, the function is the last one. */
static uint64_t counted(void)
{
	FILE *f = fopen(stat_path, "r");
	unsigned long long calls, sum = 0;
	char line[1024];

	if (!f)
		die(stat_path);
	while (fgets(line, sizeof(line), f))
		if (strstr(line, " calls_") && sscanf(line, "%llu", &calls) == 1)
			sum += calls;
	fclose(f);
	return sum;
}

/* The CPU time of all threads, in ns */
static uint64_t own_ns(void)
{
	unsigned long long ns, sum = 0;
	char path[300];
	struct dirent *d;
	DIR *dir;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		die("the process has ended");
	while ((d = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%d/task/%s/schedstat", pid, d->d_name);
		f = *d->d_name == '.' ? NULL : fopen(path, "r");
		if (f && fscanf(f, "%llu", &ns) == 1)
			sum += ns;
		if (f)
			fclose(f);
	}
	closedir(dir);
	return sum;
}

static void sample(void)
{
	struct sample *s = &samples[nr++];

	if (nr == SAMPLES)
		die("too many samples");
	s->at = now();
	s->counted = counted();
	s->made = made;
	s->spent = s->counted * call_ns + own_ns();
}

static void run(unsigned long rate, uint64_t until)
{
	uint64_t batch = now(), next = samples[nr - 1].at + SAMPLE_NS, left;

	while (now() < until) {
		make_calls(rate / (NS / BATCH_NS));
		if (now() >= next) {
			sample();
			next += SAMPLE_NS;
		}
		batch += BATCH_NS;
		left = batch > now() ? batch - now() : 0;
		if (left)
			nanosleep(&(struct timespec){ .tv_nsec = left }, NULL);
		else
			batch = now();	/* more than there can be */
	}
}

/* The most in a window that begins between @from and @to, and is of at least ten seconds */
static double most(uint64_t from, uint64_t to)
{
	double most = 0, part;

	for (unsigned int i = 0, j = 0; i < nr; i++) {
		while (j < nr && samples[j].at < samples[i].at + WINDOW_NS)
			j++;
		if (j == nr || samples[i].at < from || samples[i].at > to)
			continue;
		part = (samples[j].spent - samples[i].spent) / (samples[j].at - samples[i].at);
		if (part > most)
			most = part;
	}
	return most / sysconf(_SC_NPROCESSORS_ONLN);
}

/* Of the last @seconds */
static double part_counted(unsigned int seconds)
{
	const struct sample *to = &samples[nr - 1], *from = to;

	while (from > samples && from->at + seconds * NS > to->at)
		from--;
	return (double)(to->counted - from->counted) / (to->made - from->made);
}

int main(int argc, char **argv)
{
	uint64_t seconds, began;

	if (argc != 5)
		die("usage: steps STAT CALL_NS PID SECONDS");
	stat_path = argv[1];
	call_ns = atof(argv[2]);
	pid = atoi(argv[3]);
	seconds = strtoull(argv[4], NULL, 10);
	sample();
	run(1000, now() + seconds * NS);
	for (unsigned long rate = 10000; rate <= 10000000; rate *= 10) {
		began = now();
		run(rate, began + seconds * NS);
		printf("budget %lu settled %.0f\n", rate, 1e6 * most(began + NS, now()));
		printf("budget %lu step %.0f\n", rate, 1e6 * most(began - WINDOW_NS, began));
		printf("budget %lu counted %.0f\n", rate, 1e6 * part_counted(5));
		fflush(stdout);
	}
	began = now();
	do {
		run(10000, now() + NS);
	} while (part_counted(2) < 0.99 && now() < began + MOST_BACK * NS);
	printf("budget back %llu\n", (unsigned long long)((now() - began) / NS));
	return 0;
}
