/* SPDX-License-Identifier: GPL-2.0 */
/* The file cgroup; cgroup.c describes it. */
#ifndef _DURATION_FILES_CGROUP_H
#define _DURATION_FILES_CGROUP_H

#include "duration/files/dir.h"

extern const struct duration_file cgroup_file;

#endif /* _DURATION_FILES_CGROUP_H */
