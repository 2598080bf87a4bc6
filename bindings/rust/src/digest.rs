// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! The traits of the crate `digest` 0.11 (feature `digest`).
use crate::{Params, State};
use core::marker::PhantomData;
use digest::array::ArraySize;
use digest::consts::{U32, U64, U128};
use digest::typenum::{IsLessOrEqual, NonZero, True};
use digest::{FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};

/// BLAKE2b with a digest of `N` bytes.
#[derive(Clone)]
pub struct Blake2b<N>(State, PhantomData<N>);
/// BLAKE2b with a digest of 32 bytes.
pub type Blake2b256 = Blake2b<U32>;
/// BLAKE2b with a digest of 64 bytes.
pub type Blake2b512 = Blake2b<U64>;

/// Digest lengths: 1 to 64.
pub trait Length: ArraySize + NonZero + IsLessOrEqual<U64, Output = True> {}
impl<N: ArraySize + NonZero + IsLessOrEqual<U64, Output = True>> Length for N {}

impl<N: Length> Default for Blake2b<N> {
    fn default() -> Self {
        match Params::new().hash_length(N::USIZE).to_state() {
            Ok(state) => Self(state, PhantomData),
            Err(_) => unreachable!("the type ensures the length"),
        }
    }
}

impl<N> Update for Blake2b<N> {
    fn update(&mut self, input: &[u8]) {
        self.0.update(input);
    }
}

impl<N: Length> OutputSizeUser for Blake2b<N> {
    type OutputSize = N;
}

impl<N> digest::common::BlockSizeUser for Blake2b<N> {
    type BlockSize = U128;
}

impl<N: Length> FixedOutput for Blake2b<N> {
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
        out.copy_from_slice(self.0.finalize().as_bytes());
        self.reset();
    }
}

impl<N> HashMarker for Blake2b<N> {}
