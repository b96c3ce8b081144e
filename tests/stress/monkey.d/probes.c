// SPDX-License-Identifier: GPL-2.0
/*
 * Function probes: "FUNCTION:COMMAND" in set_ftrace_filter, as register_ and
 * unregister_ftrace_function_probe() take them. enable_event and disable_event
 * soft-enable their event once for each line that was written.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "monkey.h"

#define OURS	"ftrace:func_duration"

static const char *const globs[] = { "calls_leaf", "calls_nest1", "calls_nest[1-3]", NULL };

static const char *const commands[] = {
	"traceoff", "traceoff:2", "traceon", "traceon:1", "stacktrace:3", "snapshot:1",
	"enable_event:" OURS, "enable_event:" OURS, "enable_event:" OURS ":2",
	"disable_event:" OURS, "disable_event:" OURS ":1",
	"enable_event:no:such", "nosuch", NULL
};

/* "calls_leaf:enable_event:ftrace:func_duration:2", without a "!" */
static bool parse(struct probe *probe, const char *text)
{
	char glob[32] = "", word[24] = "", system[24] = "", event[32] = "", count[8] = "";

	memset(probe, 0, sizeof(*probe));
	if (sscanf(text, "%31[^:]:%23[^:]:%23[^:]:%31[^:]:%7s", glob, word, system, event,
		   count) < 2)
		return false;
	if (strstr(word, "able_event")) {
		snprintf(probe->target, sizeof(probe->target), "%s:%s", system, event);
		snprintf(probe->command, sizeof(probe->command), "%s%s", word,
			 count[0] ? ":" : "");
	} else {
		snprintf(probe->command, sizeof(probe->command), "%s%s", word,
			 system[0] ? ":" : "");
	}
	snprintf(probe->text, sizeof(probe->text), "%s", text);
	probe->set = functions_matching(glob);
	return true;
}

bool is_probe(const char *text)
{
	return strstr(text, "calls_") && strchr(text, ':');
}

/* All functions that a command of this array is set on */
static funcset set_of(const struct array *array, const char *command)
{
	funcset set = 0;
	int i;

	for (i = 0; i < array->n_probes; i++) {
		if (strcmp(array->probes[i].command, command) == 0)
			set |= array->probes[i].set;
	}
	return set;
}

funcset probes_patched(const struct array *array)
{
	funcset set = 0;
	int i;

	for (i = 0; i < array->n_probes; i++)
		set |= array->probes[i].set;
	return set;
}

bool array_has_event_probe(const struct array *array)
{
	int i;

	for (i = 0; i < array->n_probes; i++) {
		if (strcmp(array->probes[i].target, OURS) == 0)
			return true;
	}
	return false;
}

bool probe_text(struct step *step)
{
	const struct array *array = array_of(step);

	step->verb = APPEND;
	if (array->n_probes == MAX_PROBES || (array->n_probes && one_in(2)))
		snprintf(step->text, sizeof(step->text), "!%s",
			 array->probes[random_below(array->n_probes)].text);
	else
		snprintf(step->text, sizeof(step->text), "%s%s:%s", one_in(10) ? "!" : "",
			 random_text(globs), random_text(commands));
	return true;
}

unsigned int probe_expect(const struct step *step)
{
	const struct array *array = array_of(step);
	bool removal = step->text[0] == '!';
	struct probe probe;
	funcset there;

	if (!array || !array->exists)
		return NOENT;
	if (!parse(&probe, step->text + removal) || strcmp(probe.command, "nosuch") == 0 ||
	    (probe.target[0] && (strcmp(probe.target, OURS) || !world.loaded)))
		return INVAL;
	there = set_of(array, probe.command);
	if (removal)
		return there & probe.set ? OK : INVAL | NODEV;
	if (!(probe.set & ~there))
		return INVAL;
	return strncmp(probe.command, "snapshot", 8) == 0 && slots_of(array, 1 << SLOT_TRACE) ?
		OK | BUSY : OK;
}

static void add(struct array *array, struct probe *probe)
{
	probe->set &= ~set_of(array, probe->command);
	if (probe->target[0])
		event_soft(array, true);
	array->probes[array->n_probes++] = *probe;
}

static void take_away(struct array *array, const struct probe *like)
{
	int i;

	for (i = array->n_probes - 1; i >= 0; i--) {
		struct probe *probe = &array->probes[i];

		if (strcmp(probe->command, like->command))
			continue;
		probe->set &= ~like->set;
		if (probe->set)
			continue;
		if (probe->target[0])
			event_soft(array, false);
		*probe = array->probes[--array->n_probes];
	}
}

void probe_done(const struct step *step, enum answer answer)
{
	bool removal = step->text[0] == '!';
	struct probe probe;

	if (answer != OK)
		return;
	parse(&probe, step->text + removal);
	if (removal)
		take_away(array_of(step), &probe);
	else
		add(array_of(step), &probe);
}
