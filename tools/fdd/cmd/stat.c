// SPDX-License-Identifier: GPL-2.0
/* "fdd stat": the statistics of all calls, live, saved, or while a command runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/check.h"
#include "cmd/cmd.h"
#include "cmd/statistics.h"
#include "lib/pager.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "model/filter_explain.h"
#include "record/record.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"
#include "view/stat_head.h"

struct stat_cmd {
	struct fdd_options	options;
	const char		*instance;	/* live; NULL: the top directory */
	bool			reset;
	bool			only_command;
	const char		*module;
	const struct fdd_view_ops *view;
	const char		*file;		/* NULL: live */
	char			**command;	/* or NULL */
	enum fdd_stat_by	by;
	struct words		cgroups;	/* of COMMAND */
};

static enum fdd_taken take_hist(const struct fdd_given *g, void *to)
{
	struct stat_cmd *c = to;

	c->view = &fdd_view_hist;
	if (g->arg)
		fdd_wish_add(&c->options.wish, "function", g->arg);
	return FDD_TAKEN;
}

static const char by_values[] = "function cgroup";

static enum fdd_taken take_by(const struct fdd_given *g, void *to)
{
	int choice = fdd_given_choice(g);

	((struct stat_cmd *)to)->by = choice;
	return choice < 0 ? FDD_TAKEN_BAD : FDD_TAKEN;
}

static enum fdd_taken take_cgroup(const struct fdd_given *g, void *to)
{
	return session_take_cgroup(g, &((struct stat_cmd *)to)->cgroups);
}

#define AT(field)	.offset = offsetof(struct stat_cmd, field)

static const struct fdd_opt options[] = {
	{ 0, "instance", "NAME", "of this tracing instance (default: of the top directory)",
	  .take = fdd_take_string, AT(instance), .values = "@instance" },
	{ 0, "reset", NULL, "begin a new interval after reading",
	  .take = fdd_take_flag, AT(reset) },
	{ 0, "only-command", NULL, "only calls made by COMMAND and its children",
	  .take = fdd_take_flag, AT(only_command) },
	{ 0, "load", "FILE", "load the tracer from FILE if it is not loaded, for COMMAND",
	  .take = fdd_take_string, AT(module), .values = "@file" },
	{ 0, "by", "WHAT", "a row for each function, or for each cgroup",
	  .take = take_by, .values = by_values },
	{ 0, "cgroup", "GLOB", "only calls of tasks in this cgroup or below it, or with !GLOB no such calls, while COMMAND runs; may be repeated",
	  .take = take_cgroup, .values = "@file" },
	{ 0, "hist", "[FUNC]", "a histogram per function", .take = take_hist },
};

static const struct fdd_opts stat_opts = FDD_OPTS("Statistics", options);

#define SCOPE	(FDD_OF_STATS | FDD_TAKES_LIMIT | FDD_TAKES_SORT | FDD_TAKES_COLUMNS | \
		 FDD_TAKES_UNITS | FDD_TAKES_FORMAT)

/*
 * The command line
 */

static int bad_usage(const char *what)
{
	fdd_error("%s (see \"%s -h\")", what, fdd_program);
	return FDD_EXIT_USAGE;
}

static int check_operands(struct stat_cmd *c, const struct fdd_args *args)
{
	c->file = args->nr_operands ? args->operands[0] : NULL;
	if (args->nr_operands > 1)
		return bad_usage("more than one FILE; a COMMAND follows \"--\"");
	if (c->command && !*c->command)
		return bad_usage("there is no COMMAND after \"--\"");
	if (c->command && (c->file || c->instance || c->reset))
		return bad_usage("COMMAND excludes FILE, --instance and --reset");
	if (!c->command && (c->only_command || c->module || c->cgroups.nr))
		return bad_usage("--only-command, --cgroup and --load need a COMMAND after \"--\"");
	if (c->file && (c->instance || c->reset))
		return bad_usage("--instance and --reset exclude FILE");
	return -1;
}

static bool check_filters(const struct stat_cmd *c)
{
	struct fdd_filter *filter = fdd_filter_new(&c->options.wish);
	bool ok = filter && fdd_filter_check_stats(filter);

	fdd_filter_free(filter);
	return ok;
}

/* As far as it can be known before there are statistics. */
static int check(struct stat_cmd *c, const struct fdd_args *args)
{
	if (!fdd_check_scope(args, SCOPE, fdd_program, false) ||
	    !fdd_check_format(c->options.format, FDD_FORMATS, fdd_program) ||
	    !statistics_check_columns(&c->options, true) || !check_filters(c))
		return FDD_EXIT_USAGE;
	return check_operands(c, args);
}

/* All words after the first "--" are the command. */
static char **split_command(int *argc, char **argv)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		*argc = i;
		argv[i] = NULL;
		return argv + i + 1;
	}
	return NULL;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct stat_cmd *c, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "[FILE | -- COMMAND [ARGUMENT...]]",
		.about = "Show the statistics of all calls that the tracer's option duration-stat counts:\n"
			 "the current ones, those of FILE, a copy of function_duration/stat or stat_hist,\n"
			 "or those while COMMAND runs.\n",
		.notes = "For COMMAND, -F and -N select the functions to count, and the exit status is\n"
			 "that of fdd record.\n",
		.scope = SCOPE,
	};
	struct fdd_args args;
	int status;

	c->command = split_command(&argc, argv);
	fdd_opts_use(&usage.uses, &stat_opts, c);
	fdd_opts_use(&usage.uses, &fdd_row_opts, &c->options);
	fdd_opts_use(&usage.uses, &fdd_filter_opts, &c->options.wish);
	fdd_opts_use(&usage.uses, &fdd_output_opts, &c->options);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0)
		status = check(c, &args);
	fdd_args_free(&args);
	return status;
}

/*
 * Showing
 */

static bool has_row(const struct fdd_view *view)
{
	for (uint32_t i = 0; i < view->t->nr; i++)
		if (fdd_filter_row(view->filter, view->t->rows[i]))
			return true;
	return false;
}

/* Can they be shown? Otherwise prints why not. */
static bool can_show(const struct stat_cmd *c, const struct fdd_stats *s, const char *path)
{
	if (s->dropped)
		fdd_error("%s: nothing was counted since the reset: select the tracer again", path);
	else if (c->view == &fdd_view_hist && !s->has_buckets)
		fdd_error("%s: has no histograms: stat_hist has them", path);
	else
		return statistics_check_columns(&c->options, s->has_buckets);
	return false;
}

static int print(const struct stat_cmd *c, struct fdd_view *view)
{
	const struct fdd_stats *s = view->stats;

	if (!c->options.no_pager)
		fdd_pager_begin();
	fdd_stat_head_print(s, "", c->options.format);
	fdd_stat_head_error(c->options.format);
	if (s->nr && !has_row(view))
		fdd_filter_explain(view->filter, view->t);
	fdd_view_print(view);
	fdd_pager_end();
	return fdd_output_ok() && (!s->nr || has_row(view)) ? FDD_EXIT_OK : FDD_EXIT_INPUT;
}

/* The options were checked. The model owns the statistics. */
static int show(struct stat_cmd *c, struct fdd_stats *s, const char *path, const char *label)
{
	struct fdd_filter *filter = fdd_filter_new(&c->options.wish);
	struct fdd_view *view = fdd_view_new(c->view, &c->options);
	struct fdd_model *m = fdd_model_new();
	int status = FDD_EXIT_INPUT;

	statistics_to_model(m, s, path, label);
	if (filter && can_show(c, s, path) && fdd_view_check(view)) {
		fdd_filter_attach(filter, m);
		fdd_view_begin(view, m, filter);
		statistics_to_table(m, view->t, filter);
		view->stats = s;
		status = print(c, view);
	}
	fdd_view_free(view);
	fdd_model_free(m);
	fdd_filter_free(filter);
	return status;
}

/*
 * Live, from a file
 */

static int show_file(struct stat_cmd *c)
{
	struct fdd_stats *s = statistics_read_by(c->file, c->by);

	return s ? show(c, s, c->file, NULL) : FDD_EXIT_INPUT;
}

static int show_live(struct stat_cmd *c)
{
	struct fdd_stats *s;
	int status = FDD_EXIT_INPUT;
	char *path;

	if (tracing_find_readable() || !stat_check_readable(c->instance))
		return status;
	path = tracing_path(c->instance, STAT_HIST_FILE);
	s = statistics_read_by(path, c->by);
	if (s && (!c->reset || !stat_reset(c->instance)))
		status = show(c, s, path, c->instance ? c->instance : "tracing");
	else
		fdd_stats_free(s);
	free(path);
	return status;
}

/*
 * A command
 */

/*
 * The globs of -F and -N select what is counted, so they are not filters of the table. Their
 * names are those of the same options of fdd record.
 */
static bool take_functions(struct stat_cmd *c, struct session_wish *wish)
{
	struct fdd_wish *filters = &c->options.wish;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < filters->nr; i++) {
		const struct fdd_given *g = &filters->list[i];
		bool only = !strcmp(g->opt->name, "function");

		if (!only && strcmp(g->opt->name, "not-function")) {
			filters->list[nr++] = *g;
			continue;
		}
		if (!session_add_glob(only ? &wish->functions : &wish->not_functions, g))
			return false;
	}
	filters->nr = nr;
	return true;
}

static int count_and_show(struct stat_cmd *c, struct record *r)
{
	struct fdd_stats *s;
	char *text;
	int status;

	snprintf(r->instance, sizeof(r->instance), "fdd-stat-%d", getpid());
	text = record_count(r);
	if (!text)
		return record_failed_status(r);
	s = statistics_parse(text, c->by);
	free(text);
	if (!s)
		return RECORD_FAILED;
	status = show(c, s, r->command[0], r->command[0]);
	return record_command_status(r) || !status ? record_command_status(r) : RECORD_FAILED;
}

static int run_command(struct stat_cmd *c)
{
	struct record r = { .command = c->command, .only_command = c->only_command };
	int status = RECORD_FAILED;

	r.wish.module = c->module;
	r.wish.cgroups = c->cgroups;
	c->cgroups = (struct words){ NULL };
	r.by_cgroup = c->by == FDD_STAT_BY_CGROUP;
	stat_only(&r.wish);
	if (!take_functions(c, &r.wish))
		status = FDD_EXIT_USAGE;
	else if (!session_check(&r.wish))
		status = count_and_show(c, &r);
	session_wish_free(&r.wish);
	return status;
}

int cmd_stat(int argc, char **argv)
{
	struct stat_cmd c = { .view = &fdd_view_table };
	int status;

	fdd_options_init(&c.options);
	fdd_colors_init("auto");
	status = parse(&c, argc, argv);
	if (status < 0 && c.command)
		status = run_command(&c);
	else if (status < 0)
		status = c.file ? show_file(&c) : show_live(&c);
	free(c.cgroups.words);
	fdd_options_free(&c.options);
	return status;
}
