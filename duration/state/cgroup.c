// SPDX-License-Identifier: GPL-2.0
/*
 * Rules which cgroups' tasks are traced.
 *
 * A rule has the number and the level of a cgroup, and no reference: a cgroup that is removed
 * while a rule names it is freed as ever, and the rule applies to no task any more.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "duration/state/cgroup.h"

#ifdef CONFIG_CGROUPS
int cgroup_controller_id = NO_CONTROLLER;

#define SUBSYS(name) [name ## _cgrp_id] = #name,
static const char *const controllers[] = {
#include <linux/cgroup_subsys.h>
};
#undef SUBSYS

static int controller_set(const char *text, const struct kernel_param *param)
{
	int id = *text ? match_string(controllers, ARRAY_SIZE(controllers), text) : NO_CONTROLLER;

	if (id < 0 && *text) {
		pr_err("cgroup_controller: this kernel has no controller '%s'\n", text);
		return -EINVAL;
	}
	cgroup_controller_id = id;
	return 0;
}

static int controller_get(char *text, const struct kernel_param *param)
{
	int id = cgroup_controller_id;

	return sysfs_emit(text, "%s\n", id == NO_CONTROLLER ? "" : controllers[id]);
}

static const struct kernel_param_ops controller_ops = {
	.set = controller_set, .get = controller_get,
};
module_param_cb(cgroup_controller, &controller_ops, NULL, 0444);
MODULE_PARM_DESC(cgroup_controller, "the controller of cgroup v1 whose hierarchy has the cgroups of tasks; empty: cgroup v2");
#endif

/**
 * cgroup_rules_alloc - make room for rules
 * @nr: how many
 *
 * Context: process context.
 * Return: none yet; NULL without memory.
 */
struct cgroup_rules *cgroup_rules_alloc(unsigned int nr)
{
	struct cgroup_rules *rules;

	return kvzalloc(struct_size(rules, rule, nr), GFP_KERNEL);
}

void cgroup_rules_free(struct cgroup_rules *rules)
{
	kvfree(rules);
}

#ifdef CONFIG_CGROUPS
static bool is_in_any_level(const struct cgroup *cgroup, u64 id)
{
	int level;

	for (level = cgroup->level; level >= 0; level--) {
		if (cgroup_id(cgroup->ancestors[level]) == id)
			return true;
	}
	return false;
}

static bool is_in(const struct cgroup *cgroup, const struct cgroup_rule *rule)
{
	if (rule->level == CGROUP_ANY_LEVEL)
		return is_in_any_level(cgroup, rule->id);
	return cgroup->level >= rule->level &&
	       cgroup_id(cgroup->ancestors[rule->level]) == rule->id;
}

static bool pass(const struct cgroup_rules *rules, const struct cgroup *cgroup)
{
	bool with = !rules->nr_with;
	unsigned int i;

	for (i = 0; i < rules->nr_with && !with; i++)
		with = is_in(cgroup, &rules->rule[i]);
	if (!with)
		return false;
	for (i = rules->nr_with; i < rules->nr; i++) {
		if (is_in(cgroup, &rules->rule[i]))
			return false;
	}
	return true;
}

/**
 * cgroup_rules_pass - whether the current task is traced
 * @rules: with at least one rule
 *
 * Context: a handler, with preemption disabled.
 * Return: true if it is in one of the cgroups that are traced, or there are none, and in none that
 * is not.
 */
bool cgroup_rules_pass(const struct cgroup_rules *rules)
{
	return pass(rules, cgroup_of_task(current));
}
#else
bool cgroup_rules_pass(const struct cgroup_rules *rules)
{
	return true;
}
#endif
