// SPDX-License-Identifier: GPL-2.0
/* Where a task was, in words. */
#include <string.h>

#include "lib/clean.h"
#include "view/chain.h"

#define SHOWN_CALLS	6

void fdd_put_chain(FILE *f, const struct fdd_names *names, const uint32_t *funcs, unsigned int nr,
		   bool more)
{
	for (unsigned int i = 0; i < nr && i < SHOWN_CALLS; i++) {
		const char *name = fdd_name(names, funcs[i]);

		fputs(i ? " < " : "", f);
		fdd_put_clean(f, name, strlen(name));
	}
	if (more || nr > SHOWN_CALLS)
		fputs(" < ...", f);
}

const char *fdd_asleep_text(char state)
{
	switch (state) {
	case 'S':
		return "asleep (S)";
	case 'D':
		return "asleep (D)";
	case 'T':
		return "stopped by a signal (T)";
	case 't':
		return "stopped by its tracer (t)";
	case 'P':
		return "parked (P)";
	case 'I':
		return "idle (I)";
	}
	return "asleep";
}
