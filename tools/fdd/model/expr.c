// SPDX-License-Identifier: GPL-2.0
/*
 * Filter expressions.
 *
 *	or   := and { ("or" | "||") and }
 *	and  := not { ("and" | "&&") not }
 *	not  := ("not" | "!") not | "(" or ")" | test
 *	test := field op value
 *	op   := "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "~"
 *
 * "=~" is an extended regular expression, "~" a shell pattern. Some fields belong to
 * calls, some to rows of the table. A term of the outermost "and" may use fields of
 * either, but not of both.
 */
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup.h"
#include "model/expr.h"

enum level {
	LEVEL_ANY,		/* both calls and rows have it */
	LEVEL_CALL,
	LEVEL_ROW,
	LEVEL_MIXED,
};

enum value_type {
	TYPE_NUMBER,
	TYPE_TIME,		/* ns; numbers without a unit are microseconds */
	TYPE_SECONDS,		/* ns; numbers without a unit are seconds */
	TYPE_STRING,
};

enum field_id {
	F_CPU, F_PID, F_COMM, F_FUNC, F_MODULE, F_DEPTH, F_DURATION, F_SELF,
	F_CALLTIME, F_CONTEXT, F_LABEL, F_HOST, F_RETVAL, F_ERRNO,
	F_ARGS, F_ARG1, F_ARG6 = F_ARG1 + 5,
	F_CGROUP,
	F_ASLEEP, F_WAITING, F_IRQS, F_AWAKE,
	F_CALLS, F_TOTAL, F_AVG, F_MIN, F_MAX, F_ROW_SELF,
	F_ROW_ASLEEP, F_ROW_WAITING, F_ROW_IRQS, F_ROW_AWAKE,
};

static const struct field {
	const char	*name;
	enum field_id	id;
	enum value_type	type;
	enum level	level;
} fields[] = {
	{ "cpu",	F_CPU,		TYPE_NUMBER,	LEVEL_CALL },
	{ "pid",	F_PID,		TYPE_NUMBER,	LEVEL_CALL },
	{ "comm",	F_COMM,		TYPE_STRING,	LEVEL_CALL },
	{ "task",	F_COMM,		TYPE_STRING,	LEVEL_CALL },
	{ "func",	F_FUNC,		TYPE_STRING,	LEVEL_CALL },
	{ "function",	F_FUNC,		TYPE_STRING,	LEVEL_CALL },
	{ "module",	F_MODULE,	TYPE_STRING,	LEVEL_CALL },
	{ "depth",	F_DEPTH,	TYPE_NUMBER,	LEVEL_CALL },
	{ "duration",	F_DURATION,	TYPE_TIME,	LEVEL_CALL },
	{ "self",	F_SELF,		TYPE_TIME,	LEVEL_CALL },
	{ "calltime",	F_CALLTIME,	TYPE_SECONDS,	LEVEL_CALL },
	{ "context",	F_CONTEXT,	TYPE_STRING,	LEVEL_CALL },
	{ "label",	F_LABEL,	TYPE_STRING,	LEVEL_CALL },
	{ "host",	F_HOST,		TYPE_STRING,	LEVEL_CALL },
	{ "cgroup",	F_CGROUP,	TYPE_NUMBER,	LEVEL_CALL },	/* id, or its path */
	{ "retval",	F_RETVAL,	TYPE_NUMBER,	LEVEL_CALL },
	{ "errno",	F_ERRNO,	TYPE_NUMBER,	LEVEL_CALL },	/* or EAGAIN */
	{ "args",	F_ARGS,		TYPE_STRING,	LEVEL_CALL },
	{ "arg1",	F_ARG1,		TYPE_NUMBER,	LEVEL_CALL },
	{ "arg2",	F_ARG1 + 1,	TYPE_NUMBER,	LEVEL_CALL },
	{ "arg3",	F_ARG1 + 2,	TYPE_NUMBER,	LEVEL_CALL },
	{ "arg4",	F_ARG1 + 3,	TYPE_NUMBER,	LEVEL_CALL },
	{ "arg5",	F_ARG1 + 4,	TYPE_NUMBER,	LEVEL_CALL },
	{ "arg6",	F_ARG6,		TYPE_NUMBER,	LEVEL_CALL },
	{ "asleep",	F_ASLEEP,	TYPE_TIME,	LEVEL_CALL },
	{ "waiting",	F_WAITING,	TYPE_TIME,	LEVEL_CALL },
	{ "irqs",	F_IRQS,		TYPE_TIME,	LEVEL_CALL },
	{ "awake",	F_AWAKE,	TYPE_TIME,	LEVEL_CALL },
	{ "calls",	F_CALLS,	TYPE_NUMBER,	LEVEL_ROW },
	{ "total",	F_TOTAL,	TYPE_TIME,	LEVEL_ROW },
	{ "total_self",	F_ROW_SELF,	TYPE_TIME,	LEVEL_ROW },
	{ "avg",	F_AVG,		TYPE_TIME,	LEVEL_ROW },
	{ "min",	F_MIN,		TYPE_TIME,	LEVEL_ROW },
	{ "max",	F_MAX,		TYPE_TIME,	LEVEL_ROW },
	{ "total_asleep", F_ROW_ASLEEP,	TYPE_TIME,	LEVEL_ROW },
	{ "total_waiting", F_ROW_WAITING, TYPE_TIME,	LEVEL_ROW },
	{ "total_irqs",	F_ROW_IRQS,	TYPE_TIME,	LEVEL_ROW },
	{ "total_awake", F_ROW_AWAKE,	TYPE_TIME,	LEVEL_ROW },
	/* Older names */
	{ "count",	F_CALLS,	TYPE_NUMBER,	LEVEL_ROW },
	{ "local",	F_ROW_SELF,	TYPE_TIME,	LEVEL_ROW },
};

static bool is_arg(enum field_id id)
{
	return id >= F_ARG1 && id <= F_ARG6;
}

enum op { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_REGEX, OP_GLOB };

enum node_kind { NODE_TEST, NODE_AND, NODE_OR, NODE_NOT };

struct node {
	enum node_kind		kind;
	enum level		level;
	struct node		*left, *right;
	const struct field	*field;
	enum op			op;
	int64_t			number;
	char			*string;
	regex_t			regex;
	bool			has_regex;
};

#define MAX_TERMS	64
#define MAX_NESTING	100

struct fdd_expr {
	struct node	*root;
	struct node	*terms[MAX_TERMS];	/* of the outermost "and" */
	unsigned int	nr;
};

struct parser {
	const char	*text;
	const char	*p;
	unsigned int	nesting;
	bool		failed;
};

static void *fail(struct parser *ps, const char *what)
{
	if (!ps->failed)
		fdd_error("-e '%s': %s at '%s'", ps->text, what, ps->p);
	ps->failed = true;
	return NULL;
}

static void free_node(struct node *n)
{
	if (!n)
		return;
	free_node(n->left);
	free_node(n->right);
	free(n->string);
	if (n->has_regex)
		regfree(&n->regex);
	free(n);
}

static void skip_space(struct parser *ps)
{
	while (isspace((unsigned char)*ps->p))
		ps->p++;
}

static bool accept(struct parser *ps, const char *token)
{
	size_t len = strlen(token);

	skip_space(ps);
	if (strncmp(ps->p, token, len))
		return false;
	if (isalpha((unsigned char)*token) &&
	    (isalnum((unsigned char)ps->p[len]) || ps->p[len] == '_'))
		return false;
	ps->p += len;
	return true;
}

static enum level join_levels(enum level a, enum level b)
{
	if (a == LEVEL_ANY || a == b)
		return b;
	return b == LEVEL_ANY ? a : LEVEL_MIXED;
}

static struct node *new_node(enum node_kind kind, struct node *left,
			     struct node *right)
{
	struct node *n = xcalloc(1, sizeof(*n));

	n->kind = kind;
	n->left = left;
	n->right = right;
	n->level = left->level;
	if (right)
		n->level = join_levels(left->level, right->level);
	return n;
}

static const struct field *parse_field(struct parser *ps)
{
	size_t len = 0;

	skip_space(ps);
	while (isalnum((unsigned char)ps->p[len]) || ps->p[len] == '_')
		len++;
	for (size_t i = 0; len && i < ARRAY_SIZE(fields); i++) {
		if (strlen(fields[i].name) == len &&
		    !memcmp(fields[i].name, ps->p, len)) {
			ps->p += len;
			return &fields[i];
		}
	}
	return fail(ps, "no such field (cpu pid comm func module depth duration "
		    "self asleep waiting irqs awake calltime context label host cgroup retval errno args arg1 to arg6 "
		    "calls total total_self total_asleep total_waiting total_irqs total_awake "
		    "avg min max)");
}

static bool parse_op(struct parser *ps, enum op *op)
{
	static const struct {
		const char *token;
		enum op op;
	} ops[] = {
		{ "==", OP_EQ }, { "=~", OP_REGEX }, { "!=", OP_NE },
		{ "<=", OP_LE }, { ">=", OP_GE }, { "<", OP_LT },
		{ ">", OP_GT }, { "=", OP_EQ }, { "~", OP_GLOB },
	};

	for (size_t i = 0; i < ARRAY_SIZE(ops); i++) {
		if (accept(ps, ops[i].token)) {
			*op = ops[i].op;
			return true;
		}
	}
	fail(ps, "expected an operator (== != < <= > >= =~ ~)");
	return false;
}

/* A word, or anything in quotes. */
static char *parse_word(struct parser *ps)
{
	const char *start, *end;

	skip_space(ps);
	start = ps->p;
	if (*start == '\'' || *start == '"') {
		end = strchr(start + 1, *start);
		if (!end)
			return fail(ps, "no closing quote");
		ps->p = end + 1;
		return xstrndup(start + 1, end - start - 1);
	}
	while (*ps->p && !isspace((unsigned char)*ps->p) && !strchr("()&|", *ps->p))
		ps->p++;
	if (ps->p == start)
		return fail(ps, "expected a value");
	return xstrndup(start, ps->p - start);
}

/* Other libraries than glibc have no names. */
#ifndef __GLIBC__
#define strerrorname_np(number)	NULL
#endif

/* "EAGAIN" */
static bool errno_named(const char *name, uint64_t *value)
{
	for (int i = 1; i < FDD_MAX_ERRNO; i++) {
		const char *known = strerrorname_np(i);

		if (known && !strcmp(known, name)) {
			*value = i;
			return true;
		}
	}
	return false;
}

static const char *wanted(enum field_id id)
{
	switch (id) {
	case F_ERRNO:
		return "expected a number or a name such as EAGAIN";
	case F_CGROUP:
		return "expected a number or the path of a cgroup of this machine";
	default:
		return "expected a number";
	}
}

static bool parse_name(enum field_id id, const char *name, uint64_t *value)
{
	return (id == F_ERRNO && errno_named(name, value)) ||
	       (id == F_CGROUP && fdd_cgroup_id(name, value));
}

static bool parse_number(struct parser *ps, struct node *n)
{
	static const uint64_t bare[] = {
		[TYPE_TIME] = NSEC_PER_USEC,
		[TYPE_SECONDS] = NSEC_PER_SEC,
	};
	bool negative = *n->string == '-';
	uint64_t value;
	bool ok;

	if (n->field->type == TYPE_NUMBER)
		ok = fdd_parse_u64(n->string + negative, &value) ||
		     parse_name(n->field->id, n->string, &value);
	else
		ok = fdd_parse_time(n->string, bare[n->field->type], &value);
	if (!ok || (value > INT64_MAX && n->field->id != F_RETVAL && !is_arg(n->field->id))) {
		fail(ps, wanted(n->field->id));
		return false;
	}
	n->number = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

static bool parse_value(struct parser *ps, struct node *n)
{
	n->string = parse_word(ps);
	if (!n->string)
		return false;
	if (n->op == OP_REGEX) {
		n->has_regex = !regcomp(&n->regex, n->string,
					REG_EXTENDED | REG_NOSUB);
		if (!n->has_regex)
			fail(ps, "invalid regular expression");
		return n->has_regex;
	}
	if (n->op == OP_GLOB || n->field->type == TYPE_STRING)
		return true;
	return parse_number(ps, n);
}

static struct node *parse_test(struct parser *ps)
{
	const struct field *field = parse_field(ps);
	struct node *n;

	if (!field)
		return NULL;
	n = xcalloc(1, sizeof(*n));
	n->kind = NODE_TEST;
	n->field = field;
	n->level = field->level;
	if (parse_op(ps, &n->op) && parse_value(ps, n))
		return n;
	free_node(n);
	return NULL;
}

static struct node *parse_or(struct parser *ps);

static struct node *parse_not(struct parser *ps)
{
	struct node *n;

	if (++ps->nesting > MAX_NESTING)
		return fail(ps, "nested too deep");
	if (accept(ps, "not") || accept(ps, "!")) {
		n = parse_not(ps);
		n = n ? new_node(NODE_NOT, n, NULL) : NULL;
	} else if (accept(ps, "(")) {
		n = parse_or(ps);
		if (n && !accept(ps, ")")) {
			free_node(n);
			n = fail(ps, "expected )");
		}
	} else {
		n = parse_test(ps);
	}
	ps->nesting--;
	return n;
}

static struct node *parse_chain(struct parser *ps, enum node_kind kind,
				struct node *(*part)(struct parser *ps),
				const char *word, const char *sign)
{
	struct node *n = part(ps), *right;

	while (n && (accept(ps, word) || accept(ps, sign))) {
		right = part(ps);
		if (!right) {
			free_node(n);
			return NULL;
		}
		n = new_node(kind, n, right);
	}
	return n;
}

static struct node *parse_and(struct parser *ps)
{
	return parse_chain(ps, NODE_AND, parse_not, "and", "&&");
}

static struct node *parse_or(struct parser *ps)
{
	return parse_chain(ps, NODE_OR, parse_and, "or", "||");
}

static bool split_terms(struct fdd_expr *e, struct parser *ps, struct node *n)
{
	if (n->kind == NODE_AND && n->level == LEVEL_MIXED)
		return split_terms(e, ps, n->left) && split_terms(e, ps, n->right);
	if (n->level == LEVEL_MIXED) {
		fdd_error("-e '%s': fields of calls and of the table (calls total total_self avg min max) "
			  "can be joined by 'and' only", ps->text);
		return false;
	}
	if (e->nr == MAX_TERMS) {
		fdd_error("-e '%s': more than %u terms", ps->text, MAX_TERMS);
		return false;
	}
	e->terms[e->nr++] = n;
	return true;
}

struct fdd_expr *fdd_expr_parse(const char *text)
{
	struct parser ps = { .text = text, .p = text };
	struct fdd_expr *e = xcalloc(1, sizeof(*e));

	e->root = parse_or(&ps);
	skip_space(&ps);
	if (e->root && *ps.p)
		fail(&ps, "expected 'and', 'or' or the end");
	if (!ps.failed && split_terms(e, &ps, e->root))
		return e;
	fdd_expr_free(e);
	return NULL;
}

void fdd_expr_free(struct fdd_expr *e)
{
	if (!e)
		return;
	free_node(e->root);
	free(e);
}

static bool compare(const struct node *n, int64_t value)
{
	switch (n->op) {
	case OP_EQ:
		return value == n->number;
	case OP_NE:
		return value != n->number;
	case OP_LT:
		return value < n->number;
	case OP_LE:
		return value <= n->number;
	case OP_GT:
		return value > n->number;
	default:
		return value >= n->number;
	}
}

static bool compare_string(const struct node *n, const char *s)
{
	int cmp;

	if (n->op == OP_REGEX)
		return !regexec(&n->regex, s, 0, NULL, 0);
	if (n->op == OP_GLOB)
		return fdd_glob(n->string, s);
	cmp = strcmp(s, n->string);
	switch (n->op) {
	case OP_EQ:
		return cmp == 0;
	case OP_NE:
		return cmp != 0;
	case OP_LT:
		return cmp < 0;
	case OP_LE:
		return cmp <= 0;
	case OP_GT:
		return cmp > 0;
	default:
		return cmp >= 0;
	}
}

struct subject {
	struct fdd_model	*m;
	const struct fdd_frame	*frame;
	const struct fdd_row	*row;
};

static const char *args_of(const struct subject *s)
{
	const struct fdd_detail *d = &s->m->detail;
	bool has = s->frame->call.flags & FDD_CALL_DETAIL && d->has & FDD_DETAIL_ARGS;

	return fdd_name(&s->m->args, has ? d->args : 0);
}

/* The value of an argument in "file=0x12, at=(struct path)[0x1:0x2], mode=1 [NAME]", or NULL */
static const char *arg_of(const struct subject *s, unsigned int nr)
{
	const char *p = args_of(s);
	size_t len;

	for (; nr && *p; p++)
		nr -= *p == ',';
	len = strcspn(p, ",=");
	if (p[len] == '=')
		p += len + 1;
	p += strspn(p, " ?");
	if (*p == '(')
		p += strcspn(p, "[,");
	p += *p == '[';
	return !nr && *p && strchr("-0123456789", *p) ? p : NULL;
}

static const char *string_of(const struct subject *s, enum field_id id)
{
	static const char *const contexts[] = {
		"task", "softirq", "hardirq", "nmi",
	};
	const struct fdd_call *call = &s->frame->call;

	switch (id) {
	case F_COMM:
		return fdd_name(&s->m->comms, call->comm);
	case F_MODULE:
		return fdd_name(&s->m->modules, fdd_func_module(s->m, call->func));
	case F_CONTEXT:
		return contexts[call->context];
	case F_LABEL:
		return s->m->sources[call->source].label;
	case F_ARGS:
		return args_of(s);
	case F_HOST:
		return fdd_source_host(&s->m->sources[call->source]);
	default:
		return fdd_name(&s->m->funcs, call->func);
	}
}

/* The call under test. */
static int64_t off_number(const struct subject *s, enum field_id id)
{
	static const struct fdd_off none;
	const struct fdd_off *off = s->m->off ? &s->m->off->all : &none;

	switch (id) {
	case F_ASLEEP:
		return off->asleep;
	case F_WAITING:
		return off->waiting;
	case F_IRQS:
		return off->irqs;
	default:
		return s->frame->call.duration - off->asleep - off->waiting;
	}
}

/* -1: it was not recorded */
static int64_t cgroup_number(const struct subject *s)
{
	const struct fdd_detail *d = &s->m->detail;
	bool has = s->frame->call.flags & FDD_CALL_DETAIL && d->has & FDD_DETAIL_CGROUP;

	return has ? (int64_t)d->cgroup : -1;
}

static int64_t call_number(const struct subject *s, enum field_id id)
{
	const struct fdd_frame *frame = s->frame;
	const struct fdd_call *call = &frame->call;

	switch (id) {
	case F_ASLEEP:
	case F_WAITING:
	case F_IRQS:
	case F_AWAKE:
		return off_number(s, id);
	case F_CPU:
		return call->cpu;
	case F_PID:
		return call->pid;
	case F_DEPTH:
		return call->depth;
	case F_DURATION:
		return call->duration;
	case F_SELF:
		return frame->self;
	case F_CALLTIME:
		return call->calltime;
	case F_CGROUP:
		return cgroup_number(s);
	case F_ERRNO:
		return fdd_is_errno(call->retval) ? -call->retval : 0;
	default:
		return call->retval;
	}
}

static int64_t row_number(const struct fdd_row *row, enum field_id id)
{
	switch (id) {
	case F_ROW_ASLEEP:
		return row->off ? row->off->all.asleep : 0;
	case F_ROW_WAITING:
		return row->off ? row->off->all.waiting : 0;
	case F_ROW_IRQS:
		return row->off ? row->off->all.irqs : 0;
	case F_ROW_AWAKE:
		return fdd_row_awake(row);
	case F_CALLS:
		return row->calls;
	case F_TOTAL:
		return row->total;
	case F_AVG:
		return fdd_row_avg(row);
	case F_MIN:
		return row->min;
	case F_MAX:
		return row->max;
	default:
		return row->self;
	}
}

/* A pointer is no negative number: "retval < 0" finds errors. */
static int64_t in_order(int64_t retval)
{
	return fdd_is_pointer(retval) ? INT64_MAX : retval;
}

static bool test_number(const struct node *n, int64_t number)
{
	char text[24];

	if (n->op != OP_REGEX && n->op != OP_GLOB)
		return compare(n, number);
	snprintf(text, sizeof(text), "%lld", (long long)number);
	return compare_string(n, text);
}

/* Hexadecimal digits are those of a pointer or of an unsigned number. */
static bool test_arg(const struct node *n, const char *value)
{
	uint64_t number = value ? strtoull(value, NULL, 0) : 0;

	if (!value)
		return false;
	if (*value != '-' && number > INT64_MAX && n->op >= OP_LT && n->op <= OP_GE)
		number = INT64_MAX;
	return test_number(n, number);
}

static bool test(const struct node *n, const struct subject *s)
{
	enum field_id id = n->field->id;
	int64_t number;

	if (n->field->type == TYPE_STRING)
		return compare_string(n, string_of(s, n->field->id));
	if ((id == F_RETVAL || id == F_ERRNO) && !(s->frame->call.flags & FDD_CALL_RETVAL))
		return false;
	if (id == F_CGROUP && cgroup_number(s) < 0)
		return false;
	if (is_arg(id))
		return test_arg(n, arg_of(s, id - F_ARG1));
	number = s->row ? row_number(s->row, id) : call_number(s, id);
	if (id == F_RETVAL && n->op >= OP_LT && n->op <= OP_GE)
		number = in_order(number);
	return test_number(n, number);
}

static bool evaluate(const struct node *n, const struct subject *s)
{
	switch (n->kind) {
	case NODE_AND:
		return evaluate(n->left, s) && evaluate(n->right, s);
	case NODE_OR:
		return evaluate(n->left, s) || evaluate(n->right, s);
	case NODE_NOT:
		return !evaluate(n->left, s);
	default:
		return test(n, s);
	}
}

bool fdd_expr_call(const struct fdd_expr *e, struct fdd_model *m,
		   const struct fdd_frame *frame)
{
	struct subject s = { .m = m, .frame = frame };

	for (unsigned int i = 0; i < e->nr; i++)
		if (e->terms[i]->level == LEVEL_CALL && !evaluate(e->terms[i], &s))
			return false;
	return true;
}

bool fdd_expr_row(const struct fdd_expr *e, const struct fdd_row *row)
{
	struct subject s = { .row = row };

	for (unsigned int i = 0; i < e->nr; i++)
		if (e->terms[i]->level == LEVEL_ROW && !evaluate(e->terms[i], &s))
			return false;
	return true;
}

bool fdd_expr_has_row_part(const struct fdd_expr *e)
{
	for (unsigned int i = 0; i < e->nr; i++)
		if (e->terms[i]->level == LEVEL_ROW)
			return true;
	return false;
}

static bool is_of_stats(const struct node *n)
{
	if (n->kind == NODE_TEST)
		return n->field->level == LEVEL_ROW && n->field->id <= F_ROW_SELF;
	return is_of_stats(n->left) && (n->kind == NODE_NOT || is_of_stats(n->right));
}

bool fdd_expr_is_of_stats(const struct fdd_expr *e)
{
	return is_of_stats(e->root);
}
