# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Packages from npm, in the top directory.

# from_npm FROM DIR: the packages that FROM/package-lock.json names, and the scripts of FROM that use
# them, in DIR; what is there is kept. "npm ci" refuses a lock without the packages of other machines,
# which a mirror may not have; "npm install" takes what the lock has, too.
from_npm() {
	local from=$1 dir=$2 script
	mkdir -p "$dir" || return
	for script in "$from"/*.mjs; do
		[ ! -e "$script" ] || cp "$script" "$dir" || return
	done
	! cmp -s "$from/package-lock.json" "$dir/node_modules/.installed" || return 0
	cp "$from"/{package.json,package-lock.json} "$dir" && cp tests/lib/npmrc "$dir/.npmrc" &&
		(cd "$dir" && { npm ci --silent || npm install --silent; }) >&2 &&
		cp "$from/package-lock.json" "$dir/node_modules/.installed"
}
