/* SPDX-License-Identifier: GPL-2.0 */
/* Which subcommand. */
#ifndef FDD_MAIN_H
#define FDD_MAIN_H

/* Run the command that argv[1] names; without one, report. Returns the exit status. */
int fdd_main(int argc, char **argv);

#endif
