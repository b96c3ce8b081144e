// SPDX-License-Identifier: GPL-2.0
/* Each CASE is a mistake that must not compile, in C and in C++; 0 has no mistake. */
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
	TRACE_REGION(On, "name", TR_V(point.x), TR_HEX(y, point.y));
	trace_region_counter(On, "name", point.x);
#elif CASE == 1 /* a category that the program does not have */
	TRACE_REGION(Typo, "name");
#elif CASE == 2 /* floating point */
	TRACE_REGION(On, "name", TR_V(seconds));
#elif CASE == 3 /* floating point, in a disabled category */
	TRACE_REGION(Off, "name", TR_V(seconds));
#elif CASE == 4 /* a structure */
	TRACE_REGION(On, "name", TR_V(point));
#elif CASE == 5 /* an undeclared variable, in a disabled category */
	trace_region_print(Off, "name", TR_V(undeclared));
#elif CASE == 6 /* a value that is not a pair */
	trace_region_print(On, "name", 42);
#elif CASE == 7 /* a goto over a region */
	if (point.x)
		goto out;
	TRACE_REGION(On, "name");
out:
	point.x++;
#elif CASE == 8 /* a goto into a block that has a region */
	if (point.x)
		goto in;
	{
		TRACE_REGION(On, "name");
in:
		point.x++;
	}
#elif CASE == 9 /* a case over a region */
	switch (point.x) {
	case 1:;
		TRACE_REGION(On, "name");
		break;
	case 2:
		point.x++;
	}
#elif CASE == 10 /* floating point as hexadecimal */
	trace_region_print(On, "name", TR_HEX(seconds, seconds));
#elif CASE == 11 /* floating point as a counter */
	trace_region_counter(On, "name", seconds);
#elif CASE == 12 /* a counter that is not a number, in a disabled category */
	trace_region_counter(Off, "name", &point);
#endif
}
