/* SPDX-License-Identifier: GPL-2.0 */
/* In user space instead of include/compat/fgraph.h: no call is traced. */
#ifndef _COMPAT_FGRAPH_H
#define _COMPAT_FGRAPH_H

#include <compat/local.h>
#include <compat/trace.h>

struct ftrace_regs;

struct fgraph_ops {
	int		idx;
};

struct ftrace_graph_ent {
	unsigned long	func;
	int		depth;
};

struct ftrace_graph_ret {
	unsigned long	func;
	int		depth;
	unsigned int	overrun;
};

#define FGRAPH_ARGS			6
#define fgraph_times_move()		false
#define fgraph_preempt_disable()	do { } while (0)
#define fgraph_preempt_enable()		do { } while (0)
#define fgraph_entry_trylock(ip)	0
#define fgraph_entry_unlock(bit)	((void)(bit))
#define fgraph_trace_ctx()		0U
#define fgraph_plain_trace_ctx(count, irq_flags) ((unsigned int)(count) | (irq_flags) << 16)

static inline void fgraph_get_args(struct ftrace_regs *fregs, unsigned long *args)
{
	memset(args, 0, FGRAPH_ARGS * sizeof(*args));
}

#endif /* _COMPAT_FGRAPH_H */
