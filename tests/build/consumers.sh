#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Other projects' programs, built from Debian's source packages with this library instead of their
# own BLAKE2b. Their own tests must pass. What cannot be fetched is skipped.
#
#   librsync, argon2: blake2.h of libb2, or their own, by <blake2b-compat/blake2.h>
#
# Usage: tests/build/consumers.sh    CONSUMERS=FOLDER: FOLDER/NAME has sources that apt lacks
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

needs consumers apt-get cmake make gcc nm

# apt with its own configuration and folders: the system's are neither read nor changed.
apt=$work/apt
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/conf.d" "$work/src"
# The package sources of this system.
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null)
# shellcheck disable=SC2016 # apt-get expands it
for archive in $(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
    "Codename: $release" 2>/dev/null | sort -u); do
    echo "deb-src $archive $release main"
done >"$apt/sources.list"
cat >"$apt/apt.conf" <<CONF
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "$apt";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferences "-";
Dir::Etc::preferencesparts "-";
Dir::Etc::parts "$apt/conf.d";
CONF
APT_CONFIG=$apt/apt.conf
export APT_CONFIG
if ! timeout 300 apt-get -q update >"$log" 2>&1 || ! ls "$apt"/lists/*_Sources* >/dev/null 2>&1
then
    skip "consumers: the system's archive has no list of source packages"
    [ -n "${CONSUMERS-}" ] || finish
fi

# source_of PACKAGE: its upstream sources in $folder, checked by apt against the signed list
source_of() {
    mkdir "$work/src/$1"
    if [ -d "${CONSUMERS-}/$1" ]; then
        folder=$work/src/$1/copy
        cp -R "$CONSUMERS/$1" "$folder"
        return
    fi
    if ! (cd "$work/src/$1" && timeout 300 apt-get -q source --tar-only "$1" &&
        tar xf ./*.orig.tar.*) >"$log" 2>&1; then
        skip "consumers/$1: no source: $(grep -m 1 '^E:' "$log" |
            sed 's/.* \([0-9][0-9]* *Not Found\).*/\1/; s/ *\[IP.*//')"
        return 1
    fi
    folder=$(find "$work/src/$1" -mindepth 1 -maxdepth 1 -type d)
}

# ---- this library, installed ----

usr=$work/usr
built consumers "$work/tree" 'install-lib install-shared' --prefix="$usr" || exit 1

# calls NAME FILE: checks that it calls this library, and contains no BLAKE2b
calls() {
    if nm -D "$2" | grep -q 'U libblake2b_' &&
        ! nm "$2" | grep -q ' [Tt] blake2b_\(init\|update\|compress\)'; then
        pass "consumers/$1 calls libblake2b"
    else
        fail "consumers/$1 does not call libblake2b"
    fi
}

# ---- librsync ----

# Its CMake files find libb2 by given paths: header and library are those of this one.
if source_of librsync; then
    build=$work/librsync
    if cmake -S "$folder" -B "$build" -DUSE_LIBB2=ON -DCMAKE_C_FLAGS="-I$usr/include" \
        -DLIBB2_INCLUDE_DIR="$usr/include/blake2b-compat" \
        -DLIBB2_LIBRARY_RELEASE="$usr/lib/libblake2b.so" \
        -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DCMAKE_BUILD_TYPE=Release -DBUILD_RDIFF=OFF \
        >"$log" 2>&1 &&
        cmake --build "$build" -j "$jobs" >>"$log" 2>&1; then
        calls librsync "$build/librsync.so"
        if (cd "$build" && ctest) >"$log" 2>&1 &&
            tests=$(sed -n 's/^100% tests passed, 0 tests failed out of //p' "$log") &&
            [ "${tests:-0}" -gt 3 ]; then
            pass "consumers/librsync: its $tests tests"
        else
            fail "consumers/librsync: $(grep -m 3 -e 'Failed' -e 'tests passed' "$log" |
                tr '\n' ' ')"
        fi
    else
        fail "consumers/librsync: $(grep -m 1 -A 3 -E 'CMake Error|error:' "$log" | tr '\n' ' ')"
    fi
fi

ours="-I$usr/include $usr/lib/libblake2b.so -Wl,-rpath,$usr/lib"

# ---- argon2: everything but its blake2b_long is this library's ----

if source_of argon2; then
    code=$folder/src/blake2
    {
        printf '#include "blake2-impl.h"\n#include "blake2.h"\n'
        echo 'void clear_internal_memory(void *, size_t);'
        sed -n '/Argon2 Team - Begin Code/,/Argon2 Team - End Code/p' "$code/blake2b.c"
    } >"$work/long.c"
    mv "$work/long.c" "$code/blake2b.c"
    {
        echo '#include <blake2b-compat/blake2.h>'
        echo 'int blake2b_long(void *out, size_t outlen, const void *in, size_t inlen);'
    } >"$code/blake2.h"
    # (Its Makefile links nothing by itself. The tests are known answers of genkat, and testcase.)
    if (cd "$folder" && CFLAGS="-w -Wl,--no-as-needed $ours" make test) >"$log" 2>&1 &&
        answers=$(grep -c '^argon2.*: OK$' "$log") && tests=$(grep -c ': PASS$' "$log") &&
        [ "$tests" -gt 10 ]; then
        calls argon2 "$folder/testcase"
        pass "consumers/argon2: its $tests tests and $answers known answers"
    else
        fail "consumers/argon2: $(grep -m 1 -e ERROR -e 'error:' -e Assertion "$log")"
    fi
fi

finish
