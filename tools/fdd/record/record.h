/* SPDX-License-Identifier: GPL-2.0 */
/* fdd record: trace while a command runs. */
#ifndef FDD_RECORD_H
#define FDD_RECORD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tracing/session.h"

struct stacks;

/* fdd itself failed: the status that timeout(1) and env(1) use. */
#define RECORD_FAILED		125
#define RECORD_CANNOT_RUN	126
#define RECORD_NOT_FOUND	127

struct child {
	pid_t	pid;		/* 0: none */
	bool	ended;
	int	status;		/* as from waitpid() */
};

struct budget;

struct record {
	struct session_wish	wish;
	const char		*output;
	char			*target;	/* the file it names, absolute; or NULL */
	char			*part;		/* until it is complete; or NULL */
	int			part_fd;	/* holds a lock on it; or -1 */
	char			**command;	/* NULL: until a signal */
	const char		*user;		/* it runs as this one; NULL: as fdd does */
	bool			only_command;
	bool			with_recorder;
	bool			no_sched;
	bool			no_report;
	bool			stat;		/* count all calls, too */
	bool			all_tasks;	/* wish.pids only say when it ends */
	const char *const	*more_events;	/* up to NULL; or NULL */
	uint64_t		at;		/* to begin, in ns since 1970; 0: now */
	unsigned int		percent;	/* of a CPU that recording may take; 0: any */
	struct budget		*budget;	/* budget.c */
	unsigned int		for_ms;		/* without a command: the time; 0: until it ends */
	uint64_t		limit;		/* bytes on disk, then recording stops; 0: none */
	long long		began_ms;
	long long		marked_ms;	/* when the wall clock was; 0: it is not */
	long long		limit_ms;	/* after this time it was reached; 0: never */
	bool			tree;		/* whole slow calls */
	bool			by_cgroup;	/* with the cgroup of each call */
	uint64_t		user_stacks;	/* of calls that last as long, in ns; 0: none */
	bool			stacks_optional; /* continue without them */
	bool			stacks_unasked;	/* and do not say so */
	bool			dry_run;
	bool			boot;
	bool			boot_off;

	char			instance[32];
	struct child		tracer;		/* trace-cmd */
	struct child		child;		/* the command */
	struct child		saver;		/* of fdd catch */
	int			go_fd;		/* a byte starts the command */
	int			exec_fd;	/* the errno if it could not */
	int			said_fd;	/* stderr of trace-cmd */
	unsigned int		stops;		/* number of signals to stop */
	bool			hung_up;	/* one of them was SIGHUP */
	struct sigaction	old_int;
	struct session_counts	counts;
	bool			boot_saved;	/* record_boot() has saved a trace */
	char			*stats;		/* what was counted, or NULL */
	struct stacks		*stacks;	/* or NULL */
};

/* Before any setting is changed. Returns 0, or -1 after an error message. */
int record_need_trace_cmd(void);

/* Record. Returns 0, or -1 after an error message. */
int record_run(struct record *r);

/*
 * With @r->boot: prepare the trace of the next boot or, after it, save the trace and undo the
 * preparation; with @r->boot_off only undo it. Returns 0, or -1 after an error message.
 */
int record_boot(struct record *r);

/*
 * The trace is saved next to @r->output, and gets that name when it is complete (output.c). Another
 * run with the same output is refused until record_close_output(), which removes what is not
 * complete. @instance is the one that trace-cmd saves, or NULL. Functions that return an int return
 * 0, or -1 after an error message.
 */
int record_name_output(struct record *r);
int record_open_output(struct record *r, const char *instance);
int record_complete_output(struct record *r);
void record_close_output(struct record *r);

/*
 * Only count: the text of the instance's function_duration/stat_hist, which the caller frees;
 * NULL after an error message.
 */
char *record_count(struct record *r);

/* The command's exit status, as a shell has it; 0 without one. */
int record_command_status(const struct record *r);
/* Returns 0, or -1 after an error message: there is no such user. */
int record_check_user(const struct record *r);
/* The status if fdd failed itself. */
int record_failed_status(const struct record *r);

/* Print the shell lines that do the same. */
void record_print_lines(const struct record *r);

/* The arguments of trace-cmd; @threads from session_threads(). */
#define TRACE_CMD_MAX_ARGS	96
void record_trace_cmd_args(const struct record *r, const char *threads,
			   const char *argv[TRACE_CMD_MAX_ARGS]);

#endif
