/* SPDX-License-Identifier: GPL-2.0 */
/* Finds, reads and writes files of tracefs. */
#ifndef FDD_TRACING_H
#define FDD_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#define TRACER	"function_duration"
#define GRAPH	"function_graph"

/*
 * Find tracefs and check that it can be used. Returns 0, or -1 after an error message.
 */
int tracing_find(void);
/*
 * The same for reading only, without checks of permissions. If tracefs is not mounted, use a
 * mount that only this process has.
 */
int tracing_find_readable(void);
/* The same without a message, and only where it is mounted already. */
bool tracing_is_mounted(void);
/* An error message: a file of tracefs cannot be read for lack of permission. */
void tracing_say_unreadable(void);
/* Use @dir as tracefs; for tests. */
void tracing_use(const char *dir);
const char *tracing_dir(void);

/* The path of a file at the top level, or in @instance if that is not NULL. */
char *tracing_path(const char *instance, const char *file);

/* The contents of a file without the last newline; NULL sets errno. */
char *tracing_read(const char *instance, const char *file);
bool tracing_read_u64(const char *instance, const char *file, uint64_t *value);

/* Returns 0, or a negative errno. */
int tracing_write(const char *instance, const char *file, const char *text);
int tracing_append(const char *instance, const char *file, const char *text);
/* The same; returns 0, or -1 after an error message. */
int tracing_set(const char *instance, const char *file, const char *text);
int tracing_add(const char *instance, const char *file, const char *text);

/* Is @word one of the words in a file? */
bool tracing_has_word(const char *instance, const char *file, const char *word);

#endif
