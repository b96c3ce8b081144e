// SPDX-License-Identifier: GPL-2.0
/* Text of any bytes as valid UTF-8. */
#include <string.h>

#include "lib/clean.h"
#include "lib/utf8.h"
#include "lib/util.h"

char *fdd_utf8_copy(const char *s, size_t *len)
{
	static const char replacement[] = "\xef\xbf\xbd";
	const char *end = s + *len;
	char *copy = xmalloc(*len * (sizeof(replacement) - 1) + 1), *to = copy;

	while (s < end) {
		size_t n = fdd_utf8_len(s, end - s);

		to = mempcpy(to, n ? s : replacement, n ? n : sizeof(replacement) - 1);
		s += n ? n : 1;
	}
	*len = to - copy;
	return copy;
}
