// SPDX-License-Identifier: GPL-2.0
/* attach.c knows these sections; Debian's libbpf does not. */
#include "session.h"

SEC("fsession.multi")
int on_call(void *ctx)
{
	return session(ctx);
}
