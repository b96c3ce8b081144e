/* SPDX-License-Identifier: GPL-2.0 */
/* The scheduler's clock, read without a call. */
#ifndef _COMPAT_CLOCK_H
#define _COMPAT_CLOCK_H

#include <compat/trace.h>

/* The factors, and the function that says whether they are used */
#if defined(HAVE_cyc2ns) && defined(HAVE_using_native_sched_clock)
#define CLOCK_IN_PLACE	1
#endif

#ifdef CLOCK_IN_PLACE
#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <asm/msr.h>

DECLARE_STATIC_KEY_FALSE(clock_is_tsc);

/*
 * mul_u64_u32_shr() for shifts below 64. Its type of 128 bits makes GCC align the stack of the
 * function that this is inlined in.
 */
static __always_inline u64 clock_scale(u64 tsc, u64 mul, u8 shift)
{
	u64 high;

	asm("mulq %[mul]\n\t"
	    "shrdq %%cl, %[high], %[tsc]"
	    : [tsc] "+a" (tsc), [high] "=&d" (high)
	    : [mul] "r" (mul), "c" (shift)
	    : "cc");
	return tsc;
}

/**
 * clock_tsc - sched_clock_noinstr() where it is the time stamp counter
 *
 * native_sched_clock() of arch/x86/kernel/tsc.c: the same values, from the same factors of
 * this CPU. More than half of that function's instructions are for being called, for a copy
 * of the factors, and for guarding the stack that the copy is on.
 *
 * Context: any, with preemption disabled, while clock_is_tsc is set.
 * Return: nanoseconds.
 */
static __always_inline u64 clock_tsc(void)
{
	struct cyc2ns __percpu *factors = kernel_cyc2ns;
	u64 tsc = rdtsc(), ns;
	unsigned int seq, half;

	do {
		seq = this_cpu_read(factors->seq.seqcount.sequence);
		half = seq & 1;
		/* The shift is at most 31. */
		ns = clock_scale(tsc, this_cpu_read(factors->data[half].cyc2ns_mul),
				 this_cpu_read(factors->data[half].cyc2ns_shift));
		ns += this_cpu_read(factors->data[half].cyc2ns_offset);
	} while (unlikely(seq != this_cpu_read(factors->seq.seqcount.sequence)));
	return ns;
}

void clock_init(void);
#else
static inline void clock_init(void)
{
}
#endif

#endif /* _COMPAT_CLOCK_H */
