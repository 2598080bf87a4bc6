// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! BLAKE2bp: another hash than BLAKE2b, made of four at once, faster for one long message.
use crate::{Error, Hash, OUTBYTES, ffi};

/// The length of a saved [`State`].
pub const SAVED_BYTES: usize = ffi::BP_SAVED;

/// The digest of 64 bytes of `input`. See [`digest`] for other lengths and keys.
pub fn blake2bp(input: &[u8]) -> Result<Hash, Error> {
    digest(input, OUTBYTES, &[])
}

/// A digest of `length` bytes, 1 to 64, with a key of up to 64 bytes; an empty key means unkeyed.
pub fn digest(input: &[u8], length: usize, key: &[u8]) -> Result<Hash, Error> {
    let mut hash = Hash::ZERO;
    let (room, p, n) = (hash.room(length), input.as_ptr(), input.len());
    // SAFETY: a hash has room for all lengths that are accepted.
    Error::check(unsafe { ffi::bp(room, length, p, n, key.as_ptr(), key.len()) })?;
    Ok(hash)
}

/// A BLAKE2bp in progress. A clone continues independently. Dropping it wipes it.
#[derive(Clone)]
pub struct State {
    raw: ffi::BpState,
    length: u8,
}

impl State {
    /// Begin a digest of `length` bytes, 1 to 64, with a key of up to 64 bytes.
    pub fn new(length: usize, key: &[u8]) -> Result<Self, Error> {
        let mut state = Self { raw: ffi::BpState::UNSET, length: length as u8 };
        // SAFETY: init accepts any contents.
        Error::check(unsafe { ffi::bp_init(&mut state.raw, length, key.as_ptr(), key.len()) })?;
        Ok(state)
    }

    /// Append `input`.
    pub fn update(&mut self, input: &[u8]) -> Result<&mut Self, Error> {
        // SAFETY: a slice cannot overlap what is borrowed mutably.
        Error::check(unsafe { ffi::bp_update(&mut self.raw, input.as_ptr(), input.len()) })?;
        Ok(self)
    }

    /// The digest of the input so far. The state may go on.
    pub fn finalize(&self) -> Result<Hash, Error> {
        let (mut copy, mut hash, n) = (self.raw.clone(), Hash::ZERO, self.length.into());
        // SAFETY: a hash has room for all lengths.
        Error::check(unsafe { ffi::bp_final(&mut copy, hash.room(n), n) })?;
        Ok(hash)
    }

    /// Save the hash. What is saved of a keyed hash is as secret as its key.
    pub fn export(&self) -> Result<[u8; SAVED_BYTES], Error> {
        let mut saved = [0; SAVED_BYTES];
        // SAFETY: the lengths are right.
        Error::check(unsafe { ffi::bp_export(&self.raw, saved.as_mut_ptr(), SAVED_BYTES) })?;
        Ok(saved)
    }

    /// Go on with what [`State::export`] saved, perhaps elsewhere.
    pub fn import(saved: &[u8]) -> Result<Self, Error> {
        let mut state = Self { raw: ffi::BpState::UNSET, length: 0 };
        // SAFETY: import checks the length.
        Error::check(unsafe { ffi::bp_import(&mut state.raw, saved.as_ptr(), saved.len()) })?;
        state.length = saved[9]; // blake2b.h describes the format
        Ok(state)
    }
}
