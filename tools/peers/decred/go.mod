// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
module peer_decred

go 1.18

require github.com/decred/dcrd/crypto/blake256 v1.1.0
