# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The Debian archive, asked through a private apt state: the machine's own
# apt is neither changed nor needs to know Debian 13.

# The mirrors this machine uses, "SITE RELEASE" per line: from the list of files that apt
# would fetch. Any user can ask for it, also before the first "apt update".
apt_sites() {
	apt-get update --print-uris 2>/dev/null |
		sed -n "s,^'\(.*\)/dists/\(.*\)/main/binary-.*,\1 \2,p"
}

# mirror PATTERN: the first site that serves a release matching PATTERN.
mirror() {
	apt_sites | awk -v want="^($1)\$" '$2 ~ want { print $1; exit }'
}

# Where packages come from: FD_MIRROR and FD_SECURITY_MIRROR, else the
# machine's own mirrors with their suites replaced.
find_mirrors() {
	local codename
	# shellcheck source=/dev/null
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-$suite}")
	main_mirror=${FD_MIRROR:-$(mirror "$codename|stable|testing|sid")}
	security_mirror=${FD_SECURITY_MIRROR:-$(mirror "($codename|stable|testing)(-security|/updates)")}
	[ -n "$main_mirror" ] ||
		die "no Debian mirror in apt's sources: set FD_MIRROR to one"
}

# The lines of a sources.list: the release with its updates, and backports.
sources() {
	local key=/usr/share/keyrings/debian-archive-keyring.gpg release
	[ -n "${main_mirror:-}" ] || find_mirrors
	for release in "$suite" "$suite-updates" "$suite-backports"; do
		echo "deb [signed-by=$key] $main_mirror $release main"
	done
	[ -z "$security_mirror" ] ||
		echo "deb [signed-by=$key] $security_mirror $suite-security main"
}

# The machine's proxies and similar settings apply here, too.
apt_settings() {
	apt-config dump --format '%f "%v";%n' Acquire |
		grep -E '^Acquire::(https?::|Check-|ForceIPv|Retries)' || true
}

# Write the private apt's configuration, so that setting APT_CONFIG is enough.
write_apt_config() {
	mkdir -p "$archive/lists/partial" "$archive/cache/archives/partial"
	: >"$archive/status"
	sources >"$archive/sources.list"
	apt_settings >"$archive/settings"
	{
		cat "$archive/settings"
		cat <<-END
		APT::Architecture "$arch";
		APT::Architectures { "$arch"; };
		APT::Sandbox::User "";
		Dir::Etc::main "/dev/null";
		Dir::Etc::parts "/dev/null";
		Dir::Etc::sourcelist "$archive/sources.list";
		Dir::Etc::sourceparts "/dev/null";
		Dir::Etc::preferencesparts "/dev/null";
		Dir::State::lists "$archive/lists";
		Dir::State::status "$archive/status";
		Dir::Cache "$archive/cache";
		END
	} >"$archive/apt.conf"
}

# Update the lists of packages.
update_archive() {
	write_apt_config
	APT_CONFIG=$archive/apt.conf apt-get -qq update >&2
}

# archive_packages: "NAME VERSION" of every kernel package in the archive.
archive_packages() {
	APT_CONFIG=$archive/apt.conf apt-cache dumpavail |
		awk '/^Package: linux-/ { name = $2 }
		     /^Version: / && name { print name, $2; name = "" }
		     /^$/ { name = "" }'
}
