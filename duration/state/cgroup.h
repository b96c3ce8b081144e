/* SPDX-License-Identifier: GPL-2.0 */
/* The cgroups of tasks, and rules which of them are traced. */
#ifndef _DURATION_STATE_CGROUP_H
#define _DURATION_STATE_CGROUP_H

#include <linux/cgroup.h>
#include <linux/compiler.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/types.h>

/* As many lines as the file may have */
#define CGROUP_RULES	1024

/* Of a rule by its number alone */
#define CGROUP_ANY_LEVEL	(-1)

/* A cgroup and those below it. A number is not used again, so it may be that of none any more. */
struct cgroup_rule {
	u64	id;
	int	level;		/* 0: of the root */
};

struct cgroup_rules {
	unsigned int		nr;
	unsigned int		nr_with;	/* those that are traced come first */
	struct cgroup_rule	rule[];
};

#ifdef CONFIG_CGROUPS
/* Of cgroup v1: the controller whose hierarchy it is; NO_CONTROLLER: that of v2 */
#define NO_CONTROLLER	(-1)
extern int cgroup_controller_id;

/**
 * cgroup_of_task - the cgroup of a task in the hierarchy that the tracer looks at
 * @task: the task
 *
 * task->cgroups is freed after a grace period, as is the cgroup that it has
 * (css_free_rwork_fn(), kernel/cgroup/cgroup.c), with its kernfs node and its ancestors.
 *
 * Context: any, in a read section of RCU, or of the current task with preemption disabled.
 * Return: the cgroup.
 */
static __always_inline struct cgroup *cgroup_of_task(const struct task_struct *task)
{
	const struct css_set *set = rcu_dereference_raw(task->cgroups);

	if (likely(cgroup_controller_id == NO_CONTROLLER))
		return set->dfl_cgrp;
	return set->subsys[cgroup_controller_id]->cgroup;
}

static __always_inline u64 current_cgroup_id(void)
{
	u64 id;

	preempt_disable_notrace();
	id = cgroup_id(cgroup_of_task(current));
	preempt_enable_notrace();
	return id;
}
#else
static __always_inline u64 current_cgroup_id(void)
{
	return 0;
}
#endif

struct cgroup_rules *cgroup_rules_alloc(unsigned int nr);
void cgroup_rules_free(struct cgroup_rules *rules);
bool cgroup_rules_pass(const struct cgroup_rules *rules);

#endif /* _DURATION_STATE_CGROUP_H */
