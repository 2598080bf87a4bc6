#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure and the Makefile, in a copy of the tree: what they reject and with which message, what
# is rebuilt when, what is installed where. Called by make check-tree, from the top folder, with
# TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
tap_prefix='configure/'
# shellcheck source=tests/rigs/family.sh
. "$(dirname "$0")/../rigs/family.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR
unset CC CFLAGS CPPFLAGS LDFLAGS SOFLAGS AR RANLIB STRIP INSTALL NASM YASM
make=${TEST_MAKE:-make}
cc=${TEST_CC:-cc}
: "${TEST_LDFLAGS=}" "${TEST_CPPFLAGS=}" "${TEST_EMULATOR=}"

work=$(mktemp -d "${TMPDIR:-/tmp}/blake2b-configure.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
log=$work/log
tap_shown=$log
tree=$work/tree

mkdir "$tree" || exit 1
cp -RL Makefile configure LICENSE app examples tests "$tree" || exit 1
for file in README.md CHANGELOG.md; do
    [ ! -f $file ] || cp $file "$tree"
done
mkdir "$tree/bin" "$tree/build"
cp bin/.gitignore "$tree/bin"
cp build/.gitignore "$tree/build"
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

# refuses NAME PATTERN ARGUMENT...: configure fails and prints one line that matches
refuses() {
    name=$1 pattern=$2
    shift 2
    if ./configure "$@" >"$log" 2>&1; then
        fail "$name" "accepted, but should be rejected"
    elif [ "$(grep -c . "$log")" -ne 1 ] || ! grep -q "^configure: .*$pattern" "$log"; then
        fail "$name" "the error is not one line with $pattern"
    elif [ -e build/config.mk ]; then
        fail "$name" "leaves a configuration in build/"
    else
        pass "$name"
    fi
}

# ---- rejected options ----

refuses extension-without-list "objects.mk is missing" "CC=$cc" --with-extension="$work"
refuses extension-in-odd-folder "characters that make cannot use" "CC=$cc" --with-extension="$work "
mkdir -p "$work/odd/without" "$work/odd/blake"
touch "$work/odd/without/objects.mk" "$work/odd/blake/objects.mk"
refuses extension-without-table "table of kernels (.def) is missing" "CC=$cc" \
    --with-extension="$work/odd/without"
for name in odd-name odd_name Odd 1odd; do
    mkdir "$work/odd/$name"
    touch "$work/odd/$name/objects.mk" "$work/odd/$name/table.def"
    refuses "extension-called-$name" "name $name must be lower-case" "CC=$cc" \
        --with-extension="$work/odd/$name"
done
touch "$work/odd/without/table.def" "$work/odd/without/odd_table.def"
refuses extension-of-odd-table "name odd_table.def must be lower-case" "CC=$cc" \
    --with-extension="$work/odd/without"
refuses extension-there-already "an extension with this name exists" "CC=$cc" \
    --with-extension="$work/odd/blake"
refuses unknown-option "unknown.*--no-such" "CC=$cc" --no-such
refuses unknown-option-value "no-such" "CC=$cc" --no-such=5
refuses unknown-word "unknown.*nonsense" "CC=$cc" nonsense
refuses option-without-value "prefix requires a value" "CC=$cc" --prefix
refuses option-with-empty-value "prefix requires a value" "CC=$cc" --prefix=
refuses option-with-value "strict" "CC=$cc" --strict=yes
refuses relative-prefix "not an absolute" "CC=$cc" --prefix=here
# shellcheck disable=SC2016,SC1003
for text in '"' "'" '`touch touched`' '$' '$(x)' ';' '\b' '#' ' '; do
    refuses "prefix-with-$text" "does not support a directory" "CC=$cc" --prefix="/a$text"
    refuses "libdir-with-$text" "does not support a directory" "CC=$cc" \
        --libdir='${prefix}/a'"$text"
done
refuses line-break "line break" "CC=$cc" --prefix="/a
b"
refuses unknown-reference "7" "CC=$cc" --generic=7
refuses selftest-of-hosted "requires --freestanding" "CC=$cc" --disable-selftest
refuses bad-symbol-prefix "not a valid identifier" "CC=$cc" --symbol-prefix=a-b
if ./configure "CC=$cc" --disable-no-such --sysconfdir=/etc --build=a-b-c >"$log" 2>&1 &&
    [ "$(grep -c 'ignored: --disable-no-such' "$log")" -eq 1 ]; then
    pass ignored-option
else
    fail ignored-option "is not ignored with a warning"
fi
"$make" distclean >"$log" 2>&1
refuses missing-compiler "not found: /nonexistent/cc" CC=/nonexistent/cc
refuses broken-compiler "cannot compile" CC=false
refuses bad-flags "cannot compile" "CC=$cc" CFLAGS=-no-such-flag=1
refuses missing-archiver "archiver not found" "CC=$cc" AR=/nonexistent/ar
# shellcheck disable=SC2086
case $($cc -dM -E -x c - </dev/null 2>/dev/null) in
*__x86_64__* | *__i386__*)
    refuses missing-nasm "assembler not found: /nonexistent/nasm" "CC=$cc" --nasm \
        NASM=/nonexistent/nasm
    refuses missing-yasm "assembler not found: /nonexistent/yasm" "CC=$cc" --yasm \
        YASM=/nonexistent/yasm
    ;;
*) refuses nasm-elsewhere "x86 only" "CC=$cc" --nasm NASM=true ;;
esac

# ---- as packaging tools call it ----

# made NAME PATTERN ARGUMENT...: succeeds, and build/config.mk has a line that matches
made() {
    name=$1 pattern=$2
    shift 2
    if ! ./configure "$@" >"$log" 2>&1; then
        fail "$name" "rejected, but should be accepted"
    elif ! grep -q "$pattern" build/config.mk; then
        fail "$name" "no $pattern in build/config.mk"
    else
        pass "$name"
    fi
}
# As rpm's %configure does. (Its own compiler is not named after the machine.)
made rpm '^UTIL_NAME = blake2b-util$' "CC=$cc" --host=x86_64-no-such --build=x86_64-no-such \
    --program-prefix= \
    --disable-dependency-tracking --prefix=/usr --exec-prefix=/usr --bindir=/usr/bin \
    --sbindir=/usr/sbin --sysconfdir=/etc \
    --datadir=/usr/share --includedir=/usr/include --libdir=/usr/lib64 --libexecdir=/usr/libexec \
    --localstatedir=/var \
    --sharedstatedir=/usr/com --mandir=/usr/share/man --infodir=/usr/share/info --runstatedir=/run \
    --target= \
    --program-transform-name= --program-suffix= --cache-file=/dev/null -C
if [ -z "$(command -v cc || command -v gcc || command -v clang)" ]; then
    skip native-host "no compiler with a usual name"
else
    made native-host '^CC = [^-]*$' --host=x86_64-no-such --build=x86_64-no-such
fi
"$make" distclean >"$log" 2>&1
refuses cross-host "not found: x86_64-no-such-gcc" --host=x86_64-no-such --build=other
made program-prefix '^UTIL_NAME = a-blake2b-util-b$' "CC=$cc" --program-prefix=a- \
    --program-suffix=-b
made program-transform '^UTIL_NAME = b2b$' "CC=$cc" --program-transform-name='s,lake2b-util,2b,'
"$make" distclean >"$log" 2>&1
refuses program-name "invalid program name" "CC=$cc" --program-prefix=a/b
./configure "CC=$cc" --quiet >"$log" 2>&1
if [ -f build/config.mk ] && [ ! -s "$log" ]; then
    pass quiet
else
    fail quiet "fails, or prints something"
fi
"$make" distclean >"$log" 2>&1
if [ "$(./configure --version)" = "libblake2b $(cat app/VERSION)" ] &&
    [ ! -e build/config.mk ]; then
    pass version
else
    fail version "prints more than the version"
fi
if ./configure --help | grep -q '^Usage' && [ ! -e build/config.mk ]; then
    pass help-alone
else
    fail help-alone "--help configures"
fi
# What a killed configure leaves behind does no harm.
mkdir -p build/configure.tmp/old && ./configure "CC=$cc" >"$log" 2>&1
if [ -f build/config.mk ] && [ ! -e build/configure.tmp ]; then
    pass after-kill
else
    fail after-kill "with an old build/configure.tmp: $(tail -n 1 "$log")"
fi
# Of a source that was moved, objects and dependencies are removed; others stay.
mkdir -p build/moved
for source in app/gone.c configure; do
    : >"build/moved/${source##*/}.o"
    echo "build/moved/a.o: $source app/VERSION" >"build/moved/${source##*/}.d"
done
./configure "CC=$cc" >"$log" 2>&1
if [ "$(echo build/moved/*)" = 'build/moved/configure.d build/moved/configure.o' ]; then
    pass moved
else
    fail moved "left of a source that is gone, and one that is there: $(echo build/moved/*)"
fi
rm -r build/moved

# The options for position-independent code, as autotools has them.
for option in '' --pic --with-pic --enable-pic --with-pic=yes; do
    made "static-pic${option:+ $option}" '^STATIC_PIC = \(.*[^ ]\)\{0,1\}$' "CC=$cc" \
        ${option:+"$option"}
    [ "$(sed -n 's/^STATIC_PIC = *//p' build/config.mk)" = \
        "$(sed -n 's/^PIC_FLAG = *//p' build/config.mk)" ] ||
        fail "static-pic${option:+ $option}" "not what the shared library is compiled with"
done
for option in --without-pic --disable-pic --with-pic=no --enable-pic=no --freestanding; do
    made "static-pic $option" '^STATIC_PIC = *$' "CC=$cc" "$option"
done

# Notes for the CPU's control-flow protection: only if the compiler and the CPU support it.
flags() {
    name=$1 expected=$2
    shift 2
    if ! ./configure "$@" >"$log" 2>&1; then
        skip "branch-protection-$name" "no such compiler"
    elif [ "$(sed -n 's/^CFLAGS = *//p' build/config.mk)" = "$expected" ]; then
        pass "branch-protection-$name"
    else
        fail "branch-protection-$name" "$(grep '^CFLAGS' build/config.mk)"
    fi
}
if [ "$(gcc -dumpmachine 2>/dev/null)" = x86_64-linux-gnu ]; then
    flags x86-64 '-O2 -fcf-protection' CC=gcc
    flags clang '-O1 -fcf-protection' CC=clang CFLAGS=-O1
    flags off -O2 CC=gcc --disable-branch-protection
    flags none '-O2 -fcf-protection=none' CC=gcc CFLAGS='-O2 -fcf-protection=none'
    flags i686 '-O2 -fcf-protection' CC='gcc -m32 -march=i686'
    flags i486 -O2 CC='gcc -m32 -march=i486'
    flags tcc -O2 CC=tcc
fi
flags arm64 '-O2 -mbranch-protection=standard' CC=aarch64-linux-gnu-gcc
flags windows -O2 CC=x86_64-w64-mingw32-gcc
flags macos -O2 CC='clang --target=arm64-apple-macos'
"$make" distclean >"$log" 2>&1

# What configure detects: an archiver that writes no timestamps, and whether a program runs here.
if "${AR:-ar}" rcD "$work/probe.a" LICENSE >/dev/null 2>&1; then
    made archiver '^ARFLAGS = rcD$' "CC=$cc"
else
    skip archiver "this archiver always writes times"
fi
if [ "$(gcc -dumpmachine 2>/dev/null)" = x86_64-linux-gnu ]; then
    made no-emulator '^EMULATOR ?= *$' CC=gcc CPPFLAGS=-U__x86_64__
    # The assembler is tested with the compiler's flags.
    if ! ./configure CC=gcc CFLAGS='-O2 -Wa,-march=generic64' >"$log" 2>&1; then
        fail assembler-flags "rejected, but should be accepted"
    elif grep -q '_WITH_AVX2_64 1' build/config.h; then
        fail assembler-flags "a kernel that this assembler refuses is not left out"
    else
        pass assembler-flags
    fi
fi
if [ -d /usr/aarch64-linux-gnu/lib ] && command -v aarch64-linux-gnu-gcc qemu-aarch64 \
    >/dev/null 2>&1 &&
    [ "$(uname -m)" = x86_64 ]; then
    made emulator '^EMULATOR ?= qemu-aarch64 -L /usr/aarch64-linux-gnu$' CC=aarch64-linux-gnu-gcc
else
    skip emulator "no aarch64-linux-gnu-gcc or no qemu-aarch64"
fi
if ! ./configure CC=x86_64-w64-mingw32-gcc >"$log" 2>&1; then
    skip import-library "no x86_64-w64-mingw32-gcc"
elif "$make" -n shared >"$log" 2>&1 && grep -q -e '--out-implib,bin/libblake2b.dll.a' "$log" &&
    grep -q -e '--out-implib,bin/libblake.dll.a' "$log"; then
    pass import-library
else
    fail import-library "a library for Windows is linked without one"
fi
"$make" distclean >"$log" 2>&1

# ---- the table of kernels ----

# table ROW...: the output of table.awk for a table with these rows, and its status
table() {
    printf '%s\n' "$@" >"$work/table.def"
    awk -f app/driver/table.awk -v kind="$kind" -v target="$target" "$work/table.def" 2>"$log"
    echo $?
}
# reads NAME EXPECTED ROW...
reads() {
    name=$1 expected=$2
    shift 2
    found=$(table "$@")
    if [ "$found" = "$expected" ]; then
        pass "table-$name"
    else
        fail "table-$name" "table.awk prints '$found'"
    fi
}
tab=$(printf '\t')
kernel='BLOCKS_KERNEL(AVX2, avx2, 1, X86_64, CPU_AVX2 | CPU_BMI2, "x86/a-64.inc", "vpermq ymm0, ymm0, 1")'
kernel_of_sse='BLOCKS_KERNEL(SSE2, sse2, 1, X86_32, CPU_SSE2, "x86/b-32.inc", "paddq xmm0, xmm1")'
prefer='PREFER(X86_32, CPU_FAMILY_ZEN4, avx2, x86, "measured")'
cost='COST(X86_64, CPU_FAMILY_ZEN4, avx2, 3.14, "measured")'
columns='AVX2 avx2 1 X86_64 CPU_AVX2 | CPU_BMI2 x86/a-64.inc vpermq ymm0, ymm0, 1 blocks_avx2'
columns=$(echo "$columns" | sed \
    "s/ /$tab/g; s/$tab|$tab/ | /; s/vpermq${tab}ymm0,${tab}ymm0,${tab}1/vpermq ymm0, ymm0, 1/")
kind='' target=''
reads other-lines 0 '/* LANES_KERNEL(a) */' '#define LANES_KERNEL(...) KERNELS(__VA_ARGS__)' 'lower(1)' \
    ' LANES_KERNEL(1)'
reads unknown-row 1 'NO_SUCH_ROW' 'NOSUCH(1, 2)'
reads kernel-without-contract 1 "${kernel#*_}"
reads missing-column 1 'REFERENCE(64)'
reads further-column 1 'REFERENCE(64, "ref/a.inc", 1)'
reads further-text 1 'REFERENCE(64, "ref/a.inc") REFERENCE(32, "ref/b.inc")'
reads comment-after-row 1 'REFERENCE(64, "ref/a.inc") /* a comment */'
reads open-row 1 'REFERENCE(64, "ref/a.inc"'
reads reference "$(printf 'REFERENCE\t64\tref/a.inc\n0')" 'REFERENCE( 64 , "ref/a.inc" ) '
kind=KERNEL target=X86_64
reads kernel "$(printf 'KERNEL\t%s\n0' "$columns")" "$kernel" "$kernel_of_sse" "$prefer" "$cost"
kind=COST
reads kernel-twice 1 "$kernel" "$(echo "$kernel" | sed 's/avx2, 1/other, 1/')"
reads symbol-twice 1 "$kernel" "$(echo "$kernel" | sed 's/AVX2, /OTHER, /')"
reads kernels-alike 0 "$kernel" "$(echo "$kernel" | sed 's/.*AVX2, avx2, 1/LANES_KERNEL(AVX2X4, avx2, 4/')" \
    "$(echo "$kernel" | sed 's/AVX2, avx2, 1, X86_64/AVX2_32, avx2, 1, X86_32/')"
kind='' target=X86_32
expected=$(table "$kernel_of_sse" | sed '$d'
    printf 'PREFER\tX86_32\tCPU_FAMILY_ZEN4\tavx2\tx86\tmeasured\n0')
reads target "$expected" "$kernel" "$kernel_of_sse" "$prefer" "$cost"
kind=COST target=X86_64
expected=$(printf 'COST\tX86_64\tCPU_FAMILY_ZEN4\tavx2\t3.14\tmeasured\n0')
reads cost "$expected" "$kernel" "$prefer" "$cost"
kind=KERNEL target=''
for row in BLOCKS:1:1:blocks LANES:8:8:lanes ROUNDS:1:ROUNDS:rounds \
    LANE_ROUNDS:4:ROUNDS4:rounds SHORT:4:SHORT4:short; do
    prefix=${row##*:} row=${row%:*}
    column=${row##*:} row=${row%:*}
    expected=$(printf 'KERNEL\tB\tb\t%s\tNONE\t0\tf\tp\t%s_b\n0' "$column" "$prefix")
    reads "contract-$column" "$expected" \
        "${row%:*}_KERNEL(B, b, ${row#*:}, NONE, 0, \"f\", \"p\")"
done
mkdir "$work/part"
echo 'REFERENCE(8, "ref/part.inc")' >"$work/part/part.inc"
printf '#include "part.inc"\n' >"$work/part/whole.def"
printf '#include "absent.inc"\n' >"$work/part/broken.def"
found=$(awk -f app/driver/table.awk "$work/part/whole.def" 2>&1)
if [ "$found" = "$(printf 'REFERENCE\t8\tref/part.inc')" ] &&
    ! awk -f app/driver/table.awk "$work/part/broken.def" >"$log" 2>&1; then
    pass table-part
else
    fail table-part "a part of the table is not read, or none is missed"
fi

# A row without its file.
if [ "$(gcc -dumpmachine 2>/dev/null)" = x86_64-linux-gnu ]; then
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
    elif [ -n "$(find . -type l ! -exec test -e {} \; -print)" ]; then
        fail $name "links to a source that is not there"
    else
        pass $name
    fi
    "$make" distclean >"$log" 2>&1
    rm -rf dest
    if [ -z "$(ls -A)" ]; then
        pass $name-distclean
    else
        fail $name-distclean "left files behind"
    fi
    echo mine >Makefile
    if "$from/configure" "CC=$cc" >"$log" 2>&1 || [ "$(cat Makefile)" != mine ]; then
        fail $name-in-use "a folder with its own Makefile is accepted"
    else
        pass $name-in-use
    fi
    cd "$tree" || exit 1
    rm -rf "$folder"
done

# A folder that cannot be written to. Root can write anywhere, but a file in its place also prevents
# it.
mv build "$work/build" && : >build
refuses no-build-folder "build" "CC=$cc"
rm build && mv "$work/build" build
if [ "$(id -u)" -eq 0 ]; then
    skip read-only-build-folder "root may write anywhere"
else
    chmod a-w build
    refuses read-only-build-folder "build" "CC=$cc"
    chmod u+w build
fi

if "$make" lib >"$log" 2>&1; then
    fail make-before-configure "accepted, but should be rejected"
elif grep -q 'run ./configure first' "$log"; then
    pass make-before-configure
else
    fail make-before-configure "does not say what to do"
fi

missing=''
for option in $(./configure --help | grep -o -- '^ *\(-h, \)\{0,1\}--[a-z0-9-]*' |
    sed 's/.*--/--/'); do
    case $option in
    --prefix | --*dir | --exec-prefix | --symbol-prefix) ./configure "CC=$cc" "$option=/x" \
        >"$log" 2>&1 ;;
    --help) ./configure "$option" >"$log" 2>&1 ;;
    *) : >"$log" ;;
    esac
    ! grep -q '^configure: .*unknown' "$log" || missing="$missing $option"
done
for option in --help --prefix --exec-prefix --bindir --libdir --includedir --mandir --datadir \
    --debug --disable-as --generic \
    --force-32bits --force-64bits --without-pic --strict --yasm --nasm --symbol-prefix --sanitize \
    --freestanding --disable-selftest; do
    ./configure --help | grep -q -- "$option" || missing="$missing $option"
done
if [ -z "$missing" ] && ./configure -h | grep -q '^Usage'; then
    pass help
else
    fail help "in the help text or in configure, not in both:$missing"
fi
"$make" distclean >"$log" 2>&1

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
    found=$(remade "$make" lib)
    if [ "$found" != "$2" ]; then
        fail "$1" "remade '$found' instead of '$2'"
        return
    fi
    found=$(remade "$make" lib)
    if [ -n "$found" ]; then
        fail "$1" "a second make remade '$found'"
    else
        pass "$1"
    fi
}

if ! configure --prefix=/p; then
    fail configure "fails"
    finish
fi
if grep -q "target:" "$log" && grep -q 'assembler:' "$log" &&
    sed -n '/kernels: /,/left out:/p' "$log" | grep -q ' generic/' &&
    grep -q 'left out:' "$log"; then
    pass summary
else
    fail summary "does not say the target, the assembler and the kernels"
fi
if sed -n '/kernels: /,/left out:/p' "$log" | grep -q '.\{80\}'; then
    fail summary-width "the list of kernels is not wrapped"
else
    pass summary-width
fi
reference=$(sed -n 's/^REFERENCE = //p' build/config.mk)
# A compiler without dependency output: all C files depend on all headers.
dependencies=$(sed -n 's/^DEP_FLAGS = *//p' build/config.mk)
# objects_of LIST...: the object names in these lists, in one line
objects_of() {
    for list in "$@"; do "$make" -s "print-$list"; done | tr ' ' '\n' | sed 's/.*\///' |
        sed '/^$/d' | sort | tr '\n' ' '
}
kernels=$(objects_of KERNELS_blake2b) every=$(objects_of STATIC_OBJECTS STATIC_LIBRARIES)
found=$(remade "$make" -j4 lib)
if [ "$found" = "$every" ]; then
    pass parallel-build
else
    fail parallel-build "made '$found' instead of '$every'"
fi
# Objects that are not built here, those of the tests included, would be rebuilt, too.
"$make" -pn all shared test-programs 2>/dev/null |
    grep -E '^build/[^%$ ]*[.]o: [^ ]*[.](c|inc|S) ' >"$work/objects"
if [ "$(grep -c '^build/tests/' "$work/objects")" -gt 20 ] &&
    ! grep -v ' build/config[.]mk ' "$work/objects" >"$log"; then
    pass objects-depend-on-configuration
else
    fail objects-depend-on-configuration "these do not, or the tests are missing"
fi
rebuilds nothing-changed ''
touch "$FAMILY/blake2b.c"
rebuilds source-changed 'blake2b.o libblake2b.a '
touch "$FAMILY/ref/blake2b_ref-$reference.inc"
if [ -n "$dependencies" ]; then
    rebuilds reference-changed "blake2b_ref-$reference.o libblake2b.a "
    touch app/driver/cpu.h
    rebuilds header-changed 'blake256.o blake256_kernels.o blake256_lanes.o blake2b_compress_many.o blake2b_kernels.o blake2b_lanes.o blake2b_rounds.o blake2b_short.o blake512.o blake512_kernels.o blake512_lanes.o cpu.o cpu.o dispatch.o dispatch.o dispatch_lanes.o dispatch_lanes.o libblake.a libblake2b.a tune.o tune.o '
else
    rebuilds reference-changed "$every"
    touch app/driver/cpu.h
    rebuilds header-changed "$every"
fi
if [ -n "${kernels# }" ]; then
    kernel=$(sed -n 's/^KERNEL_FILES_blake2b = *\([^ ]*\).*/\1/p' build/config.mk)
    touch "$FAMILY/$kernel"
    if [ -n "$dependencies" ]; then
        rebuilds kernel-changed "$(basename "$kernel" .inc).o libblake2b.a "
    else
        rebuilds kernel-changed "$every"
    fi
else
    skip kernel-changed "no assembly kernels in this build"
fi
configure --prefix=/p
rebuilds same-configuration ''
touch "$TABLE"
rebuilds table-changed "$every"
# As after the clock was set back. (make starts anew when it has renewed its configuration. If it
# does so for ever, a write to the pipe ends it.)
touch -t 203601010000 "$TABLE" configure
"$make" -s print-TARGET 2>&1 | sed 50q >"$log"
if [ "$(grep -c '^Run make' "$log")" -eq 1 ]; then
    pass table-from-the-future
else
    fail table-from-the-future "make does not end"
fi
touch "$TABLE" configure
configure CFLAGS=-O1 --prefix=/p
rebuilds other-flags "$every"
configure CFLAGS=-O1 --prefix=/p --generic=32
rebuilds other-kernels "$(objects_of STATIC_OBJECTS STATIC_LIBRARIES)"
if "${NM:-nm}" bin/libblake2b.a 2>/dev/null | grep -q 'blake2b_blocks_\(avx\|x86\|sse\|neon\)'; then
    fail generic-means-c-only "assembly in a generic library"
else
    pass generic-means-c-only
fi

# ---- an additional extension, from elsewhere ----

tiny=$work/tiny
mkdir -p "$tiny/x86"
# A kernel with shared data, another one that no assembler knows, and a C file that calls the first.
cat >"$tiny/objects.mk" <<'MK'
SERIAL_tiny := tiny.o
SHARED_tiny_X86_64 := x86/tiny-common.inc
MK
cat >"$tiny/tiny.def" <<'DEF'
BLOCKS_KERNEL(X86_64, x86, 1, X86_64, CPU_BASE, "x86/tiny_x86-64.inc", "ror rax, 1")
BLOCKS_KERNEL(NONE, none, 1, X86_64, CPU_BASE, "x86/tiny_none-64.inc", "frobnicate rax, 1")
DEF
cat >"$tiny/x86/tiny-common.inc" <<'ASM'
#include "config.h"
#include "driver/x86/asm.h"
SECTION_RODATA
SHARED_DATA(answer)
QUADS(42)
SECTION_TEXT
ASM_END
ASM
cat >"$tiny/x86/tiny_x86-64.inc" <<'ASM'
#include "config.h"
#include "driver/x86/asm.h"
IMPORT(answer)
SECTION_TEXT
FUNCTION(tiny_blocks_x86)
  mov rax, RODATA(SHARED(answer))
  ret
ENDFUNCTION(tiny_blocks_x86)
ASM_END
ASM
cat >"$tiny/tiny.c" <<'C'
#include "config.h"
#include "driver/names.h"
#define tiny_blocks_x86 LINKED_NAME(tiny_blocks_x86)
int tiny_blocks_x86(void), tiny(void);
int tiny(void) {
#if TINY_WITH_X86_64 && !TINY_WITH_NONE
    return tiny_blocks_x86();
#else
    return 42;
#endif
}
C
cat >"$work/tiny-user.c" <<'C'
int tiny(void);
int main(void) {
    return tiny() != 42;
}
C
# shellcheck disable=SC2086 # lists
link_tiny() {
    $cc -O0 $TEST_CPPFLAGS $TEST_LDFLAGS -o "$work/tiny-user" "$work/tiny-user.c" bin/libtiny.a \
        bin/libblake2b.a
}
if ! configure --with-extension="$tiny"; then
    fail extension "configure fails"
elif ! "$make" -j4 lib >"$log" 2>&1; then
    fail extension "does not build"
elif grep -q '^TARGET = X86_64' build/config.mk && [ -n "${kernels# }" ] &&
    ! grep -q '^#define TINY_WITH_NONE 0' build/config.h; then
    fail extension "a kernel that cannot be assembled is not skipped"
elif ! link_tiny >"$log" 2>&1; then
    fail extension "does not link together with BLAKE2b"
elif [ -z "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] && ! "$work/tiny-user" >"$log" 2>&1; then
    fail extension "prints a wrong digest"
else
    pass extension
fi
rebuilds extension-same ''
touch "$tiny/tiny.c"
rebuilds extension-changed 'libtiny.a tiny.o '

# No extension can include another's headers by name.
for pair in blake:blake2b_internal.h blake2b:blake_internal.h; do
    file=app/extensions/${pair%%:*}/${pair%%:*}.c header=${pair#*:}
    cp "$file" "$work/source"
    echo "#include \"$header\"" >>"$file"
    if "$make" lib >"$log" 2>&1; then
        fail "extension-apart-${pair%%:*}" "$file may include $header"
    elif grep -q "$header" "$log"; then
        pass "extension-apart-${pair%%:*}"
    else
        fail "extension-apart-${pair%%:*}" "fails with an unexpected error"
    fi
    cp "$work/source" "$file"
done

# ---- installing ----

configure --prefix=/p --libdir=/p/lib64
dest=$work/dest
mkdir -p "$dest/p/include" && echo mine >"$dest/p/include/other.h"
find "$dest" ! -type d | sort >"$work/dest-before"
if ! "$make" -j2 install DESTDIR="$dest" >"$log" 2>&1; then
    fail install "make install fails"
else
    util=/p/bin/blake2b-util${TEST_EXE:-}
    if ! [ -x "$dest$util" ] || ! cmp -s app/include/blake2b.h "$dest/p/include/blake2b.h" ||
        ! cmp -s bin/libblake2b.a "$dest/p/lib64/libblake2b.a"; then
        fail install "the installed files differ from the built ones"
    else
        pass install
    fi
fi
shared=$("$make" -s -f Makefile -f - print-shared <<'MAKE' 2>/dev/null
print-shared: ; @echo $(SHARED_NAME)
MAKE
)
if [ "$TEST_LDFLAGS" != "${TEST_LDFLAGS#*-static}" ]; then
    skip install-shared "LDFLAGS say -static"
elif ! "$make" -j2 install-shared DESTDIR="$dest" >"$log" 2>&1; then
    fail install-shared "make install-shared fails"
elif [ -z "$(find "$dest" -name "$shared" ! -type d)" ]; then
    fail install-shared "no $shared"
else
    pass install-shared
fi
"$make" uninstall DESTDIR="$dest" >"$log" 2>&1
find "$dest" ! -type d | sort >"$work/dest-after"
if cmp -s "$work/dest-before" "$work/dest-after"; then
    pass uninstall
else
    fail uninstall "files left (>) or wrongly removed (<): $(diff "$work/dest-before" \
        "$work/dest-after" | grep '^[<>]' | tr '\n' ' ')"
fi
if "$make" uninstall DESTDIR="$dest" >"$log" 2>&1; then
    pass uninstall-nothing
else
    fail uninstall-nothing "fails if nothing is installed: $(tail -n 1 "$log")"
fi
found=$(find "$dest" -type d -name '*blake*')
if [ -z "$found" ]; then
    pass uninstall-folders
else
    fail uninstall-folders "folders left: $found"
fi

# Without a program "install": existing files are replaced, not written to, and are readable by
# everybody.
mkdir -p "$work/copied/p/include"
echo mine >"$work/linked" && ln "$work/linked" "$work/copied/p/include/blake2b.h"
(umask 077 && "$make" install-header INSTALL= DESTDIR="$work/copied") >"$log" 2>&1
found=$(find "$work/copied/p/include/blake2b.h" -perm 644)
if [ "$(cat "$work/linked")" != mine ]; then
    fail install-by-cp "writes to a file that another name has, too"
elif ! cmp -s app/include/blake2b.h "$work/copied/p/include/blake2b.h" || [ -z "$found" ]; then
    fail install-by-cp "not the header, or not with the mode 644: $(ls -l "$work/copied/p/include")"
else
    pass install-by-cp
fi

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
by_shell sh >"$work/by-sh"
mv "$work/shell" "$work/shell-sh"
for shell in dash bash ksh93 mksh posh yash 'busybox sh' zsh; do
    if ! command -v "${shell%% *}" >/dev/null 2>&1; then
        skip "shell-${shell%% *}" "no ${shell%% *}"
        continue
    fi
    by_shell "$shell" >"$work/by-shell"
    if ! diff "$work/by-sh" "$work/by-shell" >"$log" 2>&1; then
        fail "shell-${shell%% *}" "configures differently from sh: $(sed -n 2p "$log")"
    elif [ -s "$work/shell/installed" ] && ! diff -r "$work/shell-sh/dest" "$work/shell/dest" \
        >"$log" 2>&1; then
        fail "shell-${shell%% *}" "make installs other files: $(sed -n 1p "$log")"
    else
        pass "shell-${shell%% *}"
    fi
done
rm -rf "$work/shell" "$work/shell-sh"

# ---- a locale where [a-z] has no i ----

# Saves what is exported and installed, for a build in the locale $1.
in_locale() {
    rm -rf "$dest" build/*.calls build/*.exports build/man build/completions
    LOCPATH=$work/locales LC_ALL=$1 ./configure "CC=$cc" CFLAGS=-O0 "CPPFLAGS=$TEST_CPPFLAGS" \
        "LDFLAGS=$TEST_LDFLAGS" --prefix=/p >"$log" 2>&1 &&
        LOCPATH=$work/locales LC_ALL=$1 "$make" -j2 install DESTDIR="$dest" >"$log" 2>&1 &&
        (cd "$dest" && find . ! -type d | sort && cat p/share/man/man1/* \
            p/share/bash-completion/completions/* &&
            cd "$tree/build" && cat ./*.calls ./*.exports ./config.mk ./config.h) \
                >"$work/locale.$1" 2>&1
}
mkdir "$work/locales"
if ! localedef -i tr_TR -f UTF-8 "$work/locales/tr_TR.UTF-8" >"$log" 2>&1 ||
    echo i | LOCPATH=$work/locales LC_ALL=tr_TR.UTF-8 grep -q '[a-z]'; then
    skip locale "no Turkish locale, by localedef (Debian: package locales)"
elif ! in_locale C || ! in_locale tr_TR.UTF-8; then
    fail locale "make install fails"
elif cmp "$work/locale.C" "$work/locale.tr_TR.UTF-8" >"$log"; then
    pass locale
else
    fail locale "what is made depends on the locale: $(diff "$work/locale.C" \
        "$work/locale.tr_TR.UTF-8" | sed -n 2p)"
fi

# ---- the calls in a header ----

header=app/include/blake2b.h
cp $header "$work/header"
# unfound NAME PATTERN: make rejects the header in its present form, with an error that matches
unfound() {
    if "$make" build/blake2b.calls 2>"$log" >/dev/null; then
        fail "$1" "accepted, but should be rejected"
    elif ! grep -q "$2" "$log"; then
        fail "$1" "does not say: $2"
    else
        pass "$1"
    fi
    cp "$work/header" $header
}
printf 'BLAKE2B_API int\nblake2b_odd(void);\n' >>$header
unfound call-on-next-line "blake2b.h:[0-9]*: no name of a call"
sed -n '/^BLAKE2B_API/p' "$work/header" | sed -n 1p >>$header
unfound call-twice 'declares [0-9]* calls, but [0-9]* names'
sed 's/BLAKE2B_API/OTHER_API/' "$work/header" >$header
unfound no-api 'no line begins with BLAKE2B_API'
echo 'BLAKE2B_API BLAKE2B_PURE(1, 2) int *keccak_X256(int (*call)(void));' >>$header
"$make" build/blake2b.calls >"$log" 2>&1
if grep -q -x keccak_X256 build/blake2b.calls; then
    pass call-of-any-name
else
    fail call-of-any-name "keccak_X256 is not found"
fi
cp "$work/header" $header

# ---- macOS, as far as other systems can test it ----

for cpu in arm64 x86_64; do
    if [ -n "$TEST_EMULATOR" ] || ! command -v clang >/dev/null 2>&1; then
        skip "macos-$cpu" "no clang, or another target's build"
    elif ! ./configure CC="clang --target=$cpu-apple-macos" --prefix=/p >"$log" 2>&1; then
        fail "macos-$cpu" "configure fails"
    elif ! "$make" kernels >"$log" 2>&1; then
        fail "macos-$cpu" "the kernels do not assemble"
    elif "$make" -n shared >"$log" 2>&1 &&
        grep -q -e "-dynamiclib -install_name '/p/lib/libblake2b.[0-9]*.dylib'" "$log" &&
        grep -q -e '-current_version [0-9][0-9.]* *-Wl,-exported_symbols_list,build/blake2b' \
            "$log"; then
        pass "macos-$cpu"
    else
        fail "macos-$cpu" "not linked as a library of macOS"
    fi
    "$make" distclean >"$log" 2>&1
done

# ---- a CPU without an operating system ----

if ! command -v clang >/dev/null 2>&1; then
    skip cross-freestanding "no clang"
elif ./configure CC='clang --target=riscv64-none-elf' --freestanding >"$log" 2>&1 &&
    grep -q '^CROSS = yes$' build/config.mk && grep -q 'emulator: *none known' "$log"; then
    pass cross-freestanding
else
    fail cross-freestanding "its programs are not taken for those of another system"
fi
"$make" distclean >"$log" 2>&1

# ---- with another library ----

cat >"$work/consumer.c" <<'C'
#include <stddef.h>
#define BLAKE2B_LONG_NAMES
#include <blake2b.h>
/* Another library's functions of the usual names. */
void blake2b(unsigned char *hash, const unsigned char *in, const size_t inlen);
int blake2b_init(void *S, size_t outlen);
void blake2b(unsigned char *hash, const unsigned char *in, const size_t inlen) { (void)in, (void)inlen, hash[0] = 0; }
int blake2b_init(void *S, size_t outlen) { (void)S, (void)outlen; return -1; }
int main(void) {
    unsigned char hash[64];
    my_blake2b_state S;
    my_blake2b(hash, (const unsigned char *)"abc", 3);
    if (hash[0] != 0xba || hash[63] != 0x23) {
        return 1;
    }
    my_blake2b_init(&S);
    my_blake2b_update(&S, (const unsigned char *)"abc", 3);
    my_blake2b_final(&S, hash);
    return hash[0] != 0xba || hash[63] != 0x23;
}
C
rm -rf "$dest"
configure --prefix=/p --symbol-prefix=my_
# shellcheck disable=SC2086
if ! "$make" -j2 install-lib DESTDIR="$dest" >"$log" 2>&1; then
    fail symbol-prefix "make install-lib fails"
elif ! $cc $TEST_CPPFLAGS -I"$dest/p/include" -o "$work/consumer" "$work/consumer.c" \
    "$dest/p/lib/libblake2b.a" \
    $TEST_LDFLAGS >"$log" 2>&1; then
    fail symbol-prefix "a program with the same names does not build"
elif [ -n "${TEST_CANNOT_RUN-}" ]; then
    skip symbol-prefix "$TEST_CANNOT_RUN"
elif $TEST_EMULATOR "$work/consumer" >"$log" 2>&1; then
    pass symbol-prefix
else
    fail symbol-prefix "a program with the same names ended with status $?"
fi

# Giving the default prefix explicitly has no effect: libblake keeps its own prefix.
configure --prefix=/p
cp build/config.h "$work/usual.h"
configure --prefix=/p --symbol-prefix=libblake2b_
if cmp -s build/config.h "$work/usual.h"; then
    pass symbol-prefix-given
else
    fail symbol-prefix-given "$(diff build/config.h "$work/usual.h" | head -n 3)"
fi

# ---- cleaning ----

"$make" clean >"$log" 2>&1
found=$(find build bin -type f \( -name '*.[oad]' -o -name 'lib*' -o -name 'blake2b-util*' \))
if [ -n "$found" ]; then
    fail clean "left $found"
elif [ ! -f build/config.mk ] || ! "$make" lib >"$log" 2>&1; then
    fail clean "cannot be built again"
else
    pass clean
fi
"$make" distclean >"$log" 2>&1
snapshot >"$work/after"
if diff "$work/before" "$work/after" >"$log" && diff -r "$work/original" . >"$log"; then
    pass distclean
else
    fail distclean "the source tree has changed"
fi
finish
