// SPDX-License-Identifier: GPL-2.0
/* Files of recordings, which only their owner can read. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libgen.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/file.h"

static bool is_replaceable(const char *path)
{
	struct stat st;

	if (lstat(path, &st) || S_ISREG(st.st_mode))
		return true;
	fdd_error("%s: %s", path, S_ISLNK(st.st_mode) ?
		  "is a symbolic link: name the file that it points to" : "not a regular file");
	return false;
}

/* Many distributions give each user a group of the same name, which has no other members. */
static bool is_group_of_one(gid_t gid, uid_t owner)
{
	const struct passwd *user = getpwuid(owner);
	char *name = user && user->pw_gid == gid ? xstrdup(user->pw_name) : NULL;
	const struct group *group = name ? getgrgid(gid) : NULL;
	bool is = group && !strcmp(group->gr_name, name);

	for (char **member = is ? group->gr_mem : NULL; is && *member; member++)
		is = !strcmp(*member, name) || !strcmp(*member, "root");
	free(name);
	return is;
}

/* With an ACL the bits of the group are those of all users and groups that it names. */
static bool has_acl(const char *dir)
{
	return getxattr(dir, "system.posix_acl_access", NULL, 0) > 0;
}

/*
 * trace-cmd makes temporary files next to it, one per CPU, whose names are known, follows links,
 * and takes files that are there: a user who can make them could have any file of ours overwritten,
 * or read the recording. fdd_make_cpu_parts() makes them before, and in a directory like /tmp
 * others cannot replace these. In one without the sticky bit they can.
 */
static bool is_safe_place(const char *path, const char *dir)
{
	struct stat st;

	if (access(dir, W_OK | X_OK) || stat(dir, &st))
		fdd_error("%s: cannot write: %s", path, strerror(errno));
	else if (!fdd_is_trusted(st.st_uid))
		fdd_error("%s: user %u owns its directory, and could put links there: choose another one",
			  path, st.st_uid);
	else if ((st.st_mode & S_IWOTH) && !(st.st_mode & S_ISVTX))
		fdd_error("%s: every user can write to its directory, and put links there: choose another one, or set its sticky bit",
			  path);
	else if ((st.st_mode & (S_IWGRP | S_IWOTH)) == S_IWGRP &&
		 (has_acl(dir) || !is_group_of_one(st.st_gid, st.st_uid)))
		fdd_error("%s: others than its owner can write to its directory (by its group, %u, or an ACL), and put links there: choose another one",
			  path, st.st_gid);
	else
		return true;
	return false;
}

bool file_check(const char *path)
{
	char *copy = xstrdup(path);
	bool ok = is_replaceable(path) && is_safe_place(path, dirname(copy));

	free(copy);
	return ok;
}

/* Another file of this name may be open elsewhere, or belong to another user. */
int file_create(const char *path)
{
	int fd;

	if (!is_replaceable(path))
		return -1;
	unlink(path);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		fdd_error("%s: %s", path, strerror(errno));
	return fd;
}

void file_give_to_user(int fd, const char *path)
{
	const char *uid = getenv("SUDO_UID"), *gid = getenv("SUDO_GID");
	uint64_t u, g;

	if (geteuid() || !uid || !gid || !fdd_parse_u64(uid, &u) || !fdd_parse_u64(gid, &g))
		return;
	if (fchown(fd, u, g))
		fdd_warning("%s: cannot change the owner from root: %s", path, strerror(errno));
}

void file_give_directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0) {
		fdd_warning("%s: %s", path, strerror(errno));
		return;
	}
	file_give_to_user(fd, path);
	close(fd);
}
