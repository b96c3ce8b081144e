// SPDX-License-Identifier: GPL-2.0
/* What the markers of open calls say, when the trace has ended. */
#include <stdio.h>
#include <string.h>

#include "lib/util.h"
#include "model/callers.h"
#include "model/model.h"
#include "model/open_told.h"
#include "model/states.h"

struct open_mark {
	uint64_t		at;
	char			comm[FDD_MAX_COMM_LEN];
	struct fdd_open_calls	calls;
	struct fdd_open_call	list[FDD_MAX_DEPTH];	/* the innermost first */
};

static void set_state(struct fdd_open_calls *c, const char *word)
{
	static const struct {
		const char	*word;
		uint8_t		state;
		char		letter;
	} states[] = {
		{ "running", FDD_STATE_RUNNING, 0 }, { "runnable", FDD_STATE_READY, 0 },
		{ "sleeping", FDD_STATE_ASLEEP, 'S' }, { "D", FDD_STATE_ASLEEP, 'D' },
		{ "idle", FDD_STATE_ASLEEP, 'I' }, { "stopped", FDD_STATE_ASLEEP, 'T' },
		{ "frozen", FDD_STATE_ASLEEP, 'F' },
	};

	c->state = FDD_STATE_UNKNOWN;
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		if (strcmp(word, states[i].word))
			continue;
		c->state = states[i].state;
		c->letter = states[i].letter;
	}
}

/* "a\040name" */
static void set_comm(char *to, size_t size, const char *from)
{
	unsigned int byte;
	size_t n = 0;

	while (*from && n < size - 1) {
		if (*from == '\\' && sscanf(from + 1, "%3o", &byte) == 1) {
			to[n++] = byte;
			from += strnlen(from, 4);
		} else {
			to[n++] = *from++;
		}
	}
	to[n] = '\0';
}

/* "vfs_read@10.1" */
static bool take_call(struct fdd_model *m, struct open_mark *mark, const char *text)
{
	const char *time = strrchr(text, '@');
	struct fdd_open_call *call = &mark->list[mark->calls.nr];

	if (!time || time == text || mark->calls.nr == ARRAY_SIZE(mark->list) ||
	    !fdd_parse_time(time + 1, NSEC_PER_SEC, &call->time) || call->time > mark->at)
		return false;
	call->func = fdd_names_get(&m->funcs, text, time - text);
	mark->calls.nr++;
	return true;
}

/* What follows the pid; false if it has another form. */
static bool take_task(struct fdd_model *m, struct open_mark *mark, char *text)
{
	char state[16] = "", comm[4 * FDD_MAX_COMM_LEN] = "", *at, *call;
	unsigned int from, cpu;
	int calls = 0;

	if (sscanf(text, "from=%4u cpu=%5u state=%15s comm=%n", &from, &cpu, state, &calls) != 3 ||
	    !calls || from != mark->calls.nr || cpu >= FDD_MAX_CPUS)
		return false;
	text += calls;
	/* a task may have no name */
	at = strstr(text, " calls=");
	if (!at || (size_t)(at - text) >= sizeof(comm))
		return false;
	memcpy(comm, text, at - text);
	set_comm(mark->comm, sizeof(mark->comm), comm);
	set_state(&mark->calls, state);
	mark->calls.cpu = cpu;
	for (call = strtok_r(at + strlen(" calls="), ",", &text); call;
	     call = strtok_r(NULL, ",", &text))
		if (!take_call(m, mark, call))
			return false;
	return true;
}

/* Sinks get the outermost call first. */
static void tell(struct fdd_model *m, struct open_mark *mark)
{
	struct fdd_open_calls *c = &mark->calls;

	for (uint32_t i = 0; i < c->nr / 2; i++) {
		struct fdd_open_call call = mark->list[i];

		mark->list[i] = mark->list[c->nr - 1 - i];
		mark->list[c->nr - 1 - i] = call;
	}
	c->list = mark->list;
	c->end = mark->at;
	c->comm = fdd_names_get(&m->comms, mark->comm, strlen(mark->comm));
	if (c->nr)
		FDD_TELL(&m->to_open_calls, open_calls, c);
	c->nr = 0;
}

static bool take_header(struct fdd_open_marks *o, struct open_mark *mark, const char *text)
{
	unsigned long long left_out;
	char at[32] = "";

	if (sscanf(text, "at=%31s tasks=%*u left-out=%8llu", at, &left_out) != 2 ||
	    !fdd_parse_time(at, NSEC_PER_SEC, &mark->at) || mark->at > FDD_MAX_CALLTIME)
		return false;
	o->left_out = left_out;
	return true;
}

/* One that was lost, or has another form, ends what is known of its task. */
static void take_line(struct fdd_model *m, struct open_mark *mark, char *line)
{
	int pid, from = 0;

	if (sscanf(line, "pid=%10d %n", &pid, &from) != 1 || !from || pid <= 0)
		return;
	if (pid != mark->calls.pid)
		tell(m, mark);
	mark->calls.pid = pid;
	take_task(m, mark, line + from);
}

void fdd_open_told(struct fdd_model *m, uint16_t source)
{
	struct fdd_open_marks *o = &m->sources[source].open_marks;
	struct open_mark mark = { .calls = { .source = source, .marked = true } };
	char *line, *save = NULL;

	if (!o->text)
		return;
	line = strtok_r(o->text, "\n", &save);
	if (line && take_header(o, &mark, line)) {
		while ((line = strtok_r(NULL, "\n", &save)))
			take_line(m, &mark, line);
		tell(m, &mark);
	}
	fdd_open_marks_free(o);
}
