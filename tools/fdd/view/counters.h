/* SPDX-License-Identifier: GPL-2.0 */
/* Values of the counters that programs wrote to the trace, by process. */
#ifndef FDD_COUNTERS_H
#define FDD_COUNTERS_H

#include "lib/map.h"
#include "lib/names.h"
#include "model/region_line.h"
#include "view/write.h"

struct fdd_counter;

struct fdd_counters {
	struct fdd_counter	*list;
	uint32_t		nr, cap;
	struct fdd_map		numbers;	/* process and name -> number + 1 */
	struct fdd_names	names;
	int			width;		/* of the names in text */
	uint64_t		more;		/* values of counters beyond the limit */
};

void fdd_counters_add(struct fdd_counters *c, const struct fdd_region_line *line);
/* Write the rows by name, at most @limit; 0: all. Without counters there is no list. */
void fdd_counters_write(struct fdd_counters *c, struct fdd_writer *w, uint64_t limit);
void fdd_counters_free(struct fdd_counters *c);

#endif
