// SPDX-License-Identifier: GPL-2.0
/* "fdd serve": serves the trace of this machine over HTTP. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "serve/serve.h"
#include "tracing/tracing.h"

/* Blocked in all threads; sigwait() below receives them. */
void serve_block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigprocmask(SIG_BLOCK, set, NULL);
}

/* Do not print a token that comes from a file. */
static void say_where(const struct serve *s)
{
	bool port_only = *s->listen == ':';

	if (s->path)
		fdd_tell("%s", s->path);
	else
		fdd_tell("http://%.*s:%u%s%s%s",
			 port_only ? 9 : (int)(strrchr(s->listen, ':') - s->listen),
			 port_only ? "127.0.0.1" : s->listen, s->port, s->routes->url,
			 s->token ? "?token=" : "",
			 !s->token ? "" : s->token_file ? "..." : s->token);
}

static int answer_until_signal(struct serve *s, int fd, const sigset_t *set)
{
	struct MHD_Daemon *daemon = serve_start(s, fd);

	if (!daemon) {
		fdd_error("cannot start a thread: %s", strerror(errno));
		close(fd);
		return FDD_EXIT_INPUT;
	}
	say_where(s);
	while (sigtimedwait(set, NULL, &(struct timespec){ !s->tick_ns, s->tick_ns }) < 0) {
		serve_gate_expire(&s->gate);
		if (s->tick)
			s->tick(s);
	}
	s->stopping = true;
	MHD_stop_daemon(daemon);
	return FDD_EXIT_OK;
}

int serve_until_signal(struct serve *s, const sigset_t *set)
{
	int fd = s->path ? serve_listen_unix(s) : serve_listen(s);
	int status = FDD_EXIT_INPUT;

	if (fd < 0)
		return status;
	status = answer_until_signal(s, fd, set);
	if (s->path)
		serve_unlink_unix(s);
	return status;
}

static bool can_read(const struct serve *s)
{
	char *path = tracing_path(s->instance, "trace");
	bool ok = !access(path, R_OK);

	if (!ok && errno == EACCES)
		tracing_say_unreadable();
	else if (!ok)
		fdd_error("%s: %s", path, strerror(errno));
	free(path);
	return ok;
}

/* systemd.exec(5): groups of users can read the journal. */
static bool is_journal(const struct stat *st)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long dev, inode;

	return stream && sscanf(stream, "%llu:%llu", &dev, &inode) == 2 &&
	       dev == st->st_dev && inode == st->st_ino;
}

static bool is_private_socket(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) && fdd_is_trusted(peer.uid);
}

/* Other users must not read the link in a log, nor at the other end of a pipe. */
static bool stderr_is_private(void)
{
	struct stat st;

	if (fstat(STDERR_FILENO, &st) || S_ISCHR(st.st_mode))
		return true;
	if (S_ISSOCK(st.st_mode) ? is_private_socket(STDERR_FILENO) && !is_journal(&st) :
				   !(st.st_mode & 0044) && fdd_is_trusted(st.st_uid))
		return true;
	fdd_error("others can read the token where standard error goes: use umask 077 or --token-file");
	return false;
}

/* Returns false after an error message. */
static bool set_token(struct serve *s)
{
	if (s->token_file)
		return (s->token = serve_read_token(s->token_file));
	if (s->path)
		return true;
	if (!stderr_is_private())
		return false;
	s->token = serve_make_token();
	if (!s->token)
		fdd_error("getrandom: %s", strerror(errno));
	return s->token;
}

int serve_run(struct serve *s)
{
	int status;
	sigset_t set;

	if (tracing_find_readable() || !can_read(s) || !set_token(s))
		return FDD_EXIT_INPUT;
	serve_block_signals(&set);
	s->routes = serve_pages;
	status = serve_until_signal(s, &set);
	free(s->token);
	return status;
}
