// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the suites that are linked to it, each case in a process of its own, so that one that
 * crashes or leaks fails alone. The lines are those of tests/lib/test.sh.
 *
 * usage: run ["user: SUITE: CASE"...]
 */
#include <sys/wait.h>
#include <stdarg.h>
#include <unistd.h>

#include <kunit/test.h>

static struct kunit_suite *suites;

/* What kunit_kzalloc() gave, and whether something failed, in the case's process */
static struct managed {
	struct managed	*next;
	char		memory[] __aligned(16);
} *managed;
static bool failed;

void kunit_add_suite(struct kunit_suite *suite)
{
	struct kunit_suite **last = &suites;

	while (*last)
		last = &(*last)->next;
	*last = suite;
}

void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t flags)
{
	struct managed *m = calloc(1, sizeof(*m) + size);

	m->next = managed;
	managed = m;
	return m->memory;
}

void kunit_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	failed = true;
	fprintf(stderr, "%s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

void kunit_abort(void)
{
	_exit(1);
}

/* The sanitizer looks for leaks at the exit of the process. */
static _Noreturn void run_case(const struct kunit_suite *suite, const struct kunit_case *c)
{
	struct kunit test = { };
	struct managed *next;

	if (suite->init && suite->init(&test))
		kunit_fail(suite->name, 0, "init failed");
	else
		c->run(&test);
	if (suite->exit)
		suite->exit(&test);
	test.priv = NULL;
	for (; managed; managed = next) {
		next = managed->next;
		free(managed);
	}
	exit(failed);
}

/* Returns: the status of the case's process; @said is what it said. */
static int start_case(const struct kunit_suite *suite, const struct kunit_case *c, FILE *said)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		alarm(60);
		dup2(fileno(said), STDERR_FILENO);
		run_case(suite, c);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("run");
		exit(2);
	}
	return status;
}

static bool says(FILE *said, const char *text)
{
	char line[4096];
	bool found = false;

	rewind(said);
	while (!found && fgets(line, sizeof(line), said))
		found = strstr(line, text);
	return found;
}

/* The first line that says something, and then some more */
static void print_failure(FILE *said, int status)
{
	char line[4096];
	unsigned int n = 0;

	rewind(said);
	while (n < 25 && fgets(line, sizeof(line), said)) {
		if (line[strspn(line, "=\n")])
			printf(n++ ? "# %s" : "%s", line);
	}
	if (!n)
		printf("status %#x, and nothing was said\n", status);
}

/* Returns: whether it is as it should be. */
static bool check_case(const struct kunit_suite *suite, const struct kunit_case *c)
{
	FILE *said = tmpfile();
	int status;
	bool good;

	if (!said) {
		perror("run");
		exit(2);
	}
	status = start_case(suite, c, said);
	good = c->finds ? status && says(said, c->finds) : !status;
	printf(good ? "ok   user: %s: %s\n" : "FAIL user: %s: %s: ", suite->name, c->name);
	if (!good)
		print_failure(said, status);
	fclose(said);
	return good;
}

static bool wanted(const struct kunit_suite *suite, const struct kunit_case *c, char **names)
{
	char name[256];

	snprintf(name, sizeof(name), "user: %s: %s", suite->name, c->name);
	if (!*names)
		return true;
	for (; *names; names++) {
		if (!strcmp(*names, name))
			return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	unsigned int passed = 0, bad = 0;
	const struct kunit_suite *suite;
	const struct kunit_case *c;

	for (suite = suites; suite; suite = suite->next) {
		for (c = suite->test_cases; c->run; c++) {
			if (!wanted(suite, c, argv + 1))
				continue;
			if (check_case(suite, c))
				passed++;
			else
				bad++;
		}
	}
	printf("%u passed, %u failed\n", passed, bad);
	return bad || !passed;
}
