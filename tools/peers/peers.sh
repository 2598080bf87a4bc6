#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# make bench-peers: measures this library and others in one run. It skips those that it cannot get:
#
# - libb2, libsodium, OpenSSL, Botan and libgcrypt, if they are installed (Debian: libb2-dev,
#   libsodium-dev, libssl-dev, libbotan-2-dev, libgcrypt20-dev; none of them has BLAKE)
# - the crates blake2, blake2b_simd and blake-hash, libcrux-hacl (HACL*) and revm-precompile, which
#   cargo fetches and builds
# - Go's x/crypto, geth's blake2b and Decred's blake256, which go fetches and builds
# - the code for AVX2 of two programs, if a variable has the path of a clone: PEER_XMRIG (xmrig's
#   RandomX), PEER_TROMP (tromp's Equihash, blake2bx8)
#
# It ends with a line for each group and size: ours, the fastest other one, the ratio. This is not a
# test: it asserts no figure, but it fails if digests differ.
#
# Usage: tools/peers/peers.sh PROGRAM

set -u
LC_ALL=C
export LC_ALL
work=$(pwd)/build/peers
rm -rf build/peers/lib build/peers/tromp
mkdir -p "$work/lib"

# library NAME OPTION...: libs.c for this library, by the C compiler, or that of C++ if $cxx is set
library() {
    what=$1
    shift
    # shellcheck disable=SC2086 # $cxx is a list of words
    ${cxx:-${CC:-cc}} -O3 -fPIC -shared "-DPEER_$what" -o "$work/lib/$what" tools/peers/libs.c "$@" \
        >"$work/log" 2>&1 || echo "no $what: $(grep -m 1 error "$work/log")"
}

cxx=''
library libb2 -lb2
library libsodium -lsodium
library OpenSSL -lcrypto
library libgcrypt -lgcrypt
for botan in botan-3 botan-2; do
    flags=$(pkg-config --cflags --libs $botan 2>/dev/null) && break
done
# shellcheck disable=SC2086
library Botan $flags
[ -z "${PEER_XMRIG-}" ] ||
    library xmrig -mavx2 "$PEER_XMRIG/src/crypto/randomx/blake2/avx2/blake2b_avx2.c"
if [ -n "${PEER_TROMP-}" ]; then
    cp -R "$PEER_TROMP" "$work/tromp"
    # Compilers of today refuse arrays of structures that are aligned beyond their size.
    for file in "$work"/tromp/blake*/blake2.h; do
        sed 's/ALIGN( 64 ) typedef/typedef/' "$file" >"$work/header" && cp "$work/header" "$file"
    done
    cxx="${CXX:-c++} -x c++"
    library tromp -march=native "-I$work/tromp" "$work/tromp/blake/blake2b.cpp" \
        "$work/tromp/blake2-avx2/blake2bip.c"
fi

for name in crates hacl revm go; do
    tool=cargo list=Cargo.lock command='cargo build --release'
    case $name in
    crates) what='blake2|blake2b_simd|blake-hash' ;;
    hacl) what=libcrux-hacl ;;
    revm) what=revm-precompile ;;
    go)
        what='golang.org/x/crypto|github.com/ethereum/go-ethereum'
        what="$what|github.com/decred/dcrd/crypto/blake256"
        tool=go list=go.mod
        command='go build -mod=mod -buildvcs=false -buildmode=c-shared -o libpeer_go.so .'
        ;;
    esac
    if ! command -v $tool >/dev/null 2>&1; then
        echo "no $tool, so no $what"
        continue
    fi
    # In a copy, since both write beside what they build.
    mkdir -p "$work/$name"
    cp tools/peers/$name/* "$work/$name"
    if (cd "$work/$name" && CGO_ENABLED=1 GOTOOLCHAIN=local $command >log 2>&1); then
        built=$(find "$work/$name" -name "libpeer_$name.*" ! -name '*.d' ! -name '*.h' | sed -n 1p)
        cp "$built" "$work/lib/$name"
        tr -d '"' <"$work/$name/$list" | awk -v what="^($what)\$" '
            $1 == "name" { name = $3 }
            $1 == "version" && name ~ what { print name, $3 }
            $1 == "require" && $2 ~ what { print $2, $3 }'
    else
        echo "$tool cannot build $what: $(tail -n 1 "$work/$name/log")"
    fi
done
exec "$1" "$work/lib"
