/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of fdd that have a name. */
#ifndef FDD_COMMANDS_H
#define FDD_COMMANDS_H

/* argv[0] is the command's name. The result is fdd's exit status. */
int cmd_diff(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_restore(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_top(int argc, char **argv);

#endif
