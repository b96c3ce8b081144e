// SPDX-License-Identifier: GPL-2.0
/* The options that several views share. */
#include <string.h>

#include "lib/util.h"
#include "view/view.h"

void fdd_options_init(struct fdd_options *o)
{
	*o = (struct fdd_options){ 0 };
	fdd_columns_parse("fctal", &o->columns);
}

void fdd_options_free(struct fdd_options *o)
{
	fdd_wish_free(&o->wish);
}

/* Rows */

static enum fdd_taken take_columns(const struct fdd_given *g, void *to)
{
	struct fdd_options *o = to;

	o->columns_given = true;
	return fdd_columns_parse(g->arg ? g->arg : "fctalrsmnx", &o->columns) ?
	       FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_fields(const struct fdd_given *g, void *to)
{
	(void)g;
	(void)to;
	fdd_columns_help();
	return FDD_TAKEN_ALL;
}

/* The values, in the order of enum fdd_key. */
static const char keys[] = "function task cpu module caller label host where cgroup";

static const struct fdd_opt rows[] = {
	{ 0, "by", "KEY", "a row per function, task, cpu, module, caller, label, host, where (the place in the program) or cgroup",
	  .take = fdd_take_choice, .offset = offsetof(struct fdd_options, by),
	  .scope = FDD_TAKES_KEY, .values = keys },
	{ 'n', "number", "N", "at most N rows",
	  .take = fdd_take_number, .offset = offsetof(struct fdd_options, limit),
	  .scope = FDD_TAKES_LIMIT },
	{ 's', "sort", "LIST", "sort by columns, the most important first: self,calls (default: awake; of regions: total)",
	  .take = fdd_take_string, .offset = offsetof(struct fdd_options, sort),
	  .scope = FDD_TAKES_SORT, .values = "@column" },
	{ 'f', "columns", "LIST", "the columns, by letter (fctal) or name (function,calls,p99)",
	  .take = take_columns, .scope = FDD_TAKES_COLUMNS, .values = "@column" },
	{ 0, "fields", NULL, "list the columns",
	  .take = take_fields, .scope = FDD_TAKES_COLUMNS },
	{ 'l', "long", NULL, "many columns (fctalrsmnx)",
	  .take = take_columns, .scope = FDD_TAKES_COLUMNS },
};

const struct fdd_opts fdd_row_opts = FDD_OPTS("Table", rows);

/* Output */

/* The values, in the order of enum fdd_format. */
static const char formats[] = "text csv json nanos-csv";

static enum fdd_taken take_color(const struct fdd_given *g, void *to)
{
	(void)to;
	if (g->arg && fdd_given_choice(g) < 0)
		return FDD_TAKEN_BAD;
	fdd_colors_init(g->arg ? g->arg : "always");
	return FDD_TAKEN;
}

/* The values and their factors. */
static const char unit_names[] = "auto us ns";
static const enum fdd_units units[] = { FDD_AUTO, FDD_US, FDD_NS };

static enum fdd_taken take_units(const struct fdd_given *g, void *to)
{
	struct fdd_options *o = to;
	int choice = fdd_given_choice(g);

	if (choice < 0)
		return FDD_TAKEN_BAD;
	o->units = units[choice];
	return FDD_TAKEN;
}

static const struct fdd_opt output[] = {
	{ 0, "format", "FORMAT", "text, csv, json or nanos-csv (a line for each call)",
	  .take = fdd_take_choice, .offset = offsetof(struct fdd_options, format),
	  .scope = FDD_TAKES_FORMAT, .values = formats },
	{ 0, "units", "UNITS", "times in text output in us, ns, or a fitting unit for each (auto)",
	  .take = take_units, .scope = FDD_TAKES_UNITS, .values = unit_names },
	{ 0, "color", "[WHEN]", "auto, always or never",
	  .take = take_color, .scope = FDD_TAKES_FORMAT, .values = "auto always never" },
	{ 0, "no-pager", NULL, "do not show long output in $PAGER on a terminal",
	  .take = fdd_take_flag, .offset = offsetof(struct fdd_options, no_pager),
	  .scope = FDD_TAKES_FORMAT },
};

const struct fdd_opts fdd_output_opts = FDD_OPTS("Output", output);
