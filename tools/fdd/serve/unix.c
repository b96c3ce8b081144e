// SPDX-License-Identifier: GPL-2.0
/*
 * The Unix socket that the server listens on: its permissions control access.
 *
 * The file PATH.fdd-serve next to it is locked as long as the server lives, and has
 * the identity of the socket. If the server is killed, both stay. Only then can the
 * next one take the lock; it removes the socket if it is the one that the file
 * identifies, and nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/util.h"
#include "serve/state.h"

#define LOCK_SUFFIX	".fdd-serve"
#define IDENTITY_SIZE	128
#define MAX_PATH	(sizeof(((struct sockaddr_un *)0)->sun_path) - 1)

bool serve_check_path(struct serve *s)
{
	if (*s->path && strlen(s->path) <= MAX_PATH) {
		s->local = true;
		return true;
	}
	fdd_error("--unix-socket: '%s': a path has 1 to %zu bytes", s->path, MAX_PATH);
	return false;
}

bool serve_parse_mode(struct serve *s, const char *mode)
{
	char *end;

	s->mode = strtoul(mode, &end, 8);
	if (*end || end - mode > 4 || end - mode < 3 || s->mode > 0777) {
		fdd_error("--socket-mode: '%s' is not a mode in octal, as 660", mode);
		return false;
	}
	return true;
}

/* The time of a socket's last change does not change by chmod, chown or use. */
static bool identify(const char *path, char identity[IDENTITY_SIZE])
{
	struct stat st;

	if (lstat(path, &st) || !S_ISSOCK(st.st_mode))
		return false;
	snprintf(identity, IDENTITY_SIZE, "%ju %ju %jd.%09ld\n", (uintmax_t)st.st_dev,
		 (uintmax_t)st.st_ino, (intmax_t)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	return true;
}

/* Is the file at the path the socket that the lock's file identifies? */
static bool is_ours(const struct serve *s)
{
	char noted[IDENTITY_SIZE] = "", found[IDENTITY_SIZE];

	return pread(s->lock, noted, sizeof(noted) - 1, 0) > 0 &&
	       identify(s->path, found) && !strcmp(noted, found);
}

/* A server that ends removes the file: it may be gone since we opened it. */
static bool lock_is_there(const struct serve *s)
{
	struct stat there, ours;

	return !lstat(s->lock_path, &there) && !fstat(s->lock, &ours) &&
	       there.st_ino == ours.st_ino && there.st_dev == ours.st_dev;
}

static bool open_lock(struct serve *s)
{
	struct stat st;

	s->lock = open(s->lock_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
		       0600);
	if (s->lock < 0) {
		fdd_error("%s: %s", s->lock_path, strerror(errno));
		return false;
	}
	if (!fstat(s->lock, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    st.st_nlink <= 1)
		return true;
	fdd_error("%s: not a file of this user alone", s->lock_path);
	return false;
}

static bool lock(struct serve *s)
{
	if (!flock(s->lock, LOCK_EX | LOCK_NB))
		return true;
	if (errno == EWOULDBLOCK)
		fdd_error("%s: another %s listens there", s->path, fdd_program);
	else
		fdd_error("%s: %s", s->lock_path, strerror(errno));
	return false;
}

static void close_lock(struct serve *s)
{
	if (s->lock >= 0)
		close(s->lock);
	s->lock = -1;
}

static bool take_lock(struct serve *s)
{
	while (open_lock(s) && lock(s)) {
		if (lock_is_there(s))
			return true;
		close_lock(s);
	}
	close_lock(s);
	return false;
}

static bool remove_dead(struct serve *s)
{
	struct stat st;

	if (lstat(s->path, &st) && errno == ENOENT)
		return true;
	if (is_ours(s) && !unlink(s->path))
		return true;
	fdd_error("%s: not left behind by %s: remove it, or choose another path",
		  s->path, fdd_program);
	return false;
}

static bool note_identity(struct serve *s)
{
	char identity[IDENTITY_SIZE];
	ssize_t len;

	if (!identify(s->path, identity) || ftruncate(s->lock, 0))
		return false;
	len = strlen(identity);
	return pwrite(s->lock, identity, len, 0) == len;
}

/*
 * The file has its permissions from its first moment. The umask sets them, and where
 * an ACL of the directory takes its place, the mode of the socket does.
 */
static int bind_socket(struct serve *s, int fd)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	mode_t mask = umask(0777 & ~s->mode);
	int ret;

	strcpy(address.sun_path, s->path);
	ret = fchmod(fd, s->mode);
	if (!ret)
		ret = bind(fd, (struct sockaddr *)&address, sizeof(address));
	umask(mask);
	return ret;
}

static int bind_and_listen(struct serve *s)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), err;

	if (fd >= 0 && !bind_socket(s, fd)) {
		if (note_identity(s) && !listen(fd, SERVE_WAITING))
			return fd;
		err = errno;
		unlink(s->path);
		errno = err;
	}
	fdd_error("%s: %s", s->path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

int serve_listen_unix(struct serve *s)
{
	int fd = -1;

	s->lock_path = xmalloc(strlen(s->path) + sizeof(LOCK_SUFFIX));
	sprintf(s->lock_path, "%s" LOCK_SUFFIX, s->path);
	if (take_lock(s) && remove_dead(s))
		fd = bind_and_listen(s);
	if (fd < 0)
		serve_unlink_unix(s);
	return fd;
}

void serve_unlink_unix(struct serve *s)
{
	if (s->lock >= 0) {
		if (is_ours(s))
			unlink(s->path);
		unlink(s->lock_path);
	}
	close_lock(s);
	free(s->lock_path);
}
