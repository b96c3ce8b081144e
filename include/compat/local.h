/* SPDX-License-Identifier: GPL-2.0 */
/* Single instructions that asm/local.h and asm/rwonce.h have no names for. */
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

/**
 * word_test_and_set - set a bit of a word, and say whether it was set
 * @word: the word, not shared
 * @bit: its number, of which the lowest six bits are used
 *
 * GCC makes four instructions of it that x86 has one for.
 *
 * Context: any.
 * Return: true if it was set before.
 */
static __always_inline bool word_test_and_set(u64 *word, unsigned long bit)
{
	bool was;

#ifdef CONFIG_X86_64
	asm("btsq %2, %0" : "+r" (*word), "=@ccc" (was) : "r" (bit));
#else
	was = *word & BIT_ULL(bit & 63);
	*word |= BIT_ULL(bit & 63);
#endif
	return was;
}

/**
 * word_clear - clear a bit of a word
 * @word: the word, not shared
 * @bit: as for word_test_and_set()
 *
 * Context: any.
 */
static __always_inline void word_clear(u64 *word, unsigned long bit)
{
#ifdef CONFIG_X86_64
	asm("btrq %1, %0" : "+r" (*word) : "r" (bit) : "cc");
#else
	*word &= ~BIT_ULL(bit & 63);
#endif
}

/**
 * word_times - a number multiplied by a constant
 * @number: the number
 * @constant: the constant; the product has at most 32 bits
 *
 * GCC makes two or three instructions of it that x86 has one for.
 *
 * Context: any.
 * Return: the product.
 */
static __always_inline unsigned long word_times(u32 number, const u32 constant)
{
#ifdef CONFIG_X86_64
	unsigned long product;

	asm("imull %2, %1, %k0" : "=r" (product) : "rm" (number), "i" (constant) : "cc");
	return product;
#else
	return (unsigned long)number * constant;
#endif
}

/**
 * word_shift - a word shifted to the right
 * @word: the word
 * @bits: by how much, of which the lowest six bits are used
 *
 * GCC copies a number of bits that is a word itself before it is used.
 *
 * Context: any.
 * Return: the shifted word.
 */
static __always_inline u64 word_shift(u64 word, unsigned long bits)
{
#ifdef CONFIG_X86_64
	asm("shrq %%cl, %0" : "+r" (word) : "c" (bits) : "cc");
	return word;
#else
	return word >> (bits & 63);
#endif
}

/**
 * in_place - a variable that others change, read by the instruction that uses it
 * @variable: the variable, of at most a word
 *
 * GCC does not combine READ_ONCE() with a comparison or an addition. What is compared here
 * must not be read a second time: the compiler may do that.
 *
 * Context: any.
 */
#define in_place(variable)	data_race(variable)

#ifdef CONFIG_X86
/* One instruction compares in memory; for READ_ONCE() GCC emits two. */
#define __is_set(variable, ...) ({					\
	bool __set;							\
	asm volatile("cmp%z1 $0, %1"					\
		     : "=@ccnz" (__set) : "m" (variable) : __VA_ARGS__); \
	__set;								\
})
/* Loads are not reordered on x86, so only the compiler must not. */
#define __is_set_acquire(variable)	__is_set(variable, "memory")
#else
#define __is_set(variable)		(!!READ_ONCE(variable))
/* Pairs with the barrier before the variable is cleared. */
#define __is_set_acquire(variable)	(!!smp_load_acquire(&(variable)))
#endif

/**
 * is_set - whether a variable that others change is not 0
 * @variable: the variable
 *
 * Context: any.
 */
#define is_set(variable)		__is_set(variable)

/**
 * is_set_acquire - is_set(), and what follows is not read before
 * @variable: the variable
 *
 * Context: any.
 */
#define is_set_acquire(variable)	__is_set_acquire(variable)

#endif /* _COMPAT_LOCAL_H */
