/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads a perf.data file with copies of user stacks: TRACE.stacks, which "fdd record" writes, or
 * one of perf record --call-graph dwarf -k mono. Its records are passed on by time.
 */
#ifndef FDD_PERF_DATA_H
#define FDD_PERF_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FDD_PERF_BUILD_ID	20
#define FDD_PERF_REGS		33	/* of arm64, which has the most */
#define FDD_PERF_RECORDS	(1u << 22)	/* 64 MiB to sort them */

/* An executable part of a file in the memory of a process. */
struct fdd_perf_map {
	int32_t		pid;
	uint64_t	start, end;
	uint64_t	offset;		/* in the file */
	uint64_t	inode;
	uint32_t	major, minor;
	uint8_t		build_id[FDD_PERF_BUILD_ID];
	uint8_t		build_id_len;	/* 0: device and inode are set in its place */
	bool		executable;
	const char	*name;
};

/* A task that was forked, renamed, or that ended. */
struct fdd_perf_task {
	int32_t		pid, tid;
	int32_t		parent;		/* process, of a fork */
	bool		exec;		/* of a name */
};

enum fdd_perf_abi { FDD_PERF_NO_REGS, FDD_PERF_32_BIT, FDD_PERF_64_BIT };

/* A copy of a stack: of the registers, and of the memory above the stack pointer. */
struct fdd_perf_sample {
	int32_t		pid, tid;
	uint64_t	time;
	bool		of_call;	/* the two members below are set */
	uint64_t	calltime, duration;	/* as of its event func_duration */
	enum fdd_perf_abi abi;
	uint64_t	regs_mask;	/* by the numbers of perf_regs.h of the machine */
	uint64_t	regs[64];	/* by number */
	const uint8_t	*stack;
	size_t		stack_size;	/* bytes that were copied */
	size_t		stack_room;	/* bytes that were requested */
};

struct fdd_perf_ops {
	void (*map)(void *arg, const struct fdd_perf_map *map);
	void (*fork)(void *arg, const struct fdd_perf_task *task);
	void (*comm)(void *arg, const struct fdd_perf_task *task);
	void (*exit)(void *arg, const struct fdd_perf_task *task);
	void (*sample)(void *arg, const struct fdd_perf_sample *sample);
};

/* What is missing in a file. */
struct fdd_perf_report {
	const char	*error;		/* why it is not read; NULL: it is */
	uint64_t	records, samples;
	uint64_t	lost;		/* records and samples that the kernel had no room for */
	uint64_t	bad;		/* records that could not be parsed */
	uint64_t	cut;		/* records beyond FDD_PERF_RECORDS */
	bool		truncated;	/* it ends within a record, or was not completed */
	bool		other_clock;	/* not CLOCK_MONOTONIC */
};

/* Returns false with report->error set if the file is none that is understood. */
bool fdd_perf_data_read(int fd, const struct fdd_perf_ops *ops, void *arg,
			struct fdd_perf_report *report);

#endif
