# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Include all files of the test bed.

vm_parts=$(dirname "${BASH_SOURCE[0]}")
. "$vm_parts/lib.sh"
. "$vm_parts/../lib/days.sh"
. "$vm_parts/arch.sh"
. "$vm_parts/archive.sh"
. "$vm_parts/kernels.sh"
. "$vm_parts/roots.sh"
. "$vm_parts/debug.sh"
. "$vm_parts/accel.sh"
. "$vm_parts/boot.sh"
. "$vm_parts/build.sh"
. "$vm_parts/suites.sh"

use_arch amd64
