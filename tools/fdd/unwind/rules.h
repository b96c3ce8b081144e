/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the caller of code has its registers, by the call frame information of files, as libdw
 * reads it. The rules of each place are found once: libdw runs a program for each.
 */
#ifndef FDD_UNWIND_RULES_H
#define FDD_UNWIND_RULES_H

#include "unwind/files.h"

#define UNWIND_REGS	33	/* of DWARF: 17 of x86-64, 33 of arm64 */
#define UNWIND_MAX_RULES	(1u << 18)

enum unwind_rule_kind {
	UNWIND_UNKNOWN,		/* the value is lost */
	UNWIND_SAME,
	UNWIND_SAVED,		/* at CFA + offset */
	UNWIND_VALUE,		/* CFA + offset */
	UNWIND_REGISTER,	/* that of another one, which is the offset */
};

struct unwind_rule {
	bool		found;
	bool		complex;	/* to be evaluated by unwind_evaluate() */
	bool		signal;		/* a signal's frame */
	bool		first;		/* it has no caller */
	bool		called;		/* a call stands before it */
	uint8_t		cfa_reg;
	uint8_t		kinds[UNWIND_REGS];
	int64_t		cfa_offset;
	int32_t		offsets[UNWIND_REGS];
};

/* The registers of a frame, and the memory of the copy. */
struct unwind_state {
	uint64_t	regs[UNWIND_REGS];
	uint64_t	known;		/* bits of those that are not lost */
	uint64_t	stack_at;	/* address of the copy */
	const uint8_t	*stack;
	size_t		stack_size;
};

/* A machine: DWARF's numbers of its registers */
struct unwind_machine {
	int		elf;
	unsigned int	nr, sp, pc;
	uint64_t	mask;		/* of an address, without pointer authentication */
};

const struct unwind_machine *unwind_machine_of(int elf);

struct unwind_rules {
	struct fdd_map		by_place;
	struct unwind_rule	*list;
	uint32_t		nr, cap;
};

/* @address: in the file. The rule is valid until the next call. */
const struct unwind_rule *unwind_rule_at(struct unwind_rules *r, struct unwind_file *file,
					 uint32_t number, uint64_t address);
bool unwind_read(const struct unwind_state *s, uint64_t address, uint64_t *value);
/* The registers of the caller, of a complex rule. Returns false if they cannot be found. */
bool unwind_evaluate(struct unwind_file *file, uint64_t address, const struct unwind_state *s,
		     struct unwind_state *caller);

#endif
