#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Does the C front end keep to the caller's memory, return the right errors, and give the kernels
# the message, in order, once? CBMC proves it for all arguments: each function "proof_..." of an
# extension's tests/cbmc.c, with contracts in place of memory.c and of the kernels. That it refuses
# wrong code is for mutate.py, with the faults in tests/proved.txt. doc/soundness.md states the
# limits.
#
# Each line "Sources:" of tests/cbmc.c is a program, with options at the end. In it contract_NAME is
# called instead of NAME, but not by proofs marked "itself". tests/proof/cbmc has those of the
# driver. A line "Loops:" is for how many turns loops are unwound, if not 130, with options for
# single loops, and others; more turns are refused.
#
# Usage: cbmc.sh [SETTING] [few | first | FUNCTION...]
#   SETTING    64 (unless everything is proved), 32, 64-big, 32-big: bits, big-endian
#   few        those of a few seconds, of the first program of each extension
#   first      all but slow ones, of the first program
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tool=$(missing cbmc goto-cc goto-instrument)
[ -z "$tool" ] || skip_all 'C front end' "no $tool"
folder=$work log=$work/log
# Each proof: at most 2 GiB, and CPU seconds.
most_memory=2097152 most_time=300

# link HARNESS SOURCE... [OPTION...]: the program, and "linked", without contracts
link() {
    [ "$family" = app/driver ] || set -- tests/proof/cbmc/contracts.c "$@"
    goto-cc --native-compiler "$folder/compiler" "$machine" \
        -D'MOVE_SECRET(to, from)=(*(secret_word *)(to) = *(const secret_word *)(from))' \
        -D__OPTIMIZE__ -D__builtin_memcpy=memcpy -DDRIVER_PLAIN_SYMBOLS \
        -D"$(echo "$name" | tr '[:lower:]' '[:upper:]')"_PLAIN_SYMBOLS -I"$folder" -Iapp \
        -Iapp/include -I"$family" -Itests/proof/cbmc -o "$folder/linked" "$@" &&
        goto-instrument --list-goto-functions "$folder/linked" >"$folder/functions" || return 1
    # shellcheck disable=SC2046 # several
    goto-instrument $(sed -n 's/^contract_\([a-z0-9_]*\) .*/--replace-calls \1:contract_\1/p' \
        "$folder/functions") "$folder/linked" "$folder/program"
}

# prove HARNESS SOURCE...: its functions, or those wanted
prove() {
    program=${2##*/}
    for option; do
        case $option in -D*) program="$program $option" ;; esac
    done
    program="$program, $setting"
    if ! link "$@" >"$log" 2>&1; then
        fail "C front end, $program" "$(first_error "$log")"
        return
    fi
    for proof in $proofs; do
        built=$folder/program
        ! grep -q "^void $proof(void) {.*itself" "$1" || built=$folder/linked
        # CBMC takes addresses in the difference of pointers for numbers without a sign.
        overflow=--signed-overflow-check
        ! grep -q "^void $proof(void) {.*differences" "$1" || overflow=--no-signed-overflow-check
        # shellcheck disable=SC3045,SC2086 # every sh of Debian has -t and -v; several
        (ulimit -v $most_memory && ulimit -t $most_time && exec cbmc "$built" \
            --function "$proof" --unwind $unwind --unwinding-assertions --no-malloc-may-fail \
            --pointer-overflow-check --pointer-primitive-check --slice-formula --object-bits 9 \
            $overflow --stop-on-fail) >"$log" 2>&1
        status=$?
        if [ $status -eq 0 ] && grep -q '^VERIFICATION SUCCESSFUL$' "$log"; then
            pass "C front end, $program: $proof"
        else
            fail "C front end, $program: $proof" \
                "status $status: $(sed -n '/^Violated property/,/^$/p' "$log" | tr -s ' \n' ' ')"
        fi
    done
}

# all_of HARNESS [few | first | FUNCTION...]
all_of() {
    harness=$1
    shift
    family=${harness%/tests/*}
    [ -e "$family/objects.mk" ] || family=app/driver
    name=${family##*/}
    of_all=$(sed -n 's/^void \(proof_[a-z0-9_]*\)(void) {.*/\1/p' "$harness")
    unwind=$(sed -n 's/^ \* Loops: //p' "$harness")
    proofs=$of_all programs=99 unwind=${unwind:-130}
    case ${1-} in
    '') ;;
    first)
        proofs=$(sed -n '/slow/d; s/^void \(proof_[a-z0-9_]*\)(void) {.*/\1/p' "$harness")
        programs=1
        ;;
    few)
        proofs=$(sed -n 's/^void \(proof_[a-z0-9_]*\)(void) {.*few.*/\1/p' "$harness")
        programs=1
        ;;
    *)
        proofs=''
        for proof in $of_all; do
            case " $* " in *" $proof "*) proofs="$proofs $proof" ;; esac
        done
        ;;
    esac
    [ -n "$proofs" ] || return
    sed -n 's/^ \* Sources: //p' "$harness" | head -n $programs |
        sed "s,\(^\| \)\([^ -]\),\1$family/\2,g" >"$folder/programs"
    while read -r sources; do
        # shellcheck disable=SC2086 # several
        prove "$harness" $sources </dev/null
    done <"$folder/programs"
}

printf '#define DRIVER_VERSION ""\n' >"$folder/config.h"
: >"$folder/none.def" # a table without kernels
settings=64
case ${1-} in
'') settings='64 32 64-big 32-big' ;;
64* | 32*) settings=$1 && shift ;;
esac
for setting in $settings; do
    # goto-cc takes the byte order from an architecture; its headers are the host's.
    order='-U__SSE2__ -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__'
    case $setting in
    64-big) machine=-march=z196 ;;
    32-big) machine=-march=powerpc ;;
    *) machine=-m$setting order='' ;;
    esac
    cat >"$folder/compiler" <<END
#!/bin/sh
for option; do
    shift
    case \$option in -march=*) ;; *) set -- "\$@" "\$option" ;; esac
done
exec gcc -m${setting%-big} $order "\$@"
END
    chmod +x "$folder/compiler"
    if ! echo '#include <stdio.h>' | "$folder/compiler" -E - >"$log" 2>&1; then
        skip "C front end, $setting: gcc has no such C library"
        continue
    fi
    for harness in tests/proof/cbmc/[!c]*.c app/extensions/*/tests/cbmc*.c; do
        all_of "$harness" "$@"
    done
done
finish
