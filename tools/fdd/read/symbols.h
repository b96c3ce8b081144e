/* SPDX-License-Identifier: GPL-2.0 */
/* Names of addresses, from the text of /proc/kallsyms. */
#ifndef FDD_SYMBOLS_H
#define FDD_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kernels have less than a third of that. */
#define FDD_MOST_SYMBOLS	(1u << 20)

struct fdd_symbol {
	uint64_t	address;
	uint32_t	name;		/* offset in the text, terminated */
	bool		in_module;	/* its name is behind that, as "[module]" */
};

struct fdd_symbols {
	const char		*text;
	struct fdd_symbol	*list;		/* sorted */
	uint32_t		nr, cap;
	uint64_t		left_out;
};

/* @text is changed, and has to stay. Symbols beyond the limit are only counted. */
void fdd_symbols_parse(struct fdd_symbols *s, char *text);
void fdd_symbols_free(struct fdd_symbols *s);

/* The symbol that contains an address: of several that begin at the same place, the first one. */
const struct fdd_symbol *fdd_symbol_at(const struct fdd_symbols *s, uint64_t address);
/* The name of its module and its length; NULL: the kernel image */
const char *fdd_symbol_module(const struct fdd_symbols *s, const struct fdd_symbol *symbol,
			      size_t *len);

#endif
