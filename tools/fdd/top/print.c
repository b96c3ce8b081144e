// SPDX-License-Identifier: GPL-2.0
/* fdd top --once, --json: figures for scripts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "top/show.h"

static json_object *json_row(const struct top *t, const struct fdd_row *row)
{
	static const struct {
		const char *key;
		unsigned int per_million;
	} percentiles[] = {
		{ "p50_ns", 500000 }, { "p90_ns", 900000 }, { "p95_ns", 950000 },
		{ "p99_ns", 990000 }, { "p999_ns", 999000 },
	};
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(row->name, strlen(row->name)));
	json_object_object_add(o, "calls", fdd_json_ns(row->calls));
	json_object_object_add(o, "total_ns", fdd_json_ns(row->total));
	json_object_object_add(o, "self_ns", fdd_json_ns(row->self));
	json_object_object_add(o, "avg_ns", fdd_json_ns(fdd_row_avg(row) + 0.5));
	json_object_object_add(o, "min_ns", fdd_json_ns(row->min));
	json_object_object_add(o, "max_ns", fdd_json_ns(row->max));
	if (!t->all)
		json_object_object_add(o, "stdv_ns", fdd_json_ns(fdd_row_stdv(row) + 0.5));
	for (size_t i = 0; i < ARRAY_SIZE(percentiles); i++) {
		uint64_t ns = fdd_row_percentile(row, percentiles[i].per_million);

		json_object_object_add(o, percentiles[i].key, fdd_json_ns(ns));
	}
	return o;
}

static void print_json(const struct top *t, const struct top_rows *rows, uint32_t nr)
{
	json_object *o = json_object_new_object(), *list = json_object_new_array();
	const char *text;

	for (uint32_t i = 0; i < nr; i++)
		json_object_array_add(list, json_row(t, rows->rows[i]));
	json_object_object_add(o, "version", json_object_new_int(FDD_JSON_VERSION));
	json_object_object_add(o, "elapsed_ns", fdd_json_ns(t->now - t->start));
	json_object_object_add(o, "all_calls", json_object_new_boolean(!!t->all));
	json_object_object_add(o, "threshold_ns", fdd_json_ns(t->thresh_us * NSEC_PER_USEC));
	json_object_object_add(o, "calls", fdd_json_ns(rows->calls));
	json_object_object_add(o, "lost", fdd_json_ns(top_lost(t)));
	json_object_object_add(o, "no_room", fdd_json_ns(t->counts.no_room));
	if (t->by != TOP_BY_FUNCTION)
		json_object_object_add(o, "by", json_object_new_string(top_by_name(t->by)));
	json_object_object_add(o, top_by_plural(t->by), list);
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN);
	fdd_json_put(stdout, text, strlen(text));
	putchar('\n');
	json_object_put(o);
}

static void print_row(const struct fdd_row *row)
{
	char total[24], self[24], avg[24], p99[24], max[24];

	int width = fdd_put_clean(stdout, row->name, strlen(row->name));

	printf("%*s %8llu %10s %10s %10s %10s %10s\n", width < 30 ? 30 - width : 0, "",
	       (unsigned long long)row->calls,
	       fdd_time_text(total, sizeof(total), row->total),
	       fdd_time_text(self, sizeof(self), row->self),
	       fdd_time_text(avg, sizeof(avg), fdd_row_avg(row)),
	       fdd_time_text(p99, sizeof(p99), fdd_row_percentile(row, 990000)),
	       fdd_time_text(max, sizeof(max), row->max));
}

static void print_head(const struct top *t, uint64_t calls)
{
	const char *why = top_falls_back(t);

	printf("# %.1f s, ", (t->now - t->start) / 1e9);
	if (t->all)
		printf("all calls: %llu, not counted: %llu", (unsigned long long)calls,
		       (unsigned long long)top_lost(t));
	else
		printf("calls of %llu us and longer: %llu, lost: %llu",
		       (unsigned long long)t->thresh_us, (unsigned long long)calls,
		       (unsigned long long)top_lost(t));
	printf(", not seen: %llu%s%s\n", (unsigned long long)t->counts.no_room,
	       why ? "; " : "", why ? why : "");
}

static void print_text(const struct top *t, const struct top_rows *rows, uint32_t nr)
{
	print_head(t, rows->calls);
	printf("%-30s %8s %10s %10s %10s %10s %10s\n", top_by_title(t->by), "Calls",
	       "Total", "Self", "Avg", "p99", "Max");
	for (uint32_t i = 0; i < nr; i++)
		print_row(rows->rows[i]);
}

/* Of all since the start: a script can subtract two of them. */
int top_print(struct top *t)
{
	struct top_rows rows = { 0 };
	uint64_t times = 0;

	t->now = t->start;
	t->choice.recent = false;
	while (!t->stop && (!t->count || times < t->count)) {
		uint32_t nr;

		top_wait(t, -1, t->now + t->interval_ns);
		top_update(t);
		top_data_snapshot(t->data);
		top_data_rows(t->data, &t->choice, &rows);
		nr = t->limit && t->limit < rows.nr ? t->limit : rows.nr;
		if (t->json)
			print_json(t, &rows, nr);
		else
			print_text(t, &rows, nr);
		times++;
		if (fflush(stdout) || ferror(stdout))
			break;
	}
	free(rows.rows);
	return fdd_output_ok() ? 0 : -1;
}
