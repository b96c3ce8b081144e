/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of the journals of changes.
 *
 * The changes in a journal are undone with the rights of its reader, so no other user may be
 * able to write one, or to put something else in its place. Journals are in a directory that
 * belongs to their user alone; the directory and the files are checked when they are open.
 */
#ifndef FDD_JOURNAL_H
#define FDD_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct journal {
	int	dir;
	char	*dir_path;
	char	name[32];	/* PID.undo */
	int	fd;		/* locked */
};

/* Create the journal of this process. Returns 0, or -1 after an error message. */
int journal_create(struct journal *j);

/* Append a line, with its newline. Returns 0, or -1 after an error message. */
int journal_add(const struct journal *j, const char *line, size_t len);

/* Its text; the caller frees it. NULL after an error message. */
char *journal_read(const struct journal *j, size_t *size);

/* End it. The file stays if @keep. */
void journal_end(struct journal *j, bool keep);

/*
 * Call a function with each journal of this boot whose process has ended. If it returns 0, the
 * journal is removed. Returns the number of those, or -1 if one has to stay.
 */
int journal_each_abandoned(int (*undo)(const struct journal *j));

#endif
