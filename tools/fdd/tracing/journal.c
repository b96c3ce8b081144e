// SPDX-License-Identifier: GPL-2.0
/*
 * The files of the journals of changes: PID.undo in a directory of this user.
 *
 * Its owner holds a lock on it, which the kernel releases when the process ends: a journal that
 * can be locked is abandoned. The first line, "boot ID", is that of this boot: what an earlier
 * boot changed is gone, and the numbers of its processes belong to others now.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/journal.h"

#define SUFFIX		".undo"
#define FRESH		"new."	/* a journal that has no lock and no name yet */
#define FRESH_TRIES	10
#define MAX_SIZE	(1 << 20)
#define BOOT		"boot "
#define BOOT_LINE	(sizeof(BOOT) + FDD_BOOT_ID_LEN + 1)

/*
 * The directories
 */

/*
 * The journals of this user are in the first one that can be made; NULL: there are no more.
 * Others cannot write /run and /run/user. Without a login session (cron, su) there is no
 * /run/user/UID, and in /var/tmp any user can make a directory of that name.
 */
static char *dir_path(unsigned int i)
{
	static const char *const of_user[] = { "/run/user/%u/fdd", "/var/tmp/fdd-%u" };
	char *path;

	if (!geteuid())
		return i ? NULL : xstrdup("/run/fdd");
	if (i >= ARRAY_SIZE(of_user) || asprintf(&path, of_user[i], geteuid()) < 0)
		return NULL;
	return path;
}

/* No other user can write there, nor read its files. */
static bool is_ours_alone(const struct stat *st, mode_t type)
{
	return (st->st_mode & S_IFMT) == type && st->st_uid == geteuid() && !(st->st_mode & 077);
}

/* -1 sets errno; EPERM: it is there, but not ours alone. */
static int open_dir(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && is_ours_alone(&st, S_IFDIR))
		return fd;
	if (fd >= 0)
		close(fd);
	if (fd >= 0 || errno != ENOENT)
		errno = EPERM;
	return -1;
}

static void report_dir(const char *path)
{
	if (errno == EPERM)
		fdd_warning("%s: is not used: it is not a directory of this user alone (mode 0700); another user may have made it: remove it, or ask root to",
			    path);
	else
		fdd_warning("%s: %s", path, strerror(errno));
}

static int make_dir(char **path)
{
	char *next;
	int fd = -1;

	*path = NULL;
	for (unsigned int i = 0; fd < 0 && (next = dir_path(i)); i++) {
		free(*path);
		*path = next;
		if (!mkdir(next, 0700) || errno == EEXIST)
			fd = open_dir(next);
	}
	if (fd >= 0)
		return fd;
	report_dir(*path ? *path : "");
	fdd_error("there is no place for the journal of changes");
	return -1;
}

/*
 * A journal
 */

static void boot_line(char line[BOOT_LINE])
{
	char id[FDD_BOOT_ID_LEN + 1];

	fdd_boot_id(id);
	snprintf(line, BOOT_LINE, BOOT "%s\n", id);
}

/* Another run may have locked it first, to remove it (remove_fresh()). */
static bool lock_fresh(int fd)
{
	struct stat st;

	return !flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, &st) && st.st_nlink;
}

static void open_fresh(struct journal *j, const char *fresh)
{
	for (int i = 0; i < FRESH_TRIES; i++) {
		/* of a killed process that had this number */
		unlinkat(j->dir, fresh, 0);
		j->fd = openat(j->dir, fresh, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
			       0600);
		if (j->fd < 0 || lock_fresh(j->fd))
			return;
		close(j->fd);
		j->fd = -1;
	}
}

/* Lock and begin it before it gets its name: no journal is visible without a lock. */
static bool begin(const struct journal *j, const char *fresh)
{
	char boot[BOOT_LINE];

	boot_line(boot);
	return write(j->fd, boot, strlen(boot)) == (ssize_t)strlen(boot) &&
	       !renameat(j->dir, fresh, j->dir, j->name);
}

static int create(struct journal *j)
{
	char fresh[32];

	snprintf(fresh, sizeof(fresh), FRESH "%d", getpid());
	open_fresh(j, fresh);
	if (j->fd >= 0 && begin(j, fresh))
		return 0;
	fdd_error("%s/%s: %s", j->dir_path, j->name, strerror(errno));
	if (j->fd >= 0)
		unlinkat(j->dir, fresh, 0);
	return -1;
}

int journal_create(struct journal *j)
{
	*j = (struct journal){ .fd = -1 };
	snprintf(j->name, sizeof(j->name), "%d" SUFFIX, getpid());
	j->dir = make_dir(&j->dir_path);
	if (j->dir >= 0 && !create(j))
		return 0;
	journal_end(j, true);
	return -1;
}

int journal_add(const struct journal *j, const char *line, size_t len)
{
	if (write(j->fd, line, len) == (ssize_t)len)
		return 0;
	fdd_error("%s/%s: cannot write to the journal of changes: %s", j->dir_path, j->name,
		  strerror(errno));
	return -1;
}

char *journal_read(const struct journal *j, size_t *size)
{
	struct stat st;
	char *text;

	if (fstat(j->fd, &st))
		return NULL;
	text = xcalloc(1, st.st_size + 1);
	*size = st.st_size;
	if (pread(j->fd, text, st.st_size, 0) == st.st_size)
		return text;
	fdd_error("%s/%s: %s", j->dir_path, j->name, strerror(errno));
	free(text);
	return NULL;
}

void journal_end(struct journal *j, bool keep)
{
	if (!keep)
		unlinkat(j->dir, j->name, 0);
	if (j->fd >= 0)
		close(j->fd);
	if (j->dir >= 0)
		close(j->dir);
	free(j->dir_path);
	*j = (struct journal){ .dir = -1, .fd = -1 };
}

/*
 * Those of processes that have ended
 */

static bool is_journal(const char *name)
{
	size_t len = strlen(name), suffix = strlen(SUFFIX);

	return len > suffix && len < sizeof(((struct journal *)0)->name) &&
	       !strcmp(name + len - suffix, SUFFIX);
}

static bool is_of_this_boot(int fd)
{
	char ours[BOOT_LINE], line[BOOT_LINE] = "";

	boot_line(ours);
	return pread(fd, line, strlen(ours), 0) == (ssize_t)strlen(ours) && !strcmp(line, ours);
}

/* A file of this user that has one name and is not too large. The owner may end meanwhile. */
static bool is_usable(const struct journal *j)
{
	struct stat st;

	if (fstat(j->fd, &st) || !st.st_nlink)
		return false;
	if (is_ours_alone(&st, S_IFREG) && st.st_nlink == 1 && st.st_size <= MAX_SIZE)
		return true;
	fdd_warning("%s/%s: is ignored: it is not a journal that fdd has written", j->dir_path,
		    j->name);
	return false;
}

/* Returns 1 if it was undone, 0 if there was nothing to do. */
static int undo_if_abandoned(struct journal *j, int (*undo)(const struct journal *j))
{
	int ret = 0;

	j->fd = openat(j->dir, j->name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (j->fd < 0)
		return 0;
	if (!flock(j->fd, LOCK_EX | LOCK_NB) && is_usable(j)) {
		bool ours = is_of_this_boot(j->fd);

		if (ours)
			ret = undo(j) ? -1 : 1;
		if (ret >= 0)
			unlinkat(j->dir, j->name, 0);
	}
	close(j->fd);
	return ret;
}

/* Its owner was killed before it had the lock, or is about to make another one. */
static void remove_fresh(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return;
	if (!flock(fd, LOCK_EX | LOCK_NB))
		unlinkat(dir, name, 0);
	close(fd);
}

static int each_in(struct journal *j, int (*undo)(const struct journal *j))
{
	DIR *dir = fdopendir(dup(j->dir));
	struct dirent *entry;
	int nr = 0;

	while (dir && (entry = readdir(dir))) {
		int ret;

		if (!strncmp(entry->d_name, FRESH, strlen(FRESH)))
			remove_fresh(j->dir, entry->d_name);
		if (!is_journal(entry->d_name))
			continue;
		strcpy(j->name, entry->d_name);
		ret = undo_if_abandoned(j, undo);
		nr = ret < 0 || nr < 0 ? -1 : nr + ret;
	}
	if (dir)
		closedir(dir);
	return nr;
}

int journal_each_abandoned(int (*undo)(const struct journal *j))
{
	struct journal j = { .fd = -1 };
	int nr = 0;

	for (unsigned int i = 0; (j.dir_path = dir_path(i)); i++) {
		int ret = 0;

		j.dir = open_dir(j.dir_path);
		if (j.dir >= 0)
			ret = each_in(&j, undo);
		else if (errno != ENOENT)
			report_dir(j.dir_path);
		nr = ret < 0 || nr < 0 ? -1 : nr + ret;
		if (j.dir >= 0)
			close(j.dir);
		free(j.dir_path);
	}
	return nr;
}
