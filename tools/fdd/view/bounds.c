// SPDX-License-Identifier: GPL-2.0
/* Numbers that are bounds, because the trace is not complete. */
#include <string.h>

#include "lib/util.h"
#include "view/bounds.h"

#define ULL(x)	((unsigned long long)(x))

/* The entry functions of interrupts and softirqs on x86 and arm64. */
static const char *const interrupts[] = {
	"handle_softirqs", "__do_softirq", "*sysvec_*", "*common_interrupt", "do_IRQ",
	"handle_irq_event*", "*handle_domain_irq", "hrtimer_interrupt", "gic_handle_irq",
	"el1_interrupt", "default_do_nmi",
};

static bool begins_interrupt(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(interrupts); i++)
		if (fdd_glob(interrupts[i], name))
			return true;
	return false;
}

/* The first of those functions that -i does not name, or NULL. */
static const char *find_interrupt(const struct fdd_model *m)
{
	for (uint32_t func = FDD_FUNC_FIRST; func < m->funcs.nr; func++) {
		const char *name = fdd_name(&m->funcs, func);

		if (begins_interrupt(name) &&
		    !(m->is_interrupt && m->is_interrupt(m->is_interrupt_arg, func)))
			return name;
	}
	return NULL;
}

/*
 * The first source that does not mark calls in interrupts, or NULL. Also NULL if other
 * sources mark them, because a function may come from those.
 */
static const struct fdd_source *without_contexts(const struct fdd_model *m)
{
	const struct fdd_source *first = NULL;

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		if (!m->sources[i].calls)
			continue;
		if (!m->sources[i].no_contexts)
			return NULL;
		first = first ? first : &m->sources[i];
	}
	return first;
}

static void warn_contexts(const struct fdd_model *m)
{
	const struct fdd_source *src = without_contexts(m);
	const char *name = src ? find_interrupt(m) : NULL;

	if (name)
		fdd_warning("%s: interrupts are not marked: %s counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them",
			    src->path, name);
}

void fdd_warn_bounds(struct fdd_model *m, bool all)
{
	warn_contexts(m);
	if (all && m->gaps)
		fdd_warning("calls behind a gap: %llu; the self time of the call around them includes that of functions that were not recorded",
			    ULL(m->gaps));
}

static bool any_lost(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].lost_places)
			return true;
	return false;
}

static void add_bound(json_object *o, const char *key, const char *bound)
{
	json_object *other;

	if (json_object_object_get_ex(o, key, &other) &&
	    strcmp(json_object_get_string(other), bound))
		bound = "near";
	json_object_object_add(o, key, json_object_new_string(bound));
}

json_object *fdd_json_bounds(struct fdd_model *m, const struct fdd_table *t)
{
	json_object *o = json_object_new_object();

	if (any_lost(m)) {
		add_bound(o, "calls", "at_least");
		add_bound(o, "total_ns", "at_least");
	}
	if (any_lost(m) || m->gaps)
		add_bound(o, "self_ns", "at_most");
	if (m->unfolded || (without_contexts(m) && find_interrupt(m)))
		add_bound(o, "self_ns", "at_least");
	if (t->outermost.parts)
		add_bound(o, "total_ns", "at_least");
	if (t->outermost.dropped)
		add_bound(o, "total_ns", "at_most");
	if (m->offs.missing || m->offs.cut)
		add_bound(o, "asleep_ns", "at_least");
	return o;
}
