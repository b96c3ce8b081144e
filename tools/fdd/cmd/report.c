// SPDX-License-Identifier: GPL-2.0
/* "fdd" and "fdd report": reading traces and showing a view of them. */
#include <stdio.h>
#include <unistd.h>

#include "cmd/check.h"
#include "cmd/cmd.h"
#include "cmd/report.h"
#include "lib/pager.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "model/filter_explain.h"
#include "read/read.h"
#include "view/warnings.h"

static const char about[] =
"Show the durations of kernel functions in traces of function_duration and\n"
"function_graph. TRACE is text of trace or trace_pipe, a trace.dat, or text of\n"
"trace-cmd report; \"-\" is stdin; .gz, .zst and .xz are decompressed. Without a\n"
"view it prints the table of functions.\n";

static const char notes[] =
"TIME is 500us, 2ms, 1s; a number without a unit is in microseconds. See fdd(1).\n";

void fdd_report_init(struct fdd_report *r)
{
	*r = (struct fdd_report){ 0 };
	fdd_options_init(&r->options);
	fdd_colors_init("auto");
	fdd_input_progress = isatty(STDERR_FILENO);
}

void fdd_report_free(struct fdd_report *r)
{
	fdd_view_free(r->view);
	fdd_options_free(&r->options);
	fdd_traces_free(&r->traces);
}

static bool has_row(const struct fdd_view *view)
{
	for (uint32_t i = 0; i < view->t->nr; i++)
		if (fdd_filter_row(view->filter, view->t->rows[i]))
			return true;
	return false;
}

/* Does the view have more than calls, and is it selected? */
static bool has_more(const struct fdd_view *view)
{
	return view->ops->without_calls &&
	       (!view->ops->only_export || fdd_filter_has_region(view->filter));
}

/* Is there a result? Otherwise print the reason and return false. */
static bool has_result(struct fdd_view *view)
{
	if (has_more(view) || has_row(view))
		return fdd_view_found(view);
	if (fdd_has_calls(view->m)) {
		fdd_filter_explain(view->filter, view->t);
		return false;
	}
	/* The export of a trace without calls is empty, which is not an error. */
	if (view->ops->only_export)
		return true;
	fdd_error_no_calls(view->m);
	return false;
}

/* From a pipe the view does without. */
static struct fdd_model *read_again(struct fdd_report *r)
{
	struct fdd_model *m;

	if (!r->view->ops->begin_again || !fdd_traces_all_twice(&r->traces))
		return NULL;
	m = fdd_model_new();
	if (fdd_view_begin_again(r->view, m))
		fdd_traces_read_again(&r->traces, m);
	return m;
}

static int read_and_print(struct fdd_report *r, struct fdd_model *m, struct fdd_model **again)
{
	int status = fdd_traces_read_all(&r->traces, m);

	if (status == FDD_EXIT_OK || fdd_has_calls(m)) {
		if (r->paged && !r->options.no_pager)
			fdd_pager_begin();
		fdd_warn_sources(m, r->traces.warnings);
		fdd_filter_warn(r->view->filter);
		*again = read_again(r);
		if (!has_result(r->view))
			status = FDD_EXIT_INPUT;
		fdd_view_print(r->view);
	}
	if (!fdd_output_ok())
		status = FDD_EXIT_INPUT;
	fdd_pager_end();
	return status;
}

/* Returns false after an error message. */
static bool read_stacks(struct fdd_report *r)
{
	if (r->options.by == FDD_BY_WHERE)
		return fdd_traces_need_stacks(&r->traces);
	if (r->view->ops->stacks)
		fdd_traces_read_stacks(&r->traces);
	return true;
}

int fdd_report_run(struct fdd_report *r)
{
	const struct fdd_view_ops *ops = r->view->ops;
	struct fdd_filter *filter = fdd_filter_new(&r->options.wish);
	struct fdd_model *m = fdd_model_new(), *again = NULL;
	int status = FDD_EXIT_USAGE;

	if (filter && fdd_check_format(r->options.format, ops->formats, ops->name) &&
	    fdd_check_rows(filter, ops->scope, ops->name) && fdd_view_check(r->view) &&
	    read_stacks(r) && fdd_traces_look_ahead(&r->traces, 0, r->traces.nr, filter) < 0) {
		fdd_filter_attach(filter, m);
		fdd_view_begin(r->view, m, filter);
		status = read_and_print(r, m, &again);
	}
	fdd_view_free(r->view);
	r->view = NULL;
	if (again)
		fdd_model_free(again);
	fdd_model_free(m);
	fdd_filter_free(filter);
	return status;
}

/* Selecting the view */

static bool is_of_view(const struct fdd_opt *opt, const struct fdd_view_ops *ops)
{
	if (opt == &ops->option)
		return true;
	for (size_t i = 0; ops->opts && i < ops->opts->nr; i++)
		if (opt == fdd_opt_at(ops->opts, i))
			return true;
	return false;
}

static const struct fdd_view_ops *view_of(const struct fdd_opt *opt)
{
	for (size_t i = 0; fdd_views[i]; i++)
		if (is_of_view(opt, fdd_views[i]))
			return fdd_views[i];
	return NULL;
}

/* The view that the options select; NULL after an error message, if there are several. */
static const struct fdd_view_ops *choose_view(const struct fdd_args *args,
					      const struct fdd_view_ops *asked,
					      enum fdd_format format)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		const struct fdd_view_ops *ops = view_of(args->given[i].opt);

		if (!ops || args->given[i].opt != &ops->option)
			continue;
		if (asked && asked != ops) {
			fdd_error("%s and %s exclude each other: one view at a time",
				  asked->name, ops->name);
			return NULL;
		}
		asked = ops;
	}
	if (asked)
		return asked;
	return format == FDD_NANOS_CSV ? &fdd_view_nanos : &fdd_view_table;
}

/* Take the options of the view, which fill it. */
static bool take_view_options(struct fdd_view *view, const struct fdd_args *args)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		const struct fdd_given *g = &args->given[i];
		const struct fdd_view_ops *ops = view_of(g->opt);

		if (ops && ops != view->ops) {
			fdd_error("%s does not apply to %s; it applies to %s", g->as,
				  view->ops->name, ops->name);
			return false;
		}
		if (ops && g->opt->take && g->opt->take(g, view))
			return false;
	}
	return true;
}

/* The first operand, if the command has one before the traces; NULL after an error message. */
static const char *take_operand(struct fdd_args *args, const struct fdd_view_ops *view)
{
	if (!args->nr_operands) {
		fdd_error("%s is missing (see \"%s -h\")", view->operand, fdd_program);
		return NULL;
	}
	args->nr_operands--;
	return *args->operands++;
}

static int take_options(struct fdd_report *r, struct fdd_args *args,
			const struct fdd_view_ops *asked)
{
	const char *operand = NULL;
	int status = fdd_args_take(args);

	if (status < 0 && asked && asked->operand)
		operand = take_operand(args, asked);
	if (status < 0 && asked && asked->operand && !operand)
		return FDD_EXIT_USAGE;
	if (status < 0)
		status = fdd_traces_name(&r->traces, args);
	if (status >= 0)
		return status;
	asked = choose_view(args, asked, r->options.format);
	if (!asked || !fdd_check_scope(args, asked->scope | FDD_TAKES_FORMAT, asked->name,
				       false))
		return FDD_EXIT_USAGE;
	r->view = fdd_view_new(asked, &r->options);
	if (operand)
		asked->take_operand(r->view, operand);
	return take_view_options(r->view, args) ? -1 : FDD_EXIT_USAGE;
}

/* The command line */

static void use_view(struct fdd_usage *usage, const struct fdd_view_ops *ops)
{
	usage->scope |= ops->scope;
	if (ops->opts)
		fdd_opts_use(&usage->uses, ops->opts, NULL);
}

/* Add a table of options with a row for each view that has one. */
static void use_views(struct fdd_usage *usage, struct fdd_opts *tables)
{
	for (size_t i = 0; fdd_views[i]; i++) {
		const struct fdd_view_ops *ops = fdd_views[i];

		tables[i] = (struct fdd_opts){ "Views", &ops->option, 1, 0 };
		if (ops->option.name)
			fdd_opts_use(&usage->uses, &tables[i], NULL);
		use_view(usage, ops);
	}
}

/* Parse the command line with all tables, and run it. */
static int run(struct fdd_report *r, struct fdd_usage *usage, const struct fdd_view_ops *view,
	       int argc, char **argv)
{
	struct fdd_args args;
	int status;

	usage->scope |= FDD_TAKES_FORMAT;
	r->paged = true;
	fdd_opts_use(&usage->uses, &fdd_row_opts, &r->options);
	fdd_opts_use(&usage->uses, &fdd_filter_opts, &r->options.wish);
	fdd_opts_use(&usage->uses, &fdd_trace_opts, &r->traces);
	fdd_opts_use(&usage->uses, &fdd_stack_opts, &r->traces);
	fdd_opts_use(&usage->uses, &fdd_output_opts, &r->options);
	status = fdd_usage_parse(usage, &args, argc, argv);
	if (status < 0)
		status = take_options(r, &args, view);
	if (status < 0)
		status = fdd_report_run(r);
	fdd_args_free(&args);
	return status;
}

int fdd_report_view(const struct fdd_view_ops *view, int argc, char **argv)
{
	char text[80];
	char operands[32];
	struct fdd_usage usage = { .operands = operands, .about = text, .notes = notes };
	struct fdd_report r;
	int status;

	snprintf(operands, sizeof(operands), "%s%s[TRACE...]", view->operand ? view->operand : "",
		 view->operand ? " " : "");
	snprintf(text, sizeof(text), "Report %s.\n", view->about);
	fdd_report_init(&r);
	use_view(&usage, view);
	status = run(&r, &usage, view, argc, argv);
	fdd_report_free(&r);
	return status;
}

int fdd_report(void (*more)(void), int argc, char **argv)
{
	struct fdd_opts tables[FDD_NR_VIEWS];
	struct fdd_usage usage = {
		.operands = "[TRACE...]", .about = about, .more = more, .notes = notes,
	};
	struct fdd_report r;
	int status;

	fdd_report_init(&r);
	use_views(&usage, tables);
	status = run(&r, &usage, NULL, argc, argv);
	fdd_report_free(&r);
	return status;
}

int cmd_report(int argc, char **argv)
{
	return fdd_report(NULL, argc, argv);
}
