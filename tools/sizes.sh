#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Sizes in firmware: tests/systems/freestanding/firmware.c linked with the library of configure
# --freestanding for some small CPUs. The linker removes what it does not call.
#
#   tools/sizes.sh            the table of doc/firmware.md; second figures: with --disable-selftest
#   tools/sizes.sh --check    builds all of them, and prints PASS, FAIL or SKIP for each
#
# flash: code, constants, and initial values that the startup code copies to RAM. About 100 bytes
#   are the example's own memcpy, memset and start.
# RAM: static variables, without the digest that the example writes
# stack: the deepest chain of calls, added up from each function's stack (-fstack-usage) and from
#   the calls (relocations); nothing is run. It includes the state, but neither helpers of the
#   compiler's runtime nor interrupts.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS
mode=${1:-}

# The deepest chain from image_digest: files of stack usage, then "objdump -r" on standard input.
    # The library's other hash has functions of the same names.
    for table in "$folder"/*.def; do
        [ "$table" = "$folder/$hash.def" ] || rm "$dir/build/$hash/$(basename "$table" .def)"*
    done
