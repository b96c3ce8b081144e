/* SPDX-License-Identifier: GPL-2.0 */
/* The handlers of sessions with modes; modes.c describes them. */
#ifndef _DURATION_CALL_MODES_H
#define _DURATION_CALL_MODES_H

struct duration_session;

int modes_init(struct duration_session *session, unsigned int modes);
int modes_open(struct duration_session *session);
void modes_exit(struct duration_session *session);

#endif /* _DURATION_CALL_MODES_H */
