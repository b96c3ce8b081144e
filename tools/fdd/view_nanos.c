#include "view.h"
const struct fdd_view_ops fdd_view_nanos = { .name = "nanos" };
