/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program that runs at a function's entry and at its return: the call time is kept in the
 * word that the kernel has for each call.
 */
#ifndef SESSION_H
#define SESSION_H

#include "duration.h"

/* In 6.12 they have no argument. */
extern bool bpf_session_is_return(void *ctx) __ksym __weak;
extern __u64 *bpf_session_cookie(void *ctx) __ksym __weak;

static __always_inline int session(void *ctx)
{
	if (bpf_session_is_return(ctx))
		returned(ctx, *bpf_session_cookie(ctx));
	else
		*bpf_session_cookie(ctx) = bpf_ktime_get_ns();
	return 0;
}

#endif
