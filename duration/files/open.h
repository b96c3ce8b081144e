/* SPDX-License-Identifier: GPL-2.0 */
/* The file "open"; open.c describes it. */
#ifndef _DURATION_FILES_OPEN_H
#define _DURATION_FILES_OPEN_H

#include "duration/files/dir.h"

extern const struct duration_file open_file;

#endif /* _DURATION_FILES_OPEN_H */
