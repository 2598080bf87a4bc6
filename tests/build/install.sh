#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Tests an installed tree, as packagers and their users see it. "make install" must install the
# right files, and "make uninstall" must remove exactly those. Small programs must build and run
# with it: by plain cc, pkg-config and CMake, static and shared, in C and C++. They are built where
# it was installed, and again after the tree was moved.

unset DESTDIR PKG_CONFIG_PATH
# Must not become the ending of the utility's name.
EXE=.environment
export EXE
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='install/'
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_CPPFLAGS=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
tree=$work/tree
usr=$work/root/usr
tap_shown=$log

# Debug data names the build folder; an option of the compiler removes it.
map='' unmapped=''
echo 'int x;' >"$work/probe.c"
# shellcheck disable=SC2086
if $cc "-ffile-prefix-map=$work=." -c -o "$work/probe.o" "$work/probe.c" >"$log" 2>&1 &&
    [ ! -s "$log" ]; then
    map=-ffile-prefix-map=
else
    case " $cc ${CFLAGS-} $TEST_CPPFLAGS" in *' -g'*) unmapped=yes ;; esac
fi
# set_up ARGUMENT...: configures this tree. install_tree ROOT: and installs it below ROOT
set_up() {
    ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" "$@"
}
install_tree() {
    set_up ${map:+"CFLAGS=${CFLAGS-} $map$(pwd)=."} --prefix=/usr --libdir=/usr/lib/multi &&
        "$make" -j"$jobs" install DESTDIR="$1"
}
setting() {
    sed -n "s/^$1 = *//p" "$tree/build/config.mk"
}

copy_tree "$tree"
cd "$tree" || exit 1
tried "make install" install_tree "$work/root" || finish
shared=$(setting INSTALL_SHARED)
format=$(setting OBJECT_FORMAT)
version=$(cat app/VERSION)
major=${version%%.*}

# ---- installed files ----

# Every library has the same files, and each call its page.
libraries=$(libraries | tr '\n' ' ')
calls_of() { awk -f app/package/calls.awk "app/include/$1.h"; }
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

# ---- reproducible ----

if [ "$(setting ARFLAGS)" != rcD ]; then
    skip reproducible "this archiver writes timestamps"
elif [ "$unmapped" = yes ]; then
    skip reproducible "debug data, and no -ffile-prefix-map to keep the folder's name out of it"
elif [ "$(echo "$cc ${CFLAGS-}" | grep -c -e '-flto')" -ne 0 ]; then
    skip reproducible "-flto objects contain random numbers"
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

# runs NAME LIBRARY-FOLDER SOURCE ARGUMENT...: builds a program, which then finds its library there
# shellcheck disable=SC2086 # lists
runs() {
    name=$1 folder=$2 source=$3
    shift 3
    rm -f "$work/user$TEST_EXE"
    if ! $cc -o "$work/user$TEST_EXE" "$work/$source" "$@" >"$log" 2>&1; then
        fail "$name" "does not build: $source $*"
    elif [ -n "$TEST_CANNOT_RUN" ]; then
        skip "$name" "$TEST_CANNOT_RUN"
    else
        check "$name" env LD_LIBRARY_PATH="$folder" PATH="$folder/../../bin:$PATH" $TEST_EMULATOR \
            "$work/user$TEST_EXE"
    fi
}

# shellcheck disable=SC2046 # what pkg-config prints is a list
users() {
    where=$1 root=$2
    lib=$root/lib/multi
    # (Not always with --define-variable, which would hide a missing prefix.)
    packaged() {
        PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config "$@"
    }
    flags() {
        packaged --define-variable=prefix="$root" --cflags --libs "$@"
    }
    runs "$where-static" "$lib" user.c -I"$root/include" "$lib/libblake2b.a"
    runs "$where-blake-static" "$lib" other.c -I"$root/include" "$lib/libblake.a"
    [ "$shared" != yes ] ||
        runs "$where-shared" "$lib" user.c -I"$root/include" -L"$lib" -lblake2b
    # The static library inside a shared object, as in extensions of Python and Node, without text
    # relocations.
    if [ "$(setting PIC_FLAG)$format$shared" = -fPICelfyes ]; then
        mkdir -p "$work/plugin"
        # shellcheck disable=SC2086
        check "$where-static-in-shared" $cc -fPIC -shared -Wl,-z,text -I"$root/include" \
            -o "$work/plugin/libplugin.so" "$work/plugin.c" "$lib/libblake2b.a" "$lib/libblake.a"
        runs "$where-plugin" "$work/plugin" host.c -L"$work/plugin" -lplugin
    else
        skip "$where-static-in-shared" "no shared libraries, or not of ELF"
    fi
    ! lacks "$where-pkg-config" pkg-config || return
    check "$where-pkg-config-version" test "$(packaged --modversion libblake2b)" = "$version"
    for name_of_library in $libraries; do
        check "$where-pkg-config-prefix-$name_of_library" \
            test "$(packaged --variable=prefix "lib$name_of_library")" = /usr
    done
    if [ "$shared" = yes ]; then
        runs "$where-pkg-config" "$lib" user.c $(flags libblake2b)
        runs "$where-blake-pkg-config" "$lib" other.c $(flags libblake)
    fi
    # shellcheck disable=SC2086
    if ! $cc -static -o "$work/plain" "$work/nothing.c" >"$log" 2>&1; then
        skip "$where-pkg-config-static" "nothing can be linked with -static"
    else
        runs "$where-pkg-config-static" "" user.c -static $(flags --static libblake2b)
    fi
}

users installed "$usr"
mv "$work/root/usr" "$work/moved"
usr=$work/moved
users moved "$usr"

cxx=$(cxx_of "$cc")
lacks c++ "${cxx%% *}" ||
    cc=$cxx runs c++ "$usr/lib/multi" user.cc -I"$usr/include" "$usr/lib/multi/libblake2b.a"

# ---- CMake ----

if lacks cmake cmake; then
    :
elif [ -n "$TEST_EMULATOR$TEST_CANNOT_RUN" ] || [ "$format" = win ]; then
    skip cmake "not in a cross build"
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
    if ! CC=$cc cmake -S "$work/project" -B "$work/project/build" \
        -DCMAKE_C_FLAGS="$TEST_CPPFLAGS" -DLIBRARIES="$(echo "$libraries" | tr ' ' ';')" \
        -Dblake2b_DIR="$usr/lib/multi/cmake/blake2b" -Dblake_DIR="$usr/lib/multi/cmake/blake" \
        >"$log" 2>&1; then
        fail cmake "$(grep -m 1 'CMake Error' "$log")"
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
        fail cmake-version "another major version is accepted"
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
if [ -n "$TEST_CPPFLAGS$TEST_EMULATOR$TEST_CANNOT_RUN" ] ||
    [ "$(setting REFERENCE)" != 64 ] ||
    [ -n "$(missing cc ar)" ]; then
    skip embedding "written for a native build of 64 bits"
elif ! ar rc "$work/probe.a" "$work/user.c" >"$log" 2>&1; then
    skip embedding "this shell's ar writes no archives (busybox)"
else
    example embedding >"$work/embed.sh"
    check embedding env TREE="$work/embedded" sh -e "$work/embed.sh"
    cc=cc runs embedded "" user.c -DBLAKE2B_SYMBOL_PREFIX=my_ \
        -I"$work/embedded/app/include" "$work/embedded/libblake2b.a"
    example embedding-blake >"$work/embed.sh"
    check embedding-blake env TREE="$work/embedded" sh -e "$work/embed.sh"
    cc=cc runs embedded-blake "" host.c -DBLAKE2B_SYMBOL_PREFIX=my_ -DBLAKE_SYMBOL_PREFIX=my_ \
        -I"$work/embedded/app/include" "$work/plugin.c" "$work/embedded/libblake2b.a" \
        "$work/embedded/libblake.a"
fi
# shellcheck disable=SC2086
if [ "$shared" != yes ] || [ "$format" != elf ] || [ -n "$TEST_EMULATOR$TEST_CANNOT_RUN" ] ||
    [ -n "$(missing python3)" ]; then
    skip python "no python3 for the shared library"
elif ! { $cc -fPIC -shared -o "$work/plain.so" "$work/nothing.c" &&
    python3 -c "import ctypes; ctypes.CDLL('$work/plain.so')"; } >"$log" 2>&1; then
    skip python "python3 loads nothing that this compiler links"
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
        skip "$case-moved: no pkg-config, or no programs of this build"
    else
        cp -R "$work/odd/$place" "$work/my docs"
        eval "runs '$case-moved' '$work/my docs/lib/multi' user.c $(
            PKG_CONFIG_LIBDIR="$work/my docs/lib/multi/pkgconfig" pkg-config \
                --define-variable=prefix="$work/my docs" --cflags --libs libblake2b)"
    fi
    "$make" uninstall libdir='$(prefix)/lib/multi' "$@" >"$log" 2>&1
    [ ! -d "$work/odd/${place%%/*}" ] || find "$work/odd/${place%%/*}" -depth -type d -exec rmdir \
        {} \; 2>/dev/null
    present >"$work/after"
    check "$case-uninstall" diff "$work/before" "$work/after"
}

cd "$tree" && set_up --prefix=/usr >"$log" 2>&1
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
    skip dist "no git repository, or no GNU tar"
else
    archive=bin/libblake2b-$(cat "$work/clone/app/VERSION").tar.gz
    other=$cc
    [ -n "$(missing clang)" ] || other=clang
    (cd "$work/clone" && set_up && "$make" dist &&
        mkdir "$work/unpacked" &&
        tar xzf "$archive" -C "$work/unpacked" && cd "$work/unpacked"/* &&
        set_up && rm vs2013/*.asm &&
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
(set_up --prefix='/usr/my docs,a&b' \
    --includedir='${prefix}/include' \
    --libdir='${exec_prefix}/lib/multi' && "$make" -j"$jobs" install DESTDIR="$work/root") \
    >"$log" 2>&1
(cd "$usr" && find . ! -type d ! -name other.h | sed 's,^\./,,' | sort) >"$work/installed"
check configured-with-a-space diff "$work/expected" "$work/installed"
"$make" uninstall DESTDIR="$work/root" >"$log" 2>&1
check uninstall test "$(find "$work/root" ! -type d)" = "$usr/include/other.h"
check uninstall-folders test -z "$(find "$usr" -type d -name '*blake*')"
check uninstall-nothing "$make" uninstall DESTDIR="$work/root"

# ---- without a program "install" ----

# Existing files are replaced, not written to, and are readable by everybody.
mkdir -p "$old/copied/usr/include"
echo mine >"$old/linked" && ln "$old/linked" "$old/copied/usr/include/blake2b.h"
set_up --prefix=/usr >"$log" 2>&1
(umask 077 && "$make" install-header INSTALL= DESTDIR="$old/copied") >"$log" 2>&1
check install-by-cp cmp app/include/blake2b.h "$old/copied/usr/include/blake2b.h"
check install-by-cp-mode test "$(cat "$old/linked") $(find "$old/copied/usr/include/blake2b.h" \
    -perm 644)" = "mine $old/copied/usr/include/blake2b.h"
finish
