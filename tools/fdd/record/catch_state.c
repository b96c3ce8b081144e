// SPDX-License-Identifier: GPL-2.0
/* What both ways of fdd catch need: by the module's event, and by function_graph. */
#include <fcntl.h>
#include <stdlib.h>

#include "lib/util.h"
#include "record/catch_state.h"
#include "tracing/tracing.h"

int catch_open(const char *instance, const char *file)
{
	char *path = tracing_path(instance, file);
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	free(path);
	return fd;
}

int catch_report_change(const struct catch *c, const char *file)
{
	fdd_error("instance %s: %s: another program has changed it: no more calls can be caught",
		  c->record.instance, file);
	return -1;
}
