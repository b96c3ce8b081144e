/* SPDX-License-Identifier: GPL-2.0 */
/* Files that are written by lines; lines.c describes it. */
#ifndef _DURATION_FILES_LINES_H
#define _DURATION_FILES_LINES_H

#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/types.h>

/* A kind of file */
struct lines_kind {
	const char	*name;		/* for messages */
	size_t		longest;	/* of a line, without its newline */
	size_t		most;		/* that one write(2) may have */

	/* Apply whole lines, after none or after those that are there: all of them, or none. */
	int	(*change)(const struct file *file, bool truncate, char *text);
};

/* An open file */
struct lines_writer {
	const struct lines_kind	*kind;
	struct mutex		lock;		/* pwrite(2) does not take the file's */
	bool			truncate;	/* opened so, and nothing was changed yet */
	char			*rest;		/* the beginning of a line, from the last write */
};

int lines_open(struct lines_writer *writer, const struct lines_kind *kind,
	       const struct file *file);
ssize_t lines_write(struct lines_writer *writer, struct file *file, const char __user *from,
		    size_t size, loff_t *pos);
void lines_end(struct lines_writer *writer, const struct file *file);
void lines_free(struct lines_writer *writer);

#endif /* _DURATION_FILES_LINES_H */
