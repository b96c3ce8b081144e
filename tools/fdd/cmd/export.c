// SPDX-License-Identifier: GPL-2.0
/* "fdd export": a trace for other programs. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

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
"  -h, --help\n"
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
	bool		help;
	char		**rest;		/* of the command line, for fdd's own options */
	int		nr_rest;
};

/*
 * The value of "--to X", "--to=X" or "-o X" at argv[*i]; NULL is another word, ""
 * one without its value.
 */
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

static void take_word(struct export *e, int argc, char **argv, int *i)
{
	const char *value;

	if (!strcmp(argv[*i], "-h") || !strcmp(argv[*i], "--help"))
		e->help = true;
	else if ((value = option_value(argc, argv, i, "--to")))
		e->to = value;
	else if ((value = option_value(argc, argv, i, "--output")) ||
		 (value = option_value(argc, argv, i, "-o")))
		e->output = value;
	else
		e->rest[e->nr_rest++] = argv[*i];
}

static void split(struct export *e, int argc, char **argv)
{
	int i;

	e->rest = xcalloc(argc + 1, sizeof(*e->rest));
	for (i = 0; i < argc && strcmp(argv[i], "--"); i++)
		take_word(e, argc, argv, &i);
	while (i < argc)
		e->rest[e->nr_rest++] = argv[i++];
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
	if (a->options.by != FDD_BY_FUNCTION && strcmp(to, "csv")) {
		fdd_error("export: --by goes with --to=csv only");
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

/* The file that is being written, for the handler. */
static char *unfinished;

/* Only what may be called in a signal handler. */
static void remove_unfinished(int sig)
{
	unlink(unfinished);
	signal(sig, SIG_DFL);
	raise(sig);
}

/* A signal that is ignored, as nohup has it, stays so. */
static void set_handlers(void (*handler)(int))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (signal(signals[i], handler) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* As the file was that we replace, or as any new one. */
static mode_t output_mode(const char *path)
{
	struct stat st;
	mode_t mask;

	if (!stat(path, &st))
		return st.st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Beside the file, so that a half-written one never has its name. */
static bool open_beside(const char *path)
{
	int fd;

	if (asprintf(&unfinished, "%s.XXXXXX", path) < 0)
		return false;
	fd = mkstemp(unfinished);
	if (fd < 0) {
		fdd_error("%s: %s", path, strerror(errno));
		return false;
	}
	set_handlers(remove_unfinished);
	fflush(stdout);
	if (fchmod(fd, output_mode(path)) || dup2(fd, STDOUT_FILENO) < 0) {
		fdd_error("%s: %s", path, strerror(errno));
		close(fd);
		unlink(unfinished);
		return false;
	}
	close(fd);
	return true;
}

/* A device or a pipe is written to, never replaced. */
static bool is_special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode);
}

static bool open_special(const char *path)
{
	if (freopen(path, "w", stdout))
		return true;
	fdd_error("%s: %s", path, strerror(errno));
	return false;
}

static int close_output(const char *path, int status)
{
	if (fclose(stdout) && status == FDD_EXIT_OK) {
		fdd_error("%s: %s", path, strerror(errno));
		status = FDD_EXIT_INPUT;
	}
	if (status == FDD_EXIT_OK && rename(unfinished, path)) {
		fdd_error("%s: %s", path, strerror(errno));
		status = FDD_EXIT_INPUT;
	}
	if (status != FDD_EXIT_OK)
		unlink(unfinished);
	set_handlers(SIG_DFL);
	return status;
}

static int run_into(struct fdd_args *a, const char *output)
{
	/* What a link leads to is replaced, not the link. */
	char *path = realpath(output, NULL);
	int status = FDD_EXIT_INPUT;

	if (!path)
		path = xstrdup(output);
	if (is_special(path))
		status = open_special(path) ? fdd_run(a) : FDD_EXIT_INPUT;
	else if (open_beside(path))
		status = close_output(path, fdd_run(a));
	free(unfinished);
	unfinished = NULL;
	free(path);
	return status;
}

static int run(struct export *e, struct fdd_args *a)
{
	if (!set_format(a, e->to))
		return FDD_EXIT_USAGE;
	if (!e->output || !strcmp(e->output, "-"))
		return fdd_run(a);
	if (!*e->output) {
		fdd_error("export: -o: the name of a file is missing");
		return FDD_EXIT_USAGE;
	}
	return run_into(a, e->output);
}

int cmd_export(int argc, char **argv)
{
	struct export e = { 0 };
	struct fdd_args a;
	int status;

	split(&e, argc, argv);
	if (e.help) {
		fputs(usage_text, stdout);
		free(e.rest);
		return FDD_EXIT_OK;
	}
	status = fdd_args_parse(&a, e.nr_rest, e.rest);
	if (status < 0)
		status = run(&e, &a);
	fdd_args_free(&a);
	free(e.rest);
	return status;
}
