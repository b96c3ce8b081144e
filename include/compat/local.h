/* SPDX-License-Identifier: GPL-2.0 */
/* Counters of 32 bits that belong to a CPU; asm/local.h has those of 64. */
#ifndef _COMPAT_LOCAL_H
#define _COMPAT_LOCAL_H

#include <linux/atomic.h>
#include <asm/local.h>

/**
 * local32_inc_and_test - add 1 to a counter of this CPU
 * @count: the counter; other CPUs only read it
 *
 * One instruction on x86, as local_inc(), so that an interrupt or an NMI cannot come
 * between its load and its store.
 *
 * Context: any, with preemption disabled.
 * Return: true if it is 0 now.
 */
static __always_inline bool local32_inc_and_test(u32 *count)
{
#ifdef CONFIG_X86
	bool zero;

	asm volatile("incl %0" : "+m" (*count), "=@ccz" (zero));
	return zero;
#else
	return atomic_inc_and_test((atomic_t *)count);
#endif
}

#endif /* _COMPAT_LOCAL_H */
