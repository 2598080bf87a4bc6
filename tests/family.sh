# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# The family of hashes that these rigs test: its folder and its table, from the top folder. (That
# another one finds its way into everything is what tests/extension tests.)
FAMILY=app/extensions/blake2b
TABLE=$FAMILY/blake2b.def
