// SPDX-License-Identifier: GPL-2.0
/* Threads, signal handlers and children: ids are unique and lines whole. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/time.h>

#define TRACE_REGION_CATEGORY_Thread 1
#define TRACE_REGION_CATEGORY_Signal 1
#include "marker_file.h"

#define THREADS 8
#define REGIONS 500
#define MAX_ID (4 * THREADS * REGIONS)

static const char filler[] = "a value that makes the line long enough to tear";

static void nested_regions(int worker)
{
	TRACE_REGION(Thread, "outer", TR_V(worker), TR_V(filler));
	TRACE_REGION(Thread, "inner", TR_V(worker), TR_V(filler));
}

static void *work(void *worker)
{
	int i;

	for (i = 0; i < REGIONS / 2; i++)
		nested_regions((int)(intptr_t)worker);
	return NULL;
}

/* The number of Enter and Exit lines of an id. */
struct seen {
	unsigned char enter, exit;
};

/* Before the first id of this test; the first id of a process is random. */
static unsigned long before_first;

static void count_line(const char *line, struct seen *seen)
{
	char category[16], event[16], name[16], rest[128];
	unsigned long id;
	int n = sscanf(line, "%lu %15s %15s %15s - %127[^\n]", &id, category,
		       event, name, rest);

	id -= before_first;
	if (n < 4 || id == 0 || id >= MAX_ID)
		FAIL("torn line: %s", line);
	if (n == 5 && strcmp(event, "Enter:") == 0 &&
	    rest[strlen(rest) - 1] == ')')
		seen[id].enter++;
	else if (n == 4 && strcmp(event, "Exit:") == 0)
		seen[id].exit++;
	else
		FAIL("torn line: %s", line);
}

/* Returns: the number of regions in the file; each has one of both lines. */
static int count_regions(void)
{
	static struct seen seen[MAX_ID];
	FILE *file = fopen(marker_path, "r");
	char line[256];
	int id, regions = 0;

	EXPECT(file);
	while (fgets(line, sizeof(line), file))
		count_line(line, seen);
	fclose(file);
	marker_remove();
	for (id = 0; id < MAX_ID; id++) {
		if (seen[id].enter > 1 || seen[id].enter != seen[id].exit)
			FAIL("id %d: %d Enter, %d Exit", id, seen[id].enter,
			     seen[id].exit);
		regions += seen[id].enter;
	}
	return regions;
}

static void open_with_ids(void)
{
	struct trace_region first;

	marker_open();
	trace_region_begin(Thread, &first, "first");
	before_first = first.id;
	EXPECT(ftruncate(trace_region_fd(), 0) == 0);
}

static void threads_share_the_ids(void)
{
	pthread_t threads[THREADS];
	intptr_t i;

	open_with_ids();
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_create(&threads[i], NULL, work, (void *)i));
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_join(threads[i], NULL));
	EXPECT(count_regions() == THREADS * REGIONS);
}

static int opened[THREADS];

static void *open_marker(void *worker)
{
	opened[(intptr_t)worker] = trace_region_init_at(marker_path);
	return NULL;
}

static int count_open_descriptors(void)
{
	int fd, n = 0;

	for (fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void threads_open_once(void)
{
	pthread_t threads[THREADS];
	int before = count_open_descriptors();
	intptr_t i;

	marker_make();
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_create(&threads[i], NULL, open_marker,
				       (void *)i));
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_join(threads[i], NULL));
	marker_remove();
	for (i = 0; i < THREADS; i++)
		EXPECT(opened[i] >= 0 && opened[i] == trace_region_fd());
	EXPECT(count_open_descriptors() == before + 1);
}

static struct trace_region handed_over;

static void *end_it(void *unused)
{
	(void)unused;
	trace_region_end(Thread, &handed_over);
	return NULL;
}

static void another_thread_ends_it(void)
{
	pthread_t thread;

	marker_open();
	trace_region_begin(Thread, &handed_over, "request");
	EXPECT(!pthread_create(&thread, NULL, end_it, NULL));
	EXPECT(!pthread_join(thread, NULL));
	EXPECT_MARKER("1 Thread Enter: request\n1 Thread Exit: request\n");
}

static volatile sig_atomic_t handled;

static void region_in_handler(int signo)
{
	TRACE_REGION(Signal, "handler", TR_V(signo), TR_V(filler));

	handled++;
}

static void signal_handlers(void)
{
	const struct itimerval often = { { 0, 200 }, { 0, 200 } };
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };
	struct sigaction action = { .sa_handler = region_in_handler,
				    .sa_flags = SA_RESTART };
	int regions;

	open_with_ids();
	EXPECT(sigaction(SIGALRM, &action, NULL) == 0);
	EXPECT(setitimer(ITIMER_REAL, &often, NULL) == 0);
	for (regions = 0; handled < 100 && regions < MAX_ID / 2; regions += 2)
		nested_regions(0);
	EXPECT(setitimer(ITIMER_REAL, &never, NULL) == 0);
	EXPECT(handled > 0);
	EXPECT(count_regions() == regions + handled);
}

/* The stack that a handler needs according to trace_region(3), without the signal's frame. */
#define STACK_OF_A_REGION 2048

static char handler_stack[65536];

static void small_signal_stack(void)
{
	const stack_t stack = { .ss_sp = handler_stack,
				.ss_size = sizeof(handler_stack) };
	struct sigaction action = { .sa_handler = region_in_handler,
				    .sa_flags = SA_ONSTACK };
	size_t untouched = 0, used;

	open_with_ids();
	memset(handler_stack, 0x5a, sizeof(handler_stack));
	EXPECT(sigaltstack(&stack, NULL) == 0);
	EXPECT(sigaction(SIGUSR1, &action, NULL) == 0);
	raise(SIGUSR1);
	EXPECT(count_regions() == 1);
	while (handler_stack[untouched] == 0x5a)
		untouched++;
	used = sizeof(handler_stack) - untouched;
	if (used > getauxval(AT_MINSIGSTKSZ) + STACK_OF_A_REGION)
		FAIL("%zu bytes used", used);
}

static void regions_of_child(void)
{
	nested_regions(1);
	trace_region_end(Thread, &handed_over);
	EXPECT(handed_over.id == 0);
}

static void child_goes_on(void)
{
	unsigned long id;

	marker_open();
	trace_region_begin(Thread, &handed_over, "parent's", TR_V(filler));
	id = handed_over.id;
	EXPECT(test_in_child(regions_of_child) == 0);
	EXPECT(handed_over.id == id); /* the child ended its copy */
	marker_remove();
}

static void work_of_child(void)
{
	work(NULL);
}

/* fork(), and clone() as a system call, which some sandboxes use. */
static pid_t make_child(int bare)
{
	pid_t pid = bare ? syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) : fork();

	EXPECT(pid >= 0);
	return pid;
}

/* The children have children, too; ids are unique among all of them. */
static void start_family(int bare)
{
	pid_t pid = make_child(bare);
	int status;

	if (pid == 0) {
		pid = make_child(bare);
		work_of_child();
		if (pid == 0)
			_exit(0);
	}
	work_of_child();
	EXPECT(waitpid(pid, &status, 0) == pid && status == 0);
}

static void children_share_the_ids_of(int bare)
{
	pid_t self = getpid();

	open_with_ids();
	start_family(bare);
	if (getpid() != self)
		_exit(0);
	EXPECT(count_regions() == 4 * REGIONS);
}

static void children_share_the_ids(void)
{
	children_share_the_ids_of(0);
}

static void bare_children_share_the_ids(void)
{
	children_share_the_ids_of(1);
}

/* Unrelated processes, each of which opens the marker itself. */
static void stranger(void)
{
	EXPECT(trace_region_init_at(marker_path) >= 0);
	work(NULL);
}

static void count_ids_twice(void)
{
	static unsigned long ids[MAX_ID];
	FILE *file = fopen(marker_path, "r");
	char line[256];
	int n = 0, i;

	EXPECT(file);
	while (fgets(line, sizeof(line), file)) {
		if (!strstr(line, "Enter"))
			continue;
		ids[n] = strtoul(line, NULL, 10);
		for (i = 0; i < n; i++)
			EXPECT(ids[i] != ids[n]);
		n++;
	}
	fclose(file);
	EXPECT(n == 4 * REGIONS);
}

static void strangers_have_other_ids(void)
{
	int i;

	marker_make();
	for (i = 0; i < 4; i++)
		EXPECT(test_in_child(stranger) == 0);
	count_ids_twice();
	marker_remove();
}

static void count_in_child(void)
{
	trace_region_counter(Thread, "n", 1);
}

static void counter_of_a_child(void)
{
	char expected[40];
	int pid = fork(), status;

	EXPECT(pid >= 0);
	if (pid == 0) {
		count_in_child();
		_exit(0);
	}
	EXPECT(waitpid(pid, &status, 0) == pid && status == 0);
	snprintf(expected, sizeof(expected), "C|%d|Thread:n|1\n", pid);
	EXPECT_MARKER(expected);
}

static void counters_name_their_process(void)
{
	marker_open();
	counter_of_a_child();
}

static bool passed_the_region;

static void *cancelled_thread(void *go)
{
	while (!__atomic_load_n((int *)go, __ATOMIC_ACQUIRE))
		;
	nested_regions(0);
	passed_the_region = true;
	pthread_testcancel();
	return NULL;
}

static void tracing_cancels_no_thread(void)
{
	pthread_t thread;
	void *result;
	int go = 0;

	open_with_ids();
	EXPECT(!pthread_create(&thread, NULL, cancelled_thread, &go));
	EXPECT(!pthread_cancel(thread));
	__atomic_store_n(&go, 1, __ATOMIC_RELEASE);
	EXPECT(!pthread_join(thread, &result));
	EXPECT(result == PTHREAD_CANCELED && passed_the_region);
	EXPECT(count_regions() == 2);
}

static void *cancelled_in_region(void *unused)
{
	TRACE_REGION(Thread, "waiting", TR_V(filler));

	(void)unused;
	for (;;)
		pause();
	return NULL;
}

static void cancelled_thread_ends_its_region(void)
{
	pthread_t thread;
	void *result;

	open_with_ids();
	EXPECT(!pthread_create(&thread, NULL, cancelled_in_region, NULL));
	while (!*marker_text())
		;
	EXPECT(!pthread_cancel(thread));
	EXPECT(!pthread_join(thread, &result));
	EXPECT(result == PTHREAD_CANCELED);
	EXPECT(count_regions() == 1);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "threads: ids are unique, lines whole",
		  threads_share_the_ids },
		{ "threads: opening in many opens it once", threads_open_once },
		{ "threads: another thread ends it", another_thread_ends_it },
		{ "threads: regions are not cancellation points",
		  tracing_cancels_no_thread },
		{ "threads: a cancelled thread ends its region",
		  cancelled_thread_ends_its_region },
		{ "signals: handlers that write lines", signal_handlers },
		{ "signals: a small stack is enough", small_signal_stack },
		{ "fork: the child writes lines, too", child_goes_on },
		{ "fork: no id is used twice", children_share_the_ids },
		{ "fork: nor after the system call clone", bare_children_share_the_ids },
		{ "fork: nor by unrelated processes", strangers_have_other_ids },
		{ "fork: counters name their process",
		  counters_name_their_process },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
