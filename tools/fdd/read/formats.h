/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Readers of the formats: pass the calls of a trace to a model. They return 0, or -1 after an error
 * message.
 */
#ifndef FDD_READ_FORMATS_H
#define FDD_READ_FORMATS_H

#include <trace/events/duration_fields.h>

#include "model/model.h"
#include "model/stats.h"
#include "read/input.h"

/* Bits of the field "has" of func_duration_detail: which fields were recorded */
#define FDD_HAS(name, bit, option)	FDD_HAS_##name = (bit),
enum fdd_has {
	DURATION_DETAIL_OPTIONS(FDD_HAS)
};
#undef FDD_HAS

int fdd_read_text(struct fdd_model *m, struct fdd_input *in, uint16_t source);
/* The text in the parts of one or more dumps, as "cat /sys/fs/pstore/dmesg-*" prints them. */
int fdd_read_pstore(struct fdd_model *m, struct fdd_input *in, uint16_t source);
int fdd_read_dat(struct fdd_model *m, struct fdd_input *in, uint16_t source);

/* Statistics of all calls, an input of kind FDD_INPUT_STAT; NULL after an error message. */
struct fdd_stats *fdd_read_stats(struct fdd_input *in, const char *path);
/* Their rows are of something else; by cgroup there are none if they were not counted so. */
struct fdd_stats *fdd_read_stats_by(struct fdd_input *in, const char *path, enum fdd_stat_by by);

#endif
