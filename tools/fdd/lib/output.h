/* SPDX-License-Identifier: GPL-2.0 */
/* How results are written: aligned text, CSV, JSON. */
#ifndef FDD_OUTPUT_H
#define FDD_OUTPUT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fdd_format {
	FDD_TEXT,
	FDD_CSV,
	FDD_JSON,
	FDD_NANOS_CSV,
};

const char *fdd_format_name(enum fdd_format format);

#define FDD_JSON_VERSION	1

/* Of times in text. */
enum fdd_units {
	FDD_US,
	FDD_NS,
	FDD_AUTO,	/* what suits each */
};

#define FDD_MAX_TIME	32

/* A time without its unit, "1.234", or for FDD_AUTO with it, "1.23 us". */
const char *fdd_time_in(char buf[FDD_MAX_TIME], double ns, enum fdd_units units);
/* What belongs to a column's title: "(us)". */
const char *fdd_units_title(enum fdd_units units);

/* Colours; all empty unless stdout is a terminal that wants them. */
struct fdd_colors {
	const char *head, *dim, *slow, *slower, *good, *reset;
};

extern struct fdd_colors fdd_color;
void fdd_colors_init(const char *when);		/* "auto", "always", "never" */
const char *fdd_color_of(uint64_t duration);

/* One field of CSV, quoted if need be, as RFC 4180 has it. */
void fdd_csv_string(const char *s);

/* A string that may hold any bytes, as valid UTF-8. */
json_object *fdd_json_string(const char *s, size_t len);
json_object *fdd_json_ns(uint64_t ns);
/* To stdout, for output that is too long to be built in memory. */
void fdd_json_print_string(const char *s, size_t len);
void fdd_json_print(json_object *o);

/* Text with control characters made visible. Returns its width. */
int fdd_print_clean(const char *s, size_t len);

/* Did stdout take everything? Says why not. */
bool fdd_output_ok(void);

#endif
