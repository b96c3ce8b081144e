/* SPDX-License-Identifier: GPL-2.0 */
/* Open calls in the kernel log; open_log.c describes it. */
#ifndef _DURATION_FILES_OPEN_LOG_H
#define _DURATION_FILES_OPEN_LOG_H

struct duration_session;

void open_log_add(struct duration_session *session);
void open_log_remove(const struct duration_session *session);
int open_log_init(void);
void open_log_exit(void);

#endif /* _DURATION_FILES_OPEN_LOG_H */
