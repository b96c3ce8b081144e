// SPDX-License-Identifier: GPL-2.0
/* The kernel's log: lines that are errors or warnings. */
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"

/* As in tests/vm/boot.sh */
static const char bad[] =
	"BUG:|WARNING:|Oops|Call Trace|Missing ENDBR|rcu.*stall|KASAN|UBSAN|lockdep";

#define MAX_ALLOWED	32

static regex_t bad_regex, allowed[MAX_ALLOWED];
static int n_allowed, log_fd = -1;

static void take_allowed(char *line)
{
	line[strcspn(line, "\n")] = '\0';
	if (!line[0] || line[0] == '#' || n_allowed == MAX_ALLOWED)
		return;
	if (regcomp(&allowed[n_allowed], line, REG_EXTENDED | REG_NOSUB) == 0)
		n_allowed++;
}

/* Begin here; allowed: the file of allowed lines. */
void klog_init(const char *allowed_file)
{
	FILE *file = fopen(allowed_file, "r");
	char line[512];

	while (file && fgets(line, sizeof(line), file))
		take_allowed(line);
	if (file)
		fclose(file);
	regcomp(&bad_regex, bad, REG_EXTENDED | REG_NOSUB);
	log_fd = open("/dev/kmsg", O_RDWR | O_NONBLOCK);
	if (log_fd >= 0)
		lseek(log_fd, 0, SEEK_END);
}

static bool is_bad(const char *line)
{
	int i;

	if (regexec(&bad_regex, line, 0, NULL, 0))
		return false;
	/* The kernel's own data races; tests/vm/boot.sh looks for the module in their stacks. */
	if (strstr(line, "BUG: KCSAN: "))
		return false;
	for (i = 0; i < n_allowed; i++) {
		if (regexec(&allowed[i], line, 0, NULL, 0) == 0)
			return false;
	}
	return true;
}

/* The first bad line since the last time, or NULL. All are read. */
const char *klog_bad(void)
{
	static char found[300];
	char record[8192], *line;
	ssize_t n;

	found[0] = '\0';
	while ((n = read(log_fd, record, sizeof(record) - 1)) > 0) {
		record[n] = '\0';
		line = strchr(record, ';');
		if (!line || found[0] || !is_bad(line + 1))
			continue;
		line[1 + strcspn(line + 1, "\n")] = '\0';
		snprintf(found, sizeof(found), "kernel log: %.280s", line + 1);
	}
	return found[0] ? found : NULL;
}

/* On the console, between the kernel's messages */
void klog_say(const char *text)
{
	char line[400];
	int n = snprintf(line, sizeof(line), "monkey: %s\n", text);

	if (log_fd >= 0 && write(log_fd, line, n) != n)
		return;
}
