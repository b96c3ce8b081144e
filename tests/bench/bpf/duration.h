/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the BPF programs do with a call that has returned. Each program is compiled three
 * times, so that none has an instruction for what another one does:
 *	BELOW	record calls that reach a threshold, which none does
 *	HIST	count the call in its function's histogram
 *	RECORD	record each call
 */
#ifndef DURATION_H
#define DURATION_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <bpf/bpf_helpers.h>

#include "shared.h"

char _license[] SEC("license") = "GPL";

#ifdef HIST
/* One for each function, by the cookie that it was attached with */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct hist);
} hists SEC(".maps");

static __always_inline __u32 log2_of(__u64 value)
{
	__u32 log = 0, step;

	step = (value > 0xffffffff) << 5, value >>= step, log |= step;
	step = (value > 0xffff) << 4, value >>= step, log |= step;
	step = (value > 0xff) << 3, value >>= step, log |= step;
	step = (value > 0xf) << 2, value >>= step, log |= step;
	step = (value > 0x3) << 1, value >>= step, log |= step;
	return log | value >> 1;
}

static __always_inline void returned(void *ctx, __u64 calltime)
{
	__u64 duration = bpf_ktime_get_ns() - calltime;
	__u32 function = bpf_get_attach_cookie(ctx);
	struct hist *hist = bpf_map_lookup_elem(&hists, &function);

	if (hist)
		hist->slots[log2_of(duration) & (HIST_SLOTS - 1)]++;
}
#else
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} records SEC(".maps");

static __always_inline void write_record(void *ctx, __u64 calltime, __u64 duration)
{
	struct record *record = bpf_ringbuf_reserve(&records, sizeof(*record), 0);

	if (!record)
		return;
	record->ip = bpf_get_func_ip(ctx);
	record->calltime = calltime;
	record->duration = duration;
	record->pid = bpf_get_current_pid_tgid();
	record->cpu = bpf_get_smp_processor_id();
	bpf_ringbuf_submit(record, BPF_RB_NO_WAKEUP);
}

#ifdef BELOW
const volatile __u64 threshold_ns = 1000000000;

/* Not inline: a call below the threshold need not save the registers that it uses. */
static __noinline void write_slow(void *ctx, __u64 calltime, __u64 duration)
{
	write_record(ctx, calltime, duration);
}
#endif

static __always_inline void returned(void *ctx, __u64 calltime)
{
	__u64 duration = bpf_ktime_get_ns() - calltime;

#ifdef BELOW
	if (duration >= threshold_ns)
		write_slow(ctx, calltime, duration);
#else
	write_record(ctx, calltime, duration);
#endif
}
#endif

#endif
