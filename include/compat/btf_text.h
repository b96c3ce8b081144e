/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments and return values as text, with names and types where the kernel knows them. */
#ifndef _COMPAT_BTF_TEXT_H
#define _COMPAT_BTF_TEXT_H

#include <linux/trace_seq.h>

void btf_print_args(struct trace_seq *s, unsigned long func, unsigned long *args);
void btf_print_retval(struct trace_seq *s, unsigned long func, unsigned long value);

#endif /* _COMPAT_BTF_TEXT_H */
