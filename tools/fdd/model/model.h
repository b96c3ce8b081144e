/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parts of fdd share.
 *
 * A reader turns a trace into calls and notes, in the order the kernel wrote
 * them: a call is written at its return, so callees come before their caller.
 * The model puts them on one stack per task and finds out who called whom.
 * Sinks (the function table, the views) get every call when it
 * returns, and its caller when that is known.
 *
 *	reader -> fdd_model_call()/fdd_model_note() -> sinks
 *
 * All times are in nanoseconds.
 */
#ifndef FDD_H
#define FDD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/map.h"
#include "lib/names.h"
#include "lib/util.h"
#include "model/call.h"
#include "model/clocks.h"
#include "model/off.h"

/* A call that returned and may still meet its caller. */
struct fdd_frame {
	struct fdd_call	call;
	uint64_t	self;		/* duration less that of the callees */
	uint64_t	seq;		/* number of the call in this run */
	uint64_t	tag;		/* the view's own */
	bool		selected;	/* passed the filters */
};

/* How a call knows its caller. */
enum fdd_caller_kind {
	FDD_CALLER_NONE,	/* the first traced one of its task */
	FDD_CALLER_DIRECT,
	FDD_CALLER_FILTERED,	/* parent is the nearest recorded one, if any */
	FDD_CALLER_UNKNOWN,
	FDD_CALLER_INTERRUPT,	/* nobody: an interrupt began with it */
};

struct fdd_model;
struct fdd_body;
struct fdd_stack;

/* Who wants to know. Every callback may be missing. */
struct fdd_sink {
	/* A call returned. Its callees are known, its caller is not. */
	void (*call)(struct fdd_sink *sink, struct fdd_stack *stack,
		     struct fdd_frame *frame);
	/* The caller of a call is known; parent may be NULL. */
	void (*caller)(struct fdd_sink *sink, struct fdd_stack *stack,
		       struct fdd_frame *frame, struct fdd_frame *parent,
		       enum fdd_caller_kind kind);
	/* A call has no caller that was traced: the same, for who needs no more. */
	void (*orphan)(struct fdd_sink *sink, const struct fdd_frame *frame);
	void (*note)(struct fdd_sink *sink, const struct fdd_note *note);
};

/* Those that want to know one thing. */
struct fdd_sinks {
	struct fdd_sink		*list[5];	/* up to NULL */
};

/* Gets everything in place of the model, and passes it on. */
struct fdd_detour {
	void (*call)(struct fdd_detour *d, const struct fdd_call *call);
	void (*note)(struct fdd_detour *d, const struct fdd_note *note);
	/* The model needs to know all there was now. */
	void (*flush)(struct fdd_detour *d);
};

/* What a source held, and what is wrong with it. */
struct fdd_source {
	char		*path;
	char		*label;
	const char	*format;	/* "text", "trace.dat", ... */
	char		*tracer;	/* as its header says, or NULL */
	char		*machine;	/* as trace.dat says, or NULL */
	char		*host;		/* its name, or NULL */
	uint16_t	same_host;	/* the first source of that host */
	bool		labelled;	/* by the user */
	uint64_t	bytes;
	uint64_t	lines;		/* of text */
	uint64_t	overwritten;	/* by newer events, before the trace */
	uint64_t	unparsed;	/* lines or records not understood */
	uint64_t	unparsed_line;	/* the first of them */
	char		*unparsed_text;	/* and how it begins */
	uint64_t	no_entry;	/* returns whose entry is missing */
	uint64_t	no_return;	/* entries whose return is missing */
	bool		truncated;	/* ends in the middle of something */
	bool		no_times;	/* has durations only */
	bool		no_tasks;	/* does not say which task */
	bool		no_contexts;	/* does not say what ran in an interrupt */

	/*
	 * The reader's thread writes what is above, the model's what is below, both at
	 * each call: in one cache line they would take it from each other.
	 */
	char		apart[64];
	uint64_t	calls;		/* 0: first, last and anchor say nothing */
	uint64_t	markers;
	uint64_t	events;		/* of other kinds */
	uint64_t	lost;		/* events lost, as far as counted */
	uint64_t	lost_places;	/* places where some were lost */
	uint64_t	overruns;
	uint64_t	switches;	/* of tasks, with a time */
	uint64_t	switches_no_time;
	uint64_t	wakes;
	uint64_t	sleeps;		/* calls that are asleep by their name */
	uint64_t	first;		/* the earliest call time */
	uint64_t	last;		/* the latest return */
	uint64_t	anchor;		/* call time of the first record */
	uint64_t	last_seen;	/* return of the latest call read */
	struct fdd_clock clock;
	struct fdd_cpu_irqs *irqs;	/* of its CPUs */
	unsigned int	nr_irqs;
};

/* One run: everything read so far. */
struct fdd_model {
	struct fdd_names	funcs;
	struct fdd_names	comms;
	struct fdd_names	modules;
	uint32_t		*func_modules;	/* by function; UINT32_MAX not asked yet */
	uint32_t		nr_func_modules;
	struct fdd_source	*sources;
	unsigned int		nr_sources;
	struct fdd_sinks	to_call, to_caller, to_orphan, to_note;
	bool			want_events;	/* a sink wants their text */
	bool			label_hosts;	/* labels are the hosts' names */

	struct fdd_detour	*detour;

	/* Says which functions are interrupts though no flag does. */
	bool			(*is_interrupt)(void *arg, uint32_t func);
	void			*is_interrupt_arg;
	uint8_t			*interrupt_known;	/* by function: 1 no, 2 yes */
	uint32_t		nr_interrupt_known;

	/* Says whether a call passes the filters. */
	bool			(*select)(void *arg, const struct fdd_frame *frame);
	void			*select_arg;

	struct fdd_offs		offs;
	bool			want_irqs;	/* asked for beside sleep */
	const struct fdd_off_call *off;		/* of the call that is told; NULL: nothing known */
	struct fdd_off_call	off_now;

	uint64_t		seq;
	uint64_t		lost_seq;	/* the last call before events were lost */
	uint64_t		folded;		/* calls given up waiting for callers */
	uint64_t		unfolded;	/* callers that got a part of their time */
	uint64_t		gaps;		/* calls of others within the one around them */
	struct fdd_map		stack_numbers;
	struct fdd_map_slot	recent_numbers[64];	/* of those, by the task or CPU */
	uint32_t		last_stack;	/* the highest of them */
	struct fdd_stack	**stacks;	/* by number; NULL where there is none yet */
	uint32_t		nr_stacks;
	struct fdd_stack_slab	*slabs;
	unsigned int		nr_slab;	/* stacks in use of the first of them */
	struct fdd_body		*free_bodies;
	uint64_t		nr_bodies;
	uint64_t		frames;		/* that all of them have room for */
};

struct fdd_model *fdd_model_new(void);
void fdd_model_free(struct fdd_model *m);
/* Its callbacks stay what they are from here on. */
void fdd_model_add_sink(struct fdd_model *m, struct fdd_sink *sink);
uint16_t fdd_model_add_source(struct fdd_model *m, const char *path,
			      const char *label);
/* The machine that recorded a source, as uname(1) describes it. */
void fdd_model_set_machine(struct fdd_model *m, uint16_t source,
			   const char *machine);
/* The name of that machine, or another name that identifies the source. */
const char *fdd_source_host(const struct fdd_source *src);
/*
 * The stack of a call, as a number from 1 on: it depends on the source, the task or
 * the CPU, and the context.
 */
uint32_t fdd_stack_number(struct fdd_model *m, const struct fdd_call *call);
void fdd_model_call(struct fdd_model *m, const struct fdd_call *call);
/* The same for as many as there are. */
void fdd_model_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr);
void fdd_model_note(struct fdd_model *m, const struct fdd_note *note);
/* A call that sinks do not get: only its times are used, for the clocks. */
void fdd_model_leave_out(struct fdd_model *m, const struct fdd_call *call);
/*
 * The task that ran on a CPU so far is known now: what it did before gets its stack.
 * Both calls need no more than what fdd_stack_number() looks at.
 */
void fdd_model_task_named(struct fdd_model *m, const struct fdd_call *unnamed,
			  const struct fdd_call *named);
void fdd_model_end_source(struct fdd_model *m, uint16_t source);

/* The module of a function, in model->modules; 0 is the kernel proper. */
uint32_t fdd_func_module(struct fdd_model *m, uint32_t func);

/*
 * What a stack has while calls wait on it for their callers; when none does, another
 * stack may get it.
 */
const struct fdd_body *fdd_stack_body(const struct fdd_stack *stack);
uint64_t fdd_body_id(const struct fdd_body *body);
/* How often everything on it was passed to the sinks. */
uint64_t fdd_body_epoch(const struct fdd_body *body);
/* Of the calls that wait for their callers: the one that was under way at that time, or NULL. */
const struct fdd_frame *fdd_body_around(const struct fdd_body *body, uint64_t time);

/* Count what a reader did not understand; remember the first for -z. */
void fdd_source_unparsed(struct fdd_source *src, uint64_t line,
			 const char *text, size_t len);

#endif
