#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Does the C front end keep to the caller's memory, return the right errors, and give the kernels
# the message, in order, once? CBMC proves it for all arguments: each function "proof_..." of an
# extension's tests/cbmc.c, with contracts in place of memory.c and of the kernels. That it refuses
# wrong code is for mutate.py, with the faults in tests/proved.txt. doc/soundness.md states the
# limits.
#
# Usage: cbmc.sh [few | FUNCTION...]
#   few        those of a few seconds
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tool=$(missing cbmc goto-cc goto-instrument)
[ -z "$tool" ] || skip_all 'C front end' "no $tool"
folder=$work log=$work/log
# Each proof: at most 2 GiB, and CPU seconds.
most_memory=2097152 most_time=300

for harness in app/extensions/*/tests/cbmc.c; do
    family=${harness%/tests/cbmc.c}
    name=${family##*/}
    plain=-D$(echo "$name" | tr '[:lower:]' '[:upper:]')_PLAIN_SYMBOLS
    proofs=$(sed -n 's/^void \(proof_[a-z0-9_]*\)(void) {.*/\1/p' "$harness")
    case ${1-} in
    '') ;;
    few) proofs=$(sed -n 's/^void \(proof_[a-z0-9_]*\)(void) {.*few.*/\1/p' "$harness") ;;
    *)
        wanted=''
        for proof in $proofs; do
            case " $* " in *" $proof "*) wanted="$wanted $proof" ;; esac
        done
        proofs=$wanted
        ;;
    esac
    [ -n "$proofs" ] || continue
    # Its sources, named in its first comment.
    sources=$(sed -n 's/^ \* Sources: //p' "$harness" | sed "s,[^ ]*,$family/&,g")
    printf '#define DRIVER_VERSION ""\n' >"$folder/config.h"
    # shellcheck disable=SC2086 # several
    if ! (goto-cc -D'MOVE_SECRET(to, from)=(*(secret_word *)(to) = *(const secret_word *)(from))' \
        -D__OPTIMIZE__ -DDRIVER_PLAIN_SYMBOLS "$plain" -I"$folder" -Iapp -Iapp/include \
        -I"$family" -Itests/proof/cbmc -o "$folder/linked" "$harness" \
        tests/proof/cbmc/contracts.c $sources &&
        goto-instrument --replace-calls memory_copy_few:contract_copy_few \
            --replace-calls memory_copy_here:contract_copy_here \
            --replace-calls memory_copy_digest:contract_copy_digest \
            "$folder/linked" "$folder/program") >"$log" 2>&1; then
        fail "C front end of $name" "$(first_error "$log")"
        continue
    fi
    for proof in $proofs; do
        # shellcheck disable=SC3045 # every sh of Debian has -t and -v
        (ulimit -v $most_memory && ulimit -t $most_time && exec cbmc "$folder/program" \
            --function "$proof" --unwind 130 --unwinding-assertions --no-malloc-may-fail \
            --pointer-overflow-check --pointer-primitive-check --slice-formula --object-bits 9 \
            --stop-on-fail) >"$log" 2>&1
        status=$?
        if [ $status -eq 0 ] && grep -q '^VERIFICATION SUCCESSFUL$' "$log"; then
            pass "C front end of $name: $proof"
        else
            fail "C front end of $name: $proof" \
                "status $status: $(sed -n '/^Violated property/,/^$/p' "$log" | tr -s ' \n' ' ')"
        fi
    done
done
finish
