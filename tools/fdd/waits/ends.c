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

/* "lock:	1: OFDLCK ADVISORY  WRITE -1 fe:00:5678 0 EOF": not those that it waits for */
static bool has_lock(const struct waits_end *end, const char *kind)
{
	char path[64], text[4096], *line = text;

	snprintf(path, sizeof(path), "fdinfo/%d", end->fd);
	if (proc_read(end->pid, path, text, sizeof(text)) <= 0)
		return false;
	while ((line = strstr(line, "\nlock:"))) {
		line = strchr(line + strlen("\nlock:"), ':');
		if (!line)
			return false;
		if (!strncmp(line, ": ", 2) && !strncmp(line + 2, kind, strlen(kind)))
			return true;
	}
	return false;
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
	if (mode == WAITS_HAS_FLOCK || mode == WAITS_HAS_OFD_LOCK)
		return has_lock(end, mode == WAITS_HAS_FLOCK ? "FLOCK " : "OFDLCK ");
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", end->pid, end->fd);
	return !lstat(path, &st) && st.st_mode & (mode == WAITS_CAN_READ ? 0400 : 0200);
}

static uint32_t first_with(const struct waits_ends *ends, uint64_t key)
{
	return FIRST_NOT(ends->nr, i, ends->list[i].key < key);
}

/* Each process once. */
static void look_at(struct waits_ends *ends, const char *target, struct waits_known_end *known)
{
	pid_t last = 0;

	known->from = ends->nr_pids;
	for (uint32_t i = first_with(ends, known->key);
	     i < ends->nr && ends->list[i].key == known->key; i++) {
		const struct waits_end *end = &ends->list[i];

		if (end->pid == last || !is_end(end, target, known->mode))
			continue;
		last = end->pid;
		if (!known->nr++)
			known->fd = end->fd;
		GROW(ends->pids, ends->nr_pids, ends->pid_cap);
		ends->pids[ends->nr_pids++] = last;
	}
}

static struct waits_known_end *add_known(struct waits_ends *ends, const char *target, uint64_t key,
					 enum waits_mode mode)
{
	struct waits_known_end *known;

	GROW(ends->known, ends->nr_known, ends->known_cap);
	known = &ends->known[ends->nr_known++];
	*known = (struct waits_known_end){ .key = key, .mode = mode };
	look_at(ends, target, known);
	return known;
}

/*
 * Thousands of tasks may wait at a pipe that each of them has open: all its ends are looked at for
 * the first of them. Names of files can be made to have one key, so see that it is this file.
 */
static const struct waits_known_end *known_end(struct waits_ends *ends, const char *target,
					       enum waits_mode mode)
{
	const uint64_t key = key_of(target);
	uint64_t *at = fdd_map_get(&ends->at, key + mode);
	const struct waits_known_end *known;
	struct waits_end first = { .key = key };

	if (!*at) {
		*at = ends->nr_known + 1;
		return add_known(ends, target, key, mode);
	}
	known = &ends->known[*at - 1];
	if (!known->nr)
		return known;
	first.pid = ends->pids[known->from];
	first.fd = known->fd;
	return known->key == key && is_end(&first, target, mode) ? known : NULL;
}

static int by_number(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void waits_ends_find(struct waits_ends *ends, const char *target, enum waits_mode mode,
		     pid_t own, struct waits_others *others)
{
	const struct waits_known_end *known;
	const pid_t *pids;

	memset(others, 0, sizeof(*others));
	if (!ends->is_read)
		read_all(ends);
	known = known_end(ends, target, mode);
	if (!known || !known->nr)
		return;
	pids = ends->pids + known->from;
	others->own = bsearch(&own, pids, known->nr, sizeof(own), by_number);
	others->nr = known->nr - others->own;
	if (others->nr)
		others->first = pids[pids[0] == own];
}

void waits_ends_free(struct waits_ends *ends)
{
	free(ends->list);
	free(ends->known);
	free(ends->pids);
	fdd_map_free(&ends->at);
	memset(ends, 0, sizeof(*ends));
}
