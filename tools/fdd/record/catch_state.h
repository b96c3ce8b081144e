/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of "fdd catch" share, and what each does. */
#ifndef FDD_CATCH_STATE_H
#define FDD_CATCH_STATE_H

#include "record/dat.h"
#include "record/record.h"
#include "tracing/open.h"

struct catch;

/*
 * How slow calls are recorded and noticed: by the module's event, or by function_graph of the
 * kernel. Functions that return an int return 0, or -1 after an error message.
 */
struct catch_way {
	/* Record from now on, and set .history, .wake_fd, .hold_fd. */
	int		(*arm)(struct catch *c);
	/* Is there a slow call whose buffers are to be saved? */
	bool		(*taken)(struct catch *c);
	/* Which buffers these are. */
	void		(*buffers)(const struct catch *c, struct dat_save *save);
	/* The same for a call that has not returned: until again() no other one is taken. */
	int		(*put_aside)(struct catch *c);
	/* Forget it, and wait for another one. */
	int		(*again)(struct catch *c);
	/* All slow calls until now. */
	uint64_t	(*count)(const struct catch *c);
	/* Another program may have changed the settings. */
	int		(*check)(const struct catch *c);
};

extern const struct catch_way catch_by_event, catch_by_graph;

/* A task whose calls were reported. */
struct unreturned_task {
	pid_t		tid;
	uint64_t	until_ns;	/* calls that began later were not */
};

struct unreturned {
	uint64_t		look_at;	/* in ns of fdd_now() */
	struct open_calls	calls;		/* as long as the threshold, at the last look */
	struct unreturned_task	*tasks;		/* those of them that were reported, by number */
	uint32_t		nr, cap;
	int			kmsg_fd;	/* or -1 */
	char			*text;		/* what was found last; or NULL */
	size_t			size;
};

struct catch {
	struct record	record;		/* what to trace, the command, signals */
	const struct catch_way *way;
	uint64_t	thresh_ns;	/* of the calls to catch */
	bool		has_history_thresh;
	uint64_t	history_thresh_ns;	/* of the calls in the history */
	uint64_t	history_ns;
	uint64_t	count;		/* then it ends; 0: never */
	uint64_t	max_kb;		/* of all that is saved in the directory */
	uint64_t	pause_ns;	/* after a call that was caught, at least; 0: none */
	const char	*dir;
	const char	*notify;	/* a program, or NULL */
	const char	*persistent;	/* an instance with a persistent buffer, or NULL */
	bool		open;		/* also calls that have not returned */
	bool		kmsg;		/* explain those in the kernel's log, too */
	/* Print what these tasks wait for; "12,34". */
	void		(*look)(const char *pids);

	uint64_t	caught;
	uint64_t	room_at;	/* ->caught when the directory was looked at */
	char		history[48];	/* the instance that is overwritten */
	int		signal_fd;
	int		wake_fd;	/* readable when a call may have been caught; or -1 */
	short		wake_events;	/* of poll() */
	int		hold_fd;	/* keeps the instance and the module */
	uint64_t	next_check;	/* in ns of fdd_now() */
	uint64_t	check_ns;	/* until the one after it */
	uint64_t	mark_at;	/* of the wall clock, in ns of fdd_now() */
	uint64_t	now_pause_ns;	/* length of the last pause; 0: there was none */
	uint64_t	paused_at;	/* begin of the last one */
	uint64_t	resume_at;	/* end of the pause; 0: not now */
	uint64_t	resumed_at;	/* end of the last one */
	uint64_t	hits;		/* slow calls when the trigger was set */
	bool		is_hit;		/* what was caught last is one of them */
	uint64_t	taken_at;	/* when that was, in ns of fdd_now() */
	bool		disarmed;	/* there is no trigger */
	bool		counts;		/* the kernel counts slow calls */
	char		*path;		/* of the trace that was saved last, ... */
	char		*text;		/* ... and of its explanation; or NULL */
	char		reason[512];	/* the first line of that */
	struct unreturned	unreturned;
};

/* For the ways: another program has changed a file. Returns -1 after the error message. */
int catch_report_change(const struct catch *c, const char *file);
/* Open a file of an instance; -1 sets errno. */
int catch_open(const char *instance, const char *file);

/* Is there room for another trace? Otherwise prints why not. */
bool catch_has_room(const struct catch *c);

/* Remove the rests of runs that were killed while they saved. */
void catch_clean(const struct catch *c);

/*
 * For record/catch.c: the trace that is in the snapshot is saved, explained, and reported to the
 * program of --notify. Each returns 0, or -1 after an error message.
 */
typedef int (*catch_explain_fn)(struct catch *c);

int catch_save(struct catch *c);
int catch_explain(struct catch *c);
int catch_explain_open(struct catch *c);
void catch_notify(struct catch *c);

/* For record/unreturned.c: run ->look() in a child, whose stdout is @out. */
void catch_look(struct catch *c, const char *pids, int out);

/*
 * For record/saver.c, in a child: close all files but stdin, stdout, stderr, and @fd. Returns its
 * new number.
 */
int catch_close_but(int fd);

/*
 * All of that in a child, while fdd looks at open calls (saver.c). @saved is called here when the
 * trace is saved. Returns 0, or -1 after an error message.
 */
int catch_keep(struct catch *c, catch_explain_fn explain, int (*saved)(struct catch *c));

/* The same with the contents of a persistent buffer, and the file that its trace begins with. */
int catch_save_last(struct catch *c, const char *head);

/* The thresholds of the history's calls, for an instance. */
int catch_set_thresholds(const struct catch *c, const char *instance);

/*
 * --persistent (persist.c): can the instance be used? Otherwise prints why not. Save what the
 * last boot left; record from now on; it has ended well.
 */
bool persist_check(const struct catch *c);
int persist_save_last(struct catch *c);
int persist_arm(struct catch *c);
void persist_end(const struct catch *c);

/*
 * --open (unreturned.c): calls that have not returned.
 */

/** unreturned_arm - after the tracer is selected. Return: 0, or -1 after an error message */
int unreturned_arm(struct catch *c);

/**
 * unreturned_look - look at the open calls, if it is time to
 * Return: true if there are some that were not reported
 */
bool unreturned_look(struct catch *c);

/** unreturned_explain - print them, and what their tasks wait for; no file of a disk is needed */
void unreturned_explain(struct catch *c);

void unreturned_free(struct unreturned *s);

#endif
