#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Parts of the utility with a simulated system: files.c (threads, locks, order of results, lack of
# memory and descriptors), and the driver's cycles.c (clocks and counters).
# shellcheck source=tests/tap.sh
. tests/tap.sh
# (The folder for temporary files may be mounted with noexec.)
tmp=build/tests/parts
mkdir -p $tmp

if [ -n "${TEST_CANNOT_RUN-}" ]; then
    skip_all "parts: $TEST_CANNOT_RUN"
fi
for part in files cycles; do
    program=$tmp/$part${TEST_EXE:-}
    # shellcheck disable=SC2086 # several words
    if ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -std=c99 -Ibuild -Iapp -Iapp/include -Iapp/util -pthread \
        -o "$program" tests/util/$part.c 2>$tmp/log &&
        ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -Ibuild -Iapp -Iapp/include -Iapp/util \
            -o "$program" tests/util/$part.c 2>$tmp/log; then
        fail "$part: does not compile: $(grep -m 1 error $tmp/log)"
        continue
    fi
    # shellcheck disable=SC2016,SC2086 # a command, or nothing
    results_in_words "$part" sh -c 'ulimit -t 120 && exec "$@"' sh ${TEST_EMULATOR-} "$program"
done
finish
