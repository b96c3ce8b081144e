// SPDX-License-Identifier: GPL-2.0
/* "fdd agent": the options, and their file. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/agent.h"
#include "cmd/cmd.h"
#include "lib/conf.h"
#include "lib/usage.h"
#include "lib/util.h"

#define DEFAULT_CONF	"/etc/fdd/agent.conf"
#define DEFAULT_ADDRESS	"127.0.0.1:9797"
#define DEFAULT_TOP	100
#define DEFAULT_NS	(15 * NSEC_PER_SEC)
#define MOST_NS		(3600 * NSEC_PER_SEC)
#define DEFAULT_DIR	"/var/lib/fdd/agent"
#define DEFAULT_KB	(64 << 10)
#define DEFAULT_TRACES	5000	/* a day */
#define MOST_TRACES	1000000
#define LEAST_PERCENT	0.01

struct options {
	struct session_wish wish;
	const char	*listen;
	const char	*path;		/* of a Unix socket */
	const char	*mode;
	const char	*token_file;
	const char	*instance;
	bool		by_cgroup;
	uint64_t	top;
	uint64_t	interval;
	struct agent_slow slow;
	uint64_t	slow_kb;
	double		percent;	/* --budget; 0: none */
};

/* Several may follow each other in a file of settings. */
static enum fdd_taken take_globs(const struct fdd_given *g, void *to)
{
	struct words *words = (struct words *)((char *)to + g->opt->offset);
	char *rest = (char *)g->arg, *word;
	struct fdd_given one = *g;

	while ((word = strsep(&rest, " \t"))) {
		one.arg = word;
		if ((*word || !rest) && !session_add_glob(words, &one))
			return FDD_TAKEN_BAD;
	}
	return FDD_TAKEN;
}

static enum fdd_taken take_cgroup(const struct fdd_given *g, void *to)
{
	return session_take_cgroup(g, &((struct options *)to)->wish.cgroups);
}

static enum fdd_taken take_top(const struct fdd_given *g, void *to)
{
	return fdd_given_number(g, 1, AGENT_MOST_TOP, &((struct options *)to)->top) ?
		FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_interval(const struct fdd_given *g, void *to)
{
	uint64_t *ns = &((struct options *)to)->interval;

	if (!fdd_given_time(g, NSEC_PER_SEC, ns))
		return FDD_TAKEN_BAD;
	if (*ns >= NSEC_PER_SEC && *ns <= MOST_NS)
		return FDD_TAKEN;
	return fdd_given_bad(g, "a time from 1s to 3600s");
}

/* N, or N.N: as the tracer takes it */
static bool parse_percentile(const char *s, unsigned int *per_mille)
{
	unsigned int percent, tenth = 0, used = 0;

	if (sscanf(s, "%2u%n", &percent, &used) != 1)
		return false;
	if (s[used] == '.' && isdigit((unsigned char)s[used + 1])) {
		tenth = s[used + 1] - '0';
		used += 2;
	}
	*per_mille = 10 * percent + tenth;
	return isdigit((unsigned char)*s) && !s[used] && *per_mille;
}

static bool parse_slow(const char *s, struct slow_threshold *t)
{
	*t = (struct slow_threshold){ 0 };
	if (!strncmp(s, "auto:p", 6))
		return parse_percentile(s + 6, &t->per_mille);
	return *s && !isdigit((unsigned char)s[strlen(s) - 1]) &&
	       fdd_parse_time(s, NSEC_PER_USEC, &t->ns) && t->ns;
}

/* A time, or what function_duration/thresh takes: auto:pN */
static enum fdd_taken take_slow(const struct fdd_given *g, void *to)
{
	return parse_slow(g->arg, &((struct options *)to)->slow.threshold) ? FDD_TAKEN :
	       fdd_given_bad(g, "a time with a unit (10ms), or a percentile of each function (auto:p99.9)");
}

static enum fdd_taken take_slow_size(const struct fdd_given *g, void *to)
{
	return session_take_size(g, &((struct options *)to)->slow_kb);
}

static enum fdd_taken take_buffer_size(const struct fdd_given *g, void *to)
{
	return session_take_size(g, &((struct options *)to)->wish.buffer_kb);
}

static enum fdd_taken take_collector(const struct fdd_given *g, void *to)
{
	struct post_target *t = &((struct options *)to)->slow.collector;

	t->text = g->arg;
	return post_parse(t) ? FDD_TAKEN :
	       fdd_given_bad(g, "a numeric address and a port (127.0.0.1:4318, [::1]:4318)");
}

static enum fdd_taken take_traces(const struct fdd_given *g, void *to)
{
	return fdd_given_number(g, 1, MOST_TRACES, &((struct options *)to)->slow.traces) ?
		FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_budget(const struct fdd_given *g, void *to)
{
	double *percent = &((struct options *)to)->percent;
	char sign = 0, end;

	if (isdigit((unsigned char)*g->arg) &&
	    sscanf(g->arg, "%lf %c%c", percent, &sign, &end) == 2 &&
	    sign == '%' && *percent >= LEAST_PERCENT && *percent <= 100)
		return FDD_TAKEN;
	return fdd_given_bad(g, "a part of the time of all CPUs from 0.01% to 100% (1%)");
}

/* "500 MB/day" */
static enum fdd_taken take_disk(const struct fdd_given *g, void *to)
{
	uint64_t *bytes = &((struct options *)to)->slow.disk;
	unsigned int number;
	char unit[2] = "";
	int used = 0;

	if (isdigit((unsigned char)*g->arg) &&
	    sscanf(g->arg, "%7u %1[MG]B/day%n", &number, unit, &used) == 2 && used &&
	    !g->arg[used] && number) {
		*bytes = (uint64_t)number << (*unit == 'M' ? 20 : 30);
		return FDD_TAKEN;
	}
	return fdd_given_bad(g, "a size per day (500 MB/day, 2 GB/day)");
}

#define AT(field)	.offset = offsetof(struct options, field)

static const struct fdd_opt options[] = {
	{ 'F', "function", "GLOB", "count calls of functions that match; may be repeated",
	  .take = take_globs, AT(wish.functions) },
	{ 'N', "not-function", "GLOB", "exclude functions that match; may be repeated",
	  .take = take_globs, AT(wish.not_functions) },
	{ 0, "cgroup", "GLOB", "count calls of tasks in this cgroup or below it, or with !GLOB no such calls; may be repeated",
	  .take = take_cgroup, .values = "@file" },
	{ 0, "by-cgroup", NULL, "count the calls of each cgroup for themselves",
	  .take = fdd_take_flag, AT(by_cgroup) },
	{ 'B', "instance", "NAME",
	  "read this tracing instance, which others have set up, and count nothing",
	  .take = fdd_take_string, AT(instance), .values = "@instance" },
	{ 0, "top", "N", "at most N functions with series of their own (100)", .take = take_top },
	{ 0, "interval", "TIME", "read the counts at this interval when no scraper does (15s)",
	  .take = take_interval },
	{ 'l', "listen", "ADDRESS:PORT",
	  "address (" DEFAULT_ADDRESS "); one of loopback, unless there is a token",
	  .take = fdd_take_string, AT(listen) },
	{ 0, "unix-socket", "PATH", "listen on a Unix socket instead", .take = fdd_take_string,
	  AT(path), .values = "@file" },
	{ 0, "socket-mode", "MODE", "permissions of the Unix socket (" SERVE_MODE ")",
	  .take = fdd_take_string, AT(mode) },
	{ 0, "token-file", "FILE", "each request needs the token, the first line of FILE",
	  .take = fdd_take_string, AT(token_file), .values = "@file" },
	{ 0, "slow", "TIME|auto:pN", "record calls of TIME or longer, or above the Nth percentile of their function",
	  .take = take_slow },
	{ 0, "slow-tree", NULL, "record slow calls with all counted calls in them",
	  .take = fdd_take_flag, AT(slow.tree) },
	{ 0, "slow-dir", "DIR", "save recordings in DIR (" DEFAULT_DIR ")",
	  .take = fdd_take_string, AT(slow.ring.dir), .values = "@file" },
	{ 0, "slow-size", "SIZE", "remove the oldest recordings when they are larger (64M; without a unit in KiB)",
	  .take = take_slow_size },
	{ 'b', "buffer-size", "SIZE", "ring buffer for each CPU, with --slow (512k; without a unit in KiB)",
	  .take = take_buffer_size },
	{ 0, "no-sched", NULL, "do not record the events of the scheduler and of interrupts",
	  .take = fdd_take_flag, AT(slow.no_sched) },
	{ 0, "otlp", "ADDRESS:PORT", "send slow calls to this OpenTelemetry collector (127.0.0.1:4318)",
	  .take = take_collector },
	{ 0, "traces", "N", "send at most N slow calls a day (5000)", .take = take_traces },
	{ 0, "budget", "N%", "tracing takes at most N% of the time of all CPUs: count fewer functions otherwise",
	  .take = take_budget },
	{ 0, "disk", "SIZE", "write at most so much for slow calls (500 MB/day)",
	  .take = take_disk },
	{ 0, "module", "FILE", "load the tracer from FILE if it is not loaded",
	  .take = fdd_take_string, AT(wish.module), .values = "@file" },
};

static const struct fdd_opts agent_opts = FDD_OPTS("Options, and settings of a file", options);

/* Those that a file cannot have */
struct own_options {
	const char	*conf;
	bool		check;
	const char	*find;
};

static const struct fdd_opt own_options[] = {
	{ 0, "config", "FILE", "settings: lines NAME = VALUE for options (" DEFAULT_CONF ")",
	  .take = fdd_take_string, .offset = offsetof(struct own_options, conf),
	  .values = "@file" },
	{ 0, "check", NULL, "only check the settings", .take = fdd_take_flag,
	  .offset = offsetof(struct own_options, check) },
	{ 0, "find", "ID", "only print where the recording of this trace is",
	  .take = fdd_take_string, .offset = offsetof(struct own_options, find) },
};

static const struct fdd_opts own_opts = FDD_OPTS("Options", own_options);

/*
 * Checks
 */

static bool check_place(struct serve *s, const struct options *o)
{
	if (!serve_take_place(s, o->listen, o->mode))
		return false;
	if (s->local || s->token_file)
		return true;
	fdd_error("--listen: '%s' is not a loopback address: others need --token-file",
		  s->listen);
	return false;
}

static bool check_functions(const struct options *o)
{
	if (o->instance && (o->wish.functions.nr || o->wish.not_functions.nr || o->wish.module ||
			    o->wish.cgroups.nr))
		fdd_error("-B excludes -F, -N, --cgroup and --module: the settings of the instance apply");
	else if (o->instance && (!*o->instance || strchr(o->instance, '/')))
		fdd_error("-B: '%s' is not a valid name of an instance", o->instance);
	else if (!o->instance && !o->wish.functions.nr)
		fdd_error("-F is missing: name functions by -F GLOB, or by a line \"function = GLOB\" in a file of settings");
	else
		return true;
	return false;
}

/* With -B, what another program puts into the directory is sent. */
static bool check_slow(const struct options *o)
{
	const struct agent_slow *s = &o->slow;

	if (o->instance && slow_records(s))
		fdd_error("-B excludes --slow: the settings of the instance apply");
	else if (o->instance && o->percent)
		fdd_error("-B excludes --budget: the settings of the instance apply");
	else if (!slow_records(s) && (s->tree || s->no_sched || o->wish.buffer_kb))
		fdd_error("%s needs --slow", s->tree ? "--slow-tree" : s->no_sched ?
			  "--no-sched" : "--buffer-size");
	else if (!slow_records(s) && s->disk)
		fdd_error("--disk needs --slow");
	else if (s->collector.text && !slow_records(s) && !s->ring.dir)
		fdd_error("--otlp needs --slow, or --slow-dir with recordings");
	else
		return true;
	return false;
}

static void use_slow(struct agent_slow *s, const struct options *o)
{
	*s = o->slow;
	s->ring.max = o->slow_kb * 1024;
	if (slow_records(s) && !s->ring.dir)
		s->ring.dir = DEFAULT_DIR;
}

static void use(struct agent *a, const struct options *o)
{
	a->serve.listen = o->listen ? o->listen : DEFAULT_ADDRESS;
	a->serve.path = o->path;
	a->serve.token_file = o->token_file;
	a->wish = o->wish;
	a->watched = o->instance;
	a->top = o->top;
	a->by_cgroup = o->by_cgroup;
	a->interval = o->interval;
	a->limits.percent = o->percent;
	use_slow(&a->slow, o);
}

/*
 * The command line, and the file
 */

/* What the command line gives takes the place of what the file has. */
static void forget(struct options *o, const struct fdd_args *args)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		const char *name = args->given[i].opt->name;

		if (!strcmp(name, "function"))
			o->wish.functions.nr = 0;
		else if (!strcmp(name, "not-function"))
			o->wish.not_functions.nr = 0;
		else if (!strcmp(name, "cgroup"))
			o->wish.cgroups.nr = 0;
		else if (!strcmp(name, "listen"))
			o->path = o->mode = NULL;
		else if (!strcmp(name, "unix-socket"))
			o->listen = NULL;
		else if (!strcmp(name, "instance"))
			o->wish.functions.nr = o->wish.not_functions.nr = o->wish.cgroups.nr = 0;
	}
}

/* The file's name is needed before all other options are taken. */
static const char *conf_of(const struct fdd_args *args)
{
	const char *path = NULL;

	for (unsigned int i = 0; i < args->nr; i++)
		if (!strcmp(args->given[i].opt->name, "config"))
			path = args->given[i].arg;
	return path || access(DEFAULT_CONF, F_OK) ? path : DEFAULT_CONF;
}

static int find(const struct options *o, const char *id)
{
	const struct agent_ring ring = { .dir = o->slow.ring.dir ? o->slow.ring.dir : DEFAULT_DIR };

	if (ring_find(&ring, id))
		return FDD_EXIT_OK;
	fdd_error("%s: no recording there has a trace '%s': it was removed, or is of another host",
		  ring.dir, id);
	return FDD_EXIT_INPUT;
}

static int take_all(const struct fdd_args *args, struct options *o, struct fdd_conf *conf)
{
	const char *path = conf_of(args);
	int status = path ? fdd_conf_take(conf, path, &agent_opts, o) : -1;

	if (status >= 0)
		return status;
	forget(o, args);
	status = fdd_args_take(args);
	if (status < 0 && args->nr_operands) {
		fdd_error("'%s': it takes no operands", args->operands[0]);
		status = FDD_EXIT_USAGE;
	}
	return status;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct agent *a, struct options *o, struct fdd_conf *conf, int argc, char **argv)
{
	struct own_options own = { NULL };
	struct fdd_usage usage = {
		.operands = "",
		.about = "Count all calls of functions, and answer Prometheus at /metrics: calls,\n"
			 "durations, time in the function itself, and what was lost. It counts in an\n"
			 "instance of its own, which it removes at the end. Ctrl-C ends it.\n",
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &own_opts, &own);
	fdd_opts_use(&usage.uses, &agent_opts, o);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = take_all(&args, o, conf);
	fdd_args_free(&args);
	use(a, o);
	if (status < 0 && own.find)
		return find(o, own.find);
	if (status < 0 && (!check_functions(o) || !check_slow(o) || !check_place(&a->serve, o)))
		status = FDD_EXIT_USAGE;
	return status < 0 && own.check ? FDD_EXIT_OK : status;
}

static bool read_token(struct serve *s)
{
	if (s->token_file)
		s->token = serve_read_token(s->token_file);
	return s->token || !s->token_file;
}

int cmd_agent(int argc, char **argv)
{
	struct options o = {
		.top = DEFAULT_TOP, .interval = DEFAULT_NS, .slow_kb = DEFAULT_KB,
		.slow.traces = DEFAULT_TRACES,
	};
	struct fdd_conf conf = { NULL };
	struct agent a = { 0 };
	int status = parse(&a, &o, &conf, argc, argv);

	if (status < 0)
		status = read_token(&a.serve) ? agent_run(&a) : FDD_EXIT_INPUT;
	free(a.serve.token);
	session_wish_free(&a.wish);
	fdd_conf_free(&conf);
	return status;
}
