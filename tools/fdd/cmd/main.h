/* SPDX-License-Identifier: GPL-2.0 */
/* Selects the subcommand. */
#ifndef FDD_MAIN_H
#define FDD_MAIN_H

/* Run the command argv[1], or report if it is not a command. Returns the exit status. */
int fdd_main(int argc, char **argv);

#endif
