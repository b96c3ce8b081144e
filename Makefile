# SPDX-License-Identifier: GPL-2.0
# What people type. "make help" lists it.

KDIR ?= /lib/modules/$(shell uname -r)/build

all: modules fdd region			## everything, for the running kernel

modules:				## the module, for the kernel of KDIR
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

fdd:					## the reader of traces
	$(MAKE) -C tools/fdd

region:					## the library that marks spans of a program's work
	$(MAKE) -C tools/region

check:					## every test, for all kernels
	tests/check

clean:					## what was built here
	rm -rf build

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: all modules fdd region check clean help
