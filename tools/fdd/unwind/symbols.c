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
#define MAX_DEPTH	32	/* of namespaces */
#define MAX_SCOPES	128	/* of an address in a function */

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

/* The version of "memcpy@@GLIBC_2.14", and how Go passes arguments, of "runtime.futex.abi0" */
static void cut_suffix(char *name)
{
	static const char abi0[] = ".abi0";
	size_t len = strlen(name);

	if (strchr(name, '@') > name)
		*strchr(name, '@') = '\0';
	else if (len > strlen(abi0) && !strcmp(name + len - strlen(abi0), abi0))
		name[len - strlen(abi0)] = '\0';
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
	cut_suffix(plain);
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
static void find_line(Dwarf_Die *unit, Dwarf_Addr address, struct unwind_symbol *s)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, address);

	if (line && !dwarf_lineno(line, &s->line) && s->line)
		s->path = dwarf_linesrc(line, NULL, NULL);
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

/* What may have functions in it: Rust has them in namespaces, which have no addresses. */
static bool has_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return true;
	}
	return false;
}

/* dwarf_getscopes() does not look into namespaces. */
static bool find_function(Dwarf_Die *in, Dwarf_Addr address, unsigned int depth,
			  Dwarf_Die *found)
{
	Dwarf_Die die;

	if (depth == MAX_DEPTH || dwarf_child(in, &die))
		return false;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_subprogram && dwarf_haspc(&die, address) > 0) {
			*found = die;
			return true;
		}
		if (has_functions(tag) && find_function(&die, address, depth + 1, found))
			return true;
	} while (!dwarf_siblingof(&die, &die));
	return false;
}

/* Within a scope, the block or the inlined function that has the address */
static bool find_inner(Dwarf_Die *scope, Dwarf_Addr address, Dwarf_Die *inner)
{
	if (dwarf_child(scope, inner))
		return false;
	do {
		int tag = dwarf_tag(inner);

		if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
		    dwarf_haspc(inner, address) > 0)
			return true;
	} while (!dwarf_siblingof(inner, inner));
	return false;
}

/* The innermost first; the last one is the function, which was not inlined. */
static int find_scopes(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die scopes[MAX_SCOPES])
{
	int at = MAX_SCOPES - 1;

	if (!find_function(unit, address, 0, &scopes[at]))
		return 0;
	while (at && find_inner(&scopes[at], address, &scopes[at - 1]))
		at--;
	memmove(scopes, scopes + at, (MAX_SCOPES - at) * sizeof(*scopes));
	return MAX_SCOPES - at;
}

static unsigned int from_dwarf(struct unwind_file *file, uint64_t address,
			       struct unwind_symbol *list)
{
	Dwarf_Die *unit, scopes[MAX_SCOPES];
	Dwarf_Addr bias;

	unit = unit_at(file, address, &bias);
	if (!unit)
		return 0;
	find_line(unit, address - bias, &list[0]);
	return take_scopes(unit, scopes, find_scopes(unit, address - bias, scopes), list);
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
