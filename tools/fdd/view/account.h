/* SPDX-License-Identifier: GPL-2.0 */
/* Prints where the time of a program went, in sentences that add up to all of it. */
#ifndef FDD_VIEW_ACCOUNT_H
#define FDD_VIEW_ACCOUNT_H

#include <stdio.h>

#include "model/path.h"
#include "model/table.h"

struct fdd_account {
	const struct fdd_path	*path;
	const char		*what;		/* "sort-812" */
	const char		*traces;	/* for commands: "trace.dat" */
	const char		**stuck;	/* tasks that were in one wait all the time */
	uint32_t		nr_stuck;
	bool			by_kind; /* without what differs between two traces of the same */
	/* the cgroup of a task, to be freed, or NULL: only the machine knows it */
	char			*(*cgroup)(int32_t pid, const char *comm);
};

/* What the tasks of a cause did, in words: "waited for ..., which ...", without the first task. */
void fdd_account_put_cause(const struct fdd_account *a, const struct fdd_cause *c, FILE *f);
/* The same, to be freed. @by_kind: as in struct fdd_account */
char *fdd_account_cause_text(const struct fdd_path *path, const struct fdd_cause *c, bool by_kind);

/* The stack of its task in the longest wait, or FDD_USER_NONE. */
uint32_t fdd_account_stack(const struct fdd_account *a, const struct fdd_cause *c);

void fdd_account_print(const struct fdd_account *a, FILE *f);
/* All parts: they add up. @t: a table of the model that read the trace. */
void fdd_account_print_json(const struct fdd_account *a, const struct fdd_table *t, FILE *f);

#endif
