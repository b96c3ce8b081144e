/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the memory of other processes. That may fault, and a page of a FUSE file or of
 * userfaultfd comes when another program wants it to: a child of fdd reads, and is killed if it
 * does not answer.
 */
#ifndef FDD_WAITS_MEMORY_H
#define FDD_WAITS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct waits_memory {
	pid_t		reader;		/* 0: it does not run */
	int		socket;
	unsigned int	killed;		/* times; after a few no memory is read any more */
};

/* A mapping: what two processes share has the same device, inode and place in the file. */
struct waits_mapping {
	uint64_t	device, inode, offset;
	bool		shared;
};

/** waits_memory_read - Return: false if it cannot be read, or not in time */
bool waits_memory_read(struct waits_memory *memory, pid_t task, uint64_t at, void *to, size_t len);

/** waits_memory_map - what is mapped at an address, by /proc/TASK/maps */
bool waits_memory_map(struct waits_memory *memory, pid_t task, uint64_t at,
		      struct waits_mapping *map);

/** waits_memory_has_map - does a process map that place of a file anywhere? */
bool waits_memory_has_map(struct waits_memory *memory, pid_t task, const struct waits_mapping *map);

void waits_memory_end(struct waits_memory *memory);

#endif
