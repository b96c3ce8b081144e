/* SPDX-License-Identifier: GPL-2.0 */
/* State of the reader of text. */
#ifndef FDD_TEXT_STATE_H
#define FDD_TEXT_STATE_H

#include "lib/scan.h"
#include "model/model.h"
#include "read/open_calls.h"
#include "read/text_bytes.h"
#include "read/text_frame.h"
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

/* Where in a page of systrace a line is. */
enum fdd_text_page {
	FDD_PAGE_NONE,		/* the text is not a page */
	FDD_PAGE_SCRIPT,	/* in a script that is not a trace */
	FDD_PAGE_OUTSIDE,
	FDD_PAGE_TRACE,
	FDD_PAGE_STRING,	/* in a string of a script */
};

#define FDD_TEXT_INSTANCES	64	/* calls of others are of the main source */

struct fdd_text {
	struct fdd_model	*m;
	struct fdd_source	*src;
	uint16_t		source;		/* of the line: that of its instance */
	uint16_t		main_source;	/* of lines without an instance; src */
	uint16_t		instance;	/* its number, from 1; 0: none */
	struct fdd_names	instances;	/* their names */
	uint16_t		instance_sources[FDD_TEXT_INSTANCES];
	struct fdd_feed		*feed;
	uint64_t		line_nr;
	bool			need_more;	/* the last record continues beyond the buffer */
	bool			at_end;		/* end of the input */
	bool			known;		/* at least one line could be parsed */
	bool			prefixed;	/* the last one had a prefix, see text_prefix.h */
	bool			markup;		/* see text_markup.h */
	bool			tabs;		/* between the columns of some lines */
	bool			journal;	/* see text_journal.h */
	uint64_t		general_lines;	/* not of the most frequent form */
	uint8_t			page;		/* enum fdd_text_page */
	struct fdd_text_bytes	bytes;
	struct fdd_text_frame	frame;
	uint64_t		strange;	/* bytes of comments before it */
	bool			irq_marks;	/* some "==========>" */
	uint64_t		overruns;	/* from the line before the call */
	uint64_t		clock;		/* sum of durations, if there are no call times */
	struct fdd_text_cpu	*cpus;
	uint32_t		nr_cpus;
	uint8_t			columns;	/* enum fdd_columns */
	struct fdd_map		tasks;		/* function_graph's open calls */
	uint64_t		begun;		/* number of the line where their trace begins */
	struct fdd_entries	syscalls;
	bool			want_open;	/* what is open at the end; then: */
	uint64_t		last;		/* the latest time of a record */
	uint64_t		lost_at;	/* events were lost; 0: never */
	uint64_t		nr_open;	/* room for them, of all tasks */
	bool			hex_times;	/* "calltime=3005d1062f" of reports */
	bool			ticks;		/* the times of records are not ns */
	bool			fine;		/* nor of a ms, as those of a clock in jiffies */
	bool			no_depths;	/* blanks are joined, see struct fdd_line */
	struct fdd_text_start	starts[FDD_TEXT_STARTS];	/* by their first bytes */
	uint64_t		starts_valid;
	uint32_t		start_len;	/* of the valid ones: 8 bytes or more */
	uint32_t		join_bytes;	/* bytes that may be parsed as joined lines */
	unsigned int		few_lines;	/* to parse before their functions are looked up */
	unsigned int		other_lines;	/* in a row, of another form */
};

struct fdd_text_cpu *fdd_text_cpu(struct fdd_text *t, uint32_t cpu);

/*
 * What follows is of the instance with this name, until the next call; NULL: of none. Each is a
 * source of its own, because several instances may have the same calls.
 */
void fdd_text_set_instance(struct fdd_text *t, const char *name, size_t len);
/* End the sources of instances. */
void fdd_text_end_instances(struct fdd_text *t);

/* A record that has a time */
static inline void fdd_text_see(struct fdd_text *t, const struct fdd_line *line)
{
	if (line->has_abstime && line->abstime > t->last)
		t->last = line->abstime;
}

/* Set task, CPU and context of a call from the columns of its line. */
void fdd_text_fill_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			const struct fdd_line *line, struct fdd_call *call);
/*
 * Pass a call to the feed. @line is its line; where it has the context, it has those of the
 * callees, too.
 */
void fdd_text_feed_call(struct fdd_text *t, const struct fdd_line *line,
			struct fdd_call *call);
/* The function of its caller: "name+0x12/0x40 [module]" is in the function "name [module]". */
uint32_t fdd_text_caller(struct fdd_text *t, const struct fdd_line *line);
/* Its arguments, in model->args */
uint32_t fdd_text_args(struct fdd_text *t, const struct fdd_line *line);
/* Pass a line to the feed as a note of this kind. */
void fdd_text_comment(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      const struct fdd_line *line, enum fdd_note_kind kind);

#endif
