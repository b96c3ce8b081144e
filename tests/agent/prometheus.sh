# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Debian's Prometheus, unpacked into the cache: installed, it would start a server on the host.
# shellcheck disable=SC2034 # used by the script that reads this

prometheus_dir=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/function-duration}/prometheus

# have_prometheus: its programs are in $prometheus_dir/usr/bin, the definition of its format below
have_prometheus() {
	[ ! -x "$prometheus_dir/usr/bin/prometheus" ] || return 0
	local new=$prometheus_dir.$$
	mkdir -p "$new" || return
	if ! unpack_prometheus "$new"; then
		rm -rf "$new"
		return 1
	fi
	mv -T "$new" "$prometheus_dir" 2>/dev/null || rm -rf "$new"
}

unpack_prometheus() {
	(cd "$1" && apt-get -qq download prometheus golang-github-prometheus-client-model-dev &&
		for deb in *.deb; do dpkg-deb -x "$deb" . || exit; done && rm -- *.deb)
}

definition=$prometheus_dir/usr/share/gocode/src/github.com/prometheus/client_model
