# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2154 # variables of tests/util/sum.sh, which reads this
#
# BLAKE by the utility. Constants from blake.py; for a zero byte, from the authors of BLAKE.
printf '\0' >zero
try "BLAKE-256 of a zero byte" 0 \
    '0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87  zero\n' -a blake256 zero
blake=1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c28
# (Among them a digest of the utility's own hash.)
cat >blake.list <<BLAKE
BLAKE-224 (a) = 7c270941a0b4a412db099b710da90112ce49f8510add4f896c07ace4
BLAKE-256 (a) = 1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c28
BLAKE-384 (a) = fcbbe2a60f9d4bfabf2e018cc3b1628d520d6b325d5e90a8d196f3948811a952823349236daf0c49be6a214ede021aaa
BLAKE-512 (a) = 14266c7c704a3b58fb421ee69fd005fcc6eeff742136be67435df995b7c986e7cbde4dbde135e7689c354d2bc5b8d260536c554b4f84c118e61efc576fed7cd3
$("$util" sum --tag -l 8 a)
BLAKE-256-248 (a) = 1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c
BLAKE-256 (zero) = 1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c28
BLAKE
try "BLAKE: check by tags" 1 'a: OK\na: OK\na: OK\na: OK\na: OK\nzero: FAILED\n' -c blake.list
says "BLAKE: check by tags: a shorter digest is none" '*1 line is improperly formatted*'
try "BLAKE: check by tags, warn" 1 'a: OK\na: OK\na: OK\na: OK\na: OK\nzero: FAILED\n' -c --warn \
    blake.list
says "BLAKE: check by tags, warn: message" '*list: 6: improperly formatted BLAKE-256 checksum line*'
for hash in 224 256 384 512; do
    try "BLAKE-$hash: tag" 0 "$(grep "^BLAKE-$hash " blake.list | sed -n 1p)\n" \
        --algorithm=blake$hash --tag a
    "$util" sum -a blake$hash m0 m1000 m65537 >list
    try "BLAKE-$hash: check" 0 'm0: OK\nm1000: OK\nm65537: OK\n' --algorithm blake$hash \
        -c --strict list
    try "BLAKE-$hash: --length" 1 '' -a blake$hash -l 128 a
    try "BLAKE-$hash: --key-file" 1 '' -a blake$hash --key-file key8 a
    try "BLAKE-$hash: --personal" 1 '' -a blake$hash --personal x a
    says "BLAKE-$hash: --personal: message" "*blake$hash does not support --personal*"
    printf 'junk\n' >list
    try "BLAKE-$hash: junk" 1 '' -a blake$hash -c --warn list
    says "BLAKE-$hash: junk: message" "*improperly formatted BLAKE-$hash checksum line*"
done
input=a
try "BLAKE-256, standard input" 0 "$blake  -\n" -a blake256
input=$dir/input
try "BLAKE-256, salt" 0 'BLAKE-256+salt (a) = a5fec5658eede7db5cf64fe5c6dba8bc1feb4c6dbb433f87cd7b2e967bd4816e\n' \
    -a blake256 --salt hex:00112233445566778899aabbccddeeff --tag a
try "BLAKE-256, a longer salt" 1 '' -a blake256 --salt 0123456789abcdef0 a
try "BLAKE-512, salt of 32 bytes" 0 \
    "$("$util" sum -a blake512 --salt hex:"$(printf '%064d' 0)" a)\n" -a blake512 a
try "BLAKE-512, salt" 0 '8eb503f916eda9ceb6c55e89cbf63b9494e5f855a0e6c0f732d40afa18f47487ab71b7fe438479a011c36ff5611d0880643e7e8d0340c5b40e642ed2234f5262  a\n' \
    -a blake512 --salt salty a
# A salt that is too long for a hash must not match its lines.
"$util" sum -a blake256 --salt 0123456789abcdef --tag a >"$dir/salted.list"
try "check: BLAKE-256, a longer salt" 1 '' -c -a blake512 --salt 0123456789abcdefANYTHING \
    "$dir/salted.list"
try "check: BLAKE-256, its salt" 0 'a: OK\n' -c -a blake512 --salt 0123456789abcdef \
    "$dir/salted.list"
try "BLAKE-100" 1 '' -a blake100 a
