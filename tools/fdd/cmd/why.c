// SPDX-License-Identifier: GPL-2.0
/*
 * fdd why: where the time of a slow call went.
 *
 * The traces are read twice: first to find the calls, then for what happened during them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "cmd/ask.h"
#include "cmd/check.h"
#include "cmd/cmd.h"
#include "cmd/traces.h"
#include "lib/cgroup.h"
#include "lib/clean.h"
#include "lib/pager.h"
#include "lib/usage.h"
#include "cmd/path.h"
#include "model/filter_explain.h"
#include "model/pick.h"
#include "view/contrast.h"
#include "view/unreturned.h"
#include "view/view.h"
#include "view/warnings.h"
#include "view/why.h"
#include "waits/syscalls.h"

#define MOST_CALLS	100
#define MOST_SLOW	500	/* of --contrast */
#define MOST_ORDINARY	500
#define P99		990000

struct why_run {
	struct fdd_options	options;
	struct fdd_traces	traces;
	uint64_t		at;		/* ns; 0: not given */
	uint64_t		number;		/* --call; 0: not given */
	bool			last;
	bool			contrast;
	bool			by_p99;
	bool			all;
	struct fdd_ask		ask;
	char			**of_cgroups;	/* "1,23" each, among the pids of ask */
	size_t			nr_of_cgroups, cap_of_cgroups;
	uint64_t		path;		/* a process; 0: not given */
	uint64_t		threshold;	/* of slow calls, in ns; 0: p99 */
	uint32_t		func;		/* of --contrast */
	uint32_t		slow;		/* of the picked calls */
	struct fdd_model	*m;		/* of the first reading */
	struct fdd_filter	*filter;
	struct fdd_table	*t;
	struct fdd_pick		pick;
	struct fdd_unreturned_list unreturned;	/* with the findings */
};

static enum fdd_taken take_at(const struct fdd_given *g, void *to)
{
	struct why_run *why = to;

	return fdd_given_time(g, NSEC_PER_SEC, &why->at) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_call(const struct fdd_given *g, void *to)
{
	struct why_run *why = to;

	return fdd_given_number(g, 1, MOST_CALLS, &why->number) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_path(const struct fdd_given *g, void *to)
{
	struct why_run *why = to;

	return fdd_given_number(g, 1, INT32_MAX, &why->path) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_threshold(const struct fdd_given *g, void *to)
{
	struct why_run *why = to;

	return fdd_given_some_time(g, NSEC_PER_USEC, &why->threshold);
}

static const struct fdd_opt options[] = {
	{ 0, "at", "TIME", "the longest call that was open at TIME, in seconds: 12.345678",
	  .take = take_at },
	{ 0, "call", "N", "only the Nth of the slowest calls", .take = take_call },
	{ 0, "last", NULL, "the call that returned last",
	  .take = fdd_take_flag, .offset = offsetof(struct why_run, last) },
	{ 0, "path", "PID", "where the time of process PID went, from its exec to its exit",
	  .take = take_path },
	{ 0, "all", NULL, "the slow calls of each function, above its p99, by their causes",
	  .take = fdd_take_flag, .offset = offsetof(struct why_run, all) },
	{ 0, "contrast", NULL, "compare slow calls of a function with ordinary ones",
	  .take = fdd_take_flag, .offset = offsetof(struct why_run, contrast) },
	{ 0, "threshold", "TIME", "for --contrast and --all: calls of TIME and more are slow (default: above p99)",
	  .take = take_threshold },
};

static const struct fdd_opts why_opts = FDD_OPTS("Calls", options);

/* Filters of tasks and times say where to look, those of functions for which call. */
static bool names_functions(const struct why_run *why)
{
	static const char *const places[] = { "pid", "cpu", "comm", "cgroup", "range", "between",
					      "region" };
	const struct fdd_wish *wish = &why->options.wish;

	for (unsigned int i = 0; i < wish->nr; i++) {
		size_t n = 0;

		while (n < ARRAY_SIZE(places) && strcmp(wish->list[i].opt->name, places[n]))
			n++;
		if (n == ARRAY_SIZE(places))
			return true;
	}
	return false;
}

/* Nothing says which call: show what stands out. */
static bool wants_findings(const struct why_run *why)
{
	return !names_functions(why) && !why->options.limit && !why->at && !why->number &&
	       !why->last && !why->contrast;
}

/* The names are those of this machine. */
static const char *syscall_name(const struct fdd_source *src, int32_t nr)
{
	static char name[32];
	const struct waits_task t = { .syscall = nr };
	struct utsname uts;

	if (!src->machine || uname(&uts) || !strstr(src->machine, uts.machine))
		return NULL;
	return waits_syscall_name(&t, name);
}

static void begin(struct why_run *why)
{
	bool findings = wants_findings(why);
	uint64_t most = why->number ? why->number : why->options.limit ? why->options.limit : 1;

	why->pick = (struct fdd_pick){
		.by_function = findings, .at = why->at, .last = why->last,
		.outermost = !names_functions(why) && why->options.limit && !why->number,
		.most = findings ? FDD_CANDIDATES : most,
	};
	if (why->contrast) {
		why->pick.most = MOST_SLOW;
		why->pick.most_sample = MOST_ORDINARY;
	}
	why->m = fdd_model_new();
	fdd_filter_attach(why->filter, why->m);
	why->t = fdd_table_new(why->m, FDD_BY_FUNCTION, FDD_TABLE_PERCENTILES);
	fdd_pick_begin(&why->pick, why->m);
	why->unreturned.syscall = syscall_name;
	if (findings)
		fdd_unreturned_begin(&why->unreturned, why->m);
}

/* Is it one function? */
static bool find_function(struct why_run *why)
{
	const char *other = NULL;

	for (uint32_t i = 0; i < why->t->nr; i++) {
		const struct fdd_row *row = why->t->rows[i];

		if (!row->calls)
			continue;
		if (other) {
			fdd_error("--contrast: needs the calls of one function; -F selects those of several: %s, %s ...",
				  other, row->name);
			return false;
		}
		why->func = row->key;
		other = row->name;
	}
	return true;
}

static int choose_both(struct why_run *why)
{
	const struct fdd_row *row;

	if (!find_function(why))
		return FDD_EXIT_USAGE;
	row = fdd_table_row(why->t, why->func);
	why->by_p99 = !why->threshold;
	if (why->by_p99)
		why->threshold = fdd_row_percentile(row, P99) + 1;
	why->slow = fdd_pick_both(&why->pick, why->threshold);
	if (why->slow && why->slow < why->pick.nr)
		return -1;
	fdd_error("--contrast: there are no %s calls: of %llu recorded calls the shortest is %.3f us, the longest %.3f us%s (see --threshold)",
		  why->slow ? "ordinary" : "slow", (unsigned long long)row->calls,
		  row->min / 1000.0, row->max / 1000.0,
		  why->slow ? "; shorter ones were below record -t, or not recorded" : "");
	return FDD_EXIT_INPUT;
}

/* After the first reading: the calls to explain. */
static int choose(struct why_run *why)
{
	struct fdd_pick *p = &why->pick;

	if (p->by_function)
		fdd_pick_outstanding(p, why->t);
	else if (!why->contrast)
		fdd_pick_trim(p);
	if (p->nr && why->number && p->nr < why->number) {
		fdd_error("--call %llu: there are only %u calls",
			  (unsigned long long)why->number, p->nr);
		return FDD_EXIT_USAGE;
	}
	if (why->number && p->nr) {
		p->list[0] = p->list[why->number - 1];
		p->nr = 1;
	}
	if (p->nr)
		return why->contrast ? choose_both(why) : -1;
	if (why->unreturned.nr || why->unreturned.nr_idle)
		return -1;
	if (p->no_times)
		fdd_error("the calls have no call times in this trace: record with function_duration, or with the trace option funcgraph-abstime");
	else if (why->at && fdd_table_calls(why->t))
		fdd_error("--at: no such call was open at this time");
	else if (!fdd_table_calls(why->t) && why->options.wish.nr)
		fdd_filter_explain(why->filter, why->t);
	else if (fdd_table_calls(why->t))
		fdd_error("%s: no call stands out: there are only sleeps of the requested length, and -F FUNCTION explains them",
			  why->traces.paths[0]);
	else
		fdd_error("%s: has no calls", why->traces.paths[0]);
	return FDD_EXIT_INPUT;
}

/* Characters that need no quotes in a shell */
#define SAFE "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_-+:"

static char *traces_text(const struct fdd_traces *t)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < t->nr; i++) {
		const char *path = t->paths[i];

		fputs(i ? " " : "", f);
		if (path[strspn(path, SAFE)])
			fdd_put_quoted(f, path);
		else
			fputs(path, f);
	}
	fclose(f);
	return text;
}

static void print(const struct why_run *why, const struct fdd_why_list *l)
{
	const struct fdd_unreturned_list *u = why->pick.by_function ? &why->unreturned : NULL;

	if (why->options.format == FDD_JSON)
		fdd_why_print_json(l, u);
	else if (u)
		fdd_why_print_findings(l, u);
	else
		fdd_why_print_text(l);
}

static void explain(const struct why_run *why, const struct fdd_windows *ws)
{
	char *traces = traces_text(&why->traces);
	struct fdd_why_list l;

	fdd_why_list_init(&l, ws, why->t, &why->pick);
	l.traces = traces;
	print(why, &l);
	fdd_why_list_free(&l);
	free(traces);
}

static void contrast(const struct why_run *why, const struct fdd_windows *ws)
{
	const struct fdd_row *row = fdd_table_row(why->t, why->func);
	struct fdd_contrast c = { 0 };
	struct fdd_values values = { 0 };
	struct fdd_contrast_view v = {
		.values = &values,
		.m = ws->m, .t = why->t, .c = &c, .name = row->name, .limit = why->threshold,
		.calls = row->calls, .rows = why->options.limit, .by_p99 = why->by_p99,
		.more_slow = why->slow == MOST_SLOW,
	};

	for (uint32_t i = 0; i < ws->nr; i++) {
		struct fdd_why_parts *parts;

		if (!ws->list[i].found)
			continue;
		parts = fdd_why(ws, &ws->list[i]);
		fdd_contrast_add(&c, ws, parts, i < why->slow ? FDD_SLOW : FDD_ORDINARY);
		fdd_values_add(&values, fdd_name(&ws->m->args, ws->list[i].args),
			       &ws->list[i].call, i < why->slow ? FDD_SLOW : FDD_ORDINARY);
		fdd_why_free(parts);
	}
	fdd_contrast_finish(&c);
	fdd_values_finish(&values);
	fdd_contrast_print(&v, why->options.format);
	fdd_contrast_free(&c);
	fdd_values_free(&values);
}

/* The second reading. */
static int collect_and_print(struct why_run *why)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_windows ws;
	int status;

	if (why->contrast)
		fdd_windows_begin_own(&ws, m, why->pick.list, why->pick.nr);
	else
		fdd_windows_begin(&ws, m, why->pick.list, why->pick.nr);
	fdd_unreturned_begin_again(&why->unreturned, &ws);
	fdd_silent = true;
	status = fdd_traces_read_all(&why->traces, m);
	fdd_silent = false;
	if (status == FDD_EXIT_OK) {
		fdd_windows_finish(&ws);
		fdd_unreturned_finish(&why->unreturned);
		if (!why->options.no_pager)
			fdd_pager_begin();
		if (why->contrast)
			contrast(why, &ws);
		else
			explain(why, &ws);
		status = fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
		fdd_pager_end();
	}
	fdd_windows_free(&ws);
	fdd_model_free(m);
	return status;
}

static int run_path(const struct why_run *why)
{
	char *traces = traces_text(&why->traces);
	struct fdd_path_wish wish = {
		.traces = traces, .command = why->path, .format = why->options.format,
	};
	int status = fdd_path_explain(&wish, &why->traces, stdout);

	free(traces);
	return status;
}

static int run(struct why_run *why)
{
	int status = FDD_EXIT_USAGE;

	fdd_traces_read_stacks(&why->traces);
	if (why->path)
		return run_path(why);
	if (why->all)
		return fdd_path_slow(&why->traces, why->threshold, why->options.limit,
				     why->options.format);
	why->filter = fdd_filter_new(&why->options.wish);
	if (!why->filter || !fdd_check_rows(why->filter, FDD_OF_CALLS, "why"))
		goto out;
	status = fdd_traces_look_ahead(&why->traces, 0, why->traces.nr, why->filter);
	if (status >= 0)
		goto out;
	begin(why);
	status = fdd_traces_read_all(&why->traces, why->m);
	if (status == FDD_EXIT_OK) {
		fdd_warn_sources(why->m, why->traces.warnings);
		fdd_filter_warn(why->filter);
		status = choose(why);
	}
	if (status < 0) {
		fdd_table_forget_tasks(why->t);
		fdd_model_forget_tasks(why->m);
		status = collect_and_print(why);
	}
out:
	if (why->t)
		fdd_table_free(why->t);
	if (why->m)
		fdd_model_free(why->m);
	fdd_unreturned_free(&why->unreturned);
	fdd_pick_free(&why->pick);
	fdd_filter_free(why->filter);
	return status;
}

#define SCOPE	(FDD_OF_CALLS | FDD_TAKES_LIMIT | FDD_TAKES_FORMAT | FDD_TAKES_STACKS)

static bool check_contrast(const struct why_run *why)
{
	if (why->contrast && (why->at || why->number || why->last))
		fdd_error("--contrast does not go with --at, --call and --last");
	else if (why->all && (why->at || why->number || why->last || why->contrast || why->path ||
			      why->options.wish.nr))
		fdd_error("--all is of all calls: it does not go with filters, --path and other calls");
	else if (why->path && (why->at || why->number || why->last || why->contrast ||
			       why->options.limit || why->options.wish.nr))
		fdd_error("--path is of all time of a process: it does not go with filters and other calls");
	else if ((why->path || why->all) && why->traces.nr > 1)
		fdd_error("--%s: needs one trace", why->all ? "all" : "path");
	else if (why->last && (why->number || why->options.limit))
		fdd_error("--last is one call: it does not go with --call and -n");
	else if (!why->contrast && !why->all && why->threshold)
		fdd_error("--threshold needs --contrast or --all");
	else
		return true;
	return false;
}

static void ask_pid(struct fdd_ask *ask, const char *pids)
{
	ask->pids = xrealloc(ask->pids, (ask->nr_pids + 1) * sizeof(*ask->pids));
	ask->pids[ask->nr_pids++] = pids;
}

/* Those that are there now; their children are recorded, too. */
static bool ask_cgroup(struct why_run *why, const char *cgroup)
{
	char *pids = fdd_cgroup_processes(cgroup);

	if (!pids)
		fdd_error("--cgroup %s: %s", cgroup, strerror(errno));
	else if (!*pids)
		fdd_error("--cgroup %s: there is no process in it", cgroup);
	else
		ask_pid(&why->ask, pids);
	if (!pids || !*pids) {
		free(pids);
		return false;
	}
	GROW(why->of_cgroups, why->nr_of_cgroups, why->cap_of_cgroups);
	why->of_cgroups[why->nr_of_cgroups++] = pids;
	return true;
}

/* The options of a trace that say also to which processes to attach */
static size_t tasks_asked_for(const struct why_run *why)
{
	const struct fdd_wish *wish = &why->options.wish;
	size_t nr = 0;

	for (unsigned int i = 0; i < wish->nr; i++)
		nr += !strcmp(wish->list[i].opt->name, "pid") ||
		      !strcmp(wish->list[i].opt->name, "cgroup");
	return nr;
}

static bool ask_tasks(struct why_run *why)
{
	const struct fdd_wish *wish = &why->options.wish;

	for (unsigned int i = 0; i < wish->nr; i++) {
		if (!strcmp(wish->list[i].opt->name, "pid"))
			ask_pid(&why->ask, wish->list[i].arg);
		else if (!ask_cgroup(why, wish->list[i].arg))
			return false;
	}
	return true;
}

/* Is it a command to run, or a process to attach to, and no trace to read? */
static bool is_live(const struct why_run *why, const struct fdd_args *args)
{
	return why->ask.command || (!args->nr_operands && tasks_asked_for(why));
}

static bool is_list_of_pids(const char *list)
{
	return *list && !list[strspn(list, "0123456789,")] && *list != ',' &&
	       list[strlen(list) - 1] != ',' && !strstr(list, ",,");
}

static bool check_live(const struct why_run *why, const struct fdd_args *args)
{
	if (args->nr_operands && why->ask.command)
		fdd_error("-- COMMAND is recorded: it does not go with a trace to read, '%s'",
			  args->operands[0]);
	else if (why->ask.command && tasks_asked_for(why))
		fdd_error("-p and --cgroup attach to processes: they do not go with -- COMMAND");
	else if (why->options.wish.nr > tasks_asked_for(why) || why->at || why->number ||
		 why->last || why->contrast || why->path || why->all || why->options.limit)
		fdd_error("%s records and explains all: other options are for its trace",
			  why->ask.command ? "-- COMMAND" : "-p and --cgroup without a TRACE");
	else if (why->options.format == FDD_JSON && !why->ask.output)
		fdd_error("--format=json needs -o FILE: messages go to stderr, where the findings are");
	else if (why->ask.user && !why->ask.command)
		fdd_error("--user goes with -- COMMAND: a process of -p runs already");
	else if (why->ask.user_stacks && why->ask.no_user_stacks)
		fdd_error("--user-stacks and --no-user-stacks exclude each other");
	else if (why->ask.command && why->ask.for_ns)
		fdd_error("--for goes with -p: COMMAND is recorded until it ends");
	else
		return true;
	return false;
}

static int run_live(struct why_run *why, const struct fdd_args *args)
{
	if (!fdd_check_format(why->options.format, 1 << FDD_TEXT | 1 << FDD_JSON, "why") ||
	    !check_live(why, args))
		return FDD_EXIT_USAGE;
	why->ask.format = why->options.format;
	if (!ask_tasks(why))
		return FDD_EXIT_INPUT;
	for (size_t i = 0; i < why->ask.nr_pids; i++) {
		if (is_list_of_pids(why->ask.pids[i]))
			continue;
		fdd_error("-p: '%s' is not a list of process numbers (1,23)", why->ask.pids[i]);
		return FDD_EXIT_USAGE;
	}
	return fdd_ask(&why->ask);
}

static unsigned int formats(const struct why_run *why)
{
	return why->contrast || why->all ? FDD_FORMATS : 1 << FDD_TEXT | 1 << FDD_JSON;
}

static int take_options(struct why_run *why, const struct fdd_args *args)
{
	int status = fdd_args_take(args);

	if (status < 0 && is_live(why, args))
		return run_live(why, args);
	if (status < 0 && (why->ask.for_ns || why->ask.output || why->ask.user ||
			   why->ask.module || why->ask.user_stacks || why->ask.no_user_stacks)) {
		fdd_error("-o, --for, --user, --tracer-module, --user-stacks and --no-user-stacks are for fdd why -- COMMAND and fdd why -p PID");
		return FDD_EXIT_USAGE;
	}
	if (status < 0)
		status = fdd_traces_name(&why->traces, args);
	if (status >= 0)
		return status;
	if (!fdd_check_scope(args, SCOPE, "why", false) ||
	    !fdd_check_format(why->options.format, formats(why), "why") ||
	    !check_contrast(why))
		return FDD_EXIT_USAGE;
	if (why->options.limit > MOST_CALLS && !why->contrast) {
		fdd_error("-n: at most %d calls", MOST_CALLS);
		return FDD_EXIT_USAGE;
	}
	for (int i = 0; i < why->traces.nr; i++) {
		if (fdd_traces_can_read_twice(why->traces.paths[i]))
			continue;
		fdd_error("%s: it is read twice, so it has to be a file", why->traces.paths[i]);
		return FDD_EXIT_USAGE;
	}
	return -1;
}

/* The words after "--" are not fdd's. Returns them, or NULL. */
static char **take_command(int *argc, char **argv)
{
	for (int i = 1; i < *argc - 1; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		*argc = i;
		return argv + i + 1;
	}
	return NULL;
}

int cmd_why(int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "[TRACE...]\n       fdd why [OPTION...] -- COMMAND [ARGUMENT...]\n"
			    "       fdd why [OPTION...] -p PID[,PID...]",
		.about = "Explain why a program is slow: run COMMAND, or attach to processes, and say\n"
			 "where its time went, and whom it waited for. Or, of a trace:\n\n"
			 "Explain slow calls: where their time went, and which task or interrupt they\n"
			 "waited for. Without options it names the three calls that stand out most;\n"
			 "with -F, -n or --at it explains the slowest of those. --contrast compares the\n"
			 "slow calls of a function with its ordinary ones.\n",
		.scope = SCOPE,
	};
	struct why_run why = { 0 };
	struct fdd_args args;
	int status;

	why.ask.command = take_command(&argc, argv);
	fdd_options_init(&why.options);
	fdd_colors_init("auto");
	fdd_opts_use(&usage.uses, &why_opts, &why);
	fdd_opts_use(&usage.uses, &fdd_ask_opts, &why.ask);
	fdd_opts_use(&usage.uses, &fdd_row_opts, &why.options);
	fdd_opts_use(&usage.uses, &fdd_filter_opts, &why.options.wish);
	fdd_opts_use(&usage.uses, &fdd_trace_opts, &why.traces);
	fdd_opts_use(&usage.uses, &fdd_stack_opts, &why.traces);
	fdd_opts_use(&usage.uses, &fdd_output_opts, &why.options);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = take_options(&why, &args);
	if (status < 0)
		status = run(&why);
	fdd_args_free(&args);
	fdd_traces_free(&why.traces);
	free(why.ask.pids);
	for (size_t i = 0; i < why.nr_of_cgroups; i++)
		free(why.of_cgroups[i]);
	free(why.of_cgroups);
	fdd_options_free(&why.options);
	return status;
}
