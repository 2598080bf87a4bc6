#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The files for distributions and users of releases: package/.
#
#   without an argument   checks that need no tool
#   deb, rpm              builds the packages from "make dist" and uses their contents
#   deb-tests             as deb, with the tests that the package runs (rpm runs them, too)
#   ports                 the same with the port for vcpkg and the recipe for Conan
# shellcheck disable=SC2317 # functions that are called by their names
cd "$(dirname "$0")/../.." || exit 1
unset DESTDIR TEST_RAN CC CFLAGS CPPFLAGS LDFLAGS
# shellcheck source=tests/common.sh
. tests/common.sh
version=$(cat app/VERSION)
tap_prefix='package/'
# Packages are tested as they are built: by a sample here (tests/run.sh).
TEST_SAMPLE=5
export TEST_SAMPLE

# Builds the fuzzers as OSS-Fuzz does, and gives each its seeds. (With its other sanitizers: fuzz.sh.)
oss_fuzz() (
    export SRC="$work/src" OUT="$work/out" WORK="$work/fuzz" SANITIZER=address CC=clang CXX=clang++
    export LIB_FUZZING_ENGINE=-fsanitize=fuzzer FUZZING_ENGINE=libfuzzer
    export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only \
-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=address,fuzzer-no-link"
    export CXXFLAGS="$CFLAGS"
    mkdir -p "$SRC" "$OUT" "$WORK"
    ln -s "$work/tree" "$SRC/libblake2b"
    sh -eu "$work/ports/oss-fuzz/build.sh" || exit 1
    for target in api list; do
        program=$OUT/libblake2b_$target
        python3 -m zipfile -e "${program}_seed_corpus.zip" "$work/seeds" &&
            "$program" -runs=200 -seed=1 "$work/seeds" || exit 1
        rm -rf "$work/seeds"
    done
)

# The release, built in a copy of the tree that is not a git checkout.
release() {
    copy_tree "$work/tree"
    for folder in bin build; do
        cp $folder/.gitignore "$work/tree/$folder"
    done
    if ! (cd "$work/tree" && ./configure && make dist) >"$log" 2>&1; then
        fail "$1: make dist fails: $(tail -n 1 "$log")"
        exit 1
    fi
    archive=$work/tree/bin/libblake2b-$version.tar.gz
}

# The package's own test, with what was unpacked below $1 instead of installed files.
consumer() {
    libraries=$(dirname "$(find "$1" -name libblake2b.so.1)")
    PKG_CONFIG_SYSROOT_DIR=$1 PKG_CONFIG_LIBDIR=$libraries/pkgconfig \
        PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
        PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 LD_LIBRARY_PATH=$libraries PATH=$1/usr/bin:$PATH \
        package/debian/tests/consumer >"$work/consumer" 2>&1 &&
        grep "=> $libraries/" "$work/consumer"
}

unpack_rpms() {
    for file in "$work"/rpm/RPMS/*/*.rpm; do
        rpm2cpio "$file" >"$work/cpio" && (cd "$work/root" && cpio -idm --quiet <"$work/cpio") ||
            return 1
    done
}

# vcpkg_user FOLDER TYPE PREFIX: a program that finds what the port installed
vcpkg_user() {
    cmake -S package/conan/test_package -B "$1" -G Ninja "-DCMAKE_BUILD_TYPE=$2" \
        "-DCMAKE_PREFIX_PATH=$3" &&
        cmake --build "$1" && "$1/test_package"
}

# count NUMBER FILE...: checks the number of packages, not counting those of debug data
count() {
    expected=$1
    shift
    printf '%s\n' "$@"
    test "$(printf '%s\n' "$@" | grep -v -c -e dbgsym -e debuginfo -e debugsource)" -eq "$expected"
}

case ${1-} in
deb | deb-tests)
    # The tests of the package were compiled with other flags; tier two runs them.
    if [ "$1" = deb ]; then
        DEB_BUILD_OPTIONS=nocheck
        export DEB_BUILD_OPTIONS
    fi
    needs deb gcc make dpkg-buildpackage dh lintian dpkg-deb pkg-config
    release deb
    tree=$(package/debian.sh "$archive" "$work/deb")
    # (-d: build dependencies may be installed without packages.)
    check deb-build sh -c "cd '$tree' && dpkg-buildpackage -d -us -uc" || exit 1
    # Two of lintian's remarks do not apply yet: the package was not requested in Debian's bug
    # tracker, and there is no page of releases to watch. A third does not apply: the pages in doc
    # link to each other and to measured by these folders' names.
    check deb-lintian lintian --display-info --pedantic --fail-on error,warning,info,pedantic \
        --suppress-tags initial-upload-closes-no-bugs,debian-watch-file-is-missing,repeated-path-segment \
        "$work/deb/libblake2b_$version-1_$(dpkg --print-architecture).changes"
    check deb-count count 5 "$work"/deb/*.deb
    for file in "$work"/deb/*.deb; do
        dpkg-deb -x "$file" "$work/root"
    done
    check deb-consumer consumer "$work/root"
    # The release's other archive.
    gzip -dc "${archive%.tar.gz}-amalgamation.tar.gz" | (cd "$work" && tar xf -)
    one=$work/libblake2b-$version-amalgamation
    tried amalgamation gcc -O2 -Wall -Wextra -Werror -I"$one" -o "$work/program" \
        tests/build/amalgamation/program.c "$one"/*.[cS] && printed_abc amalgamation "$work/program" '' '*'
    ;;
rpm)
    needs rpm gcc make rpmbuild rpm2cpio cpio pkg-config
    release rpm
    specification=$(package/rpm.sh "$archive" "$work/rpm")
    # (--nodeps: the tools may be installed without rpm packages.)
    check rpm-build rpmbuild -ba --nodeps --define "_topdir $work/rpm" --define "_tmppath $work" \
        "$specification" || exit 1
    check rpm-count count 7 "$work"/rpm/RPMS/*/*.rpm
    mkdir -p "$work/root"
    check rpm-unpack unpack_rpms
    check rpm-consumer consumer "$work/root"
    ;;
ports)
    needs ports gcc make cmake ninja python3
    release ports
    URL=file://$archive FUZZ_BASE=base
    export URL FUZZ_BASE
    check ports-written package/ports.sh "$archive" "$work/ports" || exit 1
    check vcpkg-manifest python3 -c 'import json, sys
port = json.load(open(sys.argv[1]))
assert (port["name"], port["version"]) == ("libblake2b", sys.argv[2]), port' \
        "$work/ports/vcpkg/libblake2b/vcpkg.json" "$version"
    for shared in OFF ON; do
        packages=$work/vcpkg-$shared
        check "vcpkg-port shared $shared" cmake -DPORT_FOLDER="$work/ports/vcpkg/libblake2b" \
            -DCURRENT_PACKAGES_DIR="$packages" \
            -DWORK="$work/vcpkg-work-$shared" -DSHARED=$shared -P tests/build/vcpkg/port.cmake ||
            continue
        for type in Release Debug; do
            check "vcpkg-user shared $shared $type" vcpkg_user "$work/user-$shared-$type" $type \
                "$packages"
        done
    done
    lacks oss-fuzz clang clang++ zip || check oss-fuzz oss_fuzz
    CONAN_HOME=$work/conan-home
    export CONAN_HOME
    if ! { python3 -m venv "$work/conan" && "$work/conan/bin/pip" install -q 'conan>=2,<3'; } \
        >"$log" 2>&1; then
        skip "conan: PyPI cannot be reached"
        finish
    fi
    check conan-profile "$work/conan/bin/conan" profile detect
    for shared in False True; do
        check "conan-create shared $shared" "$work/conan/bin/conan" create "$work/ports/conan" \
            -o "*:shared=$shared"
    done
    ;;
*)
    # The symbols files list the headers' calls, with the libraries' symbol names.
    for name in $(libraries); do
        node=LIB$(in_capitals "$name")_${version%%.*}
        {
            echo "$node"
            awk -f app/package/calls.awk "app/include/$name.h" | sed "s/^/lib${name}_/"
        } | sort >"$work/calls"
        sed -n "s/^ \(.*\)@$node .*/\1/p" "package/debian/lib${name}1.symbols" |
            sort >"$work/symbols"
        check "symbols of lib$name" diff "$work/calls" "$work/symbols"
    done

    needs sbom gzip dd sha256sum
    archive=$work/libblake2b-$version.tar.gz
    tar cf - LICENSE | gzip -n >"$archive"
    export SBOM_QUIET=1
    package/sbom.sh "$archive" >"$work/sbom"
    sleep 1
    package/sbom.sh "$archive" >"$work/again"
    check sbom-same cmp "$work/sbom" "$work/again"
    # The fields that SPDX 2.3 requires, in its order.
    sed -n 's/^\([A-Za-z]*\): .*/\1/p' "$work/sbom" | tr '\n' ' ' >"$work/tags"
    check sbom-tags grep '^SPDXVersion DataLicense SPDXID DocumentName DocumentNamespace Creator Created PackageName SPDXID PackageVersion PackageFileName PackageSupplier PackageDownloadLocation FilesAnalyzed PackageChecksum PackageHomePage PackageLicenseConcluded PackageLicenseDeclared PackageCopyrightText .*Relationship .*LicenseID .*ExtractedText $' "$work/tags"
    check sbom-version grep -x "PackageVersion: $version" "$work/sbom"
    check sbom-created grep -x \
        'Created: 20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z' "$work/sbom"
    check sbom-checksum grep -x "PackageChecksum: SHA256: $(sha256sum <"$archive" | cut -c 1-64)" \
        "$work/sbom"
    # Only the dedication from LICENSE: SPDX has the other license.
    sed -n 's/^ExtractedText: <text>//; /^To the extent/,$p' "$work/sbom" |
        sed 's,</text>$,,' >"$work/text"
    sed -n '/^To the extent/,/liable for anything/p' LICENSE >"$work/dedication"
    check sbom-license cmp "$work/dedication" "$work/text"
    ;;
esac
finish
