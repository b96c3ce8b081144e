/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of the kernel that a task waits in. */
#ifndef FDD_WAITS_STACK_H
#define FDD_WAITS_STACK_H

#include <sys/types.h>

/** waits_stack_top - the innermost one, by /proc/TASK/wchan; "" if it is not known */
void waits_stack_top(pid_t task, char in[128]);

/** waits_stack - the innermost four, "futex_wait < do_futex"; without root as the above */
void waits_stack(pid_t task, char in[128]);

#endif
