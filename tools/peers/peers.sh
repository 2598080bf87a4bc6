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
#
# It ends with a line for each group and size: ours, the fastest other one, the ratio. This is not a
# test: it asserts no figure, but it fails if digests differ.
#
# Usage: tools/peers/peers.sh PROGRAM

set -u
LC_ALL=C
export LC_ALL
work=$(pwd)/build/peers
rm -rf build/peers/lib
mkdir -p "$work/lib"

# library NAME OPTION...: libs.c for this library
library() {
    what=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    ${CC:-cc} -O3 -fPIC -shared "-DPEER_$what" -o "$work/lib/$what" tools/peers/libs.c "$@" \
        >"$work/log" 2>&1 || echo "no $what: $(grep -m 1 error "$work/log")"
}

library libb2 -lb2
library libsodium -lsodium
library OpenSSL -lcrypto
library libgcrypt -lgcrypt
for botan in botan-3 botan-2; do
    flags=$(pkg-config --cflags --libs $botan 2>/dev/null) && break
done
# shellcheck disable=SC2086
library Botan $flags

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
