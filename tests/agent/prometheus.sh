# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Debian's Prometheus and VictoriaMetrics, unpacked into the cache: installed, they would start servers
# on the host.
# shellcheck disable=SC2034 # used by the script that reads this

engines_dir=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/function-duration}
prometheus_dir=$engines_dir/prometheus
victoria_dir=$engines_dir/victoria-metrics

# have_prometheus: its programs are in $prometheus_dir/usr/bin, the definition of its format below
have_prometheus() {
	[ -x "$prometheus_dir/usr/bin/prometheus" ] ||
		unpacked "$prometheus_dir" prometheus golang-github-prometheus-client-model-dev
}

have_victoria() {
	[ -x "$victoria_dir/usr/bin/victoria-metrics" ] || unpacked "$victoria_dir" victoria-metrics
}

# unpacked DIR PACKAGE...
unpacked() {
	local dir=$1 new=$1.$$
	shift
	mkdir -p "$new" || return
	if ! unpack "$new" "$@"; then
		rm -rf "$new"
		return 1
	fi
	mv -T "$new" "$dir" 2>/dev/null || rm -rf "$new"
}

unpack() {
	(cd "$1" && shift && apt-get -qq download "$@" &&
		for deb in *.deb; do dpkg-deb -x "$deb" . || exit; done && rm -- *.deb)
}

definition=$prometheus_dir/usr/share/gocode/src/github.com/prometheus/client_model
