// SPDX-License-Identifier: GPL-2.0
/* The names of cgroups, of which a trace has the numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/cgroup.h"
#include "lib/util.h"
#include "model/cgroup_names.h"

/* As far as the trace says */
static bool is_of_this_boot(const char *boot, const char *host)
{
	char here[FDD_BOOT_ID_LEN + 1];
	struct utsname u;

	fdd_boot_id(here);
	if (*boot)
		return !strcmp(boot, here);
	return !host || (!uname(&u) && !strcmp(host, u.nodename));
}

const char *fdd_cgroup_name(struct fdd_cgroup_names *n, uint64_t id, const char *boot,
			    const char *host)
{
	uint64_t *at = fdd_map_get(&n->by_id, id);
	char number[32], *path;
	const char *name;

	if (*at)
		return fdd_name(&n->names, *at - 1);
	snprintf(number, sizeof(number), "id:%llu", (unsigned long long)id);
	path = is_of_this_boot(boot, host) ? fdd_cgroup_path(id) : NULL;
	name = path ? path : number;
	*at = fdd_names_get(&n->names, name, strlen(name)) + 1;
	free(path);
	return fdd_name(&n->names, *at - 1);
}

void fdd_cgroup_names_free(struct fdd_cgroup_names *n)
{
	fdd_map_free(&n->by_id);
	fdd_names_free(&n->names);
}
