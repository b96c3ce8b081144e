// SPDX-License-Identifier: GPL-2.0
/* A table by function from statistics of all calls. */
#include <string.h>

#include "model/stat_table.h"

void fdd_stat_table_fill(struct fdd_table *t, const struct fdd_stats *s, struct fdd_filter *f)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		const char *name = s->list[i].name;
		uint32_t func = fdd_names_get(&t->model->funcs, name, strlen(name));

		if (fdd_filter_name(f, func))
			fdd_table_add_stat(t, func, &s->list[i]);
	}
}
