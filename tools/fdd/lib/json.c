// SPDX-License-Identifier: GPL-2.0
/* A streaming writer of JSON. One thread writes a document, so the file is not locked. */
#include <string.h>

#include "lib/gzip.h"
#include "lib/json.h"
#include "lib/output.h"

/* '<' occurs in strings only; escaped, it cannot end the <script> element of HTML. */
static void put_text(struct fdd_json *j, const char *text, size_t len)
{
	const char *end = text + len, *at;

	j->size += len;
	while (j->in_html && (at = memchr(text, '<', end - text))) {
		fdd_json_put(j->to, text, at - text);
		fputs("\\u003c", j->to);
		text = at + 1;
	}
	fdd_json_put(j->to, text, end - text);
}

static void new_line(const struct fdd_json *j)
{
	if (!j->plain)
		fprintf(j->to, "\n%*s", j->level * 2, "");
}

/* Indent the output of json-c. Its strings have no newlines, they are escaped. */
static void put_lines(struct fdd_json *j, const char *text, size_t len)
{
	const char *end = text + len, *at;

	while ((at = memchr(text, '\n', end - text))) {
		put_text(j, text, at - text);
		new_line(j);
		text = at + 1;
	}
	put_text(j, text, end - text);
}

static const char *text_of(const struct fdd_json *j, json_object *o, size_t *len)
{
	int flags = j->plain ? JSON_C_TO_STRING_PLAIN :
			       JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;

	return json_object_to_json_string_length(o, flags | JSON_C_TO_STRING_NOSLASHESCAPE,
						 len);
}

static void next(struct fdd_json *j)
{
	if (j->some)
		putc_unlocked(',', j->to);
	if (j->level)
		new_line(j);
	j->some = true;
}

static void open_object(struct fdd_json *j, json_object *members)
{
	bool some = members && json_object_object_length(members) > 0;
	const char *text;
	size_t len;

	/* without the closing brace, which is on a separate line, except in "{}" of json-c 0.17 */
	if (some) {
		text = text_of(j, members, &len);
		put_lines(j, text, len - (j->plain ? 1 : 2));
	} else {
		putc_unlocked('{', j->to);
	}
	json_object_put(members);
	j->level++;
	j->some = some;
}

static void put_key(struct fdd_json *j, const char *key)
{
	next(j);
	putc_unlocked('"', j->to);
	fputs_unlocked(key, j->to);
	fputs_unlocked(j->plain ? "\":" : "\": ", j->to);
}

void fdd_json_open(struct fdd_json *j, json_object *members)
{
	next(j);
	if (j->plain && j->level)
		putc('\n', j->to);
	open_object(j, members);
}

void fdd_json_open_member(struct fdd_json *j, const char *key, json_object *members)
{
	put_key(j, key);
	open_object(j, members);
}

void fdd_json_open_list(struct fdd_json *j, const char *key)
{
	put_key(j, key);
	putc_unlocked('[', j->to);
	j->level++;
	j->some = false;
}

static void put_value(struct fdd_json *j, json_object *value)
{
	size_t len;
	const char *text = text_of(j, value, &len);

	put_lines(j, text, len);
	json_object_put(value);
}

void fdd_json_item(struct fdd_json *j, json_object *item)
{
	next(j);
	if (j->plain)
		putc_unlocked('\n', j->to);
	put_value(j, item);
}

static void put_number(struct fdd_json *j, uint64_t n)
{
	j->size += fdd_number_put(j->to, fdd_json_int(n));
}

void fdd_json_numbers(struct fdd_json *j, const uint64_t *numbers, size_t nr)
{
	next(j);
	if (j->plain)
		putc_unlocked('\n', j->to);
	for (size_t i = 0; i < nr; i++) {
		putc_unlocked(i ? ',' : '[', j->to);
		put_number(j, numbers[i]);
	}
	putc_unlocked(']', j->to);
}

void fdd_json_member(struct fdd_json *j, const char *key, json_object *value)
{
	put_key(j, key);
	put_value(j, value);
}

void fdd_json_number(struct fdd_json *j, const char *key, uint64_t n)
{
	put_key(j, key);
	put_number(j, n);
}

void fdd_json_bool(struct fdd_json *j, const char *key, bool value)
{
	put_key(j, key);
	fputs_unlocked(value ? "true" : "false", j->to);
}

void fdd_json_text(struct fdd_json *j, const char *key, const char *s, size_t len)
{
	put_key(j, key);
	if (!fdd_json_is_plain(s, len)) {
		put_value(j, fdd_json_string(s, len));
		return;
	}
	putc_unlocked('"', j->to);
	put_text(j, s, len);
	putc_unlocked('"', j->to);
}

bool fdd_json_copy(struct fdd_json *j, const char *key, const struct fdd_bytes *gz)
{
	struct fdd_gunzip *g = fdd_gunzip_new(gz);
	char block[8192];
	ssize_t len;

	put_key(j, key);
	while ((len = fdd_gunzip_read(g, block, sizeof(block))) > 0) {
		fwrite(block, 1, len, j->to);
		j->size += len;
	}
	fdd_gunzip_free(g);
	return !len;
}

static void close_with(struct fdd_json *j, char c)
{
	j->level--;
	if (j->some)
		new_line(j);
	putc_unlocked(c, j->to);
	j->some = true;
}

void fdd_json_close_list(struct fdd_json *j)
{
	close_with(j, ']');
}

void fdd_json_close(struct fdd_json *j)
{
	close_with(j, '}');
	if (!j->level)
		putc('\n', j->to);
}
