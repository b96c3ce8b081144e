/* SPDX-License-Identifier: GPL-2.0 */
/* Options of the tracer that take effect when it is selected. */
#ifndef FDD_TRACING_OPTION_H
#define FDD_TRACING_OPTION_H

#define OPTION_STAT	"options/duration-stat"
#define OPTION_CGROUP	"options/duration-cgroup"
#define OPTION_TREE	"options/duration-tree"

/*
 * Set the option @file in an instance, before the tracer is selected; undo_all() clears it.
 * Returns 0, or -1 after an error message.
 */
int option_switch_on(const char *instance, const char *file);

#endif
