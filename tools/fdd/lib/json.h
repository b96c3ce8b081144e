/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JSON that is written as it comes: an object or a list stays open while others are
 * written into it, so that only one element at a time is in memory. What an element
 * holds is json-c's.
 */
#ifndef FDD_JSON_H
#define FDD_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

struct fdd_json {
	FILE		*to;
	bool		plain;		/* without indentation, an item of a list on a line */
	bool		in_html;	/* '<' is written in another way */
	bool		some;		/* the innermost that is open has something in it */
	unsigned int	level;		/* how many are open */
};

/**
 * fdd_json_open - begin the document, or an element of the list that is open
 * @members: an object with its first members; it is freed
 */
void fdd_json_open(struct fdd_json *j, json_object *members);

/** fdd_json_open_list - begin a list, a member of the object that is open */
void fdd_json_open_list(struct fdd_json *j, const char *key);

/** fdd_json_item - an element of the list that is open; @item is freed */
void fdd_json_item(struct fdd_json *j, json_object *item);

/** fdd_json_member - a member of the object that is open; @value is freed */
void fdd_json_member(struct fdd_json *j, const char *key, json_object *value);

/** fdd_json_close_list - end the list that was opened last */
void fdd_json_close_list(struct fdd_json *j);

/** fdd_json_close - end the object that was opened last */
void fdd_json_close(struct fdd_json *j);

#endif
