#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure, make and the tests with busybox as shell, awk, sed and all other tools, as on systems
# such as Alpine. PATH is one folder, which adds a compiler and make. /bin/sh is busybox in a mount
# namespace.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS
tool=$(missing busybox unshare gcc make as ld ar ranlib nm objdump readelf)
if [ -n "$tool" ]; then
    skip "busybox: no $tool"
    finish
fi
# Root may mount directly, other users only in a user namespace.
for unshare in 'unshare -m' 'unshare -rm' ''; do
    [ -n "$unshare" ] || break
    $unshare mount --bind "$(command -v busybox)" "$(readlink -f /bin/sh)" 2>/dev/null && break
done
if [ -z "$unshare" ]; then
    skip "busybox: cannot create a mount namespace"
    finish
fi

mkdir "$work/path"
busybox --install -s "$work/path"
for tool in gcc make as ld ar ranlib nm objdump readelf; do
    rm -f "$work/path/$tool"
    ln -s "$(command -v $tool)" "$work/path/$tool"
done
ln -s gcc "$work/path/cc"
copy_tree "$work/tree"
cd "$work/tree" || exit 1
cat >"$work/run.sh" <<'RUN'
mount --bind "$1" "$2" || exit 9
export PATH=$3
echo "shell: $(/bin/sh --help 2>&1 | head -n 1)"
./configure && make || exit 8
TEST_SAMPLE=10 make check
checked=$?
make check-tree && exit $checked
RUN
$unshare sh "$work/run.sh" "$(command -v busybox)" "$(readlink -f /bin/sh)" "$work/path" \
    >"$work/log" 2>&1
status=$?
if ! grep -q '^shell: BusyBox' "$work/log"; then
    fail "busybox: /bin/sh is not busybox"
elif [ $status -eq 0 ] && [ "$(grep -c '^[0-9]* passed, 0 failed' "$work/log")" -eq 2 ]; then
    pass busybox
    note "$(grep '^[0-9]* passed' "$work/log" | tr '\n' ';')"
else
    fail "busybox: ended with status $status: $(grep '^[0-9]* passed' "$work/log" | tr '\n' ';')"
    grep -E -A 5 'not ok|[Ee]rror' "$work/log" | head -n 40 | sed 's/^/    /'
fi
finish
