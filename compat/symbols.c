// SPDX-License-Identifier: GPL-2.0
/* Look up symbols that the kernel does not export; see include/compat/symbols.h. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/printk.h>

/* This file compares the types of compat/layout.spec with the kernel's. */
#define LAYOUT_CHECKS
#include <compat/trace.h>

/* The trampolines are patched before anything is called through them. */
#define KERNEL_DEFINE_FUNCTION(ret, name, args)				\
	DEFINE_STATIC_CALL_NULL(kernel_##name, __kernel_##name);
KERNEL_FUNCTIONS(KERNEL_DEFINE_FUNCTION)

/* The unit tests replace these pointers by pointers to variables of their own. */
#ifdef DURATION_KUNIT
#define __after_init
#else
#define __after_init	__ro_after_init
#endif

#define KERNEL_DEFINE_DATA(type, name)	typeof(type) *kernel_##name __after_init;
KERNEL_DATA(KERNEL_DEFINE_DATA)

static const struct {
	const char		*name;
	struct static_call_key	*key;
	void			*tramp;
} functions[] __initconst = {
#define KERNEL_FUNCTION_ROW(ret, name, args)				\
	{ #name, &STATIC_CALL_KEY(kernel_##name),			\
	  STATIC_CALL_TRAMP_ADDR(kernel_##name) },
	KERNEL_FUNCTIONS(KERNEL_FUNCTION_ROW)
};

static const struct {
	const char	*name;
	void		**address;
} variables[] __initconst = {
#define KERNEL_DATA_ROW(type, name)	{ #name, (void **)&kernel_##name },
	KERNEL_DATA(KERNEL_DATA_ROW)
};

struct symbol_matches {
	unsigned long	address;
	unsigned int	count;
};

static int count_match(void *data, unsigned long address)
{
	struct symbol_matches *found = data;

	found->address = address;
	found->count++;
	return 0;
}

/* The name must be unique. */
static int __init resolve(const char *name, unsigned long *address)
{
	struct symbol_matches found = { };

	kallsyms_on_each_match_symbol(count_match, name, &found);
	if (found.count != 1) {
		pr_err("cannot load: this kernel has %s %s\n",
		       found.count ? "more than one" : "no", name);
		return -EOPNOTSUPP;
	}
	*address = found.address;
	return 0;
}

/*
 * kallsyms_lookup_name() is not exported to modules, but a kprobe has the address of
 * its function. The probe is registered as disabled, so no code is patched. With IBT
 * its address is after the function's ENDBR; kallsyms_on_each_match_symbol() is in the
 * list of functions too, so later its own address replaces the probe's.
 */
static int __init resolve_lookup(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_on_each_match_symbol",
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret;

	ret = register_kprobe(&probe);
	if (ret) {
		pr_err("cannot load: no kprobe on %s (%d), which is needed to look up symbols\n",
		       probe.symbol_name, ret);
		return -EOPNOTSUPP;
	}
	static_call_update(kernel_kallsyms_on_each_match_symbol, (void *)probe.addr);
	unregister_kprobe(&probe);
	return 0;
}

/**
 * kernel_symbols_resolve - find every private symbol that we use
 *
 * Nothing may be called or read through include/compat/symbols.h before this
 * has succeeded.
 *
 * Context: process context, may sleep.
 * Return: 0, or -EOPNOTSUPP with one line in the log that names the symbol.
 */
int __init kernel_symbols_resolve(void)
{
	unsigned long address;
	unsigned int i;
	int ret;

	ret = resolve_lookup();
	for (i = 0; !ret && i < ARRAY_SIZE(functions); i++) {
		ret = resolve(functions[i].name, &address);
		if (!ret)
			__static_call_update(functions[i].key, functions[i].tramp,
					     (void *)address);
	}
	for (i = 0; !ret && i < ARRAY_SIZE(variables); i++) {
		ret = resolve(variables[i].name, &address);
		if (!ret)
			*variables[i].address = (void *)address;
	}
	return ret;
}

/* Agrees with fingerprint() in compat/layout.c. */
static u64 __init btf_fingerprint(const char *data, const char *end)
{
	const u64 prime = 0x100000001b3ULL;
	u64 hash = 0xcbf29ce484222325ULL;

	for (; end - data >= sizeof(u64); data += sizeof(u64))
		hash = (hash ^ *(const u64 *)data) * prime;
	while (data < end)
		hash = (hash ^ (u8)*data++) * prime;
	return hash;
}

/**
 * kernel_layout_check - compare the running kernel's BTF with that of the build
 *
 * The private types in the module are those of one build of the kernel.
 *
 * Context: process context, after kernel_symbols_resolve().
 * Return: 0, or -EOPNOTSUPP with one line in the log.
 */
int __init kernel_layout_check(void)
{
	u64 running = btf_fingerprint(kernel___start_BTF, kernel___stop_BTF);

	if (running == LAYOUT_FINGERPRINT)
		return 0;
	pr_err("cannot load: built for a kernel with other types (BTF %llx, this kernel %llx); build it against this kernel's headers\n",
	       LAYOUT_FINGERPRINT, running);
	return -EOPNOTSUPP;
}

#ifdef DURATION_KUNIT
#include "../tests/kunit/symbols_test.c"
#endif
