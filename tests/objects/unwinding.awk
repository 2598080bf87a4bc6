# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -f hex.awk -f unwinding.awk MAP DATA: the unwind data with the numbers of instructions, from
# listing.awk's map, in place of the addresses, which begin with @.

NR == FNR { number[$1] = $2; if ($2 > last) last = $2; next }
{
    for (i = 1; i <= NF; i++)
        if ($i ~ /^@/) {
            a = hex(substr($i, 2))
            $i = "@" ((a in number) ? number[a] : "end")
        }
    $1 = $1
    print
}
