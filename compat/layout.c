// SPDX-License-Identifier: GPL-2.0
/*
 * Write compat/generated/layout.h from a kernel's own type information.
 *
 * usage: layout SPEC BTF > layout.h
 *
 * SPEC is compat/layout.spec, which says what its lines mean. BTF is an ELF file
 * with a .BTF section (linux-headers' vmlinux) or the section's bare bytes
 * (/sys/kernel/btf/vmlinux).
 *
 * A struct is written as a union of its members, each behind padding of its
 * offset, so that "tr->events" compiles to the right place whatever lies
 * between the members we know. The compiler checks every offset and size again.
 */
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

/* A member found in BTF: where it lies and how large it is, in bytes. */
struct place {
	uint32_t	offset;
	uint32_t	size;
};

/* Anonymous structs and unions are looked into, as C does. */
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

/* "int (*)(void)" and "init" give "int (*init)(void)". */
static void print_declaration(const char *type, const char *name)
{
	const char *star = strstr(type, "(*)");

	if (star)
		printf("%.*s(*%s)%s", (int)(star - type), type, name, star + 3);
	else
		printf("%s %s", type, name);
}

/* The struct that the spec is in, and what is to be asserted at its end. */
static struct {
	const struct btf_type	*type;
	char			name[64];
	char			*asserts;
	size_t			asserts_len;
	FILE			*memory;
	bool			skipped;	/* a "?struct" this kernel lacks */
} open_struct;

static void end_struct(void)
{
	if (!open_struct.type)
		return;
	printf("\t\tchar __size[%u];\n\t};\n};\n", open_struct.type->size);
	fclose(open_struct.memory);
	fputs(open_struct.asserts, stdout);
	printf("static_assert(sizeof(struct %s) == %u);\n\n", open_struct.name,
	       open_struct.type->size);
	free(open_struct.asserts);
	open_struct.type = NULL;
}

static void begin_struct(const char *name, bool optional)
{
	end_struct();
	open_struct.type = find_type(name, BTF_KIND_STRUCT);
	open_struct.skipped = !open_struct.type;
	if (!open_struct.type) {
		if (!optional)
			die("this kernel has no struct %s", name);
		return;
	}
	if (optional)
		printf("#define HAVE_%s 1\n", name);
	snprintf(open_struct.name, sizeof(open_struct.name), "%s", name);
	open_struct.memory = open_memstream(&open_struct.asserts,
					    &open_struct.asserts_len);
	if (!open_struct.memory)
		die("out of memory");
	printf("struct %s {\n\tunion {\n", name);
}

static const char *unsigned_of_size(uint32_t size)
{
	switch (size) {
	case 4:
		return "u32";
	case 8:
		return "u64";
	}
	die("an unsigned integer of %u bytes", size);
}

static void print_member(const char *name, const char *type, bool optional)
{
	struct place place;

	if (open_struct.skipped)
		return;
	if (!find_member(open_struct.type, name, 0, &place)) {
		if (!optional)
			die("this kernel's struct %s has no member %s",
			    open_struct.name, name);
		return;
	}
	if (!strcmp(type, "uint"))
		type = unsigned_of_size(place.size);
	if (optional)
		printf("#define HAVE_%s_%s 1\n", open_struct.name, name);
	printf("\t\tstruct { ");
	if (place.offset)
		printf("char __before_%s[%u]; ", name, place.offset);
	print_declaration(type, name);
	printf("; };\n");
	fprintf(open_struct.memory,
		"static_assert(offsetof(struct %1$s, %2$s) == %3$u);\n"
		"static_assert(sizeof_field(struct %1$s, %2$s) == %4$u);\n",
		open_struct.name, name, place.offset, place.size);
}

/* Enum values are written as macros: the enum itself is private too. */
static const struct btf_type *open_enum;
static char open_enum_name[64];

static void begin_enum(const char *name)
{
	end_struct();
	snprintf(open_enum_name, sizeof(open_enum_name), "%s", name);
	open_enum = find_type(name, BTF_KIND_ENUM);
	if (!open_enum)
		die("this kernel has no enum %s", name);
}

static void print_enum_value(const char *name)
{
	const struct btf_enum *e = btf_enum(open_enum);
	int i;

	for (i = 0; i < btf_vlen(open_enum); i++, e++) {
		if (strcmp(btf__name_by_offset(btf, e->name_off), name))
			continue;
		printf("#define %s %d\n", name, (int)e->val);
		return;
	}
	die("this kernel's enum %s has no value %s", open_enum_name, name);
}

static void print_public_member(const char *type, const char *member)
{
	const struct btf_type *t = find_type(type, BTF_KIND_STRUCT);
	struct place place;

	if (!t)
		die("this kernel has no struct %s", type);
	if (find_member(t, member, 0, &place))
		printf("#define HAVE_%s_%s 1\n", type, member);
}

static void print_nr_args(const char *name)
{
	const struct btf_type *t = find_type(name, BTF_KIND_TYPEDEF);

	while (t && (btf_is_typedef(t) || btf_is_ptr(t)))
		t = btf__type_by_id(btf, t->type);
	if (!t || !btf_is_func_proto(t))
		die("this kernel has no callback type %s", name);
	printf("#define NR_ARGS_%s %u\n", name, btf_vlen(t));
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

static void parse_line(char *line)
{
	bool indented = line[0] == '\t';
	char *save, *word = strtok_r(line, " \t\n", &save);
	char *rest;
	bool optional;

	if (!word || word[0] == '#')
		return;
	optional = word[0] == '?';
	word += optional;
	rest = save + strspn(save, " \t");
	rest[strcspn(rest, "\n")] = '\0';

	if (indented && (open_struct.type || open_struct.skipped)) {
		print_member(word, rest, optional);
	} else if (indented && open_enum) {
		print_enum_value(word);
	} else if (!strcmp(word, "struct")) {
		begin_struct(rest, optional);
	} else if (!strcmp(word, "enum")) {
		begin_enum(rest);
		open_struct.skipped = false;
	} else if (!strcmp(word, "member")) {
		char *type = strtok_r(rest, " \t", &save);

		end_struct();
		print_public_member(type, save);
	} else if (!strcmp(word, "args")) {
		end_struct();
		print_nr_args(rest);
	} else {
		die("cannot read '%s'", word);
	}
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

	data = btf__raw_data(btf, &size);
	printf("/* Written by compat/layout.c from the kernel's BTF. */\n"
	       "#define LAYOUT_FINGERPRINT 0x%llxULL\n\n",
	       (unsigned long long)fingerprint(data, size));
	while (fgets(line, sizeof(line), spec)) {
		spec_line++;
		parse_line(line);
	}
	end_struct();
	fclose(spec);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "layout: cannot write: %s\n", strerror(errno));
		return 1;
	}
	return 0;
}
