// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! Compiles the amalgamation: that of the package, which `make bindings` writes in a checkout, or one
//! that is generated from the checkout that LIBBLAKE2B_CHECKOUT names. Nothing else outside of the
//! package is read or run. Writes to OUT_DIR only.
use std::{env, path::PathBuf, process::Command};

const CHECKOUT: &str = "LIBBLAKE2B_CHECKOUT";

fn amalgamation() -> PathBuf {
    println!("cargo::rerun-if-env-changed={CHECKOUT}");
    let Some(checkout) = env::var_os(CHECKOUT).map(PathBuf::from) else {
        println!("cargo::rerun-if-changed=amalgamation");
        return "amalgamation".into();
    };
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap()).join("amalgamation");
    let generator = checkout.join("tools/amalgamate.py");
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let status = Command::new(python).arg(&generator).arg(&folder).arg("blake2b").status();
    assert!(status.is_ok_and(|s| s.success()), "{} failed", generator.display());
    println!("cargo::rerun-if-changed={}", checkout.join("app").display());
    println!("cargo::rerun-if-changed={}", generator.display());
    println!("cargo::rerun-if-env-changed=PYTHON");
    folder
}

fn main() {
    let amalgamation = amalgamation();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/check.c");
    if !amalgamation.join("blake2b.c").exists() {
        println!(
            "cargo::error=amalgamation/ is empty: run `make bindings` at the top of the checkout, or \
             set {CHECKOUT} to the path of a checkout (git dependencies, cargo vendor)"
        );
        return;
    }

    let mut build = cc::Build::new();
    build
        .file(amalgamation.join("blake2b.c"))
        .file("src/check.c")
        .include(&amalgamation)
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
        build.file(amalgamation.join("blake2b_asm.S"));
    }
    build.compile("blake2b_asm");
}
