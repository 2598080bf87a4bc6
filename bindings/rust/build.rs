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

/// Rust's linker does not read objects that are the C compiler's own representation, so the last
/// word on that is no. (cc puts the flags of the environment last.)
fn no_lto() {
    let target = env::var("TARGET").unwrap_or_default();
    let names = [format!("CFLAGS_{target}"), format!("CFLAGS_{}", target.replace('-', "_"))];
    for name in names.iter().map(String::as_str).chain(["TARGET_CFLAGS", "HOST_CFLAGS", "CFLAGS"]) {
        let flags = env::var(name).unwrap_or_default();
        if flags.contains("-flto") {
            // SAFETY: there is one thread.
            unsafe { env::set_var(name, flags + " -fno-lto") };
        }
    }
}

fn main() {
    no_lto();
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
        .define("BLAKE2B_PEEK", None)
        .opt_level(2); // debug builds too: hashing without optimization is of no use
    let target = |name| env::var(name).unwrap_or_default();
    let (arch, os) = (target("CARGO_CFG_TARGET_ARCH"), target("CARGO_CFG_TARGET_OS"));
    if os == "uefi" {
        println!("cargo::error=target system uefi is not supported: its C compiler has no headers");
        return;
    }
    // The compiler must be the target's: another one's headers have integers of other widths.
    build.define("RUST_POINTER_WIDTH", target("CARGO_CFG_TARGET_POINTER_WIDTH").as_str());
    if matches!(os.as_str(), "none" | "unknown" | "zkvm") {
        build.define("BLAKE2B_FREESTANDING", None).define("BLAKE2B_FREESTANDING_ALL", None);
        build.flag_if_supported("-ffreestanding").include("src/freestanding");
    } else {
        // Otherwise a short call takes up to a twentieth longer, as the lines of the cache fall.
        build.flag_if_supported("-falign-functions=64");
    }
    // cc takes the soft-float ABI for systems without a name, rustc that of the CPU.
    if os == "none" && target("TARGET").starts_with("riscv64gc") {
        build.flag("-mabi=lp64d");
    }
    // MSVC and WebAssembly use the C code alone, and so do proof systems, which count instructions.
    if target("CARGO_CFG_TARGET_ENV") != "msvc" && !arch.starts_with("wasm") && os != "zkvm" {
        build.file(amalgamation.join("blake2b_asm.S"));
    }
    build.compile("blake2b_asm");
}
