// SPDX-License-Identifier: GPL-2.0
/* Calls leaver_leaf() as often as the parameter says, when it is loaded. */
#include <linux/module.h>

static uint calls = 7;
module_param(calls, uint, 0400);
MODULE_PARM_DESC(calls, "how often leaver_leaf() is called (7)");

static noinline void leaver_leaf(void)
{
	barrier();
}

static int __init leaver_init(void)
{
	uint n;

	for (n = 0; n < calls; n++)
		leaver_leaf();
	return 0;
}

static void __exit leaver_exit(void)
{
}

module_init(leaver_init);
module_exit(leaver_exit);

MODULE_DESCRIPTION("Has a function that is called and removed");
MODULE_LICENSE("GPL");
