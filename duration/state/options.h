/* SPDX-License-Identifier: GPL-2.0 */
/* The options of the tracer, which are also the modes of a session. */
#ifndef _DURATION_STATE_OPTIONS_H
#define _DURATION_STATE_OPTIONS_H

#include <linux/types.h>

#include <trace/events/duration_fields.h>

/*
 * Options of the tracer: bits of tracer_flags(). The two lowest are left alone:
 * the nop tracer, whose set_flag() ours shares, gives them a meaning.
 */
#define DURATION_PRINT_OVERRUN	0x10
#define DURATION_PRINT_CPU	0x20
#define DURATION_PRINT_OVERHEAD	0x40
#define DURATION_PRINT_PROC	0x80
#define DURATION_PRINT_ABS_TIME	0x100

/*
 * Whether every call is counted; the other options are about the output. It takes effect
 * when the tracer is selected.
 */
#define DURATION_STAT		0x200

/* Whether calls are held until the outermost one has ended; read as DURATION_STAT is. */
#define DURATION_TREE		0x400

/* Details of a record, and their columns; read as DURATION_STAT is. */
#define OPTION_BIT(name, bit, option)	DURATION_##name = (bit),
#define OPTION_OR(name, bit, option)	| (bit)
enum duration_detail_option {
	DURATION_DETAIL_OPTIONS(OPTION_BIT)
	DURATION_DETAILS = 0 DURATION_DETAIL_OPTIONS(OPTION_OR)
};
#undef OPTION_BIT
#undef OPTION_OR

/* The modes of a session: the tracer's options when it was selected */
#define SESSION_STAT	DURATION_STAT
#define SESSION_TREE	DURATION_TREE
#define SESSION_DETAILS	DURATION_DETAILS

#endif /* _DURATION_STATE_OPTIONS_H */
