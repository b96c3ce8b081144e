# SPDX-License-Identifier: GPL-2.0
# The targets for users and developers; "make help" lists them.

KDIR ?= /lib/modules/$(shell uname -r)/build
BTF ?=
HOSTCC ?= cc
VERSION := $(shell cat VERSION)

# A kernel that LLVM has built needs modules that LLVM builds.
ifneq ($(shell grep -s '^CONFIG_CC_IS_CLANG=y' $(KDIR)/include/config/auto.conf),)
LLVM ?= 1
export LLVM
endif

ifneq ($(words $(CURDIR)),1)
$(error kbuild cannot build in a directory whose path has a space: $(CURDIR))
endif

all: modules fdd region			## everything, for the running kernel

modules: compat/generated/layout.h	## the module, for the kernel of KDIR (BTF: its types)
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

# The kernel's private types, from its BTF. Made each time, since
# KDIR may name another kernel; an unchanged file keeps its time stamp.
compat/generated/layout.h: build/layout FORCE
	@mkdir -p $(@D)
	@btf=$$(compat/find-btf "$(KDIR)" "$(BTF)" build/btf.vmlinux) && \
	build/layout compat/layout.spec "$$btf" > $@.tmp
	@if cmp -s $@.tmp $@; then rm $@.tmp; else mv $@.tmp $@; fi

build/layout: compat/layout.c
	@mkdir -p $(@D)
	@echo '#include <bpf/btf.h>' | $(HOSTCC) -E - >/dev/null 2>&1 || { \
		echo "make: building needs $(HOSTCC) and libbpf's headers: scripts/install-deps build" >&2; \
		exit 1; }
	$(HOSTCC) -O2 -Wall -Wextra -o $@ $< -lbpf -lelf -lz

fdd:					## fdd, which reads traces
	$(MAKE) -C tools/fdd

region:					## the library that marks spans of a program's work
	$(MAKE) -C tools/region

install: fdd region			## fdd and the library, below prefix=/usr/local (DESTDIR: a root)
	$(MAKE) -C tools/fdd install
	$(MAKE) -C tools/region install

uninstall:				## remove the files that install has installed
	$(MAKE) -C tools/fdd uninstall
	$(MAKE) -C tools/region uninstall

modules_install:			## the module, for the kernel of KDIR
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules_install

# What DKMS builds the module from, for each kernel of a machine.
dkms_dir = $(DESTDIR)/usr/src/function-duration-$(VERSION)
install-dkms:				## the module's sources, for DKMS to build
	install -d $(dkms_dir)/scripts
	cp -r --preserve=mode VERSION Makefile Kbuild LICENSE *.[ch] duration include compat $(dkms_dir)
	rm -rf $(dkms_dir)/compat/generated $(dkms_dir)/*.mod.c
	find $(dkms_dir)/compat $(dkms_dir)/duration \( -name '*.o' -o -name '.*.cmd' \) -delete
	install -m 755 scripts/dkms-build scripts/probe-kernel $(dkms_dir)/scripts
	sed 's/#MODULE_VERSION#/$(VERSION)/' scripts/dkms.conf >$(dkms_dir)/dkms.conf
	@[ -n "$(DESTDIR)" ] || echo "now: dkms install function-duration/$(VERSION)"

uninstall-dkms:				## remove these ("dkms remove" comes before)
	rm -rf $(dkms_dir)

# The same bytes from the same commit, on any machine.
dist := build/function-duration-$(VERSION)
dist:					## build/function-duration-VERSION.tar.xz, of what is committed
	@mkdir -p build
	@rm -f $(dist).tar
	if [ -e .git ]; then \
		git archive --format=tar --prefix=function-duration-$(VERSION)/ -o $(dist).tar HEAD; \
	else \
		sed -n 's,/$$,,; s,^/,./,; /^[^#]/p' .gitignore | \
			tar --exclude-from=- --sort=name --numeric-owner --owner=0 --group=0 \
			--transform='s,^\.,function-duration-$(VERSION),' -cf $(dist).tar .; \
	fi
	xz -f -6 -T1 $(dist).tar

debs:					## Debian packages, in build/deb, built in a clean Debian 13
	scripts/make-debs

check:					## the tests of today, on today's two kernels (PARTS="fdd 20-selftests": these; see CONTRIBUTING.md)
	scripts/install-deps all
	tests/check $(PARTS)

check-fast:				## a changed line, in a minute (K=7.x: on that kernel)
	scripts/install-deps all
	tests/check-fast

demo:					## install, build, and trace "ls | sed" in a virtual machine
	scripts/demo

vm-test:				## our .tc files in a virtual machine (K=6.12, K=7.x: that kernel)
	tests/vm/vm test $(if $(K),-k $(K))

vm-upstream:				## the kernel's own ftrace tests, with the module (K=...)
	tests/vm/vm upstream $(if $(K),-k $(K))

vm-shell:				## a shell in a virtual machine (K=...)
	tests/vm/vm build $(if $(K),-k $(K))
	tests/vm/vm shell $(if $(K),-k $(K))

check-long:				## all tests of check, and those that take too long for it
	scripts/install-deps all tree
	tests/vm/vm upstream
	tests/vm/vm test -- 'long/*'
	CHECK_ALL=1 tests/check
	tests/build/prototypes
	tests/build/reviewed
	tests/build/facts
	tests/kernels/as
	tests/stress/many
	tests/stress/soak -t 7200
	tests/bugs/check
	tests/bench/select
	tests/record/persistent
	tests/record/in-systemd
	tests/record/ignored
	tests/suspend/check
	tests/tree/check
	tests/packages/machine
	tests/packages/guests
	tests/packages/service
	tests/packages/fresh
	tests/packages/boot
	tests/packages/secure-boot
	tests/packages/autopkgtest
	tests/packages/rpm

check-kernels:				## every series and flavour of Debian's kernels (ARCH=arm64: of arm64)
	scripts/install-deps vm$(if $(filter arm64,$(ARCH)),-arm64)
	tests/kernels/check --update $(if $(filter arm64,$(ARCH)),arm64-every,every)

check-debug:				## tests on debug kernels, which take hours
	scripts/install-deps vm
	tests/debug-kernel/check

check-kvm:				## stress on CPUs that run at the same time, by KVM
	scripts/install-deps vm
	tests/stress/parallel kvm

check-arm64:				## fdd for arm64; its stacks, our .tc files and stress there, on CPUs that run at the same time
	scripts/install-deps vm-arm64
	tests/fdd/on-arm64
	tests/ibt/on-arm64
	tests/stacks/on-arm64
	tests/vm/vm test -k arm64
	tests/stress/parallel arm64

fuzz:					## damaged and costly input for fdd, 10 minutes for each reader (SECONDS_EACH=600); 1000 made-up traces
	scripts/install-deps fdd fuzz
	$(MAKE) -C tools/fdd fuzz

bench:					## measure the cost of tracing in instructions
	tests/bench/run

bench-fleet:				## measure a fleet: an agent, the wire, ClickHouse and DuckDB; an hour or two
	tests/bench/fleet --keep Documentation/cost/fleet.json
	tests/bench/doc

clean:					## remove the files that were built
	rm -rf build compat/generated
	rm -f *.ko *.mod *.mod.c *.o .*.cmd modules.order Module.symvers
	find compat duration \( -name '*.o' -o -name '.*.cmd' \) -delete

clean-cache:				## remove the kernels and roots of tests, make debs and make demo
	tests/vm/vm clean

load:					## load the module into the running kernel
	insmod function_duration.ko

# The key that DKMS signs with: Ubuntu has its own.
KEY ?= $(firstword $(wildcard /var/lib/dkms/mok.key /var/lib/shim-signed/mok/MOK.priv) \
	/var/lib/dkms/mok.key)
CERT ?= $(patsubst %.priv,%.der,$(KEY:%.key=%.pub))
sign:					## sign the module for Secure Boot (KEY=mok.key CERT=mok.pub)
	$(KDIR)/scripts/sign-file sha256 $(KEY) $(CERT) function_duration.ko

unload:					## unload it
	rmmod function_duration

help:
	@sed -n 's/^\([a-z0-9_-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

FORCE:

.PHONY: FORCE all load unload sign modules fdd region install uninstall modules_install install-dkms uninstall-dkms dist debs check check-fast check-long check-debug check-kvm check-arm64 fuzz bench bench-fleet demo vm-test vm-upstream vm-shell clean clean-cache help
