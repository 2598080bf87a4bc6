#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# What firmware pays: tests/freestanding/firmware.c linked with the library of configure
# --freestanding for some small CPUs, without what it does not call.
#
#   tools/sizes.sh            the table of doc/firmware.md; second figures: with --disable-selftest
#   tools/sizes.sh --check    builds them all, and says PASS, FAIL or SKIP of each
#
# flash: code, constants, and what the startup code copies to RAM; the example's own memcpy,
#   memset and start are in it, about 100 bytes
# RAM: what stands there all the time, without the digest that the example writes
# stack: the deepest chain of calls, added up from what the compiler says of each function
#   (-fstack-usage) and which calls which (relocations); nothing is run. The state is part of it
#   (240 bytes). Helpers of the compiler's runtime are not known, and interrupts not counted.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS
mode=${1:-}

# The deepest chain from image_digest: files of stack usage, then "objdump -r" on standard input.
# RETURN: bytes of a return address that -fstack-usage leaves out.
cat >"$work/deepest.awk" <<'AWK'
function name(s) {
    sub(/^.*\.text\./, "", s)
    sub(/[.+-].*$/, "", s)
    sub(/^libblake2b_/, "", s)
    return s
}
function deepest(f,   n, i, list, d, most) {
    if (f in known) return known[f]
    known[f] = 0 # recursion, of which there is none
    n = split(calls[f], list, " ")
    for (i = 1; i <= n; i++) if ((d = deepest(list[i])) > most) most = d
    return known[f] = most + frame[f] + RETURN
}
FILENAME != "-" {
    # file.c:line:column:function  bytes  static
    n = split($1, part, ":")
    f = name(part[n])
    frame[f] = $2 > frame[f] ? $2 : frame[f]
    file[f] = part[1]
    if (f ~ /blake2b_blocks_/) kernel = f
    next
}
/^RELOCATION RECORDS FOR/ {
    from = $NF
    inside = from ~ /\.text\./
    gsub(/[^A-Za-z0-9_.]/, "", from)
    from = name(from)
    next
}
inside && NF == 3 && (name($3) in frame) && name($3) != from && $2 !~ /_DIFF/ { calls[from] = calls[from] " " name($3) }
END {
    # Calls through a pointer: the kernel, from the front end and from the self-test, and that one.
    if ("blake2b_selftest" in file) for (f in file) if (file[f] ~ /dispatch\.c$/) calls[f] = calls[f] " blake2b_selftest"
    for (f in file) if (f != kernel && (file[f] ~ /blake2b\.c$/ || f == "blake2b_selftest")) calls[f] = calls[f] " " kernel
    print deepest("image_digest")
}
AWK

# measure NAME CONFIGURE-OPTION...: leaves $flash, $ram, $stack; needs $return, $tools, $linking
measure() {
    label=$1
    shift
    dir=$work/tree
    rm -rf "$dir"
    copy_tree "$dir"
    # shellcheck disable=SC2046,SC2086 # lists
    if ! (cd "$dir" && ./configure --freestanding "$@" && make -j"$jobs" &&
        cc=$(sed -n 's/^CC = //p' build/config.mk) && flags=$(sed -n 's/^CFLAGS = //p' build/config.mk) &&
        for file in $FAMILY/blake2b.c $FAMILY/blake2b_kernels.c \
            app/driver/cpu.c app/driver/dispatch.c app/driver/memory.c \
            $FAMILY/ref/blake2b_ref-$(sed -n 's/^REFERENCE = //p' build/config.mk).inc \
            tests/freestanding/firmware.c; do
            object=$(basename "$file")
            $cc -std=c99 $flags -fvisibility=hidden -fstack-usage -Ibuild -Iapp/include -I$FAMILY \
                -x c -c -o "build/${object%.*}.o" "$file" || exit 1
        done &&
        case $linking in
        -*) $cc $flags build/*.o $linking -o firmware.elf ;;
        *) $linking build/*.o -o firmware.elf ;;
        esac) >"$work/log" 2>&1; then
        fail "sizes/$label: does not build: $(first_error "$work/log")"
        return 1
    fi
    size=${tools##* }
    stack=$("${size%size}objdump" -r "$dir"/build/*.o | awk -v RETURN="$return" -f "$work/deepest.awk" "$dir"/build/*.su -)
    # shellcheck disable=SC2046
    set -- $($size "$dir/firmware.elf" | tail -n 1)
    flash=$(($1 + $2)) ram=$(($2 + $3 - 64))
    if [ "$stack" -lt 300 ] || [ "$flash" -lt 1000 ]; then
        fail "sizes/$label: $flash bytes of flash, $stack of stack: that cannot be"
    elif [ "$mode" = --check ]; then
        pass "sizes/$label: $flash bytes of flash, $ram of RAM, $stack of stack"
    fi
}

# cpu NAME RETURN "TOOL..." "LINKER-OPTION..." CONFIGURE-OPTION...: one row of the table
# The last tool is size, and has an objdump beside it. Instead of options a linker may be given.
cpu() {
    row=$1 return=$2 tools=$3 linking=$4
    shift 4
    # shellcheck disable=SC2086 # a list
    tool=$(missing $tools)
    if [ -n "$tool" ]; then
        skip "sizes/$row: no $tool"
    elif measure "$row" "$@"; then
        with="$flash $ram $stack"
        if measure "$row, no self-test" --disable-selftest "$@" && [ "$mode" != --check ]; then
            # shellcheck disable=SC2086
            set -- $with
            echo "| $row | $1; $flash | $2; $ram | $3; $stack |" | sed 's/, / | /g'
        fi
    fi
}

if [ "$mode" != --check ]; then
    echo '| CPU | compiler | reference | flash | RAM | stack |'
    echo '| --- | --- | --- | ---: | ---: | ---: |'
fi
bare='-nostdlib -Wl,-e,start -Wl,--gc-sections'
# (avr-libc's startup code, as it copies the constants to RAM)
cpu "ATmega1284P, avr-gcc, \`generic/8\`" 0 "avr-gcc avr-size" \
    "-nodefaultlibs -Wl,--gc-sections -Wl,--defsym,main=start -lgcc" CC=avr-gcc "CFLAGS=-Os -mmcu=atmega1284p"
cpu "MSP430, clang, \`generic/16\`" 2 "clang ld.lld llvm-size" \
    "ld.lld -e start --gc-sections --image-base=0x4000 --unresolved-symbols=ignore-all" \
    CC="clang --target=msp430" AR=llvm-ar RANLIB=llvm-ranlib CFLAGS=-Os
for core in 0 4; do
    for bits in 32 3264; do
        cpu "Cortex-M$core, arm-none-eabi-gcc, \`generic/$bits\`" 0 "arm-none-eabi-gcc arm-none-eabi-size" "$bare -lgcc" \
            CC=arm-none-eabi-gcc "CFLAGS=-Os -mthumb -mcpu=cortex-m$core" --generic=$bits
    done
done
exit $failed
