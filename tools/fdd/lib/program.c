// SPDX-License-Identifier: GPL-2.0
/* Finds the programs that fdd runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/program.h"

char *fdd_find_program(const char *name)
{
	const char *dirs = getenv("PATH");
	size_t len;

	for (dirs = dirs ? dirs : "/usr/bin:/bin"; *dirs; dirs += len + (dirs[len] == ':')) {
		char *path;

		len = strcspn(dirs, ":");
		if (*dirs != '/' || asprintf(&path, "%.*s/%s", (int)len, dirs, name) < 0)
			continue;
		if (!access(path, X_OK))
			return path;
		free(path);
	}
	return NULL;
}
