// SPDX-License-Identifier: GPL-2.0
/* Functions that only wait, and those of the idle loop, by their names. */
#include <string.h>

#include "lib/patterns.h"
#include "lib/util.h"
#include "model/sleepers.h"

#define LONGEST	256

/* Once: a glob on each line; '#' and '[' begin comments and titles. */
static void read_patterns(struct fdd_patterns *patterns)
{
	static char *text;	/* the patterns point into it */
	char *rest, *line;

	if (text)
		return;
	rest = text = xstrdup(fdd_sleepers_txt);
	while ((line = strsep(&rest, "\n")))
		if (*line && *line != '#' && *line != '[')
			fdd_patterns_add(patterns, line);
}

bool fdd_is_sleeper(const char *name)
{
	static struct fdd_patterns patterns;
	char plain[LONGEST];
	size_t len = strcspn(name, ". ");

	read_patterns(&patterns);
	if (len >= sizeof(plain))
		return false;
	memcpy(plain, name, len);
	plain[len] = '\0';
	return fdd_patterns_match(&patterns, plain);
}
