/* SPDX-License-Identifier: GPL-2.0 */
/* The server of "fdd serve" and of "fdd agent". */
#ifndef FDD_SERVE_H
#define FDD_SERVE_H

#include <signal.h>

#include "serve/state.h"

/* Serve until a signal comes. Returns the exit status. */
int serve_run(struct serve *s);
/* The same in parts: with the signals blocked, the routes, the tokens and the place known */
void serve_block_signals(sigset_t *set);
int serve_until_signal(struct serve *s, const sigset_t *set);

#endif
