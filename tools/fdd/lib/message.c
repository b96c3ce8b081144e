// SPDX-License-Identifier: GPL-2.0
/* Writes a message as protobuf, or in its JSON form. */
#include <assert.h>
#include <string.h>

#include "lib/message.h"
#include "lib/output.h"

/* Before a member, or an item of a list */
static void json_next(struct fdd_message *m, const char *name)
{
	if (!m->begun)
		putchar('{');
	m->begun = true;
	if (m->more)
		putchar(',');
	m->more = true;
	if (name)
		printf("\"%s\":", name);
}

void fdd_message_open(struct fdd_message *m, unsigned int field, const char *name)
{
	if (m->json) {
		json_next(m, name);
		putchar('{');
		m->more = false;
		return;
	}
	assert(m->nr_open < FDD_MESSAGE_DEPTH);
	m->open[m->nr_open++] = fdd_proto_begin(&m->proto, field);
}

void fdd_message_close(struct fdd_message *m)
{
	if (m->json)
		putchar('}');
	else
		fdd_proto_end(&m->proto, m->open[--m->nr_open]);
	m->more = true;
}

void fdd_message_open_list(struct fdd_message *m, const char *name)
{
	if (!m->json)
		return;
	json_next(m, name);
	putchar('[');
	m->more = false;
}

void fdd_message_close_list(struct fdd_message *m)
{
	if (m->json)
		putchar(']');
	m->more = true;
}

void fdd_message_text(struct fdd_message *m, unsigned int field, const char *name,
		      const char *text, size_t len)
{
	if (!m->json) {
		fdd_proto_string(&m->proto, field, text, len);
		return;
	}
	json_next(m, name);
	fdd_json_print_string(text, len);
}

void fdd_message_fixed64(struct fdd_message *m, unsigned int field, const char *name,
			 uint64_t value)
{
	if (!m->json) {
		fdd_proto_fixed64(&m->proto, field, value);
		return;
	}
	json_next(m, name);
	printf("\"%llu\"", (unsigned long long)value);
}

void fdd_message_int64(struct fdd_message *m, unsigned int field, const char *name, int64_t value)
{
	if (!m->json) {
		fdd_proto_uint(&m->proto, field, value);
		return;
	}
	json_next(m, name);
	printf("\"%lld\"", (long long)value);
}

void fdd_message_enum(struct fdd_message *m, unsigned int field, const char *name,
		      unsigned int value)
{
	if (!m->json) {
		fdd_proto_uint(&m->proto, field, value);
		return;
	}
	json_next(m, name);
	printf("%u", value);
}

void fdd_message_hex(struct fdd_message *m, unsigned int field, const char *name,
		     const void *bytes, size_t len)
{
	const unsigned char *byte = bytes;

	if (!m->json) {
		fdd_proto_bytes(&m->proto, field, bytes, len);
		return;
	}
	json_next(m, name);
	putchar('"');
	for (size_t i = 0; i < len; i++)
		printf("%02x", byte[i]);
	putchar('"');
}

void fdd_message_end(struct fdd_message *m)
{
	if (!m->json)
		fdd_proto_write(&m->proto, stdout);
	else if (m->begun)
		puts("}");
	m->begun = m->more = false;
}

void fdd_message_free(struct fdd_message *m)
{
	fdd_proto_free(&m->proto);
}
