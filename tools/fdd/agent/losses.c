// SPDX-License-Identifier: GPL-2.0
/* Calls that were not counted or recorded. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/losses.h"
#include "lib/util.h"

const char *const agent_results[AGENT_RESULTS] = {
	"entered", "recorded", "below", "filtered", "off", "lost", "nested", "no_room", "cut",
	"unfinished",
};

const char *const agent_lacks[AGENT_LACKS] = { "function", "task", "module", "histogram" };

/* A count that is less than before began anew. */
static void add(uint64_t *sum, uint64_t *last, uint64_t now)
{
	*sum += now >= *last ? now - *last : now;
	*last = now;
}

void agent_losses_add(struct agent_losses *l, const struct fdd_stats *now)
{
	const uint64_t counts[AGENT_LACKS] = {
		now->no_room, now->no_task, now->no_module, now->no_histogram,
	};

	for (int i = 0; i < AGENT_LACKS; i++)
		add(&l->lacks[i], &l->last_lacks[i], counts[i]);
}

static void add_words(uint64_t *counts, const char *line, size_t len)
{
	const char *end = line + len;
	uint64_t value;
	char name[32];
	int used;

	while (line < end && sscanf(line, " %31s %" SCNu64 "%n", name, &value, &used) == 2) {
		for (int i = 0; i < AGENT_RESULTS; i++)
			if (!strcmp(agent_results[i], name))
				counts[i] += value;
		line += used;
	}
}

/* "NAME cpuN entered N recorded N ..." */
static bool is_of(const char *line, const char *instance, int *words)
{
	size_t len = strlen(instance);
	unsigned int cpu;

	if (strncmp(line, instance, len) ||
	    sscanf(line + len, " cpu%u%n", &cpu, words) != 1)
		return false;
	*words += len;
	return true;
}

void agent_losses_add_lines(struct agent_losses *l, const char *text, const char *instance)
{
	uint64_t counts[AGENT_RESULTS] = { 0 };
	int words;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		size_t len = strcspn(text, "\n");

		if (is_of(text, instance, &words) && (size_t)words < len)
			add_words(counts, text + words, len - words);
	}
	for (int i = 0; i < AGENT_RESULTS; i++)
		add(&l->results[i], &l->last_results[i], counts[i]);
}
