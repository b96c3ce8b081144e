// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel series whose source was reviewed for this module.
 *
 * Names, types and prototypes are compared when the module is built and loaded. The
 * behaviour, locks and contexts of functions cannot be compared. Before a series is added
 * here, its source has to be reviewed as described in Documentation/porting.rst.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/version.h>

#include <compat/trace.h>

static const struct {
	unsigned int	major;
	unsigned int	minor;
} reviewed[] = {
	{ 6, 12 },	/* 6.12.117 on 2026-11-22 */
	{ 7, 3 },	/* 7.3.4 on 2026-11-22 */
};

/**
 * kernel_series_warn - warn of a kernel whose series is not in the list
 *
 * The series is that of the upstream release, which a distribution's kernel names in
 * its headers: 6.12.117+deb13-amd64 belongs to 6.12. The module was built for the
 * kernel that runs, see kernel_layout_check().
 *
 * Context: any.
 */
void __init kernel_series_warn(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reviewed); i++) {
		if (reviewed[i].major == LINUX_VERSION_MAJOR &&
		    reviewed[i].minor == LINUX_VERSION_PATCHLEVEL)
			return;
	}
	pr_warn("kernel series %u.%u was not reviewed for this module; see Documentation/porting.rst\n",
		LINUX_VERSION_MAJOR, LINUX_VERSION_PATCHLEVEL);
}
