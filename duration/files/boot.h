/* SPDX-License-Identifier: GPL-2.0 */
/* Module parameters; boot.c describes them. */
#ifndef _DURATION_FILES_BOOT_H
#define _DURATION_FILES_BOOT_H

#ifdef MODULE
int duration_boot_check(void);
void duration_boot_start(void);
#endif

#endif /* _DURATION_FILES_BOOT_H */
