#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Sizes in firmware: tests/firmware.c of each extension, linked with the library of configure
# --freestanding for some small CPUs. The linker removes what it does not call. Prints the table of
# doc/firmware.md; second figures: with --disable-selftest.
#
# flash: code, constants, and initial values that the startup code copies to RAM. About 100 bytes
#   are the example's own memcpy, memset and start.
# RAM: static variables, without the digest that the example writes
# stack: the deepest chain of calls, added up from each function's stack (-fstack-usage) and from
#   the calls (relocations); nothing is run. It includes the state, but neither helpers of the
#   compiler's runtime nor interrupts.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS

# The deepest chain from image_digest: files of stack usage, then "objdump -r" on standard input.
# RETURN: bytes of a return address that -fstack-usage leaves out. HASH: the prefix of its kernel's
# names. EXTENSION: the name in those of the library and of the front end's file.
cat >"$work/deepest.awk" <<'AWK'
function name(s) {
    sub(/^.*\.text\./, "", s)
    sub(/[.+-].*$/, "", s)
    sub("^lib" EXTENSION "_", "", s)
    return s
}
function deepest(f,   n, i, list, d, most) {
    if (f in known) return known[f]
    known[f] = 0 # ends recursion, though there is none
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
    if (f ~ "^" HASH "_blocks_") kernel = f
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
    # Calls through a pointer: the kernel, from the front end and the self-test; and the self-test.
    test = HASH "_selftest" # it may have a part, test_kernel
    front = "(^|/)" EXTENSION "([.]c|_front[.]inc)$"
    if (test in file) for (f in file) if (file[f] ~ /dispatch\.c$/) calls[f] = calls[f] " " test
    for (f in file) if (f != kernel && (file[f] ~ front || f == test || f == "test_kernel")) calls[f] = calls[f] " " kernel
    print deepest("image_digest")
}
AWK

# library NAME CONFIGURE-OPTION...: builds it in $dir
library() {
    label=$1
    shift
    dir=$work/tree
    rm -rf "$dir"
    built "sizes/$label" "$dir" '' --freestanding "$@"
}

# program HASH: sets $flash, $ram, $stack; needs $dir, $label, $return, $tools, $linking
program() {
    hash=$1 what="$label, $1"
    folder=$(dirname app/extensions/*/"$hash.def") extension=${folder##*/}
    told="-DLIBRARY=${extension}_ -DWIDTH=${hash#"$extension"} -I$folder"
    # shellcheck disable=SC2046,SC2086 # lists
    if ! (cd "$dir" && mkdir "build/$hash" &&
        cc=$(sed -n 's/^CC = //p' build/config.mk) &&
            flags=$(sed -n 's/^CFLAGS = //p' build/config.mk) &&
        for file in $(make -s "print-C_SOURCES_$extension") tests/systems/freestanding/start.c \
            "$folder/tests/firmware.c"; do
            object=$(basename "$file")
            $cc -std=c99 $flags -fvisibility=hidden -fstack-usage -Ibuild -Iapp -Iapp/include \
                $told \
                -x c -c -o "build/$hash/${object%.*}.o" "$file" || exit 1
        done &&
        case $linking in
        -*) $cc $flags build/$hash/*.o $linking -o firmware.elf ;;
        *) $linking build/$hash/*.o -o firmware.elf ;;
        esac) >"$work/log" 2>&1; then
        fail "sizes/$what: does not build: $(first_error "$work/log")"
        return 1
    fi
    # The library's other hash has functions with the same names.
    for table in "$folder"/*.def; do
        [ "$table" = "$folder/$hash.def" ] || rm "$dir/build/$hash/$(basename "$table" .def)"*
    done
    size=${tools##* }
    stack=$("${size%size}objdump" -r "$dir/build/$hash"/*.o |
        awk -v RETURN="$return" -v HASH="$hash" -v EXTENSION="$extension" -f "$work/deepest.awk" \
            "$dir/build/$hash"/*.su -)
    # shellcheck disable=SC2046
    set -- $($size "$dir/firmware.elf" | tail -n 1)
    flash=$(($1 + $2)) ram=$(($2 + $3 - 64))
    if [ "$stack" -lt 300 ] || [ "$flash" -lt 1000 ]; then
        fail "sizes/$what: $flash bytes of flash, $stack of stack: that cannot be"
    fi
}

# cpu NAME "HASH,REFERENCE..." RETURN "TOOL..." "LINKER-OPTION..." CONFIGURE-OPTION...: rows of the
# table. The last tool is size; its folder also has objdump. A linker may be given instead of
# options.
cpu() {
    row=$1 hashes=$2 return=$3 tools=$4 linking=$5
    shift 5
    # shellcheck disable=SC2086 # a list
    ! lacks "sizes/$row" $tools || return
    for with in yes no; do
        if [ $with = yes ]; then
            library "$row" "$@" || return
        else
            library "$row, no self-test" --disable-selftest "$@" || return
        fi
        for each in $hashes; do
            program "${each%,*}" || return
            echo "$flash $ram $stack" >"$work/${each%,*}.$with"
        done
    done
    for each in $hashes; do
        # shellcheck disable=SC2046
        set -- $(cat "$work/${each%,*}.yes" "$work/${each%,*}.no")
        echo "| $row | ${each%,*} | \`generic/${each#*,}\` | $1; $4 | $2; $5 | $3; $6 |" |
            sed 's/, / | /'
    done
}

echo '| CPU | compiler | hash | reference | flash | RAM | stack |'
echo '| --- | --- | --- | --- | ---: | ---: | ---: |'
bare='-nostdlib -Wl,-e,start -Wl,--gc-sections'
own=$(basename "$TABLE" .def)
others=$(for table in app/extensions/*/*.def; do
    [ "$table" = "$TABLE" ] || awk -f app/driver/table.awk -v kind=REFERENCE "$table" |
        sed -n "s,^REFERENCE.\([0-9]*\).*,$(basename "$table" .def)\,\1,p"
done)
# (avr-libc's startup code, as it copies the constants to RAM)
cpu "ATmega1284P, avr-gcc" "$own,8 $others" 0 "avr-gcc avr-size" \
    "-nodefaultlibs -Wl,--gc-sections -Wl,--defsym,main=start -lgcc" CC=avr-gcc \
    "CFLAGS=-Os -mmcu=atmega1284p"
cpu "MSP430, clang" "$own,16 $others" 2 "clang ld.lld llvm-size" \
    "ld.lld -e start --gc-sections --image-base=0x4000 --unresolved-symbols=ignore-all" \
    CC="clang --target=msp430" AR=llvm-ar RANLIB=llvm-ranlib CFLAGS=-Os
for core in 0 4; do
    for bits in 32 3264; do
        [ $bits = 32 ] && hashes='' || hashes=$others
        cpu "Cortex-M$core, arm-none-eabi-gcc" "$own,$bits $hashes" 0 \
            "arm-none-eabi-gcc arm-none-eabi-size" "$bare -lgcc" \
            CC=arm-none-eabi-gcc "CFLAGS=-Os -mthumb -mcpu=cortex-m$core" --generic=$bits
    done
done
finish
