// SPDX-License-Identifier: GPL-2.0
/*
 * Block many tasks in read(2), and print what reading a file takes meanwhile.
 *
 * usage: blocked TASKS FILE	prints "LINES NANOSECONDS" for each line of its input, which is
 *				ignored; FILE is read from the beginning each time
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int ends[2];

static void *block(void *unused)
{
	char c;

	return read(ends[0], &c, 1) ? unused : NULL;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void start(unsigned long tasks)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	while (tasks--) {
		if (pthread_create(&thread, &attr, block, NULL))
			die("pthread_create");
	}
}

static unsigned long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* In large pieces: a reader's own calls are not the file's. */
static unsigned long count_lines(const char *file)
{
	static char text[1 << 20];
	unsigned long lines = 0;
	int fd = open(file, O_RDONLY);
	ssize_t size;

	if (fd < 0)
		die(file);
	while ((size = read(fd, text, sizeof(text))) > 0) {
		for (const char *at = text; (at = memchr(at, '\n', text + size - at)); at++)
			lines++;
	}
	if (size)
		die(file);
	close(fd);
	return lines;
}

int main(int argc, char **argv)
{
	unsigned long long began;
	unsigned long lines;
	char line[16];

	if (argc != 3 || pipe(ends))
		return 2;
	start(strtoul(argv[1], NULL, 10));
	while (fgets(line, sizeof(line), stdin)) {
		began = now();
		lines = count_lines(argv[2]);
		printf("%lu %llu\n", lines, now() - began);
		fflush(stdout);
	}
	return 0;
}
