/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file of user stacks, TRACE.stacks: a perf.data file, which "perf script" reads.
 *
 * It is written next to the trace as TRACE.stacks.part, private from its first byte on. The header
 * comes first, so that what was written before a kill can be read.
 */
#ifndef FDD_RECORD_STACKS_FILE_H
#define FDD_RECORD_STACKS_FILE_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

struct stacks_file {
	int		fd;		/* -1: none */
	char		*path, *part;
	char		*buffer;
	uint32_t	used;		/* bytes of it */
	uint64_t	size;		/* of the records, also of those in the buffer */
	int		err;		/* an errno: no more is written */
};

/* What a record has about its task, time and CPU, at its end. */
struct stacks_id {
	uint32_t	pid, tid;
	uint64_t	time;
	uint32_t	cpu, reserved;
};

/** stacks_file_open - begin a file. Return: 0, or -1 after an error message */
int stacks_file_open(struct stacks_file *f, const char *trace, const struct perf_event_attr *attr);

/** stacks_file_add - write a record; an error is kept in ->err */
void stacks_file_add(struct stacks_file *f, const struct perf_event_header *record);

/** stacks_file_flush - write what is in the buffer */
void stacks_file_flush(struct stacks_file *f);

/* Files of tracefs, by which perf reads the records of the tracepoint */
struct stacks_formats {
	char	*page, *event;		/* events/header_page, events/header_event */
	char	*format;		/* of the event */
};

/**
 * stacks_file_complete - end the file, give it to the user of sudo, and give it its name
 *
 * Return: 0, or -1 after an error message; then there is no file
 */
int stacks_file_complete(struct stacks_file *f, const struct stacks_formats *formats);

/** stacks_file_drop - remove what is not complete, and free the rest */
void stacks_file_drop(struct stacks_file *f);

/**
 * stacks_trim - leave out of a sample what could not be copied of its stack
 * @record: of sample_type STACKS_SAMPLE; its size changes
 *
 * Return: false if it is damaged
 */
bool stacks_trim(struct perf_event_header *record);

/* Of a slow call, as its sample has it. */
struct stacks_call {
	uint32_t	tid;
	uint64_t	calltime;
};

/** stacks_call_of - the call of a sample. Return: false if it has none */
bool stacks_call_of(const struct perf_event_header *record, struct stacks_call *call);

/* Of all samples; in this order. "perf script" unwinds those with a call chain: it is empty. */
#define STACKS_SAMPLE	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
			 PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW | PERF_SAMPLE_REGS_USER | \
			 PERF_SAMPLE_STACK_USER)

/* The registers that are needed to unwind */
#if defined(__aarch64__)
#define STACKS_REGS	((1ull << 33) - 1)
#else
#define STACKS_REGS	0xff0fffull
#endif

#endif
