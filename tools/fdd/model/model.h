/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between readers and views.
 *
 * A reader turns a trace into calls and notes, in the order of the records: a call is
 * recorded at its return, so callees come before their caller. The model puts them on one
 * stack per task and finds the caller of each call. Sinks (the function table, the views)
 * get every call when it returns, and its caller when it is known.
 *
 *	reader -> fdd_model_call()/fdd_model_note() -> sinks
 *
 * All times are in nanoseconds.
 */
#ifndef FDD_H
#define FDD_H

#include <pthread.h>
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
#include "model/cgroup_names.h"
#include "model/open_marks.h"
#include "model/stats.h"
#include "model/user_stacks.h"
#include "model/wall.h"

/* A call that has returned and whose caller may still arrive. */
struct fdd_frame {
	struct fdd_call	call;
	uint64_t	self;		/* duration minus that of the callees; or measured */
	uint64_t	seq;		/* number of the call in this run */
	uint64_t	tag;		/* the view's own */
	bool		selected;	/* passed the filters */
	uint32_t	from;		/* its caller, if it was recorded with it, or 0 */
};

/* A call that has returned, for sinks that need no more of it. */
struct fdd_returned {
	uint64_t		calltime;
	uint64_t		duration;
	uint64_t		self;
	const struct fdd_body	*body;		/* of its stack then */
	uint64_t		epoch;		/* of the body then */
	uint64_t		hash;		/* fdd_body_hash() with the function */
	uint32_t		func;
	uint32_t		slack;
	uint16_t		depth;
};

/* What is known about the caller of a call. */
enum fdd_caller_kind {
	FDD_CALLER_NONE,	/* none: the first traced call of its task */
	FDD_CALLER_DIRECT,
	FDD_CALLER_FILTERED,	/* parent is the nearest recorded one, if any */
	FDD_CALLER_UNKNOWN,
	FDD_CALLER_INTERRUPT,	/* none: it began an interrupt */
};

struct fdd_model;
struct fdd_body;
struct fdd_stack;

/* A call that had not returned when its trace ended. */
struct fdd_open_call {
	uint64_t	time;		/* of its entry */
	uint32_t	func;
};

/* Those of a task. */
struct fdd_open_calls {
	struct fdd_open_call *list;	/* the outermost first */
	uint32_t	nr;
	uint32_t	comm;
	int32_t		pid;
	uint16_t	source, cpu;
	uint64_t	end;		/* of the trace */
	bool		by_event;	/* the first one is a system call, known by its event */
	int32_t		syscall;	/* its number, where its function is none */
	bool		lost;		/* events were lost since it began: perhaps its return */
	bool		marked;		/* by open_marks.h, with these two */
	uint8_t		state;		/* enum fdd_state */
	char		letter;		/* of a task that is asleep; 0: unknown */
};

/* A receiver of calls. Every callback may be NULL. */
struct fdd_sink {
	/* A call returned. Its callees are known, its caller is not. */
	void (*call)(struct fdd_sink *sink, struct fdd_stack *stack,
		     struct fdd_frame *frame);
	/*
	 * The same for several calls of tasks, in the order of their returns: the model has
	 * taken all of them. For a sink that is alone and has no filter; the model still
	 * calls call() for what is rare. FDD_AHEAD more are readable; contents undefined.
	 */
	void (*calls)(struct fdd_sink *sink, const struct fdd_returned *calls,
		      unsigned int nr);
	/* The caller of a call is known; parent may be NULL. */
	void (*caller)(struct fdd_sink *sink, struct fdd_stack *stack,
		       struct fdd_frame *frame, struct fdd_frame *parent,
		       enum fdd_caller_kind kind);
	/* A call without a traced caller: for sinks that need only those. */
	void (*orphan)(struct fdd_sink *sink, const struct fdd_frame *frame);
	void (*note)(struct fdd_sink *sink, const struct fdd_note *note);
	/* After all calls and notes of a trace. */
	void (*open_calls)(struct fdd_sink *sink, const struct fdd_open_calls *calls);
};

/* The sinks that have a callback. */
struct fdd_sinks {
	struct fdd_sink		*list[6];	/* up to NULL */
};

/* Receives all calls and notes in place of the model, and passes them on. */
struct fdd_detour {
	void (*call)(struct fdd_detour *d, const struct fdd_call *call);
	void (*note)(struct fdd_detour *d, const struct fdd_note *note);
	/* Pass on everything now. */
	void (*flush)(struct fdd_detour *d);
};

#define FDD_EVENT_NAMES	16	/* that are counted */
#define FDD_EVENT_NAME	32	/* bytes of one */

struct fdd_event_count {
	char		name[FDD_EVENT_NAME];
	uint64_t	events;
};

/* Contents and defects of a source. */
struct fdd_source {
	char		*path;
	char		*label;
	const char	*format;	/* "text", "trace.dat", ... */
	char		*tracer;	/* from its header, or NULL */
	char		*machine;	/* from trace.dat, or NULL */
	char		*host;		/* its name, or NULL */
	uint16_t	same_host;	/* the first source of that host */
	bool		labelled;	/* by the user */
	uint64_t	bytes;
	uint64_t	lines;		/* of text */
	uint64_t	overwritten;	/* by newer events, before the trace */
	uint64_t	unparsed;	/* lines or records that could not be parsed */
	uint64_t	unparsed_line;	/* number of the first one */
	char		*unparsed_text;	/* beginning of the first one */
	uint64_t	cut_line;	/* number of the first one that was cut off, or 0 */
	char		*cut_name;	/* and its function's name */
	uint64_t	no_entry;	/* returns whose entry is missing */
	uint64_t	no_return;	/* entries whose return is missing */
	uint64_t	forgotten;	/* entries beyond the limit of open calls */
	bool		known;		/* a text that has lines of a trace */
	bool		binary;		/* and bytes that no text has */
	const char	*foreign;	/* what it is, if not a trace: see read/foreign.h */
	bool		truncated;	/* ends within a record */
	bool		cut;		/* not read to its end: fdd_model_is_full() */
	bool		no_depths;	/* blanks are joined, and no braces nest the calls */
	bool		no_times;	/* has durations, but no call times */
	bool		no_tasks;	/* does not name tasks */
	bool		no_contexts;	/* does not mark calls in interrupts */
	bool		ended;
	struct fdd_stats *stats;	/* of all calls meanwhile, or NULL */
	const struct fdd_user_stacks *user;	/* where its calls were made, or NULL */

	/*
	 * The reader's thread writes the members above, the model's thread those below, at each
	 * call. They are in separate cache lines to avoid false sharing.
	 */
	char		apart[64];
	uint64_t	calls;		/* 0: first, last and anchor are not set */
	uint64_t	markers;
	uint64_t	events;		/* of other kinds */
	struct fdd_event_count named[FDD_EVENT_NAMES];	/* until there is a call */
	uint64_t	lost;		/* events lost, where the number is known */
	uint64_t	lost_places;	/* places where some were lost */
	uint64_t	overruns;
	uint64_t	switches;	/* of tasks, with a time */
	uint64_t	switches_no_time;
	uint64_t	wakes;
	uint64_t	migrations;
	uint64_t	sleeps;		/* calls of functions that sleep */
	uint64_t	measured;	/* calls with the time that they slept */
	uint64_t	first;		/* the earliest call time */
	uint64_t	last;		/* the latest return */
	uint64_t	anchor;		/* call time of the first record */
	uint64_t	last_seen;	/* return of the latest call read */
	struct fdd_clock clock;
	struct fdd_wall	wall;
	struct fdd_open_marks open_marks;
	struct fdd_cgroup_names cgroups;
	struct fdd_cpu_irqs *irqs;	/* by CPU */
	unsigned int	nr_irqs;
};

/* Numbers of stacks that a thread asked for last, by their keys */
struct fdd_stack_numbers {
	struct fdd_map_slot	slots[64];
};

#define FDD_RETURNED	256		/* calls that sinks get at once */
#define FDD_AHEAD	6		/* calls whose data they ask for before they need it */

/* All data of one run. */
struct fdd_model {
	struct fdd_names	funcs;
	struct fdd_names	comms;
	struct fdd_names	args;		/* "fd=3, count=4096" */
	struct fdd_names	modules;
	const struct fdd_user_stacks *user;	/* of new sources, or NULL */
	uint32_t		*func_modules;	/* by function; UINT32_MAX: not set yet */
	uint32_t		nr_func_modules;
	struct fdd_source	*sources;
	unsigned int		nr_sources;
	unsigned int		without_stats;	/* files that have no statistics next to them */
	struct fdd_sinks	to_call, to_caller, to_orphan, to_note, to_open_calls;
	bool			want_events;	/* a sink uses the text of events */
	bool			want_work;	/* a sink uses the events of enum fdd_work */
	bool			label_hosts;	/* labels are the hosts' names */
	bool			full;		/* see fdd_model_is_full() */
	size_t			most_resident;	/* memory in use while traces are read */
	size_t			beside;		/* of it, that of a child process of the reader */
	uint64_t		since_look;	/* bytes read since it looked */

	struct fdd_detour	*detour;

	/* Functions to treat as interrupts without a flag. */
	bool			(*is_interrupt)(void *arg, uint32_t func);
	void			*is_interrupt_arg;
	uint8_t			*interrupt_known;	/* by function: 1: no, 2: yes */
	uint32_t		nr_interrupt_known;

	/* Tests whether a call passes the filters. */
	bool			(*select)(void *arg, const struct fdd_frame *frame);
	void			*select_arg;

	struct fdd_offs		offs;
	bool			want_irqs;	/* count interrupts too, not only sleep */
	bool			has_interrupts;	/* so far: on top of other calls */
	const struct fdd_off_call *off;		/* of the call that sinks get; NULL: unknown */
	struct fdd_off_call	off_now;
	/* Calls that the sink has not got yet; it may look at what is behind them. */
	struct fdd_returned	returned[FDD_RETURNED + FDD_AHEAD];
	unsigned int		nr_returned;
	struct fdd_detail	detail;		/* of the next call with FDD_CALL_DETAIL */

	uint64_t		seq;
	uint64_t		lost_seq;	/* the last call before events were lost */
	uint64_t		folded;		/* calls that stopped waiting for their caller */
	uint64_t		unfolded;	/* callers that got a part of their time later */
	uint64_t		gaps;		/* calls of others within the one around them */
	/* Both threads ask for numbers of stacks; the lock protects these three. */
	pthread_mutex_t		numbers_lock;
	struct fdd_map		stack_numbers;
	bool			more_tasks;	/* than FDD_MAX_STACKS */
	uint32_t		last_stack;	/* the highest number */
	struct fdd_stack_numbers	reader_numbers, model_numbers;
	struct fdd_stack	**stacks;	/* by number; NULL where there is none yet */
	uint32_t		nr_stacks;
	uint32_t		ended_stacks;	/* those with lower numbers are of ended sources */
	unsigned int		nr_ended;	/* sources */
	struct fdd_stack_slab	*slabs;
	unsigned int		nr_slab;	/* stacks in use of the first slab */
	struct fdd_body		*free_bodies;
	uint64_t		nr_bodies;
	uint64_t		frames;		/* allocated for all stacks */
};

struct fdd_model *fdd_model_new(void);
void fdd_model_free(struct fdd_model *m);
/* Add a sink. Its callbacks must not change afterwards. */
void fdd_model_add_sink(struct fdd_model *m, struct fdd_sink *sink);
uint16_t fdd_model_add_source(struct fdd_model *m, const char *path,
			      const char *label);
/* Set the machine that recorded a source, in the form of uname -a. */
void fdd_model_set_machine(struct fdd_model *m, uint16_t source,
			   const char *machine);
/* The name of that machine, or another name that identifies the source. */
const char *fdd_source_host(const struct fdd_source *src);
/* The machine, also of a text with the markers of model/wall.h; NULL: unknown. */
const char *fdd_source_machine(const struct fdd_source *src);
/* The name of that machine; NULL: unknown. */
const char *fdd_source_host_name(const struct fdd_source *src);
/* The name of a cgroup by its number, as fdd_cgroup_name(). */
const char *fdd_source_cgroup(struct fdd_source *src, uint64_t id);
/*
 * The number of the stack of a call, from 1 on. It depends on the source, the task or the
 * CPU, and the context. The first one is for the thread that reads, the second one for that of
 * the model and its sinks; a call that has a number keeps it.
 */
uint32_t fdd_stack_number(struct fdd_model *m, const struct fdd_call *call);
uint32_t fdd_stack_of_call(struct fdd_model *m, const struct fdd_call *call);
void fdd_model_call(struct fdd_model *m, const struct fdd_call *call);
/* fdd_model_call() for an array of calls. */
void fdd_model_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr);
void fdd_model_note(struct fdd_model *m, const struct fdd_note *note);
/* Does a sink want the calls that had not returned? Then the reader looks for them. */
static inline bool fdd_model_wants_open_calls(const struct fdd_model *m)
{
	return m->to_open_calls.list[0];
}

void fdd_model_open_calls(struct fdd_model *m, const struct fdd_open_calls *calls);
/* A call that sinks do not get: its times are used for the difference of the clocks only. */
void fdd_model_leave_out(struct fdd_model *m, const struct fdd_call *call);
/*
 * The trace names the task that was running on a CPU: move its earlier calls to the task's
 * stack. Both calls need the members that fdd_stack_number() reads only.
 */
void fdd_model_task_named(struct fdd_model *m, const struct fdd_call *unnamed,
			  const struct fdd_call *named);
void fdd_model_end_source(struct fdd_model *m, uint16_t source);
/*
 * Is so much memory in use that the rest of a source is not to be read? Each part of the model and
 * of the views has a limit, but a trace may reach many of them at once: with more functions, tasks
 * and calls without callers at a time than a kernel has. The reader, which has read so many bytes
 * since it asked last, asks before it reads more.
 */
bool fdd_model_is_full(struct fdd_model *m, uint16_t source, size_t read);
/* After the last source: free the stacks and the sleep of tasks, which only calls need. */
void fdd_model_forget_tasks(struct fdd_model *m);

/* The module of a function, in model->modules; 0: the kernel image. */
uint32_t fdd_func_module(struct fdd_model *m, uint32_t func);

/*
 * The body of a stack: it has one while calls wait on it for their callers. Later another
 * stack may reuse it.
 */
const struct fdd_body *fdd_stack_body(const struct fdd_stack *stack);
/*
 * The same of the task of a call: where an interrupt is on top of a task, that task's.
 * The depth of an interrupt counts from what it interrupted, so on one stack they nest.
 */
const struct fdd_body *fdd_task_body(struct fdd_model *m, const struct fdd_stack *stack,
				     const struct fdd_call *call);
uint64_t fdd_body_id(const struct fdd_body *body);
/* Fibonacci hashing: ids and keys are mostly small consecutive numbers. */
static inline uint64_t fdd_body_hash(const struct fdd_body *body, uint32_t key)
{
	return (fdd_body_id(body) << 32 | key) * 0x9e3779b97f4a7c15ull;
}

/* Number of outermost calls so far: what is of an earlier epoch is obsolete. */
uint64_t fdd_body_epoch(const struct fdd_body *body);
/* Does it hold calls of several tasks? Then they need not nest. */
bool fdd_body_shared(const struct fdd_body *body);
/* The waiting call that was open at that time, or NULL. */
const struct fdd_frame *fdd_body_around(const struct fdd_body *body, uint64_t time);

/*
 * The calls of a function that were counted while the traces were recorded. Returns false if
 * that is not known for all traces.
 */
bool fdd_model_counted(const struct fdd_model *m, const char *func, uint64_t *calls);

/* Count a line or record that could not be parsed; keep the first one for -z. */
void fdd_source_unparsed(struct fdd_source *src, uint64_t line,
			 const char *text, size_t len);
/* A line that a pager or a terminal has cut off, with the name of its function */
void fdd_source_cut_off(struct fdd_source *src, uint64_t line, const char *name, size_t len);

#endif
