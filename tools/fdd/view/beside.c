// SPDX-License-Identifier: GPL-2.0
/* The known values of one call other than its duration. */
#include <stdlib.h>
#include <string.h>

#include "lib/output.h"
#include "view/beside.h"

static const char *cgroup_of(const struct fdd_model *m, const struct fdd_frame *frame)
{
	return fdd_source_cgroup(&m->sources[frame->call.source], m->detail.cgroup);
}

/* Sleep is known from details or events, interrupts from details or if they were counted. */
struct fdd_beside fdd_beside_of(const struct fdd_model *m, const struct fdd_frame *frame)
{
	unsigned int has = frame->call.flags & FDD_CALL_DETAIL ? m->detail.has : 0;

	return (struct fdd_beside){
		.off = m->off ? m->off->all : (struct fdd_off){ 0 },
		.from = frame->from,
		.args = has & FDD_DETAIL_ARGS ? m->detail.args : 0,
		.cgroup = has & FDD_DETAIL_CGROUP ? cgroup_of(m, frame) : NULL,
		.knows_off = m->off && (has & FDD_DETAIL_SLEEP || !(has & FDD_DETAIL_IRQ)),
		.knows_irqs = m->off && (has & FDD_DETAIL_IRQ || m->want_irqs),
	};
}

struct fdd_beside_slot {
	struct fdd_beside	beside;
	uint32_t		next;		/* of the free ones: its number + 1; 0: none */
};

uint32_t fdd_besides_keep(struct fdd_besides *b, const struct fdd_beside *beside)
{
	uint32_t number = b->free - 1;

	if (b->free) {
		b->free = b->slots[number].next;
	} else {
		GROW(b->slots, b->nr, b->cap);
		number = b->nr++;
	}
	b->slots[number].beside = *beside;
	return number;
}

struct fdd_beside fdd_besides_take(struct fdd_besides *b, uint32_t number)
{
	b->slots[number].next = b->free;
	b->free = number + 1;
	return b->slots[number].beside;
}

void fdd_besides_free(struct fdd_besides *b)
{
	free(b->slots);
}

bool fdd_beside_any(const struct fdd_beside *b)
{
	return fdd_off_any(&b->off) || b->from != FDD_FUNC_NONE || b->args;
}

static void print_time(const char *name, uint64_t ns)
{
	if (ns)
		printf(" %s=%.3f", name, ns / 1000.0);
}

void fdd_beside_print(const struct fdd_beside *b, const struct fdd_model *m)
{
	const char *from = fdd_name(&m->funcs, b->from);

	if (!fdd_beside_any(b))
		return;
	fputs(fdd_color.dim, stdout);
	print_time("asleep", b->off.asleep);
	print_time("waiting", b->off.waiting);
	print_time("irqs", b->off.irqs);
	if (b->from != FDD_FUNC_NONE) {
		fputs(" <-", stdout);
		fdd_print_clean(from, strlen(from));
	}
	fputs(fdd_color.reset, stdout);
}

static void csv_time(bool known, uint64_t ns)
{
	if (known)
		printf("%llu", (unsigned long long)ns);
	putchar(',');
}

void fdd_beside_csv(const struct fdd_beside *b, const struct fdd_model *m)
{
	csv_time(b->knows_off, b->off.asleep);
	csv_time(b->knows_off, b->off.waiting);
	csv_time(b->knows_irqs, b->off.irqs);
	fdd_csv_string(b->from != FDD_FUNC_NONE ? fdd_name(&m->funcs, b->from) : "");
	putchar(',');
	fdd_csv_string(fdd_name(&m->args, b->args));
}

void fdd_beside_json(const struct fdd_beside *b, const struct fdd_model *m, json_object *o)
{
	const struct fdd_name *from = fdd_name_at(&m->funcs, b->from);
	const struct fdd_name *args = fdd_name_at(&m->args, b->args);

	if (b->knows_off) {
		json_object_object_add(o, "asleep_ns", fdd_json_ns(b->off.asleep));
		json_object_object_add(o, "waiting_ns", fdd_json_ns(b->off.waiting));
	}
	if (b->knows_irqs)
		json_object_object_add(o, "irqs_ns", fdd_json_ns(b->off.irqs));
	if (b->from != FDD_FUNC_NONE)
		json_object_object_add(o, "from", fdd_json_string(from->text, from->len));
	if (b->args)
		json_object_object_add(o, "args", fdd_json_string(args->text, args->len));
	if (b->cgroup)
		json_object_object_add(o, "cgroup", fdd_json_string(b->cgroup, strlen(b->cgroup)));
}

void fdd_args_print(const struct fdd_beside *b, const struct fdd_model *m)
{
	const char *args = fdd_name(&m->args, b->args);

	if (!b->args)
		return;
	printf("%s(", fdd_color.dim);
	fdd_print_clean(args, strlen(args));
	printf(")%s", fdd_color.reset);
}

void fdd_retval_csv(bool known, int64_t retval)
{
	putchar(',');
	if (known)
		printf("%lld", (long long)retval);
}

void fdd_retval_print(int64_t retval)
{
	if (fdd_is_pointer(retval))
		printf(" ret=0x%llx", (unsigned long long)retval);
	else
		printf(" ret=%lld", (long long)retval);
}
