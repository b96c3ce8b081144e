/* SPDX-License-Identifier: GPL-2.0 */
/* The directory function_duration of a trace array; trace_duration_dir.c describes it. */
#ifndef _TRACE_DURATION_DIR_H
#define _TRACE_DURATION_DIR_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct dentry;
struct duration_session;
struct module_file;
struct stat_tables;
struct thresh_lines;
struct trace_array;

enum duration_file {
	STAT_FILE, STAT_HIST_FILE, THRESH_FILE, OWN_THRESH_FILE, OWN_DEPTH_FILE,
	STACK_THRESH_FILE, DURATION_FILES
};

/* Files with one number */
enum duration_number { OWN_THRESH, OWN_DEPTH, STACK_THRESH, DURATION_NUMBERS };

/* The array has no such number of its own. */
#define NUMBER_UNSET	(U64_MAX - 1)

/*
 * How many open files of a directory may be read. Each has memory, which is accounted to its task;
 * a task that tracefs was opened to cannot take more by opening them again and again.
 */
#define DURATION_READERS	32

struct duration_dir {
	struct list_head	list;
	unsigned long		id;
	struct dentry		*of;		/* the instance's directory; NULL at the top */
	struct dentry		*dentry;	/* ours in it */
	struct module_file	*files[DURATION_FILES];
	unsigned int		readers;	/* open files that are read */
	struct duration_session	*session;	/* of the array; NULL: none */

	/* stat and stat_hist */
	struct duration_session	*counting;	/* counts in the tables; NULL: ended */
	struct stat_tables	*tables;	/* NULL: dropped after the session's end */
	u64			end;		/* when it ended */

	/* thresh */
	struct thresh_lines	*lines;		/* NULL: none */

	/* tracing_thresh, max_graph_depth, stack_thresh */
	u64			numbers[DURATION_NUMBERS];

	char			name[];		/* the array's, for messages */
};

extern struct mutex duration_dir_mutex;
extern struct list_head duration_dirs;

struct duration_dir *duration_dir_find(unsigned long id);
struct duration_dir *duration_dir_get(const struct trace_array *tr);
int duration_dir_add(struct duration_dir *dir, enum duration_file file, const char *name,
		     const struct file_operations *methods);
int duration_dir_add_reader(struct duration_dir *dir);
void duration_dir_remove_reader(unsigned long id);
int duration_dir_attach(struct duration_session *session);
void duration_dir_detach(struct duration_session *session);
void duration_dirs_init(void);
void duration_dirs_exit(void);

#endif /* _TRACE_DURATION_DIR_H */
