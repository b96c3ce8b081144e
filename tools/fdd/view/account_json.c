// SPDX-License-Identifier: GPL-2.0
/* The account of a program's time as JSON: all parts, which add up to it. */
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "view/account.h"
#include "view/where.h"
#include "view/document.h"

static const char *const kinds[] = {
	[FDD_CAUSE_CODE] = "code",
	[FDD_CAUSE_KERNEL] = "kernel",
	[FDD_CAUSE_FAULT] = "fault",
	[FDD_CAUSE_THREAD] = "kernel thread",
	[FDD_CAUSE_INTERRUPTS] = "interrupts",
	[FDD_CAUSE_READY] = "ready",
	[FDD_CAUSE_LATE] = "late",
	[FDD_CAUSE_THROTTLED] = "throttled",
	[FDD_CAUSE_SLEEP] = "sleep",
	[FDD_CAUSE_ASKED] = "asked",
	[FDD_CAUSE_STOPPED] = "stopped",
	[FDD_CAUSE_TRACED] = "traced",
	[FDD_CAUSE_EDGE] = "edge",
	[FDD_CAUSE_PARTLY] = "code or calls",
	[FDD_CAUSE_UNKNOWN] = "unknown",
};

static json_object *string(const char *s)
{
	return fdd_json_string(s, strlen(s));
}

static void add_name(json_object *o, const char *key, const struct fdd_names *names, uint32_t name)
{
	json_object_object_add(o, key, name ? string(fdd_name(names, name)) : NULL);
}

static json_object *hop_json(const struct fdd_path *p, const struct fdd_hop *h)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "task", string(fdd_name(&p->l->m->comms, h->comm)));
	json_object_object_add(o, "pid", json_object_new_int(h->pid));
	add_name(o, "call", &p->l->m->funcs, h->call);
	add_name(o, "waits_in", &p->l->m->funcs, h->func);
	add_name(o, "work", &p->names, h->work);
	return o;
}

static json_object *text_json(const struct fdd_account *a, const struct fdd_cause *c)
{
	json_object *o = NULL;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fdd_account_put_cause(a, c, f);
	if (!fclose(f))
		o = fdd_json_string(text, size);
	free(text);
	return o;
}

static json_object *part_json(const struct fdd_account *a, const struct fdd_cause *c)
{
	const struct fdd_path *p = a->path;
	json_object *o = json_object_new_object(), *chain = json_object_new_array();
	uint32_t stack;

	json_object_object_add(o, "kind", string(kinds[c->kind]));
	json_object_object_add(o, "ns", fdd_json_ns(c->ns));
	json_object_object_add(o, "times", fdd_json_ns(c->times));
	json_object_object_add(o, "longest_ns", fdd_json_ns(c->longest));
	json_object_object_add(o, "at_ns", fdd_json_ns(c->at));
	json_object_object_add(o, "text", text_json(a, c));
	add_name(o, "by", &p->names, c->name);
	for (unsigned int i = c->base; i < c->nr_hops; i++)
		json_object_array_add(chain, hop_json(p, &c->hops[i]));
	json_object_object_add(o, "chain", chain);
	stack = fdd_account_stack(a, c);
	if (stack != FDD_USER_NONE)
		json_object_object_add(o, "user",
				       fdd_where_json(p->l->m->sources[0].user, stack));
	return o;
}

void fdd_account_print_json(const struct fdd_account *a, const struct fdd_table *t, FILE *f)
{
	const struct fdd_path *p = a->path;
	struct fdd_json j = { .to = f };

	fdd_json_open(&j, fdd_json_document(p->l->m, t));
	fdd_json_member(&j, "task", string(a->what));
	fdd_json_number(&j, "ns", p->ns);
	fdd_json_member(&j, "of", string(p->turns ? "turns" : "path"));
	fdd_json_open_list(&j, "stuck");
	for (uint32_t i = 0; i < a->nr_stuck; i++)
		fdd_json_item(&j, string(a->stuck[i]));
	fdd_json_close_list(&j);
	fdd_json_open_list(&j, "partly");
	for (uint32_t i = 0; i < p->l->partly.nr; i++)
		fdd_json_item(&j, string(p->l->partly.items[i]));
	fdd_json_close_list(&j);
	fdd_json_open_list(&j, "account");
	for (uint32_t i = 0; i < p->nr; i++)
		fdd_json_item(&j, part_json(a, &p->causes[i]));
	fdd_json_close_list(&j);
	fdd_json_close(&j);
}
