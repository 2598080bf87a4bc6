// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! blake2, blake2b_simd and blake-hash for tools/peers/peers.c; BLAKE2b's outputs are 64 bytes each.

use blake2::{Blake2b512, Digest as _};
use blake_hash::{Blake256, Blake512, Digest};
use blake2b_simd::many::{hash_many, HashManyJob};
use blake2b_simd::{blake2b, blake2bp, Params, State};
use std::slice;

const MESSAGES: usize = 32;

unsafe fn put(out: *mut u8, hash: &blake2b_simd::Hash) {
    slice::from_raw_parts_mut(out, 64).copy_from_slice(hash.as_bytes());
}

/// # Safety
/// `input` holds `len` bytes, `out` 64.
#[no_mangle]
pub unsafe extern "C" fn peer_serial(out: *mut u8, input: *const u8, len: usize) {
    put(out, &blake2b(slice::from_raw_parts(input, len)));
}

/// # Safety
/// `input` holds `len` bytes, `out` 64.
#[no_mangle]
pub unsafe extern "C" fn peer_parallel(out: *mut u8, input: *const u8, len: usize) {
    put(out, &blake2bp::blake2bp(slice::from_raw_parts(input, len)));
}

/// # Safety
/// `input` holds `len` bytes, `out` 32.
#[no_mangle]
pub unsafe extern "C" fn peer_hash(out: *mut u8, input: *const u8, len: usize) {
    let hash = Params::new().hash_length(32).hash(slice::from_raw_parts(input, len));
    slice::from_raw_parts_mut(out, 32).copy_from_slice(hash.as_bytes());
}

/// # Safety
/// `input` holds `len` bytes, `out` 64.
#[no_mangle]
pub unsafe extern "C" fn peer_stream(out: *mut u8, input: *const u8, len: usize) {
    put(out, &State::new().update(slice::from_raw_parts(input, len)).finalize());
}

/// # Safety
/// `input` holds 1024 bytes, `out` 64; `piece` is not 0.
#[no_mangle]
pub unsafe extern "C" fn peer_pieces(out: *mut u8, input: *const u8, piece: usize) {
    let mut state = State::new();
    for part in slice::from_raw_parts(input, 1024).chunks(piece) {
        state.update(part);
    }
    put(out, &state.finalize());
}

/// # Safety
/// `input` holds `len` bytes, `out` 64.
#[no_mangle]
pub unsafe extern "C" fn peer_scalar_serial(out: *mut u8, input: *const u8, len: usize) {
    let hash = Blake2b512::digest(slice::from_raw_parts(input, len));
    slice::from_raw_parts_mut(out, 64).copy_from_slice(&hash);
}

/// # Safety
/// `input` holds 1024 bytes, `out` 64; `piece` is not 0.
#[no_mangle]
pub unsafe extern "C" fn peer_scalar_pieces(out: *mut u8, input: *const u8, piece: usize) {
    let mut state = Blake2b512::new();
    for part in slice::from_raw_parts(input, 1024).chunks(piece) {
        state.update(part);
    }
    slice::from_raw_parts_mut(out, 64).copy_from_slice(&state.finalize());
}

/// # Safety
/// `input` holds 32 messages of `len` bytes, one after the other, `out` 32 times 64 bytes.
#[no_mangle]
pub unsafe extern "C" fn peer_many(out: *mut u8, input: *const u8, len: usize) {
    let params = Params::new();
    let mut jobs: [HashManyJob; MESSAGES] =
        std::array::from_fn(|i| HashManyJob::new(&params, slice::from_raw_parts(input.add(i * len), len)));
    hash_many(jobs.iter_mut());
    for (i, job) in jobs.iter().enumerate() {
        put(out.add(64 * i), &job.to_hash());
    }
}

/// # Safety
/// `input` holds `len` bytes, `out` 32.
#[no_mangle]
pub unsafe extern "C" fn peer_blake256(out: *mut u8, input: *const u8, len: usize) {
    slice::from_raw_parts_mut(out, 32).copy_from_slice(&Blake256::digest(slice::from_raw_parts(input, len)));
}

/// # Safety
/// `input` holds `len` bytes, `out` 64.
#[no_mangle]
pub unsafe extern "C" fn peer_blake512(out: *mut u8, input: *const u8, len: usize) {
    slice::from_raw_parts_mut(out, 64).copy_from_slice(&Blake512::digest(slice::from_raw_parts(input, len)));
}
