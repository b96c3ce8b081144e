/* SPDX-License-Identifier: GPL-2.0 */
/* The lists of processes of a trace array, and the end of function_graph. */
#ifndef FDD_PIDS_H
#define FDD_PIDS_H

/*
 * To be called before function_graph is deselected where tracefs has @dir: "", or
 * "instances/NAME/". Empties the lists of processes there, in a way that the kernel survives.
 */
void pids_leave(const char *dir);

#endif
