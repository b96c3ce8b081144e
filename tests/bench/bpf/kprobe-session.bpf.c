// SPDX-License-Identifier: GPL-2.0
#include "session.h"

/* Those of older kernels; libbpf takes what follows "___" for a comment. */
extern bool bpf_session_is_return___old(void) __ksym __weak;
extern __u64 *bpf_session_cookie___old(void) __ksym __weak;

static __always_inline int old_session(void *ctx)
{
	if (bpf_session_is_return___old())
		returned(ctx, *bpf_session_cookie___old());
	else
		*bpf_session_cookie___old() = bpf_ktime_get_ns();
	return 0;
}

SEC("kprobe.session")
int on_call(void *ctx)
{
	return bpf_session_is_return ? session(ctx) : old_session(ctx);
}
