# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For tests of the page, after test.sh and in the top directory.

# In build/page/node_modules.
page_tools() {
	scripts/install-deps page && make -C tools/fdd/page copy
}

# The TypeScript types are right, and esbuild makes a bundle.
build_page() {
	page_tools && make -C tools/fdd/page build
}

build_page_unit() {
	build/page/node_modules/.bin/esbuild tests/page/unit.ts --bundle --platform=node \
		--format=esm --loader:.txt=text --outfile=build/page/unit.mjs --log-level=warning
}
