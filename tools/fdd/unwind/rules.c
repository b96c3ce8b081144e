// SPDX-License-Identifier: GPL-2.0
/* Rules of call frames, and the few expressions of DWARF that they use. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "unwind/rules.h"

#define MAX_OPS		64
#define MAX_VALUES	32
#define FIRST_INSTRUCTION	4	/* bytes that it has at most, of runtime.goexit() */

static const struct unwind_machine machines[] = {
	{ EM_X86_64, 17, 7, 16, UINT64_MAX },
	{ EM_AARCH64, 32, 31, 30, (1ull << 48) - 1 },
};

const struct unwind_machine *unwind_machine_of(int elf)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (machines[i].elf == elf)
			return &machines[i];
	return NULL;
}

bool unwind_read(const struct unwind_state *s, uint64_t address, uint64_t *value)
{
	uint64_t at = address - s->stack_at;

	if (address < s->stack_at || s->stack_size < 8 || at > s->stack_size - 8)
		return false;
	memcpy(value, s->stack + at, 8);
	return true;
}

/*
 * Expressions
 */

struct values {
	uint64_t	list[MAX_VALUES];
	unsigned int	nr;
	bool		bad;
};

static void push(struct values *v, uint64_t value)
{
	if (v->nr < MAX_VALUES)
		v->list[v->nr++] = value;
	else
		v->bad = true;
}

static uint64_t pop(struct values *v)
{
	if (v->nr)
		return v->list[--v->nr];
	v->bad = true;
	return 0;
}

static void push_reg(struct values *v, const struct unwind_state *s, unsigned int reg,
		     uint64_t offset)
{
	if (reg >= UNWIND_REGS || !(s->known >> reg & 1))
		v->bad = true;
	else
		push(v, s->regs[reg] + offset);
}

static void push_memory(struct values *v, const struct unwind_state *s, unsigned int size)
{
	uint64_t value;

	if (size > 8 || !unwind_read(s, pop(v), &value))
		v->bad = true;
	else
		push(v, size < 8 ? value & ((1ull << 8 * size) - 1) : value);
}

static uint64_t shift(uint64_t value, uint64_t by, bool left)
{
	if (by > 63)
		return 0;
	return left ? value << by : value >> by;
}

/* Operations with two operands; returns false for others. */
static bool binary(struct values *v, unsigned int atom)
{
	uint64_t b = pop(v), a = pop(v);

	switch (atom) {
	case DW_OP_plus:
		push(v, a + b);
		return true;
	case DW_OP_minus:
		push(v, a - b);
		return true;
	case DW_OP_mul:
		push(v, a * b);
		return true;
	case DW_OP_and:
		push(v, a & b);
		return true;
	case DW_OP_or:
		push(v, a | b);
		return true;
	case DW_OP_xor:
		push(v, a ^ b);
		return true;
	case DW_OP_shl:
		push(v, shift(a, b, true));
		return true;
	case DW_OP_shr:
		push(v, shift(a, b, false));
		return true;
	case DW_OP_eq:
		push(v, a == b);
		return true;
	case DW_OP_ne:
		push(v, a != b);
		return true;
	case DW_OP_ge:
		push(v, (int64_t)a >= (int64_t)b);
		return true;
	case DW_OP_gt:
		push(v, (int64_t)a > (int64_t)b);
		return true;
	case DW_OP_le:
		push(v, (int64_t)a <= (int64_t)b);
		return true;
	case DW_OP_lt:
		push(v, (int64_t)a < (int64_t)b);
		return true;
	case DW_OP_swap:
		push(v, b);
		push(v, a);
		return true;
	case DW_OP_over:
		push(v, a);
		push(v, b);
		push(v, a);
		return true;
	}
	return false;
}

static void operate(struct values *v, const struct unwind_state *s, const Dwarf_Op *op,
		    const uint64_t *cfa)
{
	unsigned int atom = op->atom;
	uint64_t value;

	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
		push_reg(v, s, atom - DW_OP_breg0, op->number);
		return;
	}
	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
		push(v, atom - DW_OP_lit0);
		return;
	}
	switch (atom) {
	case DW_OP_bregx:
		push_reg(v, s, op->number < UNWIND_REGS ? op->number : UNWIND_REGS, op->number2);
		return;
	case DW_OP_call_frame_cfa:
		v->bad |= !cfa;
		push(v, cfa ? *cfa : 0);
		return;
	case DW_OP_const1u: case DW_OP_const1s: case DW_OP_const2u: case DW_OP_const2s:
	case DW_OP_const4u: case DW_OP_const4s: case DW_OP_const8u: case DW_OP_const8s:
	case DW_OP_constu: case DW_OP_consts:
		push(v, op->number);
		return;
	case DW_OP_plus_uconst:
		push(v, pop(v) + op->number);
		return;
	case DW_OP_deref:
		push_memory(v, s, 8);
		return;
	case DW_OP_deref_size:
		push_memory(v, s, op->number);
		return;
	case DW_OP_dup:
		value = pop(v);
		push(v, value);
		push(v, value);
		return;
	case DW_OP_drop:
		pop(v);
		return;
	case DW_OP_neg:
		push(v, -pop(v));
		return;
	case DW_OP_not:
		push(v, ~pop(v));
		return;
	case DW_OP_nop:
		return;
	}
	if (!binary(v, atom))
		v->bad = true;
}

/* Sets @is_value if the result is not an address. */
static bool evaluate(const struct unwind_state *s, const Dwarf_Op *ops, size_t nr,
		     const uint64_t *cfa, uint64_t *result, bool *is_value)
{
	struct values v = { .nr = 0 };

	*is_value = false;
	if (nr > MAX_OPS)
		return false;
	for (size_t i = 0; i < nr && !v.bad; i++) {
		if (ops[i].atom == DW_OP_stack_value)
			*is_value = true;
		else
			operate(&v, s, &ops[i], cfa);
	}
	*result = pop(&v);
	return !v.bad;
}

/*
 * Frames of libdw
 */

/* Go has only .debug_frame, and assembler of libraries may. */
static void find_debug_frame(struct unwind_file *file)
{
	file->debug_frame_looked = true;
	file->cfi[1] = dwfl_module_dwarf_cfi(file->module, &file->cfi_bias[1]);
}

static Dwarf_Frame *frame_at(struct unwind_file *file, uint64_t address)
{
	Dwarf_Frame *frame = NULL;

	if (!file->cfi[0])
		file->cfi[0] = dwfl_module_eh_cfi(file->module, &file->cfi_bias[0]);
	if (file->cfi[0] && !dwarf_cfi_addrframe(file->cfi[0], address - file->cfi_bias[0], &frame))
		return frame;
	if (!file->debug_frame_looked)
		find_debug_frame(file);
	if (file->cfi[1] && !dwarf_cfi_addrframe(file->cfi[1], address - file->cfi_bias[1], &frame))
		return frame;
	return NULL;
}

static bool is_register_op(const Dwarf_Op *op, uint64_t *reg)
{
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
		*reg = op->atom - DW_OP_reg0;
	else if (op->atom == DW_OP_regx)
		*reg = op->number;
	else
		return false;
	return *reg < UNWIND_REGS;
}

/* Nearly all rules are one of these; returns false for others. */
static bool simple_rule(struct unwind_rule *rule, unsigned int reg, const Dwarf_Op *mem,
			const Dwarf_Op *ops, size_t nr)
{
	bool value = nr && ops[nr - 1].atom == DW_OP_stack_value;
	int64_t offset = 0;
	uint64_t other;

	rule->kinds[reg] = UNWIND_UNKNOWN;
	if (!nr) {
		rule->kinds[reg] = ops == mem ? UNWIND_UNKNOWN : UNWIND_SAME;
		return true;
	}
	if (nr == 1 && is_register_op(ops, &other)) {
		rule->kinds[reg] = UNWIND_REGISTER;
		rule->offsets[reg] = other;
		return true;
	}
	nr -= value;
	if (nr < 1 || nr > 2 || ops[0].atom != DW_OP_call_frame_cfa ||
	    (nr == 2 && ops[1].atom != DW_OP_plus_uconst))
		return false;
	if (nr == 2)
		offset = ops[1].number;
	if (offset != (int32_t)offset)
		return false;
	rule->kinds[reg] = value ? UNWIND_VALUE : UNWIND_SAVED;
	rule->offsets[reg] = offset;
	return true;
}

static bool simple_cfa(struct unwind_rule *rule, const Dwarf_Op *ops, size_t nr)
{
	uint64_t reg;

	if (nr != 1)
		return false;
	rule->cfa_offset = ops->number;
	reg = ops->atom - DW_OP_breg0;
	if (ops->atom == DW_OP_bregx) {
		rule->cfa_offset = ops->number2;
		reg = ops->number;
	} else if (ops->atom < DW_OP_breg0 || ops->atom > DW_OP_breg31) {
		return false;
	}
	if (reg >= UNWIND_REGS)
		return false;
	rule->cfa_reg = reg;
	return true;
}

/* Of x86-64: call rel32, or call with a register or memory. */
static bool is_x86_call(const uint8_t *end)
{
	static const uint8_t lengths[] = { 2, 3, 4, 6, 7 };

	if (end[-5] == 0xe8)
		return true;
	for (size_t i = 0; i < sizeof(lengths); i++)
		if (end[-lengths[i]] == 0xff && (end[1 - lengths[i]] & 0x38) == 0x10)
			return true;
	return false;
}

/* BL, BLR, and BLR with pointer authentication */
static bool is_arm64_call(const uint8_t *end)
{
	uint32_t code;

	memcpy(&code, end - 4, 4);
	return (code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000 ||
	       (code & 0xfefff800) == 0xd63f0800;
}

/* @address is one less than the return address. */
static bool is_called(const struct unwind_file *file, uint64_t address)
{
	uint8_t code[8];

	if (!unwind_file_bytes(file, address + 1, code, sizeof(code)))
		return false;
	return file->machine == EM_AARCH64 ? is_arm64_call(code + sizeof(code)) :
					     is_x86_call(code + sizeof(code));
}

/*
 * A goroutine begins as if runtime.goexit() had called it, behind that function's first
 * instruction: newproc1() in runtime/proc.go of Go.
 */
static bool is_goexit(struct unwind_file *file, uint64_t address)
{
	GElf_Off offset;
	GElf_Sym sym;
	const char *name = dwfl_module_addrinfo(file->module, address, &offset, &sym, NULL, NULL,
						NULL);

	return name && offset < FIRST_INSTRUCTION &&
	       (!strcmp(name, "runtime.goexit") || !strcmp(name, "runtime.goexit.abi0"));
}

/*
 * What handlers of signals return to, __kernel_rt_sigreturn(): it has no call frame information
 * (arch/arm64/kernel/vdso/sigreturn.S says why), so it is known by its code.
 */
static bool is_arm64_sigreturn(const struct unwind_file *file, uint64_t address)
{
	static const uint32_t wanted[] = {
		0xd2801168,	/* mov x8, #__NR_rt_sigreturn */
		0xd4000001,	/* svc #0 */
	};
	uint8_t code[sizeof(wanted)];

	return file->machine == EM_AARCH64 &&
	       unwind_file_bytes(file, address + 1 + sizeof(code), code, sizeof(code)) &&
	       !memcmp(code, wanted, sizeof(code));
}

static void make_rule(struct unwind_rule *rule, struct unwind_file *file, uint64_t address)
{
	const struct unwind_machine *machine = unwind_machine_of(file->machine);
	Dwarf_Frame *frame = machine ? frame_at(file, address) : NULL;
	Dwarf_Addr start, end;
	Dwarf_Op *ops;
	size_t nr;
	int ra;

	*rule = (struct unwind_rule){ .called = is_called(file, address) };
	if (!rule->called && is_goexit(file, address)) {
		rule->found = rule->called = rule->first = true;
		free(frame);
		return;
	}
	if (is_arm64_sigreturn(file, address)) {
		rule->found = rule->signal = true;
		free(frame);
		return;
	}
	if (!frame)
		return;
	ra = dwarf_frame_info(frame, &start, &end, &rule->signal);
	rule->found = ra >= 0 && (unsigned int)ra == machine->pc &&
		      !dwarf_frame_cfa(frame, &ops, &nr);
	rule->complex = rule->found && !simple_cfa(rule, ops, nr);
	for (unsigned int i = 0; rule->found && i < machine->nr; i++) {
		Dwarf_Op mem[3];

		if (dwarf_frame_register(frame, i, mem, &ops, &nr))
			rule->found = false;
		else if (!simple_rule(rule, i, mem, ops, nr))
			rule->complex = true;
		if (i == machine->pc)
			rule->first = !nr && ops == mem;
	}
	free(frame);
}

static void forget_rules(struct unwind_rules *r)
{
	fdd_map_free(&r->by_place);
	free(r->list);
	*r = (struct unwind_rules){ 0 };
}

const struct unwind_rule *unwind_rule_at(struct unwind_rules *r, struct unwind_file *file,
					 uint32_t number, uint64_t address)
{
	uint64_t *at;

	if (r->nr == UNWIND_MAX_RULES)
		forget_rules(r);
	at = fdd_map_get(&r->by_place, (uint64_t)number << 48 | (address & ((1ull << 48) - 1)));
	if (!*at) {
		GROW(r->list, r->nr, r->cap);
		make_rule(&r->list[r->nr++], file, address);
		*at = r->nr;
	}
	return &r->list[*at - 1];
}

/* One register of the caller by an expression. */
static bool evaluate_register(const struct unwind_state *s, struct unwind_state *caller,
			      Dwarf_Frame *frame, unsigned int reg, const uint64_t *cfa)
{
	Dwarf_Op mem[3], *ops;
	uint64_t value, other;
	bool is_value;
	size_t nr;

	caller->known &= ~(1ull << reg);
	if (dwarf_frame_register(frame, reg, mem, &ops, &nr))
		return false;
	if (!nr) {
		if (ops != mem)
			caller->known |= s->known & 1ull << reg;
		return true;
	}
	if (nr == 1 && is_register_op(ops, &other)) {
		caller->regs[reg] = s->regs[other];
		caller->known |= (s->known >> other & 1) << reg;
		return true;
	}
	if (!evaluate(s, ops, nr, cfa, &value, &is_value))
		return true;	/* lost; the caller of this looks for those that it needs */
	if (!is_value && !unwind_read(s, value, &value))
		return true;
	caller->regs[reg] = value;
	caller->known |= 1ull << reg;
	return true;
}

bool unwind_evaluate(struct unwind_file *file, uint64_t address, const struct unwind_state *s,
		     struct unwind_state *caller)
{
	const struct unwind_machine *machine = unwind_machine_of(file->machine);
	Dwarf_Frame *frame = frame_at(file, address);
	bool good, is_value;
	Dwarf_Op *ops;
	uint64_t cfa;
	size_t nr;

	*caller = *s;
	good = frame && !dwarf_frame_cfa(frame, &ops, &nr) &&
	       evaluate(s, ops, nr, NULL, &cfa, &is_value);
	for (unsigned int i = 0; good && i < machine->nr; i++)
		good = evaluate_register(s, caller, frame, i, &cfa);
	if (good && !(caller->known >> machine->sp & 1)) {
		caller->regs[machine->sp] = cfa;
		caller->known |= 1ull << machine->sp;
	}
	free(frame);
	return good;
}
