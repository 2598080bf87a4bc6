# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT

# The number that such a string of hexadecimal digits is, 0x before it or not: its low 28 bits,
# since awk loses count of large numbers when they are subscripts.
function hex(s,   i, n) {
    sub(/^0x/, "", s)
    if (length(s) > 7) s = substr(s, length(s) - 6)
    for (i = 1; i <= length(s); i++)
        n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return n
}
