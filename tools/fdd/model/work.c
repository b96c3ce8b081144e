// SPDX-License-Identifier: GPL-2.0
/* Names of interrupts and of work items. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/work.h"

char *fdd_work_name(enum fdd_work kind, const char *text)
{
	static const char *const kinds[] = {
		[FDD_WORK_NONE] = "", [FDD_WORK_IRQ] = "irq ", [FDD_WORK_SOFTIRQ] = "softirq ",
		[FDD_WORK_QUEUED] = "work ",
	};
	size_t number = strspn(text, "0123456789");
	char *name = NULL;
	const char *rest;

	rest = number && !strncmp(text + number, " name=", 6) ? text + number + 6 : NULL;
	if ((rest ? asprintf(&name, "irq %.*s %s", (int)number, text, rest) :
		    asprintf(&name, "%s%s", kinds[kind], text)) < 0)
		return xstrdup("?");
	return name;
}
