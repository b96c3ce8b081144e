// SPDX-License-Identifier: GPL-2.0
/*
 * Shows long output on a terminal in a pager, like git: $PAGER, or less with options that
 * make it exit if the output fits one screen.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/pager.h"
#include "lib/program.h"
#include "lib/util.h"

static pid_t pager = -1;
static int terminal_err = -1;	/* the old stderr, if the pager gets stderr too */

bool fdd_pager_on(void)
{
	return pager > 0;
}

/* NULL: disabled, or not installed. */
static const char *find_pager(void)
{
	const char *program = getenv("PAGER"), *term = getenv("TERM");
	static char *less;

	if (!isatty(STDOUT_FILENO) || !term || !strcmp(term, "dumb"))
		return NULL;
	if (!program && !less)
		less = fdd_find_program("less");
	if (!program)
		return less;
	return *program && strcmp(program, "cat") ? program : NULL;
}

static void run_pager(const char *program, int from)
{
	dup2(from, STDIN_FILENO);
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	if (!getenv("PAGER"))
		execl(program, "less", (char *)NULL);
	else
		execl("/bin/sh", "sh", "-c", program, (char *)NULL);
	_exit(127);
}

static void write_to_pager(int to)
{
	dup2(to, STDOUT_FILENO);
	if (isatty(STDERR_FILENO)) {
		terminal_err = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
		dup2(to, STDERR_FILENO);
	}
	/* the pager handles Ctrl-C */
	signal(SIGINT, SIG_IGN);
}

bool fdd_pager_begin(void)
{
	const char *program = find_pager();
	int fds[2];

	if (!program || pipe2(fds, O_CLOEXEC))
		return false;
	fflush(stdout);
	fflush(stderr);
	pager = fork();
	if (!pager)
		run_pager(program, fds[0]);
	if (pager > 0)
		write_to_pager(fds[1]);
	close(fds[0]);
	close(fds[1]);
	return pager > 0;
}

void fdd_pager_end(void)
{
	int null;

	if (pager <= 0)
		return;
	fflush(stdout);
	if (terminal_err >= 0)
		dup2(terminal_err, STDERR_FILENO);
	/* the pager reads until all copies of the pipe are closed */
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	dup2(null, STDOUT_FILENO);
	close(null);
	while (waitpid(pager, NULL, 0) < 0 && errno == EINTR)
		;
	pager = -1;
}
