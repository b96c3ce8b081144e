// SPDX-License-Identifier: GPL-2.0
/* The same header from C++: the overloads, and scopes left by an exception. */
#include <stdexcept>
#include <string>
#include <vector>
#if __cplusplus >= 201703L
#include <string_view>
#endif

#define TRACE_REGION_CATEGORY_Cxx 1
#define TRACE_REGION_CATEGORY_Off 0
#include "marker_file.h"

enum color { red = 7 };

static void values()
{
	std::string tag("mtd\"root");
	short s = -3;
	unsigned char byte = 255;
	std::vector<char> bytes = { 'a', '\0', '\n' };

	marker_open();
	trace_region_print(Cxx, "a", TR_V(tag), TR_V(s), TR_V(byte),
			   TR_KV(yes, true), TR_KV(c, 'x'), TR_V(red),
			   TR_KV(none, nullptr));
	trace_region_print(Cxx, "b", TR_KV(s, std::string("temporary")),
			   TR_V(bytes), TR_KV(lit, "literal"),
			   TR_KV(size, bytes.size()), TR_HEX(hex, 255),
			   TR_STRN(part, tag.c_str(), 3));
#if __cplusplus >= 201703L
	trace_region_print(Cxx, "c", TR_KV(v, std::string_view("viewer", 4)));
#else
	trace_region_print(Cxx, "c", TR_KV(v, std::string("view")));
#endif
	EXPECT_MARKER("a - (tag: \"mtd\\\"root\")(s: -3)(byte: 255)(yes: true)"
		      "(c: 'x')(red: 7)(none: 0x0)\n"
		      "b - (s: \"temporary\")(bytes: \"a\\0\\n\")"
		      "(lit: \"literal\")(size: 3)(hex: 0xff)(part: \"mtd\")\n"
		      "c - (v: \"view\")\n");
}

static void throw_from_region(int depth)
{
	TRACE_REGION(Cxx, "deeper", TR_V(depth));

	if (depth == 2)
		throw std::runtime_error("enough");
	throw_from_region(depth + 1);
}

static void exception_ends_regions()
{
	bool caught = false;

	marker_open();
	try {
		throw_from_region(1);
	} catch (const std::exception &) {
		trace_region_print(Cxx, "caught");
		caught = true;
	}
	EXPECT(caught);
	EXPECT_MARKER("1 Cxx Enter: deeper - (depth: 1)\n"
		      "2 Cxx Enter: deeper - (depth: 2)\n"
		      "2 Cxx Exit: deeper\n"
		      "1 Cxx Exit: deeper\n"
		      "caught\n");
}

struct request {
	struct trace_region region;

	request() : region() {}
};

static void region_in_an_object()
{
	request r;

	marker_open();
	trace_region_end(Cxx, &r.region);
	trace_region_begin(Cxx, &r.region, "request");
	trace_region_end(Cxx, &r.region);
	trace_region_begin(Off, &r.region, "request");
	trace_region_end(Off, &r.region);
	EXPECT_MARKER("1 Cxx Enter: request\n1 Cxx Exit: request\n");
}

int main(int argc, char **argv)
{
	static const struct check_test tests[] = {
		{ "C++: values", values },
		{ "C++: an exception ends the regions",
		  exception_ends_regions },
		{ "C++: a region in an object", region_in_an_object },
	};

	return check_main(tests, CHECK_COUNT(tests), argc, argv);
}
