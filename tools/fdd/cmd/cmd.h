/* SPDX-License-Identifier: GPL-2.0 */
/* The subcommands of fdd: each is a file in this folder and a line in list.h. */
#ifndef FDD_CMD_H
#define FDD_CMD_H

/* argv[0] is the command's name. Returns fdd's exit status. */
#define COMMAND(name, about)	int cmd_##name(int argc, char **argv);
#include "cmd/list.h"
#undef COMMAND

#endif
