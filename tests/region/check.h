/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the test programs of this directory share: a test is a function, runs
 * in a process of its own, and says why it fails.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct check_test {
	const char *name;
	void (*run)(void);
};

#define FAIL(...)                                                            \
	do {                                                                 \
		fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);              \
		fprintf(stderr, __VA_ARGS__);                                \
		fputc('\n', stderr);                                         \
		_exit(1);                                                    \
	} while (0)

#define EXPECT(condition)                                                    \
	do {                                                                 \
		if (!(condition))                                            \
			FAIL("not true: %s", #condition);                    \
	} while (0)

#define EXPECT_TEXT(text, expected)                                          \
	do {                                                                 \
		const char *got_ = (text), *want_ = (expected);              \
									     \
		if (strcmp(got_, want_) != 0)                                \
			FAIL("got:\n%s\nexpected:\n%s", got_, want_);        \
	} while (0)

/* Exit status of a test that has no way to run here. */
#define CHECK_SKIP 77

/* Returns: what the child's function ended with, or 128 and its signal. */
static inline int check_in_child(void (*run)(void))
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		run();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}

static inline int check_run_one(const struct check_test *test)
{
	int status = check_in_child(test->run);

	if (status == 0)
		printf("ok   %s\n", test->name);
	else if (status == CHECK_SKIP)
		printf("skip %s: needs root or a newer kernel\n", test->name);
	else if (status > 128)
		printf("FAIL %s: killed by signal %d\n", test->name,
		       status - 128);
	else
		printf("FAIL %s: see above\n", test->name);
	fflush(stdout);
	return status != 0 && status != CHECK_SKIP;
}

/* Is the test named by an argument? Those of "-name" are left out. */
static inline int check_wanted(const char *name, int argc, char **argv)
{
	int wanted = argc < 2 || argv[1][0] == '-';
	int arg;

	for (arg = 1; arg < argc; arg++) {
		if (strcmp(argv[arg], name) == 0)
			wanted = 1;
		if (argv[arg][0] == '-' && strcmp(argv[arg] + 1, name) == 0)
			wanted = 0;
	}
	return wanted;
}

static inline int check_main(const struct check_test *tests, size_t n, int argc,
			     char **argv)
{
	int failed = 0, found = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!check_wanted(tests[i].name, argc, argv))
			continue;
		found++;
		failed += check_run_one(&tests[i]);
	}
	return failed > 0 || found == 0;
}

#define CHECK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif /* CHECK_H */
