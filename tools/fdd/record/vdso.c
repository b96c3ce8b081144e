// SPDX-License-Identifier: GPL-2.0
/*
 * The vDSO. On arm64 it has what handlers of signals return to, so that no stack with a signal can
 * be unwound without it; on x86 only functions such as clock_gettime().
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/file.h"
#include "record/vdso.h"

#define MOST	(1u << 20)

/* In this process; NULL if there is none. */
static const void *find_vdso(size_t *size)
{
	FILE *f = fopen("/proc/self/maps", "re");
	char line[512];
	const void *found = NULL;
	unsigned long from, to;

	while (f && fgets(line, sizeof(line), f)) {
		if (!strstr(line, "[vdso]") ||
		    sscanf(line, "%lx-%lx", &from, &to) != 2 || to - from > MOST)
			continue;
		found = (const void *)from;
		*size = to - from;
	}
	if (f)
		fclose(f);
	return found;
}

void vdso_save(const char *stacks)
{
	size_t size;
	const void *vdso = find_vdso(&size);
	char *path;
	int fd;

	if (!vdso || asprintf(&path, "%s" FDD_VDSO, stacks) < 0)
		return;
	fd = file_create(path);
	if (fd >= 0) {
		file_give_to_user(fd, path);
		if (!fdd_write_all(fd, vdso, size)) {
			fdd_warning("%s: %s", path, strerror(errno));
			unlink(path);
		}
		close(fd);
	}
	free(path);
}
