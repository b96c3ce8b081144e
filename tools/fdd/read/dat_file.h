/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the ring buffers' pages in a trace.dat.
 *
 * The layout of the whole file is checked first, each length before it is used, so truncated and
 * damaged files are refused before anything of them is kept.
 */
#ifndef FDD_DAT_FILE_H
#define FDD_DAT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fdd_dat_cpu {
	uint32_t	cpu;
	uint64_t	offset;
	uint64_t	size;
};

struct fdd_dat_buffer {
	char			*name;		/* "": the top-level buffer */
	uint32_t		page_size;
	uint64_t		offset;
	bool			compressed;
	struct fdd_dat_cpu	*cpus;
	uint32_t		nr_cpus;
};

/* The parts that describe the records: sections of version 7, in the order of their ids */
enum fdd_dat_part_id {
	FDD_DAT_HEADER,		/* of a page of a ring buffer */
	FDD_DAT_FTRACE,		/* formats of the system "ftrace" */
	FDD_DAT_FORMATS,	/* of all others */
	FDD_DAT_KALLSYMS,
	FDD_DAT_PRINTK,		/* formats of trace_printk() */
	FDD_DAT_CMDLINES,
	FDD_DAT_PARTS,
};

struct fdd_dat_part {
	uint64_t	offset;
	uint64_t	size;		/* 0: the file does not have it */
	bool		compressed;
};

/* More events than the ids of a kernel, which have 16 bits */
#define FDD_DAT_MOST_FORMATS	(1u << 16)

/* In addition to the top-level buffer */
#define FDD_DAT_MOST_INSTANCES	1024

/* The buffer of "fdd catch" with events only: they belong to the calls of the top-level buffer. */
#define FDD_DAT_EVENTS	"fdd-events"

struct fdd_dat_file {
	int			fd;
	uint64_t		size;
	const char		*path;
	uint32_t		version;
	bool			swap;		/* not the byte order of this machine */
	bool			big_endian;
	uint8_t			long_size;	/* of the recorded user space */
	uint32_t		page_size;
	char			*compression;
	char			*uname;		/* of the machine, or NULL */
	bool			local_clock;	/* trace_clock was "local" */
	uint64_t		overwritten;	/* from the CPUs' statistics */
	uint64_t		dropped;
	struct fdd_dat_buffer	*buffers;
	uint32_t		nr_buffers;
	uint32_t		nr_cpus;	/* with pages, of all buffers */
	struct fdd_dat_part	parts[FDD_DAT_PARTS];
	uint64_t		headers;	/* bytes of these parts, uncompressed */
	uint32_t		options;	/* of all sections of options */
	bool			too_large;	/* some of this is beyond a limit */
	uint64_t		named;		/* bytes of their pages and entries of CPUs */
	bool			left_out;	/* there are more instances */
	bool			damaged;	/* that is not possible */
	bool			truncated;	/* data goes beyond the end */
	bool			latency;	/* text of "trace" instead of pages */
	bool			part;		/* its beginning, of which more may come */
	uint64_t		expected;	/* the end of all that its headers name */
};

/* Returns false after an error message. Does not close @fd. */
bool fdd_dat_file_open(struct fdd_dat_file *f, int fd, const char *path);
/*
 * The size of a trace.dat by its first @size bytes: not more than @size if these are all of
 * it. Returns false after an error message if it is not a trace.dat.
 */
bool fdd_dat_file_expects(int fd, uint64_t size, const char *path, uint64_t *expected);
void fdd_dat_file_close(struct fdd_dat_file *f);

/* Read @len bytes at an offset; false if the file ends before. */
bool fdd_dat_file_read(const struct fdd_dat_file *f, uint64_t offset,
		       void *buf, size_t size);

static inline uint16_t fdd_dat_u16(const struct fdd_dat_file *f, uint16_t v)
{
	return f->swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t fdd_dat_u32(const struct fdd_dat_file *f, uint32_t v)
{
	return f->swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t fdd_dat_u64(const struct fdd_dat_file *f, uint64_t v)
{
	return f->swap ? __builtin_bswap64(v) : v;
}

#endif
