/* SPDX-License-Identifier: GPL-2.0 */
/* Files with one number; numbers.c describes them. */
#ifndef _DURATION_FILES_NUMBERS_H
#define _DURATION_FILES_NUMBERS_H

#include "duration/files/dir.h"

extern const struct duration_file numbers_files[];
#ifdef MODULE
int numbers_set(const struct trace_array *tr, enum duration_number number, u64 value);
#endif

#endif /* _DURATION_FILES_NUMBERS_H */
