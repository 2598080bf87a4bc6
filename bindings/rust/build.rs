// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! Compiles the amalgamation, which a checkout makes first (tools/amalgamate.py).
use std::{env, path::Path, process::Command};

fn main() {
    let generator = Path::new("../../tools/amalgamate.py");
    if generator.exists() {
        let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
        let status = Command::new(python).arg(generator).args(["amalgamation", "blake2b"]).status();
        assert!(status.is_ok_and(|s| s.success()), "{} failed", generator.display());
        println!("cargo::rerun-if-changed=../../app");
        println!("cargo::rerun-if-changed=../../tools/amalgamate.py");
        println!("cargo::rerun-if-env-changed=PYTHON");
    } else {
        println!("cargo::rerun-if-changed=amalgamation");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/check.c");
    assert!(Path::new("amalgamation/blake2b.c").exists(), "amalgamation/ is empty: see README.md");

    let mut build = cc::Build::new();
    build
        .files(["amalgamation/blake2b.c", "src/check.c"])
        .include("amalgamation")
        .define("BLAKE2B_API", "")
        .define("BLAKE2B_SYMBOL_PREFIX", "rust_")
        .opt_level(2); // debug builds too: hashing without optimization is of no use
    let target = |name| env::var(name).unwrap_or_default();
    if matches!(target("CARGO_CFG_TARGET_OS").as_str(), "none" | "unknown") {
        build.define("BLAKE2B_FREESTANDING", None);
    }
    // MSVC and WebAssembly use the C code alone.
    if target("CARGO_CFG_TARGET_ENV") != "msvc"
        && !target("CARGO_CFG_TARGET_ARCH").starts_with("wasm")
    {
        build.file("amalgamation/blake2b_asm.S");
    }
    build.compile("blake2b_asm");
}
