// SPDX-License-Identifier: GPL-2.0
/* Prepares the top of tracefs for function_graph of the kernel. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "tracing/graph.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

static bool top_is_free(void)
{
	char *tracer = tracing_read(NULL, "current_tracer");
	bool is_free = tracer && !strcmp(tracer, "nop");

	if (!is_free)
		fdd_error("this kernel has " GRAPH " only at the top of %s, where %s traces: echo nop >%s/current_tracer",
			  tracing_dir(), tracer ? tracer : "something", tracing_dir());
	free(tracer);
	return is_free;
}

/* The last note is undone first: the tracer ends before its filters do. */
int graph_take_top(bool sizes)
{
	static const char *const lists[] = {
		"set_ftrace_filter", "set_ftrace_notrace", "set_ftrace_pid",
		"set_ftrace_notrace_pid",
	};

	if (!top_is_free() || undo_note_value("tracing_on") || undo_note_value("trace_clock") ||
	    undo_note_value("options/function-fork") || undo_note_value("buffer_percent") ||
	    (sizes && undo_note_value("buffer_size_kb")))
		return -1;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		if (undo_note_list(lists[i]) || tracing_set(NULL, lists[i], "\n"))
			return -1;
	if (undo_note_value("current_tracer") || undo_note_list("set_event") ||
	    tracing_set(NULL, "set_event", "\n") || tracing_set(NULL, "trace_clock", "local") ||
	    tracing_set(NULL, "tracing_on", "1"))
		return -1;
	fdd_warning("this kernel has " GRAPH " only at the top of %s: the contents of its buffer are lost",
		    tracing_dir());
	return 0;
}
