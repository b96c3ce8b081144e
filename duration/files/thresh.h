/* SPDX-License-Identifier: GPL-2.0 */
/* The file thresh; thresh.c describes it. */
#ifndef _DURATION_FILES_THRESH_H
#define _DURATION_FILES_THRESH_H

#include "duration/files/dir.h"

struct trace_array;

extern const struct duration_file thresh_file;
bool thresh_wants_stat(const struct trace_array *tr);

#endif /* _DURATION_FILES_THRESH_H */
