// SPDX-License-Identifier: GPL-2.0
/* A library that is loaded while the program runs. */
int plugin_call(int (*wait)(int));

static __attribute__((noinline, noclone)) int static_one(int (*wait)(int), int n)
{
	return wait(n) + n;
}

int plugin_call(int (*wait)(int))
{
	return static_one(wait, 7) + 1;
}
