/* SPDX-License-Identifier: GPL-2.0 */
#ifndef WHERE_H
#define WHERE_H

#define NOINLINE	__attribute__((noinline, noclone))
#define ALWAYS_INLINE	static inline __attribute__((always_inline))

#endif
