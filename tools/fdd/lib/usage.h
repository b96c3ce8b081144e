/* SPDX-License-Identifier: GPL-2.0 */
/* What a command takes: its --help, and its command line. */
#ifndef FDD_USAGE_H
#define FDD_USAGE_H

#include "lib/opts.h"

struct fdd_usage {
	const char		*operands;	/* "TRACE..." */
	const char		*about;		/* above the options */
	void			(*more)(void);	/* prints more of that; may be NULL */
	const char		*notes;		/* below them; may be NULL */
	unsigned int		scope;		/* which rows of the tables it takes */
	bool			operands_last;	/* they may look like options */
	struct fdd_opts_uses	uses;
};

/*
 * Parse a command line; also -h, -V and --debug, which every command has, and what
 * completion asks for. Returns as fdd_args_parse().
 */
int fdd_usage_parse(struct fdd_usage *usage, struct fdd_args *args, int argc, char **argv);

/* "  word      text", the text in lines that fit. */
void fdd_help_row(const char *word, const char *text);

#endif
