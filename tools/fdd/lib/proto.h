/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A writer of protobuf messages, see protobuf.dev/programming-guides/encoding. A message stays in
 * memory until it is written; protobuf-c would need all messages of a file at a time.
 *
 *	fdd_proto_uint(&p, FIELD, NUMBER);
 *	at = fdd_proto_begin(&p, FIELD);
 *	...the fields of the message within
 *	fdd_proto_end(&p, at);
 *	fdd_proto_write(&p, stdout);
 */
#ifndef FDD_PROTO_H
#define FDD_PROTO_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct fdd_proto {
	unsigned char	*bytes;
	size_t		len, cap;
};

/** fdd_proto_varint - a number without a field, for a packed list */
void fdd_proto_varint(struct fdd_proto *p, uint64_t value);

/** fdd_proto_uint - a field of type uint64, int64, uint32, bool or enum */
void fdd_proto_uint(struct fdd_proto *p, unsigned int field, uint64_t value);

/** fdd_proto_fixed64 - a field of type fixed64 */
void fdd_proto_fixed64(struct fdd_proto *p, unsigned int field, uint64_t value);

/** fdd_proto_string - a field of type string; bytes that are not UTF-8 are replaced */
void fdd_proto_string(struct fdd_proto *p, unsigned int field, const char *s, size_t len);

/** fdd_proto_bytes - a field of type bytes */
void fdd_proto_bytes(struct fdd_proto *p, unsigned int field, const void *bytes, size_t len);

/**
 * fdd_proto_begin - begin a message, or a packed list, in a field
 *
 * Return: the argument of fdd_proto_end()
 */
size_t fdd_proto_begin(struct fdd_proto *p, unsigned int field);
void fdd_proto_end(struct fdd_proto *p, size_t begin);

/** fdd_proto_write - write all, and begin anew */
void fdd_proto_write(struct fdd_proto *p, FILE *to);

void fdd_proto_free(struct fdd_proto *p);

#endif
