/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The call tree: who called whom along which path, how often and for how long.
 *
 * A trace may have as many paths as calls. When the tree has too many of them, those
 * with the smallest share of the time are cut: what they had is joined in their callers.
 */
#ifndef FDD_TREE_H
#define FDD_TREE_H

#include "model/model.h"

/* Paths that were cut. */
struct fdd_tree_cut {
	uint64_t	paths;
	uint64_t	calls;		/* of the uppermost of them, as is their time */
	uint64_t	total;
};

struct fdd_tree_node {
	struct fdd_tree_node	*next;		/* of the same caller */
	struct fdd_tree_node	*callees;
	struct fdd_tree_node	*previous;	/* while it waits for its caller */
	uint64_t		calls;
	uint64_t		total;
	uint64_t		self;
	struct fdd_map		*index;		/* of the callees, when they are many */
	struct fdd_tree_cut	cut;		/* of the callees */
	uint64_t		lost;		/* of it that may have been cut before */
	uint32_t		name;		/* of a function, or of a task */
	bool			gap;		/* filtered functions in between */
	bool			task;		/* the outermost calls of a task are below it */
};

struct fdd_tree {
	struct fdd_sink		sink;
	bool			by_task;
	/* Their callees are those whose caller is not in the tree. */
	struct fdd_tree_node	roots[FDD_CALLER_INTERRUPT + 1];
	struct fdd_tree_node	*waiting;	/* for their callers */
	struct fdd_tree_node	*free;
	size_t			nr;		/* nodes, but for those that wait */
	unsigned int		share;		/* what had less was cut, in millionths */
	uint64_t		least;		/* the same as a time */
	uint64_t		nr_cut;
};

/*
 * Have the model fill it. With @by_task the outermost calls are below nodes of their
 * tasks, but for those of interrupts.
 */
void fdd_tree_begin(struct fdd_tree *tree, struct fdd_model *m, bool by_task);
void fdd_tree_free(struct fdd_tree *tree);

/*
 * When all is read: cut what has the smallest share until there are at most @most nodes.
 */
void fdd_tree_limit(struct fdd_tree *tree, size_t most);

static inline void fdd_tree_cut_add(struct fdd_tree_cut *to, const struct fdd_tree_cut *from)
{
	to->paths += from->paths;
	to->calls += from->calls;
	to->total += from->total;
}

#endif
