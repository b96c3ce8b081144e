/* SPDX-License-Identifier: GPL-2.0 */
/* The code that the kernel maps into each program: no file has it. */
#ifndef FDD_RECORD_VDSO_H
#define FDD_RECORD_VDSO_H

/** vdso_save - copy it to STACKS.vdso, for those who unwind the stacks of the file @stacks */
void vdso_save(const char *stacks);

#endif
