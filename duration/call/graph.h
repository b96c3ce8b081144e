/* SPDX-License-Identifier: GPL-2.0 */
/* set_graph_function, set_graph_notrace and max_graph_depth; graph.c describes them. */
#ifndef _DURATION_CALL_GRAPH_H
#define _DURATION_CALL_GRAPH_H

#include <compat/fgraph.h>
#include <compat/trace.h>

#include "duration/session.h"

enum graph_verdict {
	GRAPH_SKIP,		/* not traced */
	GRAPH_FRAME,		/* not traced, but the return handler is called */
	GRAPH_TRACE,
};

/*
 * Without filters both hashes are EMPTY_HASH; any other belongs to one of them alone. May
 * return true without filters: an empty hash is not always EMPTY_HASH.
 */
static __always_inline bool graph_filters_set(const struct duration_session *session)
{
	return is_set(*READ_ONCE(session->max_depth)) ||
	       in_place(ftrace_graph_hash) != in_place(ftrace_graph_notrace_hash);
}

enum graph_verdict graph_entry(struct duration_session *session, unsigned long *where,
			       const struct ftrace_graph_ent *trace);
bool graph_return(struct duration_session *session, unsigned long *where, int depth,
		  bool ours);

#endif /* _DURATION_CALL_GRAPH_H */
