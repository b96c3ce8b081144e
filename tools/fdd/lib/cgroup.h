/* SPDX-License-Identifier: GPL-2.0 */
/* Cgroups: their directories, numbers and containers. */
#ifndef FDD_LIB_CGROUP_H
#define FDD_LIB_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the hierarchy is mounted; NULL: it is looked up; "": nowhere. Tests set it. */
extern const char *fdd_cgroup_mount;

/**
 * fdd_cgroup_id - the number of a cgroup, as the kernel has it: the inode of its directory
 * @path: from the root of the hierarchy, or of its directory, such as /sys/fs/cgroup/a
 * @id: where to put it
 *
 * Return: false: there is no such cgroup
 */
bool fdd_cgroup_id(const char *path, uint64_t *id);

/**
 * fdd_cgroup_path - the path of a cgroup, from the root of the hierarchy
 * @id: its number
 *
 * Return: to be freed; NULL: it was removed (ESTALE), or this user may not look for it (errno)
 */
char *fdd_cgroup_path(uint64_t id);

/**
 * fdd_cgroup_processes - the processes in a cgroup and below it
 * @path: as for fdd_cgroup_id()
 *
 * Return: "1,23", to be freed; "": there are none; NULL with errno
 */
char *fdd_cgroup_processes(const char *path);

/* Bytes of a container's name */
#define FDD_CONTAINER	128

/**
 * fdd_cgroup_container - the container that a cgroup belongs to
 * @path: of the cgroup, as docker, podman, containerd, CRI-O or Kubernetes make it
 * @name: FDD_CONTAINER bytes: "docker-0123456789ab", of a pod "podUID/0123456789ab" or "podUID"
 *
 * Return: false: it is no container's
 */
bool fdd_cgroup_container(const char *path, char *name);

#endif
