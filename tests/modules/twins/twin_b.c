// SPDX-License-Identifier: GPL-2.0
#define TWIN(name)	twin_b_##name
#include "twin_a.c"
