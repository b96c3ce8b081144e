// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's functions. To read them, the kernel makes more than a hundred thousand lines, which
 * takes longer than to save a buffer, and events continue meanwhile.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/map.h"
#include "record/symbols.h"

static struct {
	char		*text;
	size_t		size;
	uint64_t	modules;
} kept;

/* Of the modules' names and addresses: the numbers of their users change all the time. */
static uint64_t hash_of_modules(void)
{
	FILE *f = fopen("/proc/modules", "re");
	char line[4096], name[128], at[32];
	uint64_t hash = 0;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%127s %*s %*s %*s %*s %31s", name, at) != 2)
			continue;
		hash = fdd_hash_bytes(hash, name, strlen(name));
		hash = fdd_hash_bytes(hash, at, strlen(at));
	}
	if (f)
		fclose(f);
	return hash;
}

static char *read_functions(size_t *size)
{
	FILE *symbols = fopen("/proc/kallsyms", "re"), *to;
	char line[1024], *text = NULL, kind;

	if (!symbols)
		return NULL;
	to = open_memstream(&text, size);
	while (to && fgets(line, sizeof(line), symbols))
		if (sscanf(line, "%*s %c", &kind) == 1 && strchr("tTwW", kind))
			fputs(line, to);
	if (to)
		fclose(to);
	fclose(symbols);
	return text;
}

const char *record_symbols(size_t *size)
{
	uint64_t modules = hash_of_modules();

	if (!kept.text || kept.modules != modules) {
		free(kept.text);
		kept.text = read_functions(&kept.size);
		kept.modules = modules;
	}
	*size = kept.size;
	return kept.text;
}
