#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# make bench-peers: measures this library and others in one run. It skips those that it cannot get:
#
# - the crates blake2, blake2b_simd and blake-hash, which cargo fetches and builds
# - Decred's Go package blake256, which go fetches and builds
# - libb2, libsodium, OpenSSL, Botan and libgcrypt, if they are installed (Debian: libb2-1,
#   libsodium23, libssl3, libbotan-2-19, libgcrypt20; none of them has BLAKE)
#
# It ends with a line for each group and size: ours, the fastest other one, the ratio. This is not a
# test: it asserts no figure, but it fails if digests differ.
#
# Usage: tools/peers/peers.sh PROGRAM

set -u
LC_ALL=C
export LC_ALL
work=build/peers
crates='' decred=''
if command -v cargo >/dev/null 2>&1; then
    # In a copy, since cargo writes beside what it builds; so does go.
    mkdir -p $work
    cp tools/peers/crates/Cargo.toml tools/peers/crates/lib.rs $work
    if (cd $work && cargo build --release >cargo.log 2>&1); then
        crates=$(find "$(pwd)/$work/target/release" -maxdepth 1 -name 'libpeer_crates.*' ! -name \
            '*.d' | sed -n 1p)
        sed -n '/^name = "\(blake2\|blake2b_simd\|blake-hash\)"$/{s/name = "\(.*\)"/\1/;N;s/\nversion = / /;p;}' $work/Cargo.lock
    else
        echo "cargo cannot build blake2, blake2b_simd and blake-hash: $(tail -n 1 $work/cargo.log)"
    fi
else
    echo 'no cargo, so no blake2, blake2b_simd and blake-hash'
fi
if command -v go >/dev/null 2>&1; then
    mkdir -p $work/decred
    cp tools/peers/decred/go.mod tools/peers/decred/main.go $work/decred
    if (cd $work/decred && CGO_ENABLED=1 GOTOOLCHAIN=local \
        go build -mod=mod -buildvcs=false -buildmode=c-shared -o libpeer_decred.so . \
        >go.log 2>&1); then
        decred=$(pwd)/$work/decred/libpeer_decred.so
        sed -n "s,^require .*/dcrd/crypto/blake256 v,Decred's blake256 ,p" $work/decred/go.mod
    else
        echo "go cannot build Decred's blake256: $(tail -n 1 $work/decred/go.log)"
    fi
else
    echo "no go, so nothing of Decred's"
fi
exec "$1" "$crates" "$decred"
