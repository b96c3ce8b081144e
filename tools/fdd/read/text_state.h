/* SPDX-License-Identifier: GPL-2.0 */
/* State of the reader of text. */
#ifndef FDD_TEXT_STATE_H
#define FDD_TEXT_STATE_H

#include "lib/scan.h"
#include "model/model.h"
#include "read/text_line.h"

/* State of a CPU. */
struct fdd_text_cpu {
	int32_t		pid;		/* from "a => b" lines; -1: unknown */
	uint32_t	comm;
	unsigned int	irq_depth;	/* between ==========> and <========== */
};

/*
 * Cache of the parsed beginning of a line, up to the decimals of its call time:
 * "CPU) [TASK-PID |] SECONDS.". Most lines begin like one of the last few.
 */
struct fdd_text_start {
	char		text[56];
	uint64_t	valid;		/* valid if equal to starts_valid */
	struct fdd_call	call;		/* the fields parsed from it */
} __attribute__((aligned(64)));

#define FDD_TEXT_STARTS	64		/* one per CPU on most machines */

struct fdd_text {
	struct fdd_model	*m;
	struct fdd_source	*src;
	uint16_t		source;
	struct fdd_feed		*feed;
	uint64_t		line_nr;
	bool			need_more;	/* the last record continues beyond the buffer */
	bool			at_end;		/* end of the input */
	bool			known;		/* at least one line could be parsed */
	uint64_t		strange;	/* bytes of comments before it */
	bool			irq_marks;	/* some "==========>" */
	uint64_t		overruns;	/* from the line before the call */
	uint64_t		clock;		/* sum of durations, if there are no call times */
	struct fdd_text_cpu	*cpus;
	uint32_t		nr_cpus;
	uint8_t			columns;	/* enum fdd_columns */
	struct fdd_map		tasks;		/* function_graph's open calls */
	uint64_t		nr_open;	/* room for them, of all tasks */
	struct fdd_text_start	starts[FDD_TEXT_STARTS];	/* by their first bytes */
	uint64_t		starts_valid;
	uint32_t		start_len;	/* of the valid ones: 8 bytes or more */
	uint32_t		join_bytes;	/* bytes that may be parsed as joined lines */
	unsigned int		few_lines;	/* to parse before their functions are looked up */
};

struct fdd_text_cpu *fdd_text_cpu(struct fdd_text *t, uint32_t cpu);

/* Set task, CPU and context of a call from the columns of its line. */
void fdd_text_fill_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			const struct fdd_line *line, struct fdd_call *call);
/*
 * Pass a call to the feed. @line is its line; where it has the context, it has those of the
 * callees, too.
 */
void fdd_text_feed_call(struct fdd_text *t, const struct fdd_line *line,
			struct fdd_call *call);
/* Pass a line to the feed as a note of this kind. */
void fdd_text_comment(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      const struct fdd_line *line, enum fdd_note_kind kind);

#endif
