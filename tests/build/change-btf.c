// SPDX-License-Identifier: GPL-2.0
/*
 * Write a kernel's type information with some types changed, as another version of
 * the kernel might have them.
 *
 * usage: change-btf VMLINUX OUT CHANGE...
 *
 * A CHANGE is one of these, in one word; a TYPE is a name that BTF has ("long int",
 * "struct trace_array"), or such a name with "const " before or " *" behind it:
 *
 *	FUNCTION returns TYPE
 *	FUNCTION N TYPE		its argument N (0 is the first; one more is added)
 *	FUNCTION less		without its last argument
 *	FUNCTION named NAME	it gets another name; so may a struct, an enum or a typedef
 *	STRUCT.MEMBER is TYPE
 *	STRUCT.MEMBER gone	(its name is)
 *	STRUCT.MEMBER new	the last member gets the name
 *	CALLBACK less		a typedef of a pointer to a function: without its last argument
 *	CALLBACK more		with an int as its last argument
 *	VALUE valued NAME	a value of an enum gets another name
 *	NAME is TYPE		a variable or a typedef
 *	NAME new TYPE		a variable that BTF did not have
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

static struct btf *btf;
static const char *change;

static void __attribute__((noreturn)) die(const char *why)
{
	fprintf(stderr, "change-btf: %s: %s\n", change, why);
	exit(1);
}

/* Types move when one is added: none is kept but by its number. */
static struct btf_type *type(int id)
{
	return (struct btf_type *)btf__type_by_id(btf, id);
}

static int find(const char *name, unsigned int kind)
{
	int id = btf__find_by_name_kind(btf, name, kind);

	if (id < 0)
		die("there is no such type");
	return id;
}

static int parse_type(char *text)
{
	size_t len = strlen(text);

	if (len > 2 && !strcmp(text + len - 2, " *")) {
		text[len - 2] = '\0';
		return btf__add_ptr(btf, parse_type(text));
	}
	if (!strncmp(text, "const ", 6))
		return btf__add_const(btf, parse_type(text + 6));
	if (!strncmp(text, "struct ", 7))
		return find(text + 7, BTF_KIND_STRUCT);
	if (!strcmp(text, "void"))
		return 0;
	if (btf__find_by_name_kind(btf, text, BTF_KIND_INT) > 0)
		return find(text, BTF_KIND_INT);
	return find(text, BTF_KIND_TYPEDEF);
}

struct param {
	const char	*name;
	int		type;
};

static int add_proto(int ret, const struct param *params, int nr)
{
	int i, id = btf__add_func_proto(btf, ret);

	for (i = 0; i < nr; i++)
		btf__add_func_param(btf, params[i].name, params[i].type);
	return id;
}

/* A function gets a prototype of its own: others may share the one that it has. */
static void change_function(int func, char *what)
{
	const struct btf_type *proto = type(type(func)->type);
	struct param params[16];
	int i, nr = btf_vlen(proto), ret = proto->type;
	char *rest;

	for (i = 0; i < nr; i++) {
		params[i].name = strdup(btf__name_by_offset(btf, btf_params(proto)[i].name_off));
		params[i].type = btf_params(proto)[i].type;
	}

	if (!strncmp(what, "returns ", 8)) {
		ret = parse_type(what + 8);
	} else if (!strcmp(what, "less")) {
		nr--;
	} else {
		i = strtol(what, &rest, 10);
		if (rest == what || *rest != ' ' || i > nr)
			die("no such argument");
		if (i == nr)
			params[nr++].name = "added";
		params[i].type = parse_type(rest + 1);
	}
	i = add_proto(ret, params, nr);
	type(func)->type = i;
}

static struct btf_member *find_member(const char *of, const char *name)
{
	const struct btf_type *t = type(find(of, BTF_KIND_STRUCT));
	int i;

	for (i = 0; i < btf_vlen(t); i++) {
		struct btf_member *m = btf_members(t) + i;

		if (!strcmp(btf__name_by_offset(btf, m->name_off), name))
			return m;
	}
	die("there is no such member");
}

static void change_member(const char *of, const char *name, int to)
{
	find_member(of, name)->type = to;
}

static void remove_member(const char *of, const char *name)
{
	int gone = btf__add_str(btf, "gone");

	find_member(of, name)->name_off = gone;
}

static void add_member(const char *of, const char *name)
{
	int to = btf__add_str(btf, name);
	struct btf_type *t = type(find(of, BTF_KIND_STRUCT));

	btf_members(t)[btf_vlen(t) - 1].name_off = to;
}

/* The typedef gets a pointer and a prototype of its own. */
static void change_callback(const char *name, bool more)
{
	int id = find(name, BTF_KIND_TYPEDEF), i, nr, ret;
	const struct btf_type *proto = type(type(type(id)->type)->type);
	struct param params[16];

	if (!btf_is_ptr(type(type(id)->type)) || !btf_is_func_proto(proto))
		die("it is not a callback");
	nr = btf_vlen(proto);
	ret = proto->type;
	for (i = 0; i < nr; i++) {
		params[i].name = strdup(btf__name_by_offset(btf, btf_params(proto)[i].name_off));
		params[i].type = btf_params(proto)[i].type;
	}
	if (more) {
		params[nr].name = "added";
		params[nr++].type = find("int", BTF_KIND_INT);
	} else {
		nr--;
	}
	i = btf__add_ptr(btf, add_proto(ret, params, nr));
	type(id)->type = i;
}

static void rename_value(const char *name, const char *to)
{
	int id, i, found = 0, off = btf__add_str(btf, to);

	for (id = 1; id < (int)btf__type_cnt(btf); id++) {
		for (i = 0; btf_is_enum(type(id)) && i < btf_vlen(type(id)); i++) {
			struct btf_enum *e = btf_enum(type(id)) + i;

			if (strcmp(btf__name_by_offset(btf, e->name_off), name))
				continue;
			e->name_off = off;
			found++;
		}
	}
	if (!found)
		die("there is no such value");
}

static void change_named(const char *name, int to)
{
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_VAR);

	if (id < 0)
		id = find(name, BTF_KIND_TYPEDEF);
	type(id)->type = to;
}

static void rename_type(const char *name, const char *to)
{
	static const unsigned int kinds[] = {
		BTF_KIND_STRUCT, BTF_KIND_ENUM, BTF_KIND_TYPEDEF, BTF_KIND_FUNC
	};
	int id = -1, i;

	for (i = 0; i < 4 && id < 0; i++)
		id = btf__find_by_name_kind(btf, name, kinds[i]);
	if (id < 0)
		die("there is no such type");
	type(id)->name_off = btf__add_str(btf, to);
}

static void apply(char *text)
{
	char *name = strtok(text, " "), *what = strtok(NULL, ""), *dot = strchr(name, '.');

	if (!what)
		die("what is changed?");
	if (dot && !strcmp(what, "gone")) {
		*dot = '\0';
		remove_member(name, dot + 1);
	} else if (dot && !strcmp(what, "new")) {
		*dot = '\0';
		add_member(name, dot + 1);
	} else if (!strncmp(what, "valued ", 7)) {
		rename_value(name, what + 7);
	} else if ((!strcmp(what, "less") || !strcmp(what, "more")) &&
		   btf__find_by_name_kind(btf, name, BTF_KIND_TYPEDEF) > 0) {
		change_callback(name, *what == 'm');
	} else if (!strncmp(what, "named ", 6)) {
		rename_type(name, what + 6);
	} else if (!strncmp(what, "new ", 4)) {
		btf__add_var(btf, name, BTF_VAR_GLOBAL_ALLOCATED, parse_type(what + 4));
	} else if (strncmp(what, "is ", 3)) {
		change_function(find(name, BTF_KIND_FUNC), what);
	} else if (dot) {
		*dot = '\0';
		change_member(name, dot + 1, parse_type(what + 3));
	} else {
		change_named(name, parse_type(what + 3));
	}
}

int main(int argc, char **argv)
{
	const void *data;
	uint32_t size;
	FILE *out;
	int i;

	if (argc < 3) {
		fprintf(stderr, "usage: change-btf VMLINUX OUT CHANGE...\n");
		return 2;
	}
	btf = btf__parse(argv[1], NULL);
	if (!btf || libbpf_get_error(btf)) {
		fprintf(stderr, "change-btf: %s: no BTF\n", argv[1]);
		return 1;
	}
	/* From the first addition on it is a copy that can be written to. */
	btf__add_str(btf, "added");
	for (i = 3; i < argc; i++) {
		change = strdup(argv[i]);
		apply(argv[i]);
	}
	data = btf__raw_data(btf, &size);
	out = fopen(argv[2], "w");
	if (!out || fwrite(data, size, 1, out) != 1 || fclose(out)) {
		perror(argv[2]);
		return 1;
	}
	return 0;
}
