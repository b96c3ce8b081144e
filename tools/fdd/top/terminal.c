// SPDX-License-Identifier: GPL-2.0
/* Capabilities of the terminal. A separate file, because term.h defines many common names. */
#include "top/show.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

/* Can it do more than print lines? True for an unknown terminal, which fails later. */
bool top_has_screen(void)
{
	const char *position;
	int err;

	if (setupterm(NULL, STDOUT_FILENO, &err) != OK)
		return true;
	position = tigetstr("cup");
	return position && position != (const char *)-1;
}
