/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of options. A row holds the names, the argument and the help of an option, for
 * parsing, --help, completion and the check of the manual.
 *
 * The whole command line is parsed first, then the options are taken, because their meaning
 * depends on the view, whose option may be anywhere on the line.
 */
#ifndef FDD_OPTS_H
#define FDD_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fdd_given;

enum fdd_taken {
	FDD_TAKEN_BAD = -1,	/* after an error message */
	FDD_TAKEN,
	FDD_TAKEN_ALL,		/* done: exit with status 0 */
};

struct fdd_opt {
	char		letter;		/* '\0': none */
	const char	*name;
	const char	*arg;		/* "TIME", "START END", "[FUNC]"; NULL: none */
	const char	*help;		/* NULL: an old name, or for scripts */
	enum fdd_taken	(*take)(const struct fdd_given *g, void *to);
	size_t		offset;		/* in *to, for the functions below */
	unsigned int	scope;		/* the view needs one of these bits; 0: none */
	const char	*values;	/* allowed values, or for completion "@file", ... */
};

/* A table of options; a command may have several. */
struct fdd_opts {
	const char		*title;
	const struct fdd_opt	*list;
	size_t			nr, stride;
};

#define FDD_OPTS(title, list)	{ title, list, ARRAY_SIZE(list), sizeof((list)[0]) }

static inline const struct fdd_opt *fdd_opt_at(const struct fdd_opts *opts, size_t i)
{
	return (const struct fdd_opt *)((const char *)opts->list + i * opts->stride);
}

#define FDD_MAX_OPTS	64

/* The tables of a command, and the structs that they fill. */
struct fdd_opts_uses {
	struct {
		const struct fdd_opts	*opts;
		void			*to;
	} list[FDD_MAX_OPTS];
	size_t	nr;
};

/* @to may be NULL: then fdd_args_take() ignores the table. */
void fdd_opts_use(struct fdd_opts_uses *uses, const struct fdd_opts *opts, void *to);

/* An option on the command line. */
struct fdd_given {
	const struct fdd_opt	*opt;
	void			*to;
	char			as[32];		/* "-n" or "--number" */
	const char		*arg, *second;	/* NULL: none */
};

struct fdd_args {
	struct fdd_given	*given;
	unsigned int		nr, cap;
	char			**operands;
	int			nr_operands;
};

/*
 * Parse a command line; @operands_last: all words after the first operand are operands.
 * Returns -1 to continue, or an exit status.
 */
int fdd_args_parse(struct fdd_args *args, const struct fdd_opts_uses *uses,
		   bool operands_last, int argc, char **argv);
/* Take the options of all tables with a struct to fill. Returns the same. */
int fdd_args_take(const struct fdd_args *args);
void fdd_args_free(struct fdd_args *args);

/* Print an error about an argument: "-n: 'x' is not a number". */
enum fdd_taken fdd_given_bad(const struct fdd_given *g, const char *what);
bool fdd_given_number(const struct fdd_given *g, uint64_t least, uint64_t most,
		      uint64_t *value);
bool fdd_given_time(const struct fdd_given *g, uint64_t bare_ns, uint64_t *ns);
/* The same for one above 0 */
enum fdd_taken fdd_given_some_time(const struct fdd_given *g, uint64_t bare_ns, uint64_t *ns);
/* The index of the argument in the row's values; -1 after an error message. */
int fdd_given_choice(const struct fdd_given *g);

/* Fill the member at the row's offset: a bool, const char *, uint64_t. */
enum fdd_taken fdd_take_flag(const struct fdd_given *g, void *to);
enum fdd_taken fdd_take_string(const struct fdd_given *g, void *to);
enum fdd_taken fdd_take_number(const struct fdd_given *g, void *to);
/* An enum, whose names are the row's values in its order */
enum fdd_taken fdd_take_choice(const struct fdd_given *g, void *to);

#endif
