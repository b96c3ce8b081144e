/* SPDX-License-Identifier: GPL-2.0 */
/* Instances that are made while a module is loaded: the kernel has no callback for them. */
#ifndef _COMPAT_INSTANCES_H
#define _COMPAT_INSTANCES_H

int instances_watch(void (*made)(void));
void instances_unwatch(void);

#endif /* _COMPAT_INSTANCES_H */
