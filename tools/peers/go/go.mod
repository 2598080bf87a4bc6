// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
module peer_go

go 1.26

require github.com/decred/dcrd/crypto/blake256 v1.1.0

require github.com/ethereum/go-ethereum v1.17.10

require golang.org/x/crypto v0.59.0
