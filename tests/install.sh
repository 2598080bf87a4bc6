#!/bin/sh
#
# An installed tree, as packagers and their users meet it: what "make install" puts where, that
# "uninstall" takes away just that, and that small programs build and run against it by plain cc,
# pkg-config and CMake, static and shared, in C and C++, from the place of installation and after
# the tree was moved. Called by make check, from the top folder, with TEST_... in the environment.

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR PKG_CONFIG_PATH
# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_CPPFLAGS=}" "${TEST_EMULATOR=}" "${TEST_EXE=}"
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

copy_tree "$tree"
cd "$tree" || exit 1
if ! ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix=/usr --libdir=/usr/lib/multi >"$log" 2>&1 ||
    ! "$make" -j"$jobs" install DESTDIR="$work/root" >>"$log" 2>&1; then
    fail "install: make install fails: $(first_error "$log")"
    exit 1
fi
shared=$(sed -n 's/^INSTALL_SHARED = //p' build/config.mk)
format=$(sed -n 's/^OBJECT_FORMAT = //p' build/config.mk)
version=$(cat app/VERSION)
major=${version%%.*}

# ---- what is there ----

calls=$(sed -n 's/^BLAKE2B_API .*[ *]\(blake2[a-z0-9_]*\)(.*/\1/p' app/include/blake2b.h)
{
    echo "bin/blake2b-util$TEST_EXE"
    echo include/blake2b.h
    echo lib/multi/cmake/blake2b/blake2b-config-version.cmake
    echo lib/multi/cmake/blake2b/blake2b-config.cmake
    echo lib/multi/libblake2b.a
    echo lib/multi/pkgconfig/libblake2b.pc
    echo share/man/man1/blake2b-util.1
    for call in $calls; do echo "share/man/man3/$call.3"; done
    case $shared,$format in
    yes,elf) printf 'lib/multi/libblake2b.so%s\n' '' ".$major" ".$version" ;;
    yes,macho) printf 'lib/multi/libblake2b%s.dylib\n' '' ".$major" ".$version" ;;
    yes,win) printf '%s\n' "bin/libblake2b-$major.dll" lib/multi/libblake2b.dll.a ;;
    esac
} | sort >"$work/expected"
(cd "$usr" && find . ! -type d | sed 's,^\./,,' | sort) >"$work/installed"
check files diff "$work/expected" "$work/installed"

# Every page is one, and tells of what it should.
if command -v man >/dev/null 2>&1 && man -l "$usr/share/man/man3/blake2b.3" >/dev/null 2>&1; then
    for page in man3/blake2b.3 man1/blake2b-util.1; do
        MANWIDTH=100 man --warnings -l "$usr/share/man/$page" >"$work/page" 2>"$work/warnings"
        check "${page#*/}" test ! -s "$work/warnings"
    done
else
    skip "install/man: no man that formats files"
fi
unnamed=''
for call in $calls; do
    grep -q "^\\.B $call\$" "$usr/share/man/man3/blake2b.3" || unnamed="$unnamed $call"
done
check man-calls test -z "$unnamed"
unnamed=''
sed -n 's/^ *"  .*\(--[a-z-]*\).*/\1/p' app/util/*.c >"$work/options"
while read -r option; do
    sed 's/\\//g' "$usr/share/man/man1/blake2b-util.1" | grep -q -e "$option" || unnamed="$unnamed $option"
done <"$work/options"
check man-options test -z "$unnamed"

# ---- reproducible ----

if [ "$(sed -n 's/^ARFLAGS = //p' build/config.mk)" != rcD ]; then
    skip "install/reproducible: this archiver stamps times"
else
    mkdir -p "$work/elsewhere"
    copy_tree "$work/elsewhere/long-folder-name"
    (cd "$work/elsewhere/long-folder-name" &&
        ./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix=/usr --libdir=/usr/lib/multi &&
        "$make" install DESTDIR="$work/other") >"$log" 2>&1
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
        check "$name" env LD_LIBRARY_PATH="$folder" PATH="$folder/../../bin:$PATH" $TEST_EMULATOR "$work/user$TEST_EXE"
    fi
}

# shellcheck disable=SC2086 # $cc, and what pkg-config prints, are lists
users() {
    where=$1 root=$2
    lib=$root/lib/multi
    runs "$where-static" "$lib" $cc -I"$root/include" -o "$work/user$TEST_EXE" "$work/user.c" "$lib/libblake2b.a"
    [ "$shared" = yes ] &&
        runs "$where-shared" "$lib" $cc -I"$root/include" -o "$work/user$TEST_EXE" "$work/user.c" -L"$lib" -lblake2b
    if [ -n "$(missing pkg-config)" ]; then
        skip "install/$where-pkg-config: no pkg-config"
    else
        flags=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --define-variable=prefix="$root" --cflags --libs libblake2b)
        static=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --define-variable=prefix="$root" --static --cflags --libs libblake2b)
        check "$where-pkg-config-version" test "$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion libblake2b)" = "$version"
        [ "$shared" = yes ] && runs "$where-pkg-config" "$lib" $cc -o "$work/user$TEST_EXE" "$work/user.c" $flags
        if $cc -static -o "$work/user$TEST_EXE" "$work/user.c" $static >"$log" 2>&1; then
            runs "$where-pkg-config-static" "" $cc -static -o "$work/user$TEST_EXE" "$work/user.c" $static
        else
            fail "install/$where-pkg-config-static: does not link: $(first_error "$log")"
        fi
    fi
}

users installed "$usr"
mv "$work/root/usr" "$work/moved"
usr=$work/moved
users moved "$usr"

# The C++ compiler beside the C compiler.
case ${cc%% *} in
*gcc) cxx=${cc%%gcc*}g++${cc#*gcc} ;;
*clang) cxx="${cc%% *}++${cc#"${cc%% *}"}" ;;
*) cxx=c++ ;;
esac
if [ -n "$(missing "${cxx%% *}")" ]; then
    skip "install/c++: no $cxx"
else
    # shellcheck disable=SC2086
    runs c++ "$usr/lib/multi" $cxx -I"$usr/include" -o "$work/user$TEST_EXE" "$work/user.cc" "$usr/lib/multi/libblake2b.a"
fi

# ---- CMake ----

if [ -n "$(missing cmake)" ]; then
    skip "install/cmake: no cmake"
elif [ -n "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] || [ "$format" = win ]; then
    skip "install/cmake: not in a cross build"
else
    mkdir "$work/project"
    cp "$work/user.c" "$work/project"
    cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.5)
project(user C)
find_package(blake2b 1.0 REQUIRED)
find_package(blake2b 1.0 REQUIRED) # twice does no harm
foreach(kind blake2b static)
    add_executable(user-${kind} user.c)
    target_link_libraries(user-${kind} blake2b::${kind})
endforeach()
CMAKE
    # shellcheck disable=SC2086
    if ! CC=$cc cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$usr" \
        -DCMAKE_LIBRARY_ARCHITECTURE=multi -DCMAKE_C_FLAGS="$TEST_CPPFLAGS" >"$log" 2>&1 &&
        ! CC=$cc cmake -S "$work/project" -B "$work/project/build" \
            -Dblake2b_DIR="$usr/lib/multi/cmake/blake2b" >"$log" 2>&1; then
        fail "install/cmake: $(grep -m 1 'CMake Error' "$log")"
        sed 's/^/    /' "$log" | tail -n 8
    else
        check cmake-build cmake --build "$work/project/build"
        check cmake-static "$work/project/build/user-static"
        check cmake-shared "$work/project/build/user-blake2b"
    fi
    sed -i.old 's/blake2b 1.0/blake2b 2.0/' "$work/project/CMakeLists.txt"
    if CC=$cc cmake -S "$work/project" -B "$work/project/other" -Dblake2b_DIR="$usr/lib/multi/cmake/blake2b" >"$log" 2>&1; then
        fail "install/cmake-version: another major version is taken"
    else
        cp "$log" "$work/cmake-log"
        check cmake-version grep -q 'requested version' "$work/cmake-log"
    fi
fi

# ---- beside other libraries with functions of the same names, in one process ----

# libsodium has a BLAKE2b of its own inside; libb2 exports blake2b, blake2b_update and more, and calls
# them by the dynamic linker. Its results must be the same with this library in the program as without.
cat >"$work/user.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sodium.h>
#ifdef BESIDE
#include <blake2b.h>
#endif
typedef int b2_hash(unsigned char *, const void *, const void *, size_t, size_t, size_t);
int blake2s_init(void *S, size_t outlen); /* libb2: keeps it among what the program needs */
int main(void) {
    unsigned char sodium[64], b2[64], b2p[64], S[1000];
    void *libb2 = dlopen("libb2.so.1", RTLD_NOW);
    union { void *p; b2_hash *f; } b, bp;
    int i;
    if (!libb2 || sodium_init() < 0 || blake2s_init(S, 32)) {
        return 3;
    }
    b.p = dlsym(libb2, "blake2b");
    bp.p = dlsym(libb2, "blake2bp");
    if (crypto_generichash(sodium, 64, (const unsigned char *)"abc", 3, NULL, 0) ||
        b.f(b2, "abc", NULL, 64, 3, 0) || bp.f(b2p, "abc", NULL, 64, 3, 0)) {
        return 4;
    }
    for (i = 0; i < 64; i++) {
        printf("%02x%02x%02x", sodium[i], b2[i], b2p[i]);
    }
    puts("");
#ifdef BESIDE
    {
        unsigned char ours[64];
        blake2b_state ourS;
        blake2b(ours, (const unsigned char *)"abc", 3);
        blake2b_init(&ourS);
        blake2b_update(&ourS, (const unsigned char *)"abc", 3);
        blake2b_final(&ourS, ours);
        return memcmp(ours, sodium, 64) || memcmp(ours, b2, 64) ? 5 : 0;
    }
#else
    return 0;
#endif
}
C
cat >"$work/probe.c" <<'C'
#include <sodium.h>
int blake2s_init(void *S, size_t outlen);
int main(void) { return sodium_init() < 0 || blake2s_init(0, 0) == 1000; }
C
# beside NAME FOLDER LIBRARY...: the same from libb2 and libsodium as alone, and this library right
beside() {
    name=$1 folder=$2
    shift 2
    # shellcheck disable=SC2086
    if ! $cc -DBESIDE -I"$folder/include" -o "$work/beside" "$work/user.c" "$@" -ldl >"$log" 2>&1; then
        fail "install/$name: does not link: $(first_error "$log")"
    else
        LD_LIBRARY_PATH=$folder/lib "$work/beside" >"$work/beside.out" 2>&1
        status=$?
        check "$name" test "$status $(cat "$work/beside.out")" = "0 $(cat "$work/alone.out")"
    fi
}
# shellcheck disable=SC2086
if [ "$format" != elf ] || [ -n "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] || ! $cc -o "$work/probe" "$work/probe.c" -lb2 -lsodium >"$log" 2>&1; then
    skip "install/beside: no libb2 and libsodium for this target"
elif ! { $cc -o "$work/alone" "$work/user.c" -lb2 -lsodium -ldl && "$work/alone" >"$work/alone.out"; } >"$log" 2>&1; then
    fail "install/beside: libb2 and libsodium alone do not work: $(first_error "$log")"
else
    beside beside-static-first "$usr" "$usr/lib/multi/libblake2b.a" -lb2 -lsodium
    # The linker takes a name from the first library that has it, and shared libraries have one
    # name space between them: there a prefix is what helps.
    (./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --symbol-prefix=own_ --prefix=/ &&
        "$make" -j"$jobs" install-lib DESTDIR="$work/prefixed" &&
        { [ "$shared" = no ] || "$make" install-shared DESTDIR="$work/prefixed"; }) >"$log" 2>&1
    beside beside-static-last "$work/prefixed" -lb2 -lsodium "$work/prefixed/lib/libblake2b.a"
    if [ "$shared" = yes ]; then
        beside beside-shared-first "$work/prefixed" -L"$work/prefixed/lib" -lblake2b -lb2 -lsodium
        beside beside-shared-last "$work/prefixed" -lb2 -lsodium -L"$work/prefixed/lib" -lblake2b
    fi
fi
cd "$tree" || exit 1

# ---- README.md's ways to embed it, and to call it from Python ----

# example NAME: the indented or fenced lines behind its mark in README.md
example() {
    sed -n "/<!-- $1 -->/,/^\$/p" "$top/README.md" | sed -e '/^<!--/d' -e '/^```/d' -e 's/^    //'
}
if [ -n "$TEST_CPPFLAGS$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] || [ "$(sed -n 's/^REFERENCE = //p' build/config.mk)" != 64 ] ||
    [ -n "$(missing cc ar)" ]; then
    skip "install/embedding: written for a native build of 64 bits"
else
    example embedding >"$work/embed.sh"
    check embedding env TREE="$work/embedded" sh -e "$work/embed.sh"
    printf '#define BLAKE2B_SYMBOL_PREFIX my_\n#include "%s"\n' "$work/plain.c" >"$work/user.c"
    cat >"$work/plain.c" <<'C'
#include <blake2b.h>
int main(void) {
    unsigned char hash[64];
    blake2b(hash, (const unsigned char *)"abc", 3);
    return hash[0] != 0xba || hash[63] != 0x23;
}
C
    runs embedded "" cc -I"$work/embedded/app/include" -o "$work/user$TEST_EXE" "$work/user.c" "$work/embedded/libblake2b.a"
fi
if [ "$shared" != yes ] || [ "$format" != elf ] || [ -n "$TEST_EMULATOR${TEST_CANNOT_RUN-}" ] || [ -n "$(missing python3)" ]; then
    skip "install/python: no python3 for the shared library"
else
    example python >"$work/example.py"
    (LD_LIBRARY_PATH=$usr/lib/multi python3 "$work/example.py") >"$work/python.out" 2>"$log"
    check python test "$(cat "$work/python.out")" = \
        "$(python3 -c 'import hashlib; print(hashlib.blake2b(b"abc").hexdigest())')"
fi

# ---- what uninstall leaves ----

mkdir -p "$work/root/usr/include" && echo mine >"$work/root/usr/include/other.h"
(./configure "CC=$cc" "CPPFLAGS=$TEST_CPPFLAGS" --prefix=/usr && "$make" -j"$jobs" install DESTDIR="$work/root" &&
    "$make" uninstall DESTDIR="$work/root") >"$log" 2>&1
check uninstall test "$(find "$work/root" ! -type d)" = "$work/root/usr/include/other.h"
exit "$failed"
