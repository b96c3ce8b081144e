// SPDX-License-Identifier: GPL-2.0
/* The lookup of symbols that the kernel does not export, shared with the tracer. */
#include "compat/symbols.c"
