// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
use core::{fmt, hint::black_box, mem::size_of, ops::Deref};

/// A digest of up to 64 bytes. Comparison takes the same time whatever the bytes are.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Hash {
    bytes: [u8; 64],
    length: usize, // copies are then of whole words
}

impl Hash {
    pub(crate) const ZERO: Self = Self { bytes: [0; 64], length: 0 };

    /// Room for a digest, which is 64 bytes whatever the length. The library refuses longer ones.
    #[inline]
    pub(crate) fn room(&mut self, length: usize) -> *mut u8 {
        self.length = length.min(64);
        self.bytes.as_mut_ptr()
    }

    /// Itself, word by word, as the library wrote it: a longer load would wait for the stores.
    #[inline]
    pub(crate) fn by_words(&self) -> Self {
        let mut copy = Self::ZERO;
        let (from, to) =
            ((&raw const self.bytes).cast::<usize>(), (&raw mut copy.bytes).cast::<usize>());
        for i in 0..64 / size_of::<usize>() {
            // SAFETY: the words of the bytes, which come first.
            unsafe { to.add(i).write(from.add(i).read_volatile()) };
        }
        copy.length = self.length;
        copy
    }

    /// The digest.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The digest in hexadecimal.
    pub fn to_hex(&self) -> Hex {
        let mut hex = Hex { text: [0; 128], length: 2 * self.length };
        for (pair, byte) in hex.text.chunks_mut(2).zip(self.as_bytes()) {
            pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
            pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
        }
        hex
    }
}

/// Empty, to be filled by `many`.
impl Default for Hash {
    fn default() -> Self {
        Self::ZERO
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq<[u8]> for Hash {
    fn eq(&self, other: &[u8]) -> bool {
        let differ = self.as_bytes().iter().zip(other).fold(0, |d, (a, b)| black_box(d | (a ^ b)));
        self.as_bytes().len() == other.len() && differ == 0
    }
}

impl PartialEq for Hash {
    fn eq(&self, other: &Self) -> bool {
        *self == *other.as_bytes()
    }
}

impl Eq for Hash {}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Hash({})", &*self.to_hex())
    }
}

/// A digest in hexadecimal: a string without allocation.
#[derive(Clone, Copy)]
pub struct Hex {
    text: [u8; 128],
    length: usize,
}

impl Hex {
    /// The text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.text[..self.length]).unwrap_or_default()
    }
}

impl Deref for Hex {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// No call of the library: miri can run these.
#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn text_and_comparison() {
        for length in [0, 1, 20, 64] {
            let mut a = Hash::ZERO;
            a.room(length);
            (0..64).for_each(|i| a.bytes[i] = (i as u8).wrapping_mul(37));
            let expected: std::string::String =
                (0..length).map(|i| format!("{:02x}", (i as u8).wrapping_mul(37))).collect();
            assert_eq!(a.to_hex().to_string(), expected);
            assert_eq!(a, *a.as_ref());
            for i in 0..64 {
                let mut b = a;
                b.bytes[i] ^= 0x80;
                assert_eq!(a == b, i >= length);
            }
            let mut longer = a;
            longer.room(length + 1);
            assert_eq!(a == longer, length == 64); // room() has 64 bytes at most
        }
    }
}
