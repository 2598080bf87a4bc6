#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Tests an installed tree, as packagers and their users see it. "make install" must install the
# right files, and "make uninstall" must remove exactly those. Small programs must build and run
# with it: by plain cc, pkg-config and CMake, static and shared, in C and C++. They are built where
# it was installed, and again after the tree was moved. Called by make check-tree, from the top
# folder, with TEST_... in the environment.

unset DESTDIR PKG_CONFIG_PATH
# Must not become the ending of the utility's name.
EXE=.environment
export EXE
# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_CPPFLAGS=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
log=$work/log
tree=$work/tree
usr=$work/root/usr

# check NAME COMMAND...: passes if the command succeeds
check() {
    name=$1
    shift
    if "$@" >"$log" 2>&1; then
        pass "install/$name"
    else
        fail "install/$name: $* (status $?)"
        sed 's/^/    /' "$log" | tail -n 8
    fi
}

# Debug data names the build folder; an option of the compiler removes it.
unmapped=''
case " $cc ${CFLAGS-} $TEST_CPPFLAGS" in
*' -g'*)
    echo 'int x;' >"$work/probe.c"
    # shellcheck disable=SC2086
    $cc "-ffile-prefix-map=$work=." -c -o "$work/probe.o" "$work/probe.c" >"$log" 2>&1 &&
        [ ! -s "$log" ] || unmapped=yes
    ;;
*) unmapped=unneeded ;;
esac
# install_tree ROOT: this tree, configured and made, below ROOT
install_tree() {
    if [ -n "$unmapped" ]; then
        ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix=/usr --libdir=/usr/lib/multi
    else
        ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" \
            "CFLAGS=${CFLAGS-} -ffile-prefix-map=$(pwd)=." --prefix=/usr --libdir=/usr/lib/multi
    fi && "$make" -j"$jobs" install DESTDIR="$1"
}

copy_tree "$tree"
cd "$tree" || exit 1
if ! install_tree "$work/root" >"$log" 2>&1; then
    fail "install: make install fails: $(first_error "$log")"
    exit 1
fi
shared=$(sed -n 's/^INSTALL_SHARED = //p' build/config.mk)
format=$(sed -n 's/^OBJECT_FORMAT = //p' build/config.mk)
version=$(cat app/VERSION)
major=${version%%.*}

# ---- installed files ----

# Every library has the same files, and each call its page.
libraries=$(libraries | tr '\n' ' ')
calls_of() {
    awk -v api="$(echo "$1" | tr '[:lower:]' '[:upper:]')_API" -f app/package/calls.awk \
        "app/include/$1.h"
}
pages_of() {
    sed -n 's,^/\* ---- \([a-z0-9_]*\)(3): .*,\1,p' "app/include/$1.h"
}
{
    echo "bin/blake2b-util$TEST_EXE"
    echo include/blake2b-compat/blake2.h
    echo share/man/man1/blake2b-util.1
    echo share/bash-completion/completions/blake2b-util
    echo share/zsh/site-functions/_blake2b-util
    echo share/fish/vendor_completions.d/blake2b-util.fish
    for name in $libraries; do
        echo "include/$name.h"
        echo "lib/multi/cmake/$name/$name-config-version.cmake"
        echo "lib/multi/cmake/$name/$name-config.cmake"
        echo "lib/multi/lib$name.a"
        echo "lib/multi/pkgconfig/lib$name.pc"
        { pages_of "$name" && calls_of "$name"; } | sed 's,.*,share/man/man3/&.3,'
        case $shared,$format in
        yes,elf) printf "lib/multi/lib$name.so%s\\n" '' ".$major" ".$version" ;;
        yes,macho) printf "lib/multi/lib$name%s.dylib\\n" '' ".$major" ".$version" ;;
        yes,win) printf '%s\n' "bin/lib$name-$major.dll" "lib/multi/lib$name.dll.a" ;;
        esac
    done
} | sort -u >"$work/expected"
(cd "$usr" && find . ! -type d | sed 's,^\./,,' | sort) >"$work/installed"
check files diff "$work/expected" "$work/installed"

check pkg-config-fields test -z "$(grep -h -x '[A-Za-z]*: *' "$usr"/lib/multi/pkgconfig/*.pc)"

# Every page is valid, and describes the expected calls.
if command -v man >/dev/null 2>&1 && man -l "$usr/share/man/man3/blake2b.3" >/dev/null 2>&1; then
    for page in man3/blake2b.3 man3/blake.3 man1/blake2b-util.1; do
        MANWIDTH=100 man --warnings -l "$usr/share/man/$page" >"$work/page" 2>"$work/warnings"
        check "${page#*/}" test ! -s "$work/warnings"
    done
else
    skip "install/man: no man that formats files"
fi
unnamed=''
for name in $libraries; do
    for call in $(calls_of "$name"); do
        # its own page, or the page of its group
        page=$(sed -n 's/^\.so //p' "$usr/share/man/man3/$call.3")
        grep -q "^\\.BR $call ()\$" "$usr/share/man/${page:-man3/$call.3}" ||
            unnamed="$unnamed $call"
    done
done
check man-calls test -z "$unnamed"
unnamed=''
sed -n 's/^ *"  .*\(--[a-z-]*\).*/\1/p' app/util/*.c >"$work/options"
while read -r option; do
    sed 's/\\//g' "$usr/share/man/man1/blake2b-util.1" | grep -q -e "$option" ||
        unnamed="$unnamed $option"
done <"$work/options"
check man-options test -z "$unnamed"

# ---- reproducible ----

if [ "$(sed -n 's/^ARFLAGS = //p' build/config.mk)" != rcD ]; then
    skip "install/reproducible: this archiver writes timestamps"
elif [ "$unmapped" = yes ]; then
    skip "install/reproducible: debug data, and no -ffile-prefix-map to keep the folder's name out of it"
elif [ "$(echo "$cc ${CFLAGS-}" | grep -c -e '-flto')" -ne 0 ]; then
    skip "install/reproducible: -flto objects contain random numbers"
else
    mkdir -p "$work/elsewhere"
    copy_tree "$work/elsewhere/long-folder-name"
    (cd "$work/elsewhere/long-folder-name" && install_tree "$work/other") >"$log" 2>&1
    check reproducible diff -r "$work/root" "$work/other"
    rm -rf "$work/elsewhere" "$work/other"
fi

# ---- programs that use it ----

cat >"$work/user.c" <<'C'
#include <stdio.h>
#include <blake2b.h>
int main(void) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b(hash, (const unsigned char *)"abc", 3);
    printf("%02x%02x %s\n", hash[0], hash[63], blake2b_version());
    return hash[0] != 0xba || hash[63] != 0x23;
}
C
cp "$work/user.c" "$work/user.cc"
printf '#include <stdio.h>\nint main(void) { return printf("") != 0; }\n' >"$work/nothing.c"
cat >"$work/plain.c" <<'C'
#include <blake2b.h>
int main(void) {
    unsigned char hash[64];
    blake2b(hash, (const unsigned char *)"abc", 3);
    return hash[0] != 0xba || hash[63] != 0x23;
}
C

cat >"$work/other.c" <<'C'
#include <stdio.h>
#include <blake.h>
int main(void) {
    unsigned char hash[BLAKE256_OUTBYTES];
    blake256(hash, (const unsigned char *)"", 1);
    printf("%02x%02x %s\n", hash[0], hash[31], blake_version());
    return hash[0] != 0x0c || hash[31] != 0x87;
}
C

cat >"$work/plugin.c" <<'C'
#define main plugin
#include "user.c"
#undef main
#define main other_plugin
#include "other.c"
C
cat >"$work/host.c" <<'C'
int plugin(void), other_plugin(void);
int main(void) { return plugin() || other_plugin(); }
C

# runs NAME LIBRARY-FOLDER COMMAND...: builds $work/user, which then finds its library there
runs() {
    name=$1 folder=$2
    shift 2
    rm -f "$work/user$TEST_EXE"
    if ! "$@" >"$log" 2>&1; then
        fail "install/$name: does not build: $*"
        sed 's/^/    /' "$log" | tail -n 8
    elif [ -n "${TEST_CANNOT_RUN-}" ]; then
        skip "install/$name: $TEST_CANNOT_RUN"
    else
        # shellcheck disable=SC2086
        check "$name" env LD_LIBRARY_PATH="$folder" PATH="$folder/../../bin:$PATH" $TEST_EMULATOR \
            "$work/user$TEST_EXE"
    fi
}

# shellcheck disable=SC2086 # $cc, and what pkg-config prints, are lists
users() {
    where=$1 root=$2
    lib=$root/lib/multi
    runs "$where-static" "$lib" $cc -I"$root/include" -o "$work/user$TEST_EXE" "$work/user.c" \
        "$lib/libblake2b.a"
    [ "$shared" = yes ] &&
        runs "$where-shared" "$lib" $cc -I"$root/include" -o "$work/user$TEST_EXE" "$work/user.c" \
            -L"$lib" -lblake2b
    # The static library inside a shared object, as in extensions of Python and Node, without text
    # relocations.
    if [ "$(sed -n 's/^PIC_FLAG = *//p' "$tree/build/config.mk")" = -fPIC ] &&
        [ "$format" = elf ] && [ "$shared" = yes ]; then
        mkdir -p "$work/plugin"
        check "$where-static-in-shared" $cc -fPIC -shared -Wl,-z,text -I"$root/include" \
            -o "$work/plugin/libplugin.so" \
            "$work/plugin.c" "$lib/libblake2b.a" "$lib/libblake.a"
        runs "$where-plugin" "$work/plugin" $cc -o "$work/user$TEST_EXE" "$work/host.c" \
            -L"$work/plugin" -lplugin
    else
        skip "install/$where-static-in-shared: no shared libraries, or not of ELF"
    fi
    runs "$where-blake-static" "$lib" $cc -I"$root/include" -o "$work/user$TEST_EXE" \
        "$work/other.c" "$lib/libblake.a"
    if [ -n "$(missing pkg-config)" ]; then
        skip "install/$where-pkg-config: no pkg-config"
    else
        flags=$(PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --define-variable=prefix="$root" \
            --cflags --libs libblake2b)
        static=$(PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --define-variable=prefix="$root" \
            --static --cflags --libs libblake2b)
        check "$where-pkg-config-version" \
            test "$(PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --modversion libblake2b)" = \
            "$version"
        # (Not with --define-variable, which would hide a missing prefix.)
        for name in $libraries; do
            check "$where-pkg-config-prefix-$name" \
                test "$(PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --variable=prefix "lib$name")" \
                = /usr
        done
        [ "$shared" = yes ] && runs "$where-pkg-config" "$lib" $cc -o "$work/user$TEST_EXE" \
            "$work/user.c" $flags
        flags=$(PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --define-variable=prefix="$root" \
            --cflags --libs libblake)
        [ "$shared" = yes ] && runs "$where-blake-pkg-config" "$lib" $cc -o "$work/user$TEST_EXE" \
            "$work/other.c" $flags
        if ! $cc -static -o "$work/plain" "$work/nothing.c" >"$log" 2>&1; then
            skip "install/$where-pkg-config-static: nothing can be linked with -static"
        elif $cc -static -o "$work/user$TEST_EXE" "$work/user.c" $static >"$log" 2>&1; then
            runs "$where-pkg-config-static" "" $cc -static -o "$work/user$TEST_EXE" "$work/user.c" \
                $static
        else
            fail "install/$where-pkg-config-static: does not link: $(first_error "$log")"
        fi
    fi
}

users installed "$usr"
mv "$work/root/usr" "$work/moved"
usr=$work/moved
users moved "$usr"

# The C++ compiler that belongs to the C compiler.
case ${cc%% *} in
*gcc) cxx=${cc%%gcc*}g++${cc#*gcc} ;;
*clang) cxx="${cc%% *}++${cc#"${cc%% *}"}" ;;
*) cxx=c++ ;;
esac
if [ -n "$(missing "${cxx%% *}")" ]; then
    skip "install/c++: no $cxx"
else
    # shellcheck disable=SC2086
    runs c++ "$usr/lib/multi" $cxx -I"$usr/include" -o "$work/user$TEST_EXE" "$work/user.cc" \
        "$usr/lib/multi/libblake2b.a"
fi

# ---- CMake ----

if [ -n "$(missing cmake)" ]; then
    skip "install/cmake: no cmake"
elif [ -n "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] || [ "$format" = win ]; then
    skip "install/cmake: not in a cross build"
else
    mkdir "$work/project"
    cp "$work/user.c" "$work/other.c" "$work/project"
    cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.5)
project(user C)
find_package(blake2b 1.0 REQUIRED)
find_package(blake2b 1.0 REQUIRED) # twice does no harm
foreach(kind blake2b static)
    add_executable(user-${kind} user.c)
    target_link_libraries(user-${kind} blake2b::${kind})
endforeach()
find_package(blake 1.0 REQUIRED)
add_executable(other other.c)
target_link_libraries(other blake::blake)
foreach(name ${LIBRARIES})
    find_package(${name} 1.0 REQUIRED)
    get_target_property(languages ${name}::static IMPORTED_LINK_INTERFACE_LANGUAGES)
    get_target_property(soname ${name}::${name} IMPORTED_SONAME)
    message(STATUS "properties: ${languages} ${soname}")
endforeach()
CMAKE
    # shellcheck disable=SC2086
    if ! CC=$cc cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$usr" \
        -DCMAKE_LIBRARY_ARCHITECTURE=multi -DCMAKE_C_FLAGS="$TEST_CPPFLAGS" \
        -DLIBRARIES="$(libraries | paste -s -d ';' -)" >"$log" 2>&1 &&
        ! CC=$cc cmake -S "$work/project" -B "$work/project/build" '-DLIBRARIES=blake2b;blake' \
            -Dblake2b_DIR="$usr/lib/multi/cmake/blake2b" -Dblake_DIR="$usr/lib/multi/cmake/blake" \
            >"$log" 2>&1; then
        fail "install/cmake: $(grep -m 1 'CMake Error' "$log")"
        sed 's/^/    /' "$log" | tail -n 8
    else
        cp "$log" "$work/cmake-log"
        if [ "$format" = elf ] && [ "$shared" = yes ]; then
            for library in $libraries; do
                check "cmake-properties-$library" \
                    grep -q "properties: C lib${library}[.]so[.]$major\$" "$work/cmake-log"
            done
        fi
        check cmake-build cmake --build "$work/project/build"
        check cmake-static "$work/project/build/user-static"
        check cmake-shared "$work/project/build/user-blake2b"
        check cmake-blake "$work/project/build/other"
    fi
    sed -i.old 's/blake2b 1.0/blake2b 2.0/' "$work/project/CMakeLists.txt"
    if CC=$cc cmake -S "$work/project" -B "$work/project/other" \
        -Dblake2b_DIR="$usr/lib/multi/cmake/blake2b" >"$log" 2>&1; then
        fail "install/cmake-version: another major version is accepted"
    else
        cp "$log" "$work/cmake-log"
        check cmake-version grep -q 'requested version' "$work/cmake-log"
    fi
fi

cd "$tree" || exit 1

# ---- embedding and calling from Python, as in doc/building.md ----

# example NAME: the indented or fenced lines after this mark in doc/building.md
example() {
    sed -n "/<!-- $1 -->/,/^\$/p" "$top/doc/building.md" |
        sed -e '/^<!--/d' -e '/^```/d' -e 's/^    //'
}
if [ -n "$TEST_CPPFLAGS$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] ||
    [ "$(sed -n 's/^REFERENCE = //p' build/config.mk)" != 64 ] ||
    [ -n "$(missing cc ar)" ]; then
    skip "install/embedding: written for a native build of 64 bits"
elif ! ar rc "$work/probe.a" "$work/plain.c" >"$log" 2>&1; then
    skip "install/embedding: this shell's ar writes no archives (busybox)"
else
    example embedding >"$work/embed.sh"
    check embedding env TREE="$work/embedded" sh -e "$work/embed.sh"
    runs embedded "" cc -DBLAKE2B_SYMBOL_PREFIX=my_ -I"$work/embedded/app/include" \
        -o "$work/user$TEST_EXE" "$work/plain.c" \
        "$work/embedded/libblake2b.a"
    example embedding-blake >"$work/embed.sh"
    check embedding-blake env TREE="$work/embedded" sh -e "$work/embed.sh"
    cat >"$work/both.c" <<'C'
#define main one
#include "plain.c"
#undef main
#define main other
#include "other.c"
#undef main
int main(void) { return one() || other(); }
C
    runs embedded-blake "" cc -DBLAKE2B_SYMBOL_PREFIX=my_ -DBLAKE_SYMBOL_PREFIX=my_ \
        -I"$work/embedded/app/include" \
        -o "$work/user$TEST_EXE" "$work/both.c" "$work/embedded/libblake2b.a" \
        "$work/embedded/libblake.a"
fi
# shellcheck disable=SC2086
if [ "$shared" != yes ] || [ "$format" != elf ] || [ -n "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] ||
    [ -n "$(missing python3)" ]; then
    skip "install/python: no python3 for the shared library"
elif ! { $cc -fPIC -shared -o "$work/plain.so" "$work/nothing.c" &&
    python3 -c "import ctypes; ctypes.CDLL('$work/plain.so')"; } >"$log" 2>&1; then
    skip "install/python: python3 loads nothing that this compiler links"
else
    example python >"$work/example.py"
    (LD_LIBRARY_PATH=$usr/lib/multi python3 "$work/example.py") >"$work/python.out" 2>"$log"
    check python test "$(cat "$work/python.out")" = \
        "$(python3 -c 'import hashlib; print(hashlib.blake2b(b"abc").hexdigest())')"
fi

# ---- folders with unusual names ----

# Lists all files, what is next to them, and what is in the tree.
present() {
    (cd "$work/odd" && find . ! -type d && ls && ls "$tree") | sort
}

# odd NAME FOLDER PREFIX MAKE-ARGUMENT...: with these arguments make installs only below
# $work/odd/FOLDER and PREFIX. After a move to a name with a space, pkg-config still works.
# uninstall removes exactly what was installed. Or make fails, and changes nothing.
# shellcheck disable=SC2012,SC2016
odd() {
    case=$1 place=$2$3
    shift 3
    rm -rf "$work/odd" "$work/my docs"
    mkdir "$work/odd"
    for bystander in a b my docs; do echo mine >"$work/odd/$bystander"; done
    present >"$work/before"
    if ! "$make" install libdir='$(prefix)/lib/multi' "$@" >"$log" 2>&1; then
        present >"$work/after"
        check "$case-refused" diff "$work/before" "$work/after"
        return
    fi
    {
        cat "$work/before"
        printf '%s\n' "${place%%/*}"
        while read -r file; do printf './%s/%s\n' "$place" "$file"; done <"$work/expected"
    } | sort >"$work/wanted"
    present >"$work/after"
    check "$case" diff "$work/wanted" "$work/after"
    if [ -n "$(missing pkg-config)$TEST_CANNOT_RUN" ]; then
        skip "install/$case-moved: no pkg-config, or no programs of this build"
    else
        cp -R "$work/odd/$place" "$work/my docs"
        eval "runs '$case-moved' '$work/my docs/lib/multi' \$cc -o '$work/user$TEST_EXE' '$work/plain.c' $(
            PKG_CONFIG_LIBDIR="$work/my docs/lib/multi/pkgconfig" pkg-config \
                --define-variable=prefix="$work/my docs" \
                --cflags --libs libblake2b)"
    fi
    "$make" uninstall libdir='$(prefix)/lib/multi' "$@" >"$log" 2>&1
    [ ! -d "$work/odd/${place%%/*}" ] || find "$work/odd/${place%%/*}" -depth -type d -exec rmdir \
        {} \; 2>/dev/null
    present >"$work/after"
    check "$case-uninstall" diff "$work/before" "$work/after"
}

cd "$tree" && ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix=/usr >"$log" 2>&1
number=0
# shellcheck disable=SC2016,SC1003
for text in ' ' '  my docs' "'" \
    '"' '`touch touched`' '$' '$$' '$(prefix)' '$(shell touch touched)' '#' '\' '\n' ';' \
    '; touch touched;' '&' ',' '%' '(' ')' '*' '@' '~' '|' '>' "$(printf 'a\nb')"; do
    number=$((number + 1))
    odd "odd-destdir-$number" "a${text}b" /usr DESTDIR="$work/odd/a${text}b"
    odd "odd-prefix-$number" dest "/a${text}b" DESTDIR="$work/odd/dest" prefix="/a${text}b"
done

# ---- the release's archive ----

# From the committed repository, then from that archive's contents, with another compiler to expand
# the kernels for Visual Studio: both archives must be the same.
if [ -n "$(missing git)" ] || ! git clone -q "$top/app/.." "$work/clone" >"$log" 2>&1 ||
    ! tar --version 2>/dev/null | grep -q GNU; then
    skip "install/dist: no git repository, or no GNU tar"
else
    archive=bin/libblake2b-$(cat "$work/clone/app/VERSION").tar.gz
    other=$cc
    [ -n "$(missing clang)" ] || other=clang
    (cd "$work/clone" && ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" && "$make" dist &&
        mkdir "$work/unpacked" &&
        tar xzf "$archive" -C "$work/unpacked" && cd "$work/unpacked"/* &&
        ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" && rm vs2013/*.asm &&
            "$make" dist "CC=$other") >"$log" 2>&1
    cp "$log" "$work/dist-log"
    check dist-prints grep -q -x "$archive" "$work/dist-log"
    check dist-again cmp "$work/clone/$archive" "$work/unpacked"/*/"$archive"
    # The kernels for Visual Studio, which are not in the repository.
    tar tzf "$work/clone/$archive" | sed -n 's,.*/vs2013/\(.*[.]asm\)$,\1,p' | sort >"$work/kernels"
    sed -n 's/.*<CustomBuild Include="\([^"]*\)".*/\1/p' "$work"/unpacked/*/vs2013/*.vcxproj |
        sort -u >"$work/named"
    check dist-vs2013 cmp "$work/kernels" "$work/named"
    check dist-vs2013-some test "$(grep -c . "$work/named")" -gt 20
fi

# ---- a umask that hides new files ----

(umask 077 && "$make" install DESTDIR="$work/hidden") >"$log" 2>&1
check umask test -z "$(find "$work/hidden"/* \( -type d ! -perm 755 \) -o \
    \( -type f ! -perm 644 ! -perm 755 \))"
rm -rf "$work/hidden"

# ---- existing links ----

old=$work/old
mkdir -p "$old/usr/share/man/man3" "$old/usr/lib/pkgconfig" "$old/elsewhere"
echo mine >"$old/elsewhere/file"
ln -s blake2b.3 "$old/usr/share/man/man3/blake2b_init.3"
ln -s ../../../elsewhere/file "$old/usr/lib/pkgconfig/libblake2b.pc"
ln -s ../../elsewhere "$old/usr/lib/libblake2b.so"
"$make" install DESTDIR="$old" >"$log" 2>&1
check over-links test "$(ls "$old/elsewhere") $(cat "$old/elsewhere/file") $(grep -c "^.so" \
    "$old/usr/share/man/man3/blake2b.3")" = "file mine 0"

# ---- files that uninstall keeps ----

usr="$work/root/usr/my docs,a&b"
mkdir -p "$usr/include" && echo mine >"$usr/include/other.h"
# shellcheck disable=SC2016
(./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix='/usr/my docs,a&b' \
    --includedir='${prefix}/include' \
    --libdir='${exec_prefix}/lib/multi' && "$make" -j"$jobs" install DESTDIR="$work/root") \
    >"$log" 2>&1
(cd "$usr" && find . ! -type d ! -name other.h | sed 's,^\./,,' | sort) >"$work/installed"
check configured-with-a-space diff "$work/expected" "$work/installed"
"$make" uninstall DESTDIR="$work/root" >"$log" 2>&1
check uninstall test "$(find "$work/root" ! -type d)" = "$usr/include/other.h"
finish
