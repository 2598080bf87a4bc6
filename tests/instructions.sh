#!/bin/sh
#
# What the x86 kernels are made of: disassembles their objects, function by function, and checks
# that each kernel
#   has no instruction outside the sets that its row of backends.def declares; what is in no
#   list below counts as outside
#   starts with endbr
#   addresses nothing below the stack pointer
#   runs vzeroupper after the last use of ymm or zmm registers, before it returns
#   jumps to and calls its own code, and the code that all share, only
# (That none has absolute addresses is for dialects.sh to say.)
#
# Usage: tests/instructions.sh [object ...]     [TEST_KERNELS and TEST_LANES, or build/kernels.o and build/lanes.o]
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. It first proves on made-up
# disassembly that it finds what it looks for. Variable: OBJDUMP.

set -u
LC_ALL=C
export LC_ALL
: "${OBJDUMP:=objdump}"

objects=${*:-${TEST_KERNELS-build/kernels.o} ${TEST_LANES-build/lanes.o}}
table=$(dirname "$0")/../app/extensions/blake2b/backends.def
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# awk -v bits=64 -f check.awk ROWS DISASSEMBLY
# ROWS: lines "name FEATURE FEATURE ...". Prints "PASS|FAIL name: ..." for each kernel.
cat >"$tmp/check.awk" <<'AWK'
function add(set, words,   list, n, i) {
    n = split(words, list, " ")
    for (i = 1; i <= n; i++) of[list[i]] = set
}

function hex(s,   i, n) {
    sub(/^0x/, "", s)
    for (i = 1; i <= length(s); i++)
        n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return n
}

BEGIN {
    # ---- instructions by set ----
    add("I386", "mov movzx movsx push pop xchg lea add adc sub sbb cmp inc dec neg not and or xor test")
    add("I386", "shl sal shr sar rol ror rcl rcr shld shrd mul imul div cdq cwde bt bts btr btc bsf bsr")
    add("I386", "jmp ja jae jb jbe jc je jg jge jl jle jnc jne jno jnp jns jnz jo jp js jz jecxz loop")
    add("I386", "call ret leave cld clc stc movs stos sahf lahf")
    add("I386", "seta setae setb setbe sete setg setge setl setle setne setno setnp setns seto setp sets")
    # Landing pads: what does not know them takes them for nops.
    add("I386", "endbr32 endbr64")
    add("I486", "bswap xadd cmpxchg")
    add("I686", "cmova cmovae cmovb cmovbe cmove cmovg cmovge cmovl cmovle cmovne cmovno cmovnp cmovns")
    add("I686", "cmovo cmovp cmovs")
    add("X64", "movabs movsxd cdqe cqo jrcxz")
    add("SSE2", "movdqa movdqu movq movd movaps movups movapd movupd movhps movlps movhpd movlpd movhlps movlhps")
    add("SSE2", "movss movntdq movntps pxor por pand pandn xorps xorpd orps orpd andps andpd andnps andnpd")
    add("SSE2", "paddb paddw paddd paddq psubb psubw psubd psubq pmuludq pmullw pcmpeqb pcmpeqw pcmpeqd")
    add("SSE2", "pcmpgtb pcmpgtw pcmpgtd pmovmskb movmskps movmskpd pinsrw pextrw packssdw packsswb packuswb")
    add("SSE2", "psllw pslld psllq psrlw psrld psrlq psraw psrad pslldq psrldq")
    add("SSE2", "pshufd pshuflw pshufhw shufps shufpd unpcklps unpckhps unpcklpd unpckhpd punpcklbw punpckhbw")
    add("SSE2", "punpcklwd punpckhwd punpckldq punpckhdq punpcklqdq punpckhqdq prefetcht0 prefetcht1 prefetcht2")
    add("SSE2", "prefetchnta")
    add("SSSE3", "pshufb palignr pabsb pabsw pabsd psignb psignw psignd phaddw phaddd")
    add("SSE41", "pblendw pblendvb blendps blendpd blendvps blendvpd pinsrb pinsrd pinsrq pextrb pextrd pextrq")
    add("SSE41", "insertps extractps ptest pcmpeqq pmulld pmuldq packusdw movntdqa pmovzxbw pmovzxbd pmovzxbq")
    add("SSE41", "pmovzxwd pmovzxwq pmovzxdq pmovsxbw pmovsxbd pmovsxbq pmovsxwd pmovsxwq pmovsxdq")
    add("SSE42", "pcmpgtq crc32")
    add("AVX", "vzeroupper vzeroall vbroadcastss vbroadcastsd vbroadcastf128 vinsertf128 vextractf128 vperm2f128")
    add("AVX", "vpermilps vpermilpd vmaskmovps vmaskmovpd vtestps vtestpd")
    add("AVX2", "vpermq vpermd vpermpd vpermps vperm2i128 vinserti128 vextracti128 vbroadcasti128 vpbroadcastb")
    add("AVX2", "vpbroadcastw vpbroadcastd vpbroadcastq vpblendd vpsllvd vpsllvq vpsrlvd vpsrlvq vpsravd vpgatherdd")
    add("AVX2", "vpgatherdq vpgatherqd vpgatherqq vgatherdpd vgatherdps vgatherqpd vgatherqps vpmaskmovd vpmaskmovq")
    add("XOP", "vprotb vprotw vprotd vprotq vpshab vpshaw vpshad vpshaq vpshlb vpshlw vpshld vpshlq vpperm vpcmov")
    add("BMI1", "andn bextr blsr blsi blsmsk tzcnt")
    add("BMI2", "rorx sarx shlx shrx mulx pdep pext bzhi")
    # Only with EVEX.
    add("AVX512F", "vprold vprolq vprord vprorq vprolvd vprolvq vprorvd vprorvq vpternlogd vpternlogq vpermi2d")
    add("AVX512F", "vpermi2q vpermi2pd vpermi2ps vpermt2d vpermt2q vpermt2pd vpermt2ps valignd valignq vpxord vpxorq")
    add("AVX512F", "vpord vporq vpandd vpandq vpandnd vpandnq vpsraq vpsravq vmovdqa32 vmovdqa64 vmovdqu32 vmovdqu64")
    add("AVX512F", "vpblendmd vpblendmq vpcompressd vpcompressq vpexpandd vpexpandq vshufi32x4 vshufi64x2 vshuff64x2")
    add("AVX512F", "vbroadcasti32x4 vbroadcasti64x4 vinserti32x4 vinserti64x4 vextracti32x4 vextracti64x4 vptestmd")
    add("AVX512F", "vptestmq vpcmpd vpcmpq vpcmpud vpcmpuq vpabsq vpminuq vpmaxuq")
    add("AVX512F", "kmovw kandw kandnw korw kxorw kxnorw knotw kortestw kshiftlw kshiftrw kunpckbw")
    add("AVX512DQ", "vinserti64x2 vextracti64x2 vinserti32x8 vextracti32x8 vbroadcasti64x2 vbroadcasti32x2")
    add("AVX512DQ", "vbroadcasti32x8 vpmullq vpmovq2m vpmovm2q vpmovd2m vpmovm2d")
    add("AVX512DQ", "kmovb kandb kandnb korb kxorb kxnorb knotb kortestb kshiftlb kshiftrb kaddb kaddw ktestb ktestw")
    add("AVX512BW", "vmovdqu8 vmovdqu16 vpermw vpermi2w vpermt2w vpblendmb vpblendmw vpsllvw vpsrlvw vptestmb")
    add("AVX512BW", "kmovd kmovq kandd kandq kord korq kxord kxorq knotd knotq kortestd kortestq")
    add("AVX512VBMI", "vpermb vpermi2b vpermt2b vpmultishiftqb")
    add("AVX512VBMI2", "vpshldw vpshldvw vpshldvd vpshldvq vpshrdw vpshrdd vpshrdq vpshrdvw vpshrdvd vpshrdvq")
    add("AVX512VBMI2", "vpcompressb vpcompressw vpexpandb vpexpandw")
    # vpshld and vpshlq are XOP's with three registers, and begin VBMI2's with a number: see below.

    # What a set brings with it: no CPU has the one without the other.
    brings["SSE2"] = "I486 I686"
    brings["SSSE3"] = "SSE2"
    brings["SSE41"] = "SSSE3"
    brings["AVX"] = "SSE41 SSE42"
    brings["XOP"] = "AVX"
    brings["AVX2"] = "AVX"
    brings["AVX512F"] = "AVX2"
    brings["AVX512VL"] = brings["AVX512DQ"] = brings["AVX512VBMI"] = brings["AVX512VBMI2"] = "AVX512F"
    always = bits == 64 ? "I386 X64 SSE2" : "I386"
}

# Marks "have[name, set]" for a set and what it brings.
function grant(name, set,   list, n, i) {
    have[name, set] = 1
    n = split(brings[set], list, " ")
    for (i = 1; i <= n; i++) grant(name, list[i])
}

# The sets that an instruction needs, or "" if it is unknown.
function sets(m, ops,   zmm, ymm, evex, length_set, base) {
    if (ops ~ /(^|,)(mm[0-7]|st)/ || m ~ /^(int|int3|std)$/) return ""
    if (m == "nop") return ops == "" ? "I386" : "I686"
    zmm = ops ~ /zmm/
    ymm = ops ~ /ymm/
    evex = zmm || ops ~ /[xy]mm(1[6-9]|2[0-9]|3[01])/ || ops ~ /\{/
    length_set = zmm ? "" : " AVX512VL"
    if (m ~ /^vpshld?[dq]$/ && ops ~ /,0x[0-9a-f]+$/) return "AVX512VBMI2" length_set
    if (m ~ /^k/) return of[m]
    if (of[m] ~ /^AVX512/) return of[m] length_set
    if (m !~ /^v/) {
        return of[m]
    }
    base = substr(m, 2)
    if (evex) {
        if (m ~ /^vmov[dq]$/) return "AVX512F"
        if (m ~ /^vpinsr[dq]$/ || m ~ /^vpextr[dq]$/) return "AVX512DQ"
        if (m ~ /^v(and|andn|or|xor)p[sd]$/) return "AVX512DQ" length_set
        if (m ~ /^vp(shufb|alignr|slldq|srldq|shuf[lh]w|blendw)$/ || m ~ /^vp(add|sub|cmpeq|cmpgt|abs|insr|extr|broadcast)[bw]$/ ||
            m ~ /^vp(sll|srl|sra)w$/ || m ~ /^vpunpck[lh](bw|wd)$/) return "AVX512BW" length_set
        if (of[m] ~ /^AVX2?$/ || of[base] ~ /^SS/) return "AVX512F" length_set
        return ""
    }
    if (m ~ /^vbroadcasts[sd]$/) return ops ~ /\[/ ? "AVX" : "AVX2"
    if (of[m] != "") return of[m]
    if (of[base] !~ /^SS/) return ""
    if (ymm && base ~ /^p/ && base != "ptest") return "AVX2"
    return "AVX"
}

function wrong(i, why) {
    if (!count[owner[i]]++)
        first[owner[i]] = why ": " address_text[i] ": " text[i]
}

NR == FNR {
    for (i = 2; i <= NF; i++) grant($1, $i)
    known[$1] = 1
    next
}

/^[0-9a-f]+ <.*>:$/ {
    label = $2
    sub(/^</, "", label)
    sub(/>:$/, "", label)
    # "name-0x80" is what stands before the first name.
    if (label ~ /blake2b_(blocks|lanes)_[a-z0-9]+$/) {
        sub(/.*blake2b_(blocks|lanes)_/, "", label)
        current = label
        functions[++function_count] = current
        entry[current] = lines + 1
    }
    next
}

/^ *[0-9a-f]+:/ {
    lines++
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*[#<].*/, "")
    gsub(/[ \t]+/, " ")
    sub(/ $/, "")
    address[lines] = hex(at)
    address_text[lines] = at
    line_at[address[lines]] = lines
    text[lines] = $0
    owner[lines] = current == "" ? "shared code" : current
    s = $0
    while (s ~ /^(data16|cs|ds|es|ss|addr32|rep|repz|repnz|notrack|bnd|lock) /) sub(/^[a-z0-9]+ /, "", s)
    mnemonic[lines] = s
    sub(/ .*/, "", mnemonic[lines])
    operands[lines] = s ~ / / ? substr(s, index(s, " ") + 1) : ""
    if (mnemonic[lines] ~ /^(j[a-z]+|call|loop)$/ && operands[lines] ~ /^(0x)?[0-9a-f]+$/) {
        target[lines] = hex(operands[lines])
        reached[target[lines]] = 1
        if (mnemonic[lines] == "call") subroutine[target[lines]] = 1
    }
}

END {
    grant("shared code", "I386")
    n = split(always, list, " ")
    for (name in known) for (i = 1; i <= n; i++) grant(name, list[i])
    for (i = 1; i <= n; i++) grant("shared code", list[i])
    known["shared code"] = 1
    dead = 0
    for (i = 1; i <= lines; i++) {
        m = mnemonic[i]
        ops = operands[i]
        who = owner[i]
        instructions[who]++
        if (who != before) {
            dead = wide = used_wide = inner = 0
            before = who
            if (who != "shared code" && m !~ /^endbr(32|64)$/) wrong(i, "no endbr at the entry")
        }
        if (address[i] in reached) dead = 0
        if (address[i] in subroutine) inner = 1

        # Padding that no jump leads to.
        if (dead && (m ~ /^(nop|int3|jmp)$/ || text[i] == "xchg ax,ax" || (m == "lea" && ops ~ /\+0x0\]$/))) continue

        need = sets(m, ops)
        if (m == "std" || m ~ /^int/) wrong(i, "not for a kernel")
        else if (need == "") wrong(i, "unknown instruction")
        k = split(need, list, " ")
        for (j = 1; j <= k; j++) {
            uses[who, list[j]]++
            if (!((who, list[j]) in have)) wrong(i, "needs " list[j])
        }
        if (ops ~ /\[[re]sp[^]]*-0x/ && m != "lea") wrong(i, "below the stack pointer")
        if (i in target) {
            t = line_at[target[i]]
            if (t == "" || (owner[t] != who && owner[t] != "shared code")) wrong(i, "leaves its own code")
        } else if (m ~ /^(jmp|call)$/) {
            wrong(i, "goes to a computed address")
        }
        if (ops ~ /[yz]mm/) wide = used_wide = 1
        if (m == "vzeroupper") wide = 0
        if (m == "ret") {
            if (wide && !inner) wrong(i, "returns without vzeroupper")
            wide = used_wide # behind it: reached from who knows where
        }
        dead = m ~ /^(ret|jmp)$/ || (dead && m == "nop")
    }
    if (instructions["shared code"]) functions[++function_count] = "shared code"
    for (i = 1; i <= function_count; i++) {
        who = functions[i]
        if (!(who in known)) {
            print "FAIL " who ": not in backends.def"
        } else if (count[who]) {
            print "FAIL " who ": " first[who] (count[who] > 1 ? " (and " count[who] - 1 " more)" : "")
        } else {
            s = ""
            n = split("I486 I686 SSE2 SSSE3 SSE41 SSE42 BMI2 AVX XOP AVX2 AVX512F AVX512VL AVX512DQ AVX512VBMI AVX512VBMI2", list, " ")
            for (j = 1; j <= n; j++) if (uses[who, list[j]]) s = s " " list[j]
            print "PASS " who ": " instructions[who] " instructions" (s == "" ? "" : "," s)
        }
    }
    if (!lines) print "FAIL no instructions found"
}
AWK

# ---- does it find what it looks for? ----

# self_check BITS: lines "verdict|sets|instructions, by ;|what it must say" on standard input
self_check() {
    awk -F'|' -v rows="$tmp/rows" -v wanted="$tmp/wanted" '
        function hexadecimal(n) { return sprintf("%x", n) }
        BEGIN { printf "" >rows; printf "" >wanted }
        NF >= 3 {
            name = "case" ++cases
            print name, $2 >rows
            print $1 " " name ": " $4 >wanted
            print hexadecimal(at) " <blake2b_blocks_" name ">:"
            n = split($3, code, ";")
            for (i = 1; i <= n; i++) {
                gsub(/HERE/, hexadecimal(at), code[i])
                print "  " hexadecimal(at++) ":\t" code[i]
            }
        }' >"$tmp/disassembly"
    awk -v bits="$1" -f "$tmp/check.awk" "$tmp/rows" "$tmp/disassembly" >"$tmp/got"
    # Every verdict as wanted, with the reason wanted.
    awk 'NR == FNR { got[$2] = $0; next }
        {
            why = $0
            sub(/^[A-Z]+ case[0-9]+: /, "", why)
            if (got[$2] !~ "^" $1 || index(got[$2], why) == 0) print "wanted", $0 ", got", got[$2]
        }' "$tmp/got" "$tmp/wanted" >"$tmp/out"
    number=$(grep -c . "$tmp/wanted")
    if [ -s "$tmp/out" ] || [ "$number" -lt 5 ]; then
        echo "FAIL instructions/self-check, $1 bits: $(sed -n 1p "$tmp/out")"
        failed=1
    else
        echo "PASS instructions/self-check, $1 bits: $number cases"
    fi
}

failed=0
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
[ $failed = 0 ] || exit 1

# ---- the kernels ----

if [ -z "${objects# }" ]; then
    echo 'SKIP instructions: no assembly kernels in this build'
    exit 0
elif ! $OBJDUMP --version 2>/dev/null | grep -q GNU; then
    echo "SKIP instructions: $OBJDUMP is not GNU objdump, or is not installed"
    exit 0
fi
for object in $objects; do
    if [ ! -r "$object" ]; then
        echo "FAIL instructions: cannot read $object"
        failed=1
        continue
    fi
    case $($OBJDUMP -f "$object" 2>&1 | sed -n 's/.*file format //p') in
    *x86-64*) bits=64 ;;
    *i386*) bits=32 ;;
    *)
        echo "SKIP instructions: no lists for the format of $object, or $OBJDUMP cannot read it"
        continue
        ;;
    esac
    sed -n -e "s/^KERNEL([A-Z0-9_]*, *\([a-z0-9]*\), *X86_$bits, *\([^,]*\),.*/\1 \2/p" \
        -e "s/^LANES([A-Z0-9_]*, *\([a-z0-9]*\), *[248], *X86_$bits, *\([^,]*\),.*/\1 \2/p" "$table" |
        sed 's/[|]/ /g; s/CPU_BASE//g; s/CPU_//g' >"$tmp/rows"
    $OBJDUMP -d -M intel -w --no-show-raw-insn "$object" >"$tmp/disassembly" 2>&1
    awk -v bits="$bits" -f "$tmp/check.awk" "$tmp/rows" "$tmp/disassembly" | sed 's/^\([A-Z]* \)/\1instructions\//' >"$tmp/out"
    cat "$tmp/out"
    ! grep -q '^FAIL' "$tmp/out" || failed=1
done
[ $failed = 0 ]
