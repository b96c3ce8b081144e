// SPDX-License-Identifier: GPL-2.0
/* Prints the calls that had not returned when a trace ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "lib/util.h"
#include "model/waits.h"
#include "view/chain.h"
#include "view/unreturned.h"

#define SHOWN		5
#define LEAST		NSEC_PER_MSEC	/* of those that are named: shorter calls are ordinary */

static void put(FILE *f, const char *s)
{
	fdd_put_clean(f, s, strlen(s));
}

/* "read" of a system call of which no function was traced */
static const char *call_name(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t,
			     uint32_t func)
{
	const char *name = fdd_name(&u->m->funcs, func);

	return t->by_event && func == t->chain[t->nr_chain - 1] ?
	       name + strlen(FDD_UNSEEN_CALL) : name;
}

static void put_task(const char *comm, int32_t pid, FILE *f)
{
	put(f, *comm ? comm : "<...>");
	fprintf(f, "-%d", pid);
}

/* Of a task that may have no record but the switch to it */
static const char *comm_of(const struct fdd_unreturned_list *u, uint16_t source, int32_t pid)
{
	for (uint32_t i = 0; i < u->nr; i++)
		if (u->list[i].pid == pid && u->list[i].source == source)
			return fdd_name(&u->m->comms, u->list[i].comm);
	return fdd_windows_comm(u->ws, source, pid);
}

/* What it waits for */

static const char *words_of(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t)
{
	bool slept = t->last.state == FDD_STATE_ASLEEP || t->last.state == FDD_STATE_UNKNOWN;

	for (uint32_t i = 0; slept && i < t->nr_chain; i++) {
		const struct fdd_wait *wait = fdd_wait_of(fdd_name(&u->m->funcs, t->chain[i]));

		if (wait && wait->words && strcmp(wait->words, "%s"))
			return wait->words;
	}
	if (slept && t->lock)
		return fdd_wait_of(fdd_lock_name(t->lock))->words;
	return t->last.state == FDD_STATE_RUNNING && t->lock ?
	       fdd_busy_in(fdd_lock_name(t->lock)) : NULL;
}

/* Nobody has ended the wait: who could is not known. */
static void put_words(FILE *f, const char *words)
{
	const char *at = strstr(words, " (%s)"), *who = at ? "" : "another task";
	size_t skip = at ? 5 : 2;

	at = at ? at : strstr(words, "%s");
	if (!at) {
		fputs(words, f);
		return;
	}
	fwrite(words, 1, at - words, f);
	fputs(who, f);
	fputs(at + skip, f);
}

static char *text_of_wait(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t)
{
	const char *words = words_of(u, t);
	char *text = NULL;
	size_t size;
	FILE *f;

	if (!words)
		return NULL;
	f = open_memstream(&text, &size);
	put_words(f, words);
	fclose(f);
	return text;
}

/* Where it stood */

/* Clocks of CPUs differ slightly. */
static uint64_t state_ns(const struct fdd_unreturned *t)
{
	uint64_t ns = t->last.to > t->last.from ? t->last.to - t->last.from : 0;

	return ns < t->ns ? ns : t->ns;
}

static void put_for(FILE *f, const char *state, const struct fdd_unreturned *t)
{
	char text[FDD_MAX_TIME];

	fputs(state, f);
	if (t->last.to)
		fprintf(f, " for %s", fdd_time_text(text, sizeof(text), state_ns(t)));
}

static void put_runner(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t, FILE *f)
{
	if (t->runner < 0) {
		fputs(", but without a CPU", f);
		return;
	}
	fprintf(f, ", but CPU %u ran ", t->last.cpu);
	if (t->runner)
		put_task(comm_of(u, t->source, t->runner), t->runner, f);
	else
		fputs("<idle>", f);
}

static void put_state(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t, FILE *f)
{
	switch (t->last.state) {
	case FDD_STATE_RUNNING:
		put_for(f, "running", t);
		fprintf(f, " on CPU %u", t->last.cpu);
		break;
	case FDD_STATE_ASLEEP:
		put_for(f, fdd_asleep_text(t->last.letter), t);
		break;
	case FDD_STATE_READY:
		put_for(f, "ready", t);
		put_runner(u, t, f);
		break;
	default:
		fputs("its state is not known", f);
	}
}

static void put_chain(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t, FILE *f)
{
	uint32_t nr = t->by_event ? t->nr_chain - 1 : t->nr_chain;

	if (nr <= 1 && t->chain[0] == t->func)
		return;
	fputs(", in ", f);
	fdd_put_chain(f, &u->m->funcs, t->chain, nr, t->more);
}

/* "vfs_read in cat-12 for 2.31 s, since 12.345678901: asleep (D) for 2.30 s, in ..." */
static void put_call(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t, FILE *f)
{
	char text[FDD_MAX_TIME], *wait = text_of_wait(u, t);

	put(f, call_name(u, t, t->func));
	fputs(" in ", f);
	put_task(fdd_name(&u->m->comms, t->comm), t->pid, f);
	if (u->m->nr_sources > 1) {
		fputs(" of ", f);
		put(f, u->m->sources[t->source].label);
	}
	fprintf(f, " for %s, since %llu.%09llu: ", fdd_time_text(text, sizeof(text), t->ns),
		(unsigned long long)(t->since / NSEC_PER_SEC),
		(unsigned long long)(t->since % NSEC_PER_SEC));
	put_state(u, t, f);
	put_chain(u, t, f);
	if (wait)
		fprintf(f, "; %s%s", t->last.state == FDD_STATE_RUNNING ? "" : "it waited for ",
			wait);
	if (t->lost)
		fputs("; events were lost since then: it may have returned", f);
	free(wait);
}

/* All of them */

static bool is_named(const struct fdd_unreturned_list *u, uint32_t i)
{
	return i < SHOWN && u->list[i].ns >= LEAST;
}

static void print_others(const struct fdd_unreturned_list *u, uint32_t named)
{
	uint64_t others = u->nr - named + u->others, most = u->others_ns;
	char text[FDD_MAX_TIME];

	if (!others)
		return;
	if (named < u->nr && u->list[named].ns > most)
		most = u->list[named].ns;
	printf("- %llu %scall%s, ", (unsigned long long)others, named ? "other " : "",
	       others == 1 ? "" : "s");
	if (most < LEAST)
		puts("for less than a ms");
	else
		printf("for at most %s\n", fdd_time_text(text, sizeof(text), most));
}

/* "epoll_wait", whether that is known by a function or an event */
static const char *idle_name(const struct fdd_unreturned_list *u, const struct fdd_idle *idle)
{
	const char *name = fdd_name(&u->m->funcs, idle->func), *call = fdd_system_call(name);

	return call ? call : name;
}

static void print_idle(const struct fdd_unreturned_list *u)
{
	uint64_t others = u->nr_idle;

	if (!u->nr_idle)
		return;
	printf("- %llu task%s waited by habit (", (unsigned long long)u->nr_idle,
	       u->nr_idle == 1 ? "" : "s");
	for (uint32_t i = 0; i < u->nr_idle_calls; i++) {
		printf("%s%u in ", i ? ", " : "", u->idle[i].tasks);
		put(stdout, idle_name(u, &u->idle[i]));
		others -= u->idle[i].tasks;
	}
	if (others)
		printf(", %llu in other calls", (unsigned long long)others);
	puts(")");
}

/* The recording ended with more than it saves. */
static void print_left_out(const struct fdd_unreturned_list *u)
{
	uint64_t nr = fdd_unreturned_left_out(u);

	if (nr)
		printf("- %llu more task%s: fdd record saves the calls of %u at most\n",
		       (unsigned long long)nr, nr == 1 ? "" : "s", FDD_OPEN_MARK_TASKS);
}

/* Does a state lack because the trace has no switches? */
static bool lacks_switches(const struct fdd_unreturned_list *u, uint32_t named)
{
	for (uint32_t i = 0; i < named; i++)
		if (u->list[i].last.state == FDD_STATE_UNKNOWN &&
		    !u->ws->m->sources[u->list[i].source].switches)
			return true;
	return false;
}

void fdd_unreturned_print(const struct fdd_unreturned_list *u, bool blank_line)
{
	uint32_t named = 0;

	if (!u->nr && !u->nr_idle && !u->others)
		return;
	if (blank_line)
		putchar('\n');
	puts("Not returned when the trace ended:");
	for (; named < u->nr && is_named(u, named); named++) {
		fputs("- ", stdout);
		put_call(u, &u->list[named], stdout);
		putchar('\n');
	}
	print_others(u, named);
	print_idle(u);
	print_left_out(u);
	if (lacks_switches(u, named))
		puts("  note: with the event sched_switch, whether they ran or slept");
}

/* JSON */

static json_object *json_text(const char *s)
{
	return s ? fdd_json_string(s, strlen(s)) : NULL;
}

static json_object *json_task(const char *comm, int32_t pid)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	json_object *o;

	put_task(comm, pid, f);
	fclose(f);
	o = json_text(text);
	free(text);
	return o;
}

static json_object *json_sentence(const struct fdd_unreturned_list *u,
				  const struct fdd_unreturned *t)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	json_object *o;

	put_call(u, t, f);
	fclose(f);
	o = json_text(text);
	free(text);
	return o;
}

static const char *const states[] = {
	[FDD_STATE_UNKNOWN] = "unknown", [FDD_STATE_RUNNING] = "running",
	[FDD_STATE_ASLEEP] = "asleep", [FDD_STATE_READY] = "waiting",
};

static void add_state(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t,
		      json_object *o)
{
	uint8_t state = t->last.state;

	json_object_object_add(o, "kind", json_object_new_string(states[state]));
	if (state && t->last.to)
		json_object_object_add(o, "kind_ns", fdd_json_ns(state_ns(t)));
	if (t->last.letter)
		json_object_object_add(o, "state", fdd_json_string(&t->last.letter, 1));
	if (t->runner > 0)
		json_object_object_add(o, "runner",
				       json_task(comm_of(u, t->source, t->runner), t->runner));
}

static json_object *json_call(const struct fdd_unreturned_list *u, const struct fdd_unreturned *t)
{
	json_object *o = json_object_new_object(), *in = json_object_new_array();
	char *wait = text_of_wait(u, t);

	for (uint32_t i = 0; i < t->nr_chain; i++)
		json_object_array_add(in, json_text(call_name(u, t, t->chain[i])));
	json_object_object_add(o, "name", json_text(call_name(u, t, t->func)));
	json_object_object_add(o, "task", json_task(fdd_name(&u->m->comms, t->comm), t->pid));
	json_object_object_add(o, "pid", json_object_new_int(t->pid));
	json_object_object_add(o, "cpu", json_object_new_int(t->last.state ? t->last.cpu : t->cpu));
	json_object_object_add(o, "label", json_text(u->m->sources[t->source].label));
	json_object_object_add(o, "calltime_ns", fdd_json_ns(t->since));
	json_object_object_add(o, "open_ns", fdd_json_ns(t->ns));
	json_object_object_add(o, "in", in);
	add_state(u, t, o);
	if (wait)
		json_object_object_add(o, "waits_for", json_text(wait));
	json_object_object_add(o, "lost", json_object_new_boolean(t->lost));
	json_object_object_add(o, "text", json_sentence(u, t));
	free(wait);
	return o;
}

json_object *fdd_unreturned_json(const struct fdd_unreturned_list *u)
{
	json_object *o = json_object_new_object(), *calls = json_object_new_array();
	json_object *idle = json_object_new_array();

	for (uint32_t i = 0; i < u->nr; i++)
		json_object_array_add(calls, json_call(u, &u->list[i]));
	for (uint32_t i = 0; i < u->nr_idle_calls; i++) {
		json_object *row = json_object_new_object();

		json_object_object_add(row, "name", json_text(idle_name(u, &u->idle[i])));
		json_object_object_add(row, "tasks", fdd_json_ns(u->idle[i].tasks));
		json_object_array_add(idle, row);
	}
	json_object_object_add(o, "calls", calls);
	json_object_object_add(o, "others", fdd_json_ns(u->others));
	json_object_object_add(o, "left_out", fdd_json_ns(fdd_unreturned_left_out(u)));
	json_object_object_add(o, "idle", fdd_json_ns(u->nr_idle));
	json_object_object_add(o, "idle_calls", idle);
	return o;
}
