// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the tasks that were there before stacks are recorded.
 *
 * The kernel lists the maps with executable code, with the build-ids of their files (PROCMAP_QUERY,
 * v6.11). No file of a program is opened: it may be in a container, deleted, or on a file system
 * that does not answer.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/stacks_tasks.h"

#define MOST_MAPS	4096	/* of a process */

/* From linux/fs.h of v6.11 */
struct map_query {
	uint64_t	size, flags, addr;
	uint64_t	start, end, vma_flags, page_size, offset, inode;
	uint32_t	dev_major, dev_minor;
	uint32_t	name_size, build_id_size;
	uint64_t	name, build_id;
};

#define MAP_QUERY		_IOWR('f', 17, struct map_query)
#define VMA_READABLE		0x01
#define VMA_WRITABLE		0x02
#define VMA_EXECUTABLE		0x04
#define VMA_SHARED		0x08
#define VMA_THIS_OR_NEXT	0x10

#define BUILD_ID_SIZE		20

struct comm_record {
	struct perf_event_header	header;
	uint32_t			pid, tid;
	char				comm[16];
	struct stacks_id		id;
};

/* As struct perf_record_mmap2 of perf */
struct mmap_record {
	struct perf_event_header	header;
	uint32_t			pid, tid;
	uint64_t			addr, len, pgoff;
	union {
		struct {
			uint32_t	major, minor;
			uint64_t	inode, generation;
		};
		struct {
			uint8_t		build_id_size, reserved[3];
			uint8_t		build_id[BUILD_ID_SIZE];
		};
	};
	uint32_t			prot, flags;
	char				name[PATH_MAX + sizeof(struct stacks_id)];
};

static struct stacks_id id_of(uint32_t pid, uint32_t tid, uint64_t time)
{
	return (struct stacks_id){ .pid = pid, .tid = tid, .time = time };
}

static void add_name(struct stacks_file *f, uint32_t pid, uint32_t tid, uint64_t time)
{
	struct comm_record record = {
		.header = { .type = PERF_RECORD_COMM, .size = sizeof(record) },
		.pid = pid, .tid = tid, .id = id_of(pid, tid, time),
	};
	char path[64];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/task/%u/comm", pid, tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	len = read(fd, record.comm, sizeof(record.comm));
	close(fd);
	if (len <= 0)
		return;
	record.comm[len - 1] = '\0';
	stacks_file_add(f, &record.header);
}

static void add_map(struct stacks_file *f, uint32_t pid, uint64_t time, const struct map_query *q,
		    struct mmap_record *record)
{
	struct stacks_id id = id_of(pid, pid, time);
	size_t len;

	record->header = (struct perf_event_header){
		.type = PERF_RECORD_MMAP2,
		.misc = PERF_RECORD_MISC_USER |
			(q->build_id_size ? PERF_RECORD_MISC_MMAP_BUILD_ID : 0),
	};
	record->pid = record->tid = pid;
	record->addr = q->start;
	record->len = q->end - q->start;
	record->pgoff = q->offset;
	if (q->build_id_size) {
		record->build_id_size = q->build_id_size;
		memset(record->reserved, 0, sizeof(record->reserved));
	} else {
		record->major = q->dev_major;
		record->minor = q->dev_minor;
		record->inode = q->inode;
		record->generation = 0;
	}
	record->prot = PROT_EXEC | (q->vma_flags & VMA_READABLE ? PROT_READ : 0) |
		       (q->vma_flags & VMA_WRITABLE ? PROT_WRITE : 0);
	record->flags = q->vma_flags & VMA_SHARED ? MAP_SHARED : MAP_PRIVATE;
	if (!q->name_size)
		strcpy(record->name, "//anon");
	len = strlen(record->name);
	memset(record->name + len, 0, 8 - len % 8);
	len += 8 - len % 8;
	memcpy(record->name + len, &id, sizeof(id));
	record->header.size = offsetof(struct mmap_record, name) + len + sizeof(id);
	stacks_file_add(f, &record->header);
}

/*
 * A kernel thread has none. The open file is that of the program at this time, also if the process
 * becomes another one meanwhile (proc_maps_open(), fs/proc/task_mmu.c).
 */
static void add_maps(struct stacks_file *f, uint32_t pid)
{
	uint64_t time = fdd_now();
	struct mmap_record record;
	struct map_query q = { 0 };
	char path[32];
	int fd, i;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	for (i = 0; fd >= 0 && i < MOST_MAPS; i++) {
		q = (struct map_query){
			.size = sizeof(q), .addr = q.end,
			.flags = VMA_EXECUTABLE | VMA_THIS_OR_NEXT,
			.name_size = PATH_MAX, .name = (uintptr_t)record.name,
			.build_id_size = BUILD_ID_SIZE, .build_id = (uintptr_t)record.build_id,
		};
		memset(record.build_id, 0, sizeof(record.build_id));
		if (ioctl(fd, MAP_QUERY, &q))
			break;
		add_map(f, pid, time, &q, &record);
	}
	if (fd >= 0)
		close(fd);
}

struct look {
	struct stacks_file	*file;
	const atomic_bool	*stop;
	uint32_t		pid;
	uint64_t		time;
};

static void for_numbers(const char *path, struct look *look,
			void (*each)(struct look *look, uint32_t number))
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && !atomic_load(look->stop) && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			each(look, strtoul(entry->d_name, NULL, 10));
	if (dir)
		closedir(dir);
}

static void add_thread(struct look *look, uint32_t tid)
{
	add_name(look->file, look->pid, tid, look->time);
}

static void add_process(struct look *look, uint32_t pid)
{
	char path[32];

	look->pid = pid;
	look->time = fdd_now();
	snprintf(path, sizeof(path), "/proc/%u/task", pid);
	for_numbers(path, look, add_thread);
	add_maps(look->file, pid);
}

void stacks_add_tasks(struct stacks_file *f, const atomic_bool *stop)
{
	struct look look = { .file = f, .stop = stop };

	for_numbers("/proc", &look, add_process);
	stacks_file_flush(f);
}
