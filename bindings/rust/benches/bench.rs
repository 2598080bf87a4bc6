// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! Beside blake2b_simd and blake2: the minimum of several runs, as a Markdown table.
use blake2::{Blake2b512, Digest};
use blake2b_asm::{Hash, State, blake2b, blake2bp::blake2bp, many};
use std::{hint::black_box, time::Instant};

unsafe extern "C" {
    fn rust_blake2b_loop(hash: *mut u8, input: *const u8, len: usize, count: usize);
}

/// Nanoseconds a call.
fn least<T>(calls: usize, repeats: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut run = || {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(&work());
        }
        start.elapsed().as_nanos() as f64 / calls as f64
    };
    (0..repeats).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn row(what: &str, unit: &str, scale: f64, figures: [f64; 3]) {
    let [a, b, c] = figures.map(|ns| ns / scale);
    let c = if c.is_nan() { "-".into() } else { format!("{c:.1} {unit}") };
    println!("| {what} | {a:.1} {unit} | {b:.1} {unit} | {c} |");
}

fn main() {
    println!(
        "kernel: {:?}\n\n| | blake2b_asm | blake2b_simd | blake2 |",
        blake2b_asm::implementation()
    );
    println!("| --- | ---: | ---: | ---: |");
    for n in [1, 64, 1024] {
        let m = vec![0; n];
        let figures = [
            least(20000, 15, || blake2b(black_box(&m))),
            least(20000, 15, || blake2b_simd::blake2b(black_box(&m))),
            least(20000, 15, || Blake2b512::digest(black_box(&m))),
        ];
        row(&format!("{n} bytes, a call"), "ns", 1.0, figures);
        let mut hash = [0; 64];
        // SAFETY: the loop of src/check.c calls blake2b, which writes 64 bytes.
        let c = least(1, 15, || unsafe {
            rust_blake2b_loop(hash.as_mut_ptr(), black_box(&m).as_ptr(), n, 20000)
        }) / 20000.0;
        eprintln!("{n} bytes: Rust {:.2} ns, C {c:.2} ns, {:+.2} ns", figures[0], figures[0] - c);
    }
    let m = vec![0; 64];
    let figures = [
        least(20000, 15, || State::new().update(black_box(&m)).finalize()),
        least(20000, 15, || blake2b_simd::State::new().update(black_box(&m)).finalize()),
        least(20000, 15, || Blake2b512::new().chain_update(black_box(&m)).finalize()),
    ];
    row("64 bytes, State", "ns", 1.0, figures);
    for count in [1, 2, 4, 8, 16] {
        let messages = vec![[0; 64]; count];
        let mut hashes = vec![Hash::default(); count];
        let params = blake2b_simd::Params::new();
        let figures = [
            least(20000, 15, || many(&messages, black_box(&mut hashes)).unwrap()),
            least(20000, 15, || {
                let mut jobs: Vec<_> = (0..count)
                    .map(|i| blake2b_simd::many::HashManyJob::new(&params, &messages[i]))
                    .collect();
                blake2b_simd::many::hash_many(&mut jobs);
                black_box(jobs);
            }),
            f64::NAN,
        ];
        row(&format!("{count} messages of 64 bytes"), "ns", 1.0, figures);
    }
    let big = vec![0; 64 << 20];
    let simd = least(1, 3, || blake2b_simd::blake2b(&big));
    let crypto = least(1, 3, || Blake2b512::digest(&big));
    row("64 MiB", "ms", 1e6, [least(1, 3, || blake2b(&big)), simd, crypto]);
    let simd = least(1, 3, || blake2b_simd::blake2bp::blake2bp(&big));
    row("64 MiB, BLAKE2bp", "ms", 1e6, [least(1, 3, || blake2bp(&big)), simd, f64::NAN]);
    for (count, n) in [(10_000, 4096), (1_000_000, 64)] {
        let messages = vec![vec![0; n]; count];
        let mut hashes = vec![Hash::default(); count];
        let params = blake2b_simd::Params::new();
        row(
            &format!("{count} messages of {n} bytes"),
            "ms",
            1e6,
            [
                least(1, 5, || many(&messages, black_box(&mut hashes)).unwrap()),
                least(1, 5, || {
                    let mut jobs: Vec<_> = messages
                        .iter()
                        .map(|m| blake2b_simd::many::HashManyJob::new(&params, m))
                        .collect();
                    blake2b_simd::many::hash_many(&mut jobs);
                    black_box(jobs);
                }),
                least(1, 5, || {
                    for m in &messages {
                        black_box(Blake2b512::digest(m));
                    }
                }),
            ],
        );
    }
}
