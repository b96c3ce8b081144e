// SPDX-License-Identifier: GPL-2.0
/* "fdd export": a trace for other programs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "run.h"

static const char usage_text[] =
"Usage: fdd export --to=FORMAT [-o FILE] [FILTER...] TRACE...\n"
"Write a trace in the format of another program, to FILE or to stdout.\n"
"\n"
"  --to=chrome       trace events, for Perfetto and chrome://tracing\n"
"  --to=folded       paths with their self time in ns, for flamegraph.pl\n"
"  --to=speedscope   for speedscope\n"
"  --to=csv          the table of functions\n"
"  --to=html         a page that shows it in any browser, without a network\n"
"  -o, --output=FILE where to; an existing file is replaced when all went well\n"
"\n"
"FILTER and TRACE are those of fdd itself: see fdd -h.\n";

static const struct {
	const char			*name;
	const struct fdd_view_ops	*view;
	enum fdd_format			format;
} formats[] = {
	{ "chrome", &fdd_view_chrome, FDD_TEXT },
	{ "folded", &fdd_view_folded, FDD_TEXT },
	{ "speedscope", &fdd_view_speedscope, FDD_TEXT },
	{ "csv", &fdd_view_table, FDD_CSV },
	{ "html", &fdd_view_page, FDD_TEXT },
};

struct export {
	const char	*to;
	const char	*output;
	char		**rest;		/* of the command line, for fdd's own options */
	int		nr_rest;
};

/* The value of "--to X", "--to=X" or "-o X" at argv[*i]; NULL is another word. */
static const char *option_value(int argc, char **argv, int *i, const char *name)
{
	size_t len = strlen(name);

	if (strncmp(argv[*i], name, len))
		return NULL;
	if (argv[*i][len] == '=' && name[1] == '-')
		return argv[*i] + len + 1;
	if (argv[*i][len])
		return name[1] == '-' ? NULL : argv[*i] + len;
	return *i + 1 < argc ? argv[++*i] : "";
}

static void split(struct export *e, int argc, char **argv)
{
	e->rest = xcalloc(argc + 1, sizeof(*e->rest));
	for (int i = 0; i < argc; i++) {
		const char *value;

		if ((value = option_value(argc, argv, &i, "--to")))
			e->to = value;
		else if ((value = option_value(argc, argv, &i, "--output")) ||
			 (value = option_value(argc, argv, &i, "-o")))
			e->output = value;
		else
			e->rest[e->nr_rest++] = argv[i];
	}
}

static bool set_format(struct fdd_args *a, const char *to)
{
	if (!to) {
		fdd_error("export: --to is missing (chrome folded speedscope csv html)");
		return false;
	}
	if (a->view != &fdd_view_table || a->options.format != FDD_TEXT) {
		fdd_error("export: --to says what to write; neither a view nor --format goes with it");
		return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		if (strcmp(formats[i].name, to))
			continue;
		a->view = formats[i].view;
		a->options.format = formats[i].format;
		return true;
	}
	fdd_error("export: --to: no format '%s' (chrome folded speedscope csv html)", to);
	return false;
}

/* Beside the file, so that a half-written one never has its name. */
static char *open_output(const char *path)
{
	char *unfinished;

	if (asprintf(&unfinished, "%s.unfinished", path) < 0)
		return NULL;
	if (freopen(unfinished, "w", stdout))
		return unfinished;
	fdd_error("%s: %s", unfinished, strerror(errno));
	free(unfinished);
	return NULL;
}

static int close_output(char *unfinished, const char *path, int status)
{
	if (fclose(stdout) && status == FDD_EXIT_OK) {
		fdd_error("%s: %s", unfinished, strerror(errno));
		status = FDD_EXIT_INPUT;
	}
	if (status == FDD_EXIT_OK && rename(unfinished, path)) {
		fdd_error("%s: %s", path, strerror(errno));
		status = FDD_EXIT_INPUT;
	}
	if (status != FDD_EXIT_OK)
		unlink(unfinished);
	free(unfinished);
	return status;
}

static int run(struct export *e, struct fdd_args *a)
{
	char *unfinished = NULL;
	int status;

	if (!set_format(a, e->to))
		return FDD_EXIT_USAGE;
	if (e->output) {
		unfinished = open_output(e->output);
		if (!unfinished)
			return FDD_EXIT_INPUT;
	}
	status = fdd_run(a);
	return unfinished ? close_output(unfinished, e->output, status) : status;
}

int cmd_export(int argc, char **argv)
{
	struct export e = { 0 };
	struct fdd_args a;
	int status;

	if (argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))) {
		fputs(usage_text, stdout);
		return FDD_EXIT_OK;
	}
	split(&e, argc, argv);
	status = fdd_args_parse(&a, e.nr_rest, e.rest);
	if (status < 0)
		status = run(&e, &a);
	fdd_args_free(&a);
	free(e.rest);
	return status;
}
