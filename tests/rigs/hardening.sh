#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Checks that using this library disables none of the system's protections in a program. The built
# objects and libraries must have:
#
# - no executable stack and no text relocations;
# - notes for the CPU's control-flow protection;
# - no writable data except the choice of a kernel and the CPU's features;
# - no symbols that would interpose on a program's other libraries.
#
# Exported symbols: tests/rigs/symbols.sh. Objects of other assemblers and systems:
# tests/rigs/dialects.sh.
# Called by make check, from the top folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
tap_prefix='hardening/'
work=build/tests/hardening
mkdir -p $work

# verdict NAME WRONG: passes if WRONG is empty
verdict() {
    if [ -z "$2" ]; then pass "$1"; else fail "$1" "$2"; fi
}

[ "$TEST_FORMAT" = elf ] || skip_all elf "objects of another format"
for readelf in "${TEST_CC%%gcc*}readelf" readelf ''; do
    command -v "$readelf" >/dev/null 2>&1 && break
done
[ -n "$readelf" ] || skip_all elf "no readelf"
assembled="$TEST_KERNELS $TEST_LANES $TEST_OTHER_KERNELS"
objects="$TEST_OBJECTS $TEST_OTHER_OBJECTS"
libraries=$(MAKEFLAGS='' "$TEST_MAKE" -s print-EXTENSIONS)
machine=$("$readelf" -h "${objects%% *}" | sed -n 's/.*Machine: *//p')
# shellcheck disable=SC2086 # lists
macros=$($TEST_CC $TEST_FLAGS -dM -E -x c /dev/null 2>/dev/null)
lto=''
case " $TEST_FLAGS " in *' -flto'*)
    lto=yes
    skip objects "link-time optimisation: the objects hold no machine code"
    ;;
esac

# facts FILE...: what readelf says of them, in lines FILE WORD...:
#   bound              a call of memcpy or memset through the procedure linkage table
#   stack, stack X     the note of the stack, which is not executable, or is
#   feature NAME       a note of control-flow protection
#   writable NAME      an object that can be written to
facts() {
    "$readelf" -SrsnW "$@" /dev/null 2>/dev/null | tr -d ',' | awk '
        /^File: / { file = $2; split("", writable); next }
        /^ *\[ *[0-9]+\] / {
            sub(/^ *\[ */, "")
            sub(/\]/, "")
            if ($2 ~ /^\.(data|bss|sdata|sbss)/ && $2 !~ /^\.data\.rel\.ro/) writable[$1]
            if ($2 == ".note.GNU-stack") print file, "stack" (/ [WA]*X/ ? " X" : "")
            next
        }
        / R_[X0-9_]*86[_64]*_(PLT32|PC32) .* mem[a-z]* / { print file, "bound" }
        sub(/^.* feature: /, "") { for (i = 1; i <= NF; i++) print file, "feature", $i }
        $4 == "OBJECT" && $7 in writable { print file, "writable", $8 }'
}
# shellcheck disable=SC2086 # a list
facts $objects $assembled | sort -u >$work/facts
# with FACT: the objects that have it; without FACT "OBJECT...": those that do not
with() { sed -n "s/^\([^ ]*\) $1\$/\1/p" $work/facts; }
without() { echo "$2" | tr ' ' '\n' | grep . | grep -v -x -F -e "$(with "$1")"; }

# A call through the procedure linkage table is bound when it is first executed; the dynamic linker
# then saves registers on the stack (tests/rigs/secrets). Only compilers that ignore -fno-plt have
# one.
case $lto,$machine in
,*X86-64* | ,*80386*)
    printf '#include <string.h>\nvoid f(void *p, const void *q, unsigned n) { memcpy(p, q, n); }\n' >$work/bound.c
    # shellcheck disable=SC2086 # a list
    if $TEST_CC $TEST_FLAGS -fPIC -fno-plt -c -o $work/bound.o $work/bound.c >$work/log 2>&1 &&
        ! facts $work/bound.o | grep -q ' bound$'; then
        verdict binding "$(with bound | sed 's/$/ binds at the first call/')"
    else
        skip binding "the compiler was not asked for it, or has no -fno-plt that works"
    fi
    ;;
esac

# An object without the note makes the linker give the program an executable stack.
case $machine,$TEST_CC in
# ABIs whose stack is never executable, and compilers that do not write the note
*PowerPC64*,* | *AVR*,* | *MSP430*,* | *MIPS*,* | *SDCC*,*) skip stack-notes "not on this machine" ;;
*,*tcc*) skip stack-notes "this compiler writes none" ;;
*) verdict stack-notes "$({ with 'stack X' && without stack "$objects"; } |
    sed 's/$/ may execute the stack/')" ;;
esac

# Control-flow protection: every assembled object has the note. Whole libraries have it if the
# compiler's options request it, which configure adds.
case $machine,$macros in
# (32-bit code for CPUs before the Pentium Pro has no landing pads: asm.h)
*80386*,*__i686__* | *80386*,*__SSE__* | *X86-64*) notes='IBT SHSTK' asked='*-fcf-protection*' ;;
*80386*) notes=SHSTK asked='*-fcf-protection*' ;;
AArch64*) notes='BTI PAC' asked='*-mbranch-protection=standard*' ;;
*) notes='' asked='' ;;
esac
# lacks "OBJECT...": which of the notes they lack
lacks() { for note in $notes; do without "feature $note" "$1" | sed "s/\$/ has no $note;/"; done |
    tr '\n' ' '; }
if [ -z "$notes" ] || [ -z "$(echo "$assembled" | tr -d ' ')" ]; then
    skip control-flow "nothing assembled here that needs a note"
elif grep -q '^ASSEMBLER = yasm' build/config.mk; then
    skip control-flow "Yasm cannot write the note"
else
    verdict control-flow "$(lacks "$assembled")"
    # shellcheck disable=SC2254 # a pattern
    case " $TEST_FLAGS " in
    *-fcf-protection=none* | *-mbranch-protection=none*) skip control-flow-of-c \
        "the compiler was told not to" ;;
    $asked)
        [ -n "$lto" ] || verdict control-flow-of-c "$(lacks "$objects")"
        # The linker keeps the note only if all objects have it. So link here without start files
        # and a sanitizer's runtime, which may lack it.
        for library in $libraries; do
            parts="build/lib$library/shared/*.o $(MAKEFLAGS='' "$TEST_MAKE" \
                -s "print-KERNELS_$library" "print-LANES_$library" | tr '\n' ' ')"
            # shellcheck disable=SC2086 # lists
            if ! "$TEST_MAKE" -s shared >$work/log 2>&1 ||
                ! $TEST_CC $TEST_FLAGS -fno-sanitize=all -nostartfiles -shared \
                    -o $work/$library.so $parts >$work/log 2>&1; then
                skip control-flow-of-lib$library "no shared library: $(tail -n 1 $work/log)"
            else
                facts $work/$library.so >>$work/facts
                verdict control-flow-of-lib$library "$(lacks $work/$library.so)"
            fi
        done
        ;;
    *) skip control-flow-of-c "the compiler was not asked for it ($asked)" ;;
    esac
fi

# ---- the shared library ----

if ! grep -q '^INSTALL_SHARED = yes' build/config.mk; then
    skip shared "this configuration makes none"
elif echo " $TEST_FLAGS " | grep -q ' -static '; then
    skip shared "LDFLAGS say -static"
elif ! "$TEST_MAKE" -s shared >$work/log 2>&1; then
    fail shared "make shared fails: $(tail -n 1 $work/log)"
else
    dynamic=$("$readelf" -dW "$TEST_SHARED")
    verdict text-relocations "$(echo "$dynamic" | grep TEXTREL)"
    # It needs only the C library, and the runtime of sanitizers.
    needs=$(echo "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -v '^libc\.\|^ld-linux\|^lib[a-z]*san\.\|^ld-musl\|^libm\.' | tr '\n' ' ')
    case " $TEST_FLAGS " in
    *-fsanitize*) skip dependencies "with a sanitizer's" ;;
    *) verdict dependencies "${needs:+it needs $needs}" ;;
    esac
    "$readelf" -lW "$TEST_SHARED" | grep GNU_STACK >$work/stack
    echo 'int nothing(void) { return 0; }' >$work/nothing.c
    # shellcheck disable=SC2086
    $TEST_CC -shared -fPIC -o $work/nothing.so $work/nothing.c >$work/nothing.log 2>&1
    if ! [ -s $work/stack ]; then
        skip shared-stack "no such header"
    elif "$readelf" -lW $work/nothing.so 2>/dev/null | grep GNU_STACK | grep -q RWE; then
        skip shared-stack "this compiler asks for an executable stack whatever it compiles (MIPS)"
    else
        verdict shared-stack "$(grep -q 'RWE' $work/stack &&
            echo "$TEST_SHARED wants an executable stack")"
    fi
fi

# ---- writable data, visibility ----

[ -z "$lto" ] || finish
# How this compiler treats a constant, and a hidden symbol.
echo 'extern const int probe; const int probe = 1;
    int hide(void); int hide(void) { return probe; }' >$work/probe.c
# shellcheck disable=SC2086,SC2046 # lists
$TEST_CC $TEST_FLAGS $(sed -n 's/^HIDDEN_FLAG = //p' build/config.mk) -c -o $work/probe.o \
    $work/probe.c >$work/log 2>&1
# The words for the choices of single-message, multi-message and other kernels, and for the CPU's
# features.
case " $TEST_FLAGS $(facts $work/probe.o | sed -n 's/.* writable//p') " in
*-fsanitize* | *--coverage*) skip writable-data "with a sanitizer's" ;;
*" probe "*) skip writable-data "this compiler has constants among what can be written to" ;;
*)
    sed -n 's/\.[0-9]*$//; s/^[^ ]* writable //p' $work/facts | sort -u >$work/writable
    wrong=$(grep -v -x -e "[a-z0-9_]*_choice" -e cpu_found $work/writable | tr '\n' ' ')
    grep -q -x "${TEST_PREFIX}[a-z0-9]*_choice" $work/writable ||
        wrong="(this test does not even see the choice)"
    verdict writable-data "$wrong"
    ;;
esac
if grep -q '^HIDDEN_FLAG = *$' build/config.mk || ! "$readelf" -sW $work/probe.o | grep hide |
    grep -q HIDDEN; then
    skip hidden "the compiler cannot hide symbols"
else
    verdict hidden "$(for library in $libraries; do "$readelf" -sW "bin/lib$library.a"; done |
        awk '$5 == "GLOBAL" && $7 != "UND" && $6 != "HIDDEN" { print $8 }' |
        grep -v '^__' | tr '\n' ' ')"
fi
finish
