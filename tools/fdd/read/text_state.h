/* SPDX-License-Identifier: GPL-2.0 */
/* What is known of a trace as text while its lines go by. */
#ifndef FDD_TEXT_STATE_H
#define FDD_TEXT_STATE_H

#include "lib/scan.h"
#include "model/model.h"
#include "read/text_line.h"

/* What is known of a CPU while its lines go by. */
struct fdd_text_cpu {
	int32_t		pid;		/* from "a => b" lines; -1 is unknown */
	uint32_t	comm;
	unsigned int	irq_depth;	/* between ==========> and <========== */
};

/*
 * How a line began, up to its call time's decimals: "CPU) [TASK-PID |] SECONDS.".
 * Most lines begin like one shortly before, and need not be taken apart again.
 */
struct fdd_text_start {
	char		text[FDD_SCAN_PAD];
	uint64_t	valid;		/* as long as it is that of the reader */
	struct fdd_call	call;		/* what it says */
};

#define FDD_TEXT_STARTS	64		/* of as many CPUs, mostly */

struct fdd_text {
	struct fdd_model	*m;
	struct fdd_source	*src;
	uint16_t		source;
	struct fdd_feed		*feed;
	uint64_t		line_nr;
	bool			need_more;	/* a record goes beyond the buffer */
	bool			at_end;		/* there is no more */
	bool			known;		/* at least one line is of a trace */
	uint64_t		overruns;	/* as a line of its own says */
	uint64_t		clock;		/* for traces without call times */
	struct fdd_text_cpu	*cpus;
	uint32_t		nr_cpus;
	struct fdd_map		tasks;		/* function_graph's open calls */
	struct fdd_text_start	starts[FDD_TEXT_STARTS];	/* by their first bytes */
	uint64_t		starts_valid;
	uint32_t		start_len;	/* of those that are valid: 8 bytes or more */
};

struct fdd_text_cpu *fdd_text_cpu(struct fdd_text *t, uint32_t cpu);

/* Who made a call, and where, as the columns of its line say. */
void fdd_text_fill_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			const struct fdd_line *line, struct fdd_call *call);
/* A line that is a note of this kind: to the feed. */
void fdd_text_comment(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      const struct fdd_line *line, enum fdd_note_kind kind);

#endif
