// SPDX-License-Identifier: GPL-2.0
/*
 * Event triggers: on our event, and on others that enable or disable ours. The effects on our
 * event are those of kernel/trace/trace_events_trigger.c: a trigger soft-enables the
 * event that it is set on; enable_event and disable_event the one they name, too.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"

#define OUR_EVENT	"events/ftrace/func_duration"
#define OURS		"ftrace:func_duration"

/* Events that happen only when a step makes them happen */
static const char *const hosts[] = {
	OUR_EVENT, OUR_EVENT, OUR_EVENT,
	"events/syscalls/sys_enter_umask",
	"events/ftrace/print",
	NULL
};

static const char *const texts_on_ours[] = {
	"traceoff", "traceoff:3", "traceoff if duration > 1000", "traceoff:1 if depth == 2",
	"traceon", "traceon:5", "traceon if duration > 1000",
	"stacktrace", "stacktrace:2", "stacktrace if duration > 100000",
	"snapshot", "snapshot:1", "snapshot:2 if depth > 1", "snapshot if depth == 60000",
	"hist:keys=func.sym", "hist:keys=common_pid:vals=duration if duration > 1000",
	"hist:keys=func.sym:vals=duration:sort=duration.descending:size=256",
	"hist:keys=depth:vals=hitcount,overrun", "hist:name=mk:keys=depth",
	"hist:keys=common_pid:ts=common_timestamp.usecs",
	"hist:keys=common_pid:d=duration:onmax($d).save(depth)",
	"enable_event:syscalls:sys_enter_umask", "disable_event:syscalls:sys_enter_umask:2",
	"enable_event:" OURS, "disable_event:" OURS ":1", "disable_event:" OURS " if depth == 3",
	NULL
};

static const char *const texts_on_others[] = {
	"traceoff", "traceon:2", "stacktrace", "snapshot:1", "hist:keys=common_pid",
	"enable_event:" OURS, "enable_event:" OURS ":2", "enable_event:" OURS " if common_pid > 0",
	"disable_event:" OURS, "disable_event:" OURS ":1", "enable_event:" OURS,
	"enable_hist:" OURS, "disable_hist:" OURS ":1",
	NULL
};

/* Texts that every trigger file refuses */
static const char *const bad_texts[] = {
	"traceoff:x", "traceoff if nosuch == 1", "nosuch", "hist:keys=nosuch",
	"enable_event:no:such", "enable_event", "snapshot:y",
	NULL
};

static const char *host_of(const struct step *step)
{
	static char host[128];
	const char *end = strstr(step->file, "/trigger");

	snprintf(host, sizeof(host), "%.*s", end ? (int)(end - step->file) : 0, step->file);
	return host;
}

static bool is_bad(const char *text)
{
	int i;

	for (i = 0; bad_texts[i]; i++) {
		if (strcmp(text, bad_texts[i]) == 0)
			return true;
	}
	return false;
}

static void parse(struct trigger *trigger, const char *host, const char *text)
{
	char word[32] = "", system[24] = "", event[32] = "";

	memset(trigger, 0, sizeof(*trigger));
	snprintf(trigger->host, sizeof(trigger->host), "%s", host);
	snprintf(trigger->text, sizeof(trigger->text), "%s", text);
	sscanf(text, "%31[^: ]:%23[^: ]:%31[^: ]", word, system, event);
	if (strcmp(word, "traceon") == 0 || strcmp(word, "traceoff") == 0) {
		strcpy(trigger->type, "onoff");
	} else if (strstr(word, "able_")) {
		strcpy(trigger->type, strstr(word, "hist") ? "switch hist" : "switch");
		snprintf(trigger->target, sizeof(trigger->target), "%s:%s", system, event);
	} else {
		snprintf(trigger->type, sizeof(trigger->type), "%.15s", word);
	}
}

static bool same_kind(const struct trigger *one, const struct trigger *two)
{
	if (strcmp(one->host, two->host) || strcmp(one->type, two->type) ||
	    strcmp(one->target, two->target))
		return false;
	return strcmp(one->type, "hist") || strcmp(one->text, two->text) == 0;
}

static struct trigger *find(struct array *array, const struct trigger *like)
{
	int i;

	for (i = 0; i < array->n_triggers; i++) {
		if (same_kind(&array->triggers[i], like))
			return &array->triggers[i];
	}
	return NULL;
}

static bool is_ours(const char *host)
{
	return strcmp(host, OUR_EVENT) == 0;
}

static int count_on(const struct array *array, const char *host)
{
	int i, n = 0;

	for (i = 0; i < array->n_triggers; i++)
		n += strcmp(array->triggers[i].host, host) == 0;
	return n;
}

/* Does one of the triggers enable or disable our event when it runs? */
bool array_switches_event(const struct array *array)
{
	int i;

	for (i = 0; i < array->n_triggers; i++) {
		if (strcmp(array->triggers[i].target, OURS) == 0)
			return true;
	}
	return array_has_event_probe(array);
}

/* A histogram with variables holds its array. */
bool array_has_hist_variables(const struct array *array)
{
	int i;

	for (i = 0; i < array->n_triggers; i++) {
		if (strstr(array->triggers[i].text, ":ts=") ||
		    strstr(array->triggers[i].text, ":d="))
			return true;
	}
	return false;
}

static void add(struct array *array, const struct trigger *trigger)
{
	if (strcmp(trigger->target, OURS) == 0)
		event_soft(array, true);
	if (is_ours(trigger->host) && !count_on(array, trigger->host))
		event_soft(array, true);
	if (array->n_triggers < MAX_TRIGGERS)
		array->triggers[array->n_triggers++] = *trigger;
}

static void take_away(struct array *array, struct trigger *trigger)
{
	struct trigger gone = *trigger;

	*trigger = array->triggers[--array->n_triggers];
	if (is_ours(gone.host) && !count_on(array, gone.host))
		event_soft(array, false);
	if (strcmp(gone.target, OURS) == 0)
		event_soft(array, false);
}

/* Opening the file with ">" removes histograms, and triggers that switch histograms. */
static void truncated(struct array *array, const char *host)
{
	int i;

	for (i = array->n_triggers - 1; i >= 0; i--) {
		if (strcmp(array->triggers[i].host, host) == 0 &&
		    strstr(array->triggers[i].type, "hist"))
			take_away(array, &array->triggers[i]);
	}
}

/*
 * For the grammar
 */

static bool text_for_removal(struct step *step, const struct array *array)
{
	const struct trigger *trigger;

	if (!array->n_triggers)
		return false;
	trigger = &array->triggers[random_below(array->n_triggers)];
	snprintf(step->file, sizeof(step->file), "%s/trigger", trigger->host);
	snprintf(step->text, sizeof(step->text), "!%s", trigger->text);
	return true;
}

/* Not every kernel has these events. */
static bool needs_syscalls(const struct step *step)
{
	return strstr(step->file, "syscalls") || strstr(step->text, ":syscalls:");
}

bool trigger_text(struct step *step)
{
	struct array *array = array_of(step);
	const char *host = random_text(hosts);

	if (array->n_triggers == MAX_TRIGGERS || one_in(3))
		return text_for_removal(step, array);
	snprintf(step->file, sizeof(step->file), "%s/trigger", host);
	if (one_in(12))
		snprintf(step->text, sizeof(step->text), "%s", random_text(bad_texts));
	else
		snprintf(step->text, sizeof(step->text), "%s%s", one_in(8) ? "!" : "",
			 random_text(is_ours(host) ? texts_on_ours : texts_on_others));
	return !needs_syscalls(step) || access("events/syscalls", F_OK) == 0;
}

static unsigned int expect_add(const struct step *step, struct array *array,
			       const struct trigger *trigger)
{
	struct trigger *there = find(array, trigger);
	unsigned int allowed = OK;

	if (there && !(step->verb == WRITE && strstr(trigger->type, "hist")))
		return strcmp(trigger->type, "hist") ? EXIST : EXIST | INVAL;
	/* The spare buffer is made as large as the other, which a reader forbids. */
	if (strcmp(trigger->type, "snapshot") == 0 && slots_of(array, 1 << SLOT_TRACE))
		allowed |= BUSY;
	return allowed;
}

unsigned int trigger_expect(const struct step *step)
{
	bool removal = step->text[0] == '!';
	struct array *array = array_of(step);
	struct trigger trigger;

	parse(&trigger, host_of(step), step->text + removal);
	if (!array || !array->exists || (is_ours(trigger.host) && !world.loaded))
		return NOENT;
	if (is_bad(step->text + removal))
		return removal ? OK | INVAL : INVAL;
	if (strcmp(trigger.target, OURS) == 0 && !world.loaded)
		return INVAL;
	return removal ? OK : expect_add(step, array, &trigger);
}

void trigger_done(const struct step *step, enum answer answer)
{
	bool removal = step->text[0] == '!';
	struct array *array = array_of(step);
	struct trigger trigger, *there;

	if (!array || answer == NOENT)
		return;
	parse(&trigger, host_of(step), step->text + removal);
	if (step->verb == WRITE)
		truncated(array, trigger.host);
	if (answer != OK)
		return;
	there = find(array, &trigger);
	if (removal && there)
		take_away(array, there);
	else if (!removal && !there)
		add(array, &trigger);
}
