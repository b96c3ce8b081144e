// SPDX-License-Identifier: GPL-2.0
/*
 * Two modules with the same code and other names: one that is loaded after the other has gone
 * has its functions at the same addresses.
 *
 * Parameters: writing N to "call" calls twin_a_leaf() N times; "leaf" and "init" are the
 * addresses of that function and of twin_a_init_leaf(), which init calls three times and whose
 * memory is freed after it.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#ifndef TWIN
#define TWIN(name)	twin_a_##name
#endif

static noinline void TWIN(leaf)(void)
{
	barrier();
}

static noinline __init void TWIN(init_leaf)(void)
{
	barrier();
}

static unsigned long leaf = (unsigned long)TWIN(leaf);
module_param(leaf, ulong, 0444);

static unsigned long init;
module_param(init, ulong, 0444);

static int call_set(const char *text, const struct kernel_param *param)
{
	unsigned int n;
	int ret = kstrtouint(text, 0, &n);

	if (ret)
		return ret;
	while (n--)
		TWIN(leaf)();
	return 0;
}

static const struct kernel_param_ops call_ops = {
	.set = call_set,
};
module_param_cb(call, &call_ops, NULL, 0200);

static int __init twin_init(void)
{
	unsigned int i;

	init = (unsigned long)TWIN(init_leaf);
	for (i = 0; i < 3; i++)
		TWIN(init_leaf)();
	return 0;
}

static void __exit twin_exit(void)
{
}

module_init(twin_init);
module_exit(twin_exit);

MODULE_DESCRIPTION("Two modules with the same code");
MODULE_LICENSE("GPL");
