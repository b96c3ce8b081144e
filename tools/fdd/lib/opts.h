/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options as tables. A row says how an option is written, what it takes and what it
 * is for; parsing, --help, completion and the check of the manual all read it.
 *
 * First all of a command line is parsed, then each option is taken: so that by then
 * it is known which view was asked for, wherever on the line.
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
	FDD_TAKEN_ALL,		/* there is nothing more to do */
};

struct fdd_opt {
	char		letter;		/* '\0' is none */
	const char	*name;
	const char	*arg;		/* "TIME", "START END", "[FUNC]"; NULL is none */
	const char	*help;		/* NULL: for scripts, or an older name */
	enum fdd_taken	(*take)(const struct fdd_given *g, void *to);
	size_t		offset;		/* in *to, for the takers below */
	unsigned int	scope;		/* one of these bits is needed; 0 is always */
	const char	*values;	/* to choose from, or "@file" and the like */
};

/* Some rows, which may be part of something larger. */
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

/* The tables of a command, and what their rows fill. */
struct fdd_opts_uses {
	struct {
		const struct fdd_opts	*opts;
		void			*to;
	} list[FDD_MAX_OPTS];
	size_t	nr;
};

/* @to may be NULL: who uses the table sees to its options. */
void fdd_opts_use(struct fdd_opts_uses *uses, const struct fdd_opts *opts, void *to);

/* An option on the command line. */
struct fdd_given {
	const struct fdd_opt	*opt;
	void			*to;
	char			as[32];		/* "-n" or "--number" */
	const char		*arg, *second;	/* NULL is none */
};

struct fdd_args {
	struct fdd_given	*given;
	unsigned int		nr, cap;
	char			**operands;
	int			nr_operands;
};

/*
 * Take a command line apart; @operands_last: all after the first operand are such.
 * Returns -1 to go on, or the exit status when there is nothing more to do.
 */
int fdd_args_parse(struct fdd_args *args, const struct fdd_opts_uses *uses,
		   bool operands_last, int argc, char **argv);
/* Have each option taken of a table that has something to fill. Returns the same. */
int fdd_args_take(const struct fdd_args *args);
void fdd_args_free(struct fdd_args *args);

/* Say that what was given is wrong: "-n: 'x' is not a number". */
enum fdd_taken fdd_given_bad(const struct fdd_given *g, const char *what);
bool fdd_given_number(const struct fdd_given *g, uint64_t least, uint64_t most,
		      uint64_t *value);
bool fdd_given_time(const struct fdd_given *g, uint64_t bare_ns, uint64_t *ns);
/* The index of the argument in the row's values; -1 after an error message. */
int fdd_given_choice(const struct fdd_given *g);

/* Into *to at the row's offset: a bool, const char *, uint64_t. */
enum fdd_taken fdd_take_flag(const struct fdd_given *g, void *to);
enum fdd_taken fdd_take_string(const struct fdd_given *g, void *to);
enum fdd_taken fdd_take_number(const struct fdd_given *g, void *to);

#endif
