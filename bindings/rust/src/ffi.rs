// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! The calls and types of blake2b.h, by hand.
use core::ffi::{c_char, c_int, c_uint, c_ulong};
use core::mem::MaybeUninit;

pub const SAVED: usize = 236;
pub const BP_SAVED: usize = 1246;
pub const XB_SAVED: usize = 248;
pub const EIP152: usize = 213;
pub const UNKNOWN_LENGTH: usize = 0xffff_ffff;
pub const INITIALISED: c_ulong = 0x6232_6270;

macro_rules! states {
    ($($name:ident $bytes:literal),*) => {$(
        /// A call that begins a hash writes what the others read.
        #[repr(C, align(16))]
        #[derive(Clone)]
        pub struct $name(MaybeUninit<[u8; $bytes]>);

        impl $name {
            pub const UNSET: Self = Self(MaybeUninit::uninit());
        }

        impl Drop for $name {
            #[inline]
            fn drop(&mut self) {
                self.0.write([0; $bytes]);
                core::hint::black_box(&mut self.0);
            }
        }
    )*};
}
states!(BpState 1312, XbState 400);

/// `crate::State` has it.
pub enum State {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Params<'a> {
    pub digest_length: usize,
    pub key: Option<&'a [u8; 128]>,
    pub key_length: usize,
    pub salt: [u8; 16],
    pub personal: [u8; 16],
    pub fanout: c_uint,
    pub depth: c_uint,
    pub leaf_length: u32,
    pub node_offset: u64,
    pub node_depth: c_uint,
    pub inner_length: c_uint,
    pub last_node: c_int,
    pub initialised: c_ulong,
}

impl Params<'static> {
    pub const NEW: Self = Self {
        digest_length: 64,
        key: None,
        key_length: 0,
        salt: [0; 16],
        personal: [0; 16],
        fanout: 1,
        depth: 1,
        leaf_length: 0,
        node_offset: 0,
        node_depth: 0,
        inner_length: 0,
        last_node: 0,
        initialised: INITIALISED,
    };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Job {
    pub input: *const u8,
    pub len: usize,
    pub hash: *mut u8,
}

macro_rules! calls {
    ($($symbol:literal $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        unsafe extern "C" {
            $(#[link_name = $symbol]
            pub fn $name($($arg: $type),*) $(-> $result)?;)*
        }
    };
}

calls! {
    "rust_blake2b_version" version() -> *const c_char;
    "rust_blake2b_startup" startup() -> c_int;
    "rust_blake2b_implementation" implementation() -> *const c_char;
    "rust_blake2b_select" select(name: *const c_char) -> c_int;
    "rust_blake2b" blake2b(hash: *mut u8, input: *const u8, len: usize);
    "rust_blake2b_init_params" init_params(s: *mut State, p: *const Params) -> c_int;
    "rust_blake2b_update" update(s: *mut State, input: *const u8, len: usize);
    "rust_blake2b_final" finish(s: *mut State, hash: *mut u8);
    "rust_blake2b_peek" peek(s: *const State, hash: *mut u8, hashlen: usize) -> c_int;
    "rust_blake2b_last_node" last_node(s: *mut State) -> c_int;
    "rust_blake2b_hash" hash(
        p: *const Params, hash: *mut u8, hashlen: usize, input: *const u8, len: usize
    ) -> c_int;
    "rust_blake2b_digest" digest(
        hash: *mut u8, hashlen: usize, input: *const u8, len: usize, key: *const u8, keylen: usize
    ) -> c_int;
    "rust_blake2b_many" many(p: *const Params, jobs: *const Job, count: usize) -> c_int;
    "rust_blake2b_many_from" many_from(s: *const State, jobs: *const Job, count: usize) -> c_int;
    "rust_blake2b_export" export(s: *const State, saved: *mut u8, len: usize) -> c_int;
    "rust_blake2b_import" import(s: *mut State, saved: *const u8, len: usize) -> c_int;
    "rust_blake2bp" bp(
        hash: *mut u8, hashlen: usize, input: *const u8, len: usize, key: *const u8,
        keylen: usize
    ) -> c_int;
    "rust_blake2bp_init" bp_init(
        s: *mut BpState, hashlen: usize, key: *const u8, keylen: usize
    ) -> c_int;
    "rust_blake2bp_update" bp_update(s: *mut BpState, input: *const u8, len: usize) -> c_int;
    "rust_blake2bp_final" bp_final(s: *mut BpState, hash: *mut u8, hashlen: usize) -> c_int;
    "rust_blake2bp_export" bp_export(s: *const BpState, saved: *mut u8, len: usize) -> c_int;
    "rust_blake2bp_import" bp_import(s: *mut BpState, saved: *const u8, len: usize) -> c_int;
    "rust_blake2xb" xb(
        out: *mut u8, outlen: usize, input: *const u8, len: usize, key: *const u8, keylen: usize
    ) -> c_int;
    "rust_blake2xb_init" xb_init(
        s: *mut XbState, outlen: usize, key: *const u8, keylen: usize
    ) -> c_int;
    "rust_blake2xb_update" xb_update(s: *mut XbState, input: *const u8, len: usize) -> c_int;
    "rust_blake2xb_final" xb_final(s: *mut XbState) -> c_int;
    "rust_blake2xb_squeeze" xb_squeeze(s: *mut XbState, out: *mut u8, outlen: usize) -> c_int;
    "rust_blake2xb_export" xb_export(s: *const XbState, saved: *mut u8, len: usize) -> c_int;
    "rust_blake2xb_import" xb_import(s: *mut XbState, saved: *const u8, len: usize) -> c_int;
    "rust_blake2b_compress" compress(
        h: *mut u64, block: *const u8, t: *const u64, last: c_int, last_node: c_int, rounds: u32
    ) -> c_int;
    "rust_blake2b_eip152" eip152(out: *mut u8, input: *const u8, len: usize) -> c_int;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, State};
    use core::mem::{offset_of, size_of};

    unsafe extern "C" {
        static rust_blake2b_layout: [usize; 36];
        static rust_blake2b_layout_count: usize;
        fn rust_blake2b_digest_init(
            s: *mut super::State,
            n: usize,
            key: *const u8,
            keylen: usize,
        ) -> c_int;
    }

    /// Sizes, offsets and constants are those that the C compiler found in blake2b.h.
    #[test]
    #[rustfmt::skip]
    fn layout() {
        let errors = [
            Error::Null, Error::Length, Error::Params, Error::State, Error::Startup, Error::Name,
            Error::Overlap, Error::Saved, Error::Clock,
        ];
        let mut here = vec![
            size_of::<State>() - offset_of!(State, h), size_of::<BpState>(), size_of::<XbState>(),
            SAVED, BP_SAVED, XB_SAVED, EIP152, UNKNOWN_LENGTH, INITIALISED as usize,
            size_of::<Job>(), offset_of!(Job, input), offset_of!(Job, len), offset_of!(Job, hash),
            size_of::<Params>(), offset_of!(Params, digest_length), offset_of!(Params, key),
            offset_of!(Params, key_length), offset_of!(Params, salt), offset_of!(Params, personal),
            offset_of!(Params, fanout), offset_of!(Params, depth), offset_of!(Params, leaf_length),
            offset_of!(Params, node_offset), offset_of!(Params, node_depth),
            offset_of!(Params, inner_length), offset_of!(Params, last_node),
            offset_of!(Params, initialised),
        ];
        here.extend(errors.map(|e| -(e as c_int) as usize));
        // SAFETY: constants of src/check.c.
        unsafe {
            assert_eq!(rust_blake2b_layout_count, here.len());
            assert_eq!(rust_blake2b_layout.as_slice(), here);
        }
        let codes = (1..=9).map(|code| Error::check(-code).unwrap_err());
        assert!(codes.eq(errors));
    }

    /// A hash begins as it does in C.
    #[test]
    fn begin() {
        let key = [7; 64];
        for (n, k) in (1..=64).flat_map(|n| [(n, 0), (n, n), (n, 64)]) {
            let ours = crate::Params::new().hash_length(n).key(&key[..k]).to_state().unwrap();
            let mut other = State::new();
            // SAFETY: both begin here; a block is only set by a key.
            unsafe {
                assert_eq!(rust_blake2b_digest_init(other.raw_mut(), n, key.as_ptr(), k), 0);
                assert_eq!(ours.h.assume_init(), other.h.assume_init());
                assert!(k == 0 || ours.block.assume_init() == other.block.assume_init());
                assert_eq!(ours.end.assume_init(), other.end.assume_init());
            }
        }
    }
}
