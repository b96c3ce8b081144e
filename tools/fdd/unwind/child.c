// SPDX-License-Identifier: GPL-2.0
/* Unwinds all copies of a file, each stack of the same places once. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/clean.h"
#include "lib/complete.h"
#include "lib/util.h"
#include "unwind/child.h"
#include "unwind/step.h"
#include "unwind/symbols.h"

#define MAX_NOTES	12

struct child {
	struct unwinder		u;
	FILE			*to;
	struct unwind_trace	trace;
	struct fdd_map		frames;		/* first and number of those of a place */
	struct fdd_names	lines;		/* those of frames, without their number */
	struct fdd_map		stacks;		/* number + 1, by a hash of the places */
	uint32_t		nr_stacks, nr_copies;
	uint64_t		left_out;	/* copies beyond a limit */
	uint32_t		*order;		/* frames of the stack that is written */
	uint32_t		nr, cap;
	unsigned int		notes;
	uint64_t		ends[UNWIND_ENDS];
	bool			python, java, node;	/* said how to get names */
	uint32_t		*place_frames;	/* lists of frames of places, see frames */
	uint32_t		nr_place_frames, cap_place_frames;
};

static void note(struct child *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void note(struct child *c, const char *fmt, ...)
{
	va_list args;
	char *text;
	int len;

	if (c->notes++ >= MAX_NOTES)
		return;
	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0)
		return;
	fputs("M\t", c->to);
	fdd_put_clean(c->to, text, len);
	fputc('\n', c->to);
	free(text);
}

/*
 * Files that are not as they were
 */

static void say_missing(struct child *c, struct unwind_file *file)
{
	if (file->said)
		return;
	file->said = true;
	if (!strcmp(file->name, "[vdso]"))
		return;
	if (file->missing == UNWIND_REPLACED)
		note(c, "%s is not the file that was mapped: stacks end there (fdd --symfs DIR, with the file of that time below DIR)",
		     file->name);
	else if (file->missing == UNWIND_NOT_FOUND)
		note(c, "%s is not there: stacks end there (fdd --symfs DIR, with the file below DIR)",
		     file->name);
	else if (file->missing == UNWIND_NOT_ELF)
		note(c, "%s is no program or library of 64 bits: stacks end there", file->name);
}

static bool has_library(const struct child *c, const struct unwind_process *p, const char *glob)
{
	for (uint32_t i = 0; p && i < p->nr; i++)
		if (p->list[i].file < c->u.files.nr &&
		    fdd_glob(glob, c->u.files.list[p->list[i].file].base))
			return true;
	return false;
}

/* How to get names of code that was made at run time. */
static void say_unnamed(struct child *c, int32_t pid)
{
	const struct unwind_process *p = unwind_process(&c->u.maps, pid);

	if (!c->java && has_library(c, p, "libjvm.so")) {
		c->java = true;
		note(c, "names of Java's methods: run it with -XX:+PreserveFramePointer, and call jcmd PID Compiler.perfmap while it runs");
	} else if (!c->node && (has_library(c, p, "node") || has_library(c, p, "libnode.so*"))) {
		c->node = true;
		note(c, "names of JavaScript's functions: run node with --perf-basic-prof");
	}
}

/*
 * Frames
 */

static void put_field(FILE *f, const char *s)
{
	fputc('\t', f);
	fdd_put_clean(f, s, strlen(s));
}

/* The number of a frame; a new one is written. */
static uint32_t put_frame(struct child *c, const struct fdd_user_frame *flags, const char *name,
			  const char *path, const char *module)
{
	char *text = NULL;
	size_t size;
	uint32_t id, before = c->lines.nr;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		abort();
	fprintf(f, "F\t%d\t%d\t%d\t%u", flags->inlined, flags->library, flags->unnamed,
		flags->line);
	put_field(f, name);
	put_field(f, path);
	put_field(f, module);
	fclose(f);
	id = fdd_names_get(&c->lines, text, size);
	if (id == before) {
		fwrite(text, 1, size, c->to);
		fputc('\n', c->to);
	}
	free(text);
	return id;
}

/* Directories of the system's libraries */
static bool is_library(const char *path)
{
	static const char *const globs[] = {
		"*/libc.so.*", "*/libc-*.so", "*/libpthread*.so*", "*/ld-linux*.so*", "*/ld-musl*",
		"*/libstdc++.so*", "*/libgcc_s.so*", "*/libm.so*", "[[]vdso]",
	};

	for (size_t i = 0; i < ARRAY_SIZE(globs); i++)
		if (fdd_glob(globs[i], path))
			return true;
	return false;
}

/* A part or a copy of a function of C, by the compiler */
static bool is_part(const char *name)
{
	static const char *const globs[] = { "*.part.*", "*.cold*", "*.constprop.*", "*.isra.*" };

	for (size_t i = 0; i < ARRAY_SIZE(globs); i++)
		if (fdd_glob(globs[i], name))
			return true;
	return false;
}

/* Functions of the libraries that Go and Rust link into programs */
static bool is_of_library(const char *name)
{
	static const char *const globs[] = {
		"runtime[./]*", "internal/*", "syscall.*", "sync[./]*", "os[./]*", "io[./]*",
		"bufio.*", "net[./]*", "time.*", "std::*", "<std::*",
	};

	for (size_t i = 0; i < ARRAY_SIZE(globs); i++)
		if (fdd_glob(globs[i], name))
			return !is_part(name);
	return false;
}

/* "#3" of a list that has its length before it */
static uint64_t note_frames(struct child *c, const uint32_t *frames, unsigned int nr)
{
	uint64_t at = c->nr_place_frames;

	for (unsigned int i = 0; i <= nr; i++) {
		GROW(c->place_frames, c->nr_place_frames, c->cap_place_frames);
		c->place_frames[c->nr_place_frames++] = i ? frames[i - 1] : nr;
	}
	return at + 1;
}

static uint64_t name_file_place(struct child *c, const struct unwind_place *place)
{
	struct unwind_file *file = &c->u.files.list[place->file];
	struct unwind_symbol list[UNWIND_MAX_INLINED];
	unsigned int nr = unwind_symbols_at(file, place->address, list);
	uint32_t frames[UNWIND_MAX_INLINED];

	for (unsigned int i = 0; i < nr; i++) {
		struct fdd_user_frame flags = {
			.inlined = list[i].inlined, .line = list[i].line,
			.library = is_library(file->name) ||
				   (list[i].name && is_of_library(list[i].name)),
			.unnamed = !list[i].name,
		};
		char address[32];

		snprintf(address, sizeof(address), "0x%" PRIx64, place->address);
		frames[i] = put_frame(c, &flags, list[i].name ? list[i].name : address,
				      list[i].path ? list[i].path : "", file->base);
	}
	unwind_symbols_free(list, nr);
	return note_frames(c, frames, nr);
}

/* "py::NAME:FILE" of Python, other names as they are */
static uint64_t name_jit_place(struct child *c, const struct unwind_place *place)
{
	const char *name = place->jit, *colon = strrchr(name, ':');
	const struct fdd_user_frame flags = { 0 };
	uint32_t frame;
	char *func;

	if (strncmp(name, "py::", 4) || colon < name + 4) {
		frame = put_frame(c, &flags, name, "", "JIT");
	} else {
		func = xstrndup(name + 4, colon - name - 4);
		frame = put_frame(c, &flags, func, colon + 1, "Python");
		free(func);
	}
	return note_frames(c, &frame, 1);
}

static uint64_t place_key(const struct unwind_place *place, int32_t pid)
{
	if (place->jit)
		return fdd_hash64(place->address ^ (uint64_t)(uint32_t)pid << 48) | 1ull << 63;
	return ((uint64_t)place->file << 48 | (place->address & ((1ull << 48) - 1))) &
	       ~(1ull << 63);
}

/* A list of frames: its length, then they. */
static const uint32_t *frames_of(struct child *c, const struct unwind_place *place, int32_t pid)
{
	uint64_t key = place_key(place, pid);
	uint64_t at = *fdd_map_get(&c->frames, key);

	if (!at) {
		at = place->jit ? name_jit_place(c, place) : name_file_place(c, place);
		*fdd_map_get(&c->frames, key) = at;
	}
	return &c->place_frames[at - 1];
}

/*
 * Interpreters
 */

static const char *const interpreters[] = {
	"python[23]*", "libpython[23]*", "perl", "perl5*", "libperl.so*", "ruby", "ruby[0-9]*",
	"libruby*", "php", "php[0-9]*", "lua", "lua[0-9]*", "liblua*", "libjvm.so", "node",
	"libnode.so*",
};

static bool is_interpreter(const char *base)
{
	for (size_t i = 0; i < ARRAY_SIZE(interpreters); i++)
		if (fdd_glob(interpreters[i], base))
			return true;
	return false;
}

static const char *interpreter_of(const struct child *c, const struct unwind_place *place)
{
	const char *base;

	if (place->jit || place->file >= c->u.files.nr)
		return NULL;
	base = c->u.files.list[place->file].base;
	return is_interpreter(base) ? base : NULL;
}

static bool is_of_python(const char *base)
{
	return base && (fdd_glob("python[23]*", base) || fdd_glob("libpython[23]*", base));
}

static bool has_names(const struct unwind_trace *t)
{
	for (unsigned int i = 0; i < t->nr; i++)
		if (t->list[i].jit)
			return true;
	return false;
}

static void add_frame(struct child *c, uint32_t frame)
{
	GROW(c->order, c->nr, c->cap);
	c->order[c->nr++] = frame;
}

/* The frames of an interpreter are one; with names of its functions, none. */
static void add_interpreter(struct child *c, const char *base, int32_t pid, bool named)
{
	const struct fdd_user_frame flags = { .unnamed = true };
	char name[300];

	if (named)
		return;
	if (is_of_python(base) && !c->python && !unwind_has_names(&c->u, pid)) {
		c->python = true;
		note(c, "names of Python's functions: run it with -X perf (Python 3.12 on)");
	}
	snprintf(name, sizeof(name), "[%.250s]", base);
	add_frame(c, put_frame(c, &flags, name, "", base));
}

/* What interrupted the next frame */
static void add_signal(struct child *c)
{
	const struct fdd_user_frame flags = { .library = true };

	add_frame(c, put_frame(c, &flags, "(a signal)", "", ""));
}

static void add_frames(struct child *c, int32_t pid)
{
	const struct unwind_trace *t = &c->trace;
	const char *seen = NULL;
	bool named = has_names(t);

	c->nr = 0;
	for (unsigned int i = 0; i < t->nr; i++) {
		const char *base = interpreter_of(c, &t->list[i]);
		const uint32_t *frames;

		if (base && (!seen || strcmp(base, seen)))
			add_interpreter(c, base, pid, named);
		seen = base ? base : seen;
		if (t->list[i].signal)
			add_signal(c);
		if (base || t->list[i].signal)
			continue;
		frames = frames_of(c, &t->list[i], pid);
		for (uint32_t n = 1; n <= frames[0]; n++)
			add_frame(c, frames[n]);
	}
}

/*
 * Stacks
 */

static const char *const ends[UNWIND_ENDS] = {
	[UNWIND_COMPLETE] = "",
	[UNWIND_COPY_ENDS] = "the copy of the stack ends there",
	[UNWIND_STACK_ENDS] = "its caller is on a part of the stack that could not be copied",
	[UNWIND_NO_MAP] = "the address of its caller is in no known file",
	[UNWIND_NO_CFI] = "it has no unwind information",
	[UNWIND_NO_CODE] = "the file of its caller is missing",
	[UNWIND_NO_NAME] = "its caller is code that was made at run time",
	[UNWIND_NOT_CALLED] = "its return address is behind no call",
	[UNWIND_BAD] = "its unwind information does not fit",
	[UNWIND_TOO_MANY] = "there are more",
	[UNWIND_32_BIT] = "a program of 32 bits",
	[UNWIND_NO_STACK] = "nothing was copied",
};

static uint64_t trace_hash(const struct unwind_trace *t, int32_t pid)
{
	uint64_t hash = t->end + 1;

	for (unsigned int i = 0; i < t->nr; i++)
		hash = fdd_hash64(hash * 0xc2b2ae3d27d4eb4full ^ place_key(&t->list[i], pid));
	return hash;
}

static void put_stack(struct child *c)
{
	fprintf(c->to, "S\t%s\t", ends[c->trace.end]);
	for (uint32_t i = 0; i < c->nr; i++)
		fprintf(c->to, "%s%u", i ? "," : "", c->order[i]);
	fputc('\n', c->to);
}

/* The number of a stack + 1, or 0: there are too many. */
static uint64_t stack_of(struct child *c, int32_t pid)
{
	uint64_t *at = fdd_map_get(&c->stacks, trace_hash(&c->trace, pid));

	if (*at || c->nr_stacks == UNWIND_MAX_STACKS)
		return *at;
	*at = ++c->nr_stacks;
	add_frames(c, pid);
	put_stack(c);
	return c->nr_stacks;
}

/*
 * Records
 */

static void take_map(void *arg, const struct fdd_perf_map *map)
{
	struct child *c = arg;

	unwind_maps_add(&c->u.maps, map, unwind_file_of(&c->u.files, map));
}

static void take_fork(void *arg, const struct fdd_perf_task *task)
{
	struct child *c = arg;

	unwind_maps_fork(&c->u.maps, task);
}

static void take_comm(void *arg, const struct fdd_perf_task *task)
{
	struct child *c = arg;

	if (task->exec)
		unwind_maps_exec(&c->u.maps, task->pid);
}

static void take_exit(void *arg, const struct fdd_perf_task *task)
{
	struct child *c = arg;

	unwind_maps_exit(&c->u.maps, task);
}

/* Calls have their times by another clock than samples, see trace_clock_local(). */
static void put_copy(struct child *c, const struct fdd_perf_sample *s, uint32_t stack)
{
	uint64_t time = s->of_call ? s->calltime + s->duration : s->time;

	c->nr_copies++;
	fprintf(c->to, "C\t%d\t%" PRIu64 "\t%" PRIu64 "\t%u\n", s->tid, time,
		s->of_call ? s->calltime : 0, stack);
}

static void take_sample(void *arg, const struct fdd_perf_sample *s)
{
	struct child *c = arg;
	uint64_t stack;

	/* a kernel thread */
	if (s->abi == FDD_PERF_NO_REGS)
		return;
	unwind(&c->u, s, &c->trace);
	c->ends[c->trace.end]++;
	if (c->trace.end == UNWIND_NO_CODE && c->trace.file < c->u.files.nr)
		say_missing(c, &c->u.files.list[c->trace.file]);
	if (c->trace.end == UNWIND_NO_NAME)
		say_unnamed(c, s->pid);
	if (!c->trace.nr && c->trace.end != UNWIND_NO_CODE)
		return;
	stack = c->nr_copies < UNWIND_MAX_COPIES ? stack_of(c, s->pid) : 0;
	if (stack)
		put_copy(c, s, stack - 1);
	else
		c->left_out++;
}

static const struct fdd_perf_ops ops = {
	.map = take_map, .fork = take_fork, .comm = take_comm, .exit = take_exit,
	.sample = take_sample,
};

static void say_report(struct child *c, const struct fdd_perf_report *r)
{
	c->notes = 0;
	if (r->truncated)
		note(c, "is not complete: its recorder was killed, or the disk was full");
	if (r->lost)
		note(c, "%" PRIu64 " stacks or maps are missing: the buffer was full", r->lost);
	if (r->bad)
		note(c, "%" PRIu64 " records could not be parsed", r->bad);
	if (r->cut)
		note(c, "limited to %u records: the other %" PRIu64 " are left out",
		     FDD_PERF_RECORDS, r->cut);
	if (c->left_out)
		note(c, "limited to %u stacks of %u kinds: %" PRIu64 " are left out",
		     UNWIND_MAX_COPIES, UNWIND_MAX_STACKS, c->left_out);
	if (c->u.maps.left_out)
		note(c, "limited to %u maps of processes: %" PRIu64 " are left out",
		     UNWIND_MAX_MAPS, c->u.maps.left_out);
	if (r->other_clock && r->samples)
		note(c, "its times are not of the clock mono: perf record -k mono");
	if (c->ends[UNWIND_32_BIT])
		note(c, "%" PRIu64 " stacks of programs of 32 bits are left out",
		     c->ends[UNWIND_32_BIT]);
}

bool unwind_child(int fd, const char *path, const struct fdd_unwind_wish *wish, FILE *to)
{
	struct child *c = xcalloc(1, sizeof(*c));
	struct fdd_perf_report report;
	char *vdso, *jit;
	struct stat st;
	bool good;

	c->to = to;
	if (fstat(fd, &st) || asprintf(&vdso, "%s" FDD_VDSO, path) < 0 ||
	    asprintf(&jit, "%s.maps", path) < 0)
		abort();
	unwind_files_init(&c->u.files, wish->symfs, vdso, st.st_mtime);
	c->u.jit_dir = jit;
	good = fdd_perf_data_read(fd, &ops, c, &report);
	if (good)
		say_report(c, &report);
	else
		note(c, "%s", report.error);
	if (good)
		fputs("E\n", to);
	fflush(to);
	/* The process ends: its memory is not freed. */
	return good;
}
