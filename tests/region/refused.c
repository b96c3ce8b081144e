// SPDX-License-Identifier: GPL-2.0
/* Each CASE is a mistake that must not compile, in C and in C++; 0 is none. */
#define TRACE_REGION_CATEGORY_On 1
#define TRACE_REGION_CATEGORY_Off 0
#include "trace_region.h"

struct point {
	int x, y;
};

void mistake(double seconds, struct point point);

void mistake(double seconds, struct point point)
{
	(void)seconds;
	(void)point;
#if CASE == 0
	TRACE_REGION(On, "name", TR_V(point.x));
#elif CASE == 1 /* a category that the program does not have */
	TRACE_REGION(Typo, "name");
#elif CASE == 2 /* floating point */
	TRACE_REGION(On, "name", TR_V(seconds));
#elif CASE == 3 /* floating point, in a category that is off */
	TRACE_REGION(Off, "name", TR_V(seconds));
#elif CASE == 4 /* a structure */
	TRACE_REGION(On, "name", TR_V(point));
#elif CASE == 5 /* an undeclared variable, in a category that is off */
	trace_region_print(Off, "name", TR_V(undeclared));
#elif CASE == 6 /* a value that is no pair */
	trace_region_print(On, "name", 42);
#endif
}
