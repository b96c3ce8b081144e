// SPDX-License-Identifier: GPL-2.0
/* The call times of a task are a stack in its storage, since traced calls nest. */
#include "duration.h"

#define DEPTH 64

struct frames {
	__u64	calltime[DEPTH];
	__u32	depth;
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct frames);
} tasks SEC(".maps");

SEC("fentry")
int on_call(void *ctx)
{
	struct frames *frames = bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), 0,
						     BPF_LOCAL_STORAGE_GET_F_CREATE);
	__u32 depth;

	if (!frames)
		return 0;
	depth = frames->depth++;
	if (depth < DEPTH)
		frames->calltime[depth] = bpf_ktime_get_ns();
	return 0;
}

SEC("fexit")
int on_return(void *ctx)
{
	struct frames *frames = bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), 0, 0);
	__u32 depth;

	if (!frames)
		return 0;
	depth = --frames->depth;
	if (depth < DEPTH)
		returned(ctx, frames->calltime[depth]);
	return 0;
}
