// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! HACL*'s BLAKE2b for 256-bit vectors for tools/peers/peers.c.

use libcrux_hacl::*;
use std::{ptr, slice};

/// # Safety
/// `input` holds `len` bytes, `out` `digest`.
#[no_mangle]
pub unsafe extern "C" fn peer_digest(out: *mut u8, digest: u32, input: *const u8, len: usize) {
    Hacl_Hash_Blake2b_Simd256_hash_with_key(out, digest, input as *mut u8, len as u32, ptr::null_mut(), 0);
}

/// A state, which is reused: to allocate it takes longer than a short message.
#[no_mangle]
pub unsafe extern "C" fn peer_new() -> *mut Hacl_Hash_Blake2b_Simd256_state_t {
    Hacl_Hash_Blake2b_Simd256_malloc()
}

/// # Safety
/// `state` is of `peer_new`, `input` holds `len` bytes, `out` 64; `piece` is not 0.
#[no_mangle]
pub unsafe extern "C" fn peer_cut(
    state: *mut Hacl_Hash_Blake2b_Simd256_state_t, out: *mut u8, input: *const u8, len: usize, piece: usize,
) {
    Hacl_Hash_Blake2b_Simd256_reset(state);
    for part in slice::from_raw_parts(input, len).chunks(piece) {
        Hacl_Hash_Blake2b_Simd256_update(state, part.as_ptr() as *mut u8, part.len() as u32);
    }
    Hacl_Hash_Blake2b_Simd256_digest(state, out);
}
