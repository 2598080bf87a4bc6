# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# What is made of which sources: the lists of the driver, the util and every extension, each in its
# own folder. The Makefile includes them; whoever else needs a list asks for it by name, without a
# configuration:
#
#   make -s -f app/lists.mk print-DRIVER
#
# (The folder is where this file is.)

APP := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
include $(wildcard $(APP)/driver/objects.mk $(APP)/util/objects.mk $(APP)/extensions/*/objects.mk $(addsuffix /objects.mk,$(EXTENSION_FOLDERS)))

print-%:
	@echo $($*)
