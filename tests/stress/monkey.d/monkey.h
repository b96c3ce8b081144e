/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random steps on the tracing files, each of them one line of shell, and a model with the
 * result that each step must have and the state after it.
 *
 *	main.c		options, episodes, replay
 *	step.c		one step as a line of shell: print, parse, run
 *	grammar.c	the table of step kinds; files and options are added there
 *	triggers.c	event triggers and their effect on the event
 *	probes.c	commands in set_ftrace_filter
 *	functions.c	sets of functions; which calls of a chain pass the filters
 *	world.c		the model: modules, arrays, open files, references
 *	checks.c	checks after each step, and after everything was undone
 *	undo.c		undo all steps, according to the model
 *	klog.c		the kernel's log
 *	attach.c	perf and BPF
 *	watch.c		a child that reports when a step does not return
 */
#ifndef MONKEY_H
#define MONKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACING		"/sys/kernel/tracing"
#define MODULE_FILE	"/fd/function_duration.ko"
#define CALLS_MODULE	"/fd/calls.ko"
#define CALLS_FILE	"/sys/kernel/debug/calls"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Results of a step, which may be combined */
enum answer {
	OK		= 0x001,
	BUSY		= 0x002,
	INVAL		= 0x004,
	EXIST		= 0x008,
	NOENT		= 0x010,	/* or EACCES: the shell tries to create the file */
	NOSPC		= 0x020,
	NODEV		= 0x040,
	AGAIN		= 0x080,	/* rmmod of a module in use */
	NODATA		= 0x100,
	OTHER		= 0x200,
	ANYTHING	= 0x3ff,
};

enum verb {
	WRITE,		/* echo TEXT >FILE */
	APPEND,		/* echo TEXT >>FILE */
	READ,		/* head -c 65536 FILE >/dev/null */
	OPEN,		/* exec SLOT<FILE */
	READ_SLOT,	/* timeout 1 head -c 65536 <&SLOT >/dev/null */
	CLOSE,		/* exec SLOT<&- */
	MAKE,		/* mkdir instances/NAME */
	REMOVE,		/* rmdir instances/NAME */
	INSERT,		/* insmod FILE */
	TAKE_OUT,	/* rmmod NAME */
	HOLD,		/* /fd/monkey hold SLOT WHAT */
	RELEASE,	/* /fd/monkey release SLOT */
	RUN,		/* a command */
};

#define N_SLOTS		6
#define FIRST_SLOT	4

struct kind;

struct step {
	enum verb		verb;
	char			array[16];	/* "" is the top, else an instance */
	char			file[160];	/* below the array, or a whole path */
	char			text[256];	/* what is written or held, or the command */
	int			slot;
	const struct kind	*kind;
};

/* step.c */
void step_print(const struct step *step, char *line, size_t size);
bool step_parse(struct step *step, const char *line);
int step_do(const struct step *step);
void step_path(const struct step *step, char *path, size_t size);
int slot_fd(int slot);
enum answer answer_of(int error);
const char *answers_text(unsigned int answers, char *text, size_t size);

/* Text files in the tracing directory; relative names */
int read_text(const char *path, char *text, size_t size);
char *read_whole(const char *path);
bool file_has_text(const char *path, const char *text);
void wait_for_children(bool all);
int write_text(const char *path, const char *text);

/* functions.c: sets of the functions that the steps name */
typedef uint64_t funcset;
struct filter {
	bool	all;		/* every function of the kernel */
	funcset	set;		/* those of the functions known here */
};

void functions_read(void);
funcset functions_in_file(const char *path, struct filter *filter);
bool functions_apply(struct filter *filter, const char *text, bool append);
bool functions_as_numbers(const char *text, char *numbers, size_t size);
funcset function_bit(const char *name);
funcset functions_matching(const char *word);
const char *function_name(unsigned int bit);
struct graph_filters {
	funcset	function, notrace;
	int	max_depth;
};

long chain_entered(const char *order, funcset traced, const struct graph_filters *graph,
		   funcset counted);

/* world.c */
enum tracer { NOP, FUNCTION, FUNCTION_GRAPH, FUNCTION_DURATION, OTHER_TRACER };

/* An event file as __ftrace_event_enable_disable() sees it */
struct event {
	bool	registered;
	int	soft_refs;
	bool	soft_disabled;
};

struct trigger {
	char	host[48];	/* the event that it is set on */
	char	type[16];	/* two of one type exclude each other, except hist */
	char	target[48];	/* of enable_event and disable_event */
	char	text[200];
};

#define MAX_TRIGGERS	24

/* "FUNCTION:COMMAND" in set_ftrace_filter */
struct probe {
	char	command[32];	/* with a colon at the end if it has a count */
	char	target[48];	/* of enable_event and disable_event */
	char	text[100];
	funcset	set;
};

#define MAX_PROBES	12

/* A line of function_duration/thresh */
struct thresh_line {
	char	function[40];
	char	value[16];
};

#define MAX_LINES	12

struct array {
	bool		exists;
	char		name[16];
	enum tracer	tracer;
	struct filter	filter, notrace;
	bool		pids, no_pids;		/* a list is set; it has this process */
	bool		pids_ours, no_pids_ours;
	bool		recording;		/* tracing_on, as far as known */
	struct event	event;			/* ours */
	bool		many_events;		/* events/enable */
	bool		stacks;			/* options/stacktrace */
	bool		call_stacks;		/* function_duration/stack_thresh */
	bool		stat;			/* it counts every call */
	bool		tree;		/* the last session may hold calls until a root returns */
	bool		stat_files;		/* it did, since the module was loaded */
	int		max_depth;		/* its own; -1: that of the kernel */
	struct thresh_line lines[MAX_LINES];
	int		n_lines;
	struct trigger	triggers[MAX_TRIGGERS];
	int		n_triggers;
	struct probe	probes[MAX_PROBES];
	int		n_probes;
};

enum slot_use {
	SLOT_FREE, SLOT_TRACE, SLOT_PIPE, SLOT_RAW, SLOT_FILE, SLOT_STATS, SLOT_STAT,
	SLOT_HELD,
};

struct slot {
	enum slot_use	use;
	int		array;		/* the array of the file, or -1 */
	bool		ours;		/* a trace file opened under our tracer */
	bool		maybe;		/* read since the tracer changed */
	char		file[160];
};

#define N_KPROBES	2
#define N_ARRAYS	4	/* the top and three instances */

struct world {
	bool			loaded;
	struct array		arrays[N_ARRAYS];
	struct slot		slots[N_SLOTS];
	struct graph_filters	graph;
	bool			ftrace_off;	/* by its sysctl */
	bool			cpu1_off;
	funcset			kprobed[N_KPROBES];
	unsigned int		kprobe_enabled[N_KPROBES];	/* bits of arrays */
	/*
	 * The kernel forgets notrace: intersect_hashes() of 6.12 begins with the manager's
	 * own hash, not with that of its first user, so that changes while a function
	 * graph user runs do not reach the code.
	 */
	bool			forgets_notrace;
	bool			notrace_open;	/* traced functions not known */
};

extern struct world world;

void world_init(void);
struct array *array_of(const struct step *step);
int array_index(const struct array *array);
void array_forget(struct array *array);
bool array_is_unfiltered(const struct array *array);
bool array_has_graph_user(const struct array *array);
bool world_has_graph_user(void);
bool world_notrace_open(void);
struct slot *world_slot(int slot);
int slots_of(const struct array *array, unsigned int uses);
int world_holds(int *more);
void world_module_gone(void);
funcset array_thresh_is(const struct array *array, bool off);
bool array_thresh_is_auto(const struct array *array);
bool array_option(const struct array *array, const char *option);
void event_set(struct array *array, bool on);
void event_soft(struct array *array, bool on);
void event_sync(struct array *array);
int refcount(void);

/* triggers.c */
bool trigger_text(struct step *step);
unsigned int trigger_expect(const struct step *step);
void trigger_done(const struct step *step, enum answer answer);
bool array_has_hist_variables(const struct array *array);
bool array_switches_event(const struct array *array);

/* probes.c */
bool is_probe(const char *text);
bool probe_text(struct step *step);
unsigned int probe_expect(const struct step *step);
void probe_done(const struct step *step, enum answer answer);
bool array_has_event_probe(const struct array *array);
funcset probes_patched(const struct array *array);

/* grammar.c */
struct kind {
	const char	*name;
	int		weight;
	enum verb	verb;
	const char	*file;		/* a pattern for steps from a file */
	const char *const *texts;	/* texts that can be written */
	const char	*says;		/* a pattern for the text, if the file is not enough */
	bool		top;		/* exists only at the top */
	int		crowd;		/* its weight in a crowd: see grammar.c */
	bool		append;		/* mostly ">>" */
	/* Fills in what the table does not have; false: not possible now. */
	bool		(*make)(struct step *step);
	/* The possible results; NULL: OK */
	unsigned int	(*expect)(const struct step *step);
	/* Updates the model */
	void		(*done)(const struct step *step, enum answer answer);
};

bool grammar_make(struct step *step);
void grammar_begin(unsigned long seed);
const struct kind *grammar_find(const struct step *step);
unsigned int step_expect(const struct step *step);
void step_done(const struct step *step, enum answer answer);

/* random numbers */
void random_seed(uint64_t seed);
unsigned int random_below(unsigned int n);
bool one_in(unsigned int n);
const char *random_text(const char *const *texts);

/* checks.c: NULL, or the check that fails */
const char *check_step(const struct step *step);
const char *check_clean(void);
void checks_begin(void);
bool kernel_forgets_notrace(void);
void checks_before(const struct step *step);
const char *check_memory(void);

/* undo.c */
extern bool (*undo_step)(const char *line);
bool undo_all(void);

/* klog.c */
void klog_init(const char *allowed);
const char *klog_bad(void);
void klog_say(const char *text);

/* attach.c */
int attach(const char *what);
void detach(int fd);
int hold_main(const char *slot, const char *what);
int release_main(const char *slot);

/* watch.c */
void watch_start(int seconds);
void watch_step(const char *line);
void watch_stop(void);

#endif
