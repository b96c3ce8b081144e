/* SPDX-License-Identifier: GPL-2.0 */
/* What tasks wait for, in words. Names are as their owners gave them: clean what you print. */
#ifndef FDD_WAITS_SAY_H
#define FDD_WAITS_SAY_H

#include "waits/chain.h"

/** waits_holder - "rsync-4711" or "rsync-4711 and 2 others"; NULL: not known. To be freed */
char *waits_holder(const struct waits_node *n);

/** waits_object - "a lock on /tmp/x, which rsync-4711 holds". To be freed */
char *waits_object(const struct waits_node *n);

/** waits_is_in_kernel - whether the kernel's functions, wait.in, are to be named, too */
bool waits_is_in_kernel(const struct waits_node *n);

/** waits_rest - what the holder does: "; it is in D in io_schedule for 41 s", or "". To be freed */
char *waits_rest(const struct waits_node *n);

#endif
