/* SPDX-License-Identifier: GPL-2.0 */
/* What the BPF programs and the one that loads them both know. */
#ifndef SHARED_H
#define SHARED_H

#include <linux/types.h>

#define HIST_SLOTS	64

struct hist {
	__u64	slots[HIST_SLOTS];
};

struct record {
	__u64	ip;
	__u64	calltime;
	__u64	duration;
	__u32	pid;
	__u32	cpu;
};

#endif
