// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

#[cfg(any(test, feature = "std"))]
#[macro_use]
extern crate std;

use core::ffi::{CStr, c_int};
use core::fmt;
use core::mem::{ManuallyDrop, MaybeUninit, offset_of};

pub mod blake2bp;
pub mod blake2xb;
#[cfg(feature = "digest")]
pub mod digest;
mod ffi;
mod hash;

pub use hash::{Hash, Hex};

/// The longest digest, and the default.
pub const OUTBYTES: usize = 64;
/// The longest key.
pub const KEYBYTES: usize = 64;
/// The longest salt.
pub const SALTBYTES: usize = 16;
/// The longest personalization.
pub const PERSONALBYTES: usize = 16;
/// A block.
pub const BLOCKBYTES: usize = 128;
/// The length of a saved [`State`].
pub const SAVED_BYTES: usize = ffi::SAVED;
/// The length of the input of [`eip152`].
pub const EIP152_BYTES: usize = ffi::EIP152;

macro_rules! errors {
    ($($name:ident = $code:literal, $text:literal, $doc:literal;)*) => {
        /// What a call of the library refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Error {$(
            #[doc = $doc]
            $name = $code,
        )*}

        impl Error {
            fn check(code: c_int) -> Result<(), Self> {
                match code {
                    0 => Ok(()),
                    $($code => Err(Self::$name),)*
                    _ => Err(Self::State),
                }
            }
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(match self { $(Self::$name => $text,)* })
            }
        }
    };
}

errors! {
    Null = -1, "unexpected null argument", "An unexpected NULL argument. This crate passes none.";
    Length = -2, "length out of range", "A length is out of range, or two slices differ in length.";
    Params = -3, "parameter out of range", "A parameter is out of range.";
    State = -4, "invalid state", "The state was finalized already, or is damaged.";
    Startup = -5, "every implementation failed its self-test", "No implementation is in order.";
    Name = -6, "no such implementation for this CPU", "No such implementation, or not for this CPU.";
    Overlap = -7, "arguments overlap", "Arguments overlap. This crate passes none that do.";
    Saved = -8, "invalid saved state", "Not a saved state of this kind, or a damaged one.";
    Clock = -9, "no reliable clock", "No reliable clock.";
}

impl core::error::Error for Error {}

/// Overwrite secrets in a way that the compiler keeps.
#[inline]
fn wipe(bytes: &mut [u8]) {
    bytes.fill(0);
    core::hint::black_box(bytes);
}

/// No digest of `state`: aborts with the library's message.
#[cold]
fn fail(state: &State) -> ! {
    // SAFETY: a state, and room for every digest.
    unsafe { ffi::finish(state.clone().raw_mut(), [0; OUTBYTES].as_mut_ptr()) };
    unreachable!()
}

fn string(p: *const core::ffi::c_char) -> Option<&'static str> {
    // SAFETY: NULL, or a constant string of the library.
    (!p.is_null()).then(|| unsafe { CStr::from_ptr(p) }.to_str().unwrap_or_default())
}

/// The version of the library.
pub fn version() -> &'static str {
    // SAFETY: no arguments.
    string(unsafe { ffi::version() }).unwrap_or_default()
}

/// The name of the implementation in use, such as `avx2`; `None` if none passes its self-test.
pub fn implementation() -> Option<&'static str> {
    // SAFETY: no arguments.
    string(unsafe { ffi::implementation() })
}

/// Choose the implementation now. Each hash does so when needed.
pub fn startup() -> Result<(), Error> {
    // SAFETY: no arguments.
    Error::check(unsafe { ffi::startup() })
}

/// Use the implementation `name` in the whole process, or the automatic choice if `None`.
pub fn select(name: Option<&CStr>) -> Result<(), Error> {
    // SAFETY: NULL or a string.
    Error::check(unsafe { ffi::select(name.map_or(core::ptr::null(), CStr::as_ptr)) })
}

/// The digest of 64 bytes of `input`. Aborts if every implementation failed its self-test.
#[inline]
pub fn blake2b(input: &[u8]) -> Hash {
    let mut hash = Hash::ZERO;
    // SAFETY: a hash has room for 64 bytes.
    unsafe { ffi::blake2b(hash.room(OUTBYTES), input.as_ptr(), input.len()) };
    hash.by_words()
}

/// As [`Params::many`], with default parameters.
pub fn many<I: AsRef<[u8]>>(inputs: &[I], hashes: &mut [Hash]) -> Result<(), Error> {
    static DEFAULT: ffi::Params = ffi::Params::NEW;
    in_batches(inputs, hashes, OUTBYTES, |jobs, count| {
        // SAFETY: as in Params::many.
        unsafe { ffi::many(&DEFAULT, jobs, count) }
    })
}

/// Hand jobs to `call`, as many at a time as the stack has room for.
fn in_batches<I: AsRef<[u8]>>(
    inputs: &[I],
    hashes: &mut [Hash],
    digest_length: usize,
    call: impl Fn(*const ffi::Job, usize) -> c_int,
) -> Result<(), Error> {
    const BATCH: usize = 128; // all lanes are busy but at its end
    if inputs.len() != hashes.len() {
        return Err(Error::Length);
    }
    if inputs.is_empty() {
        return Error::check(call(core::ptr::null(), 0)); // the parameters may be out of range
    }
    // Not initialised: a call with two messages would take longer to clear it than to hash them.
    let mut jobs = [const { MaybeUninit::<ffi::Job>::uninit() }; BATCH];
    for (inputs, hashes) in inputs.chunks(BATCH).zip(hashes.chunks_mut(BATCH)) {
        for ((job, input), hash) in jobs.iter_mut().zip(inputs).zip(hashes) {
            let input = input.as_ref();
            job.write(ffi::Job {
                input: input.as_ptr(),
                len: input.len(),
                hash: hash.room(digest_length),
            });
        }
        // Only the jobs that were just written are read.
        Error::check(call(jobs.as_ptr().cast(), inputs.len()))?;
    }
    Ok(())
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($type:ty) $field:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, value: $type) -> &mut Self {
            self.raw.$field = value.into();
            self.simple = false;
            self
        }
    )*};
}

/// Writes `bytes`, padded with zeros; false if they do not fit.
fn padded(field: &mut [u8; 16], bytes: &[u8]) -> bool {
    *field = [0; 16];
    field.get_mut(..bytes.len()).map(|start| start.copy_from_slice(bytes)).is_some()
}

/// The parameters of a hash. Values out of range are reported when they are used.
#[derive(Clone)]
pub struct Params {
    raw: ffi::Params<'static>,
    salt_fits: bool,
    personal_fits: bool,
    simple: bool, // nothing but a length and a key was set: takes less time
    state: ManuallyDrop<State>, // what to_state then copies; it always has the key
}

impl Default for Params {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Params {
    fn drop(&mut self) {
        if self.raw.key_length > 0 {
            wipe(self.key_mut());
        }
    }
}

impl fmt::Debug for Params {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Params { .. }") // the key is secret
    }
}

impl Params {
    /// A digest of 64 bytes, no key, sequential.
    pub const fn new() -> Self {
        let mut state = State::new();
        state.block = MaybeUninit::zeroed();
        let (raw, state) = (ffi::Params::NEW, ManuallyDrop::new(state));
        Self { raw, salt_fits: true, personal_fits: true, simple: true, state }
    }

    /// With zeros behind it.
    fn key_mut(&mut self) -> &mut [u8; BLOCKBYTES] {
        // SAFETY: new() sets it.
        unsafe { self.state.block.assume_init_mut() }
    }

    /// Without a key there is no pointer to it, and nothing to copy.
    #[inline]
    fn with_raw<R>(&self, call: impl FnOnce(&ffi::Params<'_>) -> R) -> R {
        if self.raw.key_length == 0 {
            call(&self.raw)
        } else {
            // SAFETY: new() sets the block.
            let key = Some(unsafe { self.state.block.assume_init_ref() });
            call(&ffi::Params { key, ..self.raw })
        }
    }

    /// What does not fit is refused when it is used.
    fn fit(&mut self) -> &mut Self {
        let fits = self.salt_fits && self.personal_fits;
        self.raw.initialised = if fits { ffi::INITIALISED } else { 0 };
        self.simple = false;
        self
    }

    /// A key of up to 64 bytes. An empty key means unkeyed.
    pub fn key(&mut self, key: &[u8]) -> &mut Self {
        wipe(self.key_mut()); // of a longer one before
        self.raw.key_length = key.len(); // more than 64: refused when used
        self.state.set_lengths(self.raw.digest_length, key.len());
        if let Some(start) = self.key_mut().get_mut(..key.len()) {
            start.copy_from_slice(key);
        }
        self
    }

    /// A salt of up to 16 bytes, padded with zeros.
    pub fn salt(&mut self, salt: &[u8]) -> &mut Self {
        self.salt_fits = padded(&mut self.raw.salt, salt);
        self.fit()
    }

    /// A personalization of up to 16 bytes, padded with zeros.
    pub fn personal(&mut self, personal: &[u8]) -> &mut Self {
        self.personal_fits = padded(&mut self.raw.personal, personal);
        self.fit()
    }

    /// The length of the digest, 1 to 64.
    pub fn hash_length(&mut self, length: usize) -> &mut Self {
        self.raw.digest_length = length;
        self.state.set_lengths(length, self.raw.key_length);
        self
    }

    setters! {
        /// The fanout of a tree, 0 to 255; 0 means unlimited, 1 sequential.
        fanout(u8) fanout;
        /// The depth of a tree, 1 to 255; 1 means sequential.
        max_depth(u8) depth;
        /// The length of a leaf; 0 means unlimited.
        max_leaf_length(u32) leaf_length;
        /// The offset of the node.
        node_offset(u64) node_offset;
        /// The depth of the node; 0 means leaf.
        node_depth(u8) node_depth;
        /// Whether the node is the last one of its level.
        last_node(bool) last_node;
    }

    /// The length of inner digests, 0 to 64.
    pub fn inner_hash_length(&mut self, length: usize) -> &mut Self {
        self.raw.inner_length = length.try_into().unwrap_or(u32::MAX);
        self.simple = false;
        self
    }

    /// The digest of `input`.
    pub fn hash(&self, input: &[u8]) -> Result<Hash, Error> {
        let (mut hash, n, key) =
            (Hash::ZERO, self.raw.digest_length, self.state.block.as_ptr().cast());
        let (room, p, len) = (hash.room(n), input.as_ptr(), input.len());
        // SAFETY: the key lives as long as self, and of one that is too long only the length is
        // read; a hash has room for all lengths that are accepted.
        Self::check(if self.simple {
            unsafe { ffi::digest(room, n, p, len, key, self.raw.key_length) }
        } else {
            self.with_raw(|raw| unsafe { ffi::hash(raw, room, n, p, len) })
        })?;
        Ok(hash)
    }

    /// Other calls have an error of their own for lengths.
    fn check(code: c_int) -> Result<(), Error> {
        Error::check(code).map_err(|e| if e == Error::Length { Error::Params } else { e })
    }

    /// Begin a hash.
    #[inline]
    pub fn to_state(&self) -> Result<State, Error> {
        let (n, keylen) = (self.raw.digest_length, self.raw.key_length);
        let mut other = MaybeUninit::uninit();
        let State { length, h, block, end, .. } =
            if self.simple && (1..=OUTBYTES).contains(&n) && keylen <= KEYBYTES {
                &*self.state
            } else {
                self.begin(&mut other)?
            };
        Ok(State { filler: Filler::Zero, length: *length, h: *h, block: *block, end: *end })
    }

    #[inline(never)]
    fn begin<'a>(&self, state: &'a mut MaybeUninit<State>) -> Result<&'a State, Error> {
        let state = state.write(State::new());
        state.length = self.raw.digest_length as u64;
        // SAFETY: it accepts any contents of the state.
        Self::check(self.with_raw(|params| unsafe { ffi::init_params(state.raw_mut(), params) }))?;
        Ok(state)
    }

    /// Hash many messages side by side: `hashes[i]` is the digest of `inputs[i]`.
    ///
    /// The lengths may differ; neighbours of about the same length gain the most.
    /// [`Error::Length`] if the slices differ in length. On error the hashes are unspecified.
    pub fn many<I: AsRef<[u8]>>(&self, inputs: &[I], hashes: &mut [Hash]) -> Result<(), Error> {
        self.with_raw(|raw| {
            in_batches(inputs, hashes, raw.digest_length, |jobs, count| {
                // SAFETY: the slices that the jobs point to are borrowed until in_batches returns.
                unsafe { ffi::many(raw, jobs, count) }
            })
        })
    }
}

/// A hash in progress. A clone continues independently. Dropping it wipes it.
// After two words, this is the library's blake2b_state, so that a hash begins in place without a call;
// a test compares. A Result keeps its error in these words, so that it is no longer than a State, and
// no part takes more than 128 bytes: otherwise, calls would copy what to_state returns, twice.
#[derive(Clone)]
#[repr(C, align(16))]
pub struct State {
    filler: Filler,
    length: u64,
    h: MaybeUninit<[u8; 96]>, // the chaining value, the counter, the flags
    block: MaybeUninit<[u8; BLOCKBYTES]>,
    end: MaybeUninit<[u8; 16]>, // bytes in the block, length of the digest, last node, mark
}

#[derive(Clone)]
#[repr(u64)]
enum Filler {
    Zero,
}

/// `h` without a key, for 64 bytes: the IV xor the parameter block. As words, it would be stored word
/// by word, and the kernel's loads of two words would wait.
const START: [u8; 96] = *b"\
    \x48\xc9\xbd\xf2\x67\xe6\x09\x6a\x3b\xa7\xca\x84\x85\xae\x67\xbb\
    \x2b\xf8\x94\xfe\x72\xf3\x6e\x3c\xf1\x36\x1d\x5f\x3a\xf5\x4f\xa5\
    \xd1\x82\xe6\xad\x7f\x52\x0e\x51\x1f\x6c\x3e\x2b\x8c\x68\x05\x9b\
    \x6b\xbd\x41\xfb\xab\xd9\x83\x1f\x79\x21\x7e\x13\x19\xcd\xe0\x5b\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

impl Drop for State {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: bytes.
        unsafe { (&raw mut *self).write_bytes(0, 1) };
        core::hint::black_box(self);
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("State { .. }") // of a keyed hash it is secret
    }
}

impl State {
    /// Begin an unkeyed hash of 64 bytes. For others, see [`Params::to_state`].
    #[inline]
    pub const fn new() -> Self {
        Self {
            filler: Filler::Zero,
            length: OUTBYTES as u64,
            h: MaybeUninit::new(START),
            block: MaybeUninit::uninit(),
            end: MaybeUninit::new(*b"\0\x40\0\x5d\xb2\x8e\x13\xc7\x69\xfa\x94\0\0\0\0\0"),
        }
    }

    /// For one that is new but for these lengths; the key, in `block`, has zeros behind it.
    fn set_lengths(&mut self, hash: usize, key: usize) {
        // SAFETY: new() sets them.
        let (h, end) = unsafe { (self.h.assume_init_mut(), self.end.assume_init_mut()) };
        (h[0], h[1]) = (START[0] ^ 64 ^ hash as u8, START[1] ^ key as u8);
        (end[0], end[1]) = (if key > 0 { BLOCKBYTES as u8 } else { 0 }, hash as u8);
        self.length = hash as u64;
    }

    #[inline]
    fn raw(&self) -> *const ffi::State {
        // SAFETY: within the state.
        unsafe { (&raw const *self).byte_add(offset_of!(Self, h)).cast() }
    }

    #[inline]
    fn raw_mut(&mut self) -> *mut ffi::State {
        // SAFETY: as above.
        unsafe { (&raw mut *self).byte_add(offset_of!(Self, h)).cast() }
    }

    /// Append `input`. Aborts if every implementation failed its self-test.
    #[inline]
    pub fn update(&mut self, input: &[u8]) -> &mut Self {
        // SAFETY: the state is initialised; a slice cannot overlap what is borrowed mutably.
        unsafe { ffi::update(self.raw_mut(), input.as_ptr(), input.len()) };
        self
    }

    /// The digest of the input so far. The state may go on.
    #[inline]
    pub fn finalize(&self) -> Hash {
        let (mut hash, n) = (Hash::ZERO, self.length as usize);
        // SAFETY: the state is initialised, with a digest of this length.
        if unsafe { ffi::peek(self.raw(), hash.room(n), n) } != 0 {
            fail(self);
        }
        hash.by_words()
    }

    /// This is the last node of its level, if that is known only now.
    pub fn set_last_node(&mut self) -> Result<&mut Self, Error> {
        // SAFETY: the state is initialised.
        Error::check(unsafe { ffi::last_node(self.raw_mut()) })?;
        Ok(self)
    }

    /// As [`Params::many`], for messages that all continue from this state, which stays as it is.
    pub fn many_from<I: AsRef<[u8]>>(
        &self,
        inputs: &[I],
        hashes: &mut [Hash],
    ) -> Result<(), Error> {
        in_batches(inputs, hashes, self.length as usize, |jobs, count| {
            // SAFETY: as in Params::many; the state is initialised.
            unsafe { ffi::many_from(self.raw(), jobs, count) }
        })
    }

    /// Save the hash. What is saved of a keyed hash is as secret as its key.
    pub fn export(&self) -> Result<[u8; SAVED_BYTES], Error> {
        let mut saved = [0; SAVED_BYTES];
        // SAFETY: the lengths are right.
        Error::check(unsafe { ffi::export(self.raw(), saved.as_mut_ptr(), SAVED_BYTES) })?;
        Ok(saved)
    }

    /// Go on with what [`State::export`] saved, perhaps elsewhere.
    pub fn import(saved: &[u8]) -> Result<Self, Error> {
        let mut state = Self::new();
        // SAFETY: import checks the length.
        Error::check(unsafe { ffi::import(state.raw_mut(), saved.as_ptr(), saved.len()) })?;
        state.length = saved[9].into(); // blake2b.h describes the format
        Ok(state)
    }
}

/// The compression function F, with any number of rounds, in place. `t` is the counter, `last` and
/// `last_node` are the finalization flags. BLAKE2b has 12 rounds.
pub fn compress(
    h: &mut [u64; 8],
    block: &[u8; BLOCKBYTES],
    t: u128,
    last: bool,
    last_node: bool,
    rounds: u32,
) -> Result<(), Error> {
    let t = [t as u64, (t >> 64) as u64];
    let (h, block, last, node) = (h.as_mut_ptr(), block.as_ptr(), last.into(), last_node.into());
    // SAFETY: the types have the right lengths.
    Error::check(unsafe { ffi::compress(h, block, t.as_ptr(), last, node, rounds) })
}

/// F as Ethereum's precompile (EIP-152) encodes it: 213 bytes. Up to 2^32 - 1 rounds take
/// minutes. Charge for them first: their number is the first four bytes, big-endian.
pub fn eip152(input: &[u8]) -> Result<[u8; 64], Error> {
    let mut out = [0; 64];
    // SAFETY: eip152 checks the length.
    Error::check(unsafe { ffi::eip152(out.as_mut_ptr(), input.as_ptr(), input.len()) })?;
    Ok(out)
}

#[cfg(feature = "std")]
impl std::io::Write for State {
    fn write(&mut self, input: &[u8]) -> std::io::Result<usize> {
        self.update(input);
        Ok(input.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
