/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_region: mark spans of a program's own work in the kernel's trace.
 *
 * A region is written to ftrace's trace_marker as one line when it begins and
 * one when it ends, in crosvm's form:
 *
 *   503 VirtioFs Enter: release - (self.tag: "mtdroot")(inode: 42)(handle: 35)
 *   503 VirtioFs Exit: release
 *
 * so that a trace shows the work of the program that the kernel's calls belong to.
 * trace_region(3) is the reference, Documentation/regions.rst the guide.
 *
 * For gcc and clang, C99 and later, C++11 and later. Names that end in '_' are
 * private.
 */
#ifndef TRACE_REGION_H
#define TRACE_REGION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <initializer_list>
#include <type_traits>
extern "C" {
#endif

/* The maximal length of a line, including its newline. */
#define TRACE_REGION_LINE_MAX 1024
/* A name longer than this is cut, both in Enter and in Exit. */
#define TRACE_REGION_NAME_MAX 128

/*
 * One region. The caller keeps it from begin to end, and may hand it to
 * another thread in between. The name is not copied: it has to live as long
 * as the region. A copy is the same region: only one of the two may be ended.
 * C++ therefore refuses to copy it; trace_region.hpp has a type that moves.
 */
struct trace_region {
	unsigned long id; /* 0: not begun, or nothing was written */
	const char *category;
	const char *name;
#ifdef __cplusplus
	trace_region() = default;
	trace_region(const trace_region &) = delete;
	trace_region &operator=(const trace_region &) = delete;
#endif
};

enum trace_region_kind_ {
	TRACE_REGION_LAST_,
	TRACE_REGION_INT_,
	TRACE_REGION_UINT_,
	TRACE_REGION_HEX_,
	TRACE_REGION_BOOL_,
	TRACE_REGION_CHAR_,
	TRACE_REGION_STR_,   /* up to its NUL, at most len bytes */
	TRACE_REGION_BYTES_, /* len bytes */
	TRACE_REGION_PTR_
};

struct trace_region_kv_ {
	const char *key;
	union {
		long long i;
		unsigned long long u;
		const char *s;
		const volatile void *p;
	} value;
	size_t len;
	enum trace_region_kind_ kind;
};

/* Called by the macros below; do not call these directly. */
void trace_region_begin_(struct trace_region *region, const char *category,
			 const char *name, const struct trace_region_kv_ *kvs);
void trace_region_end_(struct trace_region *region);
void trace_region_print_(const char *text, const struct trace_region_kv_ *kvs);
extern int trace_region_fd_;

/*
 * Declared but not defined: the operand of sizeof in disabled categories.
 * The pairs are not in an array here, because gcc -O0 would make room for it on
 * the stack.
 */
int trace_region_check_(const struct trace_region *region, const char *name,
			...);

#ifdef TRACE_REGION_NOOP

/* Inlined even at -O0. */
static inline __attribute__((always_inline)) int trace_region_off_(void)
{
	return -1;
}

#define trace_region_init() trace_region_off_()
#define trace_region_init_at(path) ((void)sizeof(path), trace_region_off_())
#define trace_region_init_fd(fd) ((void)sizeof(fd), trace_region_off_())
#define trace_region_fd() trace_region_off_()
#define trace_region_enabled() (trace_region_off_() >= 0)
#define trace_region_close() ((void)0)

#else

/*
 * Open trace_marker, once for the whole process, before a sandbox starts.
 * Returns the descriptor, which a sandbox has to keep, or -1 with errno set;
 * then every region is only a branch. Also returns the descriptor if it
 * is open already. TRACE_REGION_MARKER in the environment names another file
 * (that of a trace instance, for example); if empty, nothing is opened. The
 * second function takes the name of the file, the third a descriptor that was
 * inherited by exec().
 */
int trace_region_init(void);
int trace_region_init_at(const char *path);
int trace_region_init_fd(int fd);

/* The descriptor, which a sandbox must not close, or -1. */
int trace_region_fd(void);

/*
 * Whether the descriptor is open: for work that is only needed if its result is
 * written. The trace may not be recording.
 */
int trace_region_enabled(void);

/* Close it. No other thread may be in a region's begin or end meanwhile. */
void trace_region_close(void);

#endif /* TRACE_REGION_NOOP */

/*
 * For other languages, which cannot use the macros below and the structure:
 * functions with numbers and text as arguments. See "Bindings" in
 * trace_region(3).
 */

/**
 * trace_region_enter - begin a region
 * @category: a word of visible ASCII
 * @name: text
 * @pairs: "(key: value)(key: value)", or NULL; a text without the parentheses
 *         is put in a pair of them
 *
 * Return: the number of the region, 0 if nothing was written.
 */
unsigned long trace_region_enter(const char *category, const char *name,
				 const char *pairs);

/**
 * trace_region_exit - end the region that trace_region_enter() began
 * @id: what it returned; if 0, nothing is written
 * @category: the same as there
 * @name: the same as there
 */
void trace_region_exit(unsigned long id, const char *category,
		       const char *name);

/**
 * trace_region_message - write one line
 * @text: the line, without a newline
 */
void trace_region_message(const char *text);

/**
 * trace_region_count - write the value of a counter
 * @category: a word of visible ASCII
 * @name: text
 * @value: the new value of the counter
 */
void trace_region_count(const char *category, const char *name,
			long long value);

#ifdef TRACE_REGION_NOOP
#define trace_region_enter(category, name, pairs)                            \
	((void)sizeof(category), (void)sizeof(name), (void)sizeof(pairs), 0UL)
#define trace_region_exit(id, category, name)                                \
	((void)sizeof(id), (void)sizeof(category), (void)sizeof(name))
#define trace_region_message(text) ((void)sizeof(text))
#define trace_region_count(category, name, value)                            \
	((void)sizeof(category), (void)sizeof(name), (void)sizeof(value))
#endif

static inline int trace_region_on_(void)
{
	int fd = __atomic_load_n(&trace_region_fd_, __ATOMIC_RELAXED);

	return __builtin_expect(fd >= 0, 0) != 0;
}

#ifndef TRACE_REGION_NOOP
#define trace_region_enabled() trace_region_on_()
#endif

static inline void trace_region_stop_(struct trace_region *region)
{
	if (__builtin_expect(region->id != 0, 0))
		trace_region_end_(region);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

/* A pair of key and value, one constructor for each type. */
#define TRACE_REGION_PAIR_(function, type, kind_, member)                    \
	static inline struct trace_region_kv_ function(const char *key,      \
						       type value)           \
	{                                                                    \
		struct trace_region_kv_ kv;                                  \
									     \
		kv.key = key;                                                \
		kv.value.member = value;                                     \
		kv.len = SIZE_MAX;                                           \
		kv.kind = kind_;                                             \
		return kv;                                                   \
	}

TRACE_REGION_PAIR_(trace_region_int_, long long, TRACE_REGION_INT_, i)
TRACE_REGION_PAIR_(trace_region_uint_, unsigned long long, TRACE_REGION_UINT_,
		   u)
TRACE_REGION_PAIR_(trace_region_bool_, int, TRACE_REGION_BOOL_, i)
TRACE_REGION_PAIR_(trace_region_char_, char, TRACE_REGION_CHAR_, i)
TRACE_REGION_PAIR_(trace_region_str_, const char *, TRACE_REGION_STR_, s)
TRACE_REGION_PAIR_(trace_region_ptr_, const volatile void *, TRACE_REGION_PTR_,
		   p)

static inline struct trace_region_kv_
trace_region_strn_(const char *key, const char *value, size_t len)
{
	struct trace_region_kv_ kv = trace_region_str_(key, value);

	kv.len = len;
	return kv;
}

/* The library reads the same bits as unsigned. */
static inline struct trace_region_kv_
trace_region_hex_(struct trace_region_kv_ kv)
{
	kv.kind = TRACE_REGION_HEX_;
	return kv;
}

static inline struct trace_region_kv_ trace_region_last_(void)
{
	struct trace_region_kv_ kv = trace_region_int_("", 0);

	kv.kind = TRACE_REGION_LAST_;
	return kv;
}

/*
 * The pairs a message may have:
 *   TR_KV(inode, 42)          (inode: 42)          by the type of the value
 *   TR_V(slot)                (slot: 0)            the expression is the key
 *   TR_HEX(flags, f)          (flags: 0x8002)
 *   TR_STRN(name, s, n)       (name: "abc")        at most n bytes
 * Integers, characters, bool, strings and pointers print as in Rust's {:?}; in
 * C++ also what has data() and size(). A floating-point value does not compile.
 * The values are computed only if the descriptor is open, so they must have no
 * effect on the program.
 */
#ifdef __cplusplus

#define TRACE_REGION_OVERLOAD_(type, function)                               \
	static inline trace_region_kv_ trace_region_kv_of_(const char *key,  \
							   type value)       \
	{                                                                    \
		return function(key, value);                                 \
	}

TRACE_REGION_OVERLOAD_(char, trace_region_char_)
TRACE_REGION_OVERLOAD_(int, trace_region_int_)
TRACE_REGION_OVERLOAD_(long, trace_region_int_)
TRACE_REGION_OVERLOAD_(long long, trace_region_int_)
TRACE_REGION_OVERLOAD_(unsigned int, trace_region_uint_)
TRACE_REGION_OVERLOAD_(unsigned long, trace_region_uint_)
TRACE_REGION_OVERLOAD_(unsigned long long, trace_region_uint_)
TRACE_REGION_OVERLOAD_(const char *, trace_region_str_)
TRACE_REGION_OVERLOAD_(const volatile void *, trace_region_ptr_)
TRACE_REGION_OVERLOAD_(std::nullptr_t, trace_region_ptr_)

/* A template, since a pointer to a function would convert to the overload for bool. */
template <typename T>
static inline typename std::enable_if<std::is_same<T, bool>::value,
				      trace_region_kv_>::type
trace_region_kv_of_(const char *key, T value)
{
	return trace_region_bool_(key, value);
}

template <typename T>
static inline auto trace_region_kv_of_(const char *key, const T &value)
	-> decltype(trace_region_strn_(key, value.data(), value.size()))
{
	trace_region_kv_ kv =
		trace_region_strn_(key, value.data(), value.size());

	kv.kind = TRACE_REGION_BYTES_;
	return kv;
}

#define TR_KV_OF_(key, value) trace_region_kv_of_(key, (value))

#define TR_KVS_(...)                                                         \
	std::initializer_list<trace_region_kv_>                              \
	{                                                                    \
		TR_REST_(__VA_ARGS__, trace_region_last_())                  \
	}                                                                    \
		.begin()
#define TR_ASSERT_(condition) static_assert(condition, "")

#else

#define TR_KV_OF_(key, value)                                                \
	__extension__ _Generic((value),                                      \
		_Bool: trace_region_bool_,                                   \
		char: trace_region_char_,                                    \
		signed char: trace_region_int_,                              \
		short: trace_region_int_,                                    \
		int: trace_region_int_,                                      \
		long: trace_region_int_,                                     \
		long long: trace_region_int_,                                \
		unsigned char: trace_region_uint_,                           \
		unsigned short: trace_region_uint_,                          \
		unsigned int: trace_region_uint_,                            \
		unsigned long: trace_region_uint_,                           \
		unsigned long long: trace_region_uint_,                      \
		char *: trace_region_str_,                                   \
		const char *: trace_region_str_,                             \
		default: trace_region_ptr_)(key, (value))

#define TR_KVS_(...)                                                         \
	((const struct trace_region_kv_[]){ TR_REST_(__VA_ARGS__,            \
						     trace_region_last_()) })
#define TR_ASSERT_(condition) __extension__ _Static_assert(condition, "")

#endif /* __cplusplus */

/* Floating point and pointers have no "|". */
#define TR_INTEGER_(key, value) TR_KV_OF_(key, (value) | 0)

#define TR_KV(key, value) TR_KV_OF_(#key, value)
#define TR_V(value) TR_KV_OF_(#value, value)
#define TR_HEX(key, value) trace_region_hex_(TR_INTEGER_(#key, value))
#define TR_STRN(key, value, len) trace_region_strn_(#key, (value), (len))

/* A name and its pairs, as one list that is never empty. */
#define TR_NAME_(...) TR_FIRST_(__VA_ARGS__, 0)
#define TR_FIRST_(first, ...) first
#define TR_REST_(first, ...) __VA_ARGS__

#define TR_PASTE_(a, b) TR_PASTE2_(a, b)
#define TR_PASTE2_(a, b) a##b

/* Empty, but an error if the program does not define the category. */
#define TR_KNOWN_(value) ((void)sizeof(char[(value) + 1]))

/*
 * Disabled: the compiler checks the arguments and counts them as used, but they
 * leave neither code nor a string in the object file.
 */
#define TR_SIZE_(region, ...)                                                \
	sizeof(trace_region_check_(                                          \
		region, TR_REST_(0, __VA_ARGS__, trace_region_last_())))
#define TR_BEGIN_0(category, region, ...)                                    \
	((void)TR_SIZE_(region, __VA_ARGS__))
#define TR_END_0(region) ((void)sizeof((region)->id))
#define TR_PRINT_0(...) ((void)TR_SIZE_(NULL, __VA_ARGS__))
#define TR_COUNTER_0(category, name, value)                                  \
	TR_PRINT_0(name, TR_INTEGER_("", value))
#define TR_SCOPE_0(category, ...) TR_ASSERT_(TR_SIZE_(NULL, __VA_ARGS__) > 0)

#ifdef TRACE_REGION_NOOP

#define TR_BEGIN_1 TR_BEGIN_0
#define TR_END_1 TR_END_0
#define TR_PRINT_1 TR_PRINT_0
#define TR_COUNTER_1 TR_COUNTER_0
#define TR_SCOPE_1 TR_SCOPE_0

#else

#define TR_BEGIN_1(category, region, ...)                                    \
	(trace_region_on_() ?                                                \
		 trace_region_begin_(region, category,                       \
				     TR_NAME_(__VA_ARGS__),                  \
				     TR_KVS_(__VA_ARGS__)) :                 \
		 (void)((region)->id = 0))
#define TR_END_1(region) trace_region_stop_(region)
#define TR_PRINT_1(...)                                                      \
	(trace_region_on_() ? trace_region_print_(TR_NAME_(__VA_ARGS__),     \
						  TR_KVS_(__VA_ARGS__)) :    \
			      (void)0)
#define TR_COUNTER_1(category, name, number)                                 \
	(trace_region_on_() ?                                                \
		 trace_region_count(category, name,                          \
				    TR_INTEGER_("", number).value.i) :       \
		 (void)0)

#ifdef __cplusplus

struct trace_region_scope_ {
	trace_region region;

	/* Without it, GCC 14 accepts a goto over the variable. */
	trace_region_scope_()
	{
		region.id = 0;
	}
	~trace_region_scope_()
	{
		trace_region_stop_(&region);
	}
};

#define TR_SCOPED_(scope, category, ...)                                     \
	trace_region_scope_ scope;                                           \
	TR_BEGIN_1(category, &scope.region, __VA_ARGS__)

#else

/*
 * C allows a goto or a case that jumps over a cleanup variable, and gcc does not
 * warn. The cleanup would then read an uninitialized variable. But a jump into the
 * scope of a variably modified type is an error in every compiler.
 */
#ifdef __clang__
#define TR_NO_JUMP_
#else
#define TR_NO_JUMP_                                                          \
	_Pragma("GCC diagnostic push")                                       \
	_Pragma("GCC diagnostic ignored \"-Wvla\"")                          \
	__extension__ typedef char                                           \
		TR_PASTE_(trace_region_no_jump_, __COUNTER__)[(int){ 1 }]    \
		__attribute__((unused));                                     \
	_Pragma("GCC diagnostic pop")
#endif

static inline struct trace_region trace_region_none_(void)
{
	struct trace_region region = { 0, NULL, NULL };

	return region;
}

static inline struct trace_region
trace_region_scope_(const char *category, const char *name,
		    const struct trace_region_kv_ *kvs)
{
	struct trace_region region;

	trace_region_begin_(&region, category, name, kvs);
	return region;
}

#define TR_SCOPED_(scope, category, ...)                                     \
	TR_NO_JUMP_                                                          \
	struct trace_region scope                                            \
		__attribute__((cleanup(trace_region_stop_), unused)) =       \
			trace_region_on_() ?                                 \
				trace_region_scope_(category,                \
						    TR_NAME_(__VA_ARGS__),   \
						    TR_KVS_(__VA_ARGS__)) :  \
				trace_region_none_()

#endif /* __cplusplus */

#define TR_SCOPE_1(category, ...)                                            \
	TR_SCOPED_(TR_PASTE_(trace_region_scope_, __COUNTER__), category,    \
		   __VA_ARGS__)

#endif /* TRACE_REGION_NOOP */

/*
 * Each category of a program is a macro, which is 1 if its regions are built:
 *
 *   #define TRACE_REGION_CATEGORY_VirtioFs 1
 *   #define TRACE_REGION_CATEGORY_VirtioNet 0
 *
 * A category without a macro does not compile.
 */

/*
 * trace_region_begin(category, region, name, pairs...)
 * trace_region_end(category, region)
 *
 * Begin a region in the caller's struct trace_region, and end it. An end
 * without a begin, and a second end, do nothing. Async-signal-safe.
 */
#define trace_region_begin(category, region, ...)                            \
	(TR_KNOWN_(TRACE_REGION_CATEGORY_##category),                        \
	 TR_PASTE_(TR_BEGIN_, TRACE_REGION_CATEGORY_##category)              \
	 (#category, region, __VA_ARGS__))
#define trace_region_end(category, region)                                   \
	(TR_KNOWN_(TRACE_REGION_CATEGORY_##category),                        \
	 TR_PASTE_(TR_END_, TRACE_REGION_CATEGORY_##category)(region))

/*
 * TRACE_REGION(category, name, pairs...)
 *
 * Declarations: a region from here to the end of the enclosing block, however
 * the block is left (but for longjmp() and exit()). Async-signal-safe. A goto or
 * a case that jumps over it does not compile.
 */
#define TRACE_REGION(category, ...)                                          \
	TR_ASSERT_(TRACE_REGION_CATEGORY_##category >= 0);                   \
	TR_PASTE_(TR_SCOPE_, TRACE_REGION_CATEGORY_##category)               \
	(#category, __VA_ARGS__)

/*
 * trace_region_print(category, text, pairs...)
 *
 * A single line that has no end. Async-signal-safe.
 */
#define trace_region_print(category, ...)                                    \
	(TR_KNOWN_(TRACE_REGION_CATEGORY_##category),                        \
	 TR_PASTE_(TR_PRINT_, TRACE_REGION_CATEGORY_##category)(__VA_ARGS__))

/*
 * trace_region_counter(category, name, value)
 *
 * The new value, an integer, of a number that changes, such as the length of a
 * queue. Async-signal-safe.
 */
#define trace_region_counter(category, name, number)                         \
	(TR_KNOWN_(TRACE_REGION_CATEGORY_##category),                        \
	 TR_PASTE_(TR_COUNTER_, TRACE_REGION_CATEGORY_##category)            \
	 (#category, name, number))

#endif /* TRACE_REGION_H */
