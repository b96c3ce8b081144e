// SPDX-License-Identifier: GPL-2.0
/* The module's way to what the kernel does not export, shared with the tracer. */
#include "compat/symbols.c"
