// SPDX-License-Identifier: GPL-2.0
/* Waits for a pipe in a place that is known: each way to get there is a case. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "where.h"

#define VDSO_SIZE	(2 << 12)
#ifdef __aarch64__
#define PC_OF(context)	((context)->uc_mcontext.pc)
#else
#define PC_OF(context)	((context)->uc_mcontext.gregs[REG_RIP])
#endif

volatile int where_depth;

/* Never returns: nobody writes. */
NOINLINE int wait_here(int more)
{
	int fds[2];
	char c;

	if (pipe(fds))
		abort();
	return read(fds[0], &c, 1) + more;
}

ALWAYS_INLINE int inner(int n)
{
	return wait_here(n + where_depth) + 1;
}

ALWAYS_INLINE int middle(int n)
{
	return inner(n * 3) + where_depth;
}

NOINLINE int load_config(int n)
{
	volatile char name[64];

	memset((void *)name, n, sizeof(name));
	return middle(n + name[3]) + name[5];
}

/* Keeps registers that callees save in use. */
NOINLINE int busy(int a, int b, int c, int d, int e, int f)
{
	int sum = load_config(a + b);

	return sum * a + b * c + d * e + f;
}

NOINLINE int recurse(int n)
{
	volatile char room[100];

	memset((void *)room, n, sizeof(room));
	return (n ? recurse(n - 1) : busy(1, 2, 3, 4, 5, 6)) + room[n % 100];
}

/* The frame pointer is needed for an array of this size. */
NOINLINE int variable(int n)
{
	volatile char room[n];

	memset((void *)room, n, n);
	return busy(1, 2, 3, 4, 5, 6) + room[n - 1];
}

/* And the stack is aligned anew: where its caller's stack was is an expression. */
NOINLINE int aligned(int n)
{
	volatile char line[64] __attribute__((aligned(64)));
	volatile char room[n];

	memset((void *)line, n, sizeof(line));
	memset((void *)room, n, n);
	return busy(1, 2, 3, 4, 5, 6) + room[n - 1] + line[n % 64];
}

static void on_signal(int sig)
{
	load_config(sig);
}

NOINLINE int interrupted(int sig)
{
	raise(sig);
	return where_depth;
}

/* Not in a call: a fault. */
NOINLINE int faults(volatile int *at)
{
	return *at + where_depth;
}

NOINLINE int signalled(int fault)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
	return fault ? faults((volatile int *)16) : interrupted(SIGUSR1);
}

NOINLINE int other_stack(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
	stack_t stack = { .ss_sp = malloc(1 << 16), .ss_size = 1 << 16 };

	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, NULL);
	return interrupted(SIGUSR1);
}

/* The handler waits when the signal came while code of the vDSO ran. */
static void on_timer(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;
	uintptr_t ip = PC_OF(at);

	(void)info;
	if (ip - getauxval(AT_SYSINFO_EHDR) < VDSO_SIZE)
		load_config(sig);
}

NOINLINE int in_vdso(void)
{
	struct sigaction action = { .sa_sigaction = on_timer, .sa_flags = SA_SIGINFO };
	struct itimerval each = { { 0, 1000 }, { 0, 1000 } };
	struct timespec now;

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &each, NULL);
	for (;;)
		where_depth += clock_gettime(CLOCK_MONOTONIC, &now);
}

static void *thread(void *arg)
{
	return (void *)(intptr_t)busy((intptr_t)arg, 2, 3, 4, 5, 6);
}

NOINLINE int threaded(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return where_depth;
}

NOINLINE int forked(void)
{
	pid_t pid = fork();

	if (!pid)
		return busy(1, 2, 3, 4, 5, 6);
	waitpid(pid, NULL, 0);
	return 0;
}

static ucontext_t here, there;

static void coroutine(void)
{
	busy(1, 2, 3, 4, 5, 6);
}

NOINLINE int switched(void)
{
	getcontext(&there);
	there.uc_stack.ss_sp = malloc(1 << 16);
	there.uc_stack.ss_size = 1 << 16;
	there.uc_link = &here;
	makecontext(&there, coroutine, 0);
	return swapcontext(&here, &there);
}

NOINLINE int plugged(const char *path)
{
	int (*call)(int (*wait)(int)) = NULL;
	void *plugin = dlopen(path, RTLD_NOW);

	if (plugin)
		call = (int (*)(int (*)(int)))dlsym(plugin, "plugin_call");
	return call ? call(load_config) : 1;
}

static int compare(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return load_config(2);
}

/* Through code of the C library. */
NOINLINE int sorted(void)
{
	int list[4] = { 4, 3, 2, 1 };

	qsort(list, 4, sizeof(list[0]), compare);
	return list[0];
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (!strcmp(how, "plain"))
		return busy(argc, 2, 3, 4, 5, 6);
	if (!strcmp(how, "variable"))
		return variable(argc * 50);
	if (!strcmp(how, "aligned"))
		return aligned(argc * 50);
	if (!strcmp(how, "recursion"))
		return recurse(20);
	if (!strcmp(how, "deep"))
		return recurse(1000);
	if (!strcmp(how, "signal"))
		return signalled(0);
	if (!strcmp(how, "fault"))
		return signalled(1);
	if (!strcmp(how, "altstack"))
		return other_stack();
	if (!strcmp(how, "vdso"))
		return in_vdso();
	if (!strcmp(how, "thread"))
		return threaded();
	if (!strcmp(how, "fork"))
		return forked();
	if (!strcmp(how, "coroutine"))
		return switched();
	if (!strcmp(how, "dlopen"))
		return plugged(argv[2]);
	if (!strcmp(how, "qsort"))
		return sorted();
	return 2;
}
