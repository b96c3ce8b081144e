/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracing instance of "fdd record" and "fdd top": the options that select what to trace,
 * the module, the instance and its filters.
 */
#ifndef FDD_SESSION_H
#define FDD_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/opts.h"

/* Words of the command line, in order. */
struct words {
	const char	**words;
	size_t		nr, cap;
};

/* In an instance, of the module's tracer: instead of tracing_thresh and max_graph_depth */
#define OWN_THRESH_FILE	"function_duration/tracing_thresh"
#define OWN_DEPTH_FILE	"function_duration/max_graph_depth"
/* The cgroups whose tasks are traced */
#define CGROUP_FILE	"function_duration/cgroup"
/* Calls that last as long have a stack */
#define STACK_THRESH_FILE "function_duration/stack_thresh"

/* What to trace */
struct session_wish {
	bool		has_thresh;
	uint64_t	thresh_us;
	unsigned int	max_depth;	/* 0: no limit */
	uint64_t	buffer_kb;	/* for each CPU; 0: the kernel's default */
	struct words	functions;
	struct words	not_functions;
	const char *const *choice;	/* and those of these globs that there are; or NULL */
	bool		(*leaves_out)(const char *func);	/* these as well; or NULL */
	struct words	graph_functions;
	struct words	pids;
	struct words	cgroups;	/* globs, maybe behind "!" */
	const char	*module;	/* a file to load it from */
	const char	*tracer;	/* NULL: function_duration */
	bool		at_top;		/* the tracer runs at the top, not in the instance */
};

/* The name of the tracer. */
const char *session_tracer(const struct session_wish *wish);

/* The instance that it runs in; NULL is the top. */
static inline const char *session_place(const struct session_wish *wish, const char *name)
{
	return wish->at_top ? NULL : name;
}

/* The options, which fill a struct session_wish. */
extern const struct fdd_opts session_opts;

/*
 * Add the argument of another option to functions or not_functions. Returns false after an
 * error message.
 */
bool session_add_glob(struct words *to, const struct fdd_given *g);

/* Does set_ftrace_filter name some? False after an error message: -N has left out those of -F. */
bool session_has_functions(const char *place);

/* The argument of --cgroup, an option of other commands as well. */
enum fdd_taken session_take_cgroup(const struct fdd_given *g, struct words *cgroups);

/* Add the wished cgroups to those of an instance. Returns 0, or -1 after an error message. */
int session_set_cgroups(const struct session_wish *wish, const char *instance);

/* A size in KiB, or with a unit. */
enum fdd_taken session_take_size(const struct fdd_given *g, uint64_t *kb);

void session_wish_free(struct session_wish *wish);

/*
 * Create the instance @name and set everything as wished, except the tracer itself. All
 * changes are recorded in the journal, for undo_all(). Returns 0, or -1 after an error message.
 */
int session_begin(struct session_wish *wish, const char *name);
/* The same in two parts: the tracer is loaded, and then the rest depends on what it can do. */
int session_load(const struct session_wish *wish);
/*
 * As session_load(); function_graph of the kernel takes the place of a missing module, with a
 * warning that it has @lacking.
 */
int session_load_or_graph(struct session_wish *wish, const char *lacking);
int session_create(struct session_wish *wish, const char *name);
/* An instance, and the size of its buffer; 0 is the kernel's default. */
int session_make_instance(const char *name, uint64_t buffer_kb);

/* Check the wish before any change. */
int session_check(const struct session_wish *wish);

/*
 * The threads of the wished processes, and of their children, without fdd, separated by commas.
 * Returns NULL after an error message: there is no such process. With @some_ended that is none.
 */
char *session_threads(const struct session_wish *wish, bool some_ended);

/* Trace only these threads. Returns 0, or -1 after an error message. */
int session_set_pids(const struct session_wish *wish, const char *instance);

/* Is any of the wished processes alive, or were none wished? */
bool session_pids_live(const struct session_wish *wish);

/* Numbers of recorded and lost calls of an instance. */
struct session_counts {
	uint64_t	entered;	/* calls, recorded or not */
	uint64_t	recorded;	/* written to the ring buffer */
	uint64_t	overwritten;	/* by newer ones, before they were read */
	uint64_t	lost;		/* the ring buffer took no record of them */
	uint64_t	no_room;	/* not seen: the task's shadow stack was full */
	uint64_t	written;	/* all records, with those of events */
	uint64_t	held, bytes;	/* of these, in the buffers now, and their size */
	uint64_t	state;		/* changes with what the buffers have; 0: not known */
	bool		with_events;	/* events are recorded, too, and overwritten */
};

/* Of an instance; NULL is the top. */
void session_counts(const char *instance, struct session_counts *counts);
/* The same without those of the tracer: fast. */
void session_buffer_counts(const char *instance, struct session_counts *counts);

/* The same of each CPU, as far as they are known; a CPU may come twice, and is then to be added. */
void session_counts_of_cpus(const char *instance,
			    void (*take)(void *to, unsigned int cpu,
					 const struct session_counts *counts), void *to);

static inline uint64_t session_lost(const struct session_counts *counts)
{
	return counts->overwritten + counts->lost;
}

/* The calls that were not overwritten, at least. */
static inline uint64_t session_kept(const struct session_counts *counts)
{
	return counts->recorded > counts->overwritten ? counts->recorded - counts->overwritten : 0;
}

/* Warn about lost calls, with advice. */
void session_tell_losses(const char *instance, const struct session_counts *counts);

#endif
