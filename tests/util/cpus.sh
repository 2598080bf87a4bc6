#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# How many CPUs "sum" uses: those of its affinity mask, limited by the quota of control groups.
# shellcheck source=tests/tap.sh
. tests/tap.sh
# (The folder for temporary files may be mounted with noexec.)
tmp=build/tests/cpus
rm -rf $tmp
mkdir -p $tmp

# expect NAME WANTED GOT
expect() {
    if [ "$2" = "$3" ]; then
        pass "cpus: $1"
    else
        fail "cpus: $1: $3, not $2"
    fi
}

# shellcheck disable=SC2086 # several words
if ! ${TEST_CC:-cc} ${TEST_FLAGS:-} -Iapp/util -o "$tmp/cpus${TEST_EXE:-}" tests/util/cpus.c \
    app/util/cpus.c 2>"$tmp/log"; then
    fail "cpus: does not compile: $(grep -m 1 error "$tmp/log")"
    finish
fi
run="${TEST_EMULATOR:-} $tmp/cpus${TEST_EXE:-}"
all=$($run | tr -d '\r')
case $all in
[1-9]*) pass "cpus: there is one" ;;
*) expect "there is one" "1 or more" "$all" ;;
esac

# ---- affinity ----

if [ "$(uname -s)" != Linux ] || [ -n "${TEST_EXE:-}" ]; then
    skip "cpus: affinity, control groups: Linux has them"
    finish
elif ! command -v taskset >/dev/null 2>&1; then
    skip "cpus: affinity: no taskset"
elif [ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ]; then
    skip "cpus: affinity: there is one CPU"
else
    first=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
    # shellcheck disable=SC2086
    expect "one of several" 1 "$(taskset -c "$first" $run)"
fi

# ---- control groups ----

# group NAME WANTED LINE: of 8 CPUs, if /proc/self/cgroup has this LINE
group() {
    printf '%b' "$3" >"$tmp/proc"
    # shellcheck disable=SC2086
    expect "$1" "$2" "$($run 8 "$tmp/proc" "$tmp/sys")"
}
mkdir -p "$tmp/sys/a/b" "$tmp/sys/cpu/c/d" "$tmp/sys/memory/c"
group "version 2, no limit at all" 8 '0::/a/b\n'
echo 'max 100000' >"$tmp/sys/a/b/cpu.max"
group "version 2, max" 8 '0::/a/b\n'
echo '300000 100000' >"$tmp/sys/a/b/cpu.max"
group "version 2" 3 '0::/a/b\n'
group "version 2, another group" 8 '0::/a\n'
echo '150000 100000' >"$tmp/sys/a/cpu.max"
group "version 2, less above, a part of a CPU" 2 '0::/a/b\n'
echo '1000 100000' >"$tmp/sys/cpu.max"
group "version 2, at the root, less than a CPU" 1 '0::/\n'
rm "$tmp/sys/cpu.max"
echo '9000000 100000' >"$tmp/sys/a/cpu.max"
group "version 2, more than there are" 8 '0::/a\n'
for folder in cpu/c/d cpu/c; do
    echo -1 >"$tmp/sys/$folder/cpu.cfs_quota_us"
    echo 50000 >"$tmp/sys/$folder/cpu.cfs_period_us"
done
lines='12:memory:/c/d\n4:cpuset:/c/d\n3:cpuacct,cpu:/c/d\n0::/none\n'
group "version 1, no limit" 8 "$lines"
echo 200000 >"$tmp/sys/cpu/c/d/cpu.cfs_quota_us"
group "version 1" 4 "$lines"
echo 100000 >"$tmp/sys/cpu/c/cpu.cfs_quota_us"
group "version 1, less above" 2 "$lines"
group "version 1, a group that is not to be seen" 2 '3:cpu:/c/none/e\n'
group "no group" 8 'junk\n'
rm "$tmp/proc"
# shellcheck disable=SC2086
expect "no such file" 8 "$($run 8 "$tmp/proc" "$tmp/sys")"

finish
