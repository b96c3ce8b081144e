// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of scheduler events, as the kernel and trace-cmd's plugin print them:
 *
 *	sched_switch: prev_comm=sh prev_pid=9 prev_prio=120 prev_state=S ==>
 *		next_comm=ls next_pid=10 next_prio=120
 *	sched_switch: sh:9 [120] S ==> ls:10 [120]
 *	sched_switch: prev_comm=sh prev_pid=9 prev_prio=120 prev_state=0x1 next_comm=ls
 *		next_pid=10 next_prio=120
 *	sched_waking: comm=ls pid=10 prio=120 target_cpu=001
 *	sched_waking: ls:10 [120] CPU:001
 *
 *	sched_wakeup: ls:10 [120]<CPU:001>
 *	sched_migrate_task: comm=ls pid=10 prio=120 orig_cpu=0 dest_cpu=1
 *	sched_process_fork: comm=sh pid=9 child_comm=sh child_pid=10
 *
 * A task's name may hold any text, so fields are searched from the end of the line.
 */
#include <ctype.h>
#include <string.h>

#include "lib/scan.h"
#include "read/sched.h"

/* Returns the end of the last occurrence of a word in a text that is not terminated. */
static const char *after_last(const char *p, const char *end, const char *word)
{
	size_t len = strlen(word);
	const char *found = NULL;

	while ((p = memmem(p, end - p, word, len))) {
		p += len;
		found = p;
	}
	return found;
}

static bool scan_pid(const char *p, const char *end, int32_t *pid)
{
	uint64_t value = 0;

	if (!p || p >= end || !is_digit(*p))
		return false;
	for (; p < end && is_digit(*p); p++) {
		value = value * 10 + *p - '0';
		if (value > INT32_MAX)
			return false;
	}
	*pid = value;
	return true;
}

/* In "NAME:9 [120] S": the last ':' before the last " [". */
static const char *plugin_pid(const char *p, const char *end)
{
	const char *prio = after_last(p, end, " [");

	return prio ? after_last(p, prio, ":") : NULL;
}

static bool scan_task(const char *p, const char *end, const char *field, int32_t *pid)
{
	const char *at = after_last(p, end, field);

	return scan_pid(at ? at : plugin_pid(p, end), end, pid);
}

static const char *find_state(const char *p, const char *end)
{
	const char *state = after_last(p, end, " prev_state=");

	return state ? state : after_last(p, end, "] ");
}

/* The letter of the lowest of the bits of include/linux/sched.h, as the kernel prints it. */
static char state_of_bits(const char *p, const char *end)
{
	static const char letters[] = "SDTtXZPI";
	bool hex = end - p > 2 && p[0] == '0' && p[1] == 'x';
	unsigned int bits = 0;

	for (p += hex ? 2 : 0; p < end && isxdigit((unsigned char)*p); p++)
		bits = bits * (hex ? 16 : 10) + (is_digit(*p) ? *p - '0' : (*p | 0x20) - 'a' + 10);
	bits &= 0xff;
	return bits ? letters[__builtin_ctz(bits)] : 'R';
}

static void scan_switch(struct fdd_note *note, const char *p, const char *end)
{
	const char *next = after_last(p, end, " ==> "), *state;
	bool raw = !next;

	/* the fields alone, of trace-cmd report -R */
	if (raw)
		next = after_last(p, end, " next_comm=");
	state = next ? find_state(p, next) : NULL;
	if (!state || !scan_task(p, next, " prev_pid=", &note->prev) ||
	    !scan_task(next, end, " next_pid=", &note->next))
		return;
	note->sched = FDD_SCHED_SWITCH;
	note->state = raw ? state_of_bits(state, end) :
		      state < end && is_letter(*state) ? *state : '\0';
	note->runnable = note->state == 'R';
}

static void scan_wake(struct fdd_note *note, enum fdd_sched sched, const char *p,
		      const char *end)
{
	const char *cpu;

	if (!scan_task(p, end, " pid=", &note->next))
		return;
	note->sched = sched;
	cpu = after_last(p, end, sched == FDD_SCHED_MIGRATE ? " dest_cpu=" : " target_cpu=");
	if (!cpu)
		cpu = after_last(p, end, "CPU:");
	scan_pid(cpu, end, &note->to_cpu);
}

static void scan_fork(struct fdd_note *note, const char *p, const char *end)
{
	scan_pid(after_last(p, end, " child_pid="), end, &note->born);
}

void fdd_sched_scan(struct fdd_note *note)
{
	const char *p = note->text, *end = p + note->len;

	if (note->len < 14 || memcmp(p, "sched_", 6))
		return;
	if (!memcmp(p, "sched_switch: ", 14))
		scan_switch(note, p + 13, end);
	else if (!memcmp(p, "sched_waking: ", 14))
		scan_wake(note, FDD_SCHED_WAKE, p + 13, end);
	else if (!memcmp(p, "sched_wakeup: ", 14))
		scan_wake(note, FDD_SCHED_WAKEUP, p + 13, end);
	else if (note->len > 20 && !memcmp(p, "sched_migrate_task: ", 20))
		scan_wake(note, FDD_SCHED_MIGRATE, p + 19, end);
	else if (note->len > 20 && !memcmp(p, "sched_process_fork: ", 20))
		scan_fork(note, p + 19, end);
}
