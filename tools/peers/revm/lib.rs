// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! revm's F for tools/peers/peers.c.

/// # Safety
/// `h` holds 8 words, `m` 16.
#[no_mangle]
pub unsafe extern "C" fn peer_f(h: *mut [u64; 8], m: *const [u64; 16], rounds: u32) {
    revm_precompile::blake2::compress(rounds, &mut *h, &*m, &[128, 0], true);
}
