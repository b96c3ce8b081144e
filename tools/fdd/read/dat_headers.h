/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The texts of a trace.dat that describe its records: formats of events, names of tasks, and
 * formats of trace_printk(). See read/symbols.h for the symbols.
 *
 * libtracecmd and libtraceevent need up to fifty times the bytes of hostile headers, so fdd parses
 * them itself. Each byte is looked at a few times, and what is kept has a limit.
 */
#ifndef FDD_DAT_HEADERS_H
#define FDD_DAT_HEADERS_H

#include "read/dat_file.h"
#include "read/symbols.h"

/* An event's file "format", not terminated */
struct fdd_dat_format {
	int		id;
	const char	*system;
	const char	*name;		/* not terminated */
	size_t		name_len;
	const char	*text;
	size_t		len;
};

struct fdd_dat_field {
	int		offset, size;
	bool		is_signed;
};

struct fdd_dat_comm {
	int32_t		pid;
	uint32_t	name;		/* offset in the text, terminated */
};

/* A part in memory, with a zero behind it. */
struct fdd_dat_text {
	char		*bytes;
	size_t		len;
};

struct fdd_dat_headers {
	struct fdd_dat_text	parts[FDD_DAT_PARTS];
	unsigned int		commit_size;	/* of a page's header, see dat_pages.h */
	struct fdd_dat_format	*formats;	/* in the order of the file */
	uint32_t		nr_formats, cap_formats;
	struct fdd_symbols	symbols;
	struct fdd_dat_comm	*comms;		/* sorted */
	uint32_t		nr_comms, cap_comms;
};

/* Returns false after an error message. */
bool fdd_dat_headers_read(struct fdd_dat_headers *h, const struct fdd_dat_file *f);
void fdd_dat_headers_free(struct fdd_dat_headers *h);

/* NULL if there is none. */
const struct fdd_dat_format *fdd_dat_format(const struct fdd_dat_headers *h, const char *system,
					    const char *name);
/* Returns false if it has no such field. */
bool fdd_dat_field(const struct fdd_dat_format *e, const char *name, struct fdd_dat_field *f);
const char *fdd_dat_comm(const struct fdd_dat_headers *h, int32_t pid);

#endif
