// SPDX-License-Identifier: GPL-2.0
/*
 * perf and BPF, attached to our events; an open descriptor keeps them attached. "perf-stack" has
 * user stacks copied at func_duration_stack, into a ring that is overwritten.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "monkey.h"

#define HELD_FILE	"/tmp/monkey-held.%s"
#define RING		(9 * 4096)	/* a page for its head, and eight */
#define RINGS		16

/* A ring keeps its event, until it is unmapped. */
static struct {
	int	fd;
	void	*at;
} rings[RINGS];

static int event_id(const char *event)
{
	char path[96], text[16];
	int id = -1;

	snprintf(path, sizeof(path), TRACING "/events/ftrace/%s/id", event);
	if (read_text(path, text, sizeof(text)) == 0)
		sscanf(text, "%d", &id);
	return id;
}

static int open_event(const char *event, struct perf_event_attr *attr)
{
	int id = event_id(event), fd;

	if (id < 0)
		return -ENOENT;
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->size = sizeof(*attr);
	attr->config = id;
	attr->sample_period = 1;
	fd = syscall(SYS_perf_event_open, attr, -1, 0, -1, 0);
	return fd < 0 ? -errno : fd;
}

static int open_perf(void)
{
	struct perf_event_attr attr = { 0 };

	return open_event("func_duration", &attr);
}

/* Without a ring nothing would be copied. */
static int open_stacks(void)
{
	struct perf_event_attr attr = {
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_RAW | PERF_SAMPLE_REGS_USER |
			       PERF_SAMPLE_STACK_USER,
		.sample_regs_user = 1, .sample_stack_user = 4096,
	};
	int fd = open_event("func_duration_stack", &attr), i = 0;

	while (i < RINGS && rings[i].at)
		i++;
	if (fd < 0 || i == RINGS)
		return fd;
	rings[i].fd = fd;
	rings[i].at = mmap(NULL, RING, PROT_READ, MAP_SHARED, fd, 0);
	if (rings[i].at == MAP_FAILED)
		rings[i].at = NULL;
	return fd;
}

/* Before a descriptor of attach() is closed */
void detach(int fd)
{
	int i;

	for (i = 0; i < RINGS; i++) {
		if (!rings[i].at || rings[i].fd != fd)
			continue;
		munmap(rings[i].at, RING);
		rings[i].at = NULL;
	}
}

/* "return 0" */
static int load_program(enum bpf_prog_type type)
{
	static const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = type,
		.insns = (uintptr_t)program,
		.insn_cnt = ARRAY_SIZE(program),
		.license = (uintptr_t)"GPL",
	};
	int fd = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));

	return fd < 0 ? -errno : fd;
}

static int open_raw(void)
{
	union bpf_attr attr = { 0 };
	int program = load_program(BPF_PROG_TYPE_RAW_TRACEPOINT), fd;

	if (program < 0)
		return program;
	attr.raw_tracepoint.name = (uintptr_t)"func_duration";
	attr.raw_tracepoint.prog_fd = program;
	fd = syscall(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof(attr));
	fd = fd < 0 ? -errno : fd;
	close(program);
	return fd;
}

static int open_perf_bpf(void)
{
	int fd = open_perf(), program, error;

	if (fd < 0)
		return fd;
	program = load_program(BPF_PROG_TYPE_TRACEPOINT);
	error = program < 0 ? -program :
		ioctl(fd, PERF_EVENT_IOC_SET_BPF, program) ? errno : 0;
	if (program >= 0)
		close(program);
	if (!error)
		return fd;
	close(fd);
	return -error;
}

/* A descriptor, or a negative errno. */
int attach(const char *what)
{
	if (strcmp(what, "perf") == 0)
		return open_perf();
	if (strcmp(what, "perf-bpf") == 0)
		return open_perf_bpf();
	if (strcmp(what, "perf-stack") == 0)
		return open_stacks();
	return open_raw();
}

/* For the shell: keep it open until release_main() is called with the same slot. */
int hold_main(const char *slot, const char *what)
{
	char path[64];
	int fd = attach(what);
	FILE *file;
	pid_t pid;

	if (fd < 0) {
		fprintf(stderr, "monkey: %s: %s\n", what, strerror(-fd));
		return 1;
	}
	pid = fork();
	if (pid == 0) {
		setsid();
		for (;;)
			pause();
	}
	snprintf(path, sizeof(path), HELD_FILE, slot);
	file = fopen(path, "w");
	if (!file)
		return 1;
	fprintf(file, "%d\n", pid);
	return fclose(file) != 0;
}

int release_main(const char *slot)
{
	char path[64], text[16];
	int pid;

	snprintf(path, sizeof(path), HELD_FILE, slot);
	if (read_text(path, text, sizeof(text)) || sscanf(text, "%d", &pid) != 1)
		return 1;
	unlink(path);
	kill(pid, SIGKILL);
	/* It is not our child; wait until its files are closed. */
	while (kill(pid, 0) == 0)
		usleep(10000);
	return 0;
}
