/* SPDX-License-Identifier: GPL-2.0 */
/* The file "blocked"; blocked.c describes it. */
#ifndef _DURATION_FILES_BLOCKED_H
#define _DURATION_FILES_BLOCKED_H

#include "duration/files/dir.h"

extern const struct duration_file blocked_file;

#endif /* _DURATION_FILES_BLOCKED_H */
