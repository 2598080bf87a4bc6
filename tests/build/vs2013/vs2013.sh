#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The Visual Studio 2013 solution, as far as it can be tested without Visual Studio. Its generated
# files are current, and all files that they name exist. That compiler accepts the C code. The same
# files work under wine when mingw-w64 compiles them and NASM and Yasm assemble them. The kernels
# are expanded here, as "make dist" does.
# shellcheck disable=SC2016 # the inner shell's
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

tap_prefix='vs2013/'
needs all python3 gcc
check 'generated files are current' python3 vs2013/generate.py --check

# ---- the expanded kernels ----

asm=$work/asm
mkdir "$asm"
if tried 'the kernels are expanded' python3 vs2013/generate.py --asm "$asm" &&
    ! lacks 'expanded alike' clang && mkdir "$work/again"; then
    CC=clang python3 vs2013/generate.py --asm "$work/again" >"$log" 2>&1
    check 'gcc and clang expand the kernels alike' diff -r "$asm" "$work/again"
fi

# ---- files named in the projects ----

# Kernels are in the folder of the projects, where "make dist" writes them.
exists() {
    case $1 in
    *.asm) [ -f "$asm/$1" ] ;;
    *) [ -f "vs2013/$1" ] ;;
    esac
}
lost='' named=0
for project in vs2013/*.vcxproj; do
    sed -n -e 's/.*<\(ClCompile\|CustomBuild\|ProjectReference\) Include="\([^"]*\)".*/\2/p' \
        -e 's/.*<Import Project="\([^"$]*\)".*/\1/p' "$project" | tr -d '\r' | tr '\134' / >"$work/named"
    while read -r file; do
        named=$((named + 1))
        exists "$file" || lost="$lost $file"
    done <"$work/named"
done
sed -n 's/.*"\([^"]*\.vcxproj\)".*/\1/p' vs2013/libblake2b.sln >"$work/named"
while read -r project; do
    named=$((named + 1))
    [ -f "vs2013/$project" ] || lost="$lost $project"
done <"$work/named"
holds 'all files that the solution names exist' "of $named these do not:$lost" \
    [ -z "$lost" -a $named -gt 20 ]
check 'projects are well-formed' python3 -c '
import sys, xml.dom.minidom
for name in sys.argv[1:]: xml.dom.minidom.parse(name)' vs2013/*.vcxproj vs2013/*.props

# Every extension has its libraries, and the utility their projects.
lost=''
for folder in app/extensions/*/; do
    [ -f "$folder/objects.mk" ] || continue
    extension=$(basename "$folder")
    for kind in static dll; do
        grep -q "\"$extension-$kind.vcxproj\"" vs2013/libblake2b.sln ||
            lost="$lost $extension-$kind"
    done
    grep -q "ProjectReference Include=\"$extension-static.vcxproj\"" vs2013/blake2b-util.vcxproj \
        || lost="$lost util:$extension"
done
holds 'every extension is there' "not there:$lost" [ -z "$lost" ]

# ---- the C ----

# of PLATFORM: what is compiled and linked into the utility: a line each with project, file and
# compiler options.
of() {
    python3 vs2013/generate.py --list "$1" | grep -v '^[^ ]*-dll '
}

# include/ declares what that compiler's C runtime has; it knows no inline, no restrict and no
# arrays of variable length.
accepts() {
    target=$1
    shift
    clang "--target=$target-pc-windows-msvc" -x c -fms-compatibility-version=18 -fms-extensions \
        -std=c99 -nostdinc \
        -Dinline=INLINE_UNKNOWN -Drestrict=RESTRICT_UNKNOWN -Wall -Wvla -Werror -isystem \
        tests/build/vs2013/include \
        -fsyntax-only "$@"
}
if ! lacks 'the C code' clang; then
    echo 'int snprintf_is_unknown(char *p); int snprintf_is_unknown(char *p) { return snprintf(p, 1, "x"); }' >"$work/c99.c"
    holds 'the check of the C code rejects snprintf' 'it does not' eval \
        '! accepts x86_64 "$work/c99.c" >"$log" 2>&1'
    for platform in x64 Win32; do
        cpu=x86_64
        [ $platform = x64 ] || cpu=i686
        wrong=''
        of $platform >"$work/sources"
        while read -r _ file options; do
            case $file in *.asm) continue ;; esac
            # shellcheck disable=SC2086 # a list
            accepts $cpu $options "$file" >>"$log" 2>&1 || wrong="$wrong $file"
        done <"$work/sources"
        holds "$platform: the C is accepted" \
            "Visual Studio 2013 would reject:$wrong: $(grep -m 1 error "$log")" [ -z "$wrong" ]
    done
fi

# ---- the same files by mingw-w64 ----

WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
trap 'wineserver -k >/dev/null 2>&1; wineserver -w >/dev/null 2>&1; rm -rf "$work"' EXIT

# works NAME PROGRAM
works() {
    $limit wine "$2" fuzz --seed 1 --count 1000 >"$work/out" 2>"$work/err" </dev/null
    status=$?
    if [ ! -s "$work/out" ]; then
        skip "$1: this wine does not run it"
    else
        holds "$1: fuzz under wine" "status $status, $(grep -m 1 -E 'MISMATCH|digest' "$work/out")" \
            eval "[ $status -eq 0 ] && same_digests '$work/out'"
    fi
}

# links PLATFORM CPU ASSEMBLER
links() {
    platform=$1 cc=$2-w64-mingw32-gcc assembler=$3 name=$1/$3
    ! lacks "$name" "$cc" "$assembler" || return 0
    dir=$work/$platform-$assembler
    mkdir "$dir"
    bits=64
    [ "$platform" = x64 ] || bits=32
    yasm=''
    [ "$assembler" = nasm ] || yasm=-DDRIVER_YASM
    : >"$log"
    of "$platform" >"$work/sources"
    while read -r project file options; do
        object=$dir/$project-$(basename "$file").o
        # shellcheck disable=SC2086 # lists
        case $file in
        *.asm) $assembler -f win$bits -o "$object" "$asm/${file##*/}" ;;
        *) $cc -x c -std=gnu99 -O1 -w $yasm $options -c -o "$object" "$file" ;;
        esac >>"$log" 2>&1 || {
            fail "$name: $file: $(first_error "$log")"
            return
        }
    done <"$work/sources"
    tried "$name: does not link" "$cc" -o "$dir/blake2b-util.exe" "$dir"/*.o || return
    pass "$name: links"
    lacks "$name" wine || works "$name" "$dir/blake2b-util.exe"
}

for assembler in nasm yasm; do
    links x64 x86_64 "$assembler"
    links Win32 i686 "$assembler"
done
finish
