#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The code and constants of what hashes one message after the other, all x86-64 kernels in it, stay
# within 64 KiB, and those of the whole library within 152 KiB (which kernels take how much, and what for:
# doc/performance.md). Called by make check, from the top folder, with TEST_... in the environment.

set -u
LC_ALL=C
export LC_ALL
limit=65536
limit_all=155648

skip() {
    echo "SKIP size: $1"
    exit 0
}

# bytes OBJECT...: of code and constants
bytes() {
    size -A "$@" | awk '$1 ~ /^\.(text|rodata)/ { sum += $2 } END { print sum + 0 }'
}

[ "$TEST_TARGET,$TEST_FORMAT" = X86_64,elf ] || skip "the limit is for x86-64 and ELF"
[ -n "$TEST_KERNELS" ] || skip "no assembly kernels in this build"
command -v size >/dev/null 2>&1 || skip "no size (binutils)"
case " $TEST_FLAGS " in
*-fsanitize* | *" -O0 "* | *" -O3 "* | *-flto* | *-fstack-protector*) skip "the limit is for usual flags" ;;
*" -O2 "* | *" -Os "*) ;;
*) skip "the limit is for -O2" ;;
esac
# shellcheck disable=SC2086 # lists of objects
serial=$(bytes $TEST_SERIAL) all=$(bytes $TEST_OBJECTS)
if [ "$serial" -lt 10000 ]; then
    echo "FAIL size: $serial bytes cannot be all"
elif [ "$serial" -gt $limit ]; then
    echo "FAIL size: $serial bytes for one message after the other, more than $limit"
elif [ "$all" -gt $limit_all ]; then
    echo "FAIL size: $all bytes for the whole library, more than $limit_all"
else
    echo "PASS size: $serial bytes for one message after the other, of $limit; $all with all other calls, of $limit_all"
    exit 0
fi
exit 1
