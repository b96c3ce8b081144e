// SPDX-License-Identifier: GPL-2.0
/* Options of the tracer that take effect when it is selected. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "tracing/option.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

/* On 6.12 an option of a tracer is one for all instances; on 7.x each has its own. */
static int note_option(const char *file)
{
	char *value = tracing_read(NULL, file);
	int ret = value && !strcmp(value, "0") ? undo_note_value(file) : 0;

	free(value);
	return ret;
}

int option_switch_on(const char *instance, const char *file)
{
	int err;

	if (note_option(file))
		return -1;
	err = tracing_write(instance, file, "1");
	if (err == -ENOENT)
		fdd_error("the module that is loaded is older than its option %s: unload it and load the new one",
			  strchr(file, '/') + 1);
	else if (err)
		fdd_error("instance %s: %s: %s", instance, file, strerror(-err));
	return err ? -1 : 0;
}
