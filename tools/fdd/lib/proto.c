// SPDX-License-Identifier: GPL-2.0
/* A writer of protobuf messages. */
#include <stdlib.h>
#include <string.h>

#include "lib/proto.h"
#include "lib/utf8.h"
#include "lib/util.h"

enum wire_type {
	WIRE_VARINT = 0,
	WIRE_FIXED64 = 1,
	WIRE_LEN = 2,
};

#define MAX_VARINT	10	/* bytes */

static void make_room(struct fdd_proto *p, size_t size)
{
	if (p->cap - p->len >= size)
		return;
	p->cap = (p->len + size) * 2;
	p->bytes = xrealloc(p->bytes, p->cap);
}

static size_t put_varint(unsigned char *to, uint64_t value)
{
	size_t len = 0;

	for (; value >= 0x80; value >>= 7)
		to[len++] = value | 0x80;
	to[len++] = value;
	return len;
}

void fdd_proto_varint(struct fdd_proto *p, uint64_t value)
{
	make_room(p, MAX_VARINT);
	p->len += put_varint(p->bytes + p->len, value);
}

static void put_tag(struct fdd_proto *p, unsigned int field, enum wire_type type)
{
	fdd_proto_varint(p, field << 3 | type);
}

void fdd_proto_uint(struct fdd_proto *p, unsigned int field, uint64_t value)
{
	put_tag(p, field, WIRE_VARINT);
	fdd_proto_varint(p, value);
}

void fdd_proto_fixed64(struct fdd_proto *p, unsigned int field, uint64_t value)
{
	put_tag(p, field, WIRE_FIXED64);
	make_room(p, sizeof(value));
	for (size_t i = 0; i < sizeof(value); i++)
		p->bytes[p->len++] = value >> 8 * i;
}

void fdd_proto_bytes(struct fdd_proto *p, unsigned int field, const void *bytes, size_t len)
{
	put_tag(p, field, WIRE_LEN);
	fdd_proto_varint(p, len);
	make_room(p, len);
	memcpy(p->bytes + p->len, bytes, len);
	p->len += len;
}

void fdd_proto_string(struct fdd_proto *p, unsigned int field, const char *s, size_t len)
{
	char *valid = fdd_utf8_copy(s, &len);

	fdd_proto_bytes(p, field, valid, len);
	free(valid);
}

/* The length is put before the message at its end; most have one byte of it. */
size_t fdd_proto_begin(struct fdd_proto *p, unsigned int field)
{
	put_tag(p, field, WIRE_LEN);
	make_room(p, 1);
	return ++p->len;
}

void fdd_proto_end(struct fdd_proto *p, size_t begin)
{
	unsigned char len[MAX_VARINT];
	size_t size = p->len - begin, more = put_varint(len, size) - 1;

	if (more) {
		make_room(p, more);
		memmove(p->bytes + begin + more, p->bytes + begin, size);
		p->len += more;
	}
	memcpy(p->bytes + begin - 1, len, more + 1);
}

void fdd_proto_write(struct fdd_proto *p, FILE *to)
{
	fwrite(p->bytes, 1, p->len, to);
	p->len = 0;
}

void fdd_proto_free(struct fdd_proto *p)
{
	free(p->bytes);
	*p = (struct fdd_proto){ 0 };
}
