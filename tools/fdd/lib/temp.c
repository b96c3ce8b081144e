// SPDX-License-Identifier: GPL-2.0
/* Temporary files. */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "lib/temp.h"

#define MAX_RESERVE	(1ull << 30)	/* what a file leaves free, or a twentieth */

static bool in_memory(const char *dir)
{
	struct statfs st;

	return !statfs(dir, &st) && (st.f_type == TMPFS_MAGIC || st.f_type == RAMFS_MAGIC);
}

const char *fdd_temp_directory(void)
{
	const char *dir = getenv("TMPDIR");

	if (dir && *dir)
		return dir;
	if (in_memory("/tmp") && !access("/var/tmp", W_OK) && !in_memory("/var/tmp"))
		return "/var/tmp";
	return "/tmp";
}

/* For file systems without O_TMPFILE, as NFS. */
static int file_without_name(const char *dir)
{
	char *path;
	int fd, err;

	if (asprintf(&path, "%s/fdd.XXXXXX", dir) < 0)
		return -1;
	fd = mkostemp(path, O_CLOEXEC);
	err = errno;
	if (fd >= 0)
		unlink(path);
	free(path);
	errno = err;
	return fd;
}

int fdd_temp_file(void)
{
	const char *dir = fdd_temp_directory();
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR) ? file_without_name(dir) : fd;
}

bool fdd_temp_has_room(int fd, uint64_t more)
{
	struct statvfs st;
	uint64_t free, reserve;

	if (fstatvfs(fd, &st))
		return true;
	free = (uint64_t)st.f_bavail * st.f_frsize;
	reserve = (uint64_t)st.f_blocks * st.f_frsize / 20;
	if (reserve > MAX_RESERVE)
		reserve = MAX_RESERVE;
	if (free >= reserve && more <= free - reserve)
		return true;
	errno = ENOSPC;
	return false;
}
