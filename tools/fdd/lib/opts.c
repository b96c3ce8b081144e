// SPDX-License-Identifier: GPL-2.0
/* Parses command lines by tables of options. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/opts.h"
#include "lib/util.h"

#define MAX_ROWS	256

/* A row, and the struct that it fills. */
struct entry {
	const struct fdd_opt	*opt;
	void			*to;
};

/* All rows of a command, in the form of getopt_long(). */
struct parser {
	struct entry		entries[MAX_ROWS];
	struct option		longs[MAX_ROWS + 1];
	size_t			nr;
	char			shorts[2 + 2 * MAX_ROWS];
};

void fdd_opts_use(struct fdd_opts_uses *uses, const struct fdd_opts *opts, void *to)
{
	if (uses->nr == FDD_MAX_OPTS)
		abort();
	uses->list[uses->nr].opts = opts;
	uses->list[uses->nr++].to = to;
}

static int has_arg(const struct fdd_opt *opt)
{
	if (!opt->arg)
		return no_argument;
	return *opt->arg == '[' ? optional_argument : required_argument;
}

static void add_row(struct parser *ps, const struct fdd_opt *opt, void *to)
{
	size_t len = strlen(ps->shorts);

	if (ps->nr == MAX_ROWS)
		abort();
	ps->longs[ps->nr] = (struct option){ opt->name, has_arg(opt), NULL, 256 + ps->nr };
	ps->entries[ps->nr++] = (struct entry){ opt, to };
	if (!opt->letter)
		return;
	ps->shorts[len++] = opt->letter;
	if (opt->arg)
		ps->shorts[len++] = ':';
}

static void add_rows(struct parser *ps, const struct fdd_opts_uses *uses)
{
	for (size_t u = 0; u < uses->nr; u++)
		for (size_t i = 0; i < uses->list[u].opts->nr; i++)
			add_row(ps, fdd_opt_at(uses->list[u].opts, i), uses->list[u].to);
}

/* The row of a value that getopt_long() returned or stored in optopt, or NULL. */
static const struct entry *entry_of(const struct parser *ps, int opt)
{
	if (opt >= 256)
		return &ps->entries[opt - 256];
	for (size_t i = 0; i < ps->nr; i++)
		if (opt && ps->entries[i].opt->letter == opt)
			return &ps->entries[i];
	return NULL;
}

static void print_as(char *as, size_t size, const struct fdd_opt *opt, bool by_letter)
{
	if (by_letter)
		snprintf(as, size, "-%c", opt->letter);
	else
		snprintf(as, size, "--%s", opt->name);
}

/* The number of options that an abbreviation may mean: --min of --min-calls, ... */
static unsigned int nr_longs(const struct parser *ps, const char *word, size_t len)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < ps->nr; i++)
		nr += !strncmp(ps->longs[i].name, word, len);
	return nr;
}

static void unknown_long(const struct parser *ps, const char *word)
{
	size_t len = strcspn(word, "=");

	fdd_error("%s option '%.*s' (see \"%s -h\")",
		  nr_longs(ps, word + 2, len - 2) > 1 ? "ambiguous" : "unknown",
		  (int)len, word, fdd_program);
}

static int complain(const struct parser *ps, char **argv, bool missing)
{
	const struct entry *e = entry_of(ps, optopt);
	char as[32];

	if (!optopt) {
		unknown_long(ps, argv[optind - 1]);
	} else if (!e) {
		fdd_error("unknown option '-%c' (see \"%s -h\")", optopt, fdd_program);
	} else {
		print_as(as, sizeof(as), e->opt, optopt < 256);
		if (missing)
			fdd_error("%s needs an argument: %s", as, e->opt->arg);
		else
			fdd_error("%s does not take an argument", as);
	}
	return FDD_EXIT_USAGE;
}

/* The next word is the second argument. */
static bool take_second(struct fdd_given *g, int argc, char **argv)
{
	if (!g->opt->arg || !strchr(g->opt->arg, ' '))
		return true;
	if (optind >= argc) {
		fdd_error("%s needs two arguments: %s", g->as, g->opt->arg);
		return false;
	}
	g->second = argv[optind++];
	return true;
}

static bool add_given(struct fdd_args *args, const struct entry *e, bool by_letter,
		      int argc, char **argv)
{
	struct fdd_given *g;

	GROW(args->given, args->nr, args->cap);
	g = &args->given[args->nr++];
	*g = (struct fdd_given){ .opt = e->opt, .to = e->to, .arg = optarg };
	print_as(g->as, sizeof(g->as), e->opt, by_letter);
	return take_second(g, argc, argv);
}

static int parse(struct fdd_args *args, const struct parser *ps, int argc, char **argv)
{
	int opt;

	optind = 0;
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ps->shorts, ps->longs, NULL)) >= 0) {
		if (opt == '?' || opt == ':')
			return complain(ps, argv, opt == ':');
		if (!add_given(args, entry_of(ps, opt), opt < 256, argc, argv))
			return FDD_EXIT_USAGE;
	}
	args->operands = argv + optind;
	args->nr_operands = argc - optind;
	return -1;
}

int fdd_args_parse(struct fdd_args *args, const struct fdd_opts_uses *uses,
		   bool operands_last, int argc, char **argv)
{
	struct parser *ps = xcalloc(1, sizeof(*ps));
	int status;

	*args = (struct fdd_args){ 0 };
	/* with ":", getopt_long() returns ':' for a missing argument */
	strcpy(ps->shorts, operands_last ? "+:" : ":");
	add_rows(ps, uses);
	status = parse(args, ps, argc, argv);
	free(ps);
	return status;
}

int fdd_args_take(const struct fdd_args *args)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		const struct fdd_given *g = &args->given[i];
		enum fdd_taken taken = g->to ? g->opt->take(g, g->to) : FDD_TAKEN;

		if (taken)
			return taken == FDD_TAKEN_BAD ? FDD_EXIT_USAGE : FDD_EXIT_OK;
	}
	return -1;
}

void fdd_args_free(struct fdd_args *args)
{
	free(args->given);
}

/* Taking arguments */

enum fdd_taken fdd_given_bad(const struct fdd_given *g, const char *what)
{
	fdd_error("%s: '%s' is not %s", g->as, g->arg, what);
	return FDD_TAKEN_BAD;
}

bool fdd_given_number(const struct fdd_given *g, uint64_t least, uint64_t most,
		      uint64_t *value)
{
	char range[64];

	if (!fdd_parse_u64(g->arg, value))
		return !fdd_given_bad(g, "a number");
	if (*value >= least && *value <= most)
		return true;
	snprintf(range, sizeof(range), "between %llu and %llu",
		 (unsigned long long)least, (unsigned long long)most);
	return !fdd_given_bad(g, range);
}

bool fdd_given_time(const struct fdd_given *g, uint64_t bare_ns, uint64_t *ns)
{
	if (fdd_parse_time(g->arg, bare_ns, ns))
		return true;
	fdd_given_bad(g, bare_ns == NSEC_PER_USEC ?
		      "a time (500us, 2ms, 1s; a number without a unit is in us)" :
		      "a time (500us, 2ms, 1s; a number without a unit is in s)");
	return false;
}

enum fdd_taken fdd_given_some_time(const struct fdd_given *g, uint64_t bare_ns, uint64_t *ns)
{
	if (!fdd_given_time(g, bare_ns, ns))
		return FDD_TAKEN_BAD;
	return *ns ? FDD_TAKEN : fdd_given_bad(g, "a time above 0");
}

int fdd_given_choice(const struct fdd_given *g)
{
	const char *word = g->opt->values;
	size_t len = strlen(g->arg);

	for (int i = 0; *word; i++) {
		size_t n = strcspn(word, " ");

		if (n == len && !memcmp(word, g->arg, n))
			return i;
		word += n + (word[n] == ' ');
	}
	fdd_error("%s: '%s' is not one of: %s", g->as, g->arg, g->opt->values);
	return -1;
}

static void *at_offset(const struct fdd_given *g, void *to)
{
	return (char *)to + g->opt->offset;
}

enum fdd_taken fdd_take_flag(const struct fdd_given *g, void *to)
{
	*(bool *)at_offset(g, to) = true;
	return FDD_TAKEN;
}

enum fdd_taken fdd_take_string(const struct fdd_given *g, void *to)
{
	*(const char **)at_offset(g, to) = g->arg;
	return FDD_TAKEN;
}

enum fdd_taken fdd_take_choice(const struct fdd_given *g, void *to)
{
	int choice = fdd_given_choice(g);

	if (choice < 0)
		return FDD_TAKEN_BAD;
	*(unsigned int *)at_offset(g, to) = choice;
	return FDD_TAKEN;
}

enum fdd_taken fdd_take_number(const struct fdd_given *g, void *to)
{
	return fdd_given_number(g, 0, UINT64_MAX, at_offset(g, to)) ?
	       FDD_TAKEN : FDD_TAKEN_BAD;
}
