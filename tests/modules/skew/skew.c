// SPDX-License-Identifier: GPL-2.0
/*
 * While this is loaded, the clock of one cpu is behind those of the others, as it
 * can be where time stamp counters are not synchronised.
 *
 * On x86 sched_clock() is a linear function of the counter, with parameters of each cpu.
 * The module changes the constant term (arch/x86/kernel/tsc.c). Other machines have one
 * counter for all cpus: not supported.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>

static int cpu = 1;
module_param(cpu, int, 0400);
MODULE_PARM_DESC(cpu, "whose clock");

static uint ms = 2000;
module_param(ms, uint, 0400);
MODULE_PARM_DESC(ms, "by how many milliseconds");

#ifdef CONFIG_X86_TSC
#include <asm/timer.h>

/* The beginning of struct cyc2ns: two copies, readers take one of them. */
static struct cyc2ns_data __percpu *cyc2ns;

static int take_address(void *data, unsigned long found)
{
	cyc2ns = (struct cyc2ns_data __percpu *)found;
	return 0;
}

/* The probe is registered as disabled, so no code is patched; it only finds the address. */
static int find_factors(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_on_each_match_symbol",
		.flags = KPROBE_FLAG_DISABLED,
	};
	typeof(kallsyms_on_each_match_symbol) *each_match;
	int ret = register_kprobe(&probe);

	if (ret)
		return ret;
	each_match = (void *)probe.addr;
	unregister_kprobe(&probe);
	each_match(take_address, "cyc2ns", NULL);
	return cyc2ns ? 0 : -ENOENT;
}

static void set_back(s64 ns)
{
	struct cyc2ns_data *data = per_cpu_ptr(cyc2ns, cpu);

	WRITE_ONCE(data[0].cyc2ns_offset, data[0].cyc2ns_offset - ns);
	WRITE_ONCE(data[1].cyc2ns_offset, data[1].cyc2ns_offset - ns);
}
#else
static int find_factors(void)
{
	return -EOPNOTSUPP;
}

static void set_back(s64 ns)
{
}
#endif

static int __init skew_init(void)
{
	int ret = cpu < 0 || !cpu_possible(cpu) ? -EINVAL : find_factors();

	if (!ret)
		set_back(ms * 1000000LL);
	return ret;
}

static void __exit skew_exit(void)
{
	set_back(ms * -1000000LL);
}

module_init(skew_init);
module_exit(skew_exit);

MODULE_DESCRIPTION("Sets the clock of one cpu back, for tests");
MODULE_LICENSE("GPL");
