# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2154 # variables of common.sh
# For scripts that run tests/systems/bare/bare.c; included after tests/common.sh.
# shellcheck disable=SC2034 # for tests/common.sh
TABLES=$(tables_with bare.c)
tables_without bare.c bare

# bare_build TARGET LD-OPTION...: the test program with all kernels of TARGET, in
# $work/TARGET/program. 64 and 32 are x86; arm64, arm64_be, arm and arm_be are ARM of either byte
# order (arm: 32 bits). The C code is for the oldest CPU of its kind. Prints the error if it fails.
bare_build() {
    target=$1 dir=$work/$1 bits=64 options='' ld=ld
    shift
    flags='-O2 -ffreestanding -fno-pic -fno-pie -fno-stack-protector -fno-asynchronous-unwind-tables'
    case $target in
    64)
        cc='gcc -m64' emulation=elf_x86_64
        flags="$flags -fcf-protection=none"
        ;;
    32)
        cc='gcc -m32' emulation=elf_i386 bits=32
        flags="$flags -fcf-protection=none -march=i386"
        options=$linux_headers
        ;;
    arm64)
        cc=aarch64-linux-gnu-gcc ld=aarch64-linux-gnu-ld emulation=aarch64linux
        flags="$flags -mno-outline-atomics"
        ;;
    arm64_be)
        cc='aarch64-linux-gnu-gcc -mbig-endian' ld=aarch64-linux-gnu-ld emulation=aarch64linuxb
        flags="$flags -mno-outline-atomics"
        # Required by the headers for the other byte order.
        mkdir -p "$work/headers/gnu"
        : >"$work/headers/gnu/stubs-lp64_be.h"
        options="CPPFLAGS=-I$work/headers"
        ;;
    arm)
        cc='arm-linux-gnueabi-gcc -march=armv6 -marm' ld=arm-linux-gnueabi-ld \
            emulation=armelf_linux_eabi bits=32
        ;;
    arm_be)
        cc='arm-linux-gnueabi-gcc -march=armv6 -marm -mbig-endian' bits=32
        ld='arm-linux-gnueabi-ld --be8' emulation=armelfb_linux_eabi
        ;;
    esac
    case " $* " in
    *' --oformat '*) ;;
    *) flags="$flags -DBARE_LINUX" ;;
    esac
    [ -d "$dir" ] || copy_tree "$dir"
    # shellcheck disable=SC2046,SC2086 # lists
    if ! (
        cd "$dir" || exit 1
        ./configure --without-pic CC="$cc" ${options:+"$options"} CFLAGS="$flags" || exit 1
        objects=$(make -s print-ALL_KERNELS)
        make -j"$jobs" lib $objects || exit 1
        flags="-std=c99 $flags ${options#*=} -Ibuild -Iapp -Iapp/include -Itests/systems/bare"
        : >build/bare_families.h
        for table in $TABLES; do
            family=$(basename "$table" .def) folder=${table%/*}
            extension=${folder##*/}
            echo "FAMILY($family)" >>build/bare_families.h
            $cc $flags -DLIBRARY="${extension}_" -DBARE_TEST="bare_$family" \
                -DWIDTH="${family#"$extension"}" \
                -I"$folder" -c -o "build/bare-$family.o" "$folder/tests/bare.c" || exit 1
        done
        # -fno-tree...: memset must not be compiled to a call of memset
        $cc $flags -fno-tree-loop-distribute-patterns -c -o build/bare.o tests/systems/bare/bare.c \
            &&
            $ld -m $emulation "$@" -o program build/bare*.o $objects \
                $(make -s print-STATIC_LIBRARIES)
    ) >"$work/log" 2>&1; then
        fail "bare-$target: does not build: $(first_error "$work/log")"
        return 1
    fi
}

# bare_result NAME OUTPUT EXPECTED WHERE: converts the program's output to PASS, FAIL and RAN lines.
# For multi-message kernels and other contracts, the expected results are in $work/lanes and
# $work/others
bare_result() {
    sed -n 's/^state \([^ ]*\) \([a-z]*\)$/\1,\2/p' "$2" >"$work/states"
    if cmp -s "$3" "$work/states"; then
        pass "$1: chosen: $(sed -n 's/,used$//p' "$3" | tr '\n' ' ')"
    else
        fail "$1: dispatch differs from what is expected (<)"
        diff "$3" "$work/states" | sed 's/^/    /'
    fi
    sed -n 's/^lanes \([^ ]*\) \([a-z]*\)$/\1,\2/p' "$2" >"$work/states"
    if ! cmp -s "$work/lanes" "$work/states"; then
        fail "$1: kernels for several messages differ from what is expected (<)"
        diff "$work/lanes" "$work/states" | sed 's/^/    /'
    fi
    sed -n '/generic/d; s/^other \([^ ]*\) \([a-z]*\)$/\1,\2/p' "$2" | sort >"$work/states"
    sort "$work/others" >"$work/expected.others"
    if ! cmp -s "$work/expected.others" "$work/states"; then
        fail "$1: kernels of other contracts differ from what is expected (<)"
        diff "$work/expected.others" "$work/states" | sed 's/^/    /'
    fi
    cat "$3" "$work/lanes" "$work/others" >"$work/all"
    while IFS=, read -r kernel state; do
        case $kernel,$state in
        generic/* | *:generic/* | *,unsupported | *,failed) ;;
        *)
            if grep -q "^PASS $kernel\$" "$2"; then
                pass "$1/$kernel"
                ran "$(echo "$kernel-$bits" | tr : _)" "$4"
            else
                why=$(sed -n "s,^FAIL $kernel: ,,p" "$2")
                fail "$1/$kernel: ${why:-stopped early; the last line was: $(grep \
                    -E '^(state|begin|PASS|FAIL|end)' "$2" | tail -n 1)}"
            fi
            ;;
        esac
    done <"$work/all"
    if ! grep -q '^end$' "$2"; then
        fail "$1: did not finish"
        grep '^(0)\.\[' "$2" | sed 's/^/    /' # where Bochs stopped
    fi
}
