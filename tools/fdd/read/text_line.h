/* SPDX-License-Identifier: GPL-2.0 */
/* Parses one line of a trace as text; read/GRAMMAR has its columns. */
#ifndef FDD_TEXT_LINE_H
#define FDD_TEXT_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call.h"

enum fdd_line_kind {
	FDD_LINE_PLAIN,		/* "name" */
	FDD_LINE_LEAF,		/* "name();" */
	FDD_LINE_ENTRY,		/* "name() {" */
	FDD_LINE_EXIT,		/* "}" */
	FDD_LINE_COMMENT,	/* a marker or another event */
	FDD_LINE_IRQ_ENTRY,	/* ==========> */
	FDD_LINE_IRQ_EXIT,	/* <========== */
};

/* The columns of durations before a function, in their order; see fdd_scan_columns(). */
enum fdd_columns {
	FDD_COLUMN_SELF		= 1 << 0,
	FDD_COLUMN_ASLEEP	= 1 << 1,
	FDD_COLUMN_WAITING	= 1 << 2,
	FDD_COLUMN_IRQ		= 1 << 3,
	FDD_COLUMNS		= 4,	/* the number of them */
};

/* TASK_COMM_LEN is 16, with the end of the string. */
#define FDD_LINE_COMM	15

struct fdd_line {
	const char	*name;		/* not terminated; NULL: none */
	const char	*text;		/* of a comment */
	const char	*comm;
	const char	*next;		/* the next line */
	uint64_t	abstime;
	uint64_t	calltime;
	uint64_t	duration;
	int64_t		retval;
	uint32_t	name_len;
	uint32_t	text_len;
	uint32_t	comm_len;
	uint32_t	cpu;
	uint32_t	overrun;
	int32_t		pid;
	int32_t		tgid;		/* 0: unknown */
	uint32_t	depth;
	uint8_t		kind;		/* enum fdd_line_kind */
	uint8_t		context;	/* enum fdd_context */
	bool		has_context;
	bool		has_cpu;
	bool		has_pid;
	bool		has_abstime;
	bool		has_calltime;
	bool		has_duration;
	bool		has_retval;
	bool		open_comment;	/* not closed on this line */
	bool		by_program;	/* see struct fdd_note */
	bool		cut;		/* by a pager or a terminal, within the name or behind it */
	bool		no_depth;	/* blanks are joined: only braces nest the calls */
	bool		odd_depth;	/* the indent is not of two blanks for each depth */
	uint8_t		columns;	/* enum fdd_columns; 0: not known. Set by the caller */
	struct fdd_detail detail;	/* detail.has says what of it was recorded */
	const char	*caller;	/* "name+0x12/0x40 [module]", if detail has it */
	uint32_t	caller_len;
	const char	*args;		/* "fd=3, count=4096", if detail has them */
	uint32_t	args_len;
	uint32_t	args_id;	/* instead, if it is not 0; in model->args */
	uint32_t	caller_func;	/* instead, if it is not 0; in model->funcs */
};

/*
 * Parse a line of function_duration or function_graph:
 *
 *	[TIME |] [CPU)] [TASK-PID |] [flags |] [CALLTIME |] DURATION | FUNCTION
 *
 * @p to @end is the line with its newline. Returns false if it has another form.
 */
bool fdd_scan_line(const char *p, const char *end, struct fdd_line *line);

/* The columns that a header line from @p to @end names. */
unsigned int fdd_scan_columns(const char *p, const char *end);

/* Parse only the columns behind the task's: trace-cmd prints no others. */
bool fdd_scan_tail(const char *p, const char *end, struct fdd_line *line);

/*
 * Does a text end with what pagers and terminals write in place of the rest of a line: "...", or
 * that as one character, ">" of less, "$" of nano?
 */
bool fdd_is_cut_off(const char *p, const char *end);

/*
 * What is behind " us", or NULL. Editors write it with the micro sign or the Greek letter, U+00B5
 * and U+03BC.
 */
const char *fdd_scan_unit(const char *p);

/* Parse "task-pid" with blanks around it, before @end. */
bool fdd_scan_task(const char *p, const char *end, struct fdd_line *line);

/* The same for a name of at most @most bytes. */
bool fdd_scan_long_task(const char *p, const char *end, unsigned int most, struct fdd_line *line);

/* Parse latency flags like "d..1.": the context. If it returns false, @line is unchanged. */
bool fdd_scan_flags(const char *p, unsigned int *len, struct fdd_line *line);

/* Parse "name+0x12/0x40 [module]" or "name", where a call returned to. */
void fdd_scan_caller(const char *p, const char *end, struct fdd_line *line);

/* Parse " name [module]" as one name. Returns its end. */
const char *fdd_scan_func(const char *p, struct fdd_line *line);

/* Parse a return value: "-22", "0x1f", "true". Other values are not recorded. */
void fdd_scan_value(const char *p, struct fdd_line *line);

#endif
