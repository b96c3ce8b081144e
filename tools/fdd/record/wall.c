// SPDX-License-Identifier: GPL-2.0
/* fdd record: the wall clock, as markers of the trace. See model/wall.h. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/util.h"
#include "model/wall.h"
#include "record/wall.h"
#include "tracing/tracing.h"

static void write_marks(int fd)
{
	struct utsname u;
	char boot[FDD_BOOT_ID_LEN + 1], machine[4 * sizeof(u.sysname)], text[512];

	fdd_boot_id(boot);
	uname(&u);
	snprintf(machine, sizeof(machine), "%s %s %s %s", u.sysname, u.nodename, u.release,
		 u.machine);
	for (unsigned int n = 0; n < FDD_WALL_MARKS; n++) {
		size_t len = fdd_wall_format(text, sizeof(text), n, fdd_realtime(), boot, machine);

		if (write(fd, text, len) < 0)
			return;
	}
}

void record_mark_wall(const char *instance)
{
	char *path = tracing_path(instance, "trace_marker");
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	free(path);
	if (fd < 0)
		return;
	write_marks(fd);
	close(fd);
}
