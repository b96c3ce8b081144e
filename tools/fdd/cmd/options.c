// SPDX-License-Identifier: GPL-2.0
/* The command line. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/options.h"
#include "lib/version.h"
#include "read/read.h"

enum {
	OPT_FIELDS = 256, OPT_DEBUG, OPT_FORMAT, OPT_HIST, OPT_LINEAR,
	OPT_SLOWEST, OPT_BY, OPT_COMM, OPT_MODULE, OPT_MIN_DURATION,
	OPT_MAX_DURATION, OPT_MIN_COUNT, OPT_MAX_COUNT, OPT_BETWEEN, OPT_LABEL,
	OPT_COLOR, OPT_REGION, OPT_REGIONS, OPT_HOSTS,
};

#define MAX_SLOWEST	1000000

static const char short_options[] = "dcn:t:i:e:f:ls:wzhVF:N:D:r:p:C:";

static const struct option long_options[] = {
	{ "calls",		no_argument,		NULL, 'd' },
	{ "tree",		no_argument,		NULL, 'c' },
	{ "hist",		optional_argument,	NULL, OPT_HIST },
	{ "linear",		no_argument,		NULL, OPT_LINEAR },
	{ "slowest",		required_argument,	NULL, OPT_SLOWEST },
	{ "by",			required_argument,	NULL, OPT_BY },
	{ "info",		no_argument,		NULL, 'z' },
	{ "number",		required_argument,	NULL, 'n' },
	{ "time",		required_argument,	NULL, 't' },
	{ "interrupt",		required_argument,	NULL, 'i' },
	{ "filter",		required_argument,	NULL, 'e' },
	{ "columns",		required_argument,	NULL, 'f' },
	{ "fields",		no_argument,		NULL, OPT_FIELDS },
	{ "long",		no_argument,		NULL, 'l' },
	{ "sort",		required_argument,	NULL, 's' },
	{ "warnings",		no_argument,		NULL, 'w' },
	{ "help",		no_argument,		NULL, 'h' },
	{ "version",		no_argument,		NULL, 'V' },
	{ "debug",		no_argument,		NULL, OPT_DEBUG },
	{ "format",		required_argument,	NULL, OPT_FORMAT },
	{ "function",		required_argument,	NULL, 'F' },
	{ "not-function",	required_argument,	NULL, 'N' },
	{ "depth",		required_argument,	NULL, 'D' },
	{ "range",		required_argument,	NULL, 'r' },
	{ "pid",		required_argument,	NULL, 'p' },
	{ "cpu",		required_argument,	NULL, 'C' },
	{ "comm",		required_argument,	NULL, OPT_COMM },
	{ "module",		required_argument,	NULL, OPT_MODULE },
	{ "min-duration",	required_argument,	NULL, OPT_MIN_DURATION },
	{ "max-duration",	required_argument,	NULL, OPT_MAX_DURATION },
	{ "min-count",		required_argument,	NULL, OPT_MIN_COUNT },
	{ "max-count",		required_argument,	NULL, OPT_MAX_COUNT },
	{ "between",		required_argument,	NULL, OPT_BETWEEN },
	{ "region",		required_argument,	NULL, OPT_REGION },
	{ "regions",		no_argument,		NULL, OPT_REGIONS },
	{ "label",		required_argument,	NULL, OPT_LABEL },
	{ "hosts",		no_argument,		NULL, OPT_HOSTS },
	{ "color",		optional_argument,	NULL, OPT_COLOR },
	{ NULL, 0, NULL, 0 }
};

static const char usage_text[] =
"Usage: fdd [OPTION...] TRACE...        fdd diff [OPTION...] TRACE TRACE\n"
"       fdd regions [OPTION...] TRACE...  fdd record|restore|top|export|serve -h\n"
"Who took how long, in traces of function_duration and function_graph.\n"
"TRACE is text of trace or trace_pipe, a trace.dat, a trace-cmd report; \"-\" is\n"
"stdin; .gz, .zst and .xz are fine. Without a view: the table of functions.\n"
"\n"
"Views:   -d, --calls          the calls by call time\n"
"         -c, --tree           the call tree, with counts and times\n"
"         --hist[=FUNC]        a histogram per function (--linear: equal steps)\n"
"         --slowest=N          the N longest calls, with their callers\n"
"         --by=KEY             a row per task, cpu, module, caller, label or host\n"
"         regions, --regions   the spans that programs marked in the trace\n"
"         -z, --info           what the data is and what was lost\n"
"Table:   -n, --number=N       only the first N rows\n"
"         -s, --sort=COLUMN    sort by a column (default t)\n"
"         -f, --columns=LIST   letters or names; --fields lists them\n"
"         -l, --long           many columns\n"
"Filters: -t, --time=TIME      functions that took more in total\n"
"         --min-count=N, --max-count=N   functions called as often\n"
"         -F, --function=GLOB  -N, --not-function=GLOB   --module=GLOB\n"
"         -p, --pid=LIST       -C, --cpu=LIST            --comm=GLOB\n"
"         -D, --depth=N        -r, --range=FROM~TO\n"
"         --min-duration=TIME  --max-duration=TIME\n"
"         --between START END  calls between two markers (globs)\n"
"         --region=GLOB        calls made in such regions: 'VirtioFs:rel*'\n"
"         -e, --filter=EXPR    as in \"cpu==1 and duration>2ms\"\n"
"         -i, --interrupt=GLOB treat these functions as interrupts\n"
"Output:  --format=text|csv|json|nanos-csv   --color[=auto|always|never]\n"
"         --label=NAME         of the files, in their order; --hosts: by host\n"
"         -w, --warnings       all that may be wrong with the data\n"
"         -h, --help   -V, --version   --debug\n"
"\n"
"TIME is 500us, 2ms, 1s; a bare number is in microseconds. See fdd(1).\n";

void fdd_usage(FILE *to)
{
	fputs(usage_text, to);
}

static bool set_format(struct fdd_args *a, const char *name)
{
	static const char *const names[] = {
		[FDD_TEXT] = "text", [FDD_CSV] = "csv", [FDD_JSON] = "json",
		[FDD_NANOS_CSV] = "nanos-csv",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(names[i], name)) {
			a->options.format = i;
			return true;
		}
	}
	fdd_error("--format: no format '%s' (text csv json nanos-csv)", name);
	return false;
}

static bool set_by(struct fdd_args *a, const char *name)
{
	static const struct {
		const char *name;
		enum fdd_key key;
	} keys[] = {
		{ "function", FDD_BY_FUNCTION }, { "task", FDD_BY_TASK },
		{ "cpu", FDD_BY_CPU }, { "module", FDD_BY_MODULE },
		{ "caller", FDD_BY_CALLER }, { "label", FDD_BY_SOURCE },
		{ "host", FDD_BY_HOST },
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!strcmp(keys[i].name, name)) {
			a->options.by = keys[i].key;
			return true;
		}
	}
	fdd_error("--by: no key '%s' (function task cpu module caller label host)", name);
	return false;
}

static bool set_time(const char *option, const char *text, uint64_t *ns)
{
	if (fdd_parse_time(text, NSEC_PER_USEC, ns))
		return true;
	fdd_error("%s: '%s' is no time (500us, 2ms, 1s; a bare number is in us)",
		  option, text);
	return false;
}

static bool set_number(const char *option, const char *text, uint64_t *value)
{
	if (fdd_parse_u64(text, value))
		return true;
	fdd_error("%s: '%s' is no number", option, text);
	return false;
}

static bool add_numbers(const char *option, const char *text, struct fdd_numbers *n)
{
	if (fdd_numbers_add(n, text))
		return true;
	fdd_error("%s: '%s' is no list of numbers (1,3-5)", option, text);
	return false;
}

static bool set_depth(struct fdd_filter *f, const char *text)
{
	uint64_t depth;

	if (!set_number("-D", text, &depth))
		return false;
	if (!depth || depth > FDD_MAX_DEPTH) {
		fdd_error("-D: %s is not between 1 and %d", text, FDD_MAX_DEPTH);
		return false;
	}
	f->max_depth = depth;
	return true;
}

static bool set_range(struct fdd_filter *f, const char *text)
{
	f->has_range = fdd_range_parse(text, &f->range);
	if (!f->has_range)
		fdd_error("-r: '%s' is no range (FROM~TO in seconds, or with a unit from the start: 100.5~101, 2ms~5ms)",
			  text);
	return f->has_range;
}

/* The one option with two arguments: the second is the next word. */
static bool set_between(struct fdd_filter *f, const char *start, int argc,
			char **argv)
{
	if (optind >= argc) {
		fdd_error("--between needs two patterns, START and END");
		return false;
	}
	f->between_start = start;
	f->between_end = argv[optind++];
	return true;
}

static bool add_expr(struct fdd_filter *f, const char *text)
{
	struct fdd_expr *e = fdd_expr_parse(text);

	if (!e)
		return false;
	GROW(f->exprs, f->nr_exprs, f->cap_exprs);
	f->exprs[f->nr_exprs++] = e;
	return true;
}

static bool add_label(struct fdd_args *a, const char *label)
{
	GROW(a->labels, a->nr_labels, a->cap_labels);
	a->labels[a->nr_labels++] = label;
	return true;
}

static bool set_columns(struct fdd_options *o, const char *text)
{
	o->columns_given = true;
	return fdd_columns_parse(text, &o->columns);
}

static bool set_sort(struct fdd_options *o, const char *text)
{
	o->sort = fdd_column_find(text);
	return o->sort;
}

static bool set_view(struct fdd_args *a, const struct fdd_view_ops *view)
{
	if (a->view && a->view != view) {
		fdd_error("both %s and %s asked for; only one view at a time",
			  a->view->name, view->name);
		return false;
	}
	a->view = view;
	return true;
}

static bool set_slowest(struct fdd_args *a, const char *text)
{
	if (!set_view(a, &fdd_view_slowest) ||
	    !set_number("--slowest", text, &a->options.slowest))
		return false;
	if (a->options.slowest && a->options.slowest <= MAX_SLOWEST)
		return true;
	fdd_error("--slowest: %s is not between 1 and %d", text, MAX_SLOWEST);
	return false;
}

static bool set_hist(struct fdd_args *a, const char *pattern)
{
	if (pattern)
		fdd_patterns_add(&a->options.filter.funcs, pattern);
	return set_view(a, &fdd_view_hist);
}

static bool set_color(const char *when)
{
	if (when && strcmp(when, "auto") && strcmp(when, "always") &&
	    strcmp(when, "never")) {
		fdd_error("--color: '%s' is not auto, always or never", when);
		return false;
	}
	fdd_colors_init(when ? when : "always");
	return true;
}

static bool add_pattern(struct fdd_patterns *p, const char *pattern)
{
	fdd_patterns_add(p, pattern);
	return true;
}

static bool take_filter(struct fdd_filter *f, int opt, const char *arg)
{
	switch (opt) {
	case 'i':
		return add_pattern(&f->interrupts, arg);
	case 'e':
		return add_expr(f, arg);
	case 'F':
		return add_pattern(&f->funcs, arg);
	case 'N':
		return add_pattern(&f->not_funcs, arg);
	case OPT_COMM:
		return add_pattern(&f->comms, arg);
	case OPT_MODULE:
		return add_pattern(&f->modules, arg);
	case OPT_REGION:
		return add_pattern(&f->regions, arg);
	case 'D':
		return set_depth(f, arg);
	case 'r':
		return set_range(f, arg);
	case 'p':
		return add_numbers("-p", arg, &f->pids);
	case 'C':
		return add_numbers("-C", arg, &f->cpus);
	case 't':
		f->has_min_total = true;
		return set_time("-t", arg, &f->min_total);
	case OPT_MIN_DURATION:
		return set_time("--min-duration", arg, &f->min_duration);
	case OPT_MAX_DURATION:
		return set_time("--max-duration", arg, &f->max_duration);
	case OPT_MIN_COUNT:
		return set_number("--min-count", arg, &f->min_calls);
	default:
		return set_number("--max-count", arg, &f->max_calls);
	}
}

static bool take_flag(struct fdd_args *a, int opt)
{
	switch (opt) {
	case 'd':
		return set_view(a, &fdd_view_calls);
	case 'c':
		return set_view(a, &fdd_view_tree);
	case 'z':
		return set_view(a, &fdd_view_info);
	case 'l':
		return set_columns(&a->options, "fctalrsmnx");
	case 'w':
		a->options.warnings = true;
		return true;
	case OPT_REGIONS:
		return set_view(a, &fdd_view_regions);
	case OPT_HOSTS:
		a->options.hosts = true;
		return true;
	case OPT_LINEAR:
		a->options.linear = true;
		return true;
	default:
		fdd_debug_on = true;
		return true;
	}
}

static bool take_option(struct fdd_args *a, int opt, const char *arg)
{
	switch (opt) {
	case 'n':
		return set_number("-n", arg, &a->options.limit);
	case 'f':
		return set_columns(&a->options, arg);
	case 's':
		return set_sort(&a->options, arg);
	case OPT_FORMAT:
		return set_format(a, arg);
	case OPT_BY:
		return set_by(a, arg);
	case OPT_HIST:
		return set_hist(a, arg);
	case OPT_SLOWEST:
		return set_slowest(a, arg);
	case OPT_LABEL:
		return add_label(a, arg);
	case OPT_COLOR:
		return set_color(arg);
	case 'd': case 'c': case 'z': case 'l': case 'w':
	case OPT_LINEAR: case OPT_DEBUG: case OPT_REGIONS: case OPT_HOSTS:
		return take_flag(a, opt);
	default:
		return take_filter(&a->options.filter, opt, arg);
	}
}

/* What is left after the options, and what goes together. */
static int check_args(struct fdd_args *a)
{
	struct fdd_options *o = &a->options;

	if (!a->nr_paths) {
		fdd_error("no trace named; fdd -h tells how");
		return FDD_EXIT_USAGE;
	}
	if (a->nr_labels > (unsigned int)a->nr_paths) {
		fdd_error("more labels than traces");
		return FDD_EXIT_USAGE;
	}
	if (o->format == FDD_NANOS_CSV && a->view) {
		fdd_error("--format=nanos-csv is a view of its own; not with %s",
			  a->view->name);
		return FDD_EXIT_USAGE;
	}
	if (o->by != FDD_BY_FUNCTION && a->view) {
		fdd_error("--by is for the table, not for %s", a->view->name);
		return FDD_EXIT_USAGE;
	}
	if (o->format == FDD_NANOS_CSV)
		a->view = &fdd_view_nanos;
	if (!a->view)
		a->view = &fdd_view_table;
	return -1;
}

static void set_defaults(struct fdd_args *a)
{
	*a = (struct fdd_args){ 0 };
	fdd_options_init(&a->options);
	fdd_colors_init("auto");
	fdd_input_progress = isatty(STDERR_FILENO);
}

int fdd_args_parse(struct fdd_args *a, int argc, char **argv)
{
	int opt;

	optind = 0;
	set_defaults(a);
	while ((opt = getopt_long(argc, argv, short_options, long_options, NULL)) >= 0) {
		switch (opt) {
		case 'h':
			fdd_usage(stdout);
			return FDD_EXIT_OK;
		case 'V':
			puts("fdd " FDD_VERSION);
			return FDD_EXIT_OK;
		case OPT_FIELDS:
			fdd_columns_help();
			return FDD_EXIT_OK;
		case OPT_BETWEEN:
			if (!set_between(&a->options.filter, optarg, argc, argv))
				return FDD_EXIT_USAGE;
			break;
		case '?':
			fputs("fdd -h tells how to use it\n", stderr);
			return FDD_EXIT_USAGE;
		default:
			if (!take_option(a, opt, optarg))
				return FDD_EXIT_USAGE;
		}
	}
	a->paths = argv + optind;
	a->nr_paths = argc - optind;
	return check_args(a);
}

void fdd_args_free(struct fdd_args *a)
{
	fdd_options_free(&a->options);
	free(a->labels);
}

bool fdd_args_read(struct fdd_args *a, struct fdd_model *m)
{
	bool ok = true;

	m->label_hosts = a->options.hosts;
	for (int i = 0; i < a->nr_paths; i++) {
		const char *label = (unsigned int)i < a->nr_labels ?
				    a->labels[i] : NULL;

		if (fdd_read_path(m, a->paths[i], label))
			ok = false;
	}
	return ok;
}
