// SPDX-License-Identifier: GPL-2.0
/* Finds the ring buffers' pages in a trace.dat: see trace-cmd.dat.v6(5) and v7(5). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "read/dat_file.h"

#define MAX_STRING	4096
#define MAX_CPUS	65536
#define MAX_ALL_CPUS	(1 << 18)	/* of all buffers */
#define MAX_OPTIONS	65536		/* of all sections */
#define MAX_SECTIONS	64		/* with options */
#define MAX_HEADERS	(32u << 20)	/* fdd_dat_headers_read() keeps them in memory */
#define CPU_ENTRY	16		/* bytes, of version 6; of version 7 it has more */

enum option_id {
	OPTION_DONE = 0,
	OPTION_CPUSTAT = 2,
	OPTION_BUFFER = 3,
	OPTION_TRACECLOCK = 4,
	OPTION_UNAME = 5,
	OPTION_CPUCOUNT = 8,
	/* each with the offset of a section: see enum fdd_dat_part_id */
	OPTION_HEADER_INFO = 16,
};

#define SECTION_COMPRESSED	1

/* A position in the file. After one failed read all later reads fail. */
struct cursor {
	struct fdd_dat_file	*f;
	uint64_t		pos;
	uint64_t		end;
	bool			bad;
};

/* There is something at this place, so a file that ends before is not complete. */
static void expect(struct fdd_dat_file *f, uint64_t offset, uint64_t size)
{
	uint64_t end = size > UINT64_MAX - offset ? UINT64_MAX : offset + size;

	if (end > f->expected)
		f->expected = end;
}

bool fdd_dat_file_read(const struct fdd_dat_file *f, uint64_t offset,
		       void *buf, size_t size)
{
	char *to = buf;

	if (offset > f->size || size > f->size - offset)
		return false;
	while (size) {
		ssize_t n = pread(f->fd, to, size, offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		to += n;
		offset += n;
		size -= n;
	}
	return true;
}

/* Does the cursor reach the end of the file within the next @size bytes? */
static bool runs_out(struct cursor *c, uint64_t size)
{
	if (!c->bad && c->end == c->f->size && size > c->end - c->pos)
		expect(c->f, c->pos, size);
	return size > c->end - c->pos;
}

static bool take(struct cursor *c, void *buf, size_t size)
{
	bool out = runs_out(c, size);

	if (c->bad || out || !fdd_dat_file_read(c->f, c->pos, buf, size)) {
		memset(buf, 0, size);
		c->bad = true;
		return false;
	}
	c->pos += size;
	return true;
}

static uint16_t take_u16(struct cursor *c)
{
	uint16_t v;

	take(c, &v, sizeof(v));
	return fdd_dat_u16(c->f, v);
}

static uint32_t take_u32(struct cursor *c)
{
	uint32_t v;

	take(c, &v, sizeof(v));
	return fdd_dat_u32(c->f, v);
}

static uint64_t take_u64(struct cursor *c)
{
	uint64_t v;

	take(c, &v, sizeof(v));
	return fdd_dat_u64(c->f, v);
}

static void skip(struct cursor *c, uint64_t size)
{
	bool out = runs_out(c, size);

	if (c->bad || out)
		c->bad = true;
	else
		c->pos += size;
}

/* A string with its terminating zero. The caller frees it. */
static char *take_string(struct cursor *c)
{
	char text[MAX_STRING];
	uint64_t left = c->end - c->pos;
	size_t size = left < sizeof(text) ? left : sizeof(text), len;

	if (c->bad || !fdd_dat_file_read(c->f, c->pos, text, size))
		size = 0;
	len = size ? strnlen(text, size) : 0;
	if (len == size) {
		if (size < sizeof(text))
			runs_out(c, size + 1);
		c->bad = true;
		return xstrdup("");
	}
	c->pos += len + 1;
	return xstrndup(text, len);
}

static void skip_string(struct cursor *c)
{
	free(take_string(c));
}

/* The per_cpu/cpuN/stats of one CPU: "entries: 12\noverrun: 3\n..." */
static uint64_t stat_value(const char *text, const char *name)
{
	const char *p = strstr(text, name);

	return p ? strtoull(p + strlen(name), NULL, 10) : 0;
}

static void take_cpu_stat(struct fdd_dat_file *f, struct cursor *c)
{
	char *text = take_string(c);

	f->overwritten += stat_value(text, "\noverrun: ");
	f->dropped += stat_value(text, "\ndropped events: ");
	free(text);
}

static void take_uname(struct fdd_dat_file *f, struct cursor *c)
{
	free(f->uname);
	f->uname = take_string(c);
}

/* The file trace_clock: all clocks, the one that was used in brackets */
static void take_clock(struct fdd_dat_file *f, struct cursor *c)
{
	char *clocks = take_string(c);

	f->local_clock = clocks && strstr(clocks, "[local]");
	free(clocks);
}

/* Buffers */

static struct fdd_dat_buffer *add_buffer(struct fdd_dat_file *f)
{
	struct fdd_dat_buffer *b;

	f->buffers = xrealloc(f->buffers, (f->nr_buffers + 1) * sizeof(*b));
	b = &f->buffers[f->nr_buffers++];
	*b = (struct fdd_dat_buffer){ .page_size = f->page_size };
	return b;
}

static void add_cpu(struct fdd_dat_buffer *b, uint32_t cpu, uint64_t offset,
		    uint64_t size)
{
	b->cpus = xrealloc(b->cpus, (b->nr_cpus + 1) * sizeof(*b->cpus));
	b->cpus[b->nr_cpus++] = (struct fdd_dat_cpu){ cpu, offset, size };
}

static struct fdd_dat_buffer *buffer_named(struct fdd_dat_file *f, const char *name)
{
	for (uint32_t i = 0; i < f->nr_buffers; i++)
		if (!strcmp(f->buffers[i].name, name))
			return &f->buffers[i];
	return NULL;
}

/* The pages of the events are read as those of further CPUs, in the order of time. */
static void join_events(struct fdd_dat_file *f)
{
	struct fdd_dat_buffer *top = buffer_named(f, ""), *events = buffer_named(f, FDD_DAT_EVENTS);

	if (!top || !events || top->page_size != events->page_size ||
	    top->compressed != events->compressed)
		return;
	for (uint32_t i = 0; i < events->nr_cpus; i++)
		add_cpu(top, events->cpus[i].cpu, events->cpus[i].offset, events->cpus[i].size);
	events->nr_cpus = 0;
}

/* Is there room for one more than these? */
static bool has_buffer(struct fdd_dat_file *f, uint32_t nr)
{
	f->left_out |= nr > FDD_DAT_MOST_INSTANCES;
	return nr <= FDD_DAT_MOST_INSTANCES;
}

/* Limit data that goes beyond the end of the file. */
static void clip(struct fdd_dat_file *f, uint64_t *offset, uint64_t *size)
{
	if (!*size)
		return;
	expect(f, *offset, *size);
	if (*offset > f->size) {
		f->truncated = true;
		*size = 0;
	} else if (*size > f->size - *offset) {
		f->truncated = true;
		*size = f->size - *offset;
	}
}

/*
 * Nothing in a file has the same bytes as something else, so the pages and what names them are
 * not larger than the file. A damaged file may name the same pages again and again.
 */
static bool has_room(struct fdd_dat_file *f, uint64_t size)
{
	f->named += CPU_ENTRY + size;
	f->nr_cpus += size > 0;
	f->damaged |= f->named > f->size || f->nr_cpus > MAX_ALL_CPUS;
	return !f->damaged;
}

/* Offset and size of a CPU's pages, the end of its entry. */
static void take_cpu(struct fdd_dat_file *f, struct cursor *c, struct fdd_dat_buffer *b,
		     uint32_t cpu)
{
	uint64_t offset = take_u64(c), size = take_u64(c);

	clip(f, &offset, &size);
	c->bad |= !has_room(f, size);
	if (!c->bad && size)
		add_cpu(b, cpu, offset, size);
}

/* Version 6 */

static void read_cpu_table(struct fdd_dat_file *f, struct cursor *c,
			   struct fdd_dat_buffer *b, uint32_t cpus)
{
	for (uint32_t i = 0; i < cpus && !c->bad; i++)
		take_cpu(f, c, b, i);
}

static bool no_more_than(struct cursor *c, uint64_t nr, uint64_t most)
{
	if (nr <= most)
		return true;
	c->f->too_large = true;
	c->bad = true;
	return false;
}

/* The headers of version 6 are at the beginning of the file. */
static void skip_header(struct cursor *c, uint64_t size)
{
	uint64_t end = size > UINT64_MAX - c->pos ? UINT64_MAX : c->pos + size;

	if (!c->bad && no_more_than(c, end, MAX_HEADERS))
		skip(c, size);
	c->f->headers = end;
}

static void skip_counted_files(struct cursor *c)
{
	uint32_t nr = take_u32(c);

	if (!c->bad)
		no_more_than(c, nr, FDD_DAT_MOST_FORMATS);
	for (uint32_t i = 0; i < nr && !c->bad; i++)
		skip_header(c, take_u64(c));
}

static void skip_named(struct cursor *c, const char *name)
{
	char *s = take_string(c);

	c->bad |= strcmp(s, name) != 0;
	free(s);
	skip_header(c, take_u64(c));
}

static void skip_page_header(struct cursor *c)
{
	skip_named(c, "header_page");
	skip_named(c, "header_event");
}

static void skip_event_formats(struct cursor *c)
{
	uint32_t systems = take_u32(c);

	if (!c->bad)
		no_more_than(c, systems, FDD_DAT_MOST_FORMATS);
	for (uint32_t i = 0; i < systems && !c->bad; i++) {
		skip_string(c);
		skip_counted_files(c);
	}
}

static void skip_text(struct cursor *c)
{
	skip_header(c, take_u32(c));
}

static void skip_large_text(struct cursor *c)
{
	skip_header(c, take_u64(c));
}

static void skip_parts(struct cursor *c)
{
	static void (*const skips[FDD_DAT_PARTS])(struct cursor *c) = {
		[FDD_DAT_HEADER] = skip_page_header,
		[FDD_DAT_FTRACE] = skip_counted_files,
		[FDD_DAT_FORMATS] = skip_event_formats,
		[FDD_DAT_KALLSYMS] = skip_text,
		[FDD_DAT_PRINTK] = skip_text,
		[FDD_DAT_CMDLINES] = skip_large_text,
	};

	for (unsigned int i = 0; i < FDD_DAT_PARTS && !c->bad; i++) {
		uint64_t begin = c->pos;

		skips[i](c);
		c->f->parts[i] = (struct fdd_dat_part){ begin, c->pos - begin, false };
	}
}

struct v6_buffer {
	uint64_t	offset;
	char		*name;
};

struct v6_options {
	struct v6_buffer	*buffers;
	uint32_t		nr, cap;
	uint32_t		cpus;
};

static void take_buffer_option(struct cursor *c, struct v6_options *o)
{
	struct v6_buffer b = { .offset = take_u64(c) };

	b.name = take_string(c);
	if (c->bad || !has_buffer(c->f, o->nr + 1)) {
		free(b.name);
		return;
	}
	GROW(o->buffers, o->nr, o->cap);
	o->buffers[o->nr++] = b;
}

static void take_v6_option(struct fdd_dat_file *f, struct cursor *c,
			   struct v6_options *o, uint16_t id)
{
	switch (id) {
	case OPTION_BUFFER:
		take_buffer_option(c, o);
		break;
	case OPTION_CPUCOUNT:
		o->cpus = take_u32(c);
		break;
	case OPTION_CPUSTAT:
		take_cpu_stat(f, c);
		break;
	case OPTION_UNAME:
		take_uname(f, c);
		break;
	case OPTION_TRACECLOCK:
		take_clock(f, c);
		break;
	}
}

static void read_v6_options(struct fdd_dat_file *f, struct cursor *c,
			    struct v6_options *o)
{
	while (!c->bad && f->options++ < MAX_OPTIONS) {
		uint16_t id = take_u16(c);
		uint32_t size;
		struct cursor inner;

		if (id == OPTION_DONE)
			return;
		size = take_u32(c);
		inner = (struct cursor){ f, c->pos, c->pos + size, c->bad };
		if (size > c->end - c->pos)
			inner.bad = true;
		else
			take_v6_option(f, &inner, o, id);
		skip(c, size);
	}
}

/* "flyrecord", followed by offset and size of each CPU's pages. */
static bool read_flyrecord(struct fdd_dat_file *f, struct cursor *c,
			   const char *name, uint32_t cpus)
{
	char kind[10];
	struct fdd_dat_buffer *b;

	take(c, kind, sizeof(kind));
	if (!memcmp(kind, "latency", 7)) {
		f->latency = true;
		return true;
	}
	if (c->bad || memcmp(kind, "flyrecord", 9))
		return false;
	b = add_buffer(f);
	b->name = xstrdup(name);
	read_cpu_table(f, c, b, cpus);
	return !c->bad;
}

static bool read_v6_buffers(struct fdd_dat_file *f, struct cursor *c,
			    struct v6_options *o)
{
	char kind[10];
	uint64_t start = c->pos;

	take(c, kind, sizeof(kind));
	if (!memcmp(kind, "options", 7))
		read_v6_options(f, c, o);
	else
		c->pos = start;
	if (o->cpus > MAX_CPUS || !read_flyrecord(f, c, "", o->cpus))
		return false;
	for (uint32_t i = 0; i < o->nr; i++) {
		struct cursor at = { f, o->buffers[i].offset, f->size, false };

		expect(f, at.pos, 0);
		if (at.pos > f->size ||
		    !read_flyrecord(f, &at, o->buffers[i].name, o->cpus))
			f->truncated = true;
	}
	return true;
}

static bool read_v6(struct fdd_dat_file *f, struct cursor *c)
{
	struct v6_options options = { 0 };
	bool ok;

	skip_parts(c);
	options.cpus = take_u32(c);
	ok = !c->bad && read_v6_buffers(f, c, &options);
	for (uint32_t i = 0; i < options.nr; i++)
		free(options.buffers[i].name);
	free(options.buffers);
	return ok;
}

/* Version 7 */

struct section {
	uint16_t	id;
	uint16_t	flags;
	uint64_t	size;
	uint64_t	start;
};

static bool read_section(struct fdd_dat_file *f, uint64_t offset, struct section *s)
{
	struct cursor c = { f, offset, f->size, offset > f->size };

	expect(f, offset, 0);
	s->id = take_u16(&c);
	s->flags = take_u16(&c);
	take_u32(&c);			/* name of the section */
	s->size = take_u64(&c);
	s->start = c.pos;
	return !c.bad;
}

static void take_v7_buffer(struct fdd_dat_file *f, struct cursor *c)
{
	struct fdd_dat_buffer *b;
	struct section section;
	uint32_t cpus;

	if (!has_buffer(f, f->nr_buffers))
		return;
	b = add_buffer(f);
	b->offset = take_u64(c);
	b->name = take_string(c);
	skip_string(c);			/* the clock */
	b->page_size = take_u32(c);
	cpus = take_u32(c);
	if (!read_section(f, b->offset, &section)) {
		f->truncated = true;
		return;
	}
	b->compressed = section.flags & SECTION_COMPRESSED;
	f->damaged |= cpus > MAX_CPUS;
	for (uint32_t i = 0; i < cpus && !f->damaged && !c->bad; i++)
		take_cpu(f, c, b, take_u32(c));
	f->truncated |= c->bad;
}

/* A compressed section begins with both sizes. */
static uint32_t size_uncompressed(struct fdd_dat_file *f, const struct section *s)
{
	struct cursor c = { f, s->start, f->size, s->start > f->size };

	take_u32(&c);
	return take_u32(&c);
}

/* The event formats, symbols, task names, ... */
static void take_part(struct fdd_dat_file *f, struct cursor *c, uint16_t id)
{
	struct section s;

	if (!read_section(f, take_u64(c), &s) || s.id != id)
		return;
	expect(f, s.start, s.size);
	f->headers += s.flags & SECTION_COMPRESSED ? size_uncompressed(f, &s) : s.size;
	no_more_than(c, f->headers, MAX_HEADERS);
	f->parts[id - OPTION_HEADER_INFO] =
		(struct fdd_dat_part){ s.start, s.size, s.flags & SECTION_COMPRESSED };
}

/* Returns the offset of the next options, or 0. */
static uint64_t read_v7_options(struct fdd_dat_file *f, struct cursor *c)
{
	while (!c->bad && f->options++ < MAX_OPTIONS) {
		uint16_t id = take_u16(c);
		uint32_t size = take_u32(c);
		struct cursor inner = { f, c->pos, c->pos + size, c->bad };

		if (c->bad || size > c->end - c->pos)
			break;
		if (id == OPTION_DONE)
			return size >= 8 ? take_u64(c) : 0;
		if (id == OPTION_BUFFER)
			take_v7_buffer(f, &inner);
		else if (id == OPTION_CPUSTAT)
			take_cpu_stat(f, &inner);
		else if (id == OPTION_UNAME)
			take_uname(f, &inner);
		else if (id == OPTION_TRACECLOCK)
			take_clock(f, &inner);
		else if (id >= OPTION_HEADER_INFO && id < OPTION_HEADER_INFO + FDD_DAT_PARTS)
			take_part(f, &inner, id);
		skip(c, size);
		c->bad |= f->too_large;
	}
	c->bad = true;
	return 0;
}

static bool read_v7(struct fdd_dat_file *f, struct cursor *c)
{
	uint64_t offset;

	f->compression = take_string(c);
	skip_string(c);			/* version of the compression */
	offset = take_u64(c);
	c->bad |= !*f->compression || !offset;
	for (int i = 0; offset && i < MAX_SECTIONS; i++) {
		struct section s;
		struct cursor at;

		if (c->bad || !read_section(f, offset, &s) || s.id != 0 ||
		    s.flags & SECTION_COMPRESSED)
			return false;
		expect(f, s.start, s.size);
		if (s.size > f->size - s.start)
			return false;
		at = (struct cursor){ f, s.start, s.start + s.size, false };
		offset = read_v7_options(f, &at);
		if (at.bad)
			return false;
	}
	return !c->bad && !offset;
}

static bool read_start(struct fdd_dat_file *f, struct cursor *c)
{
	uint8_t magic[10], byte;
	char *version;

	take(c, magic, sizeof(magic));
	version = take_string(c);
	f->version = strtoul(version, NULL, 10);
	free(version);
	take(c, &byte, 1);
	f->big_endian = byte;
	f->swap = byte != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	take(c, &f->long_size, 1);
	f->page_size = take_u32(c);
	return !c->bad;
}

static bool known_version(const struct fdd_dat_file *f)
{
	if (f->version == 6 || f->version == 7)
		return true;
	fdd_error("%s: trace.dat of version %u; fdd reads 6 and 7", f->path, f->version);
	return false;
}

static bool sane_pages(struct fdd_dat_file *f)
{
	for (uint32_t i = 0; i < f->nr_buffers; i++) {
		uint32_t size = f->buffers[i].page_size;

		if (size < 64 || size > 1 << 26) {
			fdd_error("%s: invalid page size: %u bytes", f->path, size);
			return false;
		}
	}
	return true;
}

/* Pages of a CPU, and what has them */
struct range {
	uint64_t	offset;
	uint64_t	end;
	uint32_t	cpu;
	uint32_t	buffer;
};

static int compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Without a CPU that has no pages: where those would be is of no meaning. */
static uint32_t list_ranges(const struct fdd_dat_file *f, struct range *ranges)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < f->nr_buffers; i++) {
		const struct fdd_dat_buffer *b = &f->buffers[i];

		for (uint32_t j = 0; j < b->nr_cpus; j++)
			ranges[nr++] = (struct range){
				.offset = b->cpus[j].offset,
				.end = b->cpus[j].offset + b->cpus[j].size,
				.cpu = b->cpus[j].cpu,
				.buffer = i,
			};
	}
	return nr;
}

/* Calls of pages that two CPUs share would be counted twice. */
static bool own_pages(const struct fdd_dat_file *f)
{
	struct range *ranges = xmalloc((f->nr_cpus + 1) * sizeof(*ranges));
	uint32_t nr = list_ranges(f, ranges), i;

	qsort(ranges, nr, sizeof(*ranges), compare_ranges);
	for (i = 1; i < nr && ranges[i].offset >= ranges[i - 1].end; i++)
		;
	if (i < nr)
		fdd_error("%s: is damaged: CPU %u and CPU %u%s have the same pages", f->path,
			  ranges[i - 1].cpu, ranges[i].cpu,
			  ranges[i - 1].buffer == ranges[i].buffer ? "" : " of another instance");
	free(ranges);
	return i >= nr;
}

static bool too_large(const struct fdd_dat_file *f)
{
	if (!f->too_large)
		return false;
	if (f->headers > MAX_HEADERS)
		fdd_error("%s: its symbols, event formats and names of tasks have %llu MiB; the limit is %u MiB",
			  f->path, (unsigned long long)f->headers >> 20, MAX_HEADERS >> 20);
	else
		fdd_error("%s: is damaged: it has more than %u event formats", f->path,
			  FDD_DAT_MOST_FORMATS);
	return true;
}

/* A part that does not end yet may be complete later. */
static bool may_continue(const struct fdd_dat_file *f)
{
	return f->part && f->expected > f->size && !f->damaged && !f->too_large;
}

static bool read_layout(struct fdd_dat_file *f)
{
	struct cursor c = { f, 0, f->size, false };
	bool ok = read_start(f, &c);

	if (ok && !known_version(f))
		return false;
	if (ok)
		ok = f->version == 6 ? read_v6(f, &c) : read_v7(f, &c);
	ok &= !f->damaged;
	if (too_large(f))
		return false;
	if (!ok && !may_continue(f))
		fdd_error("%s: %s at byte %llu, before its data begins", f->path,
			  f->part || f->damaged ? "damaged" : "cut off or damaged",
			  (unsigned long long)c.pos);
	return ok && sane_pages(f);
}

bool fdd_dat_file_expects(int fd, uint64_t size, const char *path, uint64_t *expected)
{
	struct fdd_dat_file f = { .fd = fd, .path = path, .size = size, .part = true };
	bool ok = read_layout(&f);

	*expected = f.expected;
	ok |= may_continue(&f);
	fdd_dat_file_close(&f);
	return ok;
}

bool fdd_dat_file_open(struct fdd_dat_file *f, int fd, const char *path)
{
	struct stat st;

	*f = (struct fdd_dat_file){ .fd = fd, .path = path };
	if (fstat(fd, &st) < 0) {
		fdd_error("%s: %s", path, strerror(errno));
		return false;
	}
	f->size = st.st_size;
	if (!read_layout(f) || !own_pages(f)) {
		fdd_dat_file_close(f);
		return false;
	}
	join_events(f);
	if (f->latency && !f->nr_buffers)
		fdd_warning("%s: holds a latency trace as text; print it with trace-cmd report",
			    path);
	return true;
}

void fdd_dat_file_close(struct fdd_dat_file *f)
{
	for (uint32_t i = 0; i < f->nr_buffers; i++) {
		free(f->buffers[i].name);
		free(f->buffers[i].cpus);
	}
	free(f->buffers);
	free(f->compression);
	free(f->uname);
	f->buffers = NULL;
	f->nr_buffers = 0;
	f->compression = f->uname = NULL;
}
