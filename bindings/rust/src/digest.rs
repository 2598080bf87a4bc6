// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! The traits of the crate `digest` 0.11 (feature `digest`).
use crate::{Params, State, blake2xb};
use core::marker::PhantomData;
use digest::array::ArraySize;
use digest::common::{BlockSizeUser, InvalidLength, KeySizeUser};
use digest::consts::{U32, U64, U128};
use digest::typenum::{IsLessOrEqual, NonZero, True};
use digest::{ExtendableOutput, FixedOutput, FixedOutputReset, HashMarker, KeyInit, MacMarker};
use digest::{Key, Output, OutputSizeUser, Reset, Update, XofReader};

/// BLAKE2b with a digest of `N` bytes, unkeyed.
#[derive(Clone)]
pub struct Blake2b<N, K = ()>(State, PhantomData<(N, K)>);
/// BLAKE2b with a digest of 32 bytes.
pub type Blake2b256 = Blake2b<U32>;
/// BLAKE2b with a digest of 64 bytes.
pub type Blake2b512 = Blake2b<U64>;
/// Keyed BLAKE2b with a digest of `N` bytes: a `Mac`. `new_from_slice` takes a key of 1 to 64 bytes.
pub type Blake2bMac<N> = Blake2b<N, Keyed>;
/// In place of `()`: the hash has a key.
#[derive(Clone)]
pub enum Keyed {}

/// Digest lengths: 1 to 64.
pub trait Length: ArraySize + NonZero + IsLessOrEqual<U64, Output = True> {}
impl<N: ArraySize + NonZero + IsLessOrEqual<U64, Output = True>> Length for N {}

impl<N: Length> Default for Blake2b<N> {
    fn default() -> Self {
        let state = Params::new().hash_length(N::USIZE).to_state();
        Self(state.expect("the type ensures the length"), PhantomData)
    }
}

impl<N, K> Update for Blake2b<N, K> {
    fn update(&mut self, input: &[u8]) {
        self.0.update(input);
    }
}

impl<N: Length, K> OutputSizeUser for Blake2b<N, K> {
    type OutputSize = N;
}

impl<N> BlockSizeUser for Blake2b<N> {
    type BlockSize = U128;
}

impl<N: Length, K> FixedOutput for Blake2b<N, K> {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(self.0.finalize().as_bytes());
    }
}

impl<N: Length> Reset for Blake2b<N> {
    fn reset(&mut self) {
        *self = Self::default();
    }
}

impl<N: Length> FixedOutputReset for Blake2b<N> {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        core::mem::take(self).finalize_into(out);
    }
}

impl<N> HashMarker for Blake2b<N> {}

impl<N> KeySizeUser for Blake2bMac<N> {
    type KeySize = U64;
}

impl<N: Length> KeyInit for Blake2bMac<N> {
    fn new(key: &Key<Self>) -> Self {
        Self::new_from_slice(key).expect("64 bytes")
    }

    fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
        let state = Params::new().hash_length(N::USIZE).key(key).to_state();
        state.ok().filter(|_| !key.is_empty()).map(|s| Self(s, PhantomData)).ok_or(InvalidLength)
    }
}

impl<N> MacMarker for Blake2bMac<N> {}

/// BLAKE2Xb of unknown length, unkeyed; `blake2xb::State::new` gives others.
impl Default for blake2xb::State {
    fn default() -> Self {
        Self::new(None, &[]).expect("valid parameters")
    }
}

impl Update for blake2xb::State {
    fn update(&mut self, input: &[u8]) {
        self.update(input).expect("an implementation that passes its self-test");
    }
}

/// The output of a known length must not be exceeded.
impl ExtendableOutput for blake2xb::State {
    type Reader = blake2xb::Reader;

    fn finalize_xof(self) -> Self::Reader {
        self.finalize().expect("an implementation that passes its self-test")
    }
}

impl XofReader for blake2xb::Reader {
    fn read(&mut self, out: &mut [u8]) {
        self.fill(out).expect("as much output");
    }
}
