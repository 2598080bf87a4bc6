#!/bin/sh -eu
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# OSS-Fuzz calls this in its container.
exec "$SRC/libblake2b/tests/fuzz/build.sh"
