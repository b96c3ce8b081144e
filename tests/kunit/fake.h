/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the suites: to replace functions of the kernel by those of a test.
 *
 * The suites are part of the module itself when it is built with
 * DURATION_KUNIT=y: each source file includes its own at its end, so that they see
 * static functions. KUnit runs them when the module is loaded, after its init.
 */
#ifndef _KUNIT_FAKE_H
#define _KUNIT_FAKE_H

#include <kunit/test.h>

/*
 * FAKE(name, fn): calls of the kernel's function go to fn until UNFAKE(name).
 * A file that uses them has FAKED(name) for each.
 */
#define FAKED(name)	static typeof(&__kernel_##name) faked_##name

#define FAKE(name, fn) do {						\
	faked_##name = (typeof(faked_##name))static_call_query(kernel_##name); \
	static_call_update(kernel_##name, &fn);				\
} while (0)

#define UNFAKE(name)	static_call_update(kernel_##name, faked_##name)

#endif /* _KUNIT_FAKE_H */
