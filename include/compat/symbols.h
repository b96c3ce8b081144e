/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions and variables that the kernel does not export.
 *
 * They are listed in compat/layout.spec. The macros KERNEL_FUNCTIONS and KERNEL_DATA
 * are generated from it, and a macro for each symbol with its name in the kernel.
 *
 * A function is called by a static call: the call instruction is patched with the
 * address that was looked up. A call through a pointer would fault on a CPU with
 * indirect branch tracking, because the kernel removes the landing pad (ENDBR) of every
 * function whose address it does not take.
 */
#ifndef _COMPAT_SYMBOLS_H
#define _COMPAT_SYMBOLS_H

#include <linux/static_call.h>

/* FUNC(type it returns, name, arguments) */
#define KERNEL_DECLARE_FUNCTION(ret, name, args)			\
	ret __kernel_##name args;					\
	DECLARE_STATIC_CALL(kernel_##name, __kernel_##name);
KERNEL_FUNCTIONS(KERNEL_DECLARE_FUNCTION)
#undef KERNEL_DECLARE_FUNCTION

/* DATA(type, name): a pointer to the variable is kept */
#define KERNEL_DECLARE_DATA(type, name)	extern typeof(type) *kernel_##name;
KERNEL_DATA(KERNEL_DECLARE_DATA)
#undef KERNEL_DECLARE_DATA

int kernel_symbols_resolve(void);
int kernel_layout_check(void);
int kernel_review_check(void);
int kernel_review_protection(bool protection);

#endif /* _COMPAT_SYMBOLS_H */
