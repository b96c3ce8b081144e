// SPDX-License-Identifier: GPL-2.0
/*
 * Metrics in the formats that Prometheus reads.
 *
 * The numbers of the protobuf's fields are those of io/prometheus/client/metrics.proto. A message
 * MetricFamily has its length before it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "agent/expose.h"
#include "lib/utf8.h"
#include "lib/util.h"

enum {
	FAMILY_NAME = 1, FAMILY_HELP = 2, FAMILY_TYPE = 3, FAMILY_METRIC = 4,
	METRIC_LABEL = 1, METRIC_GAUGE = 2, METRIC_COUNTER = 3, METRIC_HISTOGRAM = 7,
	LABEL_NAME = 1, LABEL_VALUE = 2,
	NUMBER_VALUE = 1,
	HISTOGRAM_COUNT = 1, HISTOGRAM_SUM = 2, HISTOGRAM_SCHEMA = 5, HISTOGRAM_ZERO = 6,
	HISTOGRAM_ZERO_COUNT = 7, HISTOGRAM_SPAN = 12, HISTOGRAM_DELTA = 13,
	HISTOGRAM_EXEMPLARS = 16,
	SPAN_OFFSET = 1, SPAN_LENGTH = 2,
	EXEMPLAR_LABEL = 1, EXEMPLAR_VALUE = 2, EXEMPLAR_TIME = 3,
	TIME_SECONDS = 1, TIME_NANOS = 2,
};

#define ZERO_THRESHOLD	0x1p-128	/* as that of client_golang */

/*
 * Choosing
 */

static const char *const content_types[EXPOSE_FORMATS] = {
	[EXPOSE_TEXT] = "text/plain; version=0.0.4; charset=utf-8",
	[EXPOSE_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
	[EXPOSE_PROTOBUF] = ("application/vnd.google.protobuf; "
			     "proto=io.prometheus.client.MetricFamily; encoding=delimited"),
};

const char *expose_content_type(enum expose_format format)
{
	return content_types[format];
}

/* Does a range of media, up to @len, mean the type of a format? */
static bool is_type(const char *range, size_t len, enum expose_format format)
{
	size_t type = strcspn(content_types[format], ";");

	return len >= type && !strncasecmp(range, content_types[format], type) &&
	       (len == type || strchr(" \t;", range[type])) &&
	       (format != EXPOSE_PROTOBUF ||
		(memmem(range, len, "io.prometheus.client.MetricFamily", 33) &&
		 memmem(range, len, "delimited", 9)));
}

/* ";q=0.5"; 1 without it */
static double quality_of(const char *range, size_t len)
{
	const char *q = memmem(range, len, "q=", 2);

	return q && q > range && strchr("; \t", q[-1]) ? strtod(q + 2, NULL) : 1;
}

enum expose_format expose_choose(const char *accept)
{
	enum expose_format best = EXPOSE_TEXT;
	double quality = 0;

	while (*accept) {
		size_t len;

		accept += strspn(accept, ", \t");
		len = strcspn(accept, ",");
		for (int i = 0; i < EXPOSE_FORMATS; i++) {
			if (!is_type(accept, len, i) || quality_of(accept, len) <= quality)
				continue;
			best = i;
			quality = quality_of(accept, len);
		}
		accept += len;
	}
	return best;
}

/*
 * Text
 */

static void put_escaped(FILE *to, const char *s)
{
	size_t len = strlen(s);
	char *valid = fdd_utf8_copy(s, &len);

	for (size_t i = 0; i < len; i++) {
		if (valid[i] == '\n')
			fputs("\\n", to);
		else if (valid[i] == '"' || valid[i] == '\\')
			fprintf(to, "\\%c", valid[i]);
		else
			fputc(valid[i], to);
	}
	free(valid);
}

/* @before is the byte between it and what is before it. */
static void put_pair(FILE *to, char *before, const char *name, const char *value)
{
	if (!name || !value)
		return;
	fprintf(to, "%c%s=\"", *before, name);
	put_escaped(to, value);
	fputc('"', to);
	*before = ',';
}

/* NAME{LABEL="VALUE",le="..."}, and a blank */
static void put_name(struct expose *e, const char *suffix, const char *label, const char *le)
{
	char before = '{';

	fprintf(e->to, "%s%s", e->name, suffix);
	put_pair(e->to, &before, e->label, label);
	for (int i = 0; i < EXPOSE_MORE; i++)
		put_pair(e->to, &before, e->more[i].name, e->more[i].value);
	put_pair(e->to, &before, "le", le);
	fputs(before == ',' ? "} " : " ", e->to);
}

static void put_seconds(FILE *to, uint64_t ns)
{
	fprintf(to, "%llu.%09llu\n", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC);
}

static void begin_text(struct expose *e, const char *help)
{
	static const char *const types[] = {
		[EXPOSE_COUNTER] = "counter", [EXPOSE_GAUGE] = "gauge",
		[EXPOSE_HISTOGRAM] = "histogram",
	};
	int len = strlen(e->name);

	/* OpenMetrics names the family of a counter without its suffix. */
	if (e->format == EXPOSE_OPENMETRICS && e->type == EXPOSE_COUNTER)
		len -= strlen("_total");
	fprintf(e->to, "# HELP %.*s %s\n# TYPE %.*s %s\n", len, e->name, help, len, e->name,
		types[e->type]);
}

/* Behind the value of a bucket, of more than @from ns up to @to */
static void text_exemplar(struct expose *e, const struct agent_exemplar *x, uint64_t from,
			  uint64_t to)
{
	if (e->format == EXPOSE_OPENMETRICS && *x->trace && x->ns > from && x->ns <= to) {
		fprintf(e->to, " # {trace_id=\"%s\"} %.9f", x->trace, x->ns / 1e9);
		if (x->at)
			fprintf(e->to, " %.3f", x->at);
	}
	fputc('\n', e->to);
}

static void text_histogram(struct expose *e, const char *label, const struct agent_sum *sum)
{
	uint64_t calls = 0, from = 0, to = 0;
	char le[32];

	for (int i = 0; i < AGENT_CLASSIC; i++, from = to) {
		to = 1ull << (AGENT_CLASSIC_FIRST + i);
		calls += sum->classic[i];
		snprintf(le, sizeof(le), "%.12g", to / 1e9);
		put_name(e, "_bucket", label, le);
		fprintf(e->to, "%" PRIu64, calls);
		text_exemplar(e, &sum->exemplar, from, to);
	}
	put_name(e, "_bucket", label, "+Inf");
	fprintf(e->to, "%" PRIu64, sum->calls);
	text_exemplar(e, &sum->exemplar, to, UINT64_MAX);
	put_name(e, "_sum", label, NULL);
	put_seconds(e->to, sum->durations);
	put_name(e, "_count", label, NULL);
	fprintf(e->to, "%" PRIu64 "\n", sum->calls);
}

/*
 * Protobuf
 */

static void put_string(struct fdd_proto *p, unsigned int field, const char *s)
{
	fdd_proto_string(p, field, s, strlen(s));
}

static void put_double(struct fdd_proto *p, unsigned int field, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	fdd_proto_fixed64(p, field, bits);
}

static uint64_t zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

static void put_label(struct fdd_proto *p, unsigned int field, const char *name,
		      const char *value)
{
	size_t pair = fdd_proto_begin(p, field);

	put_string(p, LABEL_NAME, name);
	put_string(p, LABEL_VALUE, value);
	fdd_proto_end(p, pair);
}

static size_t begin_metric(struct expose *e, const char *label)
{
	size_t metric = fdd_proto_begin(&e->proto, FAMILY_METRIC);

	if (label)
		put_label(&e->proto, METRIC_LABEL, e->label, label);
	for (int i = 0; i < EXPOSE_MORE && e->more[i].name; i++)
		put_label(&e->proto, METRIC_LABEL, e->more[i].name, e->more[i].value);
	return metric;
}

static void proto_number(struct expose *e, const char *label, double value)
{
	size_t metric = begin_metric(e, label), number;

	number = fdd_proto_begin(&e->proto, e->type == EXPOSE_GAUGE ? METRIC_GAUGE :
								     METRIC_COUNTER);
	put_double(&e->proto, NUMBER_VALUE, value);
	fdd_proto_end(&e->proto, number);
	fdd_proto_end(&e->proto, metric);
}

/* The buckets in a row that have calls; returns the one behind them. */
static int put_span(struct fdd_proto *p, const uint64_t *buckets, int first, int from)
{
	int end = first;
	size_t span;

	while (end < AGENT_NATIVE && buckets[end])
		end++;
	span = fdd_proto_begin(p, HISTOGRAM_SPAN);
	fdd_proto_uint(p, SPAN_OFFSET, zigzag(first - from));
	fdd_proto_uint(p, SPAN_LENGTH, end - first);
	fdd_proto_end(p, span);
	return end;
}

static void put_spans(struct fdd_proto *p, const uint64_t *buckets)
{
	int from = -AGENT_NATIVE_FIRST, i = 0;

	while (i < AGENT_NATIVE) {
		if (!buckets[i]) {
			i++;
			continue;
		}
		from = put_span(p, buckets, i, from);
		i = from;
	}
}

/* The difference from one bucket to the next one that has calls */
static void put_deltas(struct fdd_proto *p, const uint64_t *buckets)
{
	size_t list = fdd_proto_begin(p, HISTOGRAM_DELTA);
	uint64_t last = 0;

	for (int i = 0; i < AGENT_NATIVE; i++) {
		if (!buckets[i])
			continue;
		fdd_proto_varint(p, zigzag(buckets[i] - last));
		last = buckets[i];
	}
	fdd_proto_end(p, list);
}

static void put_exemplar(struct fdd_proto *p, const struct agent_exemplar *x)
{
	size_t exemplar, time;

	if (!*x->trace)
		return;
	exemplar = fdd_proto_begin(p, HISTOGRAM_EXEMPLARS);
	put_label(p, EXEMPLAR_LABEL, "trace_id", x->trace);
	put_double(p, EXEMPLAR_VALUE, x->ns / 1e9);
	if (x->at) {
		time = fdd_proto_begin(p, EXEMPLAR_TIME);
		fdd_proto_uint(p, TIME_SECONDS, x->at);
		fdd_proto_uint(p, TIME_NANOS, (x->at - (uint64_t)x->at) * 1e9);
		fdd_proto_end(p, time);
	}
	fdd_proto_end(p, exemplar);
}

static void proto_histogram(struct expose *e, const char *label, const struct agent_sum *sum)
{
	size_t metric = begin_metric(e, label), histogram;
	struct fdd_proto *p = &e->proto;

	histogram = fdd_proto_begin(p, METRIC_HISTOGRAM);
	fdd_proto_uint(p, HISTOGRAM_COUNT, sum->calls);
	put_double(p, HISTOGRAM_SUM, sum->durations / 1e9);
	fdd_proto_uint(p, HISTOGRAM_SCHEMA, zigzag(AGENT_NATIVE_SCHEMA));
	put_double(p, HISTOGRAM_ZERO, ZERO_THRESHOLD);
	fdd_proto_uint(p, HISTOGRAM_ZERO_COUNT, 0);
	put_spans(p, sum->native);
	put_deltas(p, sum->native);
	put_exemplar(p, &sum->exemplar);
	fdd_proto_end(p, histogram);
	fdd_proto_end(p, metric);
}

/*
 * Families
 */

void expose_begin(struct expose *e, enum expose_type type, const char *name, const char *label,
		  const char *help)
{
	e->type = type;
	e->name = name;
	e->label = label;
	if (e->format != EXPOSE_PROTOBUF) {
		begin_text(e, help);
		return;
	}
	put_string(&e->proto, FAMILY_NAME, name);
	put_string(&e->proto, FAMILY_HELP, help);
	fdd_proto_uint(&e->proto, FAMILY_TYPE, type);
}

void expose_end(struct expose *e)
{
	struct fdd_proto len = { 0 };

	memset(e->more, 0, sizeof(e->more));
	if (e->format != EXPOSE_PROTOBUF)
		return;
	fdd_proto_varint(&len, e->proto.len);
	fdd_proto_write(&len, e->to);
	fdd_proto_free(&len);
	fdd_proto_write(&e->proto, e->to);
}

void expose_count(struct expose *e, const char *label, uint64_t value)
{
	if (e->format == EXPOSE_PROTOBUF) {
		proto_number(e, label, value);
		return;
	}
	put_name(e, "", label, NULL);
	fprintf(e->to, "%" PRIu64 "\n", value);
}

void expose_time(struct expose *e, const char *label, uint64_t ns)
{
	if (e->format == EXPOSE_PROTOBUF) {
		proto_number(e, label, ns / 1e9);
		return;
	}
	put_name(e, "", label, NULL);
	put_seconds(e->to, ns);
}

void expose_histogram(struct expose *e, const char *label, const struct agent_sum *sum)
{
	if (e->format == EXPOSE_PROTOBUF)
		proto_histogram(e, label, sum);
	else
		text_histogram(e, label, sum);
}

void expose_finish(struct expose *e)
{
	if (e->format == EXPOSE_OPENMETRICS)
		fputs("# EOF\n", e->to);
	fdd_proto_free(&e->proto);
}
