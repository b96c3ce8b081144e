// SPDX-License-Identifier: GPL-2.0
/* What the terminal can do. The names that term.h defines are not for other files. */
#include "top/show.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

/* Can it do more than print lines? A terminal that is not known is an error of its own. */
bool top_has_screen(void)
{
	const char *position;
	int err;

	if (setupterm(NULL, STDOUT_FILENO, &err) != OK)
		return true;
	position = tigetstr("cup");
	return position && position != (const char *)-1;
}
