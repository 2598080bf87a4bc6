#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# proof.sh as a test: with the same arguments.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/tap.sh
. tests/tap.sh
export TEST_CC TEST_TARGET TEST_FORMAT TEST_KERNELS TEST_LANES TEST_OTHER_KERNELS
results_in_words "proof $*" tests/proof/proof.sh "$@"
finish
