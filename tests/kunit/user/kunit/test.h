/* SPDX-License-Identifier: GPL-2.0 */
/* KUnit's macros, as far as the suites in user space use them; tests/kunit/user/run.c runs them. */
#ifndef _KUNIT_TEST_H
#define _KUNIT_TEST_H

#include <kernel.h>

struct kunit {
	void	*priv;
};

struct kunit_case {
	void		(*run)(struct kunit *test);
	const char	*name;
	const char	*finds;		/* it must fail, and say this */
};

struct kunit_suite {
	const char		*name;
	int			(*init)(struct kunit *test);
	void			(*exit)(struct kunit *test);
	struct kunit_case	*test_cases;
	struct kunit_suite	*next;
};

#define KUNIT_CASE(fn)			{ .run = fn, .name = #fn }
/* Only here: the case passes if it fails, and says the text. */
#define KUNIT_CASE_FINDS(fn, text)	{ .run = fn, .name = #fn, .finds = text }

void kunit_add_suite(struct kunit_suite *suite);
#define kunit_test_suite(suite)						\
	static __attribute__((constructor)) void add_##suite(void)	\
	{								\
		kunit_add_suite(&suite);				\
	}

/* Freed when the case has ended */
void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t flags);

/* A failure that the case survives, and one that ends it */
void kunit_fail(const char *file, int line, const char *format, ...);
_Noreturn void kunit_abort(void);

#define __KUNIT_EXPECT(abort, is, format, ...) do {			\
	if (!(is)) {							\
		kunit_fail(__FILE__, __LINE__, format, ##__VA_ARGS__);	\
		if (abort)						\
			kunit_abort();					\
	}								\
} while (0)

#define __KUNIT_COMPARE(abort, a, op, b) do {				\
	__auto_type __left = (a);					\
	__auto_type __right = (b);					\
	__KUNIT_EXPECT(abort, __left op __right, "%s %s %s: %lld, %lld", #a, #op, #b, \
		       (long long)__left, (long long)__right);		\
} while (0)

#define KUNIT_EXPECT_EQ(test, a, b)	__KUNIT_COMPARE(0, a, ==, b)
#define KUNIT_EXPECT_NE(test, a, b)	__KUNIT_COMPARE(0, a, !=, b)
#define KUNIT_EXPECT_LT(test, a, b)	__KUNIT_COMPARE(0, a, <, b)
#define KUNIT_EXPECT_LE(test, a, b)	__KUNIT_COMPARE(0, a, <=, b)
#define KUNIT_EXPECT_GT(test, a, b)	__KUNIT_COMPARE(0, a, >, b)
#define KUNIT_EXPECT_PTR_EQ(test, a, b)	__KUNIT_EXPECT(0, (a) == (b), "%s == %s", #a, #b)
#define KUNIT_EXPECT_TRUE(test, a)	__KUNIT_EXPECT(0, a, "%s", #a)
#define KUNIT_EXPECT_FALSE(test, a)	__KUNIT_EXPECT(0, !(a), "!(%s)", #a)
#define KUNIT_EXPECT_NULL(test, a)	__KUNIT_EXPECT(0, !(a), "%s is NULL", #a)
#define KUNIT_EXPECT_STREQ(test, a, b)	do {				\
	const char *__left = (a), *__right = (b);			\
	__KUNIT_EXPECT(0, !strcmp(__left, __right), "'%s' is '%s'", __left, __right); \
} while (0)
#define KUNIT_EXPECT_EQ_MSG(test, a, b, ...) __KUNIT_EXPECT(0, (a) == (b), __VA_ARGS__)
#define KUNIT_EXPECT_LE_MSG(test, a, b, ...) __KUNIT_EXPECT(0, (a) <= (b), __VA_ARGS__)

#define KUNIT_ASSERT_EQ(test, a, b)	__KUNIT_COMPARE(1, a, ==, b)
#define KUNIT_ASSERT_LT(test, a, b)	__KUNIT_COMPARE(1, a, <, b)
#define KUNIT_ASSERT_NOT_NULL(test, a)	__KUNIT_EXPECT(1, a, "%s is not NULL", #a)
#define KUNIT_ASSERT_FALSE(test, a)	__KUNIT_EXPECT(1, !(a), "!(%s)", #a)
#define KUNIT_ASSERT_FALSE_MSG(test, a, ...) __KUNIT_EXPECT(1, !(a), __VA_ARGS__)

#endif /* _KUNIT_TEST_H */
