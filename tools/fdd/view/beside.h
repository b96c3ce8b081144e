/* SPDX-License-Identifier: GPL-2.0 */
/* The known values of one call other than its duration: the time off the CPU, and its caller. */
#ifndef FDD_BESIDE_H
#define FDD_BESIDE_H

#include "lib/json.h"
#include "model/model.h"

struct fdd_beside {
	struct fdd_off	off;		/* that of its callees included */
	uint32_t	from;		/* the recorded caller, in model->funcs, or FDD_FUNC_NONE */
	uint32_t	args;		/* in model->args, or 0 */
	const char	*cgroup;	/* its name, or NULL */
	bool		knows_off;
	bool		knows_irqs;
};

/* The columns of fdd_beside_csv() */
#define FDD_BESIDE_CSV	"asleep_ns,waiting_ns,irqs_ns,from,args"

/** fdd_beside_of - to be called in a sink's callback for a call */
struct fdd_beside fdd_beside_of(const struct fdd_model *m, const struct fdd_frame *frame);

/* Those of calls whose callers are not known yet: their numbers are used again. */
struct fdd_besides {
	struct fdd_beside_slot	*slots;
	uint32_t		nr, cap;
	uint32_t		free;		/* number of a free one + 1; 0: none */
};

/** fdd_besides_keep - Return: its number, for the tag of the frame */
uint32_t fdd_besides_keep(struct fdd_besides *b, const struct fdd_beside *beside);
/** fdd_besides_take - return it, and free its number */
struct fdd_beside fdd_besides_take(struct fdd_besides *b, uint32_t number);
void fdd_besides_free(struct fdd_besides *b);

/** fdd_beside_any - is there a time, a caller or an argument to show? */
bool fdd_beside_any(const struct fdd_beside *b);

/** fdd_beside_print - " asleep=331.200 waiting=0.040 <-ksys_write", times in us */
void fdd_beside_print(const struct fdd_beside *b, const struct fdd_model *m);
void fdd_beside_csv(const struct fdd_beside *b, const struct fdd_model *m);
void fdd_beside_json(const struct fdd_beside *b, const struct fdd_model *m, json_object *o);

/** fdd_args_print - "(fd=3, count=4096)" behind a name, if they were recorded */
void fdd_args_print(const struct fdd_beside *b, const struct fdd_model *m);

/** fdd_retval_csv - a field before which a comma is printed; empty if it is not @known */
void fdd_retval_csv(bool known, int64_t retval);

/** fdd_retval_print - " ret=-22", a pointer in hexadecimal digits */
void fdd_retval_print(int64_t retval);

#endif
