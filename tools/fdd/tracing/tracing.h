/* SPDX-License-Identifier: GPL-2.0 */
/* The files of tracefs: finding, reading and writing them. */
#ifndef FDD_TRACING_H
#define FDD_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#define TRACER	"function_duration"

/*
 * Find tracefs, and see that it can be used. Returns 0, or -1 after having
 * said why not.
 */
int tracing_find(void);
/*
 * The same for reading: each file decides for itself who may. Where tracefs is not
 * mounted it gets a mount of this process alone.
 */
int tracing_find_readable(void);
/* Take @dir for tracefs; for tests. */
void tracing_use(const char *dir);
const char *tracing_dir(void);

/* The path of a file at the top, or in @instance if that is not NULL. */
char *tracing_path(const char *instance, const char *file);

/* All that a file holds, without the newline at its end; NULL sets errno. */
char *tracing_read(const char *instance, const char *file);
bool tracing_read_u64(const char *instance, const char *file, uint64_t *value);

/* Returns 0, or a negative errno. */
int tracing_write(const char *instance, const char *file, const char *text);
int tracing_append(const char *instance, const char *file, const char *text);

/* Is @word one of the words in a file? */
bool tracing_has_word(const char *instance, const char *file, const char *word);

#endif
