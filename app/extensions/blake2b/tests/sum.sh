# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2154 # variables of tests/util/sum.sh, which reads this
#
# BLAKE2bp and BLAKE2Xb by the utility. Constants from vectors.py.
bp=402722dca131fe26f7b30990b43088d5cee2d26b836d3e3849140dbf0da65204
bp=${bp}700c390589eb98d42361d0fe6f5793141d23cd2e72b0abba065274e08870f5f8
try "BLAKE2bp" 0 "$bp  m1000\n" --bp m1000
try "BLAKE2bp, tag" 0 "BLAKE2bp (m1000) = $bp\n" --bp --tag m1000
cat >bp.list <<'BP'
e3f5e2e3c4336e2b8eec91ecb154e40c8b1fa34091b286bca5b67d5a7f87ff98  m0
277c60e6e0b9adf5315345c25f09ad5c8817d44540a85b488514e19a603f6f2c  m1000
eb2151b5da5673e7bcfc3f3b5e13ed682c0006e0b6290b79dbdc21644a4bd91d  m65537
BP
printf 'BLAKE2bp-8 (m0) = 00\nBLAKE2b-8 (m0) = 2e\n%s\n' "BLAKE2bp (m1000) = $bp" >list
try "BLAKE2bp, check by its tag" 1 'm0: FAILED\nm0: OK\nm1000: OK\n' -c --strict list
try "BLAKE2bp, check by its tag, --xof" 1 'm0: FAILED\nm0: OK\nm1000: OK\n' --xof 9 -c --strict list
try "BLAKE2bp, 256 bits" 0 "$(sed 's/$/\\n/' bp.list | tr -d '\n')" --bp -l 256 m0 m1000 m65537
try "BLAKE2bp, check" 0 'm0: OK\nm1000: OK\nm65537: OK\n' --bp -c bp.list
try "BLAKE2bp, check as BLAKE2b" 1 'm0: FAILED\nm1000: FAILED\nm65537: FAILED\n' -c bp.list
try "BLAKE2bp, key" 0 '39bcda1d4ad5123d69a56a5fa06f919060b168643daaf6b8eeb47d4661300829  m1000\n' \
    --bp -l 256 --key-file key8 m1000
input=m1000
try "BLAKE2bp, standard input" 0 "$bp  -\n" --bp
input=$dir/input
xof=39d05f9a8ab9538a9affb009a5208b06b4f0c9d8898bf7075f283f39553f86e3ae1c53fe0e132ca60e3f53782a7edc75
xof=${xof}765e1257733d7b12f25cf622624129b456959d69cf9138ea8cbe23ea06c7d686df204adf4b33df1c9828a125ad45f4086ba76d26
try "BLAKE2Xb" 0 "$xof  m1000\n" --xof 100 m1000
try "BLAKE2Xb, tag" 0 "BLAKE2Xb-800 (m1000) = $xof\n" --tag --xof=100 m1000
printf '%s\n' "BLAKE2Xb-800 (m1000) = $xof" >xof.list
try "BLAKE2Xb, check" 0 'm1000: OK\n' --xof 1 -c xof.list
try "BLAKE2Xb, check by its tag" 0 'm1000: OK\n' -c --strict xof.list
try "BLAKE2Xb, key" 0 '2570b9d03af7bc  m1000\n' --xof 7 --key-file key8 m1000
"$util" sum --xof 16384 m1000 >xof.list
try "BLAKE2Xb, the most" 0 '82a9d21053bb68fb98fa97d4ec144f45e80ff62b5ff0256617618ffac524fce6  xof.list\n' -l 256 xof.list
try "BLAKE2Xb, the most, check" 0 'm1000: OK\n' --xof 1 -c xof.list
for value in 0 16385 -1 x '' 4294967297; do
    try "BLAKE2Xb of '$value' bytes" 1 '' --xof "$value" m0
    says "BLAKE2Xb of '$value' bytes: message" '*invalid length*'
done
try "--bp and --xof" 1 '' --bp --xof 8 a
try "--xof and --length" 1 '' --xof 8 -l 64 a
try "--bp and --salt" 1 '' --bp --salt x a
try "--xof and --personal" 1 '' --personal x --xof 8 a
