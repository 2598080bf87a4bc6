// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! HACL*'s BLAKE2b for vectors of 256 bits by the calls that tools/peers/peers.c looks for.

use libcrux_hacl::*;
use std::{ptr, slice, sync::OnceLock};

unsafe fn digest(out: *mut u8, bytes: u32, input: *const u8, len: usize, times: usize) {
    for _ in 0..times {
        let (input, len) = (input as *mut u8, len as u32);
        Hacl_Hash_Blake2b_Simd256_hash_with_key(out, bytes, input, len, ptr::null_mut(), 0);
    }
}

/// The state is reused: to allocate it takes longer than a short message.
unsafe fn cut(out: *mut u8, input: *const u8, len: usize, piece: usize, times: usize) {
    static STATE: OnceLock<usize> = OnceLock::new();
    let state = *STATE.get_or_init(|| Hacl_Hash_Blake2b_Simd256_malloc() as usize) as *mut _;
    for _ in 0..times {
        Hacl_Hash_Blake2b_Simd256_reset(state);
        for part in slice::from_raw_parts(input, len).chunks(piece) {
            let (part, len) = (part.as_ptr() as *mut u8, part.len() as u32);
            Hacl_Hash_Blake2b_Simd256_update(state, part, len);
        }
        Hacl_Hash_Blake2b_Simd256_digest(state, out);
    }
}

macro_rules! peers {
    ($($name:ident($out:ident, $input:ident, $len:ident, $times:ident) $call:expr;)*) => {$(
        /// # Safety
        /// `input` holds a message, `out` has room for its digest.
        #[no_mangle]
        pub unsafe extern "C" fn $name($out: *mut u8, $input: *const u8, $len: usize, $times: usize) {
            $call
        }
    )*};
}

peers! {
    peer_serial(out, input, len, times) digest(out, 64, input, len, times);
    peer_hash(out, input, len, times) digest(out, 32, input, len, times);
    peer_stream(out, input, len, times) cut(out, input, len, len, times);
    peer_pieces(out, input, len, times) cut(out, input, 1024, len, times);
}
