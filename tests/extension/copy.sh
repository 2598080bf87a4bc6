# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh
# A hash to add: BLAKE under another name, "kec", as nothing may depend on how a name begins. Shared
# by scripts that run in the top folder of a copy of the tree.

# other_name: the text on standard input with the other name. BLAKE2b keeps its own. (Programs,
# objects and groups of bench cannot have one name in two extensions.)
other_name() {
    sed 's/blake2\([^0-9]\)/@l@\1/g; s/BLAKE2\([^0-9]\)/@u@\1/g
        s/blake/kec/g; s/BLAKE/KEC/g; s/@l@/blake2/g; s/@u@/BLAKE2/g
        s/refused/denied/g; s/secrets512/secrets_of_512/g; s/"many\(...\)"/"several\1"/g'
}

# copy_hash: its folder, header, vectors and examples. (Its saved states name it, so that they are not
# those that the tests of BLAKE know.)
copy_hash() {
    cp -R app/extensions/blake app/extensions/kec && other_name <app/include/blake.h \
        >app/include/kec.h && other_name <vectors/blake.json >vectors/kec.json || exit 1
    sed '/^#/d; s/ .*//' app/extensions/blake/tests/examples.txt | while read -r file; do
        other_name <"examples/$file.c" >"examples/$(echo "$file" | other_name).c" || exit 1
    done || exit 1
    find app/extensions/kec -type f | while read -r file; do
        named=${file%/*}/$(echo "${file##*/}" | other_name)
        other_name <"$file" >"$file.named" && cat "$file.named" >"$file" && rm "$file.named" &&
            { [ "$named" = "$file" ] || mv "$file" "$named"; } || exit 1
    done || exit 1
    sed 's/ checksum(saved, SAVED_BYTES) == k->saved / k->saved /' app/extensions/kec/tests/kec.inc \
        >app/extensions/kec/tests/named && mv app/extensions/kec/tests/named \
        app/extensions/kec/tests/kec.inc || exit 1
}
