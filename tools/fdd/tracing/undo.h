/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has to be put back.
 *
 * Whatever fdd changes in the kernel it first writes into a journal, a small
 * file that outlives the process. Undoing reads the journal from its end: so a
 * run that ends normally, one that is interrupted and "fdd restore" after one
 * that was killed all do the same.
 */
#ifndef FDD_UNDO_H
#define FDD_UNDO_H

#include <stdbool.h>
#include <sys/types.h>

/* Begin a journal. Returns 0, or -1 after having said why not. */
int undo_begin(void);

/*
 * Say what is about to change. To be called before it does; returns 0, or -1
 * after having said that it cannot be noted, and then it must not change.
 */
int undo_note_value(const char *file);		/* a file with one value */
int undo_note_list(const char *file);		/* a file with a word per line */
int undo_note_instance(const char *name);
int undo_note_module(const char *name);
int undo_note_process(pid_t pid);		/* leads a group of its own */

/* Undo it all. Returns 0, or -1 if something could not be put back. */
int undo_all(void);

/*
 * What was left behind by runs that were killed: undo it. Returns the number
 * of such runs, or -1 if something could not be put back.
 */
int undo_abandoned(void);

/*
 * Settings that exist once for the whole kernel can be changed by one run at a
 * time. Held until the process ends. Returns 0, or -1 after having said who
 * has them.
 */
int undo_lock_globals(void);

#endif
