// SPDX-License-Identifier: GPL-2.0
/* A perf.data file of user stacks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/file.h"
#include "record/stacks_file.h"

#define BUFFER		(256 << 10)

/* From perf's header.h: sections of the file, and bits of those behind the records */
struct section {
	uint64_t	offset, size;
};

struct file_header {
	char		magic[8];
	uint64_t	size, attr_size;
	struct section	attrs, data, event_types;
	uint64_t	features[4];
};

struct file_attr {
	struct perf_event_attr	attr;
	struct section		ids;
};

#define FEATURE_TRACING_DATA	1
#define FEATURE_HOSTNAME	3
#define FEATURE_OSRELEASE	4
#define FEATURE_ARCH		6
#define TEXT_ALIGN		64

#define DATA_AT	(sizeof(struct file_header) + sizeof(struct file_attr))

static struct file_header header_of(uint64_t data_size)
{
	return (struct file_header){
		.magic = { 'P', 'E', 'R', 'F', 'I', 'L', 'E', '2' },
		.size = sizeof(struct file_header), .attr_size = sizeof(struct file_attr),
		.attrs = { sizeof(struct file_header), sizeof(struct file_attr) },
		.data = { DATA_AT, data_size },
	};
}

int stacks_file_open(struct stacks_file *f, const char *trace, const struct perf_event_attr *attr)
{
	struct file_header header = header_of(0);
	struct file_attr file_attr = { .attr = *attr };

	*f = (struct stacks_file){ .fd = -1 };
	if (asprintf(&f->path, "%s" FDD_STACKS, trace) < 0 ||
	    asprintf(&f->part, "%s" FDD_PART, f->path) < 0)
		return -1;
	f->fd = file_create(f->part);
	if (f->fd < 0)
		return -1;
	f->buffer = xmalloc(BUFFER);
	if (fdd_write_all(f->fd, &header, sizeof(header)) &&
	    fdd_write_all(f->fd, &file_attr, sizeof(file_attr)))
		return 0;
	fdd_error("%s: %s", f->part, strerror(errno));
	return -1;
}

/* After an error the file ends with the last whole record that was written. */
void stacks_file_flush(struct stacks_file *f)
{
	if (f->err || !f->used)
		return;
	if (!fdd_write_all(f->fd, f->buffer, f->used)) {
		f->err = errno;
		f->size -= f->used;
		if (ftruncate(f->fd, DATA_AT + f->size) || lseek(f->fd, 0, SEEK_END) < 0)
			fdd_debug("%s: %s", f->part, strerror(errno));
	}
	f->used = 0;
}

void stacks_file_add(struct stacks_file *f, const struct perf_event_header *record)
{
	if (f->err)
		return;
	if (f->used + record->size > BUFFER)
		stacks_file_flush(f);
	if (f->err)
		return;
	memcpy(f->buffer + f->used, record, record->size);
	f->used += record->size;
	f->size += record->size;
}

/*
 * The end: what perf needs to know about the event and the machine
 */

static void put(FILE *to, const void *data, size_t size)
{
	fwrite(data, 1, size, to);
}

static void put_u32(FILE *to, uint32_t value)
{
	put(to, &value, sizeof(value));
}

static void put_u64(FILE *to, uint64_t value)
{
	put(to, &value, sizeof(value));
}

static void put_line(FILE *to, const char *text)
{
	put_u64(to, strlen(text) + 1);
	fprintf(to, "%s\n", text);
}

/* As read by trace_report() of perf's trace-event-read.c: a head of a trace.dat with one format. */
static void put_tracing_data(FILE *to, const struct stacks_formats *formats)
{
	uint32_t one = 1;

	put(to, "\x17\x08\x44" "tracing" "0.6", 3 + 7 + 4);
	fputc(*(char *)&one ? 0 : 1, to);
	fputc(sizeof(long), to);
	put_u32(to, sysconf(_SC_PAGESIZE));
	put(to, "header_page", sizeof("header_page"));
	put_line(to, formats->page);
	put(to, "header_event", sizeof("header_event"));
	put_line(to, formats->event);
	put_u32(to, 1);
	put_line(to, formats->format);
	put_u32(to, 0);		/* systems */
	put_u32(to, 0);		/* kallsyms */
	put_u32(to, 0);		/* formats of printk */
	put_u64(to, 0);		/* names of tasks */
}

static void put_text(FILE *to, const char *text)
{
	uint32_t len = (strlen(text) + TEXT_ALIGN) / TEXT_ALIGN * TEXT_ALIGN;

	put_u32(to, len);
	put(to, text, strlen(text));
	for (uint32_t i = strlen(text); i < len; i++)
		fputc(0, to);
}

static void put_feature(FILE *to, int feature, const struct stacks_formats *formats,
			const struct utsname *uts)
{
	switch (feature) {
	case FEATURE_TRACING_DATA:
		put_tracing_data(to, formats);
		break;
	case FEATURE_HOSTNAME:
		put_text(to, uts->nodename);
		break;
	case FEATURE_OSRELEASE:
		put_text(to, uts->release);
		break;
	default:
		put_text(to, uts->machine);
	}
}

/* A table of sections, in the order of their bits, and then these. */
static bool write_features(struct stacks_file *f, const struct stacks_formats *formats,
			   struct file_header *header)
{
	static const int features[] = {
		FEATURE_TRACING_DATA, FEATURE_HOSTNAME, FEATURE_OSRELEASE, FEATURE_ARCH,
	};
	struct section sections[ARRAY_SIZE(features)];
	uint64_t at = DATA_AT + f->size + sizeof(sections);
	struct utsname uts = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	bool ok;

	uname(&uts);
	for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
		fflush(to);
		sections[i].offset = at + size;
		put_feature(to, features[i], formats, &uts);
		fflush(to);
		sections[i].size = at + size - sections[i].offset;
		header->features[0] |= 1ull << features[i];
	}
	fclose(to);
	ok = fdd_write_all(f->fd, sections, sizeof(sections)) && fdd_write_all(f->fd, text, size);
	free(text);
	return ok;
}

int stacks_file_complete(struct stacks_file *f, const struct stacks_formats *formats)
{
	struct file_header header;

	stacks_file_flush(f);
	header = header_of(f->size);
	if (f->err == ENOSPC)
		fdd_warning("%s: the disk is full: later stacks are missing", f->path);
	if (write_features(f, formats, &header) && lseek(f->fd, 0, SEEK_SET) == 0 &&
	    fdd_write_all(f->fd, &header, sizeof(header))) {
		file_give_to_user(f->fd, f->part);
		if (!fdd_complete(f->fd, f->part, f->path)) {
			close(f->fd);
			f->fd = -1;
			return 0;
		}
	}
	fdd_error("%s: cannot save the user stacks: %s", f->path, strerror(errno));
	return -1;
}

void stacks_file_drop(struct stacks_file *f)
{
	if (f->fd >= 0) {
		close(f->fd);
		unlink(f->part);
	}
	free(f->buffer);
	free(f->path);
	free(f->part);
	*f = (struct stacks_file){ .fd = -1 };
}

/*
 * A sample: its address, task, time and CPU, the call chain, the record of the tracepoint, the
 * registers, and the stack: the size that was wanted, so many bytes, and how many of them were
 * copied.
 */
struct cursor {
	char	*at, *end;
};

/* Returns NULL if there are not so many bytes. */
static char *skip(struct cursor *c, uint64_t size)
{
	char *at = c->at;

	if (size > (uint64_t)(c->end - c->at))
		return NULL;
	c->at += size;
	return at;
}

static bool get(struct cursor *c, void *value, size_t size)
{
	const char *at = skip(c, size);

	if (at)
		memcpy(value, at, size);
	return at;
}

/* After the address, the task, the time and the CPU */
static bool skip_chain(struct cursor *c)
{
	uint64_t chain;

	return get(c, &chain, sizeof(chain)) && chain <= UINT16_MAX &&
	       skip(c, chain * sizeof(uint64_t));
}

static bool skip_to_stack(struct cursor *c)
{
	const unsigned int nr_regs = __builtin_popcountll(STACKS_REGS);
	uint64_t abi;
	uint32_t raw;

	return skip(c, 4 * sizeof(uint64_t)) && skip_chain(c) &&
	       get(c, &raw, sizeof(raw)) && skip(c, raw) &&
	       get(c, &abi, sizeof(abi)) && skip(c, abi ? nr_regs * sizeof(uint64_t) : 0);
}

/* The record of the tracepoint has a header, the function, and the time of the call. */
bool stacks_call_of(const struct perf_event_header *record, struct stacks_call *call)
{
	struct cursor c = { (char *)(record + 1), (char *)record + record->size };
	uint32_t raw;

	return skip(&c, sizeof(uint64_t)) && skip(&c, sizeof(uint32_t)) &&
	       get(&c, &call->tid, sizeof(call->tid)) && skip(&c, 2 * sizeof(uint64_t)) &&
	       skip_chain(&c) && get(&c, &raw, sizeof(raw)) &&
	       raw >= 3 * sizeof(uint64_t) && skip(&c, 2 * sizeof(uint64_t)) &&
	       get(&c, &call->calltime, sizeof(call->calltime));
}

bool stacks_trim(struct perf_event_header *record)
{
	struct cursor c = { (char *)(record + 1), (char *)record + record->size };
	uint64_t size, copied, kept;
	char *stack;

	if (!skip_to_stack(&c) || !get(&c, &size, sizeof(size)))
		return false;
	if (!size)
		return true;
	stack = skip(&c, size);
	if (!stack || !get(&c, &copied, sizeof(copied)) || copied > size)
		return false;
	kept = (copied + 7) / 8 * 8;
	if (kept >= size)
		return true;
	memcpy(stack - sizeof(kept), &kept, sizeof(kept));
	if (kept) {
		memset(stack + copied, 0, kept - copied);
		memcpy(stack + kept, &copied, sizeof(copied));
		kept += sizeof(copied);
	}
	record->size = stack + kept - (char *)record;
	return true;
}
