/* SPDX-License-Identifier: GPL-2.0 */
/* The files stat and stat_hist; stat.c describes them. */
#ifndef _DURATION_FILES_STAT_H
#define _DURATION_FILES_STAT_H

#include "duration/files/dir.h"

extern const struct duration_file stat_file, stat_hist_file;

#endif /* _DURATION_FILES_STAT_H */
