// SPDX-License-Identifier: GPL-2.0
/* The mount and the device of an open file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "waits/mounts.h"
#include "waits/proc.h"

/* A namespace may have 100000 mounts, and thousands of tasks wait for different ones. */
#define MOST_LINES	2000000

bool waits_fdinfo(pid_t task, int fd, const char *key, long *value)
{
	char file[32], line[256];
	size_t len = strlen(key);
	bool found = false;
	FILE *f;

	snprintf(file, sizeof(file), "fdinfo/%d", fd);
	f = proc_open(task, file);
	while (f && !found && fgets(line, sizeof(line), f))
		if (!strncmp(line, key, len) && line[len] == ':') {
			*value = strtol(line + len + 1, NULL, 10);
			found = true;
		}
	if (f)
		fclose(f);
	return found;
}

/* "36 35 98:0 /root /point rw,noatime master:1 - ext4 /dev/sda1 rw" */
static bool take_line(const char *line, int id, struct waits_mount *m)
{
	const char *rest = strstr(line, " - ");

	return rest && sscanf(line, "%d %*d %u:%u %*s %255s", &m->id, &m->major, &m->minor,
			      m->point) == 4 &&
	       m->id == id && sscanf(rest + 3, "%31s %127s", m->type, m->source) == 2;
}

bool waits_mounts_find(struct waits_mounts *mounts, pid_t task, int fd, struct waits_mount *m)
{
	bool found = false;
	char *line = NULL;
	size_t size = 0;
	long id;
	FILE *f;

	if (!waits_fdinfo(task, fd, "mnt_id", &id))
		return false;
	if (*mounts->last.type && mounts->last.id == id) {
		*m = mounts->last;
		return true;
	}
	f = mounts->lines < MOST_LINES ? proc_open(task, "mountinfo") : NULL;
	for (; f && !found && getline(&line, &size, f) > 0; mounts->lines++)
		found = take_line(line, id, m);
	if (f)
		fclose(f);
	free(line);
	if (found)
		mounts->last = *m;
	return found;
}

void waits_disk_name(const struct waits_mount *m, char name[64])
{
	char path[64], target[256], *last;
	ssize_t len;

	*name = '\0';
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", m->major, m->minor);
	len = readlink(path, target, sizeof(target) - 1);
	if (len > 0) {
		target[len] = '\0';
		last = strrchr(target, '/');
		snprintf(name, 64, "%.63s", last ? last + 1 : target);
	} else if (!strncmp(m->source, "/dev/", 5)) {
		snprintf(name, 64, "%.63s", m->source + 5);
	}
}

bool waits_disk_is_suspended(const struct waits_mount *m)
{
	char path[64];
	FILE *f;
	int is;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/dm/suspended", m->major, m->minor);
	f = fopen(path, "re");
	is = f ? fgetc(f) : EOF;
	if (f)
		fclose(f);
	return is == '1';
}
