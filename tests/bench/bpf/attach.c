// SPDX-License-Identifier: GPL-2.0
/*
 * Attach a BPF program to functions until standard input ends.
 *
 * usage: attach [-m MODULE] [-f FILE] [-t SECONDS] METHOD MODE [FUNCTION...]
 *
 * METHOD is kprobe-session, fentry, fsession or fsession-multi, MODE is below, hist or
 * record: METHOD-MODE.bpf.o is in this program's directory. The functions are of the kernel, or of
 * one module; FILE has one on each line. A method that takes them one by one stops after so
 * many seconds. Prints
 *	without N REASON	functions that are left out
 *	attached N NS NS	when it is attached: time in all, and from the loaded program
 *	counted N		at the end: the calls in the histograms or records
 *
 * The programs are loaded and linked by bpf(2) where libbpf does not know the way yet.
 */
#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "shared.h"

/* enum bpf_attach_type of Linux 7.2 */
#define TRACE_FSESSION		58
#define TRACE_FSESSION_MULTI	61

#define MAX_ARGUMENTS		12

struct target {
	const char	*name;
	__u32		id;	/* in BTF */
};

static struct target *targets;
static unsigned int nr_targets;

/* The module's BTF, or the kernel's, which has no descriptor */
static struct btf *btf;
static int btf_fd;

static const char *program_dir;
static __u64 limit_ns;		/* 0: none */

static struct bpf_object *object;
static struct bpf_map *hists;	/* NULL: the program writes records */

static void die(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "attach: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

static __u64 now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static void add_target(const char *name)
{
	if (!(nr_targets & (nr_targets + 1))) {
		targets = realloc(targets, (2 * nr_targets + 2) * sizeof(*targets));
		if (!targets)
			die("no memory");
	}
	targets[nr_targets++] = (struct target){ .name = strdup(name) };
}

static void read_targets(const char *path)
{
	FILE *file = fopen(path, "r");
	char name[512];

	if (!file)
		die("%s: %s", path, strerror(errno));
	while (fscanf(file, "%511s", name) == 1)
		add_target(name);
	fclose(file);
}

/* module_btf - find the BTF of a module, and open it */
static void module_btf(struct btf *base, const char *module)
{
	struct bpf_btf_info info;
	char name[64];
	__u32 id = 0, size;

	while (!bpf_btf_get_next_id(id, &id)) {
		btf_fd = bpf_btf_get_fd_by_id(id);
		info = (struct bpf_btf_info){ .name = (__u64)name, .name_len = sizeof(name) };
		size = sizeof(info);
		if (btf_fd >= 0 && !bpf_btf_get_info_by_fd(btf_fd, &info, &size) &&
		    info.kernel_btf && !strcmp(name, module)) {
			btf = btf__load_from_kernel_by_id_split(id, base);
			return;
		}
		close(btf_fd);
	}
}

static void open_btf(const char *module)
{
	btf = btf__load_vmlinux_btf();
	if (btf && module)
		module_btf(btf, module);
	if (!btf || (module && !btf_fd))
		die("%s: no BTF", module ?: "the kernel");
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct target *)a)->name, ((const struct target *)b)->name);
}

/* btf_functions - all functions of the BTF, sorted by their names */
static unsigned int btf_functions(struct target **functions)
{
	unsigned int id, n = 0, types = btf__type_cnt(btf);
	const struct btf_type *type;

	*functions = calloc(types, sizeof(**functions));
	if (!*functions)
		die("no memory");
	for (id = 1; id < types; id++) {
		type = btf__type_by_id(btf, id);
		if (!btf_is_func(type))
			continue;
		(*functions)[n].name = btf__name_by_offset(btf, type->name_off);
		(*functions)[n++].id = id;
	}
	qsort(*functions, n, sizeof(**functions), by_name);
	return n;
}

static const struct btf_type *plain_type(__u32 id)
{
	const struct btf_type *type = btf__type_by_id(btf, id);

	while (btf_is_mod(type) || btf_is_typedef(type))
		type = btf__type_by_id(btf, type->type);
	return type;
}

/* refused - why trampolines do not take a function, or NULL */
static const char *refused(__u32 id)
{
	const struct btf_type *proto = btf__type_by_id(btf, btf__type_by_id(btf, id)->type);
	unsigned int i, n = btf_vlen(proto);

	if (btf_is_composite(plain_type(proto->type)))
		return "structure-returned";
	if (n > MAX_ARGUMENTS)
		return "too-many-arguments";
	for (i = 0; i < n; i++) {
		__u32 type = btf_params(proto)[i].type;

		if (!type)
			return "variable-arguments";
		if (btf__resolve_size(btf, type) > 16)
			return "large-argument";
	}
	return NULL;
}

static struct {
	const char	*reason;
	unsigned int	n;
} left_out[8];

static void leave_out(const char *reason)
{
	unsigned int i = 0;

	while (left_out[i].reason && strcmp(left_out[i].reason, reason))
		i++;
	left_out[i].reason = reason;
	left_out[i].n++;
}

static void resolve_targets(void)
{
	struct target *functions, *found;
	unsigned int nr = btf_functions(&functions), i, kept = 0;
	const char *why;

	for (i = 0; i < nr_targets; i++) {
		found = bsearch(&targets[i], functions, nr, sizeof(*functions), by_name);
		why = found ? refused(found->id) : "no-BTF";
		if (why) {
			leave_out(why);
			continue;
		}
		targets[kept].name = targets[i].name;
		targets[kept++].id = found->id;
	}
	free(functions);
	nr_targets = kept;
	for (i = 0; left_out[i].reason; i++)
		printf("without %u %s\n", left_out[i].n, left_out[i].reason);
}

/* What the kernel's BPF_LINK_CREATE reads for programs with trampolines */
struct link_request {
	__u32	prog_fd;
	__u32	target_fd;
	__u32	attach_type;
	__u32	flags;
	union {
		struct {
			__u32	btf_id;
			__u64	cookie;
		} one;
		struct {
			__u64	ids;
			__u64	cookies;
			__u32	count;
		} multi;
	};
};

static void create_link(struct link_request *request, const char *name)
{
	if (syscall(__NR_bpf, BPF_LINK_CREATE, request, sizeof(*request)) < 0)
		die("cannot attach to %s: %s", name, strerror(errno));
}

static void link_one(int fd, int type, unsigned int i)
{
	struct link_request request = {
		.prog_fd = fd, .attach_type = type, .one = { .cookie = i }
	};

	create_link(&request, targets[i].name);
}

/* load_copy - load a program again, for another function */
static int load_copy(const struct bpf_program *program, unsigned int i)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts,
		    .expected_attach_type = bpf_program__expected_attach_type(program),
		    .attach_btf_id = targets[i].id,
		    .attach_btf_obj_fd = btf_fd);
	int fd = bpf_prog_load(BPF_PROG_TYPE_TRACING, bpf_program__name(program), "GPL",
			       bpf_program__insns(program), bpf_program__insn_cnt(program), &opts);

	if (fd < 0)
		die("%s does not load: %s", targets[i].name, strerror(errno));
	return fd;
}

/* attach_each - a program and a link for each function */
static void attach_each(void)
{
	struct bpf_program *program;
	__u64 end = now_ns() + limit_ns;
	unsigned int i;

	for (i = 0; i < nr_targets && (!limit_ns || now_ns() < end); i++)
		bpf_object__for_each_program(program, object)
			link_one(i ? load_copy(program, i) : bpf_program__fd(program),
				 bpf_program__expected_attach_type(program), i);
	nr_targets = i;
}

static __u64 *all_cookies(void)
{
	__u64 *cookies = calloc(nr_targets, sizeof(*cookies));
	unsigned int i;

	if (!cookies)
		die("no memory");
	for (i = 0; i < nr_targets; i++)
		cookies[i] = i;
	return cookies;
}

/* One link for all: if a function is refused, all are. */
static void attach_multi(void)
{
	__u32 *ids = calloc(nr_targets, sizeof(*ids));
	struct link_request request = {
		.prog_fd = bpf_program__fd(bpf_object__next_program(object, NULL)),
		.attach_type = TRACE_FSESSION_MULTI,
		.multi = {
			.ids = (__u64)ids,
			.cookies = (__u64)all_cookies(),
			.count = nr_targets
		},
	};
	unsigned int i;

	if (!ids)
		die("no memory");
	for (i = 0; i < nr_targets; i++)
		ids[i] = targets[i].id;
	create_link(&request, "all functions");
}

static void attach_kprobe(void)
{
	struct bpf_program *program = bpf_object__next_program(object, NULL);
	const char **names = calloc(nr_targets, sizeof(*names));
	struct bpf_kprobe_multi_opts opts = {
		.sz = sizeof(opts),
		.syms = names,
		.cookies = all_cookies(),
		.cnt = nr_targets,
		.session = true,
	};
	unsigned int i;

	if (!names)
		die("no memory");
	for (i = 0; i < nr_targets; i++)
		names[i] = targets[i].name;
	if (!bpf_program__attach_kprobe_multi_opts(program, NULL, &opts))
		die("cannot attach: %s", strerror(errno));
}

static const struct method {
	const char	*name;
	bool		by_btf;
	void		(*attach)(void);
} methods[] = {
	{ "kprobe-session",	false,	attach_kprobe },
	{ "fentry",		true,	attach_each },
	{ "fsession",		true,	attach_each },
	{ "fsession-multi",	true,	attach_multi },
};

/* A program with a trampoline is checked for the function that it is loaded for. */
static int prepare_load(struct bpf_program *program, struct bpf_prog_load_opts *opts, long type)
{
	opts->attach_btf_obj_fd = btf_fd;
	opts->attach_btf_id = type == TRACE_FSESSION_MULTI ? 0 : targets[0].id;
	return 0;
}

static void register_section(const char *name, long type)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts,
		    .cookie = type, .prog_prepare_load_fn = prepare_load);

	if (libbpf_register_prog_handler(name, BPF_PROG_TYPE_TRACING, type, &opts) < 0)
		die("libbpf does not take the section %s", name);
}

static void register_sections(void)
{
	register_section("fentry", BPF_TRACE_FENTRY);
	register_section("fexit", BPF_TRACE_FEXIT);
	register_section("fsession", TRACE_FSESSION);
	register_section("fsession.multi", TRACE_FSESSION_MULTI);
}

static void load_object(const char *method, const char *mode)
{
	char path[256];

	register_sections();
	snprintf(path, sizeof(path), "%s/%s-%s.bpf.o", program_dir, method, mode);
	object = bpf_object__open_file(path, NULL);
	if (!object)
		die("%s: %s", path, strerror(errno));
	hists = bpf_object__find_map_by_name(object, "hists");
	if (hists)
		bpf_map__set_max_entries(hists, nr_targets);
	if (bpf_object__load(object))
		die("%s does not load: %s", method, strerror(errno));
}

static int count_record(void *counted, void *data, size_t size)
{
	++*(unsigned long *)counted;
	return 0;
}

static unsigned long count_records(void)
{
	int map = bpf_object__find_map_fd_by_name(object, "records");
	unsigned long counted = 0;
	struct ring_buffer *ring;

	ring = ring_buffer__new(map, count_record, &counted, NULL);
	if (!ring || ring_buffer__consume(ring) < 0)
		die("no records: %s", strerror(errno));
	return counted;
}

static unsigned long count_hists(void)
{
	int map = bpf_map__fd(hists), cpus = libbpf_num_possible_cpus();
	struct hist *values = calloc(cpus, sizeof(*values));
	unsigned long counted = 0;
	__u32 i, n = nr_targets, slot;

	for (i = 0; values && i < n && !bpf_map_lookup_elem(map, &i, values); i++)
		for (slot = 0; slot < cpus * HIST_SLOTS; slot++)
			counted += values[slot / HIST_SLOTS].slots[slot % HIST_SLOTS];
	free(values);
	return counted;
}

static const struct method *find_method(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		if (!strcmp(methods[i].name, name))
			return &methods[i];
	}
	die("no method %s", name);
	return NULL;
}

static void print_usage(void)
{
	die("usage: attach [-m MODULE] [-f FILE] [-t SECONDS] METHOD MODE [FUNCTION...]");
}

/* parse_options - read the options; returns the module that is named, or NULL */
static const char *parse_options(int argc, char **argv)
{
	const char *module = NULL;
	int option;

	while ((option = getopt(argc, argv, "m:f:t:")) != -1) {
		if (option == 'm')
			module = optarg;
		else if (option == 'f')
			read_targets(optarg);
		else if (option == 't')
			limit_ns = atoi(optarg) * 1000000000ULL;
		else
			print_usage();
	}
	if (argc - optind < 2)
		print_usage();
	return module;
}

/* attach_all - load and attach; @module is NULL for functions of the kernel */
static void attach_all(const struct method *method, const char *mode, const char *module)
{
	__u64 start = now_ns(), loaded;

	if (method->by_btf) {
		open_btf(module);
		resolve_targets();
	}
	if (!nr_targets)
		die("no function to attach to");
	load_object(method->name, mode);
	loaded = now_ns();
	method->attach();
	printf("attached %u %llu %llu\n", nr_targets, now_ns() - start, now_ns() - loaded);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	const char *module = parse_options(argc, argv);
	const struct method *method = find_method(argv[optind]);
	const char *mode = argv[optind + 1];
	int i;

	for (i = optind + 2; i < argc; i++)
		add_target(argv[i]);
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 1 << 20, 1 << 20 });
	program_dir = dirname(argv[0]);
	attach_all(method, mode, module);

	while (getchar() != EOF)
		;
	printf("counted %lu\n", hists ? count_hists() : count_records());
	return 0;
}
