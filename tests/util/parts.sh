#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Parts of the utility with a simulated system: files.c (threads, locks, order of results, lack of
# memory and descriptors), and the driver's cycles.c (clocks and counters).
set -u
LC_ALL=C
export LC_ALL
# (The folder for temporary files may be mounted with noexec.)
tmp=build/tests/parts
mkdir -p $tmp
failed=0

if [ -n "${TEST_CANNOT_RUN-}" ]; then
    echo "SKIP parts: $TEST_CANNOT_RUN"
    exit 0
fi
for part in files cycles; do
    program=$tmp/$part${TEST_EXE:-}
    # shellcheck disable=SC2086 # several words
    if ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -std=c99 -Ibuild -Iapp -Iapp/include -Iapp/util -pthread \
        -o "$program" tests/util/$part.c 2>$tmp/log &&
        ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -Ibuild -Iapp -Iapp/include -Iapp/util \
            -o "$program" tests/util/$part.c 2>$tmp/log; then
        echo "FAIL $part: does not compile: $(grep -m 1 error $tmp/log)"
        failed=1
        continue
    fi
    # shellcheck disable=SC2086,SC3045 # a command, or nothing; every sh has -t
    (ulimit -t 120 && exec ${TEST_EMULATOR-} "$program") >$tmp/out 2>$tmp/err
    status=$?
    cat $tmp/out
    if [ $status -ne 0 ]; then
        failed=1
        grep -q '^FAIL ' $tmp/out ||
            echo "FAIL $part: ended with status $status, after '$(tail -n 1 $tmp/out)'; $(tr '\n' \
                ' ' <$tmp/err | cut -c 1-500)"
    fi
done
exit $failed
