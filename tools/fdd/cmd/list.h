/* SPDX-License-Identifier: GPL-2.0 */
/* A line for each subcommand: COMMAND(name, about), for cmd_NAME() of cmd/NAME.c. */
COMMAND(report, "show a trace; the same as without a command")
COMMAND(agent, "count calls, and answer Prometheus with metrics")
COMMAND(catch, "wait for slow calls, and save what led to them")
COMMAND(diff, "compare two traces")
COMMAND(export, "write a trace for other programs, or as a page")
COMMAND(now, "show which tasks are blocked, and by which")
COMMAND(record, "trace while a command runs, and report")
COMMAND(restore, "restore settings after a run was killed")
COMMAND(serve, "serve the trace of this machine to a browser")
COMMAND(stat, "show statistics of all calls of functions")
COMMAND(top, "show the functions that take most time, live")
COMMAND(why, "explain why a program, or a call, is slow")
