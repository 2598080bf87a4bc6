#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Which lines of app/ the tests run, by gcov: "make coverage". Only C files count, as gcc compiles
# them for this CPU: gcov does not see assembly.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
needs coverage gcc gcov make python3
copy_tree "$work/tree"
cd "$work/tree" || exit 1
# Also count the lines of programs that end in abort().
cat >"$work/abort.c" <<'C'
#include <signal.h>
#include <unistd.h>
void __gcov_dump(void);
void abort(void);
void abort(void) {
    __gcov_dump();
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(1);
}
C
# guard and checkasm only test assembly. (make expands TEST_FILES.)
# shellcheck disable=SC2016
tests='$(filter-out %/guard %/checkasm,$(TEST_FILES))'" 'tests/util/commands.sh bin/blake2b-util' 'tests/util/sum.sh bin/blake2b-util'"
if ! { gcc -c -o "$work/abort.o" "$work/abort.c" &&
    ./configure CC=gcc CFLAGS='-O0 --coverage' LDFLAGS="$work/abort.o" && make -j"$jobs" all &&
    make -j"$jobs" check-build CHECK_BUILD="$tests"; } >"$work/log" 2>&1; then
    fail "coverage: the tests fail: $(grep -m 1 -E 'not ok|rror: ' "$work/log")"
    exit 1
fi
find . -name '*.gcda' -exec gcov --json-format --stdout {} + >"$work/data" 2>"$work/log"
python3 tests/build/coverage.py <"$work/data"
