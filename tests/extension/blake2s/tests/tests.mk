# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Tests of libblake2s: see tests/tests.mk.
TESTS_blake2s := blake2s
RIGS_blake2s := checkasm
