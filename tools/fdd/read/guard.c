// SPDX-License-Identifier: GPL-2.0
/*
 * Reports a crash of libtraceevent on a damaged file as an error of that file.
 *
 * libtraceevent evaluates the print formats in the file without checking them; for
 * example it divides by a zero. fdd can then only name the file and exit.
 */
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "lib/util.h"
#include "read/guard.h"

#define LIMIT_S	60	/* CPU time */

static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM };
static struct sigaction before[ARRAY_SIZE(fatal)];
static __thread const char *guarded;	/* file name; NULL: not in this thread */

static void put(const char *s)
{
	ssize_t ignored = write(STDERR_FILENO, s, strlen(s));

	(void)ignored;
}

/* Calls only functions of signal-safety(7). */
static void stop(int sig)
{
	if (!guarded) {
		signal(sig, SIG_DFL);
		raise(sig);
		return;
	}
	put(fdd_program);
	put(": ");
	put(guarded);
	put(": is damaged: libtraceevent cannot read its event formats\n");
	_exit(1);
}

static void set_timer(time_t seconds)
{
	struct itimerval timer = { .it_value.tv_sec = seconds };

	setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

void fdd_guard_begin(const char *path)
{
	struct sigaction action = { .sa_handler = stop };

	guarded = path;
	for (size_t i = 0; i < ARRAY_SIZE(fatal); i++)
		sigaction(fatal[i], &action, &before[i]);
	set_timer(LIMIT_S);
}

void fdd_guard_end(void)
{
	set_timer(0);
	guarded = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(fatal); i++)
		sigaction(fatal[i], &before[i], NULL);
}
