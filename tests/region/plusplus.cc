// SPDX-License-Identifier: GPL-2.0
/* The same header from C++: the overloads, and scopes left by an exception. */
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 201703L
#include <string_view>
#endif

#define TRACE_REGION_CATEGORY_Cxx 1
#define TRACE_REGION_CATEGORY_Off 0
#include "marker_file.h"
#include "trace_region.hpp"

/* The end of a copy would be written a second time. */
static_assert(!std::is_copy_constructible<trace_region>::value, "");
static_assert(!std::is_copy_assignable<trace_region>::value, "");
static_assert(!std::is_copy_constructible<trace_region_handle>::value, "");
static_assert(!std::is_copy_assignable<trace_region_handle>::value, "");
/* The property that a container requires to move its elements. */
static_assert(std::is_nothrow_move_constructible<trace_region_handle>::value,
	      "");
static_assert(std::is_nothrow_move_assignable<trace_region_handle>::value, "");

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

static trace_region_handle begin_handle(const char *name, int slot)
{
	return TRACE_REGION_HANDLE(Cxx, name, TR_V(slot));
}

static void handle_ends_with_the_object()
{
	marker_open();
	{
		trace_region_handle none, off = TRACE_REGION_HANDLE(Off, "off");
		trace_region_handle outer = begin_handle("outer", 1);

		EXPECT(!none && !off && outer);
		TRACE_REGION_HANDLE(Cxx, "at once");
		trace_region_print(Cxx, "still");
	}
	EXPECT_MARKER("1 Cxx Enter: outer - (slot: 1)\n"
		      "2 Cxx Enter: at once\n"
		      "2 Cxx Exit: at once\n"
		      "still\n"
		      "1 Cxx Exit: outer\n");
}

static void handle_moves()
{
	marker_open();
	{
		trace_region_handle a = begin_handle("a", 1);
		trace_region_handle b(std::move(a));
		trace_region_handle &same = b;

		EXPECT(!a && b);
		a = begin_handle("other", 2);
		b = std::move(same);
		EXPECT(b);
		b = std::move(a); /* ends the first */
		trace_region_print(Cxx, "moved");
		b.end();
		b.end();
		EXPECT(!a && !b);
	}
	EXPECT_MARKER("1 Cxx Enter: a - (slot: 1)\n"
		      "2 Cxx Enter: other - (slot: 2)\n"
		      "1 Cxx Exit: a\n"
		      "moved\n"
		      "2 Cxx Exit: other\n");
}

/* A vector that grows moves its elements to another place. */
static void handles_in_a_container()
{
	std::vector<trace_region_handle> queue;

	marker_open();
	queue.reserve(1);
	queue.push_back(begin_handle("first", 1));
	queue.push_back(begin_handle("second", 2));
	queue.erase(queue.begin());
	trace_region_print(Cxx, "erased");
	queue.clear();
	EXPECT_MARKER("1 Cxx Enter: first - (slot: 1)\n"
		      "2 Cxx Enter: second - (slot: 2)\n"
		      "1 Cxx Exit: first\n"
		      "erased\n"
		      "2 Cxx Exit: second\n");
}

static void handle_unopened()
{
	int evaluated = 0;
	trace_region_handle none =
		TRACE_REGION_HANDLE(Cxx, "none", TR_KV(n, ++evaluated));

	EXPECT(!none && evaluated == 0);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "C++: values", values },
		{ "C++: an exception ends the regions",
		  exception_ends_regions },
		{ "C++: a region in an object", region_in_an_object },
		{ "C++: a handle ends with the object",
		  handle_ends_with_the_object },
		{ "C++: a handle moves", handle_moves },
		{ "C++: handles in a container", handles_in_a_container },
		{ "C++: a handle that is not opened", handle_unopened },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
