// SPDX-License-Identifier: GPL-2.0
/*
 * measure run COMMAND...	its time and memory: "real user+sys max-rss-kib"
 * measure most KIB COMMAND...	its output and status; 3 if it needed more memory
 * measure walk FILE		only read the bytes and count the newlines: the
 *				limit for any reader of text
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return t.tv_sec + t.tv_usec / 1e6;
}

static int run(char **argv)
{
	struct timespec begin, end;
	struct rusage usage;
	int status;
	pid_t pid;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		return 1;
	}
	if (!pid) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &usage) < 0 || status) {
		fprintf(stderr, "measure: %s failed\n", argv[0]);
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	printf("%.3f %.3f %ld\n", end.tv_sec - begin.tv_sec +
	       (end.tv_nsec - begin.tv_nsec) / 1e9,
	       seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
	return 0;
}

static int most(long kib, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	pid = fork();
	if (pid < 0) {
		perror("fork");
		return 1;
	}
	if (!pid) {
		execvp(argv[0], argv);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status)) {
		fprintf(stderr, "measure: %s did not exit\n", argv[0]);
		return 1;
	}
	if (usage.ru_maxrss <= kib)
		return WEXITSTATUS(status);
	fprintf(stderr, "measure: %s needed %ld KiB\n", argv[0], usage.ru_maxrss);
	return 3;
}

static int walk(const char *path)
{
	static char buf[1 << 20];
	int fd = open(path, O_RDONLY);
	uint64_t lines = 0;
	ssize_t n;

	if (fd < 0) {
		perror(path);
		return 1;
	}
	while ((n = read(fd, buf, sizeof(buf))) > 0) {
		const char *p = buf, *end = buf + n;

		while ((p = memchr(p, '\n', end - p))) {
			lines++;
			p++;
		}
	}
	close(fd);
	printf("%llu\n", (unsigned long long)lines);
	return n < 0;
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "run"))
		return run(argv + 2);
	if (argc > 3 && !strcmp(argv[1], "most"))
		return most(atol(argv[2]), argv + 3);
	if (argc == 3 && !strcmp(argv[1], "walk"))
		return walk(argv[2]);
	fputs("usage: measure run COMMAND... | measure most KIB COMMAND... | measure walk FILE\n",
	      stderr);
	return 2;
}
