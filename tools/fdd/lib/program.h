/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the programs that fdd runs. */
#ifndef FDD_PROGRAM_H
#define FDD_PROGRAM_H

/*
 * The path of a program; the caller frees it. NULL: it is not there. Only absolute directories of
 * PATH count: with "." in it, root would run what another user has put into the current
 * directory.
 */
char *fdd_find_program(const char *name);

#endif
