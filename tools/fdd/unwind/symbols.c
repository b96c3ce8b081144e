// SPDX-License-Identifier: GPL-2.0
/* Symbols from the table of a file, inlined functions and lines from its debug information. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#ifdef FDD_DEMANGLE
#include <libiberty/demangle.h>
#undef ARRAY_SIZE
#endif

#include "lib/util.h"
#include "unwind/symbols.h"

#define MAX_NAME	512

static char *demangled(const char *name)
{
	char *plain = NULL;

#ifdef FDD_DEMANGLE
	if (strlen(name) < 64 * MAX_NAME)
		plain = cplus_demangle(name, DMGL_AUTO | DMGL_ANSI);
#endif
	if (!plain)
		return xstrndup(name, MAX_NAME);
	if (strlen(plain) > MAX_NAME)
		plain[MAX_NAME] = '\0';
	return plain;
}

/* A symbol whose size covers the address: the nearest one before it may be of another function. */
static char *symbol_name(struct unwind_file *file, uint64_t address)
{
	GElf_Off offset;
	GElf_Sym sym;
	const char *name = dwfl_module_addrinfo(file->module, address, &offset, &sym, NULL, NULL,
						NULL);
	char *plain;

	if (!name || offset >= sym.st_size)
		return NULL;
	plain = demangled(name);
	/* the version, of "memcpy@@GLIBC_2.14" */
	if (strchr(plain, '@') > plain)
		*strchr(plain, '@') = '\0';
	return plain;
}

/* The name of a function, which may stand at its declaration. */
static char *die_name(Dwarf_Die *die)
{
	static const unsigned int names[] = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name };
	Dwarf_Attribute attr;
	const char *name;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		name = dwarf_formstring(dwarf_attr_integrate(die, names[i], &attr));
		if (name)
			return demangled(name);
	}
	name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attr));
	return name ? xstrndup(name, MAX_NAME) : NULL;
}

static Dwarf_Die *unit_at(struct unwind_file *file, uint64_t address, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(file->module, address, bias);

	/* Without .debug_aranges, as clang and rustc leave it */
	for (Dwarf_Die *next = NULL; !unit; ) {
		next = dwfl_module_nextcu(file->module, next, bias);
		if (!next)
			return NULL;
		if (dwarf_haspc(next, address - *bias) > 0)
			unit = next;
	}
	return unit;
}

static int number_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	return dwarf_formudata(dwarf_attr(die, name, &attr), &value) || value > INT32_MAX ?
		0 : (int)value;
}

/* The name of a file of a unit, by its number. */
static const char *source_of(Dwarf_Die *unit, int number)
{
	Dwarf_Files *files;
	size_t nr;

	if (dwarf_getsrcfiles(unit, &files, &nr) || number < 0 || (size_t)number >= nr)
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

/* Where the innermost function is. */
static void find_line(struct unwind_file *file, uint64_t address, struct unwind_symbol *s)
{
	Dwfl_Line *line = dwfl_module_getsrc(file->module, address);

	if (line)
		s->path = dwfl_lineinfo(line, NULL, &s->line, NULL, NULL, NULL);
	if (!s->line)
		s->path = NULL;
}

static unsigned int take_scopes(Dwarf_Die *unit, Dwarf_Die *scopes, int nr_scopes,
				struct unwind_symbol *list)
{
	unsigned int nr = 0;

	for (int i = 0; i < nr_scopes; i++) {
		int tag = dwarf_tag(&scopes[i]);

		if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
			continue;
		list[nr].name = die_name(&scopes[i]);
		list[nr].inlined = tag == DW_TAG_inlined_subroutine;
		if (!list[nr++].inlined)
			return nr;
		if (nr == UNWIND_MAX_INLINED)
			break;
		/* the line of the call is in the next one */
		list[nr].line = number_of(&scopes[i], DW_AT_call_line);
		list[nr].path = list[nr].line ?
			source_of(unit, number_of(&scopes[i], DW_AT_call_file)) : NULL;
		list[nr].name = NULL;
	}
	return 0;	/* not in a function: not understood */
}

static unsigned int from_dwarf(struct unwind_file *file, uint64_t address,
			       struct unwind_symbol *list)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = unit_at(file, address, &bias), *scopes = NULL, innermost;
	unsigned int nr;
	int nr_scopes;

	if (!unit)
		return 0;
	find_line(file, address, &list[0]);
	nr_scopes = dwarf_getscopes(unit, address - bias, &scopes);
	if (nr_scopes <= 0)
		return 0;
	/* Around an inlined function it has those of the definition, not of the place. */
	innermost = scopes[0];
	free(scopes);
	nr_scopes = dwarf_getscopes_die(&innermost, &scopes);
	if (nr_scopes <= 0)
		return 0;
	nr = take_scopes(unit, scopes, nr_scopes, list);
	free(scopes);
	return nr;
}

unsigned int unwind_symbols_at(struct unwind_file *file, uint64_t address,
			       struct unwind_symbol list[UNWIND_MAX_INLINED])
{
	unsigned int nr;
	char *name;

	memset(list, 0, UNWIND_MAX_INLINED * sizeof(*list));
	nr = from_dwarf(file, address, list);
	if (!nr) {
		unwind_symbols_free(list, UNWIND_MAX_INLINED);
		list[0].inlined = false;
		nr = 1;
	}
	if (list[nr - 1].name && nr > 1)
		return nr;
	/* The symbol's name is that of a function outside of any other. */
	name = symbol_name(file, address);
	if (name && (!list[nr - 1].name || nr == 1)) {
		free(list[nr - 1].name);
		list[nr - 1].name = name;
	} else {
		free(name);
	}
	return nr;
}

void unwind_symbols_free(struct unwind_symbol *list, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++) {
		free(list[i].name);
		list[i].name = NULL;
	}
}
