/* SPDX-License-Identifier: GPL-2.0 */
/* The wall clock of a recording. */
#ifndef FDD_RECORD_WALL_H
#define FDD_RECORD_WALL_H

/**
 * record_mark_wall - write the wall clock, the boot and the machine into the trace, as markers
 * @instance: NULL: the top
 *
 * Without effect where the kernel takes no markers, or does not record.
 */
void record_mark_wall(const char *instance);

#endif
