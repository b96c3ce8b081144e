// SPDX-License-Identifier: GPL-2.0
/* The command line of a command, and its --help. */
#include <stdio.h>
#include <string.h>

#include "lib/output.h"
#include "lib/usage.h"
#include "lib/util.h"

#define TEXT_AT		29	/* column of the text */
#define MAX_WIDTH	80

/* The number of bytes up to the last word that fits on a line. */
static size_t line_len(const char *text)
{
	size_t len = strlen(text), fit = MAX_WIDTH - TEXT_AT;

	if (len <= fit)
		return len;
	while (fit && text[fit] != ' ')
		fit--;
	return fit ? fit : len;
}

void fdd_help_row(const char *word, const char *text)
{
	int width = printf("  %s", word);

	if (width > TEXT_AT - 1) {
		putchar('\n');
		width = 0;
	}
	while (*text) {
		size_t len = line_len(text);

		printf("%*s%.*s\n", TEXT_AT - width, "", (int)len, text);
		text += len + (text[len] == ' ');
		width = 0;
	}
}

/* "-n, --number=N", "    --hist[=FUNC]", "    --between START END" */
static void print_opt(const struct fdd_opt *opt)
{
	char letter[] = "    ", word[64];
	const char *arg = opt->arg ? opt->arg : "", *before = "=";

	if (opt->letter)
		snprintf(letter, sizeof(letter), "-%c, ", opt->letter);
	if (!*arg || strchr(arg, ' '))
		before = *arg ? " " : "";
	else if (*arg == '[')
		before = "[=";
	snprintf(word, sizeof(word), "%s--%s%s%s", letter, opt->name, before,
		 arg + (*arg == '['));
	fdd_help_row(word, opt->help);
}

static bool is_shown(const struct fdd_usage *usage, const struct fdd_opt *opt)
{
	return opt->help && (!opt->scope || opt->scope & usage->scope);
}

/* Returns the last printed title. */
static const char *print_opts(const struct fdd_usage *usage, const struct fdd_opts *opts,
			      const char *title)
{
	for (size_t i = 0; i < opts->nr; i++) {
		const struct fdd_opt *opt = fdd_opt_at(opts, i);

		if (!is_shown(usage, opt))
			continue;
		if (!title || strcmp(title, opts->title))
			printf("\n%s:\n", opts->title);
		title = opts->title;
		print_opt(opt);
	}
	return title;
}

static void print_help(const struct fdd_usage *usage)
{
	const char *title = NULL;

	printf("Usage: %s [OPTION...]%s%s\n%s", fdd_program, *usage->operands ? " " : "",
	       usage->operands, usage->about);
	if (usage->more)
		usage->more();
	for (size_t i = 0; i < usage->uses.nr; i++)
		title = print_opts(usage, usage->uses.list[i].opts, title);
	if (usage->notes)
		printf("\n%s", usage->notes);
}

/* For completion: a line per option, with letter, name, argument and values. */
static void list_options(const struct fdd_usage *usage)
{
	for (size_t u = 0; u < usage->uses.nr; u++) {
		const struct fdd_opts *opts = usage->uses.list[u].opts;

		for (size_t i = 0; i < opts->nr; i++) {
			const struct fdd_opt *opt = fdd_opt_at(opts, i);

			if (is_shown(usage, opt))
				printf("%c\t%s\t%s\t%s\n", opt->letter ? opt->letter : '-',
				       opt->name, opt->arg ? opt->arg : "-",
				       opt->values ? opt->values : "-");
		}
	}
}

enum { HELP, VERSION, LIST };

static const struct fdd_opt common[] = {
	[HELP] = { 'h', "help", NULL, "this text" },
	[VERSION] = { 'V', "version", NULL, "the version of fdd" },
	[LIST] = { 0, "list-options" },
	{ 0, "debug", NULL, "report each step, and each line that cannot be parsed",
	  .take = fdd_take_flag },
};

static const struct fdd_opts common_opts = FDD_OPTS("Other", common);

/* Handle --help, --version, --debug and the request of completion. */
static bool answer(const struct fdd_usage *usage, const struct fdd_args *args)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		if (args->given[i].opt == &common[HELP])
			print_help(usage);
		else if (args->given[i].opt == &common[VERSION])
			puts("fdd " FDD_VERSION);
		else if (args->given[i].opt == &common[LIST])
			list_options(usage);
		else
			continue;
		return true;
	}
	return false;
}

int fdd_usage_parse(struct fdd_usage *usage, struct fdd_args *args, int argc, char **argv)
{
	int status;

	fdd_opts_use(&usage->uses, &common_opts, &fdd_debug_on);
	status = fdd_args_parse(args, &usage->uses, usage->operands_last, argc, argv);
	if (status < 0 && answer(usage, args))
		status = fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
	return status;
}
