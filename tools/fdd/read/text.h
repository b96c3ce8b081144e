/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the text reader share. */
#ifndef FDD_TEXT_H
#define FDD_TEXT_H

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

/* A line of function_graph: text_graph.c. False when it makes no sense. */
bool fdd_text_graph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		    const struct fdd_line *line);
void fdd_text_graph_end(struct fdd_text *t);

/* Who and where a line's columns say it was: for calls, for notes. */
void fdd_text_fill_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			const struct fdd_line *line, struct fdd_call *call);
bool fdd_text_comment(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      const struct fdd_line *line, enum fdd_note_kind kind);

/*
 * A line as the kernel prints events and trace-cmd reports them: text_event.c.
 * False if it is none.
 */
bool fdd_text_event(struct fdd_text *t, const char *p, const char *end);

#endif
