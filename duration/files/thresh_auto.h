/* SPDX-License-Identifier: GPL-2.0 */
/* Thresholds that functions find; thresh_auto.c describes them. */
#ifndef _DURATION_FILES_THRESH_AUTO_H
#define _DURATION_FILES_THRESH_AUTO_H

void thresh_auto_start(void);
void thresh_auto_exit(void);

#endif /* _DURATION_FILES_THRESH_AUTO_H */
