/* SPDX-License-Identifier: GPL-2.0 */
/* What is wrong with the data. */
#ifndef FDD_WARNINGS_H
#define FDD_WARNINGS_H

#include "model/model.h"

/* Say it on stderr, if anything; @all: what matters less, too. */
void fdd_warn_sources(struct fdd_model *m, bool all);

#endif
