/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The details of a record. The options of the tracer, the fields of the event
 * func_duration_detail, their columns in the text, and fdd come from these tables.
 */
#ifndef _TRACE_EVENTS_DURATION_FIELDS_H
#define _TRACE_EVENTS_DURATION_FIELDS_H

/*
 * OPTION(name, bit, option): @bit is that of the option in tracer_flags(), and of the field "has"
 * of a record for which it was set.
 */
#define DURATION_DETAIL_OPTIONS(OPTION)			\
	/* the time in the function itself */		\
	OPTION(SELF,	0x800,		duration-self)	\
	/* the time off the CPU, asleep and waiting */	\
	OPTION(SLEEP,	0x1000,		duration-sleep)	\
	/* the time of interrupts on top of it */	\
	OPTION(IRQ,	0x8000,		duration-irq)	\
	/* the address that it returned to */		\
	OPTION(CALLER,	0x2000,		duration-caller) \
	/* the registers for its first arguments */	\
	OPTION(ARGS,	0x10000,	duration-args)	\
	/* the register for what it returned */		\
	OPTION(RETVAL,	0x4000,		duration-retval) \
	/* the number of the task's cgroup */		\
	OPTION(CGROUP,	0x20000,	duration-cgroup)

/*
 * The fields, in the order of the record and of its text:
 *	TIME(name, field, column)	nanoseconds, and the name of their column
 *	WORD(name, field, format, type)	an unsigned long, printed as that type
 *	ARGS(name, field)		the arguments; in the record they are behind the others
 * @name is the option for which they are recorded.
 */
#define DURATION_DETAIL_FIELDS(TIME, WORD, ARGS)		\
	TIME(SELF,	self,		"   SELF")		\
	TIME(SLEEP,	asleep,		"  ASLEEP")		\
	TIME(SLEEP,	waiting,	"  WAITING")		\
	TIME(IRQ,	irq,		"    IRQ")		\
	WORD(CALLER,	caller,		"%pS", void *)		\
	ARGS(ARGS,	args)					\
	WORD(RETVAL,	retval,		"0x%lx", unsigned long)	\
	WORD(CGROUP,	cgroup,		"%lu", unsigned long)

/* In place of one of these: nothing */
#define DURATION_NO_FIELD(...)

#endif /* _TRACE_EVENTS_DURATION_FIELDS_H */
