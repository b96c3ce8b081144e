// SPDX-License-Identifier: GPL-2.0
/* Which processes have a file open. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "waits/ends.h"
#include "waits/proc.h"

/* FNV-1a: what is found by it is compared again. */
static uint64_t key_of(const char *target)
{
	uint64_t key = 0xcbf29ce484222325ull;

	for (; *target; target++)
		key = (key ^ (unsigned char)*target) * 0x100000001b3ull;
	return key;
}

static void add_end(struct waits_ends *ends, pid_t pid, int fd)
{
	char file[32], target[PATH_MAX];

	snprintf(file, sizeof(file), "fd/%d", fd);
	if (proc_link(pid, file, target, sizeof(target)) < 0 ||
	    !strncmp(target, "anon_inode:", 11))
		return;
	if (ends->nr == WAITS_MOST_ENDS) {
		ends->cut = true;
		return;
	}
	GROW(ends->list, ends->nr, ends->cap);
	ends->list[ends->nr++] = (struct waits_end){ key_of(target), pid, fd };
}

static void read_process(struct waits_ends *ends, pid_t pid)
{
	DIR *dir = proc_dir(pid, "fd");
	int fd;

	if (!dir) {
		ends->hidden |= errno == EACCES;
		return;
	}
	while (!ends->cut && (fd = proc_next(dir)) >= 0)
		add_end(ends, pid, fd);
	closedir(dir);
}

static int by_key(const void *a, const void *b)
{
	const struct waits_end *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return (x->fd > y->fd) - (x->fd < y->fd);
}

static void read_all(struct waits_ends *ends)
{
	DIR *dir = proc_dir(0, NULL);
	pid_t pid;

	ends->is_read = true;
	while (dir && (pid = proc_next(dir)) >= 0)
		read_process(ends, pid);
	if (dir)
		closedir(dir);
	if (ends->nr)
		qsort(ends->list, ends->nr, sizeof(*ends->list), by_key);
}

/* Is it still that file, and open for that? The mode of the link says so. */
static bool is_end(const struct waits_end *end, const char *target, enum waits_mode mode)
{
	char path[64], now[PATH_MAX];
	struct stat st;

	snprintf(path, sizeof(path), "fd/%d", end->fd);
	if (proc_link(end->pid, path, now, sizeof(now)) < 0 || strcmp(now, target))
		return false;
	if (mode == WAITS_ANY_MODE)
		return true;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", end->pid, end->fd);
	return !lstat(path, &st) && st.st_mode & (mode == WAITS_CAN_READ ? 0400 : 0200);
}

static void add_other(struct waits_others *others, pid_t pid, pid_t own)
{
	uint32_t last = others->nr < WAITS_NAMED_ENDS ? others->nr : WAITS_NAMED_ENDS;

	if (pid == own) {
		others->own = true;
		return;
	}
	if (last && others->pids[last - 1] == pid)
		return;
	if (others->nr < WAITS_NAMED_ENDS)
		others->pids[others->nr] = pid;
	else
		others->pids[WAITS_NAMED_ENDS - 1] = pid;
	others->nr++;
}

void waits_ends_find(struct waits_ends *ends, const char *target, enum waits_mode mode,
		     pid_t own, struct waits_others *others)
{
	uint64_t key = key_of(target);
	uint32_t from = 0, to;

	memset(others, 0, sizeof(*others));
	if (!ends->is_read)
		read_all(ends);
	to = ends->nr;
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (ends->list[middle].key < key)
			from = middle + 1;
		else
			to = middle;
	}
	for (; from < ends->nr && ends->list[from].key == key; from++)
		if (is_end(&ends->list[from], target, mode))
			add_other(others, ends->list[from].pid, own);
}

void waits_ends_free(struct waits_ends *ends)
{
	free(ends->list);
	memset(ends, 0, sizeof(*ends));
}
