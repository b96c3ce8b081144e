/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shadow stacks of other tasks.
 *
 * ftrace_graph_get_ret_stack() and the unwinders follow the words of a shadow stack, and warn if
 * these do not lead to frames: they are for a task that does not run. Here the words are copied
 * first, and what is found in the copy counts only if the task did not run meanwhile.
 *
 * The words of a frame are those of struct ftrace_ret_stack; one with the users that the core
 * calls at the return; and for each user that has reserved data, these and a word behind them.
 * The last word of a frame leads to its first one: kernel/trace/fgraph.c, from "The following is
 * for the top word on the stack", the same in 6.12 and 7.3. It is not in BTF, and so
 * fgraph_prepare() compares it with a frame of its own before it is relied upon.
 *
 * The shadow stack belongs to the task until free_task() (ftrace_graph_exit_task()): a holder of
 * a reference on the task may read it. A task that fork() gives up before others can find it has
 * none that they could read.
 */
#ifndef _COMPAT_SHADOW_H
#define _COMPAT_SHADOW_H

#include <linux/ftrace.h>
#include <linux/sched.h>

/* SHADOW_STACK_OFFSET; of 4 KiB in 6.12, too: see Kbuild */
#define SHADOW_WORDS		512U

/* FGRAPH_FRAME_OFFSET */
#define SHADOW_FRAME_WORDS	((int)(sizeof(struct ftrace_ret_stack) / sizeof(long)))

/* No more frames than this fit, which have at least four words. */
#define SHADOW_FRAMES		128

#define SHADOW_BACK(word)	((int)((word) & GENMASK(9, 0)))
#define SHADOW_TYPE(word)	(((word) >> 10) & GENMASK(1, 0))
#define SHADOW_TYPE_USERS	1
#define SHADOW_TYPE_DATA	2
#define SHADOW_USERS(word)	(((word) >> 12) & GENMASK(15, 0))
#define SHADOW_DATA_WORDS(word)	((int)(((word) >> 12) & GENMASK(4, 0)) + 1)
#define SHADOW_DATA_USER(word)	((int)(((word) >> 17) & GENMASK(3, 0)))

struct shadow_frame {
	const struct ftrace_ret_stack	*core;
	unsigned long			users;	/* bits; 0: the call is just beginning */
	int				at;	/* its first word; what is below ends here */
	int				top;	/* its last word */
};

/**
 * shadow_frame_below - find a frame
 * @words: of a shadow stack, or a copy
 * @end: behind its last word
 * @frame: where it is put
 *
 * Context: any; the words may be anything.
 * Return: false if there is none.
 */
static inline bool shadow_frame_below(const unsigned long *words, int end,
				      struct shadow_frame *frame)
{
	unsigned long users;
	int back;

	if (end <= SHADOW_FRAME_WORDS)
		return false;
	frame->top = end - 1;
	back = SHADOW_BACK(words[frame->top]);
	if (back < SHADOW_FRAME_WORDS || back > frame->top)
		return false;
	frame->at = frame->top - back;
	frame->core = (const void *)(words + frame->at);
	users = words[frame->at + SHADOW_FRAME_WORDS];
	frame->users = SHADOW_TYPE(users) == SHADOW_TYPE_USERS ? SHADOW_USERS(users) : 0;
	return true;
}

/**
 * shadow_data - the word that a user has reserved in a frame
 * @words: in which the frame was found
 * @frame: of shadow_frame_below()
 * @user: the user's index
 *
 * Context: any.
 * Return: the word; NULL if there is none.
 */
static inline const unsigned long *shadow_data(const unsigned long *words,
					       const struct shadow_frame *frame, int user)
{
	int bottom = frame->at + SHADOW_FRAME_WORDS, at = frame->top, size;

	while (at > bottom && SHADOW_TYPE(words[at]) == SHADOW_TYPE_DATA) {
		size = SHADOW_DATA_WORDS(words[at]);
		if (at - size <= bottom)
			return NULL;
		if (SHADOW_DATA_USER(words[at]) == user)
			return size == 1 ? words + at - size : NULL;
		at -= size + 1;
	}
	return NULL;
}

/**
 * shadow_depth - how many frames there are
 * @words: of a shadow stack, or a copy
 * @used: how many words of it are used
 *
 * Context: any; the words may be anything.
 * Return: their number; 0 also if the words do not lead to the first one.
 */
static inline int shadow_depth(const unsigned long *words, int used)
{
	struct shadow_frame frame;
	int depth = 0;

	for (; used > 0; used = frame.at) {
		if (!shadow_frame_below(words, used, &frame))
			return 0;
		depth++;
	}
	return depth;
}

/**
 * shadow_call_time - the call time that the core keeps in a frame
 * @frame: of shadow_frame_below()
 *
 * Context: any.
 * Return: it, or 0 where FGRAPH_KEEPS_TIMES is 0.
 */
static inline u64 shadow_call_time(const struct shadow_frame *frame)
{
#ifdef HAVE_ftrace_ret_stack_calltime
	return frame->core->calltime;
#else
	return 0;
#endif
}

/* A variable of a task that may run; the reader sees afterwards whether the task ran. */
#define of_task(variable)	data_race(READ_ONCE(variable))

/* Shows whether a task ran, and how much of its shadow stack is used */
struct shadow_view {
	unsigned long	switches;
	int		used;
	bool		runs;
};

static inline bool task_is_on_cpu(const struct task_struct *task)
{
#ifdef CONFIG_SMP
	/* Pairs with finish_task(): what the task did before it was switched out is seen. */
	return smp_load_acquire(&task->on_cpu);
#else
	return task == current;
#endif
}

/**
 * shadow_view_of - look at a task before or after its shadow stack is read
 * @task: with a reference
 *
 * Between two looks that shadow_is_same() the task did not run: to run, it has to be on a CPU
 * (prepare_task()), and before it leaves that (finish_task()), __schedule() counts a switch.
 *
 * Context: any.
 * Return: what was seen.
 */
static inline struct shadow_view shadow_view_of(const struct task_struct *task)
{
	struct shadow_view view = { .runs = task_is_on_cpu(task) };

	view.switches = of_task(task->nvcsw) + of_task(task->nivcsw);
	view.used = clamp(of_task(task->curr_ret_stack), 0, (int)SHADOW_WORDS);
	return view;
}

static inline bool shadow_is_same(const struct shadow_view *before,
				  const struct shadow_view *after)
{
	return !before->runs && !after->runs && before->switches == after->switches &&
	       before->used == after->used;
}

#ifdef MODULE
bool shadow_is_known(void);
#else
static inline bool shadow_is_known(void)
{
	return true;
}
#endif

#endif /* _COMPAT_SHADOW_H */
