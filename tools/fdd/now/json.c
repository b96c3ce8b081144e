// SPDX-License-Identifier: GPL-2.0
/* What is blocked, as JSON. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/output.h"
#include "lib/util.h"
#include "now/now.h"
#include "waits/say.h"
#include "waits/syscalls.h"

#define MOST_TASKS	1000	/* of a group, in its list; "tasks" is their number */
#define MOST_GROUPS	5000	/* all of it is in memory until it is printed */
#define LONGEST_CHAIN	64

static void add_string(json_object *o, const char *key, const char *text)
{
	json_object_object_add(o, key, fdd_json_string(text, strlen(text)));
}

static json_object *task_of(const struct waits_task *t)
{
	json_object *o = json_object_new_object();

	add_string(o, "comm", t->comm);
	json_object_object_add(o, "pid", json_object_new_int(t->pid));
	json_object_object_add(o, "tid", json_object_new_int(t->tid));
	return o;
}

static json_object *call_of(const struct open_call *call)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "instance", call->instance ?
			       fdd_json_string(call->instance, strlen(call->instance)) : NULL);
	json_object_object_add(o, "cgroup", call->cgroup ?
			       fdd_json_string(call->cgroup, strlen(call->cgroup)) : NULL);
	add_string(o, "function", call->function);
	json_object_object_add(o, "for_ns", fdd_json_ns(call->for_ns));
	json_object_object_add(o, "since_ns", fdd_json_ns(call->since_ns));
	return o;
}

static void add_open(json_object *o, const struct now *now, const struct waits_node *n)
{
	json_object *list = json_object_new_array();
	const struct open_call *calls;
	uint32_t nr;

	calls = now_open(now, n, &nr);
	for (uint32_t i = 0; calls && i < nr; i++)
		json_object_array_add(list, call_of(&calls[i]));
	json_object_object_add(o, "open_calls", list);
}

static json_object *node_of(const struct now *now, const struct waits_node *n)
{
	json_object *o = task_of(&n->task);

	add_open(o, now, n);
	return o;
}

static void add_state(json_object *o, const struct waits_node *n)
{
	char name[32], state[2] = { n->task.state };
	const char *call = waits_syscall_name(&n->task, name);

	add_string(o, "state", state);
	json_object_object_add(o, "syscall", *call ? json_object_new_string(call) : NULL);
	add_string(o, "in", n->wait.in);
	json_object_object_add(o, "for_ns", fdd_json_ns(n->age.ns));
	json_object_object_add(o, "at_least", json_object_new_boolean(n->age.at_least));
	add_string(o, "kind", waits_kind_names[n->wait.kind]);
	json_object_object_add(o, "what", n->wait.what ?
			       fdd_json_string(n->wait.what, strlen(n->wait.what)) : NULL);
	json_object_object_add(o, "others", json_object_new_int64(n->wait.others));
}

/* The holder, whom it waits for, and so on; a circle once. */
static json_object *chain_of(const struct now *now, const struct waits_node *n)
{
	json_object *list = json_object_new_array();
	const struct waits_node *first = n;

	for (int i = 0; i < LONGEST_CHAIN && n->next && !n->next->gone; i++) {
		json_object *o = node_of(now, n->next);

		json_object_object_add(o, "of_process",
				       json_object_new_boolean(n->wait.of_process));
		json_object_object_add(o, "ran", json_object_new_boolean(n->next->moved));
		add_state(o, n->next);
		json_object_array_add(list, o);
		n = n->next;
		if (n == first || n->wait.others || (n->circle && n->next == first))
			break;
	}
	return list;
}

static json_object *tasks_of(const struct now *now, const struct now_group *g)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < g->nr && i < MOST_TASKS; i++)
		json_object_array_add(list, node_of(now, now->members[g->from + i].node));
	return list;
}

static json_object *group_of(const struct now *now, const struct now_group *g)
{
	json_object *o = json_object_new_object();
	char *object = now_object(g);

	json_object_object_add(o, "tasks", json_object_new_int64(g->nr));
	add_state(o, g->first);
	json_object_object_add(o, "deadlock", json_object_new_boolean(g->first->circle));
	add_string(o, "text", object);
	free(object);
	json_object_object_add(o, "chain", chain_of(now, g->first));
	json_object_object_add(o, "list", tasks_of(now, g));
	return o;
}

static json_object *groups_of(const struct now *now, uint64_t limit)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < now->nr_groups && i < limit; i++)
		json_object_array_add(list, group_of(now, &now->groups[i]));
	return list;
}

static json_object *runners_of(const struct now *now)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < now->nr_runners && i < MOST_TASKS; i++) {
		const struct now_runner *r = &now->runners[i];
		json_object *o = task_of(&r->task);

		json_object_object_add(o, "cpu", json_object_new_int(r->task.cpu));
		json_object_object_add(o, "percent", json_object_new_int(r->percent));
		json_object_object_add(o, "own_code", json_object_new_boolean(r->own));
		json_object_array_add(list, o);
	}
	return list;
}

static void add_number(json_object *o, const char *key, uint64_t nr)
{
	json_object_object_add(o, key, json_object_new_int64(nr));
}

void now_print_json(const struct now *now, const struct now_wish *wish)
{
	json_object *o = json_object_new_object(), *n = json_object_new_object();
	const uint64_t limit = wish->limit && wish->limit < MOST_GROUPS ? wish->limit : MOST_GROUPS;
	const char *text;

	add_number(o, "version", FDD_JSON_VERSION);
	json_object_object_add(o, "now", n);
	json_object_object_add(n, "threshold_ns", fdd_json_ns(wish->least_ns));
	json_object_object_add(n, "look_ns", fdd_json_ns(now->look_ns));
	add_number(n, "blocked", now->nr_blocked);
	add_number(n, "idle", now->nr_idle);
	add_number(n, "ran", now->nr_ran);
	add_number(n, "shorter", now->nr_short);
	add_number(n, "hidden", now->nr_hidden);
	json_object_object_add(n, "root", json_object_new_boolean(!geteuid()));
	json_object_object_add(n, "cut", json_object_new_boolean(now->cut));
	add_number(n, "groups_left_out", now->nr_groups > limit ? now->nr_groups - limit : 0);
	json_object_object_add(n, "running", runners_of(now));
	json_object_object_add(n, "groups", groups_of(now, limit));
	text = json_object_to_json_string_ext(o, wish->watch_ns ? JSON_C_TO_STRING_PLAIN :
					      JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED);
	fdd_json_put(stdout, text, strlen(text));
	putchar('\n');
	json_object_put(o);
}
