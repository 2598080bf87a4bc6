#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure, make and "make check" in unusual but valid environments, where nothing may fail:
# busybox as shell and all tools, folders, permissions, missing tools, and two runs at once.
# Environments that this machine does not have are skipped.
# Usage: surroundings.sh [NAME]...
# shellcheck disable=SC2016,SC2086,SC2317,SC3045 # inner shells'; lists; by name; every ulimit
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS TEST_RAN TEST_STRICT
: "${TEST_SURROUNDINGS:=make -s check}"
TEST_SAMPLE=20
export TEST_SURROUNDINGS TEST_SAMPLE
tap_prefix='surroundings/'

needs all make cc
# Root may mount directly, other users only in a user namespace.
for unshare in 'unshare -m' 'unshare -rm' ''; do
    [ -z "$unshare" ] || $unshare mount -t tmpfs none /mnt 2>/dev/null && break
done

copy_tree "$work/sources"
cat >"$work/run.sh" <<'RUN'
"${1:-.}/configure" && make && eval "$TEST_SURROUNDINGS"
RUN

# report NAME STATUS LOG: prints the result
report() {
    if [ "$2" -eq 0 ] && grep -q '^[0-9]* passed, 0 failed' "$3"; then
        pass "$1"
        note "$1: $(grep '^[0-9]* passed' "$3" | tr '\n' ';')"
    else
        fail "$1: ended with status $2: $(grep '^[0-9]* passed' "$3" | tr '\n' ';')"
        grep -E -A 3 'not ok|[Ee]rror|Permission' "$3" | head -n 30 | sed 's/^/    /'
    fi
}

# run NAME COMMAND...: in a fresh copy of the sources
run() {
    name=$1
    shift
    rm -rf "$work/tree"
    cp -R "$work/sources" "$work/tree"
    (cd "$work/tree" && exec "$@") >"$work/log.$name" 2>&1 </dev/null
    report "$name" $? "$work/log.$name"
}

with_mount() {
    [ -n "$unshare" ] || { skip "$1" "cannot create a mount namespace" && return 1; }
}

# As on systems such as Alpine. PATH is one folder, with a compiler and make beside busybox's tools.
try_busybox() {
    tools='gcc make as ld ar ranlib nm objdump readelf'
    with_mount busybox && ! lacks busybox busybox $tools || return
    mkdir "$work/busybox"
    busybox --install -s "$work/busybox"
    for tool in $tools; do
        ln -sf "$(command -v $tool)" "$work/busybox/$tool"
    done
    ln -s gcc "$work/busybox/cc"
    run busybox $unshare sh -c 'mount --bind "$1" "$2" && export PATH="$3" &&
        /bin/sh --help 2>&1 | grep BusyBox && /bin/sh "$4" && make check-tree' sh \
        "$(command -v busybox)" "$(readlink -f /bin/sh)" "$work/busybox" "$work/run.sh"
}

# A folder with a space, in which no program can run. No file may remain there, nor in the tree, as
# a core file would. With CDPATH, cd prints folders.
try_tmpdir() {
    mkdir "$work/a folder"
    TMPDIR="$work/a folder" CDPATH=. run tmpdir $unshare sh \
        -c '[ -z "$1" ] || mount -t tmpfs -o noexec none "$TMPDIR" || exit 9
        umask 077
        ulimit -c unlimited 2>/dev/null
        sh "$2"
        status=$?
        ls -A "$TMPDIR" >"$3"
        exit $status' sh "$unshare" "$work/run.sh" "$work/left"
    for tree in sources tree; do
        (cd "$work/$tree" && find . -type f ! -path './bin/*' ! -path './build/*' | sort) \
            >"$work/$tree.files"
    done
    left=$(comm -13 "$work/sources.files" "$work/tree.files" | cat - "$work/left")
    [ -z "$left" ] || fail "tmpdir: files remain: $left"
}

try_read_only() {
    ! with_mount read_only || run read_only $unshare sh \
        -c 'mkdir built && mount --bind "$2" "$2" && mount -o remount,bind,ro "$2" && cd built && exec sh "$1" "$2"' \
        sh "$work/run.sh" "$work/sources"
}

# The user "nobody" owns no files; the copy is given to that user.
try_user() {
    if [ "$(id -u)" -ne 0 ] || [ -n "$(missing setpriv)" ]; then
        skip user "only root can become another user, by setpriv"
        return
    fi
    chmod 755 "$work"
    run user sh -c 'mkdir tmp && chown -R 65534:65534 . && HOME=$(pwd) TMPDIR=$(pwd)/tmp CCACHE_DISABLE=1 &&
        export HOME TMPDIR CCACHE_DISABLE && exec setpriv --reuid=65534 --regid=65534 --clear-groups sh "$1"' sh "$work/run.sh"
}

try_proc() {
    ! with_mount proc ||
        run proc $unshare sh -c 'mount -t tmpfs none /proc && exec sh "$1"' sh "$work/run.sh"
}

# (Each folder of PATH is replaced by a folder of links, as ccache looks for the compiler in the
# next one.)
try_python() {
    path=$(
        IFS=:
        number=0
        for folder in $PATH; do
            number=$((number + 1))
            mkdir -p "$work/path/$number"
            for file in "$folder"/*; do
                case ${file##*/} in
                python*) ;;
                *) ln -s "$file" "$work/path/$number/" 2>/dev/null ;;
                esac
            done
            printf '%s' "${separator-}$work/path/$number"
            separator=:
        done
    )
    PATH=$path run python sh "$work/run.sh"
}

try_descriptors() {
    run descriptors sh -c 'ulimit -n 24 && exec sh "$1" <&-' sh "$work/run.sh"
}

try_twice() {
    cp -R "$work/sources" "$work/other"
    (cd "$work/other" && exec sh "$work/run.sh") >"$work/log.other" 2>&1 </dev/null &
    other=$!
    run twice sh "$work/run.sh"
    wait "$other"
    report other $? "$work/log.other"
}

all='busybox tmpdir read_only user proc python descriptors twice'
[ $# -ne 0 ] || set -- $all
for name; do
    case " $all " in
    *" $name "*) "try_$name" ;;
    *) fail "no such surroundings: $name" ;;
    esac
done
finish
