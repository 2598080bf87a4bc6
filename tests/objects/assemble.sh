# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2154 # variables of others
# The four assemblers of the x86 kernels, for scripts that include this file. They set $tmp, a
# folder with config.h, and $x86, the driver's folder of that name. A source's own folder is one
# above it.
# $library, if set, is -DLIBRARY=..., as in the Makefile.
# Variables: CC CLANG NASM YASM MINGW64 MINGW32.

: "${CC:=gcc}" "${CLANG:=clang}" "${NASM:=nasm}" "${YASM:=yasm}"
: "${MINGW64:=x86_64-w64-mingw32-gcc}" "${MINGW32:=i686-w64-mingw32-gcc}"

exists() {
    command -v "${1%% *}" >/dev/null 2>&1
}

# The command that creates an object: assembler, format. Empty if there is none.
command_for() {
    case $1,$2 in
    cc,elf64) echo "$CC -m64" ;;
    cc,elf32) echo "$CC -m32" ;;
    cc,win64) echo "$MINGW64" ;;
    cc,win32) echo "$MINGW32" ;;
    clang,elf64) echo "$CLANG --target=x86_64-linux-gnu" ;;
    clang,elf32) echo "$CLANG --target=i386-linux-gnu" ;;
    clang,win64) echo "$CLANG --target=x86_64-w64-mingw32" ;;
    clang,win32) echo "$CLANG --target=i686-w64-mingw32" ;;
    clang,macho64) echo "$CLANG --target=x86_64-apple-macos" ;;
    nasm,*) echo "$NASM -f $2" ;;
    yasm,*) echo "$YASM -Worphan-labels -f $2" ;;
    esac
}

# assemble ASSEMBLER FORMAT SOURCE OBJECT; messages of the assembler go to $tmp/log. Commands are
# lists of words.
# shellcheck disable=SC2086
assemble() {
    command=$(command_for "$1" "$2")
    case $1 in
    nasm | yasm)
        defines=-DASM_$(echo "$1" | tr '[:lower:]' '[:upper:]')
        case $2 in
        win*) defines="$defines -U__ELF__ -DASM_COFF" ;;
        macho*) defines="$defines -U__ELF__ -DASM_MACHO" ;;
        *) defines="$defines -DASM_ELF" ;;
        esac
        $CC -m"$(echo "$2" | tr -d '[:lower:]')" -E -x assembler-with-cpp $defines ${library-} \
            -I"$tmp" -I"$x86" -I"$x86/../.." -I"${3%/*}/.." "$3" \
            2>"$tmp/log" >"$tmp/source.i" &&
            awk -f "${splitter:-$x86/split.awk}" "$tmp/source.i" >"$tmp/source.asm" &&
            $command -o "$4" "$tmp/source.asm" >>"$tmp/log" 2>&1
        ;;
    *) $command ${library-} -I"$tmp" -I"$x86" -I"$x86/../.." -I"${3%/*}/.." -x assembler-with-cpp \
        -c -o "$4" "$3" >"$tmp/log" 2>&1 ;;
    esac
}
