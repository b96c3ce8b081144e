// SPDX-License-Identifier: GPL-2.0
/*
 * Writes buffers of instances as a trace.dat, version 6 (trace-cmd.dat.v6(5)).
 *
 * "trace-cmd extract -s" could do it, but not with -B for an instance: it then switches
 * recording off at the top, too, and fails. Here nothing but the buffers is changed, and
 * only those formats and symbols are saved that the records need.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "read/dat_file.h"
#include "record/dat.h"
#include "record/file.h"
#include "record/symbols.h"
#include "tracing/events.h"
#include "tracing/tracing.h"

#define MAX_PAGE	(1 << 20)

enum { OPTION_DONE, OPTION_BUFFER = 3, OPTION_TRACECLOCK = 4, OPTION_UNAME = 5 };

struct dat {
	const struct dat_save	*save;
	FILE			*f;
	FILE			*pages;		/* of the buffers; no name; see put_pages() */
	struct symbols_used	*symbols;	/* NULL: all */
	uint32_t		page_size;	/* of the ring buffer */
	uint32_t		cpus;
	char			*page;
	off_t			events_at;	/* of the option that says where they are */
	const char		*failed;	/* a file of tracefs; NULL: none */
	int			err;		/* of writing */
	bool			too_large;
};

static void put(struct dat *d, const void *data, size_t size)
{
	if (fwrite(data, 1, size, d->f) != size && !d->err)
		d->err = errno;
}

static void put_string(struct dat *d, const char *s)
{
	put(d, s, strlen(s) + 1);
}

static void put_u16(struct dat *d, uint16_t v)
{
	put(d, &v, sizeof(v));
}

static void put_u32(struct dat *d, uint32_t v)
{
	put(d, &v, sizeof(v));
}

static void put_u64(struct dat *d, uint64_t v)
{
	put(d, &v, sizeof(v));
}

/* A file of tracefs; the text gets the newline back that tracing_read() removes. */
static char *read_text(struct dat *d, const char *instance, const char *file)
{
	char *text = tracing_read(instance, file);

	if (!text) {
		if (!d->failed)
			d->failed = file;
		return xstrdup("");
	}
	text = xrealloc(text, strlen(text) + 2);
	return *text ? strcat(text, "\n") : text;
}

/* With its size before it, which has 4 or 8 bytes. */
static void put_text(struct dat *d, const char *text, size_t size_bytes)
{
	if (size_bytes == sizeof(uint32_t))
		put_u32(d, strlen(text));
	else
		put_u64(d, strlen(text));
	put(d, text, strlen(text));
}

static void put_file(struct dat *d, const char *instance, const char *file, size_t size_bytes)
{
	char *text = read_text(d, instance, file);

	put_text(d, text, size_bytes);
	free(text);
}

/*
 * Headers
 */

static void put_magic(struct dat *d)
{
	put(d, "\x17\x08\x44tracing6", sizeof("\x17\x08\x44tracing6"));
	put(d, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "\1" : "\0", 1);
	put(d, &(char){ sizeof(long) }, 1);
	put_u32(d, d->page_size);
}

/* That of the instance, whose pages may have another size; not every kernel has one there. */
static const char *header_of(const struct dat *d)
{
	const char *instance = d->save->calls.instance;
	char *path = tracing_path(instance, "events/header_page");
	bool own = !access(path, F_OK);

	free(path);
	return own ? instance : NULL;
}

/* "field: char data; offset:16; size:4080; signed:1;": the end of a page */
static uint32_t size_of_page(struct dat *d)
{
	char *text = read_text(d, header_of(d), "events/header_page");
	char *data = strstr(text, " data;");
	unsigned int offset, size;
	uint32_t page = 0;

	if (data && sscanf(data, " data; offset:%u; size:%u", &offset, &size) == 2 &&
	    size < MAX_PAGE && offset < size)
		page = offset + size;
	free(text);
	return page;
}

static void put_headers(struct dat *d)
{
	put_string(d, "header_page");
	put_file(d, header_of(d), "events/header_page", sizeof(uint64_t));
	put_string(d, "header_event");
	put_file(d, NULL, "events/header_event", sizeof(uint64_t));
}

/* One after the other, with the number before them. */
static void put_ftrace_formats(struct dat *d)
{
	char *path = tracing_path(NULL, "events/ftrace"), *all = NULL;
	DIR *dir = opendir(path);
	struct dirent *entry;
	FILE *out = d->f;
	uint32_t nr = 0;
	size_t size;

	d->f = open_memstream(&all, &size);
	while (dir && (entry = readdir(dir))) {
		char file[300], *text;

		snprintf(file, sizeof(file), "events/ftrace/%s/format", entry->d_name);
		text = *entry->d_name == '.' ? NULL : tracing_read(NULL, file);
		if (text)
			put_file(d, NULL, file, sizeof(uint64_t));
		nr += !!text;
		free(text);
	}
	fclose(d->f);
	d->f = out;
	put_u32(d, nr);
	put(d, all, size);
	free(all);
	free(path);
	if (dir)
		closedir(dir);
}

static bool same_system(const char *a, const char *b)
{
	size_t len = strcspn(a, ":");

	return !strncmp(a, b, len + 1);
}

static uint32_t nr_of_system(const char *const *event)
{
	uint32_t nr = 0;

	for (const char *const *e = event; *e && same_system(*event, *e); e++)
		nr += event_is_there(*e);
	return nr;
}

static void put_event_formats(struct dat *d)
{
	const char *const *event, *system = NULL;
	uint32_t systems = 0;

	for (event = sched_events; *event; system = *event++)
		systems += !system || !same_system(system, *event);
	put_u32(d, systems);
	for (event = sched_events, system = NULL; *event; system = *event++) {
		char *file;

		if (!system || !same_system(system, *event)) {
			put(d, *event, strcspn(*event, ":"));
			put(d, "", 1);
			put_u32(d, nr_of_system(event));
		}
		if (!event_is_there(*event))
			continue;
		file = event_file(*event, "format");
		put_file(d, NULL, file, sizeof(uint64_t));
		free(file);
	}
}

static void put_symbols(struct dat *d)
{
	size_t size = 0;
	char *used = d->symbols ? symbols_used_lines(d->symbols, &size) : NULL;
	const char *text = used ? used : record_symbols(&size);

	put_u32(d, size);
	put(d, text ? text : "", size);
	if (!text)
		d->failed = "/proc/kallsyms";
	free(used);
}

static void put_option(struct dat *d, uint16_t id, const char *text)
{
	put_u16(d, id);
	put_u32(d, strlen(text) + 1);
	put_string(d, text);
}

/* The offset is known when the pages of the calls are written. */
static void put_buffer_option(struct dat *d)
{
	put_u16(d, OPTION_BUFFER);
	put_u32(d, sizeof(uint64_t) + sizeof(FDD_DAT_EVENTS));
	d->events_at = ftello(d->f);
	put_u64(d, 0);
	put_string(d, FDD_DAT_EVENTS);
}

static void put_options(struct dat *d)
{
	char *clock = read_text(d, d->save->calls.instance, "trace_clock"), machine[512];
	struct utsname u;

	put(d, "options  ", 10);
	put_option(d, OPTION_TRACECLOCK, clock);
	free(clock);
	uname(&u);
	snprintf(machine, sizeof(machine), "%s %s %s %s", u.sysname, u.nodename, u.release,
		 u.machine);
	put_option(d, OPTION_UNAME, machine);
	if (d->save->events.raw)
		put_buffer_option(d);
	put_u16(d, OPTION_DONE);
}

/*
 * Pages of the ring buffers
 */

/*
 * A trace.dat has its symbols before the pages, which say what symbols it needs: the pages are
 * first written to a file without a name, in the same directory.
 */
static void take_page(struct dat *d, size_t n)
{
	memset(d->page + n, 0, d->page_size - n);
	if (d->symbols)
		symbols_used_look(d->symbols, d->page, n);
	if (fwrite(d->page, 1, d->page_size, d->pages) != d->page_size && !d->err)
		d->err = errno;
	d->too_large = (uint64_t)ftello(d->pages) > d->save->max;
}

/* Returns the size of the pages. */
static uint64_t take_pages(struct dat *d, const struct dat_buffer *b, uint32_t cpu)
{
	uint64_t begin = ftello(d->pages);
	char file[64], *path;
	int fd;

	snprintf(file, sizeof(file), "per_cpu/cpu%u/%s", cpu, b->raw);
	path = tracing_path(b->instance, file);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	free(path);
	if (fd < 0)
		return 0;
	while (!d->err && !d->too_large) {
		ssize_t n = read(fd, d->page, d->page_size);

		if (n <= 0)
			break;
		take_page(d, n);
	}
	close(fd);
	return ftello(d->pages) - begin;
}

/* Returns the sizes for each CPU; the caller frees them. */
static uint64_t *take_cpus(struct dat *d, const struct dat_buffer *b)
{
	uint64_t *sizes = xcalloc(d->cpus, sizeof(*sizes));

	for (uint32_t cpu = 0; b->raw && cpu < d->cpus; cpu++)
		sizes[cpu] = take_pages(d, b, cpu);
	return sizes;
}

/* What the file with a name has is removed from the other one, where the disk can do that. */
static void put_pages(struct dat *d, uint64_t size)
{
	off_t begin = ftello(d->pages);

	for (; size && !d->err; size -= d->page_size) {
		if (fread(d->page, 1, d->page_size, d->pages) != d->page_size)
			d->err = EIO;
		put(d, d->page, d->page_size);
	}
	if (ftello(d->pages) > begin)
		fallocate(fileno(d->pages), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin,
			  ftello(d->pages) - begin);
}

static void pad(struct dat *d)
{
	while (ftello(d->f) % d->page_size && !d->err)
		put(d, "", 1);
}

static void put_at(struct dat *d, off_t at, const void *data, size_t size)
{
	if (!d->err && !fseeko(d->f, at, SEEK_SET))
		put(d, data, size);
	fseeko(d->f, 0, SEEK_END);
}

/* The table of offsets and sizes is known after the pages. */
static void put_cpus(struct dat *d, const uint64_t *sizes)
{
	uint64_t *table = xcalloc(d->cpus, 2 * sizeof(*table));
	off_t at;

	put(d, "flyrecord", 10);
	at = ftello(d->f);
	put(d, table, d->cpus * 2 * sizeof(*table));
	for (uint32_t cpu = 0; cpu < d->cpus; cpu++) {
		pad(d);
		table[2 * cpu] = ftello(d->f);
		table[2 * cpu + 1] = sizes[cpu];
		put_pages(d, sizes[cpu]);
	}
	d->too_large |= (uint64_t)ftello(d->f) > d->save->max;
	put_at(d, at, table, d->cpus * 2 * sizeof(*table));
	free(table);
}

static void put_events(struct dat *d, const uint64_t *sizes)
{
	uint64_t at = ftello(d->f);

	put_at(d, d->events_at, &at, sizeof(at));
	put_cpus(d, sizes);
}

static void put_head(struct dat *d)
{
	put_magic(d);
	put_headers(d);
	put_ftrace_formats(d);
	put_event_formats(d);
	put_symbols(d);
	put_file(d, NULL, "printk_formats", sizeof(uint32_t));
	put_file(d, NULL, "saved_cmdlines", sizeof(uint64_t));
	put_u32(d, d->cpus);
	put_options(d);
}

/* Of an earlier boot */
static void copy_head(struct dat *d)
{
	int fd = open(d->save->head, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	ssize_t n = -1;

	/* in a directory where others write, it may be another's */
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid())
		while ((n = read(fd, d->page, d->page_size)) > 0)
			put(d, d->page, n);
	if (n < 0)
		d->failed = d->save->head;
	if (fd >= 0)
		close(fd);
}

static void put_parts(struct dat *d, const uint64_t *calls, const uint64_t *events)
{
	if (d->save->head)
		copy_head(d);
	else
		put_head(d);
	put_cpus(d, calls);
	if (d->save->events.raw)
		put_events(d, events);
}

static void put_all(struct dat *d)
{
	uint64_t *calls = take_cpus(d, &d->save->calls), *events = take_cpus(d, &d->save->events);

	if (fflush(d->pages) && !d->err)
		d->err = errno;
	rewind(d->pages);
	if (!d->err && !d->too_large)
		put_parts(d, calls, events);
	free(calls);
	free(events);
}

/* An incomplete file does not get its name. */
static void complete(struct dat *d, const char *part)
{
	if (fflush(d->f) && !d->err)
		d->err = errno;
	if (d->failed || d->err || d->too_large)
		return;
	if (fdd_complete(fileno(d->f), part, d->save->path))
		d->err = errno;
}

/* NULL after an error message */
static FILE *open_part(const char *part)
{
	int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!f)
		fdd_error("%s: %s", part, strerror(errno));
	return f;
}

static int64_t write_part(struct dat *d, const char *part, void (*put_it)(struct dat *d))
{
	const char *path = d->save->path;
	int64_t size;
	int fd;

	d->f = open_part(part);
	if (!d->f)
		return -1;
	fd = fileno(d->f);
	put_it(d);
	size = ftello(d->f);
	/* a head stays the writer's: copy_head() takes no other's */
	if (put_it == put_all)
		file_give_to_user(fd, part);
	complete(d, part);
	fclose(d->f);
	if (d->failed)
		fdd_error("%s: cannot be read", d->failed);
	else if (d->err)
		fdd_error("%s: cannot save the trace: %s", path, strerror(d->err));
	else if (d->too_large)
		fdd_error("%s: the trace is larger than what is left of --max-size", path);
	else
		return size;
	unlink(part);
	return -1;
}

/* The file of the pages has a name for a moment. A head has no pages, and all symbols. */
static int64_t write_file(struct dat *d, void (*put_it)(struct dat *d))
{
	int64_t size = -1;
	char *part;

	if (asprintf(&part, "%s" FDD_PART, d->save->path) < 0)
		return -1;
	if (put_it == put_all) {
		d->pages = open_part(part);
		if (d->pages)
			unlink(part);
		d->symbols = d->save->head ? NULL : symbols_used_new();
	}
	if (put_it != put_all || d->pages)
		size = write_part(d, part, put_it);
	if (d->pages)
		fclose(d->pages);
	symbols_used_free(d->symbols);
	free(part);
	return size;
}

static int64_t save_with(const struct dat_save *save, void (*put_it)(struct dat *d))
{
	struct dat d = { .save = save, .cpus = sysconf(_SC_NPROCESSORS_CONF) };
	int64_t size;

	d.page_size = size_of_page(&d);
	if (!d.page_size) {
		fdd_error("%s/events/header_page: has an unknown form", tracing_dir());
		return -1;
	}
	d.page = xcalloc(1, d.page_size);
	size = write_file(&d, put_it);
	free(d.page);
	return size;
}

int64_t dat_save(const struct dat_save *save)
{
	return save_with(save, put_all);
}

int64_t dat_save_head(const struct dat_save *save)
{
	return save_with(save, put_head);
}
