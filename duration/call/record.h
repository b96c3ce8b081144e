/* SPDX-License-Identifier: GPL-2.0 */
/* The recorder; record.c describes it. */
#ifndef _DURATION_CALL_RECORD_H
#define _DURATION_CALL_RECORD_H

#include "duration/call/call.h"
#include "duration/session.h"

extern struct duration_session *tracepoint_source;
void duration_record_init(int type);
void duration_record_return(const struct ftrace_graph_ret *trace,
			    struct duration_session *session, u64 calltime, u64 duration);
void duration_record(struct duration_session *session, const struct duration_call *call);
unsigned long duration_record_held(struct duration_session *session,
				   struct duration_call *calls, unsigned long n,
				   unsigned long size, u64 deadline);
bool duration_recording_is_off(const struct duration_session *session);

#endif /* _DURATION_CALL_RECORD_H */
