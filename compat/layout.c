// SPDX-License-Identifier: GPL-2.0
/*
 * Write compat/generated/layout.h from a kernel's own type information.
 *
 * usage: layout SPEC BTF > layout.h
 *
 * SPEC is compat/layout.spec, which describes its format. BTF is an ELF file with a
 * .BTF section (linux-headers' vmlinux) or only that section
 * (/sys/kernel/btf/vmlinux).
 *
 * A struct is written as a union of its members, each after padding up to its
 * offset, so that "tr->events" compiles to the right offset without knowing the
 * other members.
 *
 * Every offset, size and type of the spec is compared with BTF's by a static
 * assertion, in the one file that defines LAYOUT_CHECKS.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

static struct btf *btf;
static const char *spec_name;
static unsigned int spec_line;
static bool optional;		/* the line began with a "?" */

/* Parts of the header that follow all structs: lists of symbols, and the assertions. */
struct text {
	FILE	*stream;
	char	*bytes;
	size_t	len;
};

static struct text functions, variables, checks;

static void __attribute__((noreturn, format(printf, 1, 2)))
die(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "layout: %s:%u: ", spec_name, spec_line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static void open_text(struct text *text)
{
	text->stream = open_memstream(&text->bytes, &text->len);
	if (!text->stream)
		die("out of memory");
}

static void print_text(struct text *text, const char *before, const char *after)
{
	fclose(text->stream);
	printf("%s%s%s", before, text->bytes, after);
	free(text->bytes);
}

/* A string that is never freed: there are some hundred, and the program is short-lived. */
static char *__attribute__((format(printf, 1, 2))) string(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	return s;
}

/*
 * BTF's types as C. Messages have typedefs and the names of parameters. The
 * compiler gets neither, since a private header may define the typedef, and a
 * macro may have the parameter's name.
 */
enum reader { FOR_PERSON, FOR_COMPILER };

static char *declare(int id, const char *name, enum reader reader);

static const char *name_of(const struct btf_type *t)
{
	return btf__name_by_offset(btf, t->name_off);
}

static const char *keyword_of(const struct btf_type *t)
{
	switch (btf_kind(t)) {
	case BTF_KIND_STRUCT:
		return "struct ";
	case BTF_KIND_UNION:
		return "union ";
	case BTF_KIND_FWD:
		return btf_kflag(t) ? "union " : "struct ";
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return "enum ";
	}
	return "";
}

/* The compiler must not see a struct for the first time in an argument list. */
static char *declare_named(const struct btf_type *t, const char *name,
			   enum reader reader)
{
	if (reader == FOR_COMPILER && (btf_is_composite(t) || btf_is_fwd(t)))
		fprintf(checks.stream, "%s%s;\n", keyword_of(t), name_of(t));
	return string("%s%s%s%s", keyword_of(t), name_of(t), *name ? " " : "", name);
}

static char *declare_pointer(const struct btf_type *t, const char *name,
			     enum reader reader)
{
	const struct btf_type *to = btf__type_by_id(btf, t->type);
	bool suffixed = btf_is_func_proto(to) || btf_is_array(to);

	return declare(t->type, string(suffixed ? "(*%s)" : "*%s", name), reader);
}

/* "const char *" but "char *const": the word follows a pointer, but precedes other types. */
static char *declare_qualified(const struct btf_type *t, const char *word,
			       const char *name, enum reader reader)
{
	if (btf_is_ptr(btf__type_by_id(btf, t->type)))
		return declare(t->type, string("%s %s", word, name), reader);
	return string("%s %s", word, declare(t->type, name, reader));
}

static char *declare_function(const struct btf_type *t, const char *name,
			      enum reader reader)
{
	const struct btf_param *p = btf_params(t);
	char *params = "";
	int i;

	for (i = 0; i < btf_vlen(t); i++, p++) {
		const char *param = reader == FOR_COMPILER ? "" :
				    btf__name_by_offset(btf, p->name_off);

		params = string("%s%s%s", params, i ? ", " : "",
				p->type ? declare(p->type, param, reader) : "...");
	}
	return declare(t->type, string("%s(%s)", name, i ? params : "void"), reader);
}

/* "typedef struct { ... } spinlock_t": the typedef is its only name. */
static bool is_anonymous(int id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	return (btf_is_composite(t) || btf_is_any_enum(t)) && !*name_of(t);
}

static char *declare(int id, const char *name, enum reader reader)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	switch (btf_kind(t)) {
	case BTF_KIND_UNKN:
		return string("void%s%s", *name ? " " : "", name);
	case BTF_KIND_PTR:
		return declare_pointer(t, name, reader);
	case BTF_KIND_CONST:
		return declare_qualified(t, "const", name, reader);
	case BTF_KIND_VOLATILE:
		return declare_qualified(t, "volatile", name, reader);
	case BTF_KIND_RESTRICT:
		return declare_qualified(t, "restrict", name, reader);
	case BTF_KIND_TYPE_TAG:
		return declare(t->type, name, reader);
	case BTF_KIND_ARRAY:
		return declare(btf_array(t)->type,
			       string("%s[%u]", name, btf_array(t)->nelems), reader);
	case BTF_KIND_FUNC_PROTO:
		return declare_function(t, name, reader);
	case BTF_KIND_TYPEDEF:
		if (reader == FOR_COMPILER && !is_anonymous(t->type))
			return declare(t->type, name, reader);
	}
	return declare_named(t, name, reader);
}

/* Messages of the compiler name the line of the spec. */
static void check_from_here(void)
{
	fprintf(checks.stream, "#line %u \"%s\"\n", spec_line, spec_name);
}

/*
 * Let the compiler compare BTF's type with the C type of the spec, "ours". If they
 * differ, its message has BTF's type and "written", the spec's.
 */
static void check_type(const char *what, int id, const char *ours,
		       const char *name, const char *written)
{
	const char *theirs = declare(id, "", FOR_COMPILER);

	check_from_here();
	fprintf(checks.stream, "_Static_assert(__builtin_types_compatible_p(%s, %s), ",
		ours, theirs);
	fprintf(checks.stream, "\"%s: this kernel has: %s; the module was written for: %s\");\n",
		what, declare(id, name, FOR_PERSON), written);
}

/* A member found in BTF: its type, and its offset and size in bytes. */
struct place {
	int		type;
	uint32_t	offset;
	uint32_t	size;
};

/* Members of anonymous structs and unions are found too, as in C. */
static bool find_member(const struct btf_type *t, const char *name,
			uint32_t base, struct place *place)
{
	const struct btf_member *m = btf_members(t);
	int i;

	for (i = 0; i < btf_vlen(t); i++, m++) {
		const char *mname = btf__name_by_offset(btf, m->name_off);
		uint32_t offset = base + btf_member_bit_offset(t, i) / 8;

		if (!strcmp(mname, name)) {
			if (btf_member_bitfield_size(t, i))
				die("%s is a bit field in this kernel", name);
			place->type = m->type;
			place->offset = offset;
			place->size = btf__resolve_size(btf, m->type);
			return true;
		}
		if (!*mname) {
			int id = btf__resolve_type(btf, m->type);

			if (find_member(btf__type_by_id(btf, id), name, offset, place))
				return true;
		}
	}
	return false;
}

static const struct btf_type *find_type(const char *name, unsigned int kind)
{
	int id = btf__find_by_name_kind(btf, name, kind);

	return id < 0 ? NULL : btf__type_by_id(btf, id);
}

/* Cut the first word off a line. */
static char *next_word(char **line)
{
	char *word = *line + strspn(*line, " \t");
	size_t len = strcspn(word, " \t");
	char *rest = word + len;

	rest += strspn(rest, " \t");
	word[len] = '\0';
	*line = rest;
	return word;
}

/*
 * struct NAME: the indented lines are its members
 */

/* The type that the indented lines belong to. If it is NULL they are ignored. */
static const struct btf_type *open_type;

static void begin_struct(char *name)
{
	open_type = find_type(name, BTF_KIND_STRUCT);
	if (!open_type && !optional)
		die("this kernel has no struct %s", name);
	if (!open_type)
		return;
	if (optional)
		printf("#define HAVE_%s 1\n", name);
	printf("struct %s {\n\tunion {\n", name);
}

static void end_struct(void)
{
	if (!open_type)
		return;
	printf("\t\tchar __size[%u];\n\t};\n};\n\n", open_type->size);
	check_from_here();
	fprintf(checks.stream, "static_assert(sizeof(struct %s) == %u);\n",
		name_of(open_type), open_type->size);
}

static bool ends_in(const char *s, char c)
{
	return *s && s[strlen(s) - 1] == c;
}

/* "int (*)(void)" and "init" give "int (*init)(void)"; "int [8]" and "a", "int a[8]". */
static char *member_declaration(const char *type, const char *name)
{
	const char *star = strstr(type, "(*)"), *array = strchr(type, '[');

	if (star)
		return string("%.*s(*%s)%s", (int)(star - type), type, name, star + 3);
	if (array)
		return string("%.*s%s%s", (int)(array - type), type, name, array);
	return string("%s%s%s", type, ends_in(type, '*') ? "" : " ", name);
}

/* The type of a member whose size differs between kernels: that of BTF. */
static const char *unsigned_type(const char *name, const struct place *place)
{
	const struct btf_type *t = btf__type_by_id(btf, btf__resolve_type(btf, place->type));

	if (!btf_is_int(t) || btf_int_encoding(t))
		die("%s is not an unsigned integer in this kernel", name);
	return declare(place->type, "", FOR_COMPILER);
}

static void check_member(const char *name, const struct place *place,
			 const char *type, const char *declaration)
{
	const char *of = name_of(open_type);

	check_from_here();
	fprintf(checks.stream,
		"static_assert(offsetof(struct %1$s, %2$s) == %3$u); "
		"static_assert(sizeof_field(struct %1$s, %2$s) == %4$u);\n",
		of, name, place->offset, place->size);
	check_type(string("%s of struct %s", name, of), place->type, type, name,
		   declaration);
}

static void print_member(char *line)
{
	const char *name = next_word(&line), *type = line;
	const char *declaration;
	struct place place;

	if (!open_type)
		return;
	if (!find_member(open_type, name, 0, &place)) {
		if (!optional)
			die("this kernel's struct %s has no member %s",
			    name_of(open_type), name);
		return;
	}
	if (!strcmp(type, "uint"))
		type = unsigned_type(name, &place);
	if (optional)
		printf("#define HAVE_%s_%s 1\n", name_of(open_type), name);
	declaration = member_declaration(type, name);
	printf("\t\tstruct { ");
	if (place.offset)
		printf("char __before_%s[%u]; ", name, place.offset);
	printf("%s; };\n", declaration);
	check_member(name, &place, type, declaration);
}

/*
 * enum NAME: the indented lines are its values, written as macros, since the enum
 * itself is private too
 */

static void begin_enum(char *name)
{
	open_type = find_type(name, BTF_KIND_ENUM);
	if (!open_type)
		die("this kernel's BTF has no enum %s, as that of some kernels which clang has built: the module cannot be built for it; fdd works without the module",
		    name);
}

static void print_enum_value(char *name)
{
	const struct btf_enum *e = btf_enum(open_type);
	int i;

	for (i = 0; i < btf_vlen(open_type); i++, e++) {
		if (strcmp(btf__name_by_offset(btf, e->name_off), name))
			continue;
		printf("#define %s %d\n", name, (int)e->val);
		return;
	}
	die("this kernel's enum %s has no value %s", name_of(open_type), name);
}

/* value NAME: of an enum that has no name */
static void print_value(char *name)
{
	const struct btf_enum *e;
	int id, nr_types = btf__type_cnt(btf), i;

	for (id = 1; id < nr_types; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);

		if (btf_kind(t) != BTF_KIND_ENUM || *name_of(t))
			continue;
		for (i = 0, e = btf_enum(t); i < btf_vlen(t); i++, e++) {
			if (strcmp(btf__name_by_offset(btf, e->name_off), name))
				continue;
			printf("#define %s %d\n", name, (int)e->val);
			return;
		}
	}
}

/*
 * member NAME MEMBER, args TYPEDEF
 */

static bool has_member(const char *name, const char *member)
{
	const struct btf_type *t = find_type(name, BTF_KIND_STRUCT);
	struct place place;

	if (!t && !optional)
		die("this kernel has no struct %s", name);
	return t && find_member(t, member, 0, &place);
}

static void print_public_member(char *line)
{
	const char *name = next_word(&line), *member = line;

	if (has_member(name, member))
		printf("#define HAVE_%s_%s 1\n", name, member);
}

static void print_nr_args(char *name)
{
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_TYPEDEF);
	const struct btf_type *t = id < 0 ? NULL : btf__type_by_id(btf, id);

	if (t)
		check_type(name, t->type, name, name, string("%s of its headers", name));
	while (t && (btf_is_typedef(t) || btf_is_ptr(t)))
		t = btf__type_by_id(btf, t->type);
	if (!t || !btf_is_func_proto(t))
		die("this kernel has no callback type %s", name);
	printf("#define NR_ARGS_%s %u\n", name, btf_vlen(t));
}

/*
 * functions, variables: each indented line is one that is looked up
 */

/* All symbols of that name must have the type. Returns: how many there are. */
static int check_symbol(unsigned int kind, const char *name, const char *ours,
			const char *written)
{
	int id, nr_types = btf__type_cnt(btf), found = 0;

	for (id = 1; id < nr_types; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);

		if (btf_kind(t) != kind || strcmp(name_of(t), name))
			continue;
		check_type(name, t->type, ours, name, written);
		found++;
	}
	return found;
}

static void add_function(char *prototype)
{
	const char *args = strchr(prototype, '('), *name = args, *type;
	int found;

	if (!args)
		die("'%s' is not a prototype", prototype);
	while (name > prototype && !strchr(" *", name[-1]))
		name--;
	if (name == prototype)
		die("'%s' has no return type", prototype);
	type = string("%.*s", (int)(name - prototype) - (name[-1] == ' '), prototype);
	name = string("%.*s", (int)(args - name), name);

	found = check_symbol(BTF_KIND_FUNC, name, string("%s %s", type, args), prototype);
	if (!found && optional)
		return;
	if (!found)
		die("this kernel's BTF has no prototype of %s to compare with", name);
	if (optional)
		printf("#define HAVE_%s 1\n", name);
	printf("#define %s(...) static_call(kernel_%s)(__VA_ARGS__)\n", name, name);
	fprintf(functions.stream, " \\\n\tFUNC(%s, %s, %s)", type, name, args);
}

static bool variables_exist;

static void begin_variables(char *condition)
{
	const char *name = next_word(&condition), *member = condition;

	variables_exist = !*name || has_member(name, member);
}

/* A macro of that name would hide the struct. */
static bool is_named_as_its_struct(const char *name, const char *type)
{
	const char *tag = type + strlen("struct ");
	size_t size = strlen(name);

	return !strncmp(type, "struct ", strlen("struct ")) && !strncmp(tag, name, size) &&
	       (!tag[size] || tag[size] == ' ');
}

static void add_variable(char *line)
{
	const char *name = next_word(&line), *type = line;

	if (optional)
		die("'%s': only a list of variables can be optional", name);
	if (!variables_exist)
		return;
	if (!is_named_as_its_struct(name, type))
		printf("#define %s (*kernel_%s)\n", name, name);
	fprintf(variables.stream, " \\\n\tDATA(%s, %s)", type, name);
	if (!check_symbol(BTF_KIND_VAR, name, type, string("%s %s", type, name)))
		fprintf(checks.stream, "/* not in BTF: %s */\n", name);
}

/*
 * The module compares this with the running kernel's type information. It must
 * agree with btf_fingerprint() in compat/symbols.c: FNV-1a over 8-byte words, the
 * tail by bytes.
 */
static uint64_t fingerprint(const unsigned char *data, uint32_t size)
{
	const uint64_t prime = 0x100000001b3ULL;
	uint64_t hash = 0xcbf29ce484222325ULL, word;

	for (; size >= 8; size -= 8, data += 8) {
		memcpy(&word, data, 8);
		hash = (hash ^ word) * prime;
	}
	while (size--)
		hash = (hash ^ *data++) * prime;
	return hash;
}

static const struct section {
	const char	*word;
	bool		optional;	/* it and its lines may have a "?" */
	void		(*begin)(char *rest);
	void		(*line)(char *line);
	void		(*end)(void);
} sections[] = {
	{ .word = "struct", .optional = true,
	  .begin = begin_struct, .line = print_member, .end = end_struct },
	{ .word = "enum", .begin = begin_enum, .line = print_enum_value },
	{ .word = "value", .begin = print_value },
	{ .word = "member", .begin = print_public_member },
	{ .word = "args", .begin = print_nr_args },
	{ .word = "functions", .optional = true, .line = add_function },
	{ .word = "variables", .optional = true,
	  .begin = begin_variables, .line = add_variable },
	{ }
};

static const struct section *section;

static const struct section *find_section(const char *word)
{
	const struct section *s;

	for (s = sections; s->word; s++) {
		if (!strcmp(word, s->word))
			return s;
	}
	die("unknown section '%s'", word);
}

static void end_section(void)
{
	if (section && section->end)
		section->end();
}

static void begin_section(char *line)
{
	end_section();
	section = find_section(next_word(&line));
	if (section->begin)
		section->begin(line);
}

static void parse_line(char *line)
{
	bool indented = line[0] == '\t';

	line += strspn(line, " \t");
	line[strcspn(line, "\n")] = '\0';
	if (!*line || *line == '#')
		return;
	optional = *line == '?';
	line += optional;

	if (!indented)
		begin_section(line);
	else if (section && section->line)
		section->line(line);
	else
		die("'%s' is not below a section that has lines", line);
	if (optional && !section->optional)
		die("only structs, members, functions and lists of variables can be optional");
}

static int no_message(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

int main(int argc, char **argv)
{
	char line[512];
	const void *data;
	uint32_t size;
	FILE *spec;

	if (argc != 3) {
		fprintf(stderr, "usage: layout SPEC BTF\n");
		return 2;
	}
	libbpf_set_print(no_message);
	btf = btf__parse(argv[2], NULL);
	if (!btf || libbpf_get_error(btf)) {
		fprintf(stderr, "layout: %s: no kernel type information (BTF): %s\n",
			argv[2], strerror(errno));
		return 1;
	}
	spec_name = argv[1];
	spec = fopen(spec_name, "r");
	if (!spec) {
		fprintf(stderr, "layout: %s: %s\n", spec_name, strerror(errno));
		return 1;
	}

	open_text(&functions);
	open_text(&variables);
	open_text(&checks);
	data = btf__raw_data(btf, &size);
	printf("/* Written by compat/layout.c from the kernel's BTF. */\n"
	       "#define LAYOUT_FINGERPRINT 0x%llxULL\n\n",
	       (unsigned long long)fingerprint(data, size));
	while (fgets(line, sizeof(line), spec)) {
		spec_line++;
		parse_line(line);
	}
	end_section();
	fclose(spec);
	print_text(&functions, "\n#define KERNEL_FUNCTIONS(FUNC)", "\n");
	print_text(&variables, "\n#define KERNEL_DATA(DATA)", "\n");
	print_text(&checks, "\n#ifdef LAYOUT_CHECKS\n"
		   "#pragma push_macro(\"__percpu\")\n"
		   "#undef __percpu\n"
		   "#define __percpu	/* not in BTF */\n",
		   "#pragma pop_macro(\"__percpu\")\n"
		   "#endif\n");
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "layout: cannot write: %s\n", strerror(errno));
		return 1;
	}
	return 0;
}
