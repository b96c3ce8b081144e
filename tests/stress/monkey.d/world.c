// SPDX-License-Identifier: GPL-2.0
/*
 * The model: loaded modules, arrays and what each traces, open files, and the references
 * that follow from these.
 */
#include <stdio.h>
#include <string.h>

#include "monkey.h"

struct world world;

static const char *const array_names[N_ARRAYS] = { "", "a", "b", "c" };

void array_forget(struct array *array)
{
	char name[sizeof(array->name)];

	memcpy(name, array->name, sizeof(name));
	memset(array, 0, sizeof(*array));
	memcpy(array->name, name, sizeof(name));
	array->recording = true;
	array->max_depth = -1;
}

void world_init(void)
{
	bool forgets = world.forgets_notrace;
	int i;

	memset(&world, 0, sizeof(world));
	world.forgets_notrace = forgets;
	for (i = 0; i < N_ARRAYS; i++) {
		snprintf(world.arrays[i].name, sizeof(world.arrays[i].name), "%s",
			 array_names[i]);
		array_forget(&world.arrays[i]);
	}
	world.arrays[0].exists = true;
}

static struct array *find_array(const char *name)
{
	int i;

	for (i = 0; i < N_ARRAYS; i++) {
		if (strcmp(world.arrays[i].name, name) == 0)
			return &world.arrays[i];
	}
	return NULL;
}

/* The array of a step; NULL if the model does not have it. */
struct array *array_of(const struct step *step)
{
	if (step->verb == MAKE || step->verb == REMOVE)
		return find_array(step->file);
	return find_array(step->array);
}

int array_index(const struct array *array)
{
	return array - world.arrays;
}

/*
 * Also if the notrace filter excludes all functions of the filter: in kernels with
 * add_first_hash() (ftrace.c, 7.3 line 3476) users of the function graph then trace every
 * function, because an empty filter means that there is no filter.
 */
bool array_is_unfiltered(const struct array *array)
{
	return array->filter.all || !(array->filter.set & ~array->notrace.set);
}

/* A user of the function graph's core: ours, or function_graph. */
bool array_has_graph_user(const struct array *array)
{
	return array->tracer == FUNCTION_DURATION || array->tracer == FUNCTION_GRAPH;
}

bool world_has_graph_user(void)
{
	int i;

	for (i = 0; i < N_ARRAYS; i++) {
		if (array_has_graph_user(&world.arrays[i]))
			return true;
	}
	return false;
}

bool world_notrace_open(void)
{
	int i;

	if (!world.forgets_notrace || !world_has_graph_user())
		world.notrace_open = false;
	for (i = 0; i < N_ARRAYS && world.forgets_notrace; i++) {
		if (world.arrays[i].notrace.set && array_has_graph_user(&world.arrays[i]))
			world.notrace_open = true;
	}
	return world.notrace_open;
}

/*
 * Thresholds
 */

/* The functions whose calls are all below theirs ("off"), or never ("0"): the last line. */
funcset array_thresh_is(const struct array *array, bool off)
{
	funcset never = 0, always = 0;
	int i;

	for (i = 0; i < array->n_lines; i++) {
		const struct thresh_line *line = &array->lines[i];
		funcset set = functions_matching(strstr(line->function, ":mod:calls") ?
						 ":mod:calls" : line->function);

		never &= ~set;
		always &= ~set;
		if (strcmp(line->value, "off") == 0 || strcmp(line->value, "1000s") == 0)
			never |= set;
		else if (strcmp(line->value, "0") == 0)
			always |= set;
	}
	return off ? never : always;
}

/* A tracer that is selected with such a line counts all calls. */
bool array_thresh_is_auto(const struct array *array)
{
	int i;

	for (i = 0; i < array->n_lines; i++) {
		if (strncmp(array->lines[i].value, "auto", 4) == 0)
			return true;
	}
	return false;
}

/* What the kernel has now; some keep an option once for all arrays. */
bool array_option(const struct array *array, const char *option)
{
	char path[80], text[8] = "";

	snprintf(path, sizeof(path), "%s%s%soptions/%s", array->name[0] ? "instances/" : "",
		 array->name, array->name[0] ? "/" : "", option);
	return read_text(path, text, sizeof(text)) == 0 && text[0] == '1';
}

/*
 * Our event, as __ftrace_event_enable_disable() keeps it. It holds the module, and starts
 * nothing.
 */

void event_set(struct array *array, bool on)
{
	struct event *event = &array->event;

	if (on) {
		event->soft_disabled = false;
		event->registered = true;
		return;
	}
	if (!event->soft_refs)
		event->registered = false;
	event->soft_disabled = event->soft_refs > 0;
}

void event_soft(struct array *array, bool on)
{
	struct event *event = &array->event;

	if (on) {
		if (event->soft_refs++ || event->registered)
			return;
		event->soft_disabled = true;
		event->registered = true;
		return;
	}
	if (--event->soft_refs)
		return;
	if (event->soft_disabled)
		event->registered = false;
	event->soft_disabled = false;
}

/* A trigger that enables or disables our event may have run. */
void event_sync(struct array *array)
{
	char path[128], text[8];

	snprintf(path, sizeof(path), "%s%s%sevents/ftrace/func_duration/enable",
		 array->name[0] ? "instances/" : "", array->name, array->name[0] ? "/" : "");
	if (read_text(path, text, sizeof(text)) == 0)
		array->event.soft_disabled = array->event.registered && text[0] == '0';
}

/*
 * Open files
 */

struct slot *world_slot(int slot)
{
	return &world.slots[slot - FIRST_SLOT];
}

/* The number of slots with an open file of this array, with one of these uses. */
int slots_of(const struct array *array, unsigned int uses)
{
	int i, n = 0;

	for (i = 0; i < N_SLOTS; i++) {
		if (world.slots[i].array == array_index(array) && (uses >> world.slots[i].use & 1))
			n++;
	}
	return n;
}

/*
 * What holds the module
 */

static int array_holds(const struct array *array)
{
	int i, n = (array->tracer == FUNCTION_DURATION) + array->event.registered;

	for (i = 0; i < array->n_triggers; i++)
		n += strcmp(array->triggers[i].target, "ftrace:func_duration") == 0;
	for (i = 0; i < array->n_probes; i++)
		n += strcmp(array->probes[i].target, "ftrace:func_duration") == 0;
	return n;
}

/* The minimal number of references, and how many more are possible. */
int world_holds(int *more)
{
	int i, n = 0;

	*more = 0;
	for (i = 0; i < N_ARRAYS; i++)
		n += array_holds(&world.arrays[i]);
	for (i = 0; i < N_SLOTS; i++) {
		const struct slot *slot = &world.slots[i];

		if (slot->use == SLOT_STATS || slot->maybe)
			++*more;
		else
			n += slot->use == SLOT_HELD || slot->use == SLOT_STAT || slot->ours;
	}
	return n;
}

/* The module was unloaded: nothing of it is left in any array. */
void world_module_gone(void)
{
	int i;

	world.loaded = false;
	for (i = 0; i < N_ARRAYS; i++) {
		memset(&world.arrays[i].event, 0, sizeof(world.arrays[i].event));
		world.arrays[i].stat = false;
		world.arrays[i].stat_files = false;
		world.arrays[i].max_depth = -1;
		world.arrays[i].n_lines = 0;
		world.arrays[i].call_stacks = false;
	}
}

/* The module's references; 0 too if it is not loaded. */
int refcount(void)
{
	char text[16];
	int n = 0;

	if (read_text("/sys/module/function_duration/refcnt", text, sizeof(text)) == 0)
		sscanf(text, "%d", &n);
	return n;
}
