/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that were mapped: programs and libraries, by their build-ids. One that is not the same
 * any more is not used.
 */
#ifndef FDD_UNWIND_FILES_H
#define FDD_UNWIND_FILES_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/names.h"
#include "read/perf_data.h"
#include "unwind/maps.h"

#define UNWIND_MAX_FILES	4096
#define UNWIND_MAX_LOADS	32

/* Why a file cannot be used */
enum unwind_missing {
	UNWIND_THERE,
	UNWIND_NOT_FOUND,
	UNWIND_REPLACED,	/* another build-id, or another inode */
	UNWIND_NOT_ELF,
	UNWIND_NO_FILE,		/* anonymous memory */
};

struct unwind_load {
	uint64_t	offset, vaddr, size;
	bool		executable;
};

struct unwind_file {
	char			*name;		/* "/usr/lib/libc.so.6", in the root of the task */
	const char		*base;		/* "libc.so.6" */
	uint8_t			build_id[FDD_PERF_BUILD_ID];
	uint8_t			build_id_len;
	uint64_t		inode;
	uint32_t		major, minor;
	bool			looked;
	bool			said;		/* that it is missing */
	unsigned int		tries;
	int32_t			tried;		/* the process by which it was looked for */
	enum unwind_missing	missing;
	Dwfl			*dwfl;
	Dwfl_Module		*module;
	Elf			*elf;
	int			machine;	/* EM_X86_64, EM_AARCH64 */
	uint64_t		entry;
	struct unwind_load	loads[UNWIND_MAX_LOADS];
	unsigned int		nr_loads;
	Dwarf_CFI		*cfi[2];	/* .eh_frame, .debug_frame */
	Dwarf_Addr		cfi_bias[2];
	bool			debug_frame_looked;
};

struct unwind_files {
	struct fdd_names	keys;		/* their numbers are those of the list */
	struct unwind_file	*list;
	uint32_t		nr, cap;
	const char		*symfs;		/* or NULL */
	const char		*vdso;		/* its copy, TRACE.stacks.vdso; or NULL */
	int64_t			written;	/* seconds of the recording's last change */
	char			*debug_path;
};

void unwind_files_init(struct unwind_files *f, const char *symfs, const char *vdso,
		       int64_t written);
/* The number of a map's file; UNWIND_MAX_FILES if there are too many. */
uint32_t unwind_file_of(struct unwind_files *f, const struct fdd_perf_map *map);
/* The file, opened if it is there. NULL: too many */
struct unwind_file *unwind_file_open(struct unwind_files *f, const struct unwind_process *p,
				     const struct unwind_map *map);
/* The address in the file of an offset; false: it is in no part that is loaded. */
bool unwind_file_address(const struct unwind_file *file, uint64_t offset, uint64_t *address);
/* Bytes of the file that end at an address. */
bool unwind_file_bytes(const struct unwind_file *file, uint64_t end, uint8_t *to, size_t len);
/* Opens a file below the root of a process; -1: it is not there, or no file. */
int unwind_open_in_root(int32_t pid, const char *name);

#endif
