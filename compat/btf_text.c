// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments and return values as text. The kernel's type information (BTF) has the names and
 * types of parameters, and kernels from v6.15 on print arguments with it.
 *
 * The look-up takes locks of tasks, so ftrace_dump(), which runs with interrupts off, gets
 * plain numbers.
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/irqflags.h>
#include <linux/kallsyms.h>
#include <linux/string.h>

#include <compat/btf_text.h>
#include <compat/fgraph.h>

static void print_numbers(struct trace_seq *s, const unsigned long *args)
{
	unsigned int i;

	trace_seq_putc(s, '(');
	for (i = 0; i < FGRAPH_ARGS; i++)
		trace_seq_printf(s, "%s0x%lx", i ? ", " : "", args[i]);
	trace_seq_putc(s, ')');
}

/**
 * btf_print_args - print the arguments of a call
 * @s: where to
 * @func: the function
 * @args: FGRAPH_ARGS registers
 *
 * Context: as for a tracer's print_line.
 */
void btf_print_args(struct trace_seq *s, unsigned long func, unsigned long *args)
{
#ifdef HAVE_print_function_args
	if (!irqs_disabled()) {
		print_function_args(s, args, func);
		return;
	}
#endif
	print_numbers(s, args);
}

#if defined(HAVE_btf_find_func_proto) && defined(HAVE_btf_type_skip_modifiers) && \
	defined(HAVE_btf_put)
static const struct btf_type *find_proto(unsigned long func, struct btf **btf)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, func);
	/* behind it is the name of its module */
	name[strcspn(name, " ")] = '\0';
	return btf_find_func_proto(name, btf);
}

/* @type: NULL if it is not known */
static void print_typed(struct trace_seq *s, const struct btf_type *type, unsigned long value)
{
	bool is_enum = type && btf_is_any_enum(type);
	bool number = is_enum || (type && btf_type_is_int(type));
	unsigned int unused = number && type->size < sizeof(value) ?
			      (sizeof(value) - type->size) * BITS_PER_BYTE : 0;

	if (number && (is_enum || btf_int_encoding(type) & BTF_INT_SIGNED))
		trace_seq_printf(s, " (ret=%ld)", (long)(value << unused) >> unused);
	else
		trace_seq_printf(s, " (ret=0x%lx)", value << unused >> unused);
}

/**
 * btf_print_retval - print what a call returned
 * @s: where to; nothing is printed for a function that returns nothing
 * @func: the function
 * @value: the register for it
 *
 * Context: as for a tracer's print_line.
 */
void btf_print_retval(struct trace_seq *s, unsigned long func, unsigned long value)
{
	const struct btf_type *proto = NULL;
	struct btf *btf;

	if (!irqs_disabled())
		proto = find_proto(func, &btf);
	if (IS_ERR_OR_NULL(proto)) {
		print_typed(s, NULL, value);
		return;
	}
	if (proto->type)
		print_typed(s, btf_type_skip_modifiers(btf, proto->type, NULL), value);
	btf_put(btf);
}
#else
void btf_print_retval(struct trace_seq *s, unsigned long func, unsigned long value)
{
	trace_seq_printf(s, " (ret=0x%lx)", value);
}
#endif
