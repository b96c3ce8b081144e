// SPDX-License-Identifier: GPL-2.0
/* Compresses bytes in memory in the gzip format. */
#include <stdlib.h>
#include <zlib.h>

#include "lib/gzip.h"
#include "lib/util.h"

#define GZIP_HEADER	16	/* to be added to the bits of the window */

void *fdd_gzip(const void *bytes, size_t size, size_t *gz_size)
{
	z_stream z = { .next_in = (void *)bytes, .avail_in = size };
	void *gz;

	/* deflate() can fail only for lack of memory, which ends the program elsewhere, too. */
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_HEADER,
			 MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.avail_out = deflateBound(&z, size);
	gz = z.next_out = xmalloc(z.avail_out);
	deflate(&z, Z_FINISH);
	*gz_size = z.total_out;
	deflateEnd(&z);
	return gz;
}
