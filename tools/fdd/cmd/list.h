/* SPDX-License-Identifier: GPL-2.0 */
/* A line for each subcommand: COMMAND(name, about), for cmd_NAME() of cmd/NAME.c. */
COMMAND(report, "what a trace holds; the same as no command")
COMMAND(diff, "what changed from one trace to another")
COMMAND(export, "a trace for other programs, or as a page")
COMMAND(record, "trace while a command runs, and report")
COMMAND(restore, "put back what a killed run could not")
COMMAND(serve, "the trace of this machine, for a browser")
COMMAND(top, "the functions that take most, live")
