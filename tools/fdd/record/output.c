// SPDX-License-Identifier: GPL-2.0
/*
 * The file of fdd record. trace-cmd saves to OUTPUT.part, so that no trace is visible before it is
 * complete, and an earlier one stays until then.
 *
 * A lock says that OUTPUT.part is in use: without one it is the rest of a power cut.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/file.h"
#include "record/record.h"

#define OPEN_TRIES	100	/* another user could repeat it for ever */

int record_name_output(struct record *r)
{
	r->target = fdd_target(r->output);
	if (r->target && asprintf(&r->part, "%s" FDD_PART, r->target) > 0)
		return 0;
	r->part = NULL;
	fdd_error("%s: %s", r->output, strerror(errno));
	return -1;
}

/* Another user may have made a file of that name, to read what is written to it. */
static bool is_ours_alone(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_uid == geteuid() && !(st->st_mode & 077) &&
	       st->st_nlink == 1;
}

/*
 * Meanwhile another run may have completed it: then the name is that of another file. What is not
 * ours is removed.
 */
static bool has_its_name(const struct record *r)
{
	struct stat opened, named;

	if (fstat(r->part_fd, &opened) || lstat(r->part, &named) ||
	    opened.st_dev != named.st_dev || opened.st_ino != named.st_ino)
		return false;
	if (is_ours_alone(&opened))
		return true;
	unlink(r->part);
	return false;
}

static void close_part(struct record *r)
{
	if (r->part_fd >= 0)
		close(r->part_fd);
	r->part_fd = -1;
}

int record_open_output(struct record *r, const char *instance)
{
	int err = EEXIST;

	for (int i = 0; err == EEXIST && i < OPEN_TRIES; i++) {
		close_part(r);
		r->part_fd = open(r->part, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
				  0600);
		if (r->part_fd >= 0 && !has_its_name(r))
			continue;
		err = r->part_fd < 0 || flock(r->part_fd, LOCK_EX | LOCK_NB) ? errno : 0;
		/* completed between the two */
		if (!err && !has_its_name(r))
			err = EEXIST;
	}
	if (!err) {
		/* what others may have put there */
		fdd_remove_cpu_parts(r->target);
		return fdd_make_cpu_parts(r->target, instance);
	}
	if (err == EWOULDBLOCK)
		fdd_error("%s: another fdd record saves to it", r->output);
	else
		fdd_error("%s: %s", r->part, strerror(err));
	close_part(r);
	return -1;
}

/* trace-cmd has written the same file: it does not make a new one. */
int record_complete_output(struct record *r)
{
	file_give_to_user(r->part_fd, r->part);
	/* if trace-cmd counts fewer CPUs */
	fdd_remove_cpu_parts(r->target);
	if (fdd_complete(r->part_fd, r->part, r->target)) {
		fdd_error("%s: %s", r->output, strerror(errno));
		return -1;
	}
	close_part(r);
	return 0;
}

void record_close_output(struct record *r)
{
	if (r->part_fd >= 0)
		fdd_remove_parts(r->target);
	close_part(r);
	free(r->part);
	free(r->target);
	r->part = r->target = NULL;
}
