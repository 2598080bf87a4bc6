#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure, make and "make check" in unusual but valid environments, where nothing may fail: other
# shells, locales, folders, permissions, and two runs at once. Environments that this
# machine does not have are skipped.
# Usage: surroundings.sh [NAME]...
# shellcheck disable=SC2317 # called by their names
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS TEST_RAN TEST_STRICT
if [ -z "${TEST_SURROUNDINGS-}" ]; then
    # All of "make check", with few random tries.
    TEST_SURROUNDINGS='make -s check'
fi
TEST_SAMPLE=20
export TEST_SURROUNDINGS TEST_SAMPLE

tool=$(missing make cc)
if [ -n "$tool" ]; then
    skip "surroundings: no $tool"
    finish
fi
# Root may mount directly, other users only in a user namespace.
for unshare in 'unshare -m' 'unshare -rm' ''; do
    # shellcheck disable=SC2086
    [ -z "$unshare" ] || $unshare mount -t tmpfs none /mnt 2>/dev/null && break
done

copy_tree "$work/sources"
cat >"$work/run.sh" <<'RUN'
"${1:-.}/configure" && make && eval "$TEST_SURROUNDINGS"
RUN

# report NAME STATUS LOG: prints the result
report() {
    if [ "$2" -eq 0 ] && grep -q '^[0-9]* passed, 0 failed' "$3"; then
        pass "surroundings/$1"
        note "$1: $(grep '^[0-9]* passed' "$3")"
    else
        fail "surroundings/$1: ended with status $2: $(grep '^[0-9]* passed' "$3")"
        grep -E -A 3 'not ok|[Ee]rror|Permission' "$3" | head -n 30 | sed 's/^/    /'
    fi
}

# check NAME COMMAND...: in a fresh copy of the sources, through the command if there is one
check() {
    name=$1
    shift
    rm -rf "$work/tree"
    cp -R "$work/sources" "$work/tree"
    (cd "$work/tree" && exec "$@") >"$work/log.$name" 2>&1 </dev/null
    report "$name" $? "$work/log.$name"
}

with_mount() {
    if [ -z "$unshare" ]; then
        skip "surroundings/$1: cannot create a mount namespace"
        return 1
    fi
}

# ---- shells ----

# shell NAME PROGRAM: with PROGRAM instead of /bin/sh
shell() {
    program=$(command -v "$2") || program=''
    if [ -z "$program" ]; then
        skip "surroundings/$1: no $2"
    elif cmp -s "$program" /bin/sh; then
        skip "surroundings/$1: it is /bin/sh"
    elif with_mount "$1"; then
        # shellcheck disable=SC2016,SC2086
        check "$1" $unshare sh -c 'mount --bind "$1" "$2" && exec /bin/sh "$3"' sh "$program" \
            "$(readlink -f /bin/sh)" "$work/run.sh"
    fi
}
try_dash() { shell dash dash; }
try_bash() { shell bash bash; }
try_ksh() { shell ksh ksh93; }
try_mksh() { shell mksh mksh; }
try_zsh() { shell zsh zsh; }

# ---- folders and permissions ----

# A folder with a space, in which no program can run. No file may remain there, nor in the tree, as
# a core file would. With CDPATH, cd prints folders.
try_tmpdir() {
    mkdir "$work/a folder"
    # shellcheck disable=SC2016,SC3045,SC2086
    TMPDIR="$work/a folder" CDPATH=. check tmpdir $unshare sh \
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
    [ -z "$left" ] || fail "surroundings/tmpdir: files remain: $left"
}

try_read_only() {
    with_mount read_only || return
    # shellcheck disable=SC2016,SC2086
    check read_only $unshare sh \
        -c 'mkdir built && mount --bind "$2" "$2" && mount -o remount,bind,ro "$2" && cd built && exec sh "$1" "$2"' \
        sh "$work/run.sh" "$work/sources"
}

# The user "nobody" owns no files; the copy is given to that user.
try_user() {
    if [ "$(id -u)" -ne 0 ] || [ -n "$(missing setpriv)" ]; then
        skip "surroundings/user: only root can become another user, by setpriv"
        return
    fi
    chmod 755 "$work"
    # shellcheck disable=SC2016
    check user sh -c 'mkdir tmp && chown -R 65534:65534 . && HOME=$(pwd) TMPDIR=$(pwd)/tmp CCACHE_DISABLE=1 &&
        export HOME TMPDIR CCACHE_DISABLE && exec setpriv --reuid=65534 --regid=65534 --clear-groups sh "$1"' sh "$work/run.sh"
}

# ---- missing tools ----

try_proc() {
    with_mount proc || return
    # shellcheck disable=SC2016,SC2086
    check proc $unshare sh -c 'mount -t tmpfs none /proc && exec sh "$1"' sh "$work/run.sh"
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
    PATH=$path check python sh "$work/run.sh"
}

try_descriptors() {
    # shellcheck disable=SC2016,SC3045
    check descriptors sh -c 'ulimit -n 24 && exec sh "$1" <&-' sh "$work/run.sh"
}

# ---- locale ----

try_locale() {
    mkdir "$work/locales"
    if ! localedef -i tr_TR -f UTF-8 "$work/locales/tr_TR.UTF-8" >"$work/log" 2>&1; then
        skip "surroundings/locale: no Turkish locale"
        return
    fi
    # shellcheck disable=SC2016
    check locale sh -c 'unset LC_ALL && LOCPATH=$2 LANG=tr_TR.UTF-8 && export LOCPATH LANG && exec sh "$1"' sh "$work/run.sh" "$work/locales"
}

# ---- two at once ----

try_twice() {
    cp -R "$work/sources" "$work/other"
    (cd "$work/other" && exec sh "$work/run.sh") >"$work/log.other" 2>&1 </dev/null &
    other=$!
    check twice sh "$work/run.sh"
    wait "$other"
    report other $? "$work/log.other"
}

all='dash bash ksh mksh zsh tmpdir read_only user proc python descriptors locale twice'
# shellcheck disable=SC2086 # a list
[ $# -ne 0 ] || set -- $all
for name; do
    case " $all " in
    *" $name "*) "try_$name" ;;
    *) fail "surroundings: no such surroundings: $name" ;;
    esac
done
finish
