// SPDX-License-Identifier: GPL-2.0
/* "fdd top": the options. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/util.h"
#include "top/show.h"
#include "tracing/tracing.h"

#define DEFAULT_INTERVAL_NS	(2 * NSEC_PER_SEC)
#define DEFAULT_WINDOW_NS	(10 * NSEC_PER_SEC)
#define DEFAULT_THRESH_US	100
#define DEFAULT_LIMIT		20

enum { OPT_ONCE = SESSION_OPT_OWN, OPT_JSON, OPT_COUNT };

static const struct option long_options[] = {
	SESSION_LONG_OPTIONS,
	{ "interval", required_argument, NULL, 'i' },
	{ "window", required_argument, NULL, 'w' },
	{ "sort", required_argument, NULL, 's' },
	{ "limit", required_argument, NULL, 'n' },
	{ "once", no_argument, NULL, OPT_ONCE },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static void print_help(void)
{
	fputs("usage: fdd top [OPTION...]\n"
	      "Show which kernel functions take most, as it happens. In the view, ? lists the\n"
	      "keys.\n\n"
	      SESSION_HELP
	      "  -i, --interval TIME        between updates (2s)\n"
	      "  -w, --window TIME          what counts as lately (10s)\n"
	      "  -s, --sort KEY             total, self, calls, avg, p99, max or name\n"
	      "  -n, --limit N              print the first N functions only (20; 0 is all)\n"
	      "      --once                 print once, after one interval, and end\n"
	      "      --json                 print JSON, a line for each interval\n"
	      "      --count N              end after N times\n"
	      "      --debug                tell each step\n"
	      "  -h, --help                 this text\n\n"
	      "With no filter and no threshold set, only calls of 100us and longer are traced:\n"
	      "-t 0 traces all, which slows the machine down.\n", stdout);
}

static int bad(const char *option, const char *what)
{
	fdd_error("top: %s %s: %s", option, optarg, what);
	return -1;
}

static int take_time(const char *option, uint64_t *ns)
{
	if (!fdd_parse_time(optarg, NSEC_PER_SEC, ns) || *ns < NSEC_PER_SEC / 10 ||
	    *ns > 86400 * NSEC_PER_SEC)
		return bad(option, "not a time of 100ms to a day");
	return 0;
}

static int take_option(struct top *t, int opt)
{
	switch (opt) {
	case 'i':
		return take_time("-i", &t->interval_ns);
	case 'w':
		return take_time("-w", &t->window_ns);
	case 's':
		t->choice.sort = top_sort_parse(optarg);
		if (t->choice.sort == TOP_NR_SORTS)
			return bad("-s", "not total, self, calls, avg, p99, max or name");
		return 0;
	case 'n':
		return fdd_parse_u64(optarg, &t->limit) ? 0 : bad("-n", "not a number");
	case OPT_COUNT:
		t->print = true;
		return fdd_parse_u64(optarg, &t->count) && t->count ? 0 :
			bad("--count", "not a number");
	case OPT_ONCE:
		t->print = true;
		t->count = 1;
		return 0;
	case OPT_JSON:
		t->print = t->json = true;
		return 0;
	}
	return session_option(&t->wish, opt, optarg) == 1 ? 0 : -1;
}

/* Returns 0, 1 if the help was asked for, -1 if something is wrong. */
static int parse(struct top *t, int argc, char **argv)
{
	int opt;

	optind = 0;
	while ((opt = getopt_long(argc, argv, SESSION_SHORT_OPTIONS "i:w:s:n:h",
				  long_options, NULL)) != -1) {
		if (opt == 'h') {
			print_help();
			return 1;
		}
		if (take_option(t, opt)) {
			fputs("Try \"fdd top --help\".\n", stderr);
			return -1;
		}
	}
	if (optind < argc) {
		fdd_error("top: unexpected '%s'\nTry \"fdd top --help\".", argv[optind]);
		return -1;
	}
	if (!t->print && !isatty(STDOUT_FILENO)) {
		fdd_error("top: the output is no terminal: use --once or --json");
		return -1;
	}
	return 0;
}

/* Nobody wants all calls of all functions by accident. */
static void choose_threshold(struct session_wish *wish)
{
	uint64_t thresh = 0;

	tracing_read_u64(NULL, "tracing_thresh", &thresh);
	if (thresh || wish->has_thresh || wish->functions.nr || wish->pids.nr ||
	    wish->graph_functions.nr)
		return;
	wish->has_thresh = true;
	wish->thresh_us = DEFAULT_THRESH_US;
}

int cmd_top(int argc, char **argv)
{
	struct top t = {
		.choice = { .recent = true },
		.interval_ns = DEFAULT_INTERVAL_NS,
		.window_ns = DEFAULT_WINDOW_NS,
		.limit = DEFAULT_LIMIT,
	};
	int ret = parse(&t, argc, argv);

	if (ret < 0) {
		ret = 2;
	} else if (ret > 0) {
		ret = 0;
	} else if (session_check(&t.wish)) {
		ret = 1;
	} else {
		choose_threshold(&t.wish);
		ret = top_run(&t, t.print ? top_print : top_screen);
	}
	session_wish_free(&t.wish);
	return ret;
}
