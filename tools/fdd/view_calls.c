#include "view.h"
const struct fdd_view_ops fdd_view_calls = { .name = "calls" };
