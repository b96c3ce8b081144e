// SPDX-License-Identifier: GPL-2.0
/* Opens a trace and calls the reader of its format. */
#include <stdlib.h>
#include <string.h>

#include "read/read.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!strcmp(path, "-"))
		return "(stdin)";
	return slash && slash[1] ? slash + 1 : path;
}

/* A text may have lines that are not of a trace, but not only such lines. */
static int check_calls(struct fdd_model *m, uint16_t source)
{
	struct fdd_source *src = &m->sources[source];

	if (src->calls || (!src->unparsed && (!src->truncated || src->lines)))
		return 0;
	if (src->unparsed)
		fdd_error("%s:%llu: not a trace that fdd can read: '%s'", src->path,
			  (unsigned long long)src->unparsed_line,
			  src->unparsed_text);
	else
		fdd_error("%s: not a trace that fdd can read: not even one line",
			  src->path);
	return -1;
}

int fdd_read_path(struct fdd_model *m, const char *path, const char *label)
{
	struct fdd_input *in = fdd_input_open(path);
	uint16_t source;
	int ret = 0;

	if (!in)
		return -1;
	source = fdd_model_add_source(m, path, label ? label : base_name(path));
	m->sources[source].labelled = label;
	switch (fdd_input_kind(in)) {
	case FDD_INPUT_DAT:
		ret = fdd_read_dat(m, in, source);
		break;
	case FDD_INPUT_TEXT:
		ret = fdd_read_text(m, in, source);
		if (!ret)
			ret = check_calls(m, source);
		break;
	case FDD_INPUT_STAT:
		fdd_error("%s: has statistics of calls, but no calls: fdd stat shows it", path);
		ret = -1;
		break;
	case FDD_INPUT_EMPTY:
		fdd_warning("%s: is empty", path);
		break;
	}
	fdd_input_close(in);
	return ret;
}
