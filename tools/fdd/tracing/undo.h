/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The journal of changes to undo.
 *
 * Before fdd changes a setting of the kernel it writes a line to a journal, a small file that
 * outlives the process. Undoing reads the journal from its end, in the same way at the normal
 * end of a run, after an interrupt, and by "fdd restore" after a run was killed.
 */
#ifndef FDD_UNDO_H
#define FDD_UNDO_H

#include <stdbool.h>
#include <sys/types.h>

/* Begin a journal. Returns 0, or -1 after an error message. */
int undo_begin(void);

/*
 * Record a change in the journal, before making it. Returns 0, or -1 after an error message:
 * then do not make the change.
 */
int undo_note_value(const char *file);		/* a file with one value */
int undo_note_list(const char *file);		/* a file with a word per line */
int undo_note_instance(const char *name);
int undo_note_module(const char *name);
int undo_note_process(pid_t pid);		/* the leader of a process group */
int undo_note_save(const char *file);		/* a trace, an absolute path */

/* Undo all changes. Returns 0, or -1 if a change could not be undone. */
int undo_all(void);

/*
 * Undo the changes of runs that were killed. Returns the number of such runs, or -1 if a
 * change could not be undone.
 */
int undo_abandoned(void);

/*
 * Lock the settings that are global for the kernel: one run at a time may change them, of any
 * user. The lock is held until the process ends. Returns 0, or -1 after an error message that
 * names the owner.
 */
int undo_lock_globals(void);

#endif
