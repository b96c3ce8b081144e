/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes a message to stdout, as protobuf or in its JSON form (ProtoJSON): there 64-bit numbers are
 * strings, and members have names in place of numbers. A field with several messages is a list.
 *
 *	fdd_message_open(&m, FIELD, "scope");
 *	fdd_message_text(&m, FIELD, "name", text, len);
 *	fdd_message_close(&m);
 *	fdd_message_open_list(&m, "spans");
 *	fdd_message_open(&m, FIELD, NULL);
 *	...
 *	fdd_message_close(&m);
 *	fdd_message_close_list(&m);
 *	fdd_message_end(&m);
 *
 * The protobuf stays in memory until fdd_message_end(), the JSON does not.
 */
#ifndef FDD_MESSAGE_H
#define FDD_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/proto.h"

#define FDD_MESSAGE_DEPTH	16

struct fdd_message {
	bool			json;
	bool			begun;		/* the outermost message of the JSON */
	bool			more;		/* a comma comes before the next member */
	struct fdd_proto	proto;
	size_t			open[FDD_MESSAGE_DEPTH];
	unsigned int		nr_open;
};

/* A message in a field; in a list @name is NULL. */
void fdd_message_open(struct fdd_message *m, unsigned int field, const char *name);
void fdd_message_close(struct fdd_message *m);

/* Around the messages of a field that may have several. */
void fdd_message_open_list(struct fdd_message *m, const char *name);
void fdd_message_close_list(struct fdd_message *m);

/* string, fixed64, int64, an enum; bytes are hexadecimal digits in the JSON, as in OTLP */
void fdd_message_text(struct fdd_message *m, unsigned int field, const char *name,
		      const char *text, size_t len);
void fdd_message_fixed64(struct fdd_message *m, unsigned int field, const char *name,
			 uint64_t value);
void fdd_message_int64(struct fdd_message *m, unsigned int field, const char *name,
		       int64_t value);
void fdd_message_enum(struct fdd_message *m, unsigned int field, const char *name,
		      unsigned int value);
void fdd_message_hex(struct fdd_message *m, unsigned int field, const char *name,
		     const void *bytes, size_t len);

/* The end of the outermost message; the next one may begin. The JSON of each is a line. */
void fdd_message_end(struct fdd_message *m);

void fdd_message_free(struct fdd_message *m);

#endif
