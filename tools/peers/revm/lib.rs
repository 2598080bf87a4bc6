// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! revm's F for tools/peers/peers.c.

/// # Safety
/// `input` holds a state and a block, 192 bytes, aligned as words; `out` has room for a state.
#[no_mangle]
pub unsafe extern "C" fn peer_F(out: *mut [u64; 8], input: *const u64, rounds: usize, times: usize) {
    let (h, m) = (&*input.cast::<[u64; 8]>(), &*input.add(8).cast::<[u64; 16]>());
    for _ in 0..times {
        let mut state = *h;
        revm_precompile::blake2::compress(rounds as u32, &mut state, m, &[128, 0], true);
        *out = std::hint::black_box(state);
    }
}
