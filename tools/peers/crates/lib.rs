// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! blake2b_simd, blake2 and blake-hash by the calls that tools/peers/peers.c looks for.

use blake2::{Blake2b512, Digest as _};
use blake2b_simd::many::{hash_many, HashManyJob};
use blake2b_simd::{blake2b, blake2bp::blake2bp, Params, State};
use blake_hash::{Blake256, Blake512, Digest};
use std::{hint::black_box, slice};

const MESSAGES: usize = 32;

/// A name, what it hashes and how many bytes that is, the digest.
macro_rules! peers {
    ($($name:ident($input:ident, $len:ident: $bytes:expr) $digest:expr;)*) => {$(
        /// # Safety
        /// `input` holds the messages of the group, `out` has room for their digests.
        #[no_mangle]
        pub unsafe extern "C" fn $name(out: *mut u8, input: *const u8, $len: usize, times: usize) {
            for _ in 0..times {
                let $input = black_box(slice::from_raw_parts(input, $bytes));
                let digest = $digest;
                let bytes: &[u8] = digest.as_ref();
                out.copy_from(bytes.as_ptr(), bytes.len());
            }
        }
    )*};
}

peers! {
    simd_serial(m, len: len) blake2b(m);
    simd_hash(m, len: len) Params::new().hash_length(32).hash(m);
    simd_stream(m, len: len) State::new().update(m).finalize();
    simd_pieces(m, len: 1024) {
        let mut state = State::new();
        m.chunks(len).for_each(|part| { state.update(part); });
        state.finalize()
    };
    simd_parallel(m, len: len) blake2bp(m);
    crypto_serial(m, len: len) Blake2b512::digest(m);
    crypto_pieces(m, len: 1024) {
        let mut state = Blake2b512::new();
        m.chunks(len).for_each(|part| state.update(part));
        state.finalize()
    };
    hash_blake256(m, len: len) Blake256::digest(m);
    hash_blake512(m, len: len) Blake512::digest(m);
}

/// # Safety
/// As above: 32 messages, one after the other.
#[no_mangle]
pub unsafe extern "C" fn simd_many(out: *mut u8, input: *const u8, len: usize, times: usize) {
    let params = Params::new();
    for _ in 0..times {
        let mut jobs: [HashManyJob; MESSAGES] = std::array::from_fn(|i| {
            HashManyJob::new(&params, slice::from_raw_parts(input.add(i * len), len))
        });
        hash_many(jobs.iter_mut());
        for (i, job) in jobs.iter().enumerate() {
            out.add(64 * i).copy_from(job.to_hash().as_bytes().as_ptr(), 64);
        }
    }
}
