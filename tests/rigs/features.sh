#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Prints the features that Linux reports for this x86 CPU, by the names of app/driver/cpu.h, joined
# by "+"; "none" if it has none of them. Fails where /proc/cpuinfo has no flags.
LC_ALL=C
export LC_ALL
awk '
    BEGIN {
        count = split("sse2 ssse3 avx xop avx2 bmi2 avx512f avx512vl avx512dq avx512bw avx512vbmi avx512_vbmi2", flag, " ")
        split("sse2 ssse3 avx xop avx2 bmi2 avx512f avx512vl avx512dq avx512bw avx512vbmi avx512vbmi2", name, " ")
    }
    /^flags[ \t]*:/ {
        found = 1
        for (i = 1; i <= count; i++) if (index($0 " ", " " flag[i] " ")) list = list "+" name[i]
        exit
    }
    END {
        if (found) print list == "" ? "none" : substr(list, 2)
        exit !found
    }' "${1:-/proc/cpuinfo}" 2>/dev/null
