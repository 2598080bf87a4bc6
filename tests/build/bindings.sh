#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Builds and tests the bindings for other languages as their users would, from a clean folder.
#
# Usage: tests/build/bindings.sh [python|rust|rust-tests]...
#   without an argument: python and rust
#   rust-tests: only the crate's tests, on this CPU
# shellcheck disable=SC2016 # the inner shell's
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
version=$(cat app/VERSION)
tap_prefix='bindings/'

# plant FOLDER...: a script of the generator's name that must not be run
plant() {
    for folder in "$@"; do
        mkdir -p "$folder"
        echo "open('$work/was-run', 'w')" >"$folder/amalgamate.py"
    done
}

not_run() {
    holds "$1: the build runs no script outside of its folder" \
        'it ran one that does not belong to it' [ ! -e "$work/was-run" ]
}

# step NAME COMMAND...: in the folder $place
step() {
    named=$1
    shift
    if (cd "$place" && "$@") >"$log" 2>&1; then
        pass "$named"
    else
        fail "$named" \
            "$(grep -E '^(error|ERROR|FAILED|E  |test .* FAILED|thread)' "$log" | head -n 3 |
            tr '\n' ' ')$(tail -n 1 "$log")"
        return 1
    fi
}
# without NAME COMMAND...: what a build without an amalgamation says
without() {
    said=$(cd "$place" && shift && "$@" 2>&1) && said='nothing: it succeeds'
    case $said in
    *'make bindings'*) pass "$1: without an amalgamation, an error says how to make one" ;;
    *) fail "$1: without an amalgamation" "$said" ;;
    esac
}

# A source archive and a wheel, each installed into its own environment and tested.
test_python() {
    ! lacks python python3 cc || return 0
    if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        skip "python: needs Python 3.11"
        return
    fi
    venv=$work/venv/bin
    if ! (python3 -m venv "$work/venv" && "$venv/pip" install -q build setuptools wheel pytest) \
        >"$log" 2>&1; then
        skip "python: no venv, or PyPI cannot be reached"
        return
    fi
    # As in a release: no build in the tree, no network for the build.
    copy_tree "$work/tree"
    place=$work/tree/bindings/python
    rm -rf "$place/amalgamation"/*
    without python "$venv/python" -m build --no-isolation -s -o "$work/empty"
    tried 'make bindings' make -s -C "$work/tree" bindings
    step python "$venv/python" -m build --no-isolation -o "$work/dist" || return
    check 'python: one wheel for all versions (abi3)' sh -c \
        'ls "$1"/blake2b_asm-"$2"-cp311-abi3-*.whl' - "$work/dist" "$version"
    rm -rf "$work/tree"
    # pip unpacks a source archive in a folder where others may write.
    plant "$work/tmp/tools" "$work/tmp/unpacked/tools" "$work/tools"
    mkdir -p "$work/tmp/unpacked"
    # The tests of the source archive expect vectors/ at its place in the tree.
    mkdir -p "$work/away/bindings/python" && cp -R "$top/vectors" "$work/away" &&
        cp -R "$top/bindings/python/tests" "$work/away/bindings/python"
    place=$work/away/bindings/python
    for kind in whl tar.gz; do
        tried "python: .$kind" env TMPDIR="$work/tmp" "$venv/pip" install -q --force-reinstall \
            --no-deps --no-build-isolation "$work"/dist/*."$kind" &&
            step "python: .$kind" "$venv/python" -m pytest -q tests
    done
    not_run python
    # The same wheel with the other versions that are here, and CPython's own tests of each. Those
    # without a global lock compile the source archive.
    for python in python3.11 python3.12 python3.13 python3.14 python3.13t python3.14t; do
        kind=whl
        [ "$python" = "${python%t}" ] || kind=tar.gz
        if ! $python -m venv "$work/$python" >"$log" 2>&1 ||
            ! "$work/$python/bin/pip" install -q pytest "$work"/dist/*.$kind >"$log" 2>&1; then
            skip "python: no $python with venv"
        else
            step "python: $python" "$work/$python/bin/python" -m pytest -q tests
        fi
    done
    check "python: the version is the library's" "$venv/python" -c \
        "import blake2b_asm, sys; sys.exit(blake2b_asm.__version__ != '$version')"
}

# Tests the crate for target $1, with C compiler $2, linker $3, and $4 to run programs; builds it if
# there is no linker. (For musl, rustc has its own C library: musl-gcc as the linker would add
# another.)
rust_target() {
    if ! rustc --print target-libdir --target "$1" 2>/dev/null | { read -r folder &&
        [ -d "$folder" ]; }; then
        skip "rust: $1: no standard library of Rust for it"
        return
    fi
    ! lacks "rust: $1" "$2" ${3:+"$3" "${4%% *}"} || return 0
    lower=$(echo "$1" | tr - _)
    upper=CARGO_TARGET_$(echo "$lower" | tr '[:lower:]' '[:upper:]')
    if [ -n "$3" ]; then
        step "rust: tests, $1" env "CC_$lower=$2" "${upper}_LINKER=$3" "${upper}_RUNNER=$4" \
            cargo test --offline --target "$1" --lib --tests
    else
        step "rust: build, $1" env "CC_$lower=$2" cargo build --offline --target "$1"
    fi
}

# Links tests/build/bare.rs for target $1, which has no operating system, with C compiler $2.
rust_bare() {
    if ! rustup target add "$1" >"$log" 2>&1 || ! command -v "$2" >/dev/null 2>&1; then
        skip "rust: $1: no standard library of Rust, or no $2"
        return
    fi
    step "rust: a program links, $1" env "CC_$(echo "$1" | tr - _)=$2" \
        RUSTFLAGS='-C relocation-model=static' cargo build --offline --release --target "$1"
}

# A program for targets without an operating system; Linux runs the one for x86-64.
test_bare() {
    place=$work/bare
    mkdir -p "$place/src"
    cp tests/build/bare.rs "$place/src/main.rs"
    printf '[package]\nname = "bare"\nedition = "2024"\n[dependencies]\n%s\n%s\n' \
        "blake2b-asm = { path = '$work/tree/bindings/rust' }" \
        '[profile.release]
panic = "abort"' >"$place/Cargo.toml"
    rust_bare riscv64gc-unknown-none-elf riscv64-unknown-elf-gcc
    rust_bare aarch64-unknown-none clang
    rust_bare thumbv6m-none-eabi arm-none-eabi-gcc
    rust_bare x86_64-unknown-none gcc
    [ -x "$place/target/x86_64-unknown-none/release/bare" ] || return
    check 'rust: the program without an operating system runs' sh -c \
        '"$1" | grep ^ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' - \
        "$place/target/x86_64-unknown-none/release/bare"
}

# The crate in a copy of the tree, then the package to be published, alone.
test_rust() {
    ! lacks rust cargo rustc python3 cc || return 0
    copy_tree "$work/tree"
    place=$work/tree/bindings/rust
    rm -rf "$place/target" "$place"/amalgamation/*
    plant "$work/tree/tools-kept"
    cp "$work/tree/tools/amalgamate.py" "$work/generator"
    cp "$work/tree/tools-kept/amalgamate.py" "$work/tree/tools"
    if ! (cd "$place" && cargo fetch) >"$log" 2>&1; then
        skip "rust: crates.io cannot be reached, or cargo is too old: $(grep error \
            "$log" | head -n 1)"
        return
    fi
    check "rust: the version is the library's" grep -q "^version = \"$version\"" "$place/Cargo.toml"
    without rust cargo build --offline
    not_run rust
    cp "$work/generator" "$work/tree/tools/amalgamate.py"
    step 'rust: generated from a checkout' env "LIBBLAKE2B_CHECKOUT=$top" cargo build --offline
    tried 'make bindings' make -s -C "$work/tree" bindings
    chmod -R a-w "$place/amalgamation"
    plant "$place/target/tools"
    step "rust: tests, with the documentation's" cargo test --offline --all-features || return
    step 'rust: C flags that ask for LTO' env CFLAGS='-O2 -flto=auto' cargo test --offline \
        --release --lib --target-dir "$work/lto"
    test_bare
    place=$work/tree/bindings/rust
    [ "$1" = all ] || return
    step 'rust: tests without features' cargo test --offline --lib --tests
    if cargo +nightly miri --version >/dev/null 2>&1; then
        step 'rust: miri, of what calls no C' cargo +nightly miri test --offline --lib \
            --target-dir target/miri hash::
    else
        skip 'rust: miri is not installed'
    fi
    step 'rust: the benchmark builds' cargo bench --offline --no-run
    step 'rust: the package builds on its own' cargo package --offline --allow-dirty
    not_run rust
    rust_target x86_64-unknown-linux-musl musl-gcc cc env
    rust_target aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc aarch64-linux-gnu-gcc \
        'qemu-aarch64 -L /usr/aarch64-linux-gnu'
    rust_target wasm32-unknown-unknown clang ''
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$place/Cargo.toml")
    if rustup run "$oldest" cargo --version >/dev/null 2>&1; then
        step "rust: build, Rust $oldest" rustup run "$oldest" cargo build --offline --features \
            std,digest --target-dir target/oldest
    else
        skip "rust: Rust $oldest is not installed"
    fi
}

[ $# -gt 0 ] || set -- python rust
for language in "$@"; do
    case $language in
    python) test_python ;;
    rust) test_rust all ;;
    rust-tests) test_rust tests ;;
    *) fail "$language: no such binding" ;;
    esac
done
finish
