// SPDX-License-Identifier: GPL-2.0
/* Where a task is now, from /proc. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "tracing/stuck.h"

#define FRAMES	4

static FILE *open_of(pid_t task, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", task, file);
	return fopen(path, "re");
}

/* "812 (a name) D ...": the name may have blanks, brackets and newlines. */
static bool put_name(pid_t task, FILE *to)
{
	FILE *f = open_of(task, "stat");
	char text[512] = "", *name, *end = NULL;

	name = f && fread(text, 1, sizeof(text) - 1, f) ? strchr(text, '(') : NULL;
	if (name)
		end = strrchr(name, ')');
	if (end && end[1] == ' ') {
		*end = '\0';
		fprintf(to, "%s-%d, state %c", name + 1, task, end[2]);
	}
	if (f)
		fclose(f);
	return end;
}

/* Lines of stack: "[<0>] futex_wait+0x12/0x40" */
static void put_stack(pid_t task, FILE *to)
{
	FILE *f = open_of(task, "stack");
	char line[256], func[128];
	unsigned int nr = 0;

	while (f && nr < FRAMES && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %127[^+]", func) != 1)
			continue;
		fprintf(to, "%s%s", nr++ ? " < " : ", in ", func);
	}
	if (f)
		fclose(f);
}

char *stuck_in(pid_t task)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool there = put_name(task, f);

	if (there)
		put_stack(task, f);
	fclose(f);
	if (there)
		return text;
	free(text);
	return NULL;
}
