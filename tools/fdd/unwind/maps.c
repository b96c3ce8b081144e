// SPDX-License-Identifier: GPL-2.0
/* The memory of processes, as the kernel reported it: mmap, fork, exec, exit. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "unwind/maps.h"
#include "unwind/perf_map.h"

struct unwind_process *unwind_process(const struct unwind_maps *m, int32_t pid)
{
	const uint64_t *at = fdd_map_find(&m->by_pid, (uint32_t)pid);

	return at && *at ? &m->list[*at - 1] : NULL;
}

static struct unwind_process *get_process(struct unwind_maps *m, int32_t pid)
{
	uint64_t *at = fdd_map_get(&m->by_pid, (uint32_t)pid);

	if (!*at) {
		GROW(m->list, m->nr, m->cap);
		m->list[m->nr++] = (struct unwind_process){ .pid = pid, .threads = 1 };
		*at = m->nr;
	}
	return &m->list[*at - 1];
}

static void forget(struct unwind_maps *m, struct unwind_process *p)
{
	m->nr_maps -= p->nr;
	free(p->list);
	p->list = NULL;
	p->nr = p->cap = 0;
	perf_symbols_free(p->jit);
	p->jit = NULL;
}

/* The first one that ends behind an address. */
static uint32_t first_behind(const struct unwind_process *p, uint64_t address)
{
	return FIRST_NOT(p->nr, i, p->list[i].end <= address);
}

const struct unwind_map *unwind_map_at(const struct unwind_process *p, uint64_t address)
{
	uint32_t i = first_behind(p, address);

	return i < p->nr && p->list[i].start <= address ? &p->list[i] : NULL;
}

/* Make room for @more at @i. */
static void open_gap(struct unwind_maps *m, struct unwind_process *p, uint32_t i, uint32_t more)
{
	for (uint32_t n = 0; n < more; n++) {
		GROW(p->list, p->nr, p->cap);
		p->nr++;
	}
	memmove(p->list + i + more, p->list + i, (p->nr - more - i) * sizeof(*p->list));
	m->nr_maps += more;
}

static void close_gap(struct unwind_maps *m, struct unwind_process *p, uint32_t i, uint32_t less)
{
	memmove(p->list + i, p->list + i + less, (p->nr - less - i) * sizeof(*p->list));
	p->nr -= less;
	m->nr_maps -= less;
}

/* Nothing is left between two addresses. Returns the index of what comes then. */
static uint32_t clear(struct unwind_maps *m, struct unwind_process *p, uint64_t start,
		      uint64_t end)
{
	uint32_t i = first_behind(p, start), last;

	if (i < p->nr && p->list[i].start < start) {
		struct unwind_map behind = p->list[i];

		p->list[i++].end = start;
		if (behind.end > end) {
			behind.offset += end - behind.start;
			behind.start = end;
			open_gap(m, p, i, 1);
			p->list[i] = behind;
			return i;
		}
	}
	for (last = i; last < p->nr && p->list[last].end <= end; last++)
		;
	close_gap(m, p, i, last - i);
	if (i < p->nr && p->list[i].start < end) {
		p->list[i].offset += end - p->list[i].start;
		p->list[i].start = end;
	}
	return i;
}

void unwind_maps_add(struct unwind_maps *m, const struct fdd_perf_map *map, uint32_t file)
{
	struct unwind_process *p = get_process(m, map->pid);
	uint32_t i;

	if (map->start >= map->end)
		return;
	i = clear(m, p, map->start, map->end);
	if (!map->executable)
		return;
	if (m->nr_maps >= UNWIND_MAX_MAPS) {
		m->left_out++;
		return;
	}
	open_gap(m, p, i, 1);
	p->list[i] = (struct unwind_map){
		.start = map->start, .end = map->end, .offset = map->offset,
		.from = map->start, .to = map->end, .file = file,
	};
}

void unwind_maps_fork(struct unwind_maps *m, const struct fdd_perf_task *task)
{
	struct unwind_process *parent, *child = get_process(m, task->pid);

	if (task->pid == task->parent) {
		child->threads++;
		return;
	}
	forget(m, child);
	child->threads = 1;
	parent = unwind_process(m, task->parent);
	if (!parent || !parent->nr)
		return;
	if (parent->nr > UNWIND_MAX_MAPS - m->nr_maps) {
		m->left_out += parent->nr;
		return;
	}
	child->list = xmalloc(parent->nr * sizeof(*child->list));
	memcpy(child->list, parent->list, parent->nr * sizeof(*child->list));
	child->nr = child->cap = parent->nr;
	m->nr_maps += child->nr;
}

void unwind_maps_exec(struct unwind_maps *m, int32_t pid)
{
	forget(m, get_process(m, pid));
}

void unwind_maps_exit(struct unwind_maps *m, const struct fdd_perf_task *task)
{
	struct unwind_process *p = unwind_process(m, task->pid);

	if (p && (!p->threads || !--p->threads))
		forget(m, p);
}
