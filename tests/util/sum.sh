#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Tests "blake2b-util sum": against known answers, and against coreutils' b2sum and Python's
# hashlib where they are installed.
#
#   tests/util/sum.sh path/to/blake2b-util
#
# With SUM_LARGE=1 hashes a
# (sparse) file of 5 GiB as well.
#
# Where the constants come from: Python's hashlib.blake2b, digest_size = bits / 8. The message
# of n bytes is (bytes(range(33, 122)) * (n // 89 + 1))[:n], the key of n bytes bytes(range(n)).
# The digests of 8 bits: 6b of "abc", 2e of nothing, 2c of "hi\n".
# shellcheck source=tests/tap.sh
. tests/tap.sh
unset POSIXLY_CORRECT CDPATH

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: $0 path/to/blake2b-util" >&2
    exit 2
fi
case $1 in
/*) util=$1 ;;
*) util=$(pwd)/$1 ;;
esac

top=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
dir=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$dir"; rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$dir/files"
cd "$dir/files" || exit 2
out=$dir/out err=$dir/err expected=$dir/expected input=$dir/input
: >"$input"

# ---- verdicts ----

tap_prefix='sum: '
# verdict NAME STATUS: passes if the previous command's STATUS is 0
verdict() {
    if [ "$2" -eq 0 ]; then pass "$1"; else fail "$1" "exit code ${code:-?}; says $(show "$err")"; \
        fi
}

# One line of a file, for the detail of a failure.
show() {
    tr '\n\r\0' '|^@' <"$1" | tr -c '[:print:]' '?' | cut -c 1-300
}

# A call takes milliseconds, or some seconds in an emulator. A call that hangs is killed, and ends
# the tests: each of them would wait again.
calls_cpu=20
[ -z "${SUM_LARGE-}" ] || calls_cpu=300
# shellcheck disable=SC3045 # every sh has -t
ulimit -t $calls_cpu
limit=''
! command -v timeout >/dev/null 2>&1 || limit='timeout 120'

# ours ARGUMENT...: runs sum; sets standard output, standard error and $code
ours() {
    $limit "$util" sum "$@" <"$input" >"$out" 2>"$err"
    code=$?
    alive "$@"
}
alive() {
    if [ $code -eq 124 ] || [ $code -gt 128 ]; then
        fail "sum $*" "hangs or crashes: exit code $code"
        settle
        finish
    fi
}

# judge NAME STATUS: checks the exit code of "ours", and its output against $expected
judge() {
    if [ "$code" -ne "$2" ]; then
        fail "$1" "exit code $code, not $2; says $(show "$err")"
    elif ! cmp -s "$expected" "$out"; then
        fail "$1" "prints $(show "$out") and not $(show "$expected")"
    else
        return 0
    fi
    return 1
}

# The checks of "try" and "both" gather in files what is printed and what should be. "settle"
# compares these files in the end: a process for each check would take most of the time.
for list in wanted.try got.try wanted.both got.both theirs runs; do
    : >"$dir/$list"
done
number=0
# run KIND NAME STATUS STDOUT ARGUMENT...: as ours, and whether it ends with this exit code. STDOUT
# is in the format of printf's %b.
run() {
    number=$((number + 1))
    kind=$1 name=$2 status=$3
    printf '\n== %s\n%b' $number "$4" >>"$dir/wanted.$kind"
    printf '\n== %s\n' $number >>"$dir/got.$kind"
    shift 4
    $limit "$util" sum "$@" <"$input" >>"$dir/got.$kind" 2>"$err"
    code=$?
    alive "$@"
    [ "$code" -eq "$status" ] || fail "$name" "exit code $code, not $status; says $(show "$err")"
    [ "$code" -eq "$status" ]
}
# The last run did what else it should: the rest is what it printed.
queued() {
    printf '%s %s %s\n' $number "$kind" "$name" >>"$dir/runs"
}
# part NUMBER FILE: what it printed
part() {
    awk -v "number=== $1" '/^== [0-9]+$/ { inside = $0 == number; next } inside' "$2" >"$dir/part"
    show "$dir/part"
}
# different FILE FILE: the numbers of the checks that printed something else
different() {
    if ! cmp -s "$1" "$2"; then
        echo some
        tr '\0' '\001' <"$1" >"$1.text"
        tr '\0' '\001' <"$2" >"$2.text"
        awk 'FNR == 1 { file++; number = 0 }
            /^== [0-9]+$/ { number = $2; seen[number]; next }
            { text[file, number] = text[file, number] $0 "\n" }
            END { for (number in seen) if (text[1, number] != text[2, number]) print number }' \
                "$1.text" "$2.text"
    fi
}
settle() {
    for kind in try both; do
        different "$dir/wanted.$kind" "$dir/got.$kind"
    done >"$dir/different"
    [ "$b2sum_version" != 9.1 ] || different "$dir/got.both" "$dir/theirs" >>"$dir/different"
    while read -r number kind name; do
        if [ -s "$dir/different" ] && grep -q -x "$number" "$dir/different"; then
            fail "$name" "prints $(part "$number" "$dir/got.$kind") and not $(part "$number" \
                "$dir/wanted.$kind")$(
                [ "$kind" = try ] || printf ', b2sum %s' "$(part "$number" "$dir/theirs")")"
        else
            pass "$name"
        fi
    done <"$dir/runs"
    [ ! -s "$dir/different" ] || grep -q not "$tap" ||
        fail "what is printed" "is different in bytes that are no text"
}

# try NAME STATUS STDOUT ARGUMENT...
try() {
    run try "$@" && queued
}

# both: like try, and b2sum must do the same; our messages about lists of digests may differ
b2sum_version=$(b2sum --version 2>/dev/null | sed -n '1s/^b2sum (GNU coreutils) //p')
quote="'"
# messages FILE: $messages, without quotes and the program's name
messages() {
    messages=''
    while IFS= read -r line; do
        case $line in
        *WARNING* | *'improperly formatted'* | *'no properly formatted'* | *'no file was'*) ;;
        *) continue ;;
        esac
        line=${line#*: }
        while [ "$line" != "${line#*"$quote"}" ]; do
            line=${line%%"$quote"*}${line#*"$quote"}
        done
        messages="$messages$line|"
    done <"$1"
}
both() {
    run both "$@" || return
    if [ "$b2sum_version" = 9.1 ]; then
        shift 3
        printf '\n== %s\n' $number >>"$dir/theirs"
        b2sum "$@" <"$input" >>"$dir/theirs" 2>"$err.b2sum"
        b2sum_code=$?
        messages "$err"
        own_messages=$messages
        messages "$err.b2sum"
        if [ $b2sum_code -ne "$code" ]; then
            fail "$name" "exit code $code, b2sum's is $b2sum_code"
            return
        elif [ -s "$err" ] && [ ! -s "$err.b2sum" ] || [ ! -s "$err" ] && [ -s "$err.b2sum" ]; then
            fail "$name" "says '$(show "$err")', b2sum '$(show "$err.b2sum")'"
            return
        elif [ "$own_messages" != "$messages" ]; then
            fail "$name" "says '$own_messages', b2sum '$messages'"
            return
        fi
    fi
    queued
}

# list NAME STATUS STDOUT CONTENT OPTION...: checks a list of digests (CONTENT for %b as well)
list() {
    list_name=$1 list_status=$2 list_stdout=$3
    printf '%b' "$4" >list
    shift 4
    both "check: $list_name" "$list_status" "$list_stdout" -c "$@" list
}

# says NAME PATTERN: the last run's standard error has a line that matches, as in "case"
says() {
    while IFS= read -r line || [ -n "$line" ]; do
        # shellcheck disable=SC2254 # a pattern
        case $line in
        $2)
            pass "$1"
            return
            ;;
        esac
    done <"$err"
    fail "$1" "'$(show "$err")' does not match '$2'"
}

# Which of the checks below can compare with other programs.
case $b2sum_version in
'') skip "comparison with b2sum" "GNU coreutils' b2sum is not installed" ;;
9.1) ;;
*) skip "comparison of messages and corner cases with b2sum" "coreutils $b2sum_version is not 9.1" \
    ;;
esac
if command -v python3 >/dev/null 2>&1 && python3 -c 'import hashlib; hashlib.blake2b' 2>/dev/null
then
    python=yes
else
    python=no
    skip "comparison with Python" "python3 is not installed"
fi

# message BYTES
message() {
    awk -v n="$1" 'BEGIN {
        for (i = 33; i < 122; i++) s = s sprintf("%c", i)
        for (; n > 0; n -= 89) printf "%s", substr(s, 1, n)
    }'
}

# ---- known answers ----

cat >known <<'KNOWN'
0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8  m0
0268be9dbd0446eaa217e1dec8f399249305e551d7fc1437dd84521f74aa621c  m1
1479081214d7bf848663c31277a8a92820e6b36ab5d7bdc6959ed6622c77d7c5  m2
7e51a63170e62e198c53643d37793e2859616b93155d8eab25082b74d91bc995  m63
726616a21b56925dd9e3828a9a5a0e9bd5690327eaf5e42af168fa9ac7b28bb6  m64
0f7d598d69732c27573ed5b470640442861ce4e6cd0c447d775299eb71abfa1a  m65
2d97a4880de2febefd1720fd2dfbd29a386d842628ddb2810b8eeb156b41bc0c  m127
e73436f92b962bad7874297e2994d40a412d661abb5c3113a7fa97a03459dc92  m128
23fd5875f2a5ad170211553399185c6f418a9f9000d43dbe2de6675196e46a0a  m129
75829b29118ebc90c655a05705cb62d6b890f9e0ff830b9cf2e3192c5e3f4f62  m255
b88bfdd388aa40460a5d500fb1a0a4d64c953835da249051e11c8ca23b4ea94b  m256
e0eaf54918aaed0090ccbb28fb45f9e289d5d92e3a93f8ec270df82be199fd7e  m257
81d5e6e0ecb9e9f5a8c0992de9915c441402e98e2aa57784cabf923c3f6732f3  m1000
620966a4f54312c04412c919e66347e90c689821178f4b2522d21012c17b0172  m65535
79dc716345152329db6a2437733b1fb6a5feb29130f49f0a12612b36992c95b2  m65536
ced385b660dd96b18d933747b75bbada8cb8404955e1d92d64e9311bf16157e2  m65537
c2f174aee435f1a70af2188b00be9656b29de6421573bd15c581b6503c6db80b  m131072
8609732207d9e9d6480705ce3690648779533211b30947c15108269382b9b896  m5242881
KNOWN
while read -r digest file; do
    message "${file#m}" >"$file"
    [ "$(wc -c <"$file")" -eq "${file#m}" ] || fail "message $file" "made with another length"
    try "known answer, ${file#m} bytes" 0 "$digest  $file\n" -l 256 "$file"
    input=$file
    try "known answer, ${file#m} bytes from standard input" 0 "$digest  -\n" -l 256
    input=$dir/input
done <known
ours -c known
[ "$code" -eq 0 ] && [ "$(grep -c ': OK$' "$out")" -eq 18 ] && [ ! -s "$err" ]
verdict "check: known answers" $?
for threads in 1 2 4; do
    try "read ahead, $threads threads" 0 "$(sed -n 's/ *m5242881$//p' known)  m5242881\n" -l 256 \
        -j $threads m5242881
    # shellcheck disable=SC2002
    cat m5242881 | "$util" sum -l 256 -j $threads m0 - >"$out"
    [ "$(sed -n '2s/ .*//p' "$out")" = "$(sed -n 's/ *m5242881$//p' known)" ]
    verdict "read ahead from a pipe, $threads threads" $?
done
cat m65535 m65537 | "$util" sum -l 256 >"$out"
cat m65535 m65537 >joined
"$util" sum -l 256 - <joined | cmp -s - "$out"
verdict "a pipe is read to its end" $?

# RFC 7693, appendix A
abc=ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1
abc=${abc}7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
printf abc >a
both "RFC 7693's example" 0 "$abc  a\n" a
both "length 0 means 512" 0 "$abc  a\n" -l 0 a
both "tag, 512 bits" 0 "BLAKE2b (a) = $abc\n" --tag a

cp a x

# The known answer is the 256-bit digest of all 64 lines "digest  a".
bits=0
while [ $bits -lt 512 ]; do
    bits=$((bits + 8))
    "$util" sum -l $bits a
done >lengths
try "all lengths" 0 "0906e62cf70ac3df0c021a59a16712f6acd5550ea04b8964571e4404ff8cc068  lengths\n" \
    -l 256 lengths
ours -c lengths
[ "$code" -eq 0 ] && [ "$(grep -c '^a: OK$' "$out")" -eq 64 ]
verdict "check: all lengths" $?

# ---- lists of other programs, and broken ones ----

"$util" sum a m0 >plain.list
{ printf '\357\273\277'; cat plain.list; } >mark.list
try "check: byte order mark" 0 "a: OK\nm0: OK\n" -c mark.list
{ printf '\377\376'; sed 's/./&\n/g' plain.list | tr '\n' '\0'; } >utf16.list
try "check: UTF-16" 1 "" -c utf16.list
says "check: UTF-16: message" '*utf16.list: is UTF-16, not UTF-8: *iconv*'
LC_ALL=C.UTF-8 "$util" sum "$(printf 'a\342\200\256b')" >"$out" 2>"$err"
grep -q "'a'.'.342.200.256''b'" "$err"
verdict "a name with a control of the direction of text is quoted" $?
if [ -e /proc/self/fd/0 ]; then
    for itself in /dev/stdin /dev/fd/0 /proc/self/fd/0; do
        { echo "$(head -c 128 plain.list)  $itself"; cat plain.list; } >stdin.list
        # From a pipe, it would take what follows.
        # shellcheck disable=SC2002
        cat stdin.list | "$util" sum -c >"$out" 2>"$err"
        printf 'a: OK\nm0: OK\n' >"$expected"
        code=0
        judge "check: a list that names $itself" 0 && pass "check: a list that names $itself"
    done
fi

# ---- keys ----

# key BYTES
key() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "\\0%03o", i }' >"$dir/octal"
    printf '%b' "$(cat "$dir/octal")"
}
for bytes in 0 1 8 63 64 65; do
    key $bytes >key$bytes
    [ "$(wc -c <key$bytes)" -eq $bytes ] || fail "key of $bytes bytes" "made with another length"
done
while read -r bytes digest; do
    try "key of $bytes bytes" 0 "$digest  m1000\n" -l 256 --key-file "key$bytes" m1000
done <<'KEYS'
1 d39e436428ea5de15394c4db63c6bd68f3c8f4195b6943edbc3138677b6373a1
8 605127fb961ae46515c04d903783a3771341053d2e305b8a81b2ca2ff90b1398
63 0e7e0152dc7ddb9e8ae48f5d602f992a1d21cafa6f4e5a46ece4538b81c7578d
64 6ae26ef823c63c00200927e8e3c735574d21cb38bc93e03232074438a7b19ca3
KEYS
try "key for every file" 0 "05  m0\n46  a\n05  m0\n" -l 8 --key-file=key64 m0 a m0
try "key, shortened option" 0 "BLAKE2b+key-8 (a) = 46\n" -l8 --tag --key key64 a
try "last key counts" 0 "46  a\n" -l8 --key-file key1 --key-file key64 a
printf '46  a\n' >list
try "check with key" 0 "a: OK\n" -c -l 8 --key-file key64 list
try "check without the key" 1 "a: FAILED\n" -c list
try "check with another key" 1 "a: FAILED\n" -c -l 8 --key-file key63 list
try "empty key" 1 "" --key-file key0 a
says "empty key: message" '*key0: *empty*'
try "key too long" 1 "" --key-file key65 a
says "key too long: message" '*key65: *longer*'
try "key file missing" 1 "" --key-file none a
says "key file missing: message" '*none: No such file or directory'
try "key file is a directory" 1 "" --key-file . a
says "key file is a directory: message" '* .: Is a directory'
# From a pipe or a FIFO it comes in pieces.
in_pieces() {
    for count in 1 30 "$1"; do
        dd bs=1 count="$count" 2>/dev/null
        sleep 0.2 2>/dev/null || sleep 1
    done
}
printf '%s  m1000\n' 6ae26ef823c63c00200927e8e3c735574d21cb38bc93e03232074438a7b19ca3 >"$expected"
in_pieces 33 <key64 | "$util" sum -l 256 --key-file - m1000 >"$out" 2>"$err"
code=0
judge "key from a pipe, in pieces" 0 && pass "key from a pipe, in pieces"
in_pieces 34 <key65 | "$util" sum -l 256 --key-file - m1000 >"$out" 2>"$err"
[ ! -s "$out" ]
verdict "key from a pipe, in pieces, too long" $?
says "key from a pipe, in pieces, too long: message" '*longer than 64 bytes'
if mkfifo key.fifo 2>/dev/null; then
    in_pieces 33 <key64 >key.fifo &
    ours -l 256 --key-file key.fifo m1000
    wait
    judge "key from a FIFO, in pieces" 0 && pass "key from a FIFO, in pieces"
    rm -f key.fifo
else
    skip "key from a FIFO, in pieces" "no mkfifo here"
fi
# If the other end of a terminal is closed, reading returns what was written, then an error.
if [ $python = yes ] && python3 - "$util" key8 >"$out" 2>"$err" <<'PYTHON'
import errno, os, pty, subprocess, sys, tty
def broken():
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(theirs, open(sys.argv[2], "rb").read())
    os.close(theirs)
    return ours
end = broken()
try:
    os.read(end, 100)
    os.read(end, 100)
    sys.exit(3)
except OSError as error:
    if error.errno != errno.EIO:
        sys.exit(3)
ran = subprocess.run([sys.argv[1], "sum", "--key-file", "-", "a"], stdin=broken(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
print(ran.returncode, ran.stdout, ran.stderr)
PYTHON
then
    [ "$(cat "$out")" = "1 b'' b'blake2b-util sum: -: Input/output error\\n'" ]
    verdict "key with a read error: $(cat "$out")" $?
else
    skip "key with a read error" "no python3, or no terminal that ends in an error"
fi
try "key file not given" 1 "" --key-file
# Standard input can only be read once, by whatever name.
if [ -e /dev/stdin ]; then
    for words in '/dev/stdin -c -' '/dev/stdin' '/dev/stdin -' '- /dev/stdin' '/dev/fd/0 a -'; do
        # shellcheck disable=SC2086 # words
        printf 'key' | "$util" sum --key-file $words >"$out" 2>"$err"
        [ ! -s "$out" ]
        verdict "standard input twice: $words" $?
        says "standard input twice: $words: message" '*standard input cannot be the key and a file'
    done
    printf '%s  -\n' 00 >stdin.list
    printf 'key' | "$util" sum -l 8 --key-file /dev/stdin -c stdin.list >"$out" 2>"$err"
    [ ! -s "$out" ]
    verdict "standard input is the key, and listed" $?
    printf '%s  key8\n' "$("$util" sum -l 8 --key-file key8 key8 | cut -c 1-2)" >"$expected"
    cp key8 key.stdin
    "$util" sum -l 8 --key-file /dev/stdin key8 <key.stdin >"$out" 2>"$err"
    code=$?
    judge "key from /dev/stdin" 0 && pass "key from /dev/stdin"
fi

# ---- Python ----

if [ $python = yes ]; then
    python3 - >python.list <<'PYTHON'
import hashlib
for name in ("m0", "a", "m128", "m129", "m65537", "m5242881"):
    data = open(name, "rb").read()
    for size in (1, 20, 32, 48, 63, 64):
        print(hashlib.blake2b(data, digest_size=size).hexdigest() + "  " + name)
PYTHON
    ours -c --strict python.list
    [ "$code" -eq 0 ] && [ "$(grep -c ': OK$' "$out")" -eq 36 ]
    verdict "check: digests from Python" $?
    for bytes in 1 8 63 64; do
        python3 - $bytes >python.list <<'PYTHON'
import hashlib, sys
key = open("key" + sys.argv[1], "rb").read()
for name in ("m0", "a", "m128", "m129", "m65537"):
    for size in (1, 32, 64):
        print(hashlib.blake2b(open(name, "rb").read(), digest_size=size, key=key).hexdigest() + "  " + name)
PYTHON
        for length in 1 32 64; do
            ours -c -l $((8 * length)) --strict --key-file key$bytes python.list
            [ "$code" -eq 1 ] && [ "$(grep -c ': OK$' "$out")" -eq 5 ] &&
                [ "$(grep -c ': FAILED$' "$out")" -eq 10 ]
            verdict "check: keyed digests from Python, key of $bytes bytes, $((8 * length)) bits" $?
            grep -E "^[0-9a-f]{$((2 * length))} " python.list >list
            ours -c -l $((8 * length)) --strict --key-file key$bytes list
            [ "$code" -eq 0 ] && [ "$(grep -c ': OK$' "$out")" -eq 5 ]
            verdict "check: those of $((8 * length)) bits alone, key of $bytes bytes" $?
        done
    done
fi

# ---- salt, personalization, other hashes ----

# Constants from Python's hashlib.
try "personalization" 0 '1b8daaf17af20ff6  a\n' -l 64 --personal app a
try "salt of 16 bytes" 0 '68cc535b80e10a57  a\n' -l 64 --salt=0123456789abcdef a
try "salt and personalization, hexadecimal" 0 '969fb738f2a1aefe  a\n' -l 64 --salt hex:00Ff10 \
    --personal hex:686578 a
try "personalization and key" 0 'd2f05a1eaed6e6fc  a\n' -l 64 --personal app --key-file key8 a
try "empty salt and personalization" 0 'd8bb14d833d59559  a\n' -l 64 --salt '' --personal hex: a
for value in 0123456789abcdef0 hex:0 hex:0g hex:000102030405060708090a0b0c0d0e0f10 'hex:0 '; do
    try "salt '$value'" 1 '' --salt "$value" a
    says "salt '$value': message" '*invalid salt*'
    try "personalization '$value'" 1 '' --personal "$value" a
    says "personalization '$value': message" '*invalid personalization*'
done

# The hashes of the extensions.
for part in "$top"/app/extensions/*/tests/sum.sh; do
    # shellcheck source=/dev/null
    . "$part"
done

# ---- tags of keyed, salted or personalized digests ----

# tagged TAG OPTION...: checks the tag. Such lines are only valid with the same options; with
# others, and for b2sum, they are malformed.
tagged() {
    tag=$1
    shift
    "$util" sum --tag -l 64 "$@" a >tagged.list
    case $(cat tagged.list) in
    "$tag-64 (a) = "*) pass "tag $tag" ;;
    *) fail "tag $tag" "prints $(show tagged.list)" ;;
    esac
    try "check: tag $tag" 0 'a: OK\n' -c -l 64 --strict "$@" tagged.list
    try "check: tag $tag, without these options" 1 '' -c tagged.list
    try "check: tag $tag, another key" 1 'a: FAILED\n' -c -l 64 --key-file key1 --salt 1 tagged.list
    if [ -n "$b2sum_version" ]; then
        b2sum -c tagged.list >"$out" 2>"$err"
        [ $? -eq 1 ] && [ ! -s "$out" ] && grep -q 'no properly formatted' "$err"
        verdict "b2sum knows nothing of $tag" $?
    fi
}
tagged BLAKE2b+key --key-file key8
tagged BLAKE2b+salt --salt 1
tagged BLAKE2b+personal --personal 1
tagged BLAKE2b+key+personal --personal 1 --key-file key8
tagged BLAKE2b+key+salt+personal --personal 1 --key-file key8 --salt 1
tagged BLAKE2bp+key --bp --key-file key8
try "tag of an empty salt" 0 'BLAKE2b-8 (a) = 6b\n' --tag -l 8 --salt '' --personal '' a
"$util" sum --tag --xof 8 --key-file key8 a >tagged.list
try "check: tag BLAKE2Xb+key" 0 'a: OK\n' -c --strict --xof 8 --key-file key8 tagged.list

# ---- what a list may select ----

# With a key: nothing but names. A list of all 8-bit digests would forge a MAC of any file, and one
# that names another hash, or no key, would need none.
while IFS='|' read -r list form; do
    awk -v "form=$form" 'BEGIN { for (i = 0; i < 256; i++) printf form "\n", i }' >"forged.$list"
done <<'LISTS'
8 bits|%02x  a
tagged, 8 bits|BLAKE2b+key-8 (a) = %02x
tagged, BLAKE2Xb|BLAKE2Xb+key-8 (a) = %02x
tagged, BLAKE2bp, escaped|\\BLAKE2bp+key-8 (a) = %02x
LISTS
all_failed=$(awk 'BEGIN { for (i = 0; i < 256; i++) printf "a: FAILED\\n" }')
while IFS='|' read -r options digest; do
    for list in forged.*; do
        # shellcheck disable=SC2086
        try "forged MACs: ${list#*.}, $options" 1 "$all_failed" -c $options --key-file key64 "$list"
        says "forged MACs: ${list#*.}, $options: message" \
            "*WARNING: 256 lines are not a $digest digest"
    done
done <<'OPTIONS'
|512-bit BLAKE2b+key
--strict|512-bit BLAKE2b+key
--ignore-missing|512-bit BLAKE2b+key
-l 512|512-bit BLAKE2b+key
-l 16|16-bit BLAKE2b+key
--base64|512-bit BLAKE2b+key
--bp|512-bit BLAKE2bp+key
--xof 64|512-bit BLAKE2Xb+key
--salt 1|512-bit BLAKE2b+key+salt
-j 4|512-bit BLAKE2b+key
OPTIONS
try "forged MACs: --quiet" 1 "$all_failed" -c --quiet --key-file key64 "forged.8 bits"
try "forged MACs: --status" 1 '' -c --status --key-file key64 "forged.8 bits"
# One line beside two good ones: it fails, and with it the check.
"$util" sum --key-file key64 a >mac
"$util" sum --key-file key64 --tag a >>mac
try "check: MACs of 512 bits" 0 'a: OK\na: OK\n' -c --strict --key-file key64 mac
try "check: MACs of 512 bits, in base64 or not" 0 'a: OK\na: OK\n' -c --strict --base64 --key-file \
    key64 mac
while IFS='|' read -r why line; do
    { cat mac && printf '%s\n' "$line"; } >list
    for options in '' --ignore-missing --base64; do
        # shellcheck disable=SC2086
        try "check: a key, and $why${options:+, $options}" 1 'a: OK\na: OK\nx: FAILED\n' \
            -c $options --key-file key64 list
    done
    try "check: a key, and $why, --quiet" 1 'x: FAILED\n' -c --quiet --key-file key64 list
    try "check: a key, and $why, --status" 1 '' -c --status --key-file key64 list
    printf '%s\n' "$line" >list
    try "check: a key, and $why alone" 1 'x: FAILED\n' -c --warn --key-file key64 list
    says "check: a key, and $why alone: message" '*list: 1: not a 512-bit BLAKE2b+key digest'
done <<LINES
8 bits|46  x
504 bits|${abc#??}  x
520 bits|${abc}00  x
8 bits in base64|BLAKE2b+key-8 (x) = Rg==
no key, a tag|BLAKE2b (x) = $abc
no key, 8 bits|BLAKE2b-8 (x) = 6b
openssl's tag|BLAKE2B-512(x)= $abc
BLAKE2bp|BLAKE2bp+key (x) = $abc
BLAKE2bp without a key|BLAKE2bp (x) = $abc
BLAKE2Xb of the length|BLAKE2Xb+key-512 (x) = $abc
BLAKE2Xb of another length|BLAKE2Xb+key-520 (x) = ${abc}00
BLAKE-256|BLAKE-256 (x) = 1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c28
a salt|BLAKE2b+key+salt (x) = $abc
personalization without a key|BLAKE2b+personal-8 (x) = 6b
LINES
printf '46  none\n' >list
try "check: a key, 8 bits of a missing file" 1 'a: OK\na: OK\nnone: FAILED\n' -c --ignore-missing \
    --key-file key64 mac list
# Other lines are ignored as malformed, as without a key.
{ cat mac && printf 'SHA256 (x) = 6b\nBLAKE2b+key-512 (x) = 46\nBLAKE2b+KEY-8 (x) = 46\n'; } >list
try "check: a key, and no lines" 0 'a: OK\na: OK\n' -c --key-file key64 list
try "check: a key, and no lines, strict" 1 'a: OK\na: OK\n' -c --strict --key-file key64 list
says "check: a key, and no lines: message" '*3 lines are improperly formatted*'

# Lines of "openssl dgst", by versions 3.0, 1.1.1 and between
for tag in BLAKE2B-512 BLAKE2B512 BLAKE2b512; do
    printf '%s(x)= %s\n%s(a)= 00%s\n' $tag "$abc" $tag "${abc#??}" >list
    try "check: openssl's $tag" 1 'x: OK\na: FAILED\n' -c --strict list
    printf '%s(x)= 6b\n' $tag >list
    try "check: openssl's $tag, too short" 1 '' -c list
    printf '%s(x)= %s\n' $tag "$abc" >list
    try "check: openssl's $tag, with a key" 1 'x: FAILED\n' -c --key-file key8 list
done
if openssl dgst -blake2b512 a x m1000 >list 2>/dev/null; then
    try "check: what openssl writes" 0 'a: OK\nx: OK\nm1000: OK\n' -c --strict list
else
    skip "check: what openssl writes" "no openssl that has BLAKE2b"
fi

# ---- base64, raw ----

# From Python's base64.b64encode.
try "base64, 8 bits" 0 'Lg==  m0\naw==  a\n' --base64 -l 8 m0 a
try "base64, 16 bits" 0 'sf4=  m0\nrh4=  a\n' --base64 -l 16 m0 a
try "base64, 24 bits" 0 'zsfq  m0\njEXt  a\n' --base64 -l 24 m0 a
try "base64, tag" 0 'BLAKE2b-8 (a) = aw==\n' --base64 --tag -l 8 a
if command -v openssl >/dev/null 2>&1; then
    for bits in 8 16 24 248 256 264 512; do
        "$util" sum --raw -l $bits m1000 | openssl base64 -A >"$expected"
        printf '  m1000\n' >>"$expected"
        ours --base64 -l $bits m1000
        judge "base64 of openssl, $bits bits" 0 && pass "base64 of openssl, $bits bits"
    done
else
    skip "base64 of openssl" "no openssl"
fi
for bits in 8 16 24 504 512; do
    "$util" sum --base64 --tag -l $bits a >list
    try "check: base64, tag, $bits bits" 0 'a: OK\n' -c --strict list
    "$util" sum --base64 -l $bits a >list
    try "check: base64, $bits bits" 0 'a: OK\n' -c --strict --base64 list
done
for hash in $("$util" sum --help |
    sed -n '/--algorithm/,/--threads/s/^ \{23\}\([a-z0-9]*\)  .*/\1/p'); do
    "$util" sum -a "$hash" a >list
    try "check: hexadecimal that cannot be base64, $hash" 0 'a: OK\n' -c --strict --base64 \
        -a "$hash" list
done
"$util" sum --base64 --xof 16384 --tag a >list
try "check: base64, the most" 0 'a: OK\n' -c --strict list
for line in 'ax==  a' 'aw=  a' 'aw  a' 'aw===  a' 'a===  a' '====  a' 'aw==b  a' 'a_==  a' \
    "$abc${abc}  a" 6b; do
    printf '%s\n' "$line" >list
    try "check: base64, no line: $line" 1 '' -c --base64 list
done
try "raw" 0 k --raw -l 8 a
try "key and file from standard input" 1 '' --key-file - -
try "raw and base64" 0 k --raw --base64 -l 8 a
"$util" sum --raw a | od -An -v -tx1 | tr -d ' \n' >"$out"
printf %s "$abc" | cmp -s - "$out"
verdict "raw, 512 bits" $?
try "raw, two files" 1 '' --raw a x
says "raw, two files: message" '*not supported with multiple files*'
try "raw, checking" 1 '' --raw -c known

# ---- called as b2sum ----

if [ -z "${TEST_EMULATOR-}${TEST_EXE-}" ] && ln -s "$util" b2sum 2>/dev/null; then
    ./b2sum -l 8 - x <a >"$out" 2>"$err"
    code=$?
    printf '6b  -\n6b  x\n' >"$expected"
    judge "called as b2sum" 0 && pass "called as b2sum"
    ./b2sum -Q >"$out" 2>"$err"
    code=$?
    [ $code -eq 1 ] && [ "$(grep -c '^b2sum: \|^Try .b2sum --help' "$err")" -eq 2 ]
    verdict "called as b2sum: messages" $?
    ./b2sum --help >"$out" 2>"$err" && grep -q '^Usage: b2sum ' "$out" && ./b2sum --version |
        grep -q '^b2sum '
    verdict "called as b2sum: help and version" $?
else
    skip "called as b2sum" "an emulator calls the program, or there are no symbolic links"
fi

# ---- progress ----

ours --progress m5242881
tr '\r' '\n' <"$err" | grep -q '^[0-9.]* KiB of 5\.0 MiB'
verdict "progress" $?
[ "$(tr '\r' '\n' <"$err" | tail -n 1 | tr -d ' ')" = '' ]
verdict "progress: gone in the end" $?
"$util" sum -l 256 m5242881 m5242881 | cmp -s - "$out"
[ "$(wc -l <"$out")" -eq 1 ]
verdict "progress: not in the output" $?
ours -j 1 --progress -c known
tr '\r' '\n' <"$err" | grep -q ' of 5\.3 MiB'
verdict "check: progress" $?
{ message 100000 && sleep 1 && message 100000; } | "$util" sum --progress 2>"$err" >"$out"
tr '\r' '\n' <"$err" | grep -q '^[0-9.]* KiB, [0-9.]* KiB/s *$'
verdict "progress of a pipe: the rate" $?
# As large as it takes for this CPU to be busy until the second line.
for size in 100 200 400 800; do
    dd if=/dev/null of=large bs=1048576 seek=$size 2>/dev/null
    ours --progress large
    tr '\r' '\n' <"$err" | grep -q \
        "^[0-9.]* MiB of $size\.0 MiB, [0-9.]* [MGK]iB/s, 0:[0-9][0-9] left *\$" && break
done
verdict "progress: time left" $?
rm -f large
ours m5242881
[ ! -s "$err" ]
verdict "no progress without a terminal" $?
if [ -n "${TEST_SAMPLE-}" ]; then
    skip "progress on a terminal" "another build has it, it waits for seconds"
elif [ $python = yes ]; then
    # A terminal, with a second of work or without.
    for options in '' --no-progress; do
        python3 - "$util" $options >"$out" 2>"$err" <<'PYTHON'
import os, pty, subprocess, sys, time
ours, theirs = pty.openpty()
child = subprocess.Popen([sys.argv[1], "sum"] + sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
for i in range(4):
    child.stdin.write(bytes(200000))
    child.stdin.flush()
    time.sleep(0.5)
child.stdin.close()
child.wait()
try:
    print(os.read(ours, 1000).decode().replace("\r", "\n"))
except OSError:
    pass # nothing, and nobody who could write more
PYTHON
        grep -q '^[0-9.]* KiB, ' "$out"
        shown=$?
        [ $shown -eq "$([ -z "$options" ]; echo $?)" ]
        verdict "progress on a terminal${options:+ with $options}" $?
    done
else
    skip "progress on a terminal" "no python3"
fi

# ---- many files ----

mkdir many
files=''
for bytes in 0 5 127 128 129 1000 70000; do
    message $bytes >"many/$bytes"
done
for n in 0 1 2 3 4 5 6 7 8 9; do
    for bytes in 0 5 127 128 129 1000 70000; do
        { cat "many/$bytes" && printf %s "$n"; } >"many/$bytes-$n"
        files="$files many/$bytes-$n"
    done
done
# shellcheck disable=SC2086 # a list
all_ok=$(printf '%s: OK\\n' $files)
# The single files first, then what is hashed together, by one thread and by several.
# shellcheck disable=SC2086
for options in '-l 512' '-l 24' '-l 256 --key-file key63' '--bp' '--xof 200'; do
    for file in $files; do
        "$util" sum $options "$file"
    done >many.list
    { cat many.list && sed -n '1s,  .*,  many/none,p' many.list && cat many.list; } >many.list2
    single=$(awk '{ printf "%s\\n", $0 }' many.list)
    for threads in 1 2 7 1000; do
        try "70 files, $options, $threads threads" 0 "$single" $options -j $threads $files
        [ ! -s "$err" ] || fail "70 files, $options, $threads threads" "says $(show "$err")"
        try "check: 70 files twice, $options, $threads threads" 1 \
            "${all_ok}many/none: FAILED open or read\n$all_ok" $options -j$threads --check \
            many.list2
    done
done
if [ $python = yes ]; then
    # shellcheck disable=SC2086
    python3 - $files >many.list <<'PYTHON'
import hashlib, sys
for i, name in enumerate(sys.argv[1:]):
    print(hashlib.blake2b(open(name, "rb").read(), digest_size=1 + i // 10).hexdigest() + "  " + name)
PYTHON
    ours -c many.list
    [ "$code" -eq 0 ] && [ "$(grep -c ': OK$' "$out")" -eq 70 ]
    verdict "check: digests of several lengths from Python" $?
fi
awk 'BEGIN { for (i = 0; i < 9000; i++) print "6b  a" }' >many.list
try "check: 9000 lines" 0 "$(awk 'BEGIN { for (i = 0; i < 9000; i++) printf "a: OK\\n" }')" \
    -c -j 3 many.list
try "a file missing among others" 1 '6b  a\n2e  m0\n6b  x\n' -j 4 -l 8 a none m0 none x
[ "$(grep -c ': none: ' "$err")" -eq 2 ]
verdict "a file missing among others: messages" $?
input=a
try "standard input among files" 0 '6b  x\n6b  -\n2e  -\n6b  a\n' -j 4 -l 8 x - - a
input=$dir/input
if mkfifo fifo 2>/dev/null; then
    (sleep 1 && printf abc >fifo) &
    writer=$!
    try "a FIFO among files" 0 '6b  x\n6b  fifo\n6b  a\n' -j 2 -l 8 x fifo a
    kill $writer 2>/dev/null # it waits for a reader if there was none
    wait
else
    skip "a FIFO among files" "no mkfifo here"
fi
for value in 0 -1 x '' 1000001; do
    try "'$value' threads" 1 '' -j "$value" a
    says "'$value' threads: message" '*invalid number of threads*'
done

# ---- printing ----

newline='n
l'
return=$(printf 'c\rr')
all=$(printf 'q\nb\\s\rz')
utf8=$(printf '\303\274')
for file in x ' a' '*a' 'a ' 's p' 'b\s' "$newline" "$return" "$all" "$utf8" 'x) = y' './-d'; do
    printf abc >"$file"
done
: >empty
mkdir folder

both "several files" 0 '6b  a\n2e  empty\n6b  a\n' -l 8 a empty a
both "binary" 0 '6b *a\n' -b -l 8 a
both "text" 0 '6b  a\n' -t -l 8 a
both "binary, then text" 0 '6b  a\n' -bt -l 8 a
both "text, then binary" 0 '6b *a\n' -tb -l 8 a
both "tag" 0 'BLAKE2b-8 (a) = 6b\n' --tag -l 8 a
both "tag, 256 bits, nothing" 0 \
    "BLAKE2b-256 (empty) = $(sed -n '1s/ .*//p' known)\n" --tag -l 256 empty
both "tag and binary" 0 'BLAKE2b-8 (a) = 6b\n' -b --tag -l 8 a
both "text, then tag" 0 'BLAKE2b-8 (a) = 6b\n' -t --tag -l 8 a
both "tag, then text" 1 '' --tag -t -l 8 a
both "zero" 0 '6b  a\00002e  empty\0000' -z -l 8 a empty
both "zero and tag" 0 'BLAKE2b-8 (a) = 6b\0000' -z --tag -l 8 a
both "odd names" 0 '6b   a\n6b  *a\n6b  a \n6b  s p\n6b  \0303\0274\n6b  x) = y\n6b  -d\n' \
    -l 8 ' a' '*a' 'a ' 's p' "$utf8" 'x) = y' -- -d
both "escaped names" 0 '\\6b  b\\\\s\n\\6b  n\\nl\n\\6b  c\\rr\n\\6b  q\\nb\\\\s\\rz\n' \
    -l 8 'b\s' "$newline" "$return" "$all"
both "escaped names, tag" 0 '\\BLAKE2b-8 (b\\\\s) = 6b\n\\BLAKE2b-8 (q\\nb\\\\s\\rz) = 6b\n' \
    -l 8 --tag 'b\s' "$all"
both "names with zero" 0 '6b  b\\s\00006b  n\nl\0000' -zl8 'b\s' "$newline"

# ---- the command line ----

both "bundled options" 0 '6b *a\0000' -bzl8 a
both "value in the next word" 0 '6b *a\n' -bl 8 a
both "long option with =" 0 '6b  a\n' --length=8 a
both "long option, next word" 0 '6b  a\n' --length 8 a
both "long option shortened" 0 '6b *a\n' --len 8 --b a
both "long option without value" 0 'BLAKE2b-8 (a) = 6b\n' --tag -l8 a
both "options behind files" 0 '6b *a\n6b *x\n' a -l8 x -b
POSIXLY_CORRECT=1
export POSIXLY_CORRECT
both "options behind files, POSIXLY_CORRECT" 1 '6b  a\n' -l8 a -b
unset POSIXLY_CORRECT
both "end of options" 1 '6b  a\n' -l8 -- a -b
both "the last length counts" 0 '6b  a\n' -l 512 -l 8 a
both "the last length counts, the first is too long" 0 '6b  a\n' -l 520 -l 8 a
both "the last length counts, and is too long" 1 '' -l 8 -l 520 a
both "the last length counts, the first is none" 1 '' -l 7 -l 8 a
both "length with plus" 0 '6b  a\n' -l +8 a
for bits in 1 7 12 513 520 -8 x '' 8x 0x10 010 1e2 ' ' + 4294967304 18446744073709551624 \
    -18446744073709551608; do
    both "length '$bits'" 1 '' -l "$bits" a
done
says "length: message" "*invalid length*"
both "length missing" 1 '' -l
both "length missing, long" 1 '' --length
both "unknown option" 1 '' -Q a
both "unknown long option" 1 '' --nonesuch a
says "unknown option: message" "*nonesuch*"
both "unknown option among known ones" 1 '' -bQ a
both "ambiguous option" 1 '' --t -l8 a
says "ambiguous option: message" '*ambiguous*'
both "ambiguous option, nothing but --=" 1 '' --=x a
both "value where none is taken" 1 '' --tag=1 a
for option in --quiet --status --strict --ignore-missing --warn -w; do
    both "$option without --check" 1 '' $option a
done
for option in -b -t -z --tag; do
    both "--check with $option" 1 '' -c $option known
done
ours --help
[ "$code" -eq 0 ] && [ ! -s "$err" ] && [ "$(grep -c -e '--key-file' "$out")" -gt 0 ]
verdict "help" $?
ours --version
[ "$code" -eq 0 ] && [ ! -s "$err" ] && [ "$(grep -c '^blake2b-util [0-9]' "$out")" -eq 1 ]
verdict "version" $?

# ---- standard input ----

printf 'hi\n' >"$input"
both "standard input without files" 0 '2c  -\n' -l 8
both "standard input as -" 0 '6b  a\n2c  -\n' -l 8 a -
both "standard input twice" 0 '2c  -\n2e  -\n' -l 8 - -
both "standard input, tag" 0 'BLAKE2b-8 (-) = 2c\n' -l 8 --tag
list "standard input in a list" 0 '-: OK\n-: OK\n' '2c  -\n2e  -\n'
printf '6b  a\n2c  -\n' >"$input"
both "check: list from standard input" 0 'a: OK\n' -c
says "check: a list cannot list itself" '*1 line is improperly formatted*'
both "check: list from -" 1 'a: OK\n' -c --strict -
: >"$input"
both "check: nothing from standard input" 1 '' -c

# ---- checking ----

list "untagged" 0 'a: OK\n' '6b  a\n'
list "binary mark" 0 'a: OK\n' '6b *a\n'
list "tagged" 0 'a: OK\n' 'BLAKE2b-8 (a) = 6b\n'
list "tagged, 512 bits" 0 'a: OK\na: OK\n' "BLAKE2b (a) = $abc\nBLAKE2b-512 (a) = $abc\n"
list "lengths mixed" 0 'a: OK\na: OK\n' "$abc  a\n6b  a\n"
list "length given with --check" 0 'a: OK\n' '6b  a\n' -l 16
list "wrong length given with --check" 1 '' '6b  a\n' -l 7
list "upper case" 0 'a: OK\n' '6B  a\n'
list "no newline at the end" 0 'a: OK\n' '6b  a'
list "CR LF" 0 'a: OK\nx: OK\n' '6b  a\r\nBLAKE2b-8 (x) = 6b\r\n'
list "CR CR LF" 1 'a\r: FAILED open or read\n' '6b  a\r\r\n'
list "empty lines and comments" 0 'a: OK\n' '\n# 00  a\n\r\n#\n6b  a\n\n' --strict
list "white space first" 0 'a: OK\na: OK\n' '  6b  a\n\t BLAKE2b-8 (a) = 6b\n'
list "tab" 0 'a: OK\n' '6b\t*a\n'
list "names with spaces" 0 ' a: OK\na : OK\ns p: OK\n*a: OK\n' '6b   a\n6b  a \n6b  s p\n6b **a\n'
list "one space" 0 'a: OK\n a: OK\n*a: OK\n' '6b a\n6b  a\n6b *a\n'
list "one space after two" 0 'a: OK\n' '6b  a\n6b a\n'
list "name of one character, looks like a mark" 1 '*: FAILED open or read\n' '6b *\n'
list "empty names" 1 ': FAILED open or read\n: FAILED open or read\n' '6b \nBLAKE2b-8 () = 6b\n'
list "tagged, names that look like the end" 1 'x) = y: OK\na): FAILED open or read\n' \
    'BLAKE2b-8 (x) = y) = 6b\nBLAKE2b-8 (a)) = 6b\n'
list "tagged, white space" 0 'a: OK\na: OK\n' 'BLAKE2b-8(a)=6b\nBLAKE2b-8 (a)\t = \t6b\n'
list "escaped names" 0 'b\\s: OK\n\\n\\nl: OK\nc\rr: OK\n\\q\\nb\\\\s\\rz: OK\n' \
    '\\6b  b\\\\s\n\\6b  n\\nl\n\\6b  c\\rr\n\\6b  q\\nb\\\\s\\rz\n'
list "escaped names, tagged" 0 \
    'b\\s: OK\n\\n\\nl: OK\n' '\\BLAKE2b-8 (b\\\\s) = 6b\n\\BLAKE2b-8 (n\\nl) = 6b\n'
list "backslash without escaping" 0 'b\\s: OK\nb\\s: OK\n' '6b  b\\s\nBLAKE2b-8 (b\\s) = 6b\n'
list "needless escaping" 0 'a: OK\n' '\\6b  a\n'
list "UTF-8" 0 '\0303\0274: OK\n' '6b  \0303\0274\n'

list "mismatch" 1 'a: FAILED\nx: OK\n' '00  a\n6b  x\n'
says "check: mismatch: warning" '*WARNING: 1 computed checksum did NOT match*'
list "mismatch in the last bit" 1 'a: FAILED\n' "${abc%3}2  a\n"
list "two mismatches" 1 'a: FAILED\nx: FAILED\n' '00  a\n6a  x\n'
list "missing" 1 'none: FAILED open or read\na: OK\n' '6b  none\n6b  a\n'
says "check: missing: warning" '*WARNING: 1 listed file could not be read*'
list "directory in the list" 1 'folder: FAILED open or read\na: OK\n' '6b  folder\n6b  a\n'
list "names in messages are escaped" 1 '\\no\\nl: FAILED open or read\n' '\\6b  no\\nl\n'

# Each of these is a malformed line.
no_line() {
    list "no line: $1" 1 '' "$1\n"
    list "no line, among others: $1" 0 'a: OK\n' "6b  a\n$1\n"
    list "no line, strictly: $1" 1 'a: OK\n' "6b  a\n$1\n" --strict
}
no_line ' '
no_line ' # comment'
no_line 'BLAKE2b-8 (a) = 6b '
no_line "${abc}00  a"
no_line "BLAKE2b-0 (a) = $abc"
while read -r line; do
    no_line "$line"
done <<'LINES'
junk
6b
6
6b6  a
6bzz  a
zz  a
\\\\6b  a
\\  6b  a
\\6b  b\\s
\\6b  b\\
\\BLAKE2b-8 (b\\s) = 6b
\\6b  a\0000b
SHA256 (a) = 6b
BLAKE2 (a) = 6b
blake2b-8 (a) = 6b
BLAKE2b
BLAKE2b-8
BLAKE2b-8 (
BLAKE2b-8 ()
BLAKE2b-8 (a
BLAKE2b-8 a) = 6b
BLAKE2b-8 )a( = 6b
BLAKE2b-8 (a) 6b
BLAKE2b-8 (a) =
BLAKE2b-8 (a) = 6bzz
BLAKE2b-8 (a) = 6b6b
BLAKE2b-16 (a) = 6b
BLAKE2b (a) = 6b
BLAKE2b-7 (a) = 6b
BLAKE2b-520 (a) = 6b
BLAKE2b-8x (a) = 6b
BLAKE2b- (a) = 6b
BLAKE2b--8 (a) = 6b
BLAKE2b-18446744073709551624 (a) = 6b
BLAKE2b--18446744073709551608 (a) = 6b
LINES

list "warn" 0 'a: OK\n' '6b  a\n\njunk\n' --warn
says "check: warn: message" '*list: 3: improperly formatted*'
list "warn, several" 0 'a: OK\n' 'junk\n6b  a\n6b6\n' -w
list "warn does not make it strict" 0 'a: OK\n' '6b  a\njunk\n' -w
# b2sum truncates lines at a NUL and continues; a list of "sum -z" would pass with only one file
# read.
printf '6b  a\0006b  x\0006b  a\n' >list
try "check: NUL in a line" 1 '' -c list
# A line may have any length, but must not take memory for it.
{ message 70000 && printf '\n6b  a\n' && message 200000; } >list
both "check: long lines" 0 'a: OK\n' -c list
says "check: long lines: warning" '*2 lines are improperly formatted*'

# All kinds of lines together, each kind alone: good, bad, missing and junk, with all options.
every='6b  a\n00  x\n6b  none\njunk\n'
list "everything" 1 'a: OK\nx: FAILED\nnone: FAILED open or read\n' "$every"
list "everything, quiet" 1 'x: FAILED\nnone: FAILED open or read\n' "$every" --quiet
list "everything, status" 1 '' "$every" --status
says "check: everything, status: missing files are still named" '*none: *'
list "everything, ignoring" 1 'a: OK\nx: FAILED\n' "$every" --ignore-missing
list "everything, ignoring, quiet" 1 'x: FAILED\n' "$every" --ignore-missing --quiet
list "everything, quiet then warn" 1 'a: OK\nx: FAILED\nnone: FAILED open or read\n' "$every" \
    --quiet --warn
list "everything, warn then quiet" 1 'x: FAILED\nnone: FAILED open or read\n' "$every" --warn \
    --quiet
list "everything, status then warn" 1 'a: OK\nx: FAILED\nnone: FAILED open or read\n' "$every" \
    --status -w
list "everything, warn then status" 1 '' "$every" -w --status
list "good, status" 0 '' '6b  a\n' --status
list "good, quiet" 0 '' '6b  a\n' --quiet
list "bad, status" 1 '' '00  a\n' --status
list "junk beside good, status" 0 '' '6b  a\njunk\n' --status
list "junk beside good, status, strict" 1 '' '6b  a\njunk\n' --status --strict
list "junk beside good, quiet, strict" 1 '' '6b  a\njunk\n' --quiet --strict
list "missing beside good, ignoring" 0 'a: OK\n' '6b  none\n6b  a\n' --ignore-missing
list "missing beside good, ignoring, strict" 0 'a: OK\n' '6b  none\n6b  a\n' --ignore-missing \
    --strict
list "missing alone, ignoring" 1 '' '6b  none\n' --ignore-missing
says "check: missing alone: message" '*no file was verified*'
list "missing alone, ignoring, status" 1 '' '6b  none\n' --ignore-missing --status
list "mismatch alone, ignoring" 1 'a: FAILED\n' '00  a\n' --ignore-missing
list "directory, ignoring" 1 'folder: FAILED open or read\na: OK\n' '6b  folder\n6b  a\n' \
    --ignore-missing
list "file as a folder, ignoring" 1 'a/b: FAILED open or read\nx: OK\n' '6b  a/b\n6b  x\n' \
    --ignore-missing
list "nothing in the list" 1 '' ''
list "nothing in the list, status" 1 '' '' --status
says "check: nothing in the list: message" '*no properly formatted*'
list "nothing but comments" 1 '' '# a\n\n'

printf '6b  a\n' >good
printf '00  a\n' >bad
printf '6b a\n' >one-space
both "check: several lists" 1 'a: OK\na: FAILED\na: OK\n' -c good bad good
both "check: missing list, others done" 1 'a: OK\n' -c none good
both "check: directory as list, others done" 1 'a: OK\n' -c folder good
both "check: empty list, others done" 1 'a: OK\n' -c empty good
both "check: one space, decided by an earlier list" 1 'a: OK\n' -c good one-space
both "check: one space, decided by the first list" 0 'a: OK\n a: OK\n' -c one-space good

# ---- b2sum and sum check each other's lists ----

names='m0 m1 m127 m128 m129 m65536 m65537 m5242881'
if [ -n "$b2sum_version" ]; then
    for options in '' -b --tag '-l 8' '-l 256' '-l 504' '-l 160 --tag' '-l 384 -b'; do
        # shellcheck disable=SC2086
        b2sum $options $names "$newline" 'b\s' "$utf8" ' a' '*a' 's p' 'x) = y' -- -d >theirs
        # shellcheck disable=SC2086
        "$util" sum $options $names "$newline" 'b\s' "$utf8" ' a' '*a' 's p' 'x) = y' -- -d >mine
        cmp -s theirs mine
        verdict "prints what b2sum prints${options:+ with $options}" $?
        ours -c --strict --status theirs
        verdict "checks what b2sum prints${options:+ with $options}" $code
        b2sum -c --strict --status mine 2>"$err"
        verdict "b2sum checks what it prints${options:+ with $options}" $?
    done
fi

# ---- errors ----

both "directory, others done" 1 '6b  a\n6b  x\n' -l 8 a folder x
says "directory: message" '*folder: *'
both "missing, others done" 1 '6b  a\n6b  x\n' -l 8 none a none x
says "missing: message" '*none: No such file*'
both "empty name" 1 '' ''
if [ -e /proc/self/mem ]; then
    both "read error, others done" 1 '6b  a\n6b  x\n' -l 8 a /proc/self/mem x
    says "read error: message" '*/proc/self/mem: *'
    both "check: list with a read error, others done" 1 'a: OK\n' -c /proc/self/mem good
    list "read error" 1 '/proc/self/mem: FAILED open or read\na: OK\n' '6b  /proc/self/mem\n6b  a\n'
else
    skip "read error" "no /proc/self/mem"
fi
printf abc >secret
chmod 000 secret
if [ -r secret ]; then
    skip "unreadable file" "this user can read everything"
else
    both "unreadable file, others done" 1 '6b  a\n6b  x\n' -l 8 a secret x
    list "unreadable file" 1 'secret: FAILED open or read\na: OK\n' '6b  secret\n6b  a\n'
    list "unreadable file, ignoring" 1 'secret: FAILED open or read\na: OK\n' \
        '6b  secret\n6b  a\n' \
        --ignore-missing
    try "unreadable key" 1 '' --key-file secret a
fi
if [ -c /dev/full ]; then
    for arguments in 'a' '-l 8 m0 a m0' '-c good' '--help' '--version' '-z a'; do
        # shellcheck disable=SC2086
        "$util" sum $arguments >/dev/full 2>"$err"
        code=$?
        [ $code -eq 1 ] && [ "$(grep -c 'write error: No space' "$err")" -eq 1 ]
        verdict "full device: $arguments" $?
    done
    # A message that cannot be written is an error, too, as in b2sum: only the exit code can report
    # it.
    printf '6b  a\njunk\n' >list
    for arguments in '-c list' '-c -w list' '--progress a' '-c --ignore-missing --strict list' \
        'none'; do
        # shellcheck disable=SC2086
        "$util" sum $arguments >"$out" 2>/dev/full
        [ $? -eq 1 ]
        verdict "full device for messages: $arguments" $?
    done
    "$util" sum -c list >"$out" 2>/dev/full
    printf 'a: OK\n' | cmp -s - "$out"
    verdict "full device for messages: the output is whole" $?
    "$util" sum -c --status list >"$out" 2>/dev/full
    verdict "full device for messages: none to be written" $?
    "$util" sum -c --status good >/dev/full 2>"$err"
    code=$?
    [ $code -eq 0 ] && [ ! -s "$err" ]
    verdict "full device, nothing to print" $?
else
    skip "full device" "no /dev/full"
fi
"$util" sum a >&- 2>"$err"
code=$?
[ $code -eq 1 ] && [ "$(grep -c 'write error: Bad file' "$err")" -eq 1 ]
verdict "closed standard output" $?
"$util" sum -l 8 a - x <&- >"$out" 2>"$err"
code=$?
printf '6b  a\n6b  x\n' >"$expected"
judge "closed standard input, others done" 1 && pass "closed standard input, others done"
says "closed standard input: message" '*: -: *'

# A list that is the descriptor of standard input must not be its own entry "-".
printf '2e  -\n' >list
"$util" sum -c list <&- >"$out" 2>"$err"
code=$?
printf -- '-: FAILED open or read\n' >"$expected"
judge "check: closed standard input is not the list" 1 &&
    pass "check: closed standard input is not the list"
"$util" sum -l 8 - <&- >"$out" 2>&- 3>"$err"
code=$?
: >"$expected"
judge "closed standard input and error" 1 && pass "closed standard input and error"

# Names come from other people; sequences that a terminal would interpret must not reach it.
escape=$(printf 'no\033[31m\302\233\377\177x')
harmless() {
    ! LC_ALL=C tr -d '\n' <"$err" | LC_ALL=C grep -q "[$(printf '\001-\037\177-\377')]"
    verdict "control characters: $1" $?
}
ours "$escape"
harmless "name"
says "control characters: message" "*sum: 'no'\$'?033''[[]31m'\$'?302?233?377?177''x': *"
ours -c "$escape"
harmless "list"
printf '6b  %s\n' "$escape" >list
ours -c list
harmless "name in a list"
printf '6b  a\njunk\n' >"$escape"
ours -c -w "$escape"
harmless "list with a bad line"
rm -f "$escape"
for option in -l -j --xof; do
    ours $option "$escape" a
    harmless "value of $option"
done
ours "--$escape" a
harmless "option"
for locale in C.UTF-8 de_DE.utf8; do
    LC_ALL=$locale ours "no it's \\ $utf8"
    says "printable names as they are, $locale" "*sum: no it's ? $utf8: *"
done
LC_ALL='' LC_CTYPE='' LANG=UTF-8 ours "no $utf8"
says "printable names as they are, by LANG" "*sum: no $utf8: *"
# Where a terminal reads single bytes, it may obey some of UTF-8's.
for locale in C POSIX de_DE.ISO-8859-1; do
    LC_ALL=$locale ours "no $utf8"
    harmless "a locale without UTF-8, $locale"
    says "another locale: message, $locale" "*sum: 'no '\$'*"
done

# On a terminal, names on standard output are also quoted, as by ls. Elsewhere they are printed as
# by b2sum.
if [ $python = yes ]; then
    mkdir control
    python3 - "$util" "$b2sum_version" >"$dir/names" <<'PYTHON' ||
import os, pty, subprocess, sys
os.environ["LC_ALL"] = "C.UTF-8"
util, b2sum = sys.argv[1], sys.argv[2] == "9.1"
failed = 0
os.chdir("control")

def report(what, wanted, got):
    global failed
    if wanted == got:
        print("ok - sum: names on standard output: " + what)
    else:
        print("not ok - sum: names on standard output: %s: %r and not %r" % (what, got, wanted))
        failed = 1

def terminal(*words):
    # what the program writes to a terminal, and its exit code; after a second it may show progress
    child, fd = pty.fork()
    if child == 0:
        os.execv(util, [util, "sum", "--no-progress"] + list(words))
    out = b""
    while True:
        try:
            more = os.read(fd, 65536)
        except OSError:
            break
        if not more:
            break
        out += more
    os.close(fd)
    status = os.waitpid(child, 0)[1]
    return out.replace(b"\r\n", b"\n"), os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1

def plain(program, *words):
    ran = subprocess.run(program + list(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return ran.stdout, ran.returncode

# Name; how it is quoted. Those without a second are printed as they are.
names = [
    (b"\033]0;title\007", rb"''$'\033'']0;title'$'\a'"), (b"\2332J", rb"''$'\233''2J'"), (b"a\302\2332J", rb"'a'$'\302\233''2J'"),
    (b"it's\177\033[", rb"'it'\''s'$'\177\033''['"), (b"o\340\202\233", rb"'o'$'\340\202\233'"), (b"o\360\200\202\233", rb"'o'$'\360\200\202\233'"),
    (b"d\355\240\200'", rb"'d'$'\355\240\200'\'''"), (b"l\342\200\250l", rb"'l'$'\342\200\250''l'"), (b"f\364\220\200\200", rb"'f'$'\364\220\200\200'"),
    (b"n\nb\033\\\r", rb"'n'$'\n''b'$'\033''\'$'\r'"), (b"t\tt", rb"'t'$'\t''t'"), (b"\001\303", rb"''$'\001\303'"),
    (b"s p", None), (b"it's", None), (b"$'", None), (b"\303\274\342\202\254\360\237\230\200", None),
]
# b2sum escapes these, so that no terminal sees them.
escaped = [(b"n\nl", rb"n\nl"), (b"b\\s\n", rb"b\\s\n"), (b"c\rr", rb"c\rr"), (b"b\\s", rb"b\\s")]
for name, _ in names + escaped:
    with open(name, "wb") as out:
        out.write(b"abc")
every = [name for name, _ in names + escaped]
quoted = [(q or n, b"") for n, q in names] + [(q, b"\\") for _, q in escaped]
report("a terminal", (b"".join(b + b"6b  " + q + b"\n" for q, b in quoted), 0), terminal("-l8", *every))
report("a terminal, --tag", (b"".join(b + b"BLAKE2b-8 (" + q + b") = 6b\n" for q, b in quoted), 0), terminal("-l8", "--tag", *every))
report("a terminal, -b", (b"".join(b + b"6b *" + q + b"\n" for q, b in quoted), 0), terminal("-l8", "-b", *every))
os.environ["LC_ALL"] = "C"
report("a terminal that reads bytes", (rb"6b  ''$'\303\274\342\202\254\360\237\230\200'" + b"\n", 0),
       terminal("-l8", b"\303\274\342\202\254\360\237\230\200"))
os.environ["LC_ALL"] = "C.UTF-8"
report("a terminal, -z", (b"6b  'n'$'\\n''l'\0006b  'c'$'\\r''r'\0006b  b\\s\0006b  ''$'\\233''2J'\0", 0),
       terminal("-l8", "-z", b"n\nl", b"c\rr", b"b\\s", b"\2332J"))

listed = plain([util, "sum"], "-l8", *every)
with open("../control.list", "wb") as out:
    out.write(listed[0] + b"6b  no\033ne\n00  c\rr\n")
# b2sum escapes a verdict only if the name has a newline.
verdicts = [(q or n, b"") for n, q in names] + [(rb"n\nl", b"\\"), (rb"b\\s\n", b"\\"), (rb"'c'$'\r''r'", b""), (rb"b\s", b"")]
lines = b"".join(b + q + b": OK\n" for q, b in verdicts)
report("a terminal, --check",
       (lines + b"blake2b-util sum: 'no'$'\\033''ne': No such file or directory\n'no'$'\\033''ne': FAILED open or read\n'c'$'\\r''r': FAILED\n"
        b"blake2b-util sum: WARNING: 1 listed file could not be read\nblake2b-util sum: WARNING: 1 computed checksum did NOT match\n", 1),
       terminal("-c", "../control.list"))
# ls quotes some more, as names with a space: those with a control character it quotes alike.
try:
    ls = subprocess.run(["ls", "-d", "--quoting-style=shell-escape", b"\033]0;title\007", b"a\302\2332J", b"l\342\200\250l", b"n\nb\033\\\r"],
                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})
except OSError:
    ls = None
if ls and ls.returncode == 0:
    report("as ls quotes them", sorted(ls.stdout.split(b"\n")[:-1]), sorted(q for n, q in names if n[:1] in b"\033aln"))

for options in ([], ["--tag"], ["-z"]):
    mine = plain([util, "sum"], "-l8", *options, *every)
    end = b"\0" if options == ["-z"] else b"\n"
    if "-z" in options:
        wanted = b"".join(b"6b  " + name + b"\0" for name in every)
    else:
        wanted = b"".join((b"BLAKE2b-8 (%s) = 6b\n" if options else b"6b  %s\n") % name for name, _ in names if b"\n" not in name)
        mine = (b"".join(line + b"\n" for line in mine[0].split(b"\n")[:-1] if not line.startswith(b"\\")), mine[1])
    report("no terminal" + "".join(" " + o for o in options), (wanted, 0), mine)
    if b2sum:
        report("no terminal, b2sum" + "".join(" " + o for o in options), plain(["b2sum"], "-l8", *options, *every),
               plain([util, "sum"], "-l8", *options, *every))
if b2sum:
    report("no terminal, b2sum --check", plain(["b2sum"], "-c", "../control.list"), plain([util, "sum"], "-c", "../control.list"))
sys.exit(failed)
PYTHON
        grep -q '^not ok' "$dir/names" || fail "names on standard output" "the script ended early"
    results <"$dir/names"
    rm -rf control control.list
else
    skip "names on a terminal" "no python3"
fi

# ---- the requested number of threads ----

# threads_of N: sets $count to the number of threads while the first of several FIFOs is read. They
# do not all start at once: waits for $wanted.
threads_of() {
    rm -f fifo.1 fifo.2 fifo.3 fifo.4 fifo.5
    mkfifo fifo.1 fifo.2 fifo.3 fifo.4 fifo.5
    "$util" sum -j "$1" a fifo.1 fifo.2 fifo.3 fifo.4 fifo.5 >"$out" 2>"$err" &
    threads_pid=$!
    exec 3>fifo.1
    patience=20
    while count=$(find /proc/$threads_pid/task -mindepth 1 -maxdepth 1 2>/dev/null | wc -l) &&
        [ "$count" -ne "$wanted" ] && [ $patience -gt 0 ]; do
        patience=$((patience - 1))
        sleep 0.1 2>/dev/null || sleep 1
    done
    exec 3>&-
    for number in 2 3 4 5; do
        : >fifo.$number
    done
    wait $threads_pid
}
if [ -n "${TEST_EMULATOR-}" ] || [ ! -d /proc/$$/task ] || ! mkfifo fifo.1 2>/dev/null; then
    skip "as many threads as asked for" "no /proc with threads, or no mkfifo"
elif wanted=1 && threads_of 1 && one=$count && wanted=$((one + 2)) && threads_of 3 &&
    three=$count &&
    wanted=$((one + 4)) && threads_of 5 && [ "$three" -eq $((one + 2)) ] &&
        [ "$count" -eq $((one + 4)) ]; then
    pass "as many threads as asked for"
else
    fail "as many threads as asked for" "$one, $three and $count with -j 1, 3 and 5"
fi

# ---- few descriptors ----

# shellcheck disable=SC2016,SC3045
if sh -c 'ulimit -n 4 && "$1" sum "$2"; exit $?' sh "$util" a >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    "$util" sum -j 1 $files $files $files $files >"$expected"
    few=''
    # several times with the fewest: the C library may use the only one for a moment
    for limit in 4 4 4 4 4 4 4 4 4 5 6; do
        # shellcheck disable=SC2086,SC3045
        (ulimit -n $limit && exec "$util" sum -j 32 $files $files $files $files) >"$out" 2>"$err"
        code=$?
        judge "$limit descriptors, 32 threads" 0 || few=failed
    done
    [ -z "$few" ] && pass "4, 5 and 6 descriptors, 32 threads"
else
    skip "few descriptors" "no ulimit -n, or the program does not start with 4 (an emulator?)"
fi

# ---- results without delay ----

# seen LINE: it is the last line printed, now or within 10 seconds (tr: NUL may end it)
seen() {
    tries=0
    while [ "$(tr '\0' '\n' <"$dir/now" | tail -n 1)" != "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || return 1
        sleep 0.1 2>/dev/null || sleep 1
    done
}
if [ -p fifo ]; then
    for options in '-j 1' '-j 4' '-j 2 --bp' '-j 2 -z'; do
        # The writer of the FIFO waits for the result of the file before it.
        : >"$dir/now"
        # shellcheck disable=SC2086
        "$util" sum -l 8 $options a x fifo a >"$dir/now" 2>"$err" &
        printing=$!
        # shellcheck disable=SC2086
        seen "$("$util" sum -l 8 $options x | tr '\0' '\n')"
        verdict "printed before a FIFO is opened, $options" $?
        message 1000 >fifo
        wait $printing
        code=$?
        # shellcheck disable=SC2086
        "$util" sum -l 8 $options a x m1000 a | sed 's/m1000/fifo/' | cmp -s - "$dir/now" &&
            [ $code -eq 0 ]
        verdict "and then the FIFO, $options" $?
    done
    for threads in 1 4; do
        # The writer of the list waits for each verdict.
        : >"$dir/now"
        {
            printf '6b  a\n' && seen 'a: OK' && printf '6' && printf 'b  x\njunk\n00  m0' &&
                seen 'x: OK' &&
                printf '\n' && seen 'm0: FAILED' && printf seen >"$dir/seen"
        } | "$util" sum -c -j $threads >"$dir/now" 2>"$err"
        [ $? -eq 1 ] && [ -e "$dir/seen" ] && [ "$(wc -l <"$dir/now")" -eq 3 ]
        verdict "check: each line as it comes, $threads threads" $?
        rm -f "$dir/seen"
    done
    # A file is read once, by the first name of it, as without threads.
    { sleep 0.3 2>/dev/null || sleep 1 && message 70000; } |
        "$util" sum -j 4 - - - a >"$out" 2>"$err"
    code=$?
    message 70000 | "$util" sum -j 1 - - - a >"$expected"
    judge "standard input several times, 4 threads" 0 &&
        pass "standard input several times, 4 threads"
else
    skip "results as soon as they are known" "no mkfifo here"
fi

# ---- memory ----

# large NAME BYTES/1048576 DIGEST: zeros, the digest of 256 bits, in 32 MiB of address space
large() {
    dd if=/dev/null of=large bs=1048576 seek="$2" 2>/dev/null
    printf '%s  large\n' "$3" >"$expected"
    # shellcheck disable=SC3045
    (ulimit -v 32768 && exec "$util" sum -l 256 large) >"$out" 2>"$err"
    code=$?
    judge "$1" 0 && pass "$1"
}
# The inner shell's message about an aborted program is discarded.
# shellcheck disable=SC2016
if sh -c 'ulimit -v 32768 && "$1" --version; exit $?' sh "$util" >/dev/null 2>&1; then
    large "48 MiB in bounded memory" 48 \
        3adf00e0294da2115fb8561c8bf8a90dee53750e89042a3e93eafd97a899138e
    # shellcheck disable=SC3045
    (ulimit -v 32768 && exec "$util" sum -c large) >"$out" 2>"$err"
    code=$?
    [ $code -eq 1 ] && [ "$(grep -c 'no properly formatted' "$err")" -eq 1 ]
    verdict "check: a line of 48 MiB in bounded memory" $?
    # shellcheck disable=SC3045,SC2046
    (ulimit -v 32768 && exec "$util" sum -j 1 --xof 16384 \
        $(awk 'BEGIN { for (i = 0; i < 3000; i++) print "a" }')) \
        2>"$err" | wc -c >"$out"
    code=0
    printf '%s\n' $((3000 * 32772)) >"$expected"
    tr -d ' ' <"$out" >"$out.plain" && mv "$out.plain" "$out"
    judge "47 MiB of digests in bounded memory" 0 && pass "47 MiB of digests in bounded memory"
    # Threads must leave the memory that one alone needs. Which limit shows it depends on the C
    # library.
    # shellcheck disable=SC2086
    "$util" sum -j 1 $files $files $files $files >"$expected"
    little='' limit=10000
    while [ $limit -lt 60000 ]; do
        limit=$((limit + 2000))
        # shellcheck disable=SC2086,SC3045
        (ulimit -v $limit && exec "$util" sum -j 1 $files $files $files $files) 2>"$err" |
            cmp -s - "$expected" || continue
        # shellcheck disable=SC2086,SC3045
        (ulimit -v $limit && exec "$util" sum -j 256 $files $files $files $files) >"$out" 2>"$err"
        code=$?
        judge "256 threads in $limit KiB" 0 || little=failed
    done
    [ -z "$little" ] && pass "256 threads in little memory"
    if [ "${SUM_LARGE:-0}" = 1 ]; then
        large "5 GiB in bounded memory" 5120 \
            05a8c13be6140037a185ed4824f6df897a394c7a6e28403261cc26c4b59aa2bf
    else
        skip "5 GiB in bounded memory" "takes seconds; SUM_LARGE=1 does it"
    fi
    rm -f large
else
    skip "bounded memory" "no ulimit -v, or the program does not start in 32 MiB (a sanitizer?)"
fi

settle
finish
