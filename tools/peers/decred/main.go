// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT

// Decred's blake256 for tools/peers/peers.c.
package main

import "C"

import (
	"unsafe"

	"github.com/decred/dcrd/crypto/blake256"
)

// peer_blake256 hashes consecutive messages of the same length at in, to 32 bytes each at out. It repeats that, because a
// call from C to Go takes as long as a block.
//
//export peer_blake256
func peer_blake256(out, in unsafe.Pointer, bytes, messages, times C.size_t) {
	for ; times > 0; times-- {
		for i := uintptr(0); i < uintptr(messages); i++ {
			message := (*[1 << 30]byte)(unsafe.Pointer(uintptr(in) + i*uintptr(bytes)))[:bytes:bytes]
			*(*[32]byte)(unsafe.Pointer(uintptr(out) + 32*i)) = blake256.Sum256(message)
		}
	}
}

func main() {}
