/* SPDX-License-Identifier: GPL-2.0 */
/* The command line of a command, and its --help. */
#ifndef FDD_USAGE_H
#define FDD_USAGE_H

#include "lib/opts.h"

struct fdd_usage {
	const char		*operands;	/* "TRACE..." */
	const char		*about;		/* text above the options */
	void			(*more)(void);	/* prints more text above them; may be NULL */
	const char		*notes;		/* text below the options; may be NULL */
	unsigned int		scope;		/* of the options in --help */
	bool			operands_last;	/* see fdd_args_parse() */
	struct fdd_opts_uses	uses;
};

/*
 * Parse a command line, with -h, -V, --debug and the request of completion, which all
 * commands have. Returns as fdd_args_parse().
 */
int fdd_usage_parse(struct fdd_usage *usage, struct fdd_args *args, int argc, char **argv);

/* Print "  word      text", with the text wrapped. */
void fdd_help_row(const char *word, const char *text);

#endif
