# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# The family of hashes that these rigs test: its folder and its table, from the top folder. (That
# another one finds its way into everything is what tests/extension tests.)
FAMILY=app/extensions/blake2b
TABLE=$FAMILY/blake2b.def

# kernels_of TARGET COLUMN: a line for each kernel of every family for this target: its source, from the top folder, what the
# column of app/driver/table.awk has, as blocks_NAME without what is before its name, and the CPU features; and one for the
# source of what they share, without.
kernels_of() {
    for kernels_table in app/extensions/*/*.def; do
        awk -f app/driver/table.awk -v kind=KERNEL -v target="$1" "$kernels_table" |
            awk -F '\t' -v folder="${kernels_table%/*}" -v column="$2" '{
                sub(/^(blocks|lanes)_/, "", $column)
                gsub(/[|]/, "", $6)
                gsub(/CPU_(BASE)?/, "", $6)
                print folder "/" $7, $column, $6
            }'
    done
    for kernels_table in app/extensions/*/objects.mk; do
        kernels_table=${kernels_table%/*}
        for kernels_file in $(words_of "SHARED_${kernels_table##*/}_$1"); do
            echo "$kernels_table/$kernels_file"
        done
    done
}

# words_of NAME: one of the lists of app/lists.mk; not as part of a make that may be running, whose flags
# would have this one announce its folder.
words_of() {
    MAKEFLAGS='' MFLAGS='' MAKELEVEL='' make -s -f "${top:-.}/app/lists.mk" "print-$1"
}
