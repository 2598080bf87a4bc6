// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT

// BLAKE2b of x/crypto, F of geth, and Decred's blake256 by the calls that tools/peers/peers.c looks for.
package main

import "C"

import (
	"unsafe"

	"github.com/decred/dcrd/crypto/blake256"
	geth "github.com/ethereum/go-ethereum/crypto/blake2b"
	"golang.org/x/crypto/blake2b"
)

//export xcrypto_serial
func xcrypto_serial(out unsafe.Pointer, in *byte, bytes, times C.size_t) {
	for message := unsafe.Slice(in, bytes); times > 0; times-- {
		*(*[64]byte)(out) = blake2b.Sum512(message)
	}
}

//export xcrypto_hash
func xcrypto_hash(out unsafe.Pointer, in *byte, bytes, times C.size_t) {
	for message := unsafe.Slice(in, bytes); times > 0; times-- {
		*(*[32]byte)(out) = blake2b.Sum256(message)
	}
}

//export xcrypto_stream
func xcrypto_stream(out, in *byte, bytes, times C.size_t) {
	cut(out, unsafe.Slice(in, bytes), int(bytes), times)
}

//export xcrypto_pieces
func xcrypto_pieces(out, in *byte, piece, times C.size_t) {
	cut(out, unsafe.Slice(in, 1024), int(piece), times)
}

func cut(out *byte, message []byte, piece int, times C.size_t) {
	for ; times > 0; times-- {
		h, _ := blake2b.New512(nil)
		for rest := message; len(rest) > 0; {
			n := min(piece, len(rest))
			h.Write(rest[:n])
			rest = rest[n:]
		}
		h.Sum(unsafe.Slice(out, 64)[:0])
	}
}

//export geth_F
func geth_F(out, in unsafe.Pointer, rounds, times C.size_t) {
	for words := (*[24]uint64)(in); times > 0; times-- {
		h, m := [8]uint64(words[:8]), [16]uint64(words[8:])
		geth.F(&h, m, [2]uint64{128, 0}, true, uint32(rounds))
		*(*[8]uint64)(out) = h
	}
}

//export decred_blake256
func decred_blake256(out unsafe.Pointer, in *byte, bytes, times C.size_t) {
	for message := unsafe.Slice(in, bytes); times > 0; times-- {
		*(*[32]byte)(out) = blake256.Sum256(message)
	}
}

func main() {}
