// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch --open: a child saves what was caught.
 *
 * The disk that it saves on may be the one that does not answer. Nothing can end a task that waits
 * for such a disk, and it would neither look at open calls nor undo what fdd has changed. So it is
 * the child that waits: when it is late, fdd continues to look and to explain, and at a
 * signal it ends without the child.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/catch_state.h"
#include "record/child.h"

#define SAVE_LATE	(10 * NSEC_PER_SEC)
#define EXPLAIN_LATE	(60 * NSEC_PER_SEC)	/* large traces take long */
#define END_MS		30000	/* from a signal on, for what is being saved */
#define GRACE_MS	1000	/* for a child that was killed */
#define POLL_MS		250

/*
 * The child. Signals stay blocked: at the one of its parent's end it finishes the trace, and ends
 * the explanation.
 */
static void be_saver(struct catch *c, pid_t parent, int said, catch_explain_fn explain)
{
	struct record *r = &c->record;
	bool saved;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	said = catch_close_but(said);
	if (getppid() != parent)
		_exit(RECORD_FAILED);
	c->signal_fd = c->wake_fd = c->hold_fd = c->unreturned.kmsg_fd = -1;
	r->child = r->tracer = r->saver = (struct child){ 0 };
	saved = !catch_save(c) && write(said, "", 1) == 1;
	if (saved) {
		explain(c);
		catch_notify(c);
	}
	fflush(stdout);
	_exit(saved ? 0 : RECORD_FAILED);
}

/* Returns a file that has a byte when it has saved, or -1 after an error message. */
static int begin_saver(struct catch *c, catch_explain_fn explain)
{
	pid_t parent = getpid();
	int said[2];

	fflush(stdout);
	if (pipe2(said, O_CLOEXEC)) {
		fdd_error("pipe: %s", strerror(errno));
		return -1;
	}
	c->record.saver = (struct child){ .pid = fork() };
	if (!c->record.saver.pid)
		be_saver(c, parent, said[1], explain);
	close(said[1]);
	if (c->record.saver.pid < 0) {
		fdd_error("fork: %s", strerror(errno));
		c->record.saver = (struct child){ 0 };
		close(said[0]);
		return -1;
	}
	return said[0];
}

/* After a signal: it is whole soon, if the disk answers. */
static bool ends_soon(struct record *r)
{
	long long end = record_now_ms() + END_MS, left;
	unsigned int stops = r->stops;

	while (!r->saver.ended && r->stops == stops && (left = end - record_now_ms()) > 0)
		record_wait_signal(r, left);
	return r->saver.ended;
}

/* Its status is 0 if it has saved, whatever became of the explanation. */
static int result_of(const struct child *saver)
{
	if (WIFSIGNALED(saver->status))
		fdd_error("the process that saves and explains was ended by signal %d",
			  WTERMSIG(saver->status));
	return WIFEXITED(saver->status) && !WEXITSTATUS(saver->status) ? 0 : -1;
}

/* A child that waits for a disk dies when the disk answers. */
static int end_saver(struct record *r, bool is_saved)
{
	const char *what = is_saved ? "explained" : "saved";

	kill(r->saver.pid, SIGTERM);
	if (!is_saved)
		fdd_warning("saving what was caught last; another signal stops it");
	if (ends_soon(r))
		return result_of(&r->saver);
	kill(-r->saver.pid, SIGKILL);
	if (record_wait_ended(r, &r->saver, GRACE_MS))
		fdd_error("what was caught last is not %s: stopped", what);
	else
		fdd_error("what was caught last is not %s: process %d still waits for the disk",
			  what, r->saver.pid);
	return -1;
}

/* These calls have no trace: the buffer is still that of the call before. */
static void look_meanwhile(struct catch *c)
{
	if (!unreturned_look(c))
		return;
	unreturned_explain(c);
	fdd_tell("this has no trace: what was caught before is still being saved");
}

static bool has_byte(int fd)
{
	char byte;

	return read(fd, &byte, 1) == 1;
}

/* Until the child has ended, or a signal comes. */
static int watch_saver(struct catch *c, int said, int (*saved)(struct catch *c))
{
	struct record *r = &c->record;
	uint64_t late = fdd_now() + SAVE_LATE;
	unsigned int stops = r->stops;
	bool is_saved = false;

	while (!r->saver.ended && r->stops == stops) {
		struct pollfd fds[] = {
			{ c->signal_fd, POLLIN, 0 }, { is_saved ? -1 : said, POLLIN, 0 },
		};

		poll(fds, ARRAY_SIZE(fds), POLL_MS);
		record_wait_signal(r, 0);
		if (!is_saved && fds[1].revents & POLLIN && has_byte(said)) {
			is_saved = true;
			late = fdd_now() + EXPLAIN_LATE;
			if (saved(c))
				return -1;
		}
		if (fdd_now() > late)
			look_meanwhile(c);
	}
	if (!r->saver.ended)
		return end_saver(r, is_saved);
	/* it may have ended before the byte was seen */
	if (!is_saved && has_byte(said) && saved(c))
		return -1;
	return result_of(&r->saver);
}

int catch_keep(struct catch *c, catch_explain_fn explain, int (*saved)(struct catch *c))
{
	int said = begin_saver(c, explain), ret;

	if (said < 0)
		return -1;
	ret = watch_saver(c, said, saved);
	close(said);
	c->record.saver = (struct child){ 0 };
	return ret;
}
