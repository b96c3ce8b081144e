// SPDX-License-Identifier: GPL-2.0
/* The first members of all JSON outputs. */
#include <string.h>

#include "view/bounds.h"
#include "view/document.h"
#include "view/stat_head.h"

const char *fdd_sleep_text(const struct fdd_model *m)
{
	uint64_t switches = 0, wakes = 0, sleeps = 0, measured = 0;

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		switches += m->sources[i].switches;
		wakes += m->sources[i].wakes;
		sleeps += m->sources[i].sleeps;
		measured += m->sources[i].measured;
	}
	if (measured)
		return "time asleep and waiting for a CPU was recorded with the calls (duration-sleep)";
	if (switches && wakes)
		return "time asleep and waiting for a CPU is from sched_switch and sched_waking";
	if (switches)
		return "time asleep is from sched_switch; without sched_waking it includes the wait for a CPU";
	if (sleeps)
		return "time asleep is that of functions that only sleep, since the trace has no sched_switch with a time";
	return "time asleep is unknown: the trace has neither sched_switch with a time nor functions that only sleep";
}

static const char *sleep_from(const struct fdd_source *src)
{
	if (src->measured)
		return "details";
	if (src->switches)
		return "sched_switch";
	return src->sleeps ? "functions" : NULL;
}

/* The release is the third word of "Linux build1 6.12.0 x86_64". */
static void add_kernel(json_object *o, const char *machine)
{
	const char *host = machine ? strchr(machine, ' ') : NULL;
	const char *release = host ? strchr(host + 1, ' ') : NULL;

	if (release)
		json_object_object_add(o, "kernel",
				       fdd_json_string(release + 1, strcspn(release + 1, " ")));
}

/* Of the first call; nothing if it is not known */
static void add_wall(json_object *o, const struct fdd_source *src)
{
	uint64_t real, error;

	if (*src->wall.boot)
		json_object_object_add(o, "boot_id", json_object_new_string(src->wall.boot));
	if (!fdd_wall_at(&src->wall, src->first, &real, &error))
		return;
	json_object_object_add(o, "realtime_ns", fdd_json_ns(real));
	json_object_object_add(o, "realtime_error_ns", fdd_json_ns(error));
}

static json_object *json_source(const struct fdd_source *src)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "label", fdd_json_string(src->label, strlen(src->label)));
	json_object_object_add(o, "format", json_object_new_string(src->format));
	add_kernel(o, fdd_source_machine(src));
	json_object_object_add(o, "calls", fdd_json_ns(src->calls));
	json_object_object_add(o, "markers", fdd_json_ns(src->markers));
	json_object_object_add(o, "events", fdd_json_ns(src->events));
	json_object_object_add(o, "lost", fdd_json_ns(src->lost));
	json_object_object_add(o, "lost_places", fdd_json_ns(src->lost_places));
	json_object_object_add(o, "overwritten", fdd_json_ns(src->overwritten));
	json_object_object_add(o, "unparsed", fdd_json_ns(src->unparsed));
	json_object_object_add(o, "truncated", json_object_new_boolean(src->truncated || src->cut));
	json_object_object_add(o, "no_times", json_object_new_boolean(src->no_times));
	json_object_object_add(o, "no_tasks", json_object_new_boolean(src->no_tasks));
	json_object_object_add(o, "no_contexts", json_object_new_boolean(src->no_contexts));
	if (sleep_from(src))
		json_object_object_add(o, "sleep_from",
				       json_object_new_string(sleep_from(src)));
	if (src->stats)
		json_object_object_add(o, "statistics", fdd_stat_head_json(src->stats));
	if (src->calls) {
		json_object_object_add(o, "first_ns", fdd_json_ns(src->first));
		json_object_object_add(o, "last_ns", fdd_json_ns(src->last));
		add_wall(o, src);
	}
	return o;
}

static json_object *json_span(struct fdd_model *m)
{
	uint64_t first = UINT64_MAX, last = 0;
	json_object *o;

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		if (!m->sources[i].calls)
			continue;
		if (m->sources[i].first < first)
			first = m->sources[i].first;
		if (m->sources[i].last > last)
			last = m->sources[i].last;
	}
	if (first > last)
		return NULL;
	o = json_object_new_object();
	json_object_object_add(o, "first_ns", fdd_json_ns(first));
	json_object_object_add(o, "last_ns", fdd_json_ns(last));
	return o;
}

json_object *fdd_json_document(struct fdd_model *m, const struct fdd_table *t)
{
	json_object *o = json_object_new_object(), *list = json_object_new_array();
	uint64_t lost = 0, unparsed = 0;

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		lost += m->sources[i].lost;
		unparsed += m->sources[i].unparsed;
		json_object_array_add(list, json_source(&m->sources[i]));
	}
	json_object_object_add(o, "version", json_object_new_int(FDD_JSON_VERSION));
	json_object_object_add(o, "lost", fdd_json_ns(lost));
	json_object_object_add(o, "unparsed", fdd_json_ns(unparsed));
	json_object_object_add(o, "bounds", fdd_json_bounds(m, t));
	json_object_object_add(o, "gaps", fdd_json_ns(m->gaps));
	json_object_object_add(o, "span", json_span(m));
	json_object_object_add(o, "sources", list);
	return o;
}
