// SPDX-License-Identifier: GPL-2.0
/* Names of C++: namespaces, members, templates, lambdas, an exception's handler. */
#include <functional>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "where.h"

namespace store {

class Reader {
public:
	virtual ~Reader() = default;
	NOINLINE virtual int load(const std::string &name)
	{
		int fds[2];
		char c;

		return pipe(fds) ? -1 : static_cast<int>(read(fds[0], &c, 1) + name.size());
	}
};

template<typename T> NOINLINE int with(T &reader, int n)
{
	try {
		if (n)
			throw std::runtime_error("again");
	} catch (const std::exception &e) {
		return reader.load(e.what()) + n;
	}
	return 0;
}

}

int main(int argc, char **)
{
	store::Reader reader;
	std::function<int(int)> call = [&reader](int n) { return store::with(reader, n) + 1; };

	return call(argc) + argc;
}
