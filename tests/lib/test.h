/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The library of test programs in C and C++. A test is a function. It runs in a child
 * process, which exits at the first failed expectation. The program prints the lines that
 * tests/lib/test.sh describes.
 *
 *	static const struct test tests[] = {
 *		{ "line: without a value", line_without_value },
 *	};
 *
 *	int main(int argc, char **argv)
 *	{
 *		return test_main(tests, TEST_COUNT(tests), argc, argv);
 *	}
 *
 * usage: PROGRAM [--list | [--but] NAME...]	(--but: all tests except these)
 */
#ifndef TEST_H
#define TEST_H

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct test {
	const char *name;
	void (*run)(void);
};

#define TEST_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Exit status of the process of a test. */
#define TEST_FAILED 99
#define TEST_SKIPPED 98

/*
 * The reason of a failure, in shared memory of both processes: a test may be in a sandbox
 * and have no file to write to.
 */
#define TEST_WHY_SIZE 16384
static char *test_why;

/* End the process of the test; the first reason is kept. */
__attribute__((noreturn, format(printf, 4, 5)))
static inline void test_end(int status, const char *file, int line, const char *format, ...)
{
	va_list args;
	int len = 0;

	va_start(args, format);
	if (!test_why[0]) {
		if (file)
			len = snprintf(test_why, TEST_WHY_SIZE, "%s:%d: ", file, line);
		vsnprintf(test_why + len, TEST_WHY_SIZE - len, format, args);
	}
	va_end(args);
	_exit(status);
}

#define FAIL(...) test_end(TEST_FAILED, __FILE__, __LINE__, __VA_ARGS__)
#define SKIP(...) test_end(TEST_SKIPPED, NULL, 0, __VA_ARGS__)

#define EXPECT(condition)						\
	do {								\
		if (!(condition))					\
			FAIL("not true: %s", #condition);		\
	} while (0)

#define EXPECT_TEXT(text, expected)					\
	do {								\
		const char *got_ = (text), *want_ = (expected);		\
									\
		if (strcmp(got_, want_) != 0)				\
			FAIL("got:\n%s\nexpected:\n%s", got_, want_);	\
	} while (0)

/* Returns: the exit status of the child, or 128 + its signal. */
static inline int test_in_child(void (*run)(void))
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		run();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Print the reason: the first line, the others as comments. */
static inline void test_print_why(void)
{
	const char *c;

	for (c = test_why; *c; c++) {
		putchar(*c);
		if (*c == '\n')
			fputs("# ", stdout);
	}
	putchar('\n');
}

/* Returns: whether the test failed. */
static inline int test_run(const struct test *test)
{
	int status;

	test_why[0] = '\0';
	status = test_in_child(test->run);
	if (status == 0) {
		printf("ok   %s\n", test->name);
		return 0;
	}
	printf("%s %s: ", status == TEST_SKIPPED ? "skip" : "FAIL", test->name);
	if (status > 128)
		printf("killed by signal %d\n", status - 128);
	else if (test_why[0])
		test_print_why();
	else
		printf("status %d\n", status);
	return status != TEST_SKIPPED;
}

/* Does @pattern match the name, its group, or the name without the group? */
static inline int test_is(const char *name, const char *pattern)
{
	char of_group[512], alone[512];

	snprintf(of_group, sizeof(of_group), "%s: *", pattern);
	snprintf(alone, sizeof(alone), "*: %s", pattern);
	return !strcmp(name, pattern) || !fnmatch(pattern, name, 0) ||
	       !fnmatch(of_group, name, 0) || !fnmatch(alone, name, 0);
}

static inline int test_named(const struct test *test, int n, char **patterns)
{
	int i;

	for (i = 0; i < n; i++)
		if (test_is(test->name, patterns[i]))
			return 1;
	return 0;
}

static inline void test_list(FILE *to, const struct test *tests, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		fprintf(to, "%s\n", tests[i].name);
}

/* Returns: the first pattern that matches no test. */
static inline const char *test_unknown(const struct test *tests, size_t n, char **patterns)
{
	size_t i;

	for (; *patterns; patterns++) {
		for (i = 0; i < n && !test_is(tests[i].name, *patterns); i++)
			;
		if (i == n)
			return *patterns;
	}
	return NULL;
}

static inline int test_main(const struct test *tests, size_t n, int argc, char **argv)
{
	int but = argc > 2 && !strcmp(argv[1], "--but");
	char **patterns = argv + 1 + but;
	const char *unknown;
	int failed = 0;
	size_t i;

	if (argc == 2 && !strcmp(argv[1], "--list")) {
		test_list(stdout, tests, n);
		return 0;
	}
	unknown = test_unknown(tests, n, patterns);
	if (unknown) {
		fprintf(stderr, "%s: no test is named '%s'. The tests:\n", argv[0], unknown);
		test_list(stderr, tests, n);
		return 2;
	}
	test_why = (char *)mmap(NULL, TEST_WHY_SIZE, PROT_READ | PROT_WRITE,
				MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (test_why == MAP_FAILED)
		return 2;
	for (i = 0; i < n; i++)
		if (argc == 1 || test_named(&tests[i], argc - 1 - but, patterns) != but)
			failed += test_run(&tests[i]);
	return failed > 0;
}

#endif /* TEST_H */
