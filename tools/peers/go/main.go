// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT

// BLAKE2b of x/crypto, F of geth, and Decred's blake256 for tools/peers/peers.c. Each repeats what it does, because a call
// from C to Go takes as long as a block.
package main

import "C"

import (
	"unsafe"

	"github.com/decred/dcrd/crypto/blake256"
	geth "github.com/ethereum/go-ethereum/crypto/blake2b"
	"golang.org/x/crypto/blake2b"
)

func slice(p unsafe.Pointer, bytes uintptr) []byte {
	return unsafe.Slice((*byte)(p), bytes)
}

// peer_blake2b hashes to DIGEST bytes, 64 or 32; if PIECE is not 0, to 64 with a write for each piece.
//
//export peer_blake2b
func peer_blake2b(out, in unsafe.Pointer, bytes, digest, piece, times C.size_t) {
	message := slice(in, uintptr(bytes))
	for ; times > 0; times-- {
		switch {
		case piece > 0:
			h, _ := blake2b.New512(nil)
			for rest := message; len(rest) > 0; {
				n := min(int(piece), len(rest))
				h.Write(rest[:n])
				rest = rest[n:]
			}
			h.Sum(slice(out, 64)[:0])
		case digest == 64:
			*(*[64]byte)(out) = blake2b.Sum512(message)
		default:
			*(*[32]byte)(out) = blake2b.Sum256(message)
		}
	}
}

// peer_f computes h = F(h, m, 128, final).
//
//export peer_f
func peer_f(out, h, m unsafe.Pointer, rounds uint32, times C.size_t) {
	for ; times > 0; times-- {
		state := *(*[8]uint64)(h)
		geth.F(&state, *(*[16]uint64)(m), [2]uint64{128, 0}, true, rounds)
		*(*[8]uint64)(out) = state
	}
}

// peer_blake256 hashes consecutive messages of the same length at in, to 32 bytes each at out.
//
//export peer_blake256
func peer_blake256(out, in unsafe.Pointer, bytes, messages, times C.size_t) {
	for ; times > 0; times-- {
		for i := uintptr(0); i < uintptr(messages); i++ {
			message := slice(unsafe.Pointer(uintptr(in)+i*uintptr(bytes)), uintptr(bytes))
			*(*[32]byte)(unsafe.Pointer(uintptr(out) + 32*i)) = blake256.Sum256(message)
		}
	}
}

func main() {}
