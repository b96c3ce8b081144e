/* SPDX-License-Identifier: GPL-2.0 */
/* What recording costs the tasks that are recorded, and the limit of that. */
#ifndef FDD_BUDGET_H
#define FDD_BUDGET_H

#include "record/record.h"

/* Before anything is traced. Without a budget these do nothing. */
void budget_begin(struct record *r);
/* Recording is on: what does a recorded call cost here? */
void budget_measure(struct record *r);
/* Return: ms until it is to be called again; -1: never */
int budget_look(struct record *r);
void budget_end(struct record *r);
/* Say what it was, and what is not recorded because of it. */
void budget_tell(const struct record *r);
void budget_free(struct record *r);

#endif
