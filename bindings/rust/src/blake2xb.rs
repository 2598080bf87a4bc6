// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! BLAKE2Xb: output of any length.
use crate::{Error, ffi};

/// The length of a saved [`State`] or [`Reader`].
pub const SAVED_BYTES: usize = ffi::XB_SAVED;

/// Fill `out`, of 1 to 2^32 - 2 bytes. Another length gives another hash altogether.
/// The key is of up to 64 bytes; an empty key means unkeyed.
pub fn blake2xb(out: &mut [u8], input: &[u8], key: &[u8]) -> Result<(), Error> {
    let (p, n) = (out.as_mut_ptr(), out.len());
    // SAFETY: slices.
    Error::check(unsafe { ffi::xb(p, n, input.as_ptr(), input.len(), key.as_ptr(), key.len()) })
}

/// A BLAKE2Xb that takes input. A clone continues independently. Dropping it wipes it.
#[derive(Clone)]
pub struct State(ffi::XbState);

/// A BLAKE2Xb that gives output. A clone continues independently. Dropping it wipes it.
#[derive(Clone)]
pub struct Reader(ffi::XbState);

impl State {
    /// Begin a hash of `length` bytes, 1 to 2^32 - 2, or of unknown length, with a key of up to 64
    /// bytes. The output of unknown length ends after 2^38 bytes.
    pub fn new(length: Option<u32>, key: &[u8]) -> Result<Self, Error> {
        if length == Some(u32::MAX) {
            return Err(Error::Length); // this number means unknown to the library
        }
        let length = length.map_or(ffi::UNKNOWN_LENGTH, |n| n as usize);
        let mut state = Self(ffi::XbState::UNSET);
        // SAFETY: init accepts any contents.
        Error::check(unsafe { ffi::xb_init(&mut state.0, length, key.as_ptr(), key.len()) })?;
        Ok(state)
    }

    /// Append `input`.
    pub fn update(&mut self, input: &[u8]) -> Result<&mut Self, Error> {
        // SAFETY: a slice cannot overlap what is borrowed mutably.
        Error::check(unsafe { ffi::xb_update(&mut self.0, input.as_ptr(), input.len()) })?;
        Ok(self)
    }

    /// The output of the input so far. The state may go on.
    pub fn finalize(&self) -> Result<Reader, Error> {
        let mut copy = self.0.clone();
        // SAFETY: a state.
        Error::check(unsafe { ffi::xb_final(&mut copy) })?;
        Ok(Reader(copy))
    }

    /// Save the hash. What is saved of a keyed hash is as secret as its key.
    pub fn export(&self) -> Result<[u8; SAVED_BYTES], Error> {
        export(&self.0)
    }

    /// Go on with what [`State::export`] saved, perhaps elsewhere.
    pub fn import(saved: &[u8]) -> Result<Self, Error> {
        Ok(Self(import(saved, 3)?))
    }
}

impl Reader {
    /// The next bytes of output. [`Error::Length`] if there are not as many.
    pub fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        // SAFETY: a slice cannot overlap what is borrowed mutably.
        Error::check(unsafe { ffi::xb_squeeze(&mut self.0, out.as_mut_ptr(), out.len()) })
    }

    /// Save the output's position. What is saved of a keyed hash is secret.
    pub fn export(&self) -> Result<[u8; SAVED_BYTES], Error> {
        export(&self.0)
    }

    /// Go on with what [`Reader::export`] saved, perhaps elsewhere.
    pub fn import(saved: &[u8]) -> Result<Self, Error> {
        Ok(Self(import(saved, 4)?))
    }
}

fn export(state: &ffi::XbState) -> Result<[u8; SAVED_BYTES], Error> {
    let mut saved = [0; SAVED_BYTES];
    // SAFETY: the lengths are right.
    Error::check(unsafe { ffi::xb_export(state, saved.as_mut_ptr(), SAVED_BYTES) })?;
    Ok(saved)
}

fn import(saved: &[u8], kind: u8) -> Result<ffi::XbState, Error> {
    let mut state = ffi::XbState::UNSET;
    // SAFETY: import checks the length.
    Error::check(unsafe { ffi::xb_import(&mut state, saved.as_ptr(), saved.len()) })?;
    if saved[8] == kind { Ok(state) } else { Err(Error::Saved) } // blake2b.h describes the format
}
