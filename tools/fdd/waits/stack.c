// SPDX-License-Identifier: GPL-2.0
/* The functions of the kernel that a task waits in. */
#include <stdio.h>
#include <string.h>

#include "waits/proc.h"
#include "waits/stack.h"

#define FRAMES	4

void waits_stack_top(pid_t task, char in[128])
{
	if (proc_read(task, "wchan", in, 128) < 0 || !strcmp(in, "0"))
		*in = '\0';
}

/* Lines of stack: "[<0>] futex_wait+0x12/0x40" */
void waits_stack(pid_t task, char in[128])
{
	FILE *f = proc_open(task, "stack");
	char line[256], func[128], list[128] = "";
	size_t len = 0;

	for (int nr = 0; f && nr < FRAMES && fgets(line, sizeof(line), f); nr++) {
		if (sscanf(line, "%*s %127[^+]", func) != 1 ||
		    len + strlen(func) + 4 > sizeof(list))
			break;
		len += snprintf(list + len, sizeof(list) - len, "%s%s", nr ? " < " : "", func);
	}
	if (f)
		fclose(f);
	if (len)
		strcpy(in, list);
	else
		waits_stack_top(task, in);
}
