/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Metrics in the formats that Prometheus reads: its text, OpenMetrics, and its protobuf with
 * native histograms.
 */
#ifndef FDD_AGENT_EXPOSE_H
#define FDD_AGENT_EXPOSE_H

#include <stdint.h>
#include <stdio.h>

#include "agent/sums.h"
#include "lib/proto.h"

enum expose_format {
	EXPOSE_TEXT,
	EXPOSE_OPENMETRICS,
	EXPOSE_PROTOBUF,
	EXPOSE_FORMATS,
};

/* As in the protobuf's enum */
enum expose_type {
	EXPOSE_COUNTER = 0,
	EXPOSE_GAUGE = 1,
	EXPOSE_HISTOGRAM = 4,
};

struct expose_label {
	const char		*name, *value;
};

#define EXPOSE_MORE		2	/* labels, at most */

struct expose {
	FILE			*to;
	enum expose_format	format;
	struct fdd_proto	proto;		/* the family that is written */
	const char		*name;
	const char		*label;		/* NULL: none */
	struct expose_label	more[EXPOSE_MORE];	/* of the next values; .name NULL: none */
	enum expose_type	type;
};

/* The format that a header Accept likes best; the text if there is none that we have. */
enum expose_format expose_choose(const char *accept);
const char *expose_content_type(enum expose_format format);

/* A family of metrics: then its values, and the end. The name of a counter ends with _total. */
void expose_begin(struct expose *e, enum expose_type type, const char *name, const char *label,
		  const char *help);
void expose_end(struct expose *e);

/* @label is the value of the label, NULL if the family has none. */
void expose_count(struct expose *e, const char *label, uint64_t value);
/* In seconds */
void expose_time(struct expose *e, const char *label, uint64_t ns);
void expose_histogram(struct expose *e, const char *label, const struct agent_sum *sum);

/* After the last family */
void expose_finish(struct expose *e);

#endif
