#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# How many CPUs "sum" uses: those of its affinity mask, limited by the quota of control groups.
# shellcheck disable=SC2086 # commands of several words
# shellcheck source=tests/tap.sh
. tests/tap.sh
# (The folder for temporary files may be mounted with noexec.)
tmp=build/tests/cpus
rm -rf $tmp
mkdir -p $tmp

# expect NAME WANTED GOT
expect() {
    if [ "$2" = "$3" ]; then pass "cpus: $1"; else fail "cpus: $1: $3, not $2"; fi
}

if ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -Iapp/util -o "$tmp/cpus${TEST_EXE:-}" tests/util/cpus.c \
    app/util/cpus.c 2>"$tmp/log"; then
    fail "cpus: does not compile: $(grep -m 1 error "$tmp/log")"
    finish
fi
run="${TEST_EMULATOR:-} $tmp/cpus${TEST_EXE:-}"
expect "there is one" yes "$($run | tr -d '\r' | sed 's/^[1-9][0-9]*$/yes/')"

if [ "$(uname -s)" != Linux ] || [ -n "${TEST_EXE:-}" ]; then
    skip_all "cpus: affinity, control groups: Linux has them"
elif ! command -v taskset >/dev/null 2>&1; then
    skip "cpus: affinity: no taskset"
elif [ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ]; then
    skip "cpus: affinity: there is one CPU"
else
    expect "one of several" 1 \
        "$(taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" $run)"
fi

# Control groups, of 8 CPUs. Each row: what is tested, the wanted number, the lines of
# /proc/self/cgroup, and before it perhaps a file of a group with its text.
sys=$tmp/sys lines='12:memory:/c/d\n4:cpuset:/c/d\n3:cpuacct,cpu:/c/d\n0::/none\n'
mkdir -p $sys/a/b $sys/cpu/c/d $sys/memory/c
for folder in cpu/c/d cpu/c; do
    echo -1 >$sys/$folder/cpu.cfs_quota_us
    echo 50000 >$sys/$folder/cpu.cfs_period_us
done
while IFS='|' read -r name wanted group file text; do
    [ -z "$file" ] || echo "$text" >"$sys/$file"
    case $group in 'v1') group=$lines ;; esac
    printf '%b' "$group" >"$tmp/proc"
    expect "$name" "$wanted" "$($run 8 "$tmp/proc" $sys </dev/null)"
    case $name in *root*) rm $sys/cpu.max ;; esac
done <<'GROUPS'
version 2, no limit at all|8|0::/a/b\n
version 2, max|8|0::/a/b\n|a/b/cpu.max|max 100000
version 2|3|0::/a/b\n|a/b/cpu.max|300000 100000
version 2, another group|8|0::/a\n
version 2, less above, a part of a CPU|2|0::/a/b\n|a/cpu.max|150000 100000
version 2, at the root, less than a CPU|1|0::/\n|cpu.max|1000 100000
version 2, more than there are|8|0::/a\n|a/cpu.max|9000000 100000
version 1, no limit|8|v1
version 1|4|v1|cpu/c/d/cpu.cfs_quota_us|200000
version 1, less above|2|v1|cpu/c/cpu.cfs_quota_us|100000
version 1, a group that is not to be seen|2|3:cpu:/c/none/e\n
no group|8|junk\n
GROUPS
rm "$tmp/proc"
expect "no such file" 8 "$($run 8 "$tmp/proc" $sys)"
finish
