#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# CMakeLists.txt, for a project that adds this tree as a folder, fetches it, or finds it installed.
# The sources and the configuration must be those of configure and make.
#
# Usage: tests/build/cmake.sh [all]
#   all: FetchContent, shared libraries, ctest, other generators and CPUs
# shellcheck disable=SC2016 # the inner shell's
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
everything=${1-}

needs cmake cmake make gcc ninja
tap_prefix='cmake/'
tree=$work/tree
copy_tree "$tree"
version=$(cat app/VERSION)

# A user's project. WAY: how it gets the libraries.
mkdir "$work/project"
cp tests/build/amalgamation/program.c "$work/project/"
cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
get_cmake_property(before CACHE_VARIABLES)
set(flags "${CMAKE_C_FLAGS}|${CMAKE_C_FLAGS_RELEASE}|${CMAKE_C_STANDARD}|${CMAKE_POSITION_INDEPENDENT_CODE}|${BUILD_TESTING}")
if(WAY STREQUAL "folder")
    add_subdirectory("${TREE}" libblake2b)
elseif(WAY STREQUAL "fetched")
    include(FetchContent)
    FetchContent_Declare(libblake2b URL "${TREE}")
    FetchContent_MakeAvailable(libblake2b)
else()
    find_package(blake2b 1.0 REQUIRED)
    find_package(blake 1.0 REQUIRED)
endif()
# This project's settings must be unchanged, and no target may have a name that the project may use.
get_directory_property(options COMPILE_OPTIONS)
get_directory_property(definitions COMPILE_DEFINITIONS)
get_directory_property(tests TESTS)
get_cmake_property(after CACHE_VARIABLES)
list(REMOVE_ITEM after ${before})
list(FILTER after EXCLUDE REGEX "^(BLAKE2B_|CMAKE_|FETCHCONTENT_|_GNUInstallDirs_|libblake2b_|libblake_|blake2b_DIR$|blake_DIR$)")
if(NOT flags STREQUAL "${CMAKE_C_FLAGS}|${CMAKE_C_FLAGS_RELEASE}|${CMAKE_C_STANDARD}|${CMAKE_POSITION_INDEPENDENT_CODE}|${BUILD_TESTING}"
        OR NOT "${options}${definitions}${after}${tests}" STREQUAL "")
    message(FATAL_ERROR "changed: ${flags} options ${options} definitions ${definitions} cache ${after} tests ${tests}")
endif()
add_executable(program program.c)
target_link_libraries(program blake2b::blake2b blake::blake)
if(TARGET blake2b::static)
    add_executable(program-static program.c)
    target_link_libraries(program-static blake2b::static blake::static)
endif()
CMAKE

# made NAME FOLDER BUILD OPTION...: configured and built; if not, a failure with its first error
made() {
    what=$1 from=$2 build=$3
    shift 3
    cmake -S "$from" -B "$build" "$@" >"$log" 2>&1 &&
        cmake --build "$build" -j "$jobs" >>"$log" 2>&1 && return
    fail "$what: $(grep -m 1 -A 4 -E 'CMake Error|error:|FAILED' "$log" | tr '\n' ' ')"
    return 1
}
# cmake_builds NAME BUILD OPTION...: the project
cmake_builds() {
    what=$1 build=$2
    shift 2
    made "$what" "$work/project" "$build" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
}

# alike NAME: the same lines in $work/make and $work/cmake
alike() {
    sort -o "$work/make" "$work/make"
    if [ "$(grep -c . "$work/make")" -gt 8 ] && sort "$work/cmake" | diff "$work/make" - >"$log"; \
        then
        pass "$1"
    else
        fail "$1" "only make (<) or CMake (>) has $(grep '^[<>]' "$log" | head -n 5 | tr '\n' ' ')"
    fi
}

# same NAME BUILD CONFIGURE-OPTION...: sources and configuration are those of configure and make
same() {
    name=$1 build=$2
    shift 2
    if ! (cd "$tree" && ./configure -q "$@") >"$log" 2>&1; then
        fail "$name lists: $(first_error "$log")"
        return
    fi
    for library in $(libraries); do
        (cd "$tree" && make -s "print-C_SOURCES_$library" "print-ASM_SOURCES_$library") |
            tr ' ' '\n' | grep . >"$work/make"
        # Ninja's list has a line for each command, with the folder of the object and the source.
        sed -n "s,.*\"command\": .*CMakeFiles/lib$library\\.dir/.* -c \\([^ \"]*\\).*,\\1,p" \
            "$build/compile_commands.json" |
            sed 's,.*/app/extensions/,app/extensions/,; s,.*/app/driver/,app/driver/,' \
                >"$work/cmake"
        alike "$name: the sources of lib$library"
    done
    # What the preprocessor sees; the prefix of names is in the headers.
    grep '^#define' "$tree/build/config.h" | grep -v _SYMBOL_PREFIX >"$work/make"
    grep '^#define' "$(find "$build" -path '*/libblake2b/include/config.h')" >"$work/cmake"
    alike "$name: the same configuration"
}

# ---- as a folder of the project ----

native=$work/folder
if cmake_builds folder "$native" -G Ninja -DWAY=folder -DTREE="$tree"; then
    printed_abc folder "$native/program" '' '[a-z]*'
    same native "$native"
    # The flags of the project's own file: none.
    check 'folder: no flag for files of the project' sh -c \
        '! sed -n "s,.*\"command\": \"\(.*\)program\.c\".*,\1,p" "$1" |
        sed "s, -O3 -DNDEBUG , ," | grep -e " -[DWfms]"' - "$native/compile_commands.json"
fi

# ---- installed ----

# installed NAME SHARED OPTION...: installed in $work/NAME/usr, found by CMake and pkg-config, also
# after the folder was moved
installed() {
    name=$1 shared=$2
    shift 2
    usr=$work/$name/usr
    made "$name" "$tree" "$work/$name/build" -G Ninja -DBUILD_SHARED_LIBS="$shared" \
        -DCMAKE_INSTALL_PREFIX="$usr" -DBLAKE2B_BUILD_TESTS=OFF "$@" &&
        tried "$name" cmake --install "$work/$name/build" || return
    if [ -z "$(missing pkg-config)" ]; then
        flags=$(PKG_CONFIG_LIBDIR=$usr/lib/pkgconfig pkg-config --cflags --libs libblake2b libblake)
        # shellcheck disable=SC2086 # a list
        if gcc -o "$work/user" tests/build/amalgamation/program.c $flags "-Wl,-rpath,$usr/lib" \
            >"$log" 2>&1; then
            printed_abc "$name pkg-config" "$work/user" '' '[a-z]*'
        else
            fail "$name pkg-config: $(first_error "$log")"
        fi
        found=$(PKG_CONFIG_LIBDIR=$usr/lib/pkgconfig pkg-config --modversion libblake2b libblake |
            sort -u)
        [ "$found" = "$version" ] || fail "$name pkg-config: version $found"
    fi
    mv "$usr" "$work/$name/moved"
    if cmake_builds "$name find_package" "$work/$name/user" -G Ninja -DWAY=installed \
        -DCMAKE_PREFIX_PATH="$work/$name/moved"; then
        printed_abc "$name find_package" "$work/$name/user/program" '' '[a-z]*'
        [ "$shared" = ON ] || printed_abc "$name static" "$work/$name/user/program-static" \
            '' '[a-z]*'
    fi
}

installed static OFF -DCMAKE_INSTALL_LIBDIR=lib
# It has the files of make install, except the utility and the manual pages.
(cd "$tree" && make -j"$jobs" install-header install-lib DESTDIR="$work/root" prefix=/usr) \
    >"$log" 2>&1
(cd "$work/root/usr" && find . -type f) >"$work/make"
(cd "$work/static/moved" && find . -type f | grep -v -e '-targets[a-z-]*\.cmake$') >"$work/cmake"
alike 'static: the files that make install has'
check 'static: the header' \
    cmp "$work/root/usr/include/blake2b.h" "$work/static/moved/include/blake2b.h"
# Each component has its files, and kernels are not C: no option for C files reaches them.
if made components "$tree" "$work/parts" -DBUILD_SHARED_LIBS=ON -DBLAKE2B_BUILD_TESTS=OFF \
    -DCMAKE_INSTALL_PREFIX="$work/parts-in" &&
    cmake --install "$work/parts" --component Runtime >"$log" 2>&1 &&
    [ "$(find "$work/parts-in" ! -type d | grep -c -v 'lib[a-z0-9]*\.so\.')" = 0 ] &&
    [ "$(find "$work/parts-in" -name '*.so.*' | wc -l)" -ge 2 ] &&
    cmake --install "$work/parts" --component Devel >"$log" 2>&1 &&
    [ -e "$work/parts-in/include/blake2b.h" ]; then
    pass 'components: Runtime and Devel'
else
    fail "components: $(tail -n 1 "$log") $(find "$work/parts-in" ! -type d | head -n 3)"
fi
echo 'typedef int for_c;' >"$work/c-only.h"
what='include: a header for C files alone'
! made "$what" "$tree" "$work/included" -DBLAKE2B_BUILD_TESTS=OFF \
    "-DCMAKE_C_FLAGS=-include $work/c-only.h" || pass "$what"

[ "$everything" = all ] || finish

# ---- tier two ----

installed shared ON -DCMAKE_INSTALL_LIBDIR=lib
# The exported symbols, with their names and versions.
(cd "$tree" && make -j"$jobs" shared) >"$log" 2>&1
# exports FILE
exports() {
    { nm -D --defined-only --with-symbol-versions "$1" &&
        objdump -p "$1" | grep -e SONAME -e FLAGS; } | sed 's/^[0-9a-f]* //'
}
for library in $(libraries); do
    exports "$tree/bin/lib$library.so.1" >"$work/make"
    exports "$work/shared/moved/lib/lib$library.so.1" >"$work/cmake"
    alike "shared: lib$library.so.1 exports the same"
done

(cd "$work" && tar cf tree.tar tree)
if cmake_builds fetched "$work/fetched" -G 'Unix Makefiles' -DWAY=fetched \
    -DTREE="file://$work/tree.tar"; then
    printed_abc fetched "$work/fetched/program" '' '[a-z]*'
fi
if cmake_builds multi "$work/multi" -G 'Ninja Multi-Config' -DWAY=folder -DTREE="$tree"; then
    printed_abc multi "$work/multi/Debug/program" '' '[a-z]*'
fi

# with_ctest NAME OPTION...: this tree by itself, and its tests
with_ctest() {
    name=$1
    shift
    made "$name" "$tree" "$work/$name" -G Ninja "$@" || return
    (cd "$work/$name" && TEST_SAMPLE=10 ctest -j "$jobs") >"$work/out" 2>&1
    if grep -q '^100% tests passed, 0 tests failed' "$work/out"; then
        pass "$name: $(sed -n 's/^100% tests passed, 0 tests failed //p' "$work/out")"
    else
        fail "$name: $(grep -m 3 -E 'Failed|No tests' "$work/out" | tr '\n' ' ')"
    fi
}
with_ctest ctest
with_ctest ctest-shared -DBUILD_SHARED_LIBS=ON
with_ctest ctest-generic -DBLAKE2B_ASSEMBLY=OFF -DCMAKE_C_FLAGS='-Wall -Wextra -pedantic -Werror'
with_ctest ctest-lto -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
[ -n "$(missing clang)" ] || with_ctest ctest-clang -DCMAKE_C_COMPILER=clang \
    -DCMAKE_C_FLAGS='-Wall -Wextra -pedantic -Werror'

# crossed NAME SYSTEM PROCESSOR "COMPILER" EMULATOR SUFFIX IMPLEMENTATION OPTION...: with a
# toolchain file
crossed() {
    name=$1 system=$2 processor=$3 compiler=$4 emulator=$5 suffix=$6 implementation=$7
    shift 7
    ! lacks "$name" "$compiler" "${emulator%% *}" || return
    printf 'set(CMAKE_SYSTEM_NAME %s)\nset(CMAKE_SYSTEM_PROCESSOR %s)\nset(CMAKE_C_COMPILER %s)\n' \
        "$system" "$processor" "$compiler" >"$work/$name.cmake"
    if cmake_builds "$name" "$work/$name" -G Ninja -DWAY=folder -DTREE="$tree" \
        -DCMAKE_TOOLCHAIN_FILE="$work/$name.cmake" "$@"; then
        printed_abc "$name" "$work/$name/program$suffix" "$emulator" "$implementation"
        same "$name" "$work/$name" CC="$compiler"
    fi
}
export WINEDEBUG=-all
crossed windows Windows AMD64 x86_64-w64-mingw32-gcc wine .exe '[a-z]*'
crossed windows-dll Windows AMD64 x86_64-w64-mingw32-gcc wine .exe '[a-z]*' -DBUILD_SHARED_LIBS=ON \
    -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$work/windows-dll"
crossed aarch64 Linux aarch64 aarch64-linux-gnu-gcc 'qemu-aarch64 -L /usr/aarch64-linux-gnu' '' \
    arm64
crossed arm Linux armv7 arm-linux-gnueabihf-gcc 'qemu-arm -L /usr/arm-linux-gnueabihf' '' neon
crossed riscv64 Linux riscv64 riscv64-linux-gnu-gcc 'qemu-riscv64 -L /usr/riscv64-linux-gnu' '' rv64
crossed s390x Linux s390x s390x-linux-gnu-gcc 'qemu-s390x -L /usr/s390x-linux-gnu' '' generic/64

# clang-cl and NASM, as in Visual Studio: the kernels are those that vs2013/generate.py makes, and a
# program runs with them. Without NASM the libraries are C alone. (Microsoft's headers are those of
# vs2013/include, the C library is Wine's.)
clang=$(newest clang)
clang_cl=clang-cl${clang#clang}
# with_clang_cl NAME CPU OPTION...
with_clang_cl() {
    name=$1 cpu=$2
    shift 2
    cat >"$work/$name.cmake" <<CMAKE
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER $clang_cl)
set(CMAKE_C_COMPILER_TARGET $cpu-pc-windows-msvc)
set(CMAKE_AR $(command -v llvm-lib))
set(CMAKE_LINKER $(command -v lld-link))
set(CMAKE_MT true)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "/X -imsvc $($clang -print-resource-dir)/include -imsvc \
$top/tests/build/vs2013/include /W4 /WX /GS- /Gs1000000")
CMAKE
    made "$name" "$tree" "$work/$name" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$work/$name.cmake" \
        -DBLAKE2B_BUILD_TESTS=OFF "$@" && pass "$name: both libraries, without a warning"
}
# same_asm NAME PATTERN...: without its first line, layout, and conditions for Yasm
plain() {
    sed -e 1d -e '/^%ifndef __YASM_MAJOR__$/d; /^%endif$/d; s/[ \t][ \t]*/ /g; s/ $//' "$1"
}
same_asm() {
    name=$1 differ='' count=0
    shift
    for file in $(cd "$work/asm" && eval "echo $*"); do
        plain "$work/asm/$file" >"$work/plain"
        plain "$work/$name/libblake2b/asm/$file" 2>&1 | cmp -s - "$work/plain" ||
            differ="$differ $file"
        count=$((count + 1))
    done
    if [ -z "$differ" ] && [ $count -gt 10 ]; then
        pass "$name: the same $count kernels as in the archive"
    else
        fail "$name: other kernels than in the archive:$differ"
    fi
}
if ! lacks clang-cl "$clang_cl" lld-link llvm-lib nasm; then
    with_clang_cl clang-cl-c x86_64 -DBLAKE2B_NASM= && { grep -q 'kernels for none' "$log" ||
        fail "clang-cl-c: kernels without NASM"; }
    mkdir "$work/asm"
    python3 "$tree/vs2013/generate.py" --asm "$work/asm" >"$log" 2>&1 ||
        fail "clang-cl: generate.py: $(tail -n 1 "$log")"
    ! with_clang_cl clang-cl-32 i686 || same_asm clang-cl-32 '*-32.asm' '*-Win32.asm'
    if with_clang_cl clang-cl x86_64; then
        same_asm clang-cl '*-64.asm' '*-x64.asm'
        $clang_cl --target=x86_64-pc-windows-msvc /X \
            -imsvc "$($clang -print-resource-dir)/include" -imsvc tests/build/vs2013/include \
            /GS- /Gs1000000 -Iapp/include /c \
            "/Fo$work/clang-cl/program.obj" -- tests/build/amalgamation/program.c >"$log" 2>&1
        library=/usr/x86_64-w64-mingw32/lib
        if [ -n "$(missing wine)" ] || [ ! -e $library/libmsvcrt.a ]; then
            skip 'clang-cl run: wine, or mingw-w64, is not installed'
        elif lld-link /entry:main /subsystem:console /nodefaultlib \
            "/out:$work/clang-cl/program.exe" "$work/clang-cl/program.obj" \
            "$work/clang-cl/blake2b.lib" "$work/clang-cl/blake.lib" $library/libmsvcrt.a \
            $library/libkernel32.a >>"$log" 2>&1; then
            printed_abc clang-cl "$work/clang-cl/program.exe" wine '[a-fh-z]*'
        else
            fail "clang-cl: does not link: $(first_error "$log")"
        fi
    fi
fi
finish
