// SPDX-License-Identifier: GPL-2.0
/* The texts of a trace.dat that describe its records. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "read/dat_headers.h"
#include "read/dat_pages.h"

#define MOST_COMMS	(1u << 20)

/* A part, uncompressed */

static bool read_packed(struct fdd_dat_text *t, const struct fdd_dat_file *f,
			const struct fdd_dat_part *part)
{
	uint32_t sizes[2];
	size_t packed;
	uint8_t *from;
	bool ok;

	if (part->size < sizeof(sizes) || !fdd_dat_file_read(f, part->offset, sizes, sizeof(sizes)))
		return false;
	packed = fdd_dat_u32(f, sizes[0]);
	if (packed > part->size - sizeof(sizes) || packed > f->size - part->offset - sizeof(sizes))
		return false;
	t->len = fdd_dat_u32(f, sizes[1]);
	t->bytes = xmalloc(t->len + 1);
	from = xmalloc(packed);
	ok = fdd_dat_file_read(f, part->offset + sizeof(sizes), from, packed) &&
	     fdd_dat_unpack(f, t->bytes, t->len, from, packed);
	free(from);
	return ok;
}

static bool read_part(struct fdd_dat_text *t, const struct fdd_dat_file *f,
		      const struct fdd_dat_part *part)
{
	bool ok = true;

	if (part->compressed) {
		ok = read_packed(t, f, part);
	} else {
		t->len = part->size;
		t->bytes = xmalloc(t->len + 1);
		ok = !t->len || fdd_dat_file_read(f, part->offset, t->bytes, t->len);
	}
	if (!ok)
		t->len = 0;
	if (t->bytes)
		t->bytes[t->len] = '\0';
	return ok;
}

/* A position in a part. After one failed read all later reads fail. */
struct cursor {
	const struct fdd_dat_file *f;
	const char	*p;
	size_t		left;
	bool		bad;
};

static struct cursor begin(const struct fdd_dat_file *f, const struct fdd_dat_text *t)
{
	return (struct cursor){ f, t->bytes, t->len, false };
}

static const char *take(struct cursor *c, uint64_t size)
{
	const char *p = c->p;

	c->bad |= size > c->left;
	if (c->bad)
		return NULL;
	c->p += size;
	c->left -= size;
	return p;
}

static uint32_t take_u32(struct cursor *c)
{
	const char *p = take(c, 4);
	uint32_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return fdd_dat_u32(c->f, v);
}

static uint64_t take_u64(struct cursor *c)
{
	const char *p = take(c, 8);
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return fdd_dat_u64(c->f, v);
}

static const char *take_string(struct cursor *c)
{
	size_t len = c->bad ? 0 : strnlen(c->p, c->left);

	return take(c, (uint64_t)len + 1);
}

/* Lines of a text that may not be terminated */

struct line {
	const char	*p;
	size_t		len;
};

static bool next_line(struct cursor *c, struct line *line)
{
	const char *end = c->left ? memchr(c->p, '\n', c->left) : NULL;

	if (!c->left)
		return false;
	line->len = end ? (size_t)(end - c->p) : c->left;
	line->p = take(c, line->len + (end ? 1 : 0));
	return true;
}

/* What follows @word at the begin of a line, or NULL */
static const char *after(const struct line *line, const char *word)
{
	size_t len = strlen(word);

	return line->len >= len && !memcmp(line->p, word, len) ? line->p + len : NULL;
}

/* As strtol(), of a text that is not terminated */
static int number(const char *p, const char *end)
{
	bool minus = p < end && *p == '-';
	int64_t n = 0;

	for (p += minus; p < end && *p >= '0' && *p <= '9' && n < INT32_MAX; p++)
		n = n * 10 + (*p - '0');
	if (n > INT32_MAX)
		n = INT32_MAX;
	return minus ? -n : n;
}

/* Formats */

static void add_format(struct fdd_dat_headers *h, const char *system, const char *text, size_t len)
{
	struct fdd_dat_format e = { .id = -1, .system = system, .text = text, .len = len };
	struct cursor c = { NULL, text, len, false };
	struct line line;

	while ((!e.name || e.id < 0) && next_line(&c, &line)) {
		const char *name = after(&line, "name: "), *id = after(&line, "ID: ");

		if (name) {
			e.name = name;
			e.name_len = line.p + line.len - name;
		} else if (id) {
			e.id = number(id, line.p + line.len);
		} else {
			return;
		}
	}
	if (!e.name || e.id < 0 || h->nr_formats == FDD_DAT_MOST_FORMATS)
		return;
	GROW(h->formats, h->nr_formats, h->cap_formats);
	h->formats[h->nr_formats++] = e;
}

static void take_formats(struct fdd_dat_headers *h, struct cursor *c, const char *system)
{
	uint32_t nr = take_u32(c);

	for (uint32_t i = 0; i < nr && !c->bad; i++) {
		uint64_t size = take_u64(c);
		const char *text = take(c, size);

		if (text)
			add_format(h, system, text, size);
	}
}

static void take_systems(struct fdd_dat_headers *h, struct cursor *c)
{
	uint32_t systems = take_u32(c);

	for (uint32_t i = 0; i < systems && !c->bad; i++) {
		const char *system = take_string(c);

		take_formats(h, c, system);
	}
}

const struct fdd_dat_format *fdd_dat_format(const struct fdd_dat_headers *h, const char *system,
					    const char *name)
{
	size_t len = strlen(name);

	for (uint32_t i = 0; i < h->nr_formats; i++) {
		const struct fdd_dat_format *e = &h->formats[i];

		if (e->name_len == len && !memcmp(e->name, name, len) && !strcmp(e->system, system))
			return e;
	}
	return NULL;
}

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* "field:char prev_comm[16];": is this the name? */
static bool declares(const char *p, const char *end, const char *name)
{
	size_t len = strlen(name);
	const char *bracket;

	if (end > p && end[-1] == ']') {
		bracket = memrchr(p, '[', end - p);
		end = bracket ? bracket : end;
	}
	return (size_t)(end - p) > len && !memcmp(end - len, name, len) &&
	       !in_name(*(end - len - 1));
}

static void take_property(const struct line *line, const char *end, struct fdd_dat_field *field)
{
	const char *offset = after(line, "offset:"), *size = after(line, "size:");
	const char *is_signed = after(line, "signed:");

	if (offset)
		field->offset = number(offset, end);
	if (size)
		field->size = number(size, end);
	if (is_signed)
		field->is_signed = number(is_signed, end);
}

static bool take_field(const struct line *line, const char *name, struct fdd_dat_field *f)
{
	const char *end = line->p + line->len, *p = after(line, "\tfield:"), *semicolon;
	struct fdd_dat_field field = { .offset = -1, .size = -1 };

	semicolon = p ? memchr(p, ';', end - p) : NULL;
	if (!semicolon || !declares(p, semicolon, name))
		return false;
	while (semicolon && end - semicolon > 2) {
		struct line rest = { semicolon + 2, end - semicolon - 2 };

		take_property(&rest, end, &field);
		semicolon = memchr(rest.p, ';', rest.len);
	}
	*f = field;
	return field.offset >= 0 && field.size >= 0;
}

bool fdd_dat_field(const struct fdd_dat_format *e, const char *name, struct fdd_dat_field *f)
{
	struct cursor c = { NULL, e->text, e->len, false };
	struct line line;

	while (next_line(&c, &line) && !after(&line, "print fmt:"))
		if (take_field(&line, name, f))
			return true;
	return false;
}

/* The text of a page's header is like that of an event. */
static unsigned int commit_size(struct cursor *c)
{
	struct fdd_dat_format header = { .id = 0 };
	struct fdd_dat_field commit;
	const char *name = take_string(c);
	uint64_t size = take_u64(c);

	header.text = take(c, size);
	header.len = size;
	if (!name || !header.text || !fdd_dat_field(&header, "commit", &commit))
		return 8;
	return commit.size == 4 ? 4 : 8;
}

/* Names of tasks: "pid name" */

static void take_comm(struct fdd_dat_headers *h, char *line)
{
	char *end;
	long pid = strtol(line, &end, 10);

	if (end == line || *end != ' ' || !end[1] || pid <= 0 || pid > INT32_MAX ||
	    h->nr_comms == MOST_COMMS)
		return;
	GROW(h->comms, h->nr_comms, h->cap_comms);
	h->comms[h->nr_comms++] = (struct fdd_dat_comm){
		pid, end + 1 - h->parts[FDD_DAT_CMDLINES].bytes
	};
}

static int compare_comms(const void *a, const void *b)
{
	const struct fdd_dat_comm *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

static void parse_comms(struct fdd_dat_headers *h, char *text)
{
	char *end;

	for (char *line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		take_comm(h, line);
	}
	if (h->nr_comms)
		qsort(h->comms, h->nr_comms, sizeof(*h->comms), compare_comms);
}

const char *fdd_dat_comm(const struct fdd_dat_headers *h, int32_t pid)
{
	uint32_t low;

	if (!pid)
		return "<idle>";
	low = FIRST_NOT(h->nr_comms, i, h->comms[i].pid < pid);
	if (low == h->nr_comms || h->comms[low].pid != pid)
		return "<...>";
	return h->parts[FDD_DAT_CMDLINES].bytes + h->comms[low].name;
}

/* All of them */

/* The text behind its size, which has 4 or 8 bytes; terminated, because nothing follows it. */
static char *text_of(const struct fdd_dat_file *f, const struct fdd_dat_text *t, bool large)
{
	struct cursor c = begin(f, t);
	uint64_t size = large ? take_u64(&c) : take_u32(&c);
	char *text = (char *)take(&c, size);

	if (text)
		text[size] = '\0';
	return text;
}

static void parse(struct fdd_dat_headers *h, const struct fdd_dat_file *f)
{
	struct cursor header = begin(f, &h->parts[FDD_DAT_HEADER]);
	struct cursor ftrace = begin(f, &h->parts[FDD_DAT_FTRACE]);
	struct cursor others = begin(f, &h->parts[FDD_DAT_FORMATS]);
	char *symbols = text_of(f, &h->parts[FDD_DAT_KALLSYMS], false);
	char *comms = text_of(f, &h->parts[FDD_DAT_CMDLINES], true);

	h->commit_size = commit_size(&header);
	take_formats(h, &ftrace, "ftrace");
	take_systems(h, &others);
	if (symbols)
		fdd_symbols_parse(&h->symbols, symbols);
	if (comms)
		parse_comms(h, comms);
	if (h->symbols.left_out)
		fdd_warning("%s: limited to %u symbols: functions of %llu others have no names",
			    f->path, FDD_MOST_SYMBOLS, (unsigned long long)h->symbols.left_out);
	if (h->nr_comms == MOST_COMMS)
		fdd_warning("%s: limited to the names of %u tasks", f->path, MOST_COMMS);
}

bool fdd_dat_headers_read(struct fdd_dat_headers *h, const struct fdd_dat_file *f)
{
	*h = (struct fdd_dat_headers){ .nr_formats = 0 };
	for (unsigned int i = 0; i < FDD_DAT_PARTS; i++) {
		if (read_part(&h->parts[i], f, &f->parts[i]))
			continue;
		fdd_error("%s: its symbols, event formats or names of tasks are damaged", f->path);
		return false;
	}
	parse(h, f);
	return true;
}

void fdd_dat_headers_free(struct fdd_dat_headers *h)
{
	for (unsigned int i = 0; i < FDD_DAT_PARTS; i++)
		free(h->parts[i].bytes);
	free(h->formats);
	free(h->comms);
	fdd_symbols_free(&h->symbols);
}
