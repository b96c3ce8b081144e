/* SPDX-License-Identifier: GPL-2.0 */
/* The directory function_duration of a trace array; duration/files/dir.c describes it. */
#ifndef _DURATION_FILES_DIR_H
#define _DURATION_FILES_DIR_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/types.h>

struct dentry;
struct duration_session;
struct module;
struct module_file;
struct stat_tables;
struct thresh_lines;
struct trace_array;

/* As many as a directory may have */
#define DURATION_FILES	11

/* Files with one number */
enum duration_number {
	OWN_THRESH, OWN_DEPTH, STACK_THRESH, OPEN_THRESH, OPEN_IDLE, DURATION_NUMBERS
};

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
	struct duration_session	*open;		/* the same, while it traces */

	/* stat and stat_hist */
	struct duration_session	*counting;	/* counts in the tables; NULL: ended */
	struct stat_tables	*tables;	/* NULL: dropped after the session's end */
	u64			end;		/* when it ended */

	/* thresh */
	struct thresh_lines	*lines;		/* NULL: none */

	/* cgroup */
	struct list_head	cgroups;	/* of struct cgroup_line */

	/* tracing_thresh, max_graph_depth, stack_thresh, open_thresh, open_idle */
	u64			numbers[DURATION_NUMBERS];

	char			name[];		/* the array's, for messages */
};

/*
 * A file of the directory, and what it does for the array's session. The functions may be NULL; all
 * but detach() and exit() are called under duration_dir_mutex.
 */
struct duration_file {
	const char			*name;
	const struct file_operations	*fops;
	bool				later;	/* not made with the directory, but by begin() */

	void	(*init)(struct duration_dir *dir);	/* the directory is made */
	int	(*attach)(struct duration_dir *dir);	/* its session will be registered */
	int	(*begin)(struct duration_dir *dir);	/* its session is about to trace */
	void	(*end)(struct duration_dir *dir, struct duration_session *session);
	void	(*detach)(struct duration_session *session);
	void	(*module)(struct duration_dir *dir, unsigned long state,
			  const struct module *module);	/* of the kernel: comes, lives or goes */
	void	(*drop)(struct duration_dir *dir);	/* the array is gone */
	void	(*exit)(void);				/* no session is left */
};

extern struct mutex duration_dir_mutex;
extern struct list_head duration_dirs;

struct duration_dir *duration_dir_find(unsigned long id);
struct duration_dir *duration_dir_to_change(const struct file *file);
struct duration_dir *duration_dir_get(const struct trace_array *tr);
int duration_dir_add(struct duration_dir *dir, const struct duration_file *file);
int duration_dir_add_reader(struct duration_dir *dir);
void duration_dir_remove_reader(unsigned long id);
int duration_dir_seq_open(struct inode *inode, struct file *file,
			  const struct seq_operations *ops, void *private);
int duration_dir_seq_release(struct inode *inode, struct file *file);
loff_t duration_file_llseek(struct file *file, loff_t offset, int whence);
int duration_dir_attach(struct duration_session *session);
int duration_dir_begin(struct duration_session *session);
void duration_dir_open(struct duration_session *session);
void duration_dir_close(struct duration_session *session);
void duration_dir_end(struct duration_session *session);
void duration_dir_detach(struct duration_session *session);
int duration_files_init(const struct duration_file *const *files);
void duration_files_exit(void);
void duration_dirs_init(void);
void duration_dirs_exit(void);

#endif /* _DURATION_FILES_DIR_H */
