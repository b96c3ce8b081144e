/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that only wait, and those of the idle loop, by their names. */
#ifndef FDD_SLEEPERS_H
#define FDD_SLEEPERS_H

#include <stdbool.h>

/* page/sleepers.txt, from sleepers.S */
extern const char fdd_sleepers_txt[];

/* Is it in page/sleepers.txt? @name may have a module, and suffixes of the compiler. */
bool fdd_is_sleeper(const char *name);

#endif
