// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! The test vectors of the library, and blake2b_simd.
use blake2b_asm::*;
use serde_json::Value;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

fn vectors(name: &str, least: usize, mut test: impl FnMut(&Value, &[u8], &[u8], &[u8], bool)) {
    let path = format!("{}/../../vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut seen = 0;
    for group in file["testGroups"].as_array().unwrap() {
        for t in group["tests"].as_array().unwrap() {
            let flags = t["flags"].as_array().unwrap();
            if flags.iter().any(|flag| flag == "Slow") {
                continue;
            }
            let mut msg = hex(&t["msg"]);
            if let Some(n) = t["msgLength"].as_u64() {
                msg = msg.iter().copied().cycle().take(n as usize).collect();
            }
            test(t, &msg, &hex(&t["key"]), &hex(&t["digest"]), t["result"] == "valid");
            seen += 1;
        }
    }
    assert!(seen >= least, "{name}: {seen} tests");
}

fn hex(v: &Value) -> Vec<u8> {
    let text = v.as_str().unwrap_or("").as_bytes().chunks(2);
    text.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn number(t: &Value, name: &str, default: u64) -> u64 {
    if t[name].is_null() { default } else { t[name].as_u64().unwrap_or(u64::MAX) }
}

fn data(n: usize) -> Vec<u8> {
    (0..n as u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect()
}

/// In pieces, saved and restored in between.
fn pieces(mut state: State, msg: &[u8]) -> Hash {
    for piece in msg.chunks(77) {
        state.update(piece);
        state = State::import(&state.export().unwrap()).unwrap();
    }
    state.finalize()
}

fn blake2b_test(t: &Value, msg: &[u8], key: &[u8], digest: &[u8], valid: bool) {
    let mut params = Params::new();
    params.hash_length(number(t, "digestSize", 64) as usize).key(key);
    if !t["salt"].is_null() {
        let (fanout, depth) = (t["fanout"].as_u64().unwrap(), t["depth"].as_u64().unwrap());
        let node_depth = t["nodeDepth"].as_u64().unwrap();
        if fanout > 255 || depth > 255 || node_depth > 255 {
            return; // the types rule it out
        }
        params
            .salt(&hex(&t["salt"]))
            .personal(&hex(&t["personal"]))
            .fanout(fanout as u8)
            .max_depth(depth as u8)
            .max_leaf_length(t["leafLength"].as_u64().unwrap().try_into().unwrap())
            .node_offset(u64::from_str_radix(t["nodeOffset"].as_str().unwrap(), 16).unwrap())
            .node_depth(node_depth as u8)
            .inner_hash_length(t["innerLength"].as_u64().unwrap() as usize)
            .last_node(t["lastNode"].as_bool().unwrap());
    }
    if digest.is_empty() {
        assert!(params.hash(msg).is_err() && params.to_state().is_err(), "{t}");
        assert!(params.many(&[msg], &mut [Hash::default()]).is_err(), "{t}");
        return;
    }
    let one = params.hash(msg).unwrap();
    assert_eq!(one == *digest, valid, "{t}");
    let mut hashes = [Hash::default(); 3];
    params.many(&[msg; 3], &mut hashes).unwrap();
    assert_eq!(hashes, [one; 3], "{t}");
    let state = params.to_state().unwrap();
    assert_eq!(pieces(state.clone(), msg), one, "{t}");
    let (start, rest) = msg.split_at(msg.len() / 3);
    let mut state = state;
    state.update(start).many_from(&[rest; 3], &mut hashes).unwrap();
    assert_eq!(hashes, [one; 3], "{t}");
    if t["lastNode"] == true {
        let mut later = params.last_node(false).to_state().unwrap();
        assert_eq!(later.update(msg).set_last_node().unwrap().finalize(), one, "{t}");
    }
}

#[test]
fn blake2b_vectors() {
    vectors("blake2b.json", 700, blake2b_test);
    vectors("blake2b-parameters.json", 200, blake2b_test);
}

#[test]
fn blake2bp_vectors() {
    vectors("blake2bp.json", 300, |t, msg, key, digest, valid| {
        let length = number(t, "digestSize", 64) as usize;
        if digest.is_empty() {
            assert!(blake2bp::digest(msg, length, key).is_err(), "{t}");
            assert!(blake2bp::State::new(length, key).is_err(), "{t}");
            return;
        }
        let one = blake2bp::digest(msg, length, key).unwrap();
        assert_eq!(one == *digest, valid, "{t}");
        let mut state = blake2bp::State::new(length, key).unwrap();
        for piece in msg.chunks(333) {
            state.update(piece).unwrap();
            state = blake2bp::State::import(&state.export().unwrap()).unwrap();
        }
        assert_eq!(state.finalize().unwrap(), one, "{t}");
    });
    assert_eq!(blake2bp::blake2bp(b"x").unwrap(), blake2bp::digest(b"x", 64, b"").unwrap());
}

#[test]
fn blake2xb_vectors() {
    vectors("blake2xb.json", 150, |t, msg, key, digest, valid| {
        let n = number(t, "xofLength", 0);
        let length = if n == 0xffff_ffff { None } else { u32::try_from(n).ok() };
        if digest.is_empty() {
            let refused = n > 0xffff_ffff || blake2xb::State::new(length, key).is_err();
            assert!(refused, "{t}");
            return;
        }
        let mut state = blake2xb::State::new(length, key).unwrap();
        for piece in msg.chunks(77) {
            state.update(piece).unwrap();
            state = blake2xb::State::import(&state.export().unwrap()).unwrap();
        }
        let mut reader = state.finalize().unwrap();
        let mut out = vec![0; digest.len()];
        for piece in out.chunks_mut(77) {
            reader.fill(piece).unwrap();
            if let Ok(saved) = reader.export() {
                assert!(blake2xb::State::import(&saved).is_err());
                reader = blake2xb::Reader::import(&saved).unwrap();
            }
        }
        assert_eq!(out == digest, valid, "{t}");
        if digest.len() as u64 == n {
            blake2xb::blake2xb(&mut out, msg, key).unwrap();
            assert_eq!(out == digest, valid, "{t}");
            assert!(reader.fill(&mut [0]).is_err(), "{t}");
        }
    });
    assert_eq!(blake2xb::State::new(Some(u32::MAX), b"").err(), Some(Error::Length));
}

#[test]
fn compression_vectors() {
    vectors("blake2b-f.json", 100, |t, _, _, digest, valid| {
        if t["h"].is_null() {
            let result = eip152(&hex(&t["input"]));
            assert_eq!(result.is_ok_and(|out| out == digest), valid, "{t}");
            return;
        }
        let words = |v| -> Vec<u64> {
            hex(v).chunks(8).map(|w| u64::from_le_bytes(w.try_into().unwrap())).collect()
        };
        let mut h: [u64; 8] = words(&t["h"]).try_into().unwrap();
        let m: [u8; 128] = hex(&t["m"]).try_into().unwrap();
        let counter = u128::from_le_bytes(hex(&t["t"]).try_into().unwrap());
        let (last, node) = (t["last"].as_bool().unwrap(), t["lastNode"].as_bool().unwrap());
        compress(&mut h, &m, counter, last, node, number(t, "rounds", 12) as u32).unwrap();
        let out: Vec<u8> = h.iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(out == digest, valid, "{t}");
    });
}

/// Counts what each thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        unsafe { System.dealloc(p, layout) }
    }
}

#[test]
fn no_allocation() {
    let all = data(300 * 64);
    let inputs: Vec<&[u8]> = all.chunks(64).collect();
    let (mut hashes, before) = ([Hash::default(); 300], ALLOCATIONS.get());
    assert!(before > 0);
    many(&inputs, &mut hashes).unwrap();
    let mut state = Params::new().key(b"key").to_state().unwrap();
    state.update(&all).many_from(&inputs, &mut hashes).unwrap();
    assert_eq!(ALLOCATIONS.get(), before);
    assert_eq!(inputs.to_vec().len(), 300);
    assert!(ALLOCATIONS.get() > before);
}

#[test]
fn like_blake2b_simd() {
    // More messages than a batch, of various lengths.
    let all = data(3000);
    for count in [0, 1, 127, 128, 129, 300] {
        let inputs: Vec<&[u8]> = (0..count).map(|i| &all[..i * 37 % 3000]).collect();
        let mut hashes = vec![Hash::default(); count];
        many(&inputs, &mut hashes).unwrap();
        for (input, hash) in inputs.iter().zip(&hashes) {
            assert_eq!(hash.as_bytes(), blake2b_simd::blake2b(input).as_bytes());
            assert_eq!(*hash, blake2b(input));
            assert_eq!(*hash, State::new().update(input).finalize());
            assert_eq!(&*hash.to_hex(), blake2b_simd::blake2b(input).to_hex().as_str());
        }
    }
}

/// A digest does not end the hash, whatever its buffer holds.
#[test]
fn digest_and_on() {
    const EMPTY: State = State::new();
    let (m, mut params) = (data(300), Params::new());
    let mut states = [EMPTY, params.key(&m[..64]).key(b"key").hash_length(20).to_state().unwrap()];
    for i in 0..m.len() {
        assert_eq!(states[0].finalize(), blake2b(&m[..i]));
        assert_eq!(states[1].finalize(), params.hash(&m[..i]).unwrap());
        for state in &mut states {
            state.update(&m[i..=i]);
        }
    }
}

#[test]
fn errors() {
    assert_eq!(Params::new().hash_length(0).hash(b"").err(), Some(Error::Params));
    for params in [
        Params::new().key(&[0; 65]),
        Params::new().salt(&[0; 17]),
        Params::new().personal(&[0; 17]),
        Params::new().hash_length(65),
        Params::new().hash_length(256 + 64),
        Params::new().max_depth(0),
        Params::new().inner_hash_length(65),
        Params::new().inner_hash_length(usize::MAX),
    ] {
        assert!(params.hash(b"").is_err() && params.to_state().is_err());
        assert!(params.many(&[b""], &mut [Hash::default()]).is_err());
    }
    let mut hashes = [Hash::default(); 2];
    assert_eq!(many(&[b""], &mut hashes), Err(Error::Length));
    assert_eq!(State::new().many_from(&[b""; 3], &mut hashes), Err(Error::Length));
    assert_eq!(blake2bp::State::new(0, b"").err(), Some(Error::Length));
    let mut saved = State::new().export().unwrap();
    saved[20] ^= 1;
    assert_eq!(State::import(&saved).err(), Some(Error::Saved));
    assert_eq!(State::import(b"").err(), Some(Error::Length));
    assert_eq!(select(Some(c"no such kernel")), Err(Error::Name));
    assert_eq!(Error::Name.to_string(), "no such implementation for this CPU");
}

/// Setting a parameter again heals it, and what is out of range is refused without inputs, too.
#[test]
fn parameters_again() {
    let mut p = Params::new();
    p.salt(&[1; 17]).personal(&[1; 17]);
    assert_eq!(p.hash(b""), Err(Error::Params));
    assert_eq!(p.many::<&[u8]>(&[], &mut []), Err(Error::Params));
    p.salt(&[1; 16]);
    assert_eq!(p.hash(b""), Err(Error::Params));
    p.personal(b"").key(&[1; 65]);
    assert!(p.hash(b"").is_err());
    p.key(&[2; 64]).key(&[]);
    assert_eq!(p.hash(b""), Params::new().salt(&[1; 16]).hash(b""));
    assert_eq!(p.many::<&[u8]>(&[], &mut []), Ok(()));
    // A key that is unset leaves no byte of it.
    let (at, bytes) = ((&raw const p).cast::<u8>(), size_of::<Params>());
    // SAFETY: bytes of P, none of which are padding between the fields that are searched.
    let left = (0..bytes).filter(|i| unsafe { at.add(*i).read() } == 2).count();
    assert!(left < 8, "{left} bytes");
}

#[test]
fn library() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    startup().unwrap();
    assert!(implementation().is_some());
    select(Some(c"generic")).or_else(|_| select(Some(c"generic/64"))).unwrap();
    assert!(implementation().unwrap().starts_with("generic"));
    select(None).unwrap();
    fn send_and_sync<T: Send + Sync>(_: T) {}
    send_and_sync((State::new(), Params::new(), blake2b(b"")));
}

#[cfg(feature = "std")]
#[test]
fn write() {
    let mut state = State::new();
    std::io::copy(&mut &data(5000)[..], &mut state).unwrap();
    assert_eq!(state.finalize(), blake2b(&data(5000)));
}

#[cfg(feature = "digest")]
#[test]
fn digest_traits() {
    use blake2::Digest;
    use blake2b_asm::digest::{Blake2b256, Blake2b512};
    let m = data(1000);
    assert_eq!(Blake2b512::digest(&m), blake2::Blake2b512::digest(&m));
    let mut hasher = Blake2b256::new();
    for _ in 0..2 {
        hasher.update(&m);
        assert_eq!(hasher.finalize_reset(), blake2::Blake2b256::digest(&m));
    }
}

/// RustCrypto's as well, and the library's own calls.
#[cfg(feature = "digest")]
#[test]
fn digest_mac() {
    use blake2::digest::consts::{U20, U64};
    use blake2::digest::{KeyInit, Mac};
    use blake2b_asm::digest::Blake2bMac;
    let m = data(1000);
    for key in [&m[..1], &m[3..35], &m[..64]] {
        let expected = Params::new().hash_length(20).key(key).hash(&m).unwrap();
        let mut mac = <Blake2bMac<U20> as KeyInit>::new_from_slice(key).unwrap();
        let mut other = <blake2::Blake2bMac<U20> as KeyInit>::new_from_slice(key).unwrap();
        Mac::update(&mut mac, &m);
        Mac::update(&mut other, &m);
        assert_eq!(other.finalize().into_bytes()[..], *expected.as_bytes());
        assert!(mac.clone().verify_slice(&[0; 20]).is_err());
        mac.clone().verify_slice(expected.as_bytes()).unwrap();
        assert_eq!(mac.finalize().into_bytes()[..], *expected.as_bytes());
    }
    let whole = <Blake2bMac<U64> as KeyInit>::new(m[..64].try_into().unwrap()).chain_update(&m);
    assert_eq!(
        whole.finalize().into_bytes()[..],
        *Params::new().key(&m[..64]).hash(&m).unwrap().as_bytes()
    );
    assert!(<Blake2bMac<U64> as KeyInit>::new_from_slice(b"").is_err());
    assert!(<Blake2bMac<U64> as KeyInit>::new_from_slice(&[0; 65]).is_err());
}

#[cfg(feature = "digest")]
#[test]
fn digest_xof() {
    use blake2::digest::{ExtendableOutput, Update, XofReader};
    let (m, mut expected, mut out) = (data(1000), [0; 300], [0; 300]);
    blake2xb::State::new(None, b"")
        .unwrap()
        .update(&m)
        .unwrap()
        .finalize()
        .unwrap()
        .fill(&mut expected)
        .unwrap();
    blake2xb::State::digest_xof(&m, &mut out);
    assert_eq!(out, expected);
    let mut state = blake2xb::State::new(Some(300), b"key").unwrap();
    Update::update(&mut state, &m);
    let mut reader = state.finalize_xof();
    out.chunks_mut(77).for_each(|piece| reader.read(piece));
    blake2xb::blake2xb(&mut expected, &m, b"key").unwrap();
    assert_eq!(out, expected);
    assert!(std::panic::catch_unwind(move || reader.read(&mut [0])).is_err());
}
