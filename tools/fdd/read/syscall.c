// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of events of system calls, which the kernel and trace-cmd print differently:
 *
 *	sys_enter: NR 0 (3, 7ffc0, 400, 0, 0, 0)	sys_exit: NR 0 = 16
 *	sys_read(fd: 3, buf: 7ffc0, count: 400)		sys_read -> 0x10
 *	sys_enter_read: fd: 0x00000003, buf: ...	sys_exit_read: 0x10
 */
#include <stdio.h>
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "model/duty.h"
#include "read/syscall.h"

#define MAX_NAME	48

/* The end of a name: "(", ":" or a blank */
static const char *name_end(const char *p, const char *end)
{
	while (p < end && *p != '(' && *p != ':' && (unsigned char)*p > ' ')
		p++;
	return p;
}

static bool scan_number(const char *p, const char *end, struct fdd_syscall *s)
{
	uint64_t nr;

	p = p < end ? skip_blanks(p + 1) : end;
	if (end - p < 4 || !STARTS(p, "NR ") || !scan_u64(p + 3, &nr) || nr > INT32_MAX)
		return false;
	s->nr = nr;
	return true;
}

static bool take_name(const char *name, const char *end, struct fdd_syscall *s)
{
	if (name >= end || end - name > MAX_NAME)
		return false;
	s->name = name;
	s->name_len = end - name;
	return true;
}

bool fdd_syscall_scan(const char *text, const char *end, struct fdd_syscall *s)
{
	const char *name = text + 4, *behind;

	*s = (struct fdd_syscall){ .nr = -1 };
	if (end - text < 8 || !STARTS(text, "sys_"))
		return false;
	behind = name_end(name, end);
	if (behind < end && *behind == '(')
		return take_name(name, behind, s);
	if (STARTS(name, "enter:"))
		return scan_number(behind, end, s);
	if (STARTS(name, "enter_"))
		return take_name(name + 6, behind, s);
	s->ends = STARTS(name, "exit:") || STARTS(name, "exit_") ||
		  (end - behind > 4 && STARTS(behind, " -> "));
	return s->ends;
}

uint32_t fdd_syscall_func(struct fdd_names *funcs, const char *name, uint32_t len)
{
	char text[sizeof(FDD_UNSEEN_CALL) + MAX_NAME];

	snprintf(text, sizeof(text), FDD_UNSEEN_CALL "%.*s", (int)len, name);
	return fdd_names_get(funcs, text, strlen(text));
}
