/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks of long calls; stack.c describes them. */
#ifndef _DURATION_CALL_STACK_H
#define _DURATION_CALL_STACK_H

struct duration_session;

void stack_write(struct duration_session *session, unsigned long func, unsigned int trace_ctx);

#endif /* _DURATION_CALL_STACK_H */
