/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks of long calls; stack.c describes them. */
#ifndef _DURATION_CALL_STACK_H
#define _DURATION_CALL_STACK_H

struct duration_call;
struct duration_session;

void stack_write(struct duration_session *session, const struct duration_call *call);

#endif /* _DURATION_CALL_STACK_H */
