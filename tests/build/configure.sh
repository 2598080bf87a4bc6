#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure and the Makefile, in a copy of the tree: what they reject and with which message, what
# is rebuilt when, that every shell and locale gives the same. What is installed: install.sh.

unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS SOFLAGS AR RANLIB STRIP INSTALL NASM YASM
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='configure/'
make=${TEST_MAKE:-make}
cc=${TEST_CC:-cc}
: "${TEST_LDFLAGS=}" "${TEST_CPPFLAGS=}" "${TEST_EMULATOR=}"
tree=$work/tree dest=$work/dest
tap_shown=$log
newline='
'
on_linux=no
[ "$(gcc -dumpmachine 2>/dev/null)" != x86_64-linux-gnu ] || on_linux=yes
# shellcheck disable=SC2086
target=$($cc -dM -E -x c - </dev/null 2>/dev/null)

copy_tree "$tree"
cd "$tree" || exit 1
# The permissions of every file.
snapshot() {
    find . -exec ls -ld {} + | awk '{ print $1, $NF }' | sort
}
snapshot >"$work/before"
cp -R . "$work/original"

configure() {
    ./configure "CC=$cc" CFLAGS=-O0 "CPPFLAGS=$TEST_CPPFLAGS" "LDFLAGS=$TEST_LDFLAGS" "$@" \
        >"$log" 2>&1
}
setting() {
    sed -n "s/^$1 = *//p" build/config.mk
}
# refuses NAME PATTERN ARGUMENT...: configure fails and prints one line that matches
refuses() {
    name=$1 pattern=$2
    shift 2
    if ./configure "CC=$cc" "$@" >"$log" 2>&1; then
        fail "$name" "accepted, but should be rejected"
    elif [ "$(grep -c . "$log")" -ne 1 ] || ! grep -q "^configure: .*$pattern" "$log"; then
        fail "$name" "the error is not one line with $pattern"
    else
        holds "$name" "leaves a configuration in build/" [ ! -e build/config.mk ]
    fi
}

# made NAME PATTERN ARGUMENT...: succeeds, and build/config.mk has a line that matches
made() {
    name=$1 pattern=$2
    shift 2
    if ./configure "CC=$cc" "$@" >"$log" 2>&1; then
        holds "$name" "no $pattern in build/config.mk" grep -q "$pattern" build/config.mk
    elif grep -q 'compiler not found' "$log"; then
        skip "$name" "no such compiler"
    else
        fail "$name" "rejected, but should be accepted"
    fi
    "$make" distclean >"$work/log.distclean" 2>&1
}

# (CC= on a line of "all": as without a compiler's name)

# ---- rejected options ----

odd=$work/odd
for name in without blake odd-name odd_name Odd 1odd table; do
    mkdir -p "$odd/$name"
    touch "$odd/$name/objects.mk"
    [ $name = without ] || touch "$odd/$name/$name.def"
done
touch "$odd/table/odd_table.def"
all refuses <<CASES
extension-without-list | --with-extension="$work" | objects.mk is missing
extension-in-odd-folder | --with-extension="$work " | characters that make cannot use
extension-without-table | --with-extension="$odd/without" | table of kernels (.def) is missing
extension-called-odd-name | --with-extension="$odd/odd-name" | name odd-name must be lower-case
extension-called-odd_name | --with-extension="$odd/odd_name" | name odd_name must be lower-case
extension-called-Odd | --with-extension="$odd/Odd" | name Odd must be lower-case
extension-called-1odd | --with-extension="$odd/1odd" | name 1odd must be lower-case
extension-of-odd-table | --with-extension="$odd/table" | name odd_table.def must be lower-case
extension-there-already | --with-extension="$odd/blake" | an extension with this name exists
unknown-option | --no-such | unknown.*--no-such
unknown-option-value | --no-such=5 | no-such
unknown-word | nonsense | unknown.*nonsense
option-without-value | --prefix | prefix requires a value
option-with-empty-value | --prefix= | prefix requires a value
option-with-value | --strict=yes | strict
relative-prefix | --prefix=here | not an absolute
line-break | --prefix="/a\${newline}b" | line break
unknown-reference | --generic=7 | 7
selftest-of-hosted | --disable-selftest | requires --freestanding
bad-symbol-prefix | --symbol-prefix=a-b | not a valid identifier
missing-compiler | CC=/nonexistent/cc | not found: /nonexistent/cc
broken-compiler | CC=false | cannot compile
bad-flags | CFLAGS=-no-such-flag=1 | cannot compile
missing-archiver | AR=/nonexistent/ar | archiver not found
cross-host | CC= --host=x86_64-no-such --build=other | not found: x86_64-no-such-gcc
program-name | --program-prefix=a/b | invalid program name
CASES
case $target in
*__x86_64__* | *__i386__*)
    for name in nasm yasm; do
        refuses missing-$name "assembler not found: /no/$name" --$name NASM=/no/nasm YASM=/no/yasm
    done
    ;;
*) refuses nasm-elsewhere "x86 only" --nasm NASM=true ;;
esac
# shellcheck disable=SC2016,SC1003
for text in '"' "'" '`touch touched`' '$' '$(x)' ';' '\b' '#' ' '; do
    refuses "prefix-with-$text" "does not support a directory" --prefix="/a$text"
    refuses "libdir-with-$text" "does not support a directory" --libdir='${prefix}/a'"$text"
done

# ---- accepted ones ----

# As rpm's %configure does, and other packaging tools; position-independent code, as autotools have
# its options; notes for the CPU's control-flow protection, if the compiler and the CPU support it.
configure && pic=$(setting PIC_FLAG)
"$make" distclean >"$log" 2>&1
all made <<CASES
rpm | --host=x86_64-no-such --build=x86_64-no-such --program-prefix= --disable-dependency-tracking \
    --prefix=/usr --exec-prefix=/usr --bindir=/usr/bin --sbindir=/usr/sbin --sysconfdir=/etc \
    --datadir=/usr/share --includedir=/usr/include --libdir=/usr/lib64 --libexecdir=/usr/libexec \
    --localstatedir=/var --sharedstatedir=/usr/com --mandir=/usr/share/man --runstatedir=/run \
    --infodir=/usr/share/info --target= --program-transform-name= --program-suffix= \
    --cache-file=/dev/null -C | ^UTIL_NAME = blake2b-util\$
program-prefix | --program-prefix=a- --program-suffix=-b | ^UTIL_NAME = a-blake2b-util-b\$
program-transform | --program-transform-name=s,lake2b-util,2b, | ^UTIL_NAME = b2b\$
static-pic | | ^STATIC_PIC = $pic\$
static-pic --with-pic | --with-pic --freestanding | ^STATIC_PIC = $pic\$
static-pic --without-pic | --without-pic | ^STATIC_PIC = \$
static-pic --enable-pic=no | --enable-pic=no | ^STATIC_PIC = \$
static-pic --freestanding | --freestanding | ^STATIC_PIC = \$
branch-protection-arm64 | CC=aarch64-linux-gnu-gcc | ^CFLAGS = -O2 -mbranch-protection=standard\$
branch-protection-windows | CC=x86_64-w64-mingw32-gcc | ^CFLAGS = -O2\$
branch-protection-macos | CC='clang --target=arm64-apple-macos' | ^CFLAGS = -O2\$
CASES
if [ $on_linux = yes ]; then
    all made <<'CASES'
branch-protection-x86-64 | CC=gcc | ^CFLAGS = -O2 -fcf-protection$
branch-protection-clang | CC=clang CFLAGS=-O1 | ^CFLAGS = -O1 -fcf-protection$
branch-protection-off | CC=gcc --disable-branch-protection | ^CFLAGS = -O2$
branch-protection-none | CC=gcc CFLAGS='-O2 -fcf-protection=none' | ^CFLAGS = -O2 -fcf-protection=none$
branch-protection-i686 | CC='gcc -m32 -march=i686' | ^CFLAGS = -O2 -fcf-protection$
branch-protection-i486 | CC='gcc -m32 -march=i486' | ^CFLAGS = -O2$
branch-protection-tcc | CC=tcc | ^CFLAGS = -O2$
CASES
fi
if [ -z "$(command -v cc || command -v gcc || command -v clang)" ]; then
    skip native-host "no compiler with a usual name"
else
    made native-host '^CC = [^-]*$' CC= --host=x86_64-no-such --build=x86_64-no-such
fi
if "${AR:-ar}" rcD "$work/probe.a" LICENSE >/dev/null 2>&1; then
    made archiver '^ARFLAGS = rcD$'
else
    skip archiver "this archiver always writes times"
fi

./configure "CC=$cc" --disable-no-such --sysconfdir=/etc --build=a-b-c >"$log" 2>&1
holds ignored-option "is not ignored with a warning" \
    [ "$?$(grep -c 'ignored: --disable-no-such' "$log")" = 01 ]
"$make" distclean >"$log" 2>&1
./configure "CC=$cc" --quiet >"$log" 2>&1
holds quiet "fails, or prints something" [ "$(ls build/config.mk) $(cat "$log")" = 'build/config.mk ' ]
"$make" distclean >"$log" 2>&1
holds version "does not print the version" \
    [ "$(./configure --version)" = "libblake2b $(cat app/VERSION)" ]
# What a killed configure leaves behind does no harm.
mkdir -p build/configure.tmp/old && ./configure "CC=$cc" >"$log" 2>&1
holds after-kill "with an old build/configure.tmp" [ "$(ls build)" = "$(printf '%s\n' config.h \
    config.mk config.status families.h)" ]
# Of a source that was moved, objects and dependencies are removed; others stay.
mkdir -p build/moved
for source in app/gone.c configure; do
    : >"build/moved/${source##*/}.o"
    echo "build/moved/a.o: $source app/VERSION" >"build/moved/${source##*/}.d"
done
./configure "CC=$cc" >"$log" 2>&1
holds moved "what is left is not the source that is there" \
    [ "$(echo build/moved/*)" = 'build/moved/configure.d build/moved/configure.o' ]
rm -r build/moved
"$make" distclean >"$log" 2>&1
# The assembler is tested with the compiler's flags.
if [ $on_linux = yes ]; then
    ./configure CC=gcc CFLAGS='-O2 -Wa,-march=generic64' >"$log" 2>&1
    holds assembler-flags "a kernel that this assembler refuses is not left out" \
        grep -q '_WITH_AVX2_64 0' build/config.h
fi
# How the tests of a build run: tests/emulator.sh.
# runs_by NAME EXPECTED ARGUMENT...: what make prints of EMULATOR and CANNOT_RUN
runs_by() {
    name=$1 expected=$2
    shift 2
    if ! ./configure "$@" >"$log" 2>&1; then
        skip "$name" "no such compiler"
        return
    fi
    found=$("$make" -s print-EMULATOR):$("$make" -s print-CANNOT_RUN | cut -c 1-21)
    holds "$name" "runs by '$found'" [ "$found" = "$expected" ]
    "$make" distclean >"$log" 2>&1
}
cannot='this is a cross build'
[ $on_linux != yes ] || runs_by no-emulator : CC=gcc
runs_by cross-freestanding ":$cannot" CC='clang --target=riscv64-none-elf' --freestanding
if [ -d /usr/aarch64-linux-gnu/lib ] && [ -z "$(missing qemu-aarch64)$(uname -m |
    sed s/x86_64//)" ]; then
    runs_by emulator 'qemu-aarch64 -L /usr/aarch64-linux-gnu:' CC=aarch64-linux-gnu-gcc
else
    skip emulator "no libraries for aarch64-linux-gnu, or no qemu-aarch64"
fi

# ---- the table of kernels ----

# reads NAME EXPECTED ROW...: table.awk prints this for a table with these rows, then its status
table() {
    printf '%s\n' "$@" >"$work/table.def"
    awk -f app/driver/table.awk -v kind="$kind" -v target="$target" "$work/table.def" 2>"$log"
    echo $?
}
reads() {
    name=$1 expected=$2
    shift 2
    found=$(table "$@")
    holds "table-$name" "table.awk prints '$found'" [ "$found" = "$expected" ]
}
tab=$(printf '\t')
kernel='BLOCKS_KERNEL(AVX2, avx2, 1, X86_64, CPU_AVX2 | CPU_BMI2, "x86/a-64.inc", "vpermq ymm0, ymm0, 1")'
kernel_of_sse='BLOCKS_KERNEL(SSE2, sse2, 1, X86_32, CPU_SSE2, "x86/b-32.inc", "paddq xmm0, xmm1")'
prefer='PREFER(X86_32, CPU_FAMILY_ZEN4, avx2, x86, "measured")'
kind='' target=''
reads other-lines 0 '/* LANES_KERNEL(a) */' '#define LANES_KERNEL(...) KERNELS(__VA_ARGS__)' 'lower(1)' \
    ' LANES_KERNEL(1)'
reads unknown-row 1 'NO_SUCH_ROW' 'NOSUCH(1, 2)'
reads missing-column 1 'REFERENCE(64)'
reads further-text 1 'REFERENCE(64, "ref/a.inc") x'
reads reference "$(printf 'REFERENCE\t64\tref/a.inc\n0')" 'REFERENCE( 64 , "ref/a.inc" ) '
kind=KERNEL target=X86_64
reads kernel "$(printf '%s\t' KERNEL AVX2 avx2 1 X86_64 'CPU_AVX2 | CPU_BMI2' x86/a-64.inc \
    'vpermq ymm0, ymm0, 1')$(printf 'blocks_avx2\n0')" "$kernel" "$kernel_of_sse" "$prefer"
kind=COST
reads kernel-twice 1 "$kernel" "$(echo "$kernel" | sed 's/avx2, 1/other, 1/')"
reads symbol-twice 1 "$kernel" "$(echo "$kernel" | sed 's/AVX2, /OTHER, /')"
kind='' target=X86_32
expected=$(table "$kernel_of_sse" | sed '$d'
    printf 'PREFER\tX86_32\tCPU_FAMILY_ZEN4\tavx2\tx86\tmeasured\n0')
reads target "$expected" "$kernel" "$kernel_of_sse" "$prefer"
kind=REFERENCE target=''
echo 'REFERENCE(8, "ref/part.inc")' >"$work/part.inc"
reads part "REFERENCE${tab}8${tab}ref/part.inc${newline}0" '#include "part.inc"'
reads part-missing 1 '#include "absent.inc"'

# A row without its file.
if [ $on_linux = yes ]; then
    row=${TABLE%/*}/$(sed -n 's/^BLOCKS_KERNEL(.*"\(x86[^"]*-64.inc\)".*/\1/p' "$TABLE" | head -n 1)
    mv "$row" "$work/row.inc"
    refuses row-without-file "no file $row\$" CC=gcc
    mv "$work/row.inc" "$row"
fi

# ---- from another folder ----

# With a relative name from nearby, and with an absolute one from elsewhere.
for folder in "$tree/obj" "$work/a build"; do
    mkdir "$folder" && cd "$folder" || exit 1
    case $folder in
    "$tree"/*) name=folder-below from=.. ;;
    *) name=folder-elsewhere from=$tree ;;
    esac
    if ! "$from/configure" "CC=$cc" CFLAGS=-O0 "CPPFLAGS=$TEST_CPPFLAGS" "LDFLAGS=$TEST_LDFLAGS" \
        --prefix=/p >"$log" 2>&1 ||
        ! "$make" -j2 lib install-header DESTDIR="$folder/dest" >"$log" 2>&1; then
        fail $name "does not build"
    elif [ ! -f bin/libblake2b.a ] || [ ! -f dest/p/include/blake2b.h ] ||
        [ -e "$tree/build/config.mk" ] || [ -e "$tree/bin/libblake2b.a" ]; then
        fail $name "not built in that folder, or not there alone"
    else
        holds $name "links to a source that is not there" \
            [ -z "$(find . -type l ! -exec test -e {} \; -print)" ]
    fi
    "$make" distclean >"$log" 2>&1
    rm -rf dest
    holds $name-distclean "left files behind" [ -z "$(ls -A)" ]
    echo mine >Makefile
    "$from/configure" "CC=$cc" >"$log" 2>&1
    holds $name-in-use "a folder with its own Makefile is accepted" \
        [ "$?$(cat Makefile)" = 1mine ]
    cd "$tree" || exit 1
    rm -rf "$folder"
done

# A folder that cannot be written to. Root can write anywhere, but a file in its place also prevents
# it.
mv build "$work/build" && : >build
refuses no-build-folder "build"
rm build && mv "$work/build" build
if [ "$(id -u)" -eq 0 ]; then
    skip read-only-build-folder "root may write anywhere"
else
    chmod a-w build
    refuses read-only-build-folder "build"
    chmod u+w build
fi
! "$make" lib >"$log" 2>&1 && grep -q 'run ./configure first' "$log"
holds make-before-configure "accepted, or does not say what to do" [ $? -eq 0 ]

# ---- a build, and rebuilds ----

# What a make has rebuilt, in one line.
remade() {
    : >"$work/mark"
    # The clock of the file system may be coarse.
    sleep 1
    "$@" >"$log" 2>&1 || echo "FAILED: $(tail -n 1 "$log")"
    find build bin -newer "$work/mark" ! -type d \
        \( -name '*.o' -o -name 'lib*' -o -name 'blake2b-util*' \) | sed 's/.*\///' |
        sort | tr '\n' ' '
}
# rebuilds NAME "OBJECTS": make lib rebuilds exactly these; a second make nothing
rebuilds() {
    found="$(remade "$make" lib)then $(remade "$make" lib)"
    holds "$1" "remade '$found' instead of '$2'" [ "$found" = "$2then " ]
}
# objects_of LIST...: the object names in these lists, in one line
objects_of() {
    for list in "$@"; do "$make" -s "print-$list"; done | tr ' ' '\n' | sed 's/.*\///' |
        sed '/^$/d' | sort | tr '\n' ' '
}

if ! configure --prefix=/p; then
    fail configure "fails"
    finish
fi
holds summary "does not say the target, the assembler and the kernels" grep -q \
    'target:.*assembler:.*kernels:.* generic/.*left out:' <<LOG
$(tr '\n' ' ' <"$log")
LOG
reference=$(setting REFERENCE)
every=$(objects_of STATIC_OBJECTS STATIC_LIBRARIES)
found=$(remade "$make" -j4 lib)
holds parallel-build "made '$found' instead of '$every'" [ "$found" = "$every" ]
# Objects that are not built here, those of the tests included, would be rebuilt, too.
"$make" -pn all shared test-programs 2>/dev/null |
    grep -E '^build/[^%$ ]*[.]o: [^ ]*[.](c|inc|S) ' >"$work/objects"
grep -v ' build/config[.]mk ' "$work/objects" >"$log"
holds objects-depend-on-configuration "these do not, or the tests are missing" \
    [ ! -s "$log" -a "$(grep -c '^build/tests/' "$work/objects")" -gt 20 ]
rebuilds nothing-changed ''
touch "$FAMILY/blake2b.c"
rebuilds source-changed 'blake2b.o libblake2b.a '
# A compiler without dependency output: all C files depend on all headers.
dependencies=$(setting DEP_FLAGS)
kernel=$(setting KERNEL_FILES_blake2b | cut -d ' ' -f 1)
for case in reference-changed:"$FAMILY/ref/blake2b_ref-$reference.inc" \
    header-changed:app/driver/cpu.h kernel-changed:"$FAMILY/${kernel:-x86/none}"; do
    case ${dependencies:+with} in
    with) case ${case%%:*} in
        reference*) expected="blake2b_ref-$reference.o libblake2b.a " ;;
        kernel*) expected="$(basename "$kernel" .inc).o libblake2b.a " ;;
        *) expected='blake256.o blake256_kernels.o blake256_lanes.o blake2b_compress_many.o blake2b_kernels.o blake2b_lanes.o blake2b_rounds.o blake2b_short.o blake512.o blake512_kernels.o blake512_lanes.o cpu.o cpu.o dispatch.o dispatch.o dispatch_lanes.o dispatch_lanes.o libblake.a libblake2b.a tune.o tune.o ' ;;
        esac ;;
    *) expected=$every ;;
    esac
    if [ ! -e "${case#*:}" ]; then
        skip "${case%%:*}" "no assembly kernels in this build"
    else
        touch "${case#*:}"
        rebuilds "${case%%:*}" "$expected"
    fi
done
configure --prefix=/p
rebuilds same-configuration ''
touch "$TABLE"
rebuilds table-changed "$every"
# As after the clock was set back. (make starts anew when it has renewed its configuration. If it
# does so for ever, a write to the pipe ends it.)
touch -t 203601010000 "$TABLE" configure
"$make" -s print-TARGET 2>&1 | sed 50q >"$log"
holds table-from-the-future "make does not end" [ "$(grep -c '^Run make' "$log")" -eq 1 ]
touch "$TABLE" configure
configure CFLAGS=-O1 --prefix=/p
rebuilds other-flags "$every"
configure CFLAGS=-O1 --prefix=/p --generic=32
rebuilds other-kernels "$(objects_of STATIC_OBJECTS STATIC_LIBRARIES)"
"${NM:-nm}" bin/libblake2b.a 2>/dev/null | grep 'blake2b_blocks_\(avx\|x86\|sse\|neon\)' >"$log"
holds generic-means-c-only "assembly in a generic library" [ ! -s "$log" ]

# ---- an additional extension, from elsewhere ----

tiny=$work/tiny
mkdir "$tiny"
echo 'SERIAL_tiny := tiny.o' >"$tiny/objects.mk"
# A kernel that no assembler knows.
echo 'BLOCKS_KERNEL(NONE, none, 1, X86_64, CPU_BASE, "x86/tiny_none-64.inc", "frobnicate rax, 1")' \
    >"$tiny/tiny.def"
printf '#include "config.h"\nint tiny(void);\nint tiny(void) { return TINY_WITH_NONE; }\n' \
    >"$tiny/tiny.c"
if ! configure --with-extension="$tiny"; then
    fail extension "configure fails"
elif ! "$make" -j4 lib >"$log" 2>&1; then
    fail extension "does not build"
else
    holds extension "a kernel that cannot be assembled is not skipped" \
        grep -q '^#define TINY_WITH_NONE 0' build/config.h
fi
rebuilds extension-same ''
touch "$tiny/tiny.c"
rebuilds extension-changed 'libtiny.a tiny.o '

# No extension can include another's headers by name.
for pair in blake:blake2b_internal.h blake2b:blake_internal.h; do
    file=app/extensions/${pair%%:*}/${pair%%:*}.c header=${pair#*:}
    cp "$file" "$work/source"
    echo "#include \"$header\"" >>"$file"
    ! "$make" lib >"$log" 2>&1 && grep -q "$header" "$log"
    holds "extension-apart-${pair%%:*}" "$file may include $header" [ $? -eq 0 ]
    cp "$work/source" "$file"
done

# ---- every shell ----

# Saves what configure writes and what make installs without compiling, with the shell $1: every
# shell must give the same. (/bin/sh is ksh93 on illumos and Solaris, mksh on Android, busybox on
# Alpine. Debian's busybox prefers its own ar, which cannot write archives, to the one in PATH.)
archiver=$(command -v ar || echo ar)
by_shell() {
    rm -rf "$work/shell" && mkdir "$work/shell" && cd "$work/shell" || exit 1
    # shellcheck disable=SC2016,SC2086 # $1 is a list
    $1 "$tree/configure" "CC=$cc" \
        "CFLAGS=-O0 -DODD=\"it's\"" "CPPFLAGS=$TEST_CPPFLAGS" "LDFLAGS=$TEST_LDFLAGS" \
        --prefix='/my p,a&b' \
        --libdir '${exec_prefix}/lib/multi' --symbol-prefix=my_ --program-prefix=a- \
        --disable-of-shells "AR=$archiver" >summary 2>&1
    echo $?
    cat summary build/config.mk build/config.h build/families.h build/config.status 2>&1
    # shellcheck disable=SC2016
    for option in --prefix='/a$' --libdir='$(prefix)/a;' --bindir='${prefix}x' --generic=7; do
        # shellcheck disable=SC2086
        $1 "$tree/configure" "CC=$cc" "$option" 2>&1
        echo $?
    done
    case $1 in
    *' '*) ;;
    *)
        "$make" -s install-man install-package install-header "SHELL=$(command -v "$1")" \
            DESTDIR="$work/shell/dest" 2>&1
        echo $?
        ;;
    esac >installed
    cd "$tree" || exit 1
}
"$make" distclean >"$log" 2>&1
by_shell sh >"$work/by-sh"
mv "$work/shell" "$work/shell-sh"
for shell in dash bash ksh93 mksh posh yash 'busybox sh' zsh; do
    if [ -n "$(missing "${shell%% *}")" ]; then
        skip "shell-${shell%% *}" "no ${shell%% *}"
        continue
    fi
    by_shell "$shell" >"$work/by-shell"
    if ! diff "$work/by-sh" "$work/by-shell" >"$log" 2>&1; then
        fail "shell-${shell%% *}" "configures differently from sh"
    elif [ -s "$work/shell/installed" ] && ! diff -r "$work/shell-sh/dest" "$work/shell/dest" \
        >"$log" 2>&1; then
        fail "shell-${shell%% *}" "make installs other files"
    else
        pass "shell-${shell%% *}"
    fi
done
rm -rf "$work/shell" "$work/shell-sh"

# ---- a locale where [a-z] has no i ----

# Saves what is exported and installed, for a build in the locale $1.
in_locale() (
    LOCPATH=$work/locales LC_ALL=$1
    export LOCPATH LC_ALL
    rm -rf "$dest" build/*.calls build/*.exports build/man build/completions
    configure --prefix=/p && "$make" -j2 install DESTDIR="$dest" >"$log" 2>&1 &&
        { (cd "$dest" && find . ! -type d | LC_ALL=C sort) && cat "$dest"/p/share/man/man1/* \
            "$dest"/p/share/bash-completion/completions/* build/*.calls build/*.exports \
            build/config.mk build/config.h; } >"$work/locale.$1" 2>&1
)
mkdir "$work/locales"
if ! localedef -i tr_TR -f UTF-8 "$work/locales/tr_TR.UTF-8" >"$log" 2>&1 ||
    echo i | LOCPATH=$work/locales LC_ALL=tr_TR.UTF-8 grep -q '[a-z]'; then
    skip locale "no Turkish locale, by localedef (Debian: package locales)"
elif ! in_locale C || ! in_locale tr_TR.UTF-8; then
    fail locale "make install fails"
else
    diff "$work/locale.C" "$work/locale.tr_TR.UTF-8" >"$log"
    holds locale "what is made depends on the locale" [ ! -s "$log" ]
fi

# ---- the prefix of symbols ----

# Giving the default prefix explicitly has no effect: libblake keeps its own prefix.
configure --prefix=/p
cp build/config.h "$work/usual.h"
configure --prefix=/p --symbol-prefix=libblake2b_
diff build/config.h "$work/usual.h" >"$log"
holds symbol-prefix-given "changes config.h" [ ! -s "$log" ]

# ---- cleaning ----

"$make" clean >"$log" 2>&1
found=$(find build bin -type f \( -name '*.[oad]' -o -name 'lib*' -o -name 'blake2b-util*' \))
if [ -n "$found" ]; then
    fail clean "left $found"
else
    "$make" lib >"$log" 2>&1
    holds clean "cannot be built again" [ $? -eq 0 ]
fi
"$make" distclean >"$log" 2>&1
snapshot >"$work/after"
diff "$work/before" "$work/after" >"$log" && diff -r "$work/original" . >"$log"
holds distclean "the source tree has changed" [ $? -eq 0 ]
finish
