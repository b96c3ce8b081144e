/* SPDX-License-Identifier: GPL-2.0 */
/* What processes had in their memory when a stack was copied. */
#ifndef FDD_UNWIND_MAPS_H
#define FDD_UNWIND_MAPS_H

#include "lib/map.h"
#include "read/perf_data.h"

#define UNWIND_MAX_MAPS	(1u << 20)	/* of all processes at a time */

struct unwind_map {
	uint64_t	start, end;
	uint64_t	offset;		/* in the file */
	uint64_t	from, to;	/* as it was mapped: parts may be replaced later */
	uint32_t	file;		/* number */
};

struct unwind_process {
	int32_t			pid;
	uint32_t		threads;
	struct unwind_map	*list;		/* by address */
	uint32_t		nr, cap;
	struct perf_symbols	*jit;		/* of its perf map; NULL: not looked for yet */
};

struct unwind_maps {
	struct fdd_map		by_pid;		/* index + 1 */
	struct unwind_process	*list;
	uint32_t		nr, cap;
	uint32_t		nr_maps;
	uint64_t		left_out;	/* beyond the limit */
};

/* A part of a file is mapped: it replaces what was there. */
void unwind_maps_add(struct unwind_maps *m, const struct fdd_perf_map *map, uint32_t file);
void unwind_maps_fork(struct unwind_maps *m, const struct fdd_perf_task *task);
void unwind_maps_exec(struct unwind_maps *m, int32_t pid);
void unwind_maps_exit(struct unwind_maps *m, const struct fdd_perf_task *task);
struct unwind_process *unwind_process(const struct unwind_maps *m, int32_t pid);
const struct unwind_map *unwind_map_at(const struct unwind_process *p, uint64_t address);

#endif
