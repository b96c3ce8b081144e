/* SPDX-License-Identifier: GPL-2.0 */
/* The filters that the user wishes, as words. */
#ifndef FDD_WISH_H
#define FDD_WISH_H

#include "lib/opts.h"

struct fdd_wish {
	struct fdd_given	*list;		/* of fdd_filter_opts */
	unsigned int		nr, cap;
};

#endif
