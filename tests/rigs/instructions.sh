#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Disassembles the objects of x86 kernels, function by function, and checks that each kernel
#   has no instruction outside the sets that its row in the table declares; an instruction that is
#   in no list counts as outside
#   starts with endbr
#   addresses nothing below the stack pointer
#   runs vzeroupper after the last use of ymm or zmm registers, before it returns
#   jumps only to its own code and to shared code, and calls only these
# (dialects.sh checks that none has absolute addresses.)
#
# Usage: tests/rigs/instructions.sh [object ...]
# Without objects: TEST_KERNELS, TEST_LANES and TEST_OTHER_KERNELS, or all of the build.
# It first checks on made-up disassembly that it detects each violation. Variable: OBJDUMP.

# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
: "${OBJDUMP:=objdump}"

objects=${*:-${TEST_KERNELS-$(make -s print-KERNELS)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-}}
here=$(dirname "$0")
top=$here/../..
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# check BITS: checks the kernels in $tmp/rows, whose disassembly is $tmp/disassembly
check() {
    awk -v bits="$1" -f "$here/../objects/hex.awk" -f "$here/../objects/sets.awk" \
        -f "$here/../objects/check-x86.awk" \
        "$here/../objects/instructions-x86.txt" "$tmp/rows" "$tmp/disassembly"
}

# ---- self-check: are violations detected? ----

# self_check BITS: lines "verdict|sets|instructions, separated by ;|expected reason" on standard
# input
self_check() {
    awk -F'|' -v rows="$tmp/rows" -v wanted="$tmp/wanted" '
        function hexadecimal(n) { return sprintf("%x", n) }
        BEGIN { printf "" >rows; printf "" >wanted }
        NF >= 3 {
            name = "some_blocks_case" ++cases
            print name, $2 >rows
            print $1 " " name ": " $4 >wanted
            print hexadecimal(at) " <libmade_" name ">:"
            n = split($3, code, ";")
            for (i = 1; i <= n; i++) {
                gsub(/HERE/, hexadecimal(at), code[i])
                print "  " hexadecimal(at++) ":\t" code[i]
            }
        }' >"$tmp/disassembly"
    check "$1" >"$tmp/got"
    # Every verdict and reason must be the expected one.
    awk 'NR == FNR { got[$2] = $0; next }
        {
            why = $0
            sub(/^[A-Z]+ [a-z_]*[0-9]+: /, "", why)
            if (got[$2] !~ "^" $1 || (why != "" && index(got[$2], why) == 0)) print "wanted", $0 ", got", got[$2]
        }' "$tmp/got" "$tmp/wanted" >"$tmp/out"
    number=$(grep -c . "$tmp/wanted")
    if [ -s "$tmp/out" ] || [ "$number" -lt 5 ]; then
        fail "instructions/self-check, $1 bits: $(sed -n 1p "$tmp/out")"
    else
        pass "instructions/self-check, $1 bits: $number cases"
    fi
}

self_check 64 <<'CASES'
PASS||endbr64;push rbx;mov QWORD PTR [rsp+0x8],rax;bswap rax;cmovne rax,rbx;paddq xmm15,xmm1;pop rbx;ret|
FAIL||mov rax,rbx;ret|no endbr
FAIL||endbr64;mov QWORD PTR [rsp-0x8],rax;ret|below the stack
FAIL||endbr64;mov rax,QWORD PTR [rsp+rcx*8-0x80];ret|below the stack
PASS||endbr64;lea rsp,[rsp-0x80];ret|
FAIL||endbr64;std;ret|not for a kernel
FAIL||endbr64;int 0x80;ret|not for a kernel
FAIL||endbr64;int3;ret|not for a kernel
PASS||endbr64;ret;int3;data16 cs nop WORD PTR [rax+rax*1+0x0]|
FAIL||endbr64;syscall;ret|unknown
FAIL||endbr64;cpuid;ret|unknown
FAIL||endbr64;movq mm0,rax;ret|unknown
FAIL||endbr64;fld1;ret|unknown
FAIL||endbr64;jmp 0;ret|leaves its own code
FAIL||endbr64;call rax;ret|computed address
PASS||endbr64;jmp HERE;ret|
PASS||endbr64;call 0 <x>	1: R_X86_64_PLT32	some_pad_block-0x4;ret|
FAIL||endbr64;call 0 <x>	1: R_X86_64_PLT32	some_blocks_x86-0x4;ret|leaves its own code
FAIL||endbr64;call 0 <x>	1: R_X86_64_PLT32	some_rounds_x86-0x4;ret|leaves its own code
FAIL||endbr64;jmp 0 <x>	1: R_X86_64_PLT32	some_pad_block-0x4;ret|leaves its own code
FAIL||endbr64;pshufb xmm0,xmm1;ret|needs SSSE3
FAIL||endbr64;palignr xmm0,xmm1,0x8;ret|needs SSSE3
FAIL|SSSE3|endbr64;pblendw xmm0,xmm1,0xf0;ret|needs SSE41
FAIL|SSSE3|endbr64;pinsrq xmm0,rax,0x1;ret|needs SSE41
PASS|SSE41|endbr64;pinsrq xmm0,rax,0x1;pshufb xmm0,xmm1;ret|
FAIL|SSE41|endbr64;vpaddq xmm0,xmm1,xmm2;ret|needs AVX
FAIL|SSE41|endbr64;pcmpgtq xmm0,xmm1;ret|needs SSE42
PASS|AVX|endbr64;vpaddq xmm0,xmm1,xmm2;vxorps ymm0,ymm1,ymm2;vzeroupper;ret|
FAIL|AVX|endbr64;vpaddq ymm0,ymm1,ymm2;vzeroupper;ret|needs AVX2
FAIL|AVX|endbr64;vpblendd xmm0,xmm1,xmm2,0x1;ret|needs AVX2
FAIL|AVX|endbr64;vbroadcastss xmm0,xmm1;ret|needs AVX2
PASS|AVX|endbr64;vbroadcastss xmm0,DWORD PTR [rax];ret|
FAIL|AVX|endbr64;vprotq xmm0,xmm0,0x20;ret|needs XOP
PASS|XOP|endbr64;vprotq xmm0,xmm0,0x20;vpperm xmm0,xmm1,xmm2,xmm3;ret|
FAIL|XOP|endbr64;vpermq ymm0,ymm0,0x39;vzeroupper;ret|needs AVX2
FAIL|AVX2|endbr64;rorx rax,rbx,0x20;ret|needs BMI2
PASS|BMI2|endbr64;rorx rax,rbx,0x20;ret|
FAIL|BMI2|endbr64;andn rax,rbx,rcx;ret|needs BMI1
FAIL|AVX2|endbr64;vpaddq ymm0,ymm1,ymm2;ret|returns without vzeroupper
FAIL|AVX2|endbr64;vzeroupper;vmovdqa ymm0,YMMWORD PTR [rsp];ret|returns without vzeroupper
FAIL|AVX2|endbr64;vpaddq ymm0,ymm1,ymm2;vzeroupper;ret;add rax,rbx;ret|returns without vzeroupper
PASS|AVX2|endbr64;vpxor ymm0,ymm1,ymm2;vzeroupper;pop rbp;ret|
FAIL|AVX2|endbr64;vprorq ymm0,ymm1,0x20;vzeroupper;ret|needs AVX512F
FAIL|AVX2|endbr64;vpxor ymm16,ymm1,ymm2;vzeroupper;ret|needs AVX512F
FAIL|AVX2|endbr64;vpaddq ymm0,ymm1,QWORD PTR [rax]{1to4};vzeroupper;ret|needs AVX512F
FAIL|AVX2|endbr64;kmovw k1,eax;ret|needs AVX512F
FAIL|AVX512F|endbr64;vprorq ymm0,ymm1,0x20;vzeroupper;ret|needs AVX512VL
PASS|AVX512F|endbr64;vprorq zmm0,zmm1,0x20;kmovw k1,eax;vzeroupper;ret|
FAIL|AVX512F|endbr64;vprorq zmm0,zmm1,0x20;ret|returns without vzeroupper
FAIL|AVX512F AVX512VL|endbr64;kmovb k1,eax;ret|needs AVX512DQ
FAIL|AVX512F AVX512VL|endbr64;vinserti64x2 ymm0,ymm1,xmm2,0x1;vzeroupper;ret|needs AVX512DQ
FAIL|AVX512F AVX512VL|endbr64;vpermi2b xmm0,xmm1,xmm2;ret|needs AVX512VBMI
FAIL|AVX512VL AVX512VBMI|endbr64;vpshldq xmm0,xmm1,xmm2,0x8;ret|needs AVX512VBMI2
FAIL|AVX512VL AVX512DQ|endbr64;vpshufb ymm16,ymm1,ymm2;vzeroupper;ret|needs AVX512BW
FAIL|AVX512VL AVX512DQ|endbr64;vpshufb ymm0{k1},ymm1,ymm2;vzeroupper;ret|needs AVX512BW
PASS|AVX512VL AVX512DQ|endbr64;vpshufb ymm0,ymm1,ymm2;vpxorq ymm16,ymm1,ymm2;vzeroupper;ret|
CASES
self_check 32 <<'CASES'
PASS||endbr32;mov eax,DWORD PTR [esp+0x4];adc eax,ebx;ror eax,1;nop;ret|
FAIL||endbr32;mov DWORD PTR [esp-0x4],eax;ret|below the stack
FAIL||endbr32;bswap eax;ret|needs I486
FAIL||endbr32;cmovne eax,ebx;ret|needs I686
FAIL||endbr32;nop DWORD PTR [eax+0x0];ret|needs I686
PASS||endbr32;ret;nop DWORD PTR [eax+0x0]|
FAIL||endbr32;paddq xmm0,xmm1;ret|needs SSE2
PASS|SSE2|endbr32;paddq xmm0,xmm1;ret|
FAIL|SSE2|endbr32;pshufb xmm0,xmm1;ret|needs SSSE3
CASES

# ---- the kernels ----

if [ -z "$(echo "$objects" | tr -d ' ')" ]; then
    skip_all 'instructions: no assembly kernels in this build'
elif ! $OBJDUMP --version 2>/dev/null | grep -q GNU; then
    skip "instructions: $OBJDUMP is not GNU objdump, or is not installed"
    finish
fi
found=0
for object in $objects; do
    if [ ! -r "$object" ]; then
        fail "instructions: cannot read $object"
        continue
    fi
    case $($OBJDUMP -f "$object" 2>&1 | sed -n 's/.*file format //p') in
    *x86-64*) bits=64 ;;
    *i386*) bits=32 ;;
    *)
        skip "instructions: no lists for the format of $object, or $OBJDUMP cannot read it"
        continue
        ;;
    esac
    [ -s "$tmp/rows.$bits" ] || kernels "X86_$bits" |
        awk -F '\t' '{ print $1, $5 }' >"$tmp/rows.$bits"
    cp "$tmp/rows.$bits" "$tmp/rows"
    $OBJDUMP -d -r -M intel -w --no-show-raw-insn "$object" >"$tmp/disassembly" 2>&1
    # (An object with only constants has none.)
    grep -q '^ *[0-9a-f]*:' "$tmp/disassembly" || continue
    check "$bits" | sed 's/^PASS /ok - instructions\//; s/^FAIL /not ok - instructions\//' >"$tmp/out"
    results <"$tmp/out"
    found=$((found + $(grep -v -c shared "$tmp/out")))
done
if [ $found = 0 ] && [ "${bits-none}" != none ]; then
    fail 'instructions: no kernels found'
fi
finish
