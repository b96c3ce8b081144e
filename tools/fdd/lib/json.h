/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A streaming writer of JSON: an object or a list stays open while others are written into
 * it, so that only one element at a time is in memory. Elements are json-c objects; what
 * occurs once per call or path is written without them, which is several times as fast.
 */
#ifndef FDD_JSON_H
#define FDD_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/bytes.h"

struct fdd_json {
	FILE		*to;
	bool		plain;		/* without indentation, a line for each item of a list */
	bool		in_html;	/* escape '<' */
	bool		some;		/* the innermost open object or list is not empty */
	unsigned int	level;		/* number of open objects and lists */
	uint64_t	size;		/* bytes of elements so far */
};

/**
 * fdd_json_open - begin the document, or an object in the open list
 * @members: an object with its first members, freed; NULL: none
 */
void fdd_json_open(struct fdd_json *j, json_object *members);

/** fdd_json_open_member - begin an object, a member of the open object; as fdd_json_open() */
void fdd_json_open_member(struct fdd_json *j, const char *key, json_object *members);

/** fdd_json_open_list - begin a list, a member of the open object */
void fdd_json_open_list(struct fdd_json *j, const char *key);

/** fdd_json_item - add an element to the open list; frees @item */
void fdd_json_item(struct fdd_json *j, json_object *item);

/** fdd_json_numbers - as fdd_json_item() of a list of numbers, faster, in one line */
void fdd_json_numbers(struct fdd_json *j, const uint64_t *numbers, size_t nr);

/** fdd_json_member - add a member to the open object; frees @value */
void fdd_json_member(struct fdd_json *j, const char *key, json_object *value);

/* The same for a number, a bool, a string of any bytes, without an object of json-c */
void fdd_json_number(struct fdd_json *j, const char *key, uint64_t n);
void fdd_json_bool(struct fdd_json *j, const char *key, bool value);
void fdd_json_text(struct fdd_json *j, const char *key, const char *s, size_t len);

/** fdd_json_copy - add a member whose text is compressed; returns false if it is not complete */
bool fdd_json_copy(struct fdd_json *j, const char *key, const struct fdd_bytes *gz);

/** fdd_json_close_list - end the innermost list */
void fdd_json_close_list(struct fdd_json *j);

/** fdd_json_close - end the innermost object */
void fdd_json_close(struct fdd_json *j);

#endif
