/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The call tree: calls and times per path of callers.
 *
 * A trace may have as many paths as calls. If the tree has too many, the paths with the
 * smallest share of the time are cut, and their numbers are summed in their callers.
 */
#ifndef FDD_TREE_H
#define FDD_TREE_H

#include "model/model.h"

/* Paths that were cut. */
struct fdd_tree_cut {
	uint64_t	paths;
	uint64_t	calls;		/* of the topmost cut nodes, like the time */
	uint64_t	total;
};

/*
 * Calls, total and self are those of the calls that pass the filters. Their callers are in the
 * tree, too, without these numbers if they do not pass.
 */
struct fdd_tree_node {
	struct fdd_tree_node	*next;		/* of the same caller */
	struct fdd_tree_node	*callees;
	struct fdd_tree_node	*previous;	/* in the list of waiting nodes */
	uint64_t		calls;
	uint64_t		total;
	uint64_t		self;
	uint64_t		asleep;		/* of the self time */
	uint64_t		below;		/* of shown calls below calls that are not */
	struct fdd_map		*index;		/* of the callees, if there are many */
	struct fdd_tree_cut	cut;		/* of the callees */
	uint64_t		lost;		/* time that may have been cut before */
	uint32_t		name;		/* number of a function or a task */
	bool			gap;		/* filtered functions in between */
	bool			task;		/* parent of the outermost calls of a task */
	bool			user;		/* a function of the program */
};

struct fdd_tree {
	struct fdd_sink		sink;
	const struct fdd_model	*m;
	bool			by_task;
	bool			knows_off;	/* the time asleep of a call was known */
	struct fdd_names	users;		/* names of functions of programs */
	/* Nodes whose callees have no caller in the tree. */
	struct fdd_tree_node	roots[FDD_CALLER_INTERRUPT + 1];
	struct fdd_tree_node	*waiting;	/* nodes that wait for their callers */
	struct fdd_tree_node	*free;
	size_t			nr;		/* nodes, without the waiting ones */
	unsigned int		share;		/* nodes with less were cut, in millionths */
	uint64_t		least;		/* the same as a time */
	uint64_t		nr_cut;
};

/*
 * Attach it to a model, before reading. With @by_task the outermost calls are below nodes of
 * their tasks, except for those of interrupts, and of the functions of the program that made them,
 * where they are known.
 */
void fdd_tree_begin(struct fdd_tree *tree, struct fdd_model *m, bool by_task);
void fdd_tree_free(struct fdd_tree *tree);

/*
 * After reading: cut nodes with the smallest share until at most @most nodes remain.
 */
void fdd_tree_limit(struct fdd_tree *tree, size_t most);

/* After reading: leave the calls of functions that are not wanted without numbers, too. */
void fdd_tree_select(struct fdd_tree *tree, bool (*wanted)(void *arg, uint32_t func), void *arg);

/* Names of the roots, in paths */
extern const char *const fdd_tree_kinds[FDD_CALLER_INTERRUPT + 1];

/* The time of the shown calls at this node and below it. */
static inline uint64_t fdd_tree_time(const struct fdd_tree_node *n)
{
	return n->total + n->below;
}

static inline void fdd_tree_cut_add(struct fdd_tree_cut *to, const struct fdd_tree_cut *from)
{
	to->paths += from->paths;
	to->calls += from->calls;
	to->total += from->total;
}

#endif
