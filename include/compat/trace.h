/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of kernel/trace/trace.h that a tracer needs.
 *
 * linux-headers does not have that header. The types come from the BTF of the kernel
 * that the module is built for (compat/layout.spec), functions and variables are looked
 * up when the module is loaded (compat/symbols.c). With this file a tracer reads as it
 * would in kernel/trace of the newest kernel.
 */
#ifndef _COMPAT_TRACE_H
#define _COMPAT_TRACE_H

#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/ring_buffer.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/static_call.h>
#include <linux/stddef.h>
#include <linux/trace_clock.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/types.h>
#ifdef CONFIG_X86
#include <asm/timer.h>
#endif

#ifndef CONFIG_64BIT
#error "function_duration needs a 64-bit kernel"
#endif
/*
 * Without CONFIG_HAVE_STATIC_CALL, static_call() is a call through a pointer, which does
 * not work with functions that have no landing pad.
 */
#if !defined(CONFIG_HAVE_STATIC_CALL) &&				\
	(defined(CONFIG_X86_KERNEL_IBT) || defined(CONFIG_ARM64_BTI_KERNEL) || \
	 defined(CONFIG_CFI) || defined(CONFIG_CFI_CLANG))
#error "function_duration needs a kernel with CONFIG_HAVE_STATIC_CALL, or without IBT, BTI and CFI"
#endif
#ifndef CONFIG_FUNCTION_GRAPH_TRACER
#error "function_duration needs a kernel with CONFIG_FUNCTION_GRAPH_TRACER"
#endif
#ifndef CONFIG_DYNAMIC_FTRACE
#error "function_duration needs a kernel with CONFIG_DYNAMIC_FTRACE"
#endif
#ifndef CONFIG_FSNOTIFY
#error "function_duration needs a kernel with CONFIG_FSNOTIFY, which inotify selects"
#endif

struct dentry;
struct ftrace_hash;
struct trace_array;
struct tracer;

#include "../../compat/generated/layout.h"

#include <compat/symbols.h>

/* enum tracer_flags of trace.h: option bits that the core knows */
#define TRACE_ITER(flag)	(1ULL << TRACE_ITER_##flag##_BIT)

#define TRACE_ITER_SYM_MASK \
	(TRACE_ITER(PRINT_PARENT) | TRACE_ITER(SYM_OFFSET) | TRACE_ITER(SYM_ADDR))

#define TRACER_OPT(s, b)	.name = #s, .bit = b

/* FTRACE_HASH_FL_MOD: functions of a module that is not loaded yet */
#define FTRACE_HASH_FL_MOD	(1 << 0)

static inline bool ftrace_hash_empty(const struct ftrace_hash *hash)
{
	return !hash || !(hash->count || (hash->flags & FTRACE_HASH_FL_MOD));
}

/* The array of the top directory is the first that was made, and is never removed. */
static inline struct trace_array *top_trace_array(void)
{
	return list_last_entry(&ftrace_trace_arrays, struct trace_array, list);
}

/* An instance with a copy of the last boot's buffer, which is removed when it was read */
static inline bool trace_array_is_readonly(const struct trace_array *tr)
{
#ifdef TRACE_ARRAY_FL_RDONLY
	return tr->flags & TRACE_ARRAY_FL_RDONLY;
#else
	return false;
#endif
}

/**
 * tracer_flags - the values of the current tracer's options in an array
 * @tr: the trace array
 *
 * In newer kernels each array has its own values (current_trace_flags of struct
 * trace_array); in older ones the tracer has them for all arrays.
 *
 * Context: any.
 * Return: the option bits, as in struct tracer_opt.
 */
static inline u32 tracer_flags(const struct trace_array *tr)
{
#ifdef HAVE_trace_array_current_trace_flags
	return tr->current_trace_flags->val;
#else
	return tr->current_trace->flags->val;
#endif
}

#endif /* _COMPAT_TRACE_H */
