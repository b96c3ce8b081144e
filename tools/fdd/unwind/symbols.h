/* SPDX-License-Identifier: GPL-2.0 */
/* Names and lines of places in files: also of functions that were inlined there. */
#ifndef FDD_UNWIND_SYMBOLS_H
#define FDD_UNWIND_SYMBOLS_H

#include "unwind/files.h"

#define UNWIND_MAX_INLINED	32

struct unwind_symbol {
	char		*name;		/* demangled; NULL: not known */
	const char	*path;		/* of the source; NULL: not known */
	int		line;
	bool		inlined;	/* into the next one */
};

/*
 * The functions at an address of a file, the innermost first: at least one. Their names are freed
 * by unwind_symbols_free().
 */
unsigned int unwind_symbols_at(struct unwind_file *file, uint64_t address,
			       struct unwind_symbol list[UNWIND_MAX_INLINED]);
void unwind_symbols_free(struct unwind_symbol *list, unsigned int nr);

#endif
