// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! Beside the library's calls in C, blake2b_simd and blake2: the least of many runs, as a Markdown
//! table. All runs take turns for some seconds, so that other load on the machine meets all of them.
use blake2::{Blake2b512, Digest};
use blake2b_asm::{Hash, Params, State, blake2b, blake2bp::blake2bp, many};
use blake2b_simd::many::{HashManyJob, hash_many};
use std::{hint::black_box, time::Instant};

unsafe extern "C" {
    // Of src/check.c. The hash has room for 64 bytes, of each message.
    fn rust_blake2b_loop(
        hash: *mut u8,
        hashlen: usize,
        key: *const u8,
        keylen: usize,
        input: *const u8,
        len: usize,
        count: usize,
        states: i32,
    );
    fn rust_blake2b_many_loop(
        hash: *mut u8,
        input: *const u8,
        len: usize,
        messages: usize,
        count: usize,
    );
}

/// Some calls; returns the nanoseconds.
type Run = Box<dyn FnMut() -> f64>;

fn run<T>(mut work: impl FnMut() -> T + 'static) -> Option<Run> {
    Some(Box::new(move || {
        let start = Instant::now();
        black_box(&work());
        start.elapsed().as_nanos() as f64
    }))
}

const CALLS: usize = 1000;

fn calls<T>(mut work: impl FnMut() -> T + 'static) -> Option<Run> {
    run(move || {
        (0..CALLS).for_each(|_| {
            black_box(&work());
        })
    })
}

/// This crate, C, blake2b_simd, blake2; with the least of the figures so far.
struct Row {
    what: String,
    unit: &'static str,
    scale: f64,
    repeats: usize,
    runs: [(Option<Run>, f64); 4],
}

impl Row {
    /// Nanoseconds a call.
    fn short(what: String, runs: [Option<Run>; 4]) -> Self {
        let runs = runs.map(|run| (run, f64::INFINITY));
        Self { what, unit: "ns", scale: CALLS as f64, repeats: 40, runs }
    }

    fn long(what: String, runs: [Option<Run>; 4]) -> Self {
        Self { unit: "ms", scale: 1e6, repeats: 1, ..Self::short(what, runs) }
    }

    fn measure(&mut self) {
        for _ in 0..self.repeats {
            for (run, least) in &mut self.runs {
                *least = run.as_mut().map_or(*least, |run| least.min(run() / self.scale));
            }
        }
    }

    fn print(&self) {
        let unit = self.unit;
        let figure = |least: f64| {
            if least.is_finite() { format!("{least:.1} {unit}") } else { "-".into() }
        };
        let figures = self.runs.each_ref().map(|(_, least)| figure(*least));
        println!("| {} | {} |", self.what, figures.join(" | "));
    }
}

/// Of blake2b_simd, which needs memory for its jobs: allocated once.
fn simd_many<I: AsRef<[u8]>>(messages: &'static [I]) -> impl FnMut() {
    let params = blake2b_simd::Params::new();
    let mut jobs = Vec::with_capacity(messages.len());
    move || {
        jobs.clear();
        jobs.extend(messages.iter().map(|m| HashManyJob::new(&params, m.as_ref())));
        hash_many(&mut jobs);
        black_box(&jobs);
    }
}

fn zeros(n: usize) -> &'static [u8] {
    vec![0; n].leak()
}

/// Calls of C, or states.
fn in_c(
    length: usize,
    k: &'static [u8],
    m: &'static [u8],
    count: usize,
    states: bool,
) -> Option<Run> {
    let mut hash = [0; 64];
    run(move || unsafe {
        // SAFETY: of the declared lengths.
        let (out, key, from) = (hash.as_mut_ptr(), k.as_ptr(), m.as_ptr());
        rust_blake2b_loop(out, length, key, k.len(), from, m.len(), count, states.into())
    })
}

fn short(rows: &mut Vec<Row>) {
    for n in [1, 64, 128, 1024] {
        let m = zeros(n);
        let runs = [
            calls(|| blake2b(black_box(m))),
            in_c(64, &[], m, CALLS, false),
            calls(|| blake2b_simd::blake2b(black_box(m))),
            calls(move || Blake2b512::digest(black_box(m))),
        ];
        rows.push(Row::short(format!("{n} bytes, a call"), runs));
    }
    let (m, k) = (zeros(64), zeros(32));
    let runs = [
        calls(|| State::new().update(black_box(m)).finalize()),
        in_c(64, &[], m, CALLS, true),
        calls(|| blake2b_simd::State::new().update(black_box(m)).finalize()),
        calls(move || Blake2b512::new().chain_update(black_box(m)).finalize()),
    ];
    rows.push(Row::short("64 bytes, State".into(), runs));
    for (with, k) in [("", &k[..0]), (" with a key", k)] {
        let (mut ours, mut theirs) = (Params::new(), blake2b_simd::Params::new());
        ours.hash_length(32).key(k);
        theirs.hash_length(32).key(k);
        let (our, their) = (ours.clone(), theirs.clone());
        let runs = [
            calls(move || black_box(&our).hash(black_box(m)).unwrap()),
            in_c(32, k, m, CALLS, false),
            calls(move || black_box(&their).hash(black_box(m))),
            None,
        ];
        rows.push(Row::short(format!("64 bytes, Params::hash{with}"), runs));
        let runs = [
            calls(move || black_box(&ours).to_state().unwrap().update(black_box(m)).finalize()),
            in_c(32, k, m, CALLS, true),
            calls(move || black_box(&theirs).to_state().update(black_box(m)).finalize()),
            None,
        ];
        rows.push(Row::short(format!("64 bytes, to_state{with}"), runs));
    }
    for (count, n) in [(1, 64), (2, 64), (4, 64), (8, 64), (16, 64), (2, 128), (4, 128)] {
        rows.push(Row::short(format!("{count} messages of {n} bytes"), many_runs(count, n, CALLS)));
    }
    for count in [1, 2, 4] {
        let what = format!("{count} messages of 64 KiB");
        rows.push(Row { unit: "us", scale: 1e3, ..Row::short(what, many_runs(count, 1 << 16, 1)) });
    }
}

/// So many calls with COUNT messages of N bytes.
fn many_runs(count: usize, n: usize, times: usize) -> [Option<Run>; 4] {
    let messages: &[&[u8]] = vec![zeros(n); count].leak();
    let (mut hashes, mut out) = (vec![Hash::default(); count], vec![[0; 64]; count]);
    let (from, mut simd) = (zeros(count * n).as_ptr(), simd_many(messages));
    [
        run(move || {
            for _ in 0..times {
                many(black_box(messages), black_box(&mut hashes)).unwrap();
            }
        }),
        run(move || {
            // SAFETY: of the declared lengths.
            unsafe { rust_blake2b_many_loop(out.as_mut_ptr().cast(), from, n, count, times) }
        }),
        run(move || (0..times).for_each(|_| simd())),
        None,
    ]
}

fn long(rows: &mut Vec<Row>) {
    let big = &*vec![0; 64 << 20].leak();
    let runs = [
        run(|| blake2b(big)),
        in_c(64, &[], big, 1, false),
        run(|| blake2b_simd::blake2b(big)),
        run(move || Blake2b512::digest(big)),
    ];
    rows.push(Row::long("64 MiB".into(), runs));
    let runs = [run(|| blake2bp(big)), None, run(|| blake2b_simd::blake2bp::blake2bp(big)), None];
    rows.push(Row::long("64 MiB, BLAKE2bp".into(), runs));
    for (count, n) in [(10_000, 4096), (1_000_000, 64)] {
        let messages = &*vec![vec![0; n]; count].leak();
        let mut hashes = vec![Hash::default(); count];
        let runs = [
            run(move || many(messages, black_box(&mut hashes)).unwrap()),
            None,
            run(simd_many(messages)),
            run(move || {
                messages.iter().for_each(|m| {
                    black_box(Blake2b512::digest(m));
                })
            }),
        ];
        rows.push(Row::long(format!("{count} messages of {n} bytes"), runs));
    }
}

fn main() {
    let mut rows = Vec::new();
    short(&mut rows);
    long(&mut rows);
    for _ in 0..10 {
        rows.iter_mut().for_each(Row::measure);
    }
    println!("kernel: {:?}\n", blake2b_asm::implementation());
    println!("| | blake2b_asm | in C | blake2b_simd | blake2 |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    rows.iter().for_each(Row::print);
}
