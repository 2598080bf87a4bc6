# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Which objects each program and library consists of: the lists of the driver, the utility and every
# extension, each in its own folder. The Makefile includes them. Scripts ask for a list by name,
# without a configuration:
#
#   make -s -f app/lists.mk print-DRIVER
#
# (APP is the folder of this file.)

APP := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
include $(wildcard $(APP)/driver/objects.mk $(APP)/util/objects.mk $(APP)/extensions/*/objects.mk $(addsuffix /objects.mk,$(EXTENSION_FOLDERS)))

print-%:
	@echo $($*)
