/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions and variables of the kernel that it does not export.
 *
 * A function is called through a static call: the call instruction itself is
 * patched with the address that was looked up. A call through a pointer would
 * die on a CPU with indirect branch tracking, because the kernel removes the
 * landing pad (ENDBR) of every function whose address it does not take itself.
 *
 * The macros at the end give the symbols the names they have in the kernel.
 */
#ifndef _COMPAT_SYMBOLS_H
#define _COMPAT_SYMBOLS_H

#include <linux/fs.h>
#include <linux/sched/clock.h>
#include <linux/static_call.h>

struct fgraph_ops;
struct ftrace_hash;
struct trace_array;
struct tracer;

/* FUNC(type it returns, name, arguments) */
#define KERNEL_FUNCTIONS(FUNC)						\
	FUNC(void, fgraph_init_ops,					\
	     (struct ftrace_ops *dst_ops, struct ftrace_ops *src_ops))	\
	FUNC(int, register_ftrace_graph, (struct fgraph_ops *gops))	\
	FUNC(void, unregister_ftrace_graph, (struct fgraph_ops *gops))	\
	FUNC(void *, fgraph_reserve_data, (int idx, int size_bytes))	\
	FUNC(void *, fgraph_retrieve_data, (int idx, int *size_bytes))	\
	FUNC(unsigned long *, fgraph_get_task_var,			\
	     (struct fgraph_ops *gops))					\
	FUNC(int, ftrace_is_dead, (void))				\
	FUNC(u64, sched_clock_noinstr, (void))				\
	FUNC(unsigned int, tracing_gen_ctx_irq_test,			\
	     (unsigned int irqs_status))				\
	FUNC(void, tracing_start_cmdline_record, (void))		\
	FUNC(void, tracing_stop_cmdline_record, (void))			\
	FUNC(void, trace_find_cmdline, (int pid, char comm[]))		\
	FUNC(void, print_trace_header,					\
	     (struct seq_file *m, struct trace_iterator *iter))		\
	FUNC(int, trace_empty, (struct trace_iterator *iter))		\
	FUNC(int, trace_print_lat_fmt,					\
	     (struct trace_seq *s, struct trace_entry *entry))		\
	FUNC(char, trace_find_mark, (unsigned long long duration))	\
	FUNC(void, trace_print_graph_duration,				\
	     (unsigned long long duration, struct trace_seq *s))	\
	FUNC(struct trace_event *, ftrace_find_event, (int type))	\
	FUNC(enum print_line_t, trace_print_printk_msg_only,		\
	     (struct trace_iterator *iter))				\
	FUNC(enum print_line_t, trace_print_bprintk_msg_only,		\
	     (struct trace_iterator *iter))				\
	FUNC(enum print_line_t, trace_print_bputs_msg_only,		\
	     (struct trace_iterator *iter))				\
	FUNC(struct dentry *, tracefs_create_file,			\
	     (const char *name, umode_t mode, struct dentry *parent,	\
	      void *data, const struct file_operations *fops))		\
	FUNC(void, tracefs_remove, (struct dentry *dentry))

/* The core's own times: include/compat/fgraph.h */
#ifdef HAVE_ftrace_graph_ret_calltime
#define KERNEL_DATA_FGRAPH_TIMES(DATA)					\
	DATA(bool, fgraph_sleep_time)					\
	DATA(int, fgraph_lru_table)					\
	DATA(int, fgraph_lru_next)
#else
#define KERNEL_DATA_FGRAPH_TIMES(DATA)
#endif

/* DATA(type, name): a pointer to the variable is kept */
#define KERNEL_DATA(DATA)						\
	DATA(struct tracer *, trace_types)				\
	DATA(struct mutex, trace_types_lock)				\
	DATA(struct list_head, ftrace_trace_arrays)			\
	DATA(struct trace_array, global_trace)				\
	DATA(struct tracer, nop_trace)					\
	DATA(int, tracing_disabled)					\
	DATA(unsigned long, tracing_thresh)				\
	DATA(struct ftrace_hash *, ftrace_graph_hash)			\
	DATA(struct ftrace_hash *, ftrace_graph_notrace_hash)		\
	DATA(const struct ftrace_hash, empty_hash)			\
	DATA(unsigned int, fgraph_max_depth)				\
	KERNEL_DATA_FGRAPH_TIMES(DATA)					\
	DATA(const struct file_operations, trace_options_fops)		\
	DATA(struct trace_buffer *, temp_buffer)			\
	DATA(bool __percpu, trace_taskinfo_save)				\
	DATA(char, __start_BTF)						\
	DATA(char, __stop_BTF)

#define KERNEL_DECLARE_FUNCTION(ret, name, args)			\
	ret __kernel_##name args;					\
	DECLARE_STATIC_CALL(kernel_##name, __kernel_##name);
KERNEL_FUNCTIONS(KERNEL_DECLARE_FUNCTION)
#undef KERNEL_DECLARE_FUNCTION

#define KERNEL_DECLARE_DATA(type, name)	extern type *kernel_##name;
KERNEL_DATA(KERNEL_DECLARE_DATA)
#undef KERNEL_DECLARE_DATA

int kernel_symbols_resolve(void);
int kernel_layout_check(void);

#define fgraph_init_ops(...)	static_call(kernel_fgraph_init_ops)(__VA_ARGS__)
#define register_ftrace_graph(...) \
	static_call(kernel_register_ftrace_graph)(__VA_ARGS__)
#define unregister_ftrace_graph(...) \
	static_call(kernel_unregister_ftrace_graph)(__VA_ARGS__)
#define fgraph_reserve_data(...) \
	static_call(kernel_fgraph_reserve_data)(__VA_ARGS__)
#define fgraph_retrieve_data(...) \
	static_call(kernel_fgraph_retrieve_data)(__VA_ARGS__)
#define fgraph_get_task_var(...) \
	static_call(kernel_fgraph_get_task_var)(__VA_ARGS__)
#define ftrace_is_dead()	static_call(kernel_ftrace_is_dead)()
#define sched_clock_noinstr()	static_call(kernel_sched_clock_noinstr)()
#define tracing_gen_ctx_irq_test(...) \
	static_call(kernel_tracing_gen_ctx_irq_test)(__VA_ARGS__)
#define tracing_start_cmdline_record() \
	static_call(kernel_tracing_start_cmdline_record)()
#define tracing_stop_cmdline_record() \
	static_call(kernel_tracing_stop_cmdline_record)()
#define trace_find_cmdline(...)	static_call(kernel_trace_find_cmdline)(__VA_ARGS__)
#define print_trace_header(...)	static_call(kernel_print_trace_header)(__VA_ARGS__)
#define trace_empty(...)	static_call(kernel_trace_empty)(__VA_ARGS__)
#define trace_print_lat_fmt(...) \
	static_call(kernel_trace_print_lat_fmt)(__VA_ARGS__)
#define trace_find_mark(...)	static_call(kernel_trace_find_mark)(__VA_ARGS__)
#define trace_print_graph_duration(...) \
	static_call(kernel_trace_print_graph_duration)(__VA_ARGS__)
#define ftrace_find_event(...)	static_call(kernel_ftrace_find_event)(__VA_ARGS__)
#define trace_print_printk_msg_only(...) \
	static_call(kernel_trace_print_printk_msg_only)(__VA_ARGS__)
#define trace_print_bprintk_msg_only(...) \
	static_call(kernel_trace_print_bprintk_msg_only)(__VA_ARGS__)
#define trace_print_bputs_msg_only(...) \
	static_call(kernel_trace_print_bputs_msg_only)(__VA_ARGS__)
#define tracefs_create_file(...) \
	static_call(kernel_tracefs_create_file)(__VA_ARGS__)
#define tracefs_remove(...)	static_call(kernel_tracefs_remove)(__VA_ARGS__)

#define trace_types			(*kernel_trace_types)
#define trace_types_lock		(*kernel_trace_types_lock)
#define ftrace_trace_arrays		(*kernel_ftrace_trace_arrays)
#define global_trace			(*kernel_global_trace)
#define nop_trace			(*kernel_nop_trace)
#define tracing_disabled		(*kernel_tracing_disabled)
#define tracing_thresh			(*kernel_tracing_thresh)
#define ftrace_graph_hash		(*kernel_ftrace_graph_hash)
#define ftrace_graph_notrace_hash	(*kernel_ftrace_graph_notrace_hash)
#define empty_hash			(*kernel_empty_hash)
#define fgraph_max_depth		(*kernel_fgraph_max_depth)
#define fgraph_sleep_time		(*kernel_fgraph_sleep_time)
#define trace_options_fops		(*kernel_trace_options_fops)
#define temp_buffer			(*kernel_temp_buffer)
#define trace_taskinfo_save		(*kernel_trace_taskinfo_save)

#endif /* _COMPAT_SYMBOLS_H */
