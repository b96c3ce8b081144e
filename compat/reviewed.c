// SPDX-License-Identifier: GPL-2.0
/*
 * The kernels whose source was reviewed for this module.
 *
 * Names, types and prototypes are compared when the module is built and loaded. The
 * behaviour, locks and contexts of functions cannot be compared. Before a series is added
 * here, its source has to be reviewed as described in Documentation/porting.rst.
 *
 * A distribution's kernel of a reviewed series may have changes of a later one. So each
 * entry has the facts of the kernel that was read, and another kernel of that series must have
 * the same.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/version.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

static bool unreviewed;
module_param(unreviewed, bool, 0444);
MODULE_PARM_DESC(unreviewed, "load into a kernel whose source was not reviewed for this module");

struct kernel_facts {
	unsigned int	entry_args;	/* of an entry callback of the function graph */
	unsigned int	return_args;	/* of a return callback */
	bool		times;		/* the core keeps the call times */
	bool		srcu;		/* tracepoint_srcu is of the flavor SRCU-fast */
	bool		tracers;	/* each instance has its own list of tracers */
	bool		protection;	/* the core protects return callbacks from recursion */
};

#define FACTS_6_12	{ 2, 2, true, false, false, false }
#define FACTS_7		{ 3, 3, false, true, true, true }

static const struct kernel_review {
	unsigned int		major;
	unsigned int		minor;
	struct kernel_facts	facts;
} reviews[] = {
	{ 6, 12, FACTS_6_12 },	/* 6.12.117 on 2026-11-22 */
	{ 7, 2, FACTS_7 },	/* 7.2.13 */
	{ 7, 3, FACTS_7 },	/* 7.3.4 on 2026-11-22 */
};

/* Those that the module is built for, which are those that it runs in: kernel_layout_check() */
static const struct kernel_facts facts = {
	.entry_args	= NR_ARGS_trace_func_graph_ent_t,
	.return_args	= NR_ARGS_trace_func_graph_ret_t,
	.times		= FGRAPH_KEEPS_TIMES,
#ifdef HAVE_tp_transition_snapshot_srcu_gp
	.srcu		= true,
#endif
#ifdef HAVE_trace_array_tracers
	.tracers	= true,
#endif
};

/* Returns: NULL if the series of this kernel is not in the list. */
static const struct kernel_review *review(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reviews); i++) {
		if (reviews[i].major == LINUX_VERSION_MAJOR &&
		    reviews[i].minor == LINUX_VERSION_PATCHLEVEL)
			return &reviews[i];
	}
	return NULL;
}

/* Returns: NULL if all facts are those of the review. */
static const char *difference(const struct kernel_facts *reviewed,
			      const struct kernel_facts *have)
{
	if (have->entry_args != reviewed->entry_args)
		return "the arguments of entry callbacks differ";
	if (have->return_args != reviewed->return_args)
		return "the arguments of return callbacks differ";
	if (have->times != reviewed->times)
		return "call times are kept elsewhere";
	if (have->srcu != reviewed->srcu)
		return "tracepoint_srcu differs";
	if (have->tracers != reviewed->tracers)
		return "the list of tracers is elsewhere";
	return NULL;
}

/* One line: what is wrong, and what to do */
static int refuse(const char *what, const char *why)
{
	if (unreviewed) {
		pr_warn_once("kernel series %u.%u was not reviewed for this module: %s\n",
			     LINUX_VERSION_MAJOR, LINUX_VERSION_PATCHLEVEL, why);
		return 0;
	}
	pr_err("cannot %s: kernel series %u.%u was not reviewed for this module: %s; unreviewed=1 overrides this, fdd works without the module; see Documentation/porting.rst\n",
	       what, LINUX_VERSION_MAJOR, LINUX_VERSION_PATCHLEVEL, why);
	return -EOPNOTSUPP;
}

/**
 * kernel_review_check - compare this kernel with those that were reviewed
 *
 * The series is that of the upstream release, which a distribution's kernel names in
 * its headers: 6.12.117+deb13-amd64 belongs to 6.12. The module was built for the
 * kernel that runs, see kernel_layout_check().
 *
 * Context: process context.
 * Return: 0, or -EOPNOTSUPP for a kernel that differs, without the parameter unreviewed.
 */
int __init kernel_review_check(void)
{
	const struct kernel_review *read = review();
	const char *why = read ? difference(&read->facts, &facts) : "it is not in the list";

	return why ? refuse("load", why) : 0;
}

/**
 * kernel_review_protection - compare what only a call of the core shows
 * @protection: whether the core protects return callbacks from recursion
 *
 * Context: process context.
 * Return: 0, or -EOPNOTSUPP as kernel_review_check().
 */
int kernel_review_protection(bool protection)
{
	const struct kernel_review *read = review();

	if (!read || read->facts.protection == protection)
		return 0;
	return refuse("trace", "the protection of return callbacks differs");
}
