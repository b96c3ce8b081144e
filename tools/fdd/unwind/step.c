// SPDX-License-Identifier: GPL-2.0
/* Steps from a frame to its caller. */
#include <fcntl.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/util.h"
#include "unwind/perf_map.h"
#include "unwind/step.h"

/* The step that is made now. */
struct step {
	struct unwinder		*u;
	struct unwind_process	*process;
	const struct unwind_machine *machine;
	struct unwind_state	s;
	uint64_t		pc;
	bool			exact;		/* pc is not a return address */
	bool			copy_is_full;
	struct unwind_trace	*trace;
};

static bool end(struct step *st, enum unwind_end how, uint32_t file)
{
	st->trace->end = how;
	st->trace->file = file;
	return false;
}

static bool reg_is_known(const struct step *st, unsigned int reg)
{
	return st->s.known >> reg & 1;
}

static uint64_t sp_of(const struct step *st)
{
	return st->s.regs[st->machine->sp];
}

static void set_reg(struct unwind_state *s, unsigned int reg, uint64_t value)
{
	s->regs[reg] = value;
	s->known |= 1ull << reg;
}

/*
 * The registers of a sample
 */

/* DWARF's number of each register of arch/x86/include/uapi/asm/perf_regs.h; 17: none */
static const uint8_t x86_regs[24] = {
	0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 17, 17, 17, 17, 17, 17, 8, 9, 10, 11, 12, 13, 14, 15,
};

#define X86_IP		8
#define ARM64_PC	32

static bool take_x86(struct step *st, const struct fdd_perf_sample *sample)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(x86_regs); i++)
		if (sample->regs_mask >> i & 1 && x86_regs[i] < 17)
			set_reg(&st->s, x86_regs[i], sample->regs[i]);
	st->machine = unwind_machine_of(EM_X86_64);
	st->pc = sample->regs[X86_IP];
	return sample->regs_mask >> X86_IP & 1;
}

static bool take_arm64(struct step *st, const struct fdd_perf_sample *sample)
{
	for (unsigned int i = 0; i < ARM64_PC; i++)
		if (sample->regs_mask >> i & 1)
			set_reg(&st->s, i, sample->regs[i]);
	st->machine = unwind_machine_of(EM_AARCH64);
	st->pc = sample->regs[ARM64_PC];
	return true;
}

static bool take_sample(struct step *st, const struct fdd_perf_sample *sample)
{
	bool good;

	if (sample->abi == FDD_PERF_32_BIT)
		return end(st, UNWIND_32_BIT, UNWIND_MAX_FILES);
	good = sample->regs_mask >> ARM64_PC & 1 ? take_arm64(st, sample) : take_x86(st, sample);
	if (!good || sample->abi != FDD_PERF_64_BIT || !sample->stack_size ||
	    !reg_is_known(st, st->machine->sp))
		return end(st, UNWIND_NO_STACK, UNWIND_MAX_FILES);
	st->s.stack = sample->stack;
	st->s.stack_size = sample->stack_size;
	st->s.stack_at = sp_of(st);
	st->copy_is_full = sample->stack_size == sample->stack_room;
	return true;
}

static bool add_place(struct step *st, uint32_t file, uint64_t address, const char *jit)
{
	struct unwind_trace *t = st->trace;

	if (t->nr == UNWIND_MAX_FRAMES)
		return end(st, UNWIND_TOO_MANY, file);
	t->list[t->nr++] = (struct unwind_place){ .file = file, .address = address, .jit = jit };
	return true;
}

/* A value that should be on the stack was not in the copy. */
static bool end_of_copy(struct step *st, uint64_t address, uint32_t file)
{
	const struct unwind_state *s = &st->s;
	bool behind = address >= s->stack_at && address - s->stack_at < 1ull << 30;

	return end(st, behind && st->copy_is_full ? UNWIND_COPY_ENDS : UNWIND_STACK_ENDS, file);
}

/*
 * Code of files
 */

/* Returns false if a value that was saved is not in the copy. */
static bool apply(struct step *st, const struct unwind_rule *rule, uint64_t cfa,
		  struct unwind_state *caller, uint32_t file)
{
	const struct unwind_state *s = &st->s;

	for (unsigned int i = 0; i < st->machine->nr; i++) {
		uint64_t value = cfa + (int64_t)rule->offsets[i];

		switch (rule->kinds[i]) {
		case UNWIND_SAVED:
			if (unwind_read(s, value, &caller->regs[i]))
				caller->known |= 1ull << i;
			else if (i == st->machine->pc)
				return end_of_copy(st, value, file);
			break;
		case UNWIND_VALUE:
			set_reg(caller, i, value);
			break;
		case UNWIND_SAME:
			caller->regs[i] = s->regs[i];
			caller->known |= s->known & 1ull << i;
			break;
		case UNWIND_REGISTER:
			caller->regs[i] = s->regs[rule->offsets[i]];
			caller->known |= (s->known >> rule->offsets[i] & 1) << i;
			break;
		}
	}
	return true;
}

static bool find_caller(struct step *st, const struct unwind_rule *rule,
			struct unwind_state *caller, uint32_t file)
{
	uint64_t cfa;

	if (!reg_is_known(st, rule->cfa_reg))
		return end(st, UNWIND_BAD, file);
	cfa = st->s.regs[rule->cfa_reg] + rule->cfa_offset;
	*caller = st->s;
	caller->known = 0;
	if (!apply(st, rule, cfa, caller, file))
		return false;
	if (!(caller->known >> st->machine->sp & 1))
		set_reg(caller, st->machine->sp, cfa);
	return true;
}

/*
 * The kernel's frame of a signal on arm64, struct rt_sigframe. Its vDSO has no call frame
 * information, or only that of two registers, without the interrupted address.
 */
#define ARM64_SIGCONTEXT_REGS	(128 + 176 + 8)

static bool find_arm64_interrupted(struct step *st, struct unwind_state *caller, uint64_t *pc)
{
	uint64_t at = sp_of(st) + ARM64_SIGCONTEXT_REGS;

	*caller = st->s;
	for (unsigned int i = 0; i < ARM64_PC; i++) {
		if (!unwind_read(&st->s, at + 8 * i, &caller->regs[i]))
			return end_of_copy(st, at, UNWIND_MAX_FILES);
		caller->known |= 1ull << i;
	}
	return unwind_read(&st->s, at + 8 * ARM64_PC, pc) ||
	       end_of_copy(st, at + 8 * ARM64_PC, UNWIND_MAX_FILES);
}

/* Take the caller's registers, if it can be one. */
static bool go_to(struct step *st, const struct unwind_state *caller, uint64_t pc, bool signal,
		  uint32_t file)
{
	uint64_t sp = caller->regs[st->machine->sp];

	/* A signal's handler may run on a stack of its own. */
	if (!signal && (sp < sp_of(st) || (sp == sp_of(st) && !st->exact)))
		return end(st, UNWIND_BAD, file);
	if (!signal && sp == sp_of(st) && pc == st->pc)
		return end(st, UNWIND_BAD, file);
	st->s.known = caller->known;
	memcpy(st->s.regs, caller->regs, sizeof(caller->regs));
	st->pc = pc;
	st->exact = signal;
	/* what a return leaves: thread start functions of some programs */
	return pc || end(st, UNWIND_COMPLETE, file);
}

static bool is_entry(const struct unwind_file *file, uint64_t address)
{
	return file->entry && address >= file->entry && address - file->entry < 64;
}

static bool step_in_file(struct step *st, struct unwind_file *file, uint32_t number,
			 uint64_t address)
{
	const struct unwind_rule *rule;
	struct unwind_state caller;
	bool signal;
	uint64_t pc;

	if (unwind_machine_of(file->machine) != st->machine)
		return end(st, UNWIND_NO_CFI, number);
	rule = unwind_rule_at(&st->u->rules, file, number, address);
	signal = rule->signal;
	/* The kernel makes a frame of a signal, no call. */
	if (!st->exact && !rule->called && !signal)
		return end(st, UNWIND_NOT_CALLED, number);
	if (!add_place(st, number, address, NULL))
		return false;
	st->trace->list[st->trace->nr - 1].signal = signal;
	if (!rule->found)
		return end(st, is_entry(file, address) ? UNWIND_COMPLETE : UNWIND_NO_CFI, number);
	if (signal && st->machine->elf == EM_AARCH64)
		return find_arm64_interrupted(st, &caller, &pc) &&
		       go_to(st, &caller, pc, true, number);
	if (rule->first)
		return end(st, UNWIND_COMPLETE, number);
	/* A return address that is still in its register: of the innermost frame, on arm64. */
	if (rule->kinds[st->machine->pc] == UNWIND_SAME &&
	    (!st->exact || st->machine->elf != EM_AARCH64))
		return end(st, UNWIND_BAD, number);
	if (rule->complex) {
		if (!unwind_evaluate(file, address, &st->s, &caller))
			return end(st, UNWIND_BAD, number);
	} else if (!find_caller(st, rule, &caller, number)) {
		return false;
	}
	if (!(caller.known >> st->machine->pc & 1) || !(caller.known >> st->machine->sp & 1))
		return rule->complex && signal ? end_of_copy(st, sp_of(st), number) :
						 end(st, UNWIND_BAD, number);
	pc = caller.regs[st->machine->pc] & st->machine->mask;
	return go_to(st, &caller, pc, signal, number);
}

/*
 * Code that was made at run time
 */

static int32_t pid_in_namespace(int32_t pid)
{
	char path[32], line[256];
	int32_t last = pid;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		char *at = strrchr(line, '\t');

		if (!strncmp(line, "NSpid:", 6) && at)
			last = atoi(at + 1);
	}
	if (f)
		fclose(f);
	return last;
}

static int open_perf_map(const struct unwinder *u, int32_t pid)
{
	char name[64], *kept;
	int fd = -1;

	snprintf(name, sizeof(name), "/perf-%d.map", pid);
	if (u->jit_dir && asprintf(&kept, "%s%s", u->jit_dir, name) >= 0) {
		fd = open(kept, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
		free(kept);
	}
	if (fd >= 0)
		return fd;
	snprintf(name, sizeof(name), "/tmp/perf-%d.map", pid_in_namespace(pid));
	fd = unwind_open_in_root(pid, name);
	if (fd >= 0)
		return fd;
	snprintf(name, sizeof(name), "/tmp/perf-%d.map", pid);
	return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
}

static const struct perf_symbols *symbols_of(const struct unwinder *u, struct unwind_process *p)
{
	int fd;

	if (p->jit)
		return p->jit;
	fd = open_perf_map(u, p->pid);
	p->jit = fd < 0 ? perf_symbols_none() : perf_symbols_read(fd);
	if (fd >= 0)
		close(fd);
	return p->jit;
}

bool unwind_has_names(const struct unwinder *u, int32_t pid)
{
	struct unwind_process *p = unwind_process(&u->maps, pid);

	return p && perf_symbols_any(symbols_of(u, p));
}

/*
 * Python's trampolines (Python/asm_trampoline.S) call the interpreter with "sub $8, %rsp", or from
 * 3.13 on with "push %rbp; mov %rsp, %rbp"; on arm64 they push x29 and x30. Compilers that write
 * perf maps otherwise keep frame pointers.
 */
static bool step_in_jit(struct step *st, const char *name)
{
	bool x86 = st->machine->elf == EM_X86_64, python = !strncmp(name, "py::", 4);
	unsigned int fp = x86 ? 6 : 29;
	struct unwind_state caller = st->s;
	uint64_t at = python ? sp_of(st) : st->s.regs[fp], saved, pc;

	if (!python && !reg_is_known(st, fp))
		return end(st, UNWIND_BAD, UNWIND_MAX_FILES);
	if (at < sp_of(st))
		return end(st, UNWIND_NO_CFI, UNWIND_MAX_FILES);
	if (!unwind_read(&st->s, at, &saved) || !unwind_read(&st->s, at + 8, &pc))
		return end_of_copy(st, at, UNWIND_MAX_FILES);
	if (!python || !x86 || (reg_is_known(st, fp) && st->s.regs[fp] == at))
		set_reg(&caller, fp, saved);
	set_reg(&caller, st->machine->sp, at + 16);
	return go_to(st, &caller, pc & st->machine->mask, false, UNWIND_MAX_FILES);
}

static bool step_outside(struct step *st, uint32_t file)
{
	uint64_t address = st->pc - !st->exact, start;
	const struct perf_symbols *symbols = symbols_of(st->u, st->process);
	const char *name = perf_symbols_at(symbols, address, &start);

	if (!name)
		return end(st, file < UNWIND_MAX_FILES ? UNWIND_NO_NAME : UNWIND_NO_MAP, file);
	if (!add_place(st, UNWIND_MAX_FILES, start, name))
		return false;
	/* The innermost one may not have its frame yet, or no more. */
	return st->exact ? end(st, UNWIND_NO_CFI, file) : step_in_jit(st, name);
}

static bool step(struct step *st)
{
	uint64_t address, pc = st->pc - !st->exact;
	const struct unwind_map *map = unwind_map_at(st->process, pc);
	struct unwind_file *file;

	if (!map)
		return step_outside(st, UNWIND_MAX_FILES);
	file = unwind_file_open(&st->u->files, st->process, map);
	if (!file)
		return end(st, UNWIND_NO_CODE, UNWIND_MAX_FILES);
	if (file->missing == UNWIND_NO_FILE)
		return step_outside(st, map->file);
	if (file->missing != UNWIND_THERE)
		return end(st, UNWIND_NO_CODE, map->file);
	if (!unwind_file_address(file, pc - map->start + map->offset, &address))
		return end(st, UNWIND_NO_MAP, map->file);
	return step_in_file(st, file, map->file, address);
}

void unwind(struct unwinder *u, const struct fdd_perf_sample *sample,
	    struct unwind_trace *trace)
{
	struct step st = { .u = u, .trace = trace, .exact = true };

	trace->nr = 0;
	st.process = unwind_process(&u->maps, sample->pid);
	if (!take_sample(&st, sample))
		return;
	if (!st.process || !st.process->nr) {
		end(&st, UNWIND_NO_MAP, UNWIND_MAX_FILES);
		return;
	}
	while (step(&st))
		;
}
