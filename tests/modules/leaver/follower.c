// SPDX-License-Identifier: GPL-2.0
/* Calls follow_leaf() as often as the parameter says, when it is loaded. */
#include <linux/module.h>

static uint calls = 11;
module_param(calls, uint, 0400);
MODULE_PARM_DESC(calls, "how often follow_leaf() is called (11)");

static noinline void follow_leaf(void)
{
	barrier();
}

static int __init follow_init(void)
{
	uint n;

	for (n = 0; n < calls; n++)
		follow_leaf();
	return 0;
}

static void __exit follow_exit(void)
{
}

module_init(follow_init);
module_exit(follow_exit);

MODULE_DESCRIPTION("Has a function at the address of one that was removed");
MODULE_LICENSE("GPL");
