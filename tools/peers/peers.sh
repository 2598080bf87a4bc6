#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# make bench-peers: builds the crate blake2b_simd if there is a cargo that can, then measures this
# library beside it, libb2, libsodium and OpenSSL, as far as they are installed (Debian: libb2-1,
# libsodium23, libssl3). It ends with a line for each group and size: ours, the fastest other one, the ratio.
# Not a test: it asserts no figure, but it fails if digests differ.
#
# Usage: tools/peers/peers.sh PROGRAM

set -u
work=build/peers
crate=''
if command -v cargo >/dev/null 2>&1; then
    mkdir -p $work
    # In a copy, since cargo writes beside what it builds.
    cp tools/peers/simd/Cargo.toml tools/peers/simd/lib.rs $work
    if (cd $work && cargo build --release >cargo.log 2>&1); then
        crate=$(find "$(pwd)/$work/target/release" -maxdepth 1 -name 'libpeer_simd.*' ! -name '*.d' | sed -n 1p)
        sed -n '/^name = "blake2b_simd"$/{n;s/version = /blake2b_simd /p;}' $work/Cargo.lock
    else
        echo "cargo cannot build blake2b_simd: $(tail -n 1 $work/cargo.log)"
    fi
else
    echo 'no cargo, so no blake2b_simd'
fi
exec "$1" ${crate:+"$crate"}
