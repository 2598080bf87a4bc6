#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# librsync, built from Debian's source package with this library's <blake2b-compat/blake2.h> instead
# of libb2's blake2.h. Its own tests must pass. If it cannot be fetched, that is a skip.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='consumers/'

needs all apt-get cmake make gcc nm

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
    skip_all librsync "the system's archive has no list of source packages"
fi

if ! (cd "$work/src" && timeout 300 apt-get -q source --tar-only librsync &&
    tar xf ./*.orig.tar.*) >"$log" 2>&1; then
    skip_all librsync "no source: $(grep -m 1 '^E:' "$log" |
        sed 's/.* \([0-9][0-9]* *Not Found\).*/\1/; s/ *\[IP.*//')"
fi
folder=$(find "$work/src" -mindepth 1 -maxdepth 1 -type d)

usr=$work/usr
built library "$work/tree" 'install-lib install-shared' --prefix="$usr" || exit 1

# Its CMake files find libb2 by given paths: header and library are those of this one.
build=$work/librsync
if cmake -S "$folder" -B "$build" -DUSE_LIBB2=ON -DCMAKE_C_FLAGS="-I$usr/include" \
    -DLIBB2_INCLUDE_DIR="$usr/include/blake2b-compat" \
    -DLIBB2_LIBRARY_RELEASE="$usr/lib/libblake2b.so" \
    -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DCMAKE_BUILD_TYPE=Release -DBUILD_RDIFF=OFF \
    >"$log" 2>&1 &&
    cmake --build "$build" -j "$jobs" >>"$log" 2>&1; then
    # shellcheck disable=SC2016 # the inner shell's
    check 'librsync calls libblake2b' sh -c 'nm -D "$1" | grep "U libblake2b_" &&
        ! nm "$1" | grep " [Tt] blake2b_\(init\|update\|compress\)"' sh "$build/librsync.so"
    if (cd "$build" && ctest) >"$log" 2>&1 &&
        tests=$(sed -n 's/^100% tests passed, 0 tests failed out of //p' "$log") &&
        [ "${tests:-0}" -gt 3 ]; then
        pass "librsync: its $tests tests"
    else
        fail "librsync: $(grep -m 3 -e 'Failed' -e 'tests passed' "$log" | tr '\n' ' ')"
    fi
else
    fail "librsync: $(grep -m 1 -A 3 -E 'CMake Error|error:' "$log" | tr '\n' ' ')"
fi
finish
