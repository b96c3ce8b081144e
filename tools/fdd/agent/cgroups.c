// SPDX-License-Identifier: GPL-2.0
/* The cgroups of the pairs of a function and a cgroup that the kernel counts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cgroups.h"
#include "lib/util.h"

#define MOST_CGROUPS	(1u << 16)	/* calls of further ones are those of others */
#define MOST_NAMES	(AGENT_MOST_NAMES / 4 * 3)
#define SHORTEST	24		/* bytes of "id:<number>" */

void agent_cgroups_free(struct agent_cgroups *c)
{
	for (uint32_t i = 0; i < c->nr; i++)
		free(c->list[i].path);
	free(c->list);
	fdd_map_free(&c->by_id);
	*c = (struct agent_cgroups){ NULL };
}

/* Returns the length of the function's name. */
static size_t split(const char *name, uint64_t *id)
{
	const char *tab = strrchr(name, '\t');

	*id = tab ? strtoull(tab + 1, NULL, 10) : 0;
	return tab ? (size_t)(tab - name) : strlen(name);
}

static struct agent_cgroup *find(const struct agent_cgroups *c, uint64_t id)
{
	const uint64_t *at = fdd_map_find(&c->by_id, id);

	return at && *at ? &c->list[*at - 1] : NULL;
}

static void add(struct agent_cgroups *c, uint64_t id)
{
	struct agent_cgroup *g;

	GROW(c->list, c->nr, c->cap);
	g = &c->list[c->nr++];
	*g = (struct agent_cgroup){ .id = id, .path = fdd_cgroup_path(id) };
	*fdd_map_get(&c->by_id, id) = c->nr;
	if (g->path) {
		fdd_cgroup_container(g->path, g->container);
		return;
	}
	g->gone = errno == ESTALE;
	c->nr_gone += g->gone;
	g->path = xmalloc(SHORTEST);
	snprintf(g->path, SHORTEST, "id:%llu", (unsigned long long)id);
}

static void look_again(struct agent_cgroups *c)
{
	for (uint32_t i = 0; i < c->nr; i++) {
		struct agent_cgroup *g = &c->list[i];
		char *path;

		if (g->gone || *g->path != '/')
			continue;
		path = fdd_cgroup_path(g->id);
		g->gone = !path && errno == ESTALE;
		c->nr_gone += g->gone;
		free(path);
	}
}

/* Cgroups come and go as long as the agent runs: those that are gone are forgotten. */
static void forget_gone(struct agent_cgroups *c, struct agent_sums *pairs)
{
	uint32_t nr = 0;

	if (c->nr < MOST_CGROUPS && pairs->names.nr < MOST_NAMES)
		return;
	agent_sums_forget(pairs);
	fdd_map_free(&c->by_id);
	for (uint32_t i = 0; i < c->nr; i++) {
		if (c->list[i].gone) {
			free(c->list[i].path);
			continue;
		}
		c->list[nr++] = c->list[i];
		*fdd_map_get(&c->by_id, c->list[i].id) = nr;
	}
	c->nr = nr;
}

void agent_cgroups_see(struct agent_cgroups *c, struct agent_sums *pairs,
		       const struct agent_sums *functions, const struct fdd_stats *now)
{
	const struct agent_cgroup *g;
	uint64_t id;
	size_t len;

	look_again(c);
	forget_gone(c, pairs);
	for (uint32_t i = 0; i < now->nr; i++) {
		len = split(now->list[i].name, &id);
		if (!find(c, id) && c->nr < MOST_CGROUPS)
			add(c, id);
		g = find(c, id);
		agent_sums_leave_out(pairs, now->list[i].name, !g || g->gone ||
				     agent_sums_is_left_out(functions, now->list[i].name, len));
	}
}

void agent_cgroups_pair(const struct agent_cgroups *c, const char *name, struct agent_pair *pair)
{
	uint64_t id;
	size_t len = split(name, &id);
	const struct agent_cgroup *g = find(c, id);

	snprintf(pair->function, sizeof(pair->function), "%.*s", (int)len, name);
	pair->cgroup = g ? g->path : "";
	pair->container = g ? g->container : "";
}
