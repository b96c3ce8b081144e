/* SPDX-License-Identifier: GPL-2.0 */
/* In user space instead of include/compat/trace.h and what is made of compat/layout.spec. */
#ifndef _COMPAT_TRACE_H
#define _COMPAT_TRACE_H

#include <kernel.h>

/* Bits of trace_flags, as in 6.12 */
enum trace_iterator_bits {
	TRACE_ITER_PRINT_PARENT_BIT,
	TRACE_ITER_SYM_OFFSET_BIT,
	TRACE_ITER_SYM_ADDR_BIT,
	TRACE_ITER_RAW_BIT	= 4,
	TRACE_ITER_HEX_BIT,
	TRACE_ITER_BIN_BIT,
	TRACE_ITER_FIELDS_BIT	= 8,
	TRACE_ITER_ANNOTATE_BIT	= 10,
	TRACE_ITER_CONTEXT_INFO_BIT = 14,
	TRACE_ITER_LATENCY_FMT_BIT,
};

#define TRACE_ITER(flag)	(1ULL << TRACE_ITER_##flag##_BIT)
#define TRACE_ITER_SYM_MASK \
	(TRACE_ITER(PRINT_PARENT) | TRACE_ITER(SYM_OFFSET) | TRACE_ITER(SYM_ADDR))

enum trace_type {
	TRACE_FN		= 1,
	TRACE_STACK		= 4,
	TRACE_PRINT,
	TRACE_BPRINT,
	TRACE_USER_STACK	= 12,
	TRACE_BPUTS		= 14,
};

enum { TRACE_FLAG_IRQS_OFF = 0x01, TRACE_FLAG_HARDIRQ = 0x08 };
enum { TRACE_FILE_ANNOTATE = 0x2, TRACE_FILE_TIME_IN_NS = 0x4 };

enum print_line_t {
	TRACE_TYPE_PARTIAL_LINE,
	TRACE_TYPE_HANDLED,
	TRACE_TYPE_UNHANDLED,
};

struct trace_entry {
	unsigned short	type;
	unsigned char	flags;
	unsigned char	preempt_count;
	int		pid;
};

struct tracer_flags {
	u32	val;
};

struct tracer {
	struct tracer_flags	*flags;
};

struct trace_array_cpu {
	unsigned long	skipped_entries;
};

struct array_buffer {
	struct trace_array_cpu	*data;
};

struct trace_array {
	char		*name;
	struct dentry	*dir;
	struct tracer	*current_trace;
	unsigned int	trace_flags;
	int		clock_id;
	long		text_delta;
};

#define tracer_flags(tr)	((tr)->current_trace->flags->val)

struct trace_seq {
	char		buffer[8128];
	struct { size_t len; } seq;
	bool		full;
};

void trace_seq_init(struct trace_seq *s);
void trace_seq_printf(struct trace_seq *s, const char *format, ...);
void trace_seq_putmem(struct trace_seq *s, const void *text, size_t size);
#define trace_seq_puts(s, text)	trace_seq_putmem(s, text, strlen(text))
#define trace_seq_putc(s, c)	trace_seq_putmem(s, &(const char){ c }, 1)
#define trace_seq_used(s)	((s)->seq.len)
#define trace_seq_has_overflowed(s) ((s)->full)

struct trace_iterator {
	struct trace_array	*tr;
	struct array_buffer	*array_buffer;
	struct trace_entry	*ent;
	int			ent_size;
	unsigned long		iter_flags;
	struct trace_seq	seq;
	cpumask_var_t		started;
	int			cpu;
	u64			ts;
	long			idx;
};

struct trace_event {
	const struct {
		enum print_line_t (*trace)(struct trace_iterator *iter, int flags,
					   struct trace_event *event);
	} *funcs;
};

/* Functions of the kernel's tracers: FAKE() of tests/kunit/fake.h replaces those with a pointer. */
#define static_call_query(pointer)	(pointer)
#define static_call_update(pointer, fn)	((pointer) = (fn))
void __kernel_trace_find_cmdline(int pid, char comm[]);
extern typeof(&__kernel_trace_find_cmdline) kernel_trace_find_cmdline;
#define trace_find_cmdline	kernel_trace_find_cmdline
bool trace_empty(struct trace_iterator *iter);
void print_trace_header(struct seq_file *s, struct trace_iterator *iter);
int trace_print_lat_fmt(struct trace_seq *s, struct trace_entry *entry);
char trace_find_mark(unsigned long long duration);
enum print_line_t trace_handle_return(struct trace_seq *s);
enum print_line_t trace_print_printk_msg_only(struct trace_iterator *iter);
#define trace_print_bputs_msg_only(iter)	TRACE_TYPE_UNHANDLED
#define trace_print_bprintk_msg_only(iter)	TRACE_TYPE_UNHANDLED
#define ftrace_find_event(type)			((struct trace_event *)NULL)

/* ftrace */
struct ftrace_hash {
	unsigned long		size_bits;
	struct hlist_head	*buckets;
	unsigned long		count;
	unsigned long		flags;
};

struct ftrace_func_entry {
	struct hlist_node	hlist;
	unsigned long		ip;
};

struct ftrace_ops_hash {
	struct ftrace_hash	*notrace_hash;
	struct ftrace_hash	*filter_hash;
};

struct ftrace_ops {
	struct ftrace_ops_hash	*func_hash;
	struct ftrace_ops_hash	local_hash;
};

#define FTRACE_HASH_FL_MOD	(1 << 0)
int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove, int reset);
void ftrace_free_filter(struct ftrace_ops *ops);

static inline bool ftrace_hash_empty(const struct ftrace_hash *hash)
{
	return !hash || !(hash->count || (hash->flags & FTRACE_HASH_FL_MOD));
}

struct dyn_ftrace {
	unsigned long	ip;
	unsigned long	flags;
};

struct ftrace_rec_iter;
#define FTRACE_FL_DISABLED	(1UL << 25)
struct ftrace_rec_iter *ftrace_rec_iter_start(void);
struct ftrace_rec_iter *ftrace_rec_iter_next(struct ftrace_rec_iter *iter);
struct dyn_ftrace *ftrace_rec_iter_record(struct ftrace_rec_iter *iter);

/* Variables, which a test may point elsewhere */
extern struct mutex ftrace_lock;
extern unsigned long *kernel_tracing_thresh;
extern struct ftrace_hash **kernel_ftrace_graph_hash, **kernel_ftrace_graph_notrace_hash;
extern unsigned int *kernel_fgraph_max_depth;
#define tracing_thresh			(*kernel_tracing_thresh)
#define ftrace_graph_hash		(*kernel_ftrace_graph_hash)
#define ftrace_graph_notrace_hash	(*kernel_ftrace_graph_notrace_hash)
#define fgraph_max_depth		(*kernel_fgraph_max_depth)

#endif /* _COMPAT_TRACE_H */
