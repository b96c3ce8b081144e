// SPDX-License-Identifier: GPL-2.0
/* Files of /proc/TASK. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "waits/proc.h"

#define MAX_PATH	96

FILE *proc_open(pid_t task, const char *file)
{
	char path[MAX_PATH];

	snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	return fopen(path, "re");
}

ssize_t proc_read(pid_t task, const char *file, char *text, size_t size)
{
	char path[MAX_PATH];
	size_t len = 0;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -1;
	do {
		got = read(fd, text + len, size - 1 - len);
		len += got > 0 ? got : 0;
	} while ((got > 0 && len < size - 1) || (got < 0 && errno == EINTR));
	close(fd);
	text[len] = '\0';
	return got < 0 ? -1 : (ssize_t)len;
}

ssize_t proc_link(pid_t task, const char *file, char *text, size_t size)
{
	char path[MAX_PATH];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	len = readlink(path, text, size);
	if (len < 0 || (size_t)len == size)
		return -1;
	text[len] = '\0';
	return len;
}

DIR *proc_dir(pid_t task, const char *file)
{
	char path[MAX_PATH] = "/proc";

	if (task)
		snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	return opendir(path);
}

pid_t proc_next(DIR *dir)
{
	struct dirent *entry;

	while ((entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			return atoi(entry->d_name);
	return -1;
}
