#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Wine for 32-bit programs, which that of a 64-bit Debian does not run, and whose dpkg need not know
# i386: an i386 Debian with wine32 in a folder. Needs root (chroot). For tests/systems/wine.sh.
#
#   tests/systems/wine32.sh make          make the folder, if it is not there
#   tests/systems/wine32.sh run WORD...   run a command there, which sees the temporary folder
#
# The folder, 1 GB, is $TEST_WINE32_ROOT, by default /var/cache/libblake2b-tests/wine32. It is kept,
# and may be removed at any time. debootstrap creates it under another name, from the mirror of this
# machine's apt. It gets its own name when Wine has started there, so it is always complete. All
# mounts are in a namespace of their own, which ends with its last process.
# Exit status of make: 2 if this machine cannot (why is the last line it prints), 1 if it failed.
set -u

root=${TEST_WINE32_ROOT:-/var/cache/libblake2b-tests/wine32}
temporary=${TMPDIR:-/tmp}
new=$root.new

cannot() {
    echo "$*"
    exit 2
}

# inside FOLDER WORD...: with /proc and the folder for temporary files
inside() {
    # shellcheck disable=SC2016 # the inner shell's
    exec unshare --mount --propagation private sh -c '
        root=$1 temporary=$2
        shift 2
        mkdir -p "$root$temporary" && mount -t proc proc "$root/proc" &&
            mount --bind "$temporary" "$root$temporary" &&
            exec chroot "$root" "$@"' - "$@"
}

make_root() {
    [ "$(id -u)" = 0 ] || cannot "only root can make and use it"
    for tool in debootstrap unshare flock; do
        command -v $tool >/dev/null 2>&1 || cannot "no $tool"
    done
    unshare --mount --propagation private true 2>/dev/null || cannot "nothing can be mounted here"
    [ "$(uname -m)" = x86_64 ] || cannot "no CPU for it"
    mkdir -p "$(dirname "$root")" || cannot "no place for it"
    # If two runs start at once, the second one waits, and uses the first one's folder.
    exec 9>"$root.lock" || cannot "no place for it"
    flock 9
    if [ -f "$root/complete" ]; then
        [ "$(find "$root" -maxdepth 0 -user 0 ! -perm -002)" ] && exit 0
        cannot "$root is not root's alone"
    fi
    # Of Debian; another system has no such mirror.
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    grep -q '^ID=debian$' /etc/os-release || cannot "this is not a Debian"
    # shellcheck disable=SC2016 # apt-get expands it
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" |
        grep -E -m 1 '^(https?|file|copy):')
    [ -n "$mirror" ] || cannot "apt has no entry for $suite"
    eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
    [ -z "${http_proxy-}" ] || export http_proxy

    rm -rf --one-file-system "$new" "$root"
    # The lock (descriptor 9) stays even if this script is killed; processes that Wine starts must
    # not keep it.
    unshare --mount --propagation private debootstrap --arch=i386 --variant=minbase \
        --include=wine,wine32 "$suite" \
        "$new" "$mirror" >"$root.log" 2>&1 || {
        why=$(grep -m 1 '^E: ' "$root.log" || tail -n 1 "$root.log")
        rm -rf --one-file-system "$new"
        case $why in
        *'getting release file'* | *"ouldn't download"*) cannot "no network: $why" ;;
        esac
        echo "debootstrap: $why"
        exit 1
    }
    rm -rf "$new"/var/cache/apt/archives/*.deb "$new"/var/lib/apt/lists/*
    (inside "$new" "$temporary" wine --version) >>"$root.log" 2>&1 9>&- || {
        echo "wine does not start there: $(tail -n 1 "$root.log")"
        exit 1
    }
    : >"$new/complete" && mv "$new" "$root"
}

case ${1-} in
make) make_root ;;
run)
    shift
    inside "$root" "$temporary" "$@"
    ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
