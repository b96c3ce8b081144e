/* SPDX-License-Identifier: GPL-2.0 */
/* The mount and the device of an open file, without a question to its file system. */
#ifndef FDD_WAITS_MOUNTS_H
#define FDD_WAITS_MOUNTS_H

#include <stdbool.h>
#include <sys/types.h>

struct waits_mount {
	int		id;
	unsigned int	major, minor;
	char		type[32], source[128], point[256];	/* cut if they are longer */
};

struct waits_mounts {
	struct waits_mount	last;	/* often many tasks wait for one */
	unsigned int		lines;	/* read until now */
};

/** waits_mounts_find - the mount of a descriptor of a task */
bool waits_mounts_find(struct waits_mounts *mounts, pid_t task, int fd, struct waits_mount *m);

/** waits_disk_name - "sda1" or "" if the mount is not on a block device */
void waits_disk_name(const struct waits_mount *m, char name[64]);

/** waits_disk_is_suspended - is it one of device mapper, and stopped by "dmsetup suspend"? */
bool waits_disk_is_suspended(const struct waits_mount *m);

/** waits_fdinfo - the number after "KEY:" in /proc/TASK/fdinfo/FD. Return: whether it is there */
bool waits_fdinfo(pid_t task, int fd, const char *key, long *value);

#endif
