/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_region.hpp: a region as an object of C++, which can be moved into a
 * request, a container or a lambda, and ends when the object is destroyed.
 *
 *   struct request {
 *           trace_region_handle region = TRACE_REGION_HANDLE(Virtio, "read");
 *   };
 *
 * trace_region(3) is the reference.
 */
#ifndef TRACE_REGION_HPP
#define TRACE_REGION_HPP

#include "trace_region.h"

/* A program that is built partly with TRACE_REGION_NOOP has both versions. */
#ifdef TRACE_REGION_NOOP
inline namespace trace_region_noop_
#else
inline namespace trace_region_real_
#endif
{
/**
 * class trace_region_handle - at most one region, which ends with the object
 */
class trace_region_handle {
    public:
	/* No region. */
	trace_region_handle() noexcept : region_{}
	{
	}

	/* The other object then has no region. */
	trace_region_handle(trace_region_handle &&other) noexcept : region_{}
	{
		take(other);
	}

	trace_region_handle &operator=(trace_region_handle &&other) noexcept
	{
		if (this != &other) {
			end();
			take(other);
		}
		return *this;
	}

	~trace_region_handle()
	{
		end();
	}

	/* End it before the object is destroyed; a second call has no effect. */
	void end() noexcept
	{
#ifndef TRACE_REGION_NOOP
		trace_region_stop_(&region_);
#endif
	}

	/* Whether it has a region that has not ended. */
	explicit operator bool() const noexcept
	{
		return region_.id != 0;
	}

#ifndef TRACE_REGION_NOOP
	/* Called by TRACE_REGION_HANDLE(). */
	trace_region_handle(const char *category, const char *name,
			    const trace_region_kv_ *kvs) noexcept
	{
		trace_region_begin_(&region_, category, name, kvs);
	}
#endif

    private:
	void take(trace_region_handle &other) noexcept
	{
		region_.category = other.region_.category;
		region_.name = other.region_.name;
		region_.id = other.region_.id;
		other.region_.id = 0;
	}

	trace_region region_;
};
}

#define TR_HANDLE_0(category, ...)                                           \
	((void)TR_SIZE_(nullptr, __VA_ARGS__), trace_region_handle())
#ifdef TRACE_REGION_NOOP
#define TR_HANDLE_1 TR_HANDLE_0
#else
#define TR_HANDLE_1(category, ...)                                           \
	(trace_region_on_() ? trace_region_handle(category,                  \
						  TR_NAME_(__VA_ARGS__),     \
						  TR_KVS_(__VA_ARGS__)) :    \
			      trace_region_handle())
#endif

/*
 * TRACE_REGION_HANDLE(category, name, pairs...)
 *
 * An expression: a region that begins now. The name is not copied.
 */
#define TRACE_REGION_HANDLE(category, ...)                                   \
	(TR_KNOWN_(TRACE_REGION_CATEGORY_##category),                        \
	 TR_PASTE_(TR_HANDLE_, TRACE_REGION_CATEGORY_##category)             \
	 (#category, __VA_ARGS__))

#endif /* TRACE_REGION_HPP */
