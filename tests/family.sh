# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# The family of hashes that these rigs test: its folder and its table, from the top folder. (That
# another one finds its way into everything is what tests/extension tests.)
FAMILY=app/extensions/blake2b
TABLE=$FAMILY/blake2b.def

# words_of NAME: one of the lists of app/lists.mk; not as part of a make that may be running, whose flags
# would have this one announce its folder.
words_of() {
    MAKEFLAGS='' MFLAGS='' MAKELEVEL='' make -s -f "${top:-.}/app/lists.mk" "print-$1"
}
