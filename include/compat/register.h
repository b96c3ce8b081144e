/* SPDX-License-Identifier: GPL-2.0 */
/* register_tracer() for a module; the kernel's own is __init. */
#ifndef _COMPAT_REGISTER_H
#define _COMPAT_REGISTER_H

#include <linux/module.h>

#include <compat/trace.h>

/* Options that a tracer may have */
#define TRACER_MAX_OPTS		16

/**
 * struct tracer_template - the description of a tracer
 * @name:	the name in available_tracers
 * @init:	called when the tracer is selected, under trace_types_lock
 * @reset:	called when another one is selected, under trace_types_lock
 * @open:	called when a trace file is opened, also by ftrace_dump()
 * @close:	called when it is released, but not by ftrace_dump()
 * @print_header: prints the lines above the trace
 * @print_line:	prints one record
 * @opts:	the options, at most TRACER_MAX_OPTS; the last one has no name
 * @opts_val:	the bits of the options that are set at first
 */
struct tracer_template {
	const char		*name;
	int			(*init)(struct trace_array *tr);
	void			(*reset)(struct trace_array *tr);
	void			(*open)(struct trace_iterator *iter);
	void			(*close)(struct trace_iterator *iter);
	void			(*print_header)(struct seq_file *m);
	enum print_line_t	(*print_line)(struct trace_iterator *iter);
	const struct tracer_template_opt {
		const char	*name;
		u32		bit;
	} *opts;
	u32			opts_val;
};

/*
 * Whether the module is unloaded while it is in use, by "rmmod -f"
 * (CONFIG_MODULE_FORCE_UNLOAD). Without it the last reference has gone before.
 */
static inline bool unload_is_forced(void)
{
#if defined(MODULE) && defined(CONFIG_MODULE_UNLOAD)
	return !module_is_live(THIS_MODULE) && module_refcount(THIS_MODULE) > 0;
#else
	return false;
#endif
}

int tracer_register(const struct tracer_template *template);
void tracer_unregister(void);
bool tracer_deselect(struct trace_array *tr);
u32 tracer_option_values(struct trace_array *tr);
void event_records_clear(const struct trace_event_call *call);

#endif /* _COMPAT_REGISTER_H */
