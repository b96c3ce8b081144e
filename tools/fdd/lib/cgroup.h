/* SPDX-License-Identifier: GPL-2.0 */
/* Cgroups: their directories, numbers and containers. */
#ifndef FDD_LIB_CGROUP_H
#define FDD_LIB_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/patterns.h"

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

/* Paths as for fdd_cgroup_id(), and globs of them, where * stands for / as well */
struct fdd_cgroup_list {
	struct fdd_patterns	wanted, unwanted;
};

/* Add one, or behind a "!" one that is not wanted; the string is not copied. */
void fdd_cgroup_list_add(struct fdd_cgroup_list *l, const char *pattern);
void fdd_cgroup_list_free(struct fdd_cgroup_list *l);

static inline bool fdd_cgroup_list_has_any(const struct fdd_cgroup_list *l)
{
	return l->wanted.nr || l->unwanted.nr;
}

/* Is a cgroup, by its path from the root, one of those or below one? */
bool fdd_cgroup_is_of(const struct fdd_patterns *list, const char *path);
/* Is it wanted, or nothing said which are, and not unwanted? */
bool fdd_cgroup_is_wanted(const struct fdd_cgroup_list *l, const char *path);

/**
 * fdd_cgroup_match - the cgroups that a path or a glob means, without those below them
 * @pattern: as in a list
 * @ids: their numbers, to be freed
 *
 * Return: how many there are
 */
size_t fdd_cgroup_match(const char *pattern, uint64_t **ids);

/**
 * fdd_cgroup_processes - the processes in cgroups and below them
 * @pattern: as for fdd_cgroup_match()
 *
 * Return: "1,23", to be freed; "": there are none; NULL with errno: there is no such cgroup
 */
char *fdd_cgroup_processes(const char *pattern);

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
