// SPDX-License-Identifier: GPL-2.0
/* Reads the memory of other processes, in a child that may be killed. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "waits/memory.h"
#include "waits/proc.h"

#define ANSWER_MS	500
#define MOST_KILLED	3
#define MOST_BYTES	64
#define MOST_MAPPINGS	100000	/* lines of a file maps; the kernel's default limit is 65530 */
#define MOST_LINES	1000000	/* of all of them: then no more are looked at */

enum what { READ_MEMORY, READ_MAP, FIND_MAP };

struct request {
	enum what		what;
	pid_t			task;
	uint64_t		at;
	size_t			len;
	struct waits_mapping	map;
};

struct answer {
	bool			is;
	char			bytes[MOST_BYTES];
	struct waits_mapping	map;
};

/*
 * The child
 */

static void read_bytes(const struct request *r, struct answer *a)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/mem", r->task);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	a->is = pread(fd, a->bytes, r->len, r->at) == (ssize_t)r->len;
	close(fd);
}

static bool take_mapping(const char *line, struct waits_mapping *map, uint64_t *from, uint64_t *to)
{
	unsigned long long start, end, offset, inode;
	unsigned int major, minor;
	char mode[5];

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu", &start, &end, mode, &offset, &major,
		   &minor, &inode) != 7)
		return false;
	*from = start;
	*to = end;
	*map = (struct waits_mapping){
		.device = (uint64_t)major << 32 | minor, .inode = inode, .offset = offset,
		.shared = mode[3] == 's',
	};
	return true;
}

static bool is_it(const struct request *r, struct waits_mapping *map, uint64_t from, uint64_t to)
{
	if (r->what == READ_MAP) {
		map->offset += r->at - from;
		return r->at >= from && r->at < to;
	}
	return map->shared && map->device == r->map.device && map->inode == r->map.inode &&
	       r->map.offset >= map->offset && r->map.offset - map->offset < to - from;
}

/* A long name of a file continues in further pieces, which are not mappings. */
static void look_at_maps(const struct request *r, struct answer *a)
{
	static unsigned int lines;
	FILE *f = lines < MOST_LINES ? proc_open(r->task, "maps") : NULL;
	unsigned int nr = 0;
	uint64_t from, to;
	char line[512];
	bool begins = true;

	while (f && !a->is && nr++ < MOST_MAPPINGS && fgets(line, sizeof(line), f)) {
		if (begins && take_mapping(line, &a->map, &from, &to))
			a->is = is_it(r, &a->map, from, to);
		begins = strchr(line, '\n');
	}
	lines += nr;
	if (f)
		fclose(f);
}

static void serve(int fd, pid_t parent)
{
	struct request r;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_IGN);
	if (getppid() != parent)
		_exit(0);
	while (recv(fd, &r, sizeof(r), 0) == sizeof(r)) {
		struct answer a = { 0 };

		if (r.what == READ_MEMORY)
			read_bytes(&r, &a);
		else
			look_at_maps(&r, &a);
		if (send(fd, &a, sizeof(a), 0) != sizeof(a))
			break;
	}
	_exit(0);
}

/*
 * fdd
 */

static bool start(struct waits_memory *memory)
{
	pid_t parent = getpid();
	int sockets[2];

	if (memory->reader)
		return true;
	if (memory->killed >= MOST_KILLED ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets))
		return false;
	memory->reader = fork();
	if (!memory->reader) {
		close(sockets[0]);
		serve(sockets[1], parent);
	}
	close(sockets[1]);
	memory->socket = sockets[0];
	if (memory->reader > 0)
		return true;
	close(memory->socket);
	memory->reader = 0;
	return false;
}

/* It may be in a page fault that only SIGKILL ends, or nothing: then init reaps it. */
static void stop(struct waits_memory *memory, bool at_once)
{
	if (!memory->reader)
		return;
	close(memory->socket);
	if (at_once)
		kill(memory->reader, SIGKILL);
	waitpid(memory->reader, NULL, at_once ? WNOHANG : 0);
	memory->reader = 0;
}

static bool ask(struct waits_memory *memory, const struct request *r, struct answer *a)
{
	struct pollfd fd;

	if (!start(memory))
		return false;
	fd = (struct pollfd){ .fd = memory->socket, .events = POLLIN };
	if (send(memory->socket, r, sizeof(*r), MSG_NOSIGNAL) == sizeof(*r) &&
	    poll(&fd, 1, ANSWER_MS) == 1 && recv(memory->socket, a, sizeof(*a), 0) == sizeof(*a))
		return a->is;
	stop(memory, true);
	memory->killed++;
	return false;
}

bool waits_memory_read(struct waits_memory *memory, pid_t task, uint64_t at, void *to, size_t len)
{
	const struct request r = { .what = READ_MEMORY, .task = task, .at = at, .len = len };
	struct answer a;

	if (len > MOST_BYTES || !ask(memory, &r, &a))
		return false;
	memcpy(to, a.bytes, len);
	return true;
}

bool waits_memory_map(struct waits_memory *memory, pid_t task, uint64_t at,
		      struct waits_mapping *map)
{
	const struct request r = { .what = READ_MAP, .task = task, .at = at };
	struct answer a;

	if (!ask(memory, &r, &a))
		return false;
	*map = a.map;
	return true;
}

bool waits_memory_has_map(struct waits_memory *memory, pid_t task, const struct waits_mapping *map)
{
	const struct request r = { .what = FIND_MAP, .task = task, .map = *map };
	struct answer a;

	return ask(memory, &r, &a);
}

void waits_memory_end(struct waits_memory *memory)
{
	stop(memory, false);
}
