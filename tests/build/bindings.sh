#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Builds and tests the bindings for other languages as their users would, from a clean folder.
#
# Usage: tests/build/bindings.sh [python|rust|rust-tests]...
#   without an argument: python and rust
#   rust-tests: only the crate's tests, on this CPU
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
version=$(cat app/VERSION)

# plant FOLDER...: a script of the generator's name that must not be run
plant() {
    for folder in "$@"; do
        mkdir -p "$folder"
        echo "open('$work/was-run', 'w')" >"$folder/amalgamate.py"
    done
}

not_run() {
    if [ -e "$work/was-run" ]; then
        fail "$1: the build ran a script that does not belong to it"
        rm "$work/was-run"
    else
        pass "$1: the build runs no script outside of its folder"
    fi
}

# A source archive and a wheel, each installed into its own environment and tested.
test_python() {
    tool=$(missing python3 cc)
    if [ -n "$tool" ]; then
        skip "bindings/python: $tool is not installed"
        return
    fi
    if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        skip "bindings/python: needs Python 3.11"
        return
    fi
    if ! (python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q build setuptools wheel \
        pytest) >"$work/log" 2>&1; then
        skip "bindings/python: no venv, or PyPI cannot be reached"
        return
    fi
    # As in a release: no build in the tree, no network for the build.
    copy_tree "$work/tree"
    rm -rf "$work/tree/bindings/python/amalgamation"/*
    if (cd "$work/tree/bindings/python" && "$work/venv/bin/python" -m build --no-isolation -s \
        -o "$work/empty") >"$work/log" 2>&1 || ! grep -q 'make bindings' "$work/log"; then
        fail "bindings/python: without an amalgamation: $(tail -n 1 "$work/log")"
    else
        pass 'bindings/python: without an amalgamation, an error says how to make one'
    fi
    make -s -C "$work/tree" bindings >"$work/log" 2>&1 || fail "make bindings: $(tail -n 1 "$work/log")"
    if (cd "$work/tree/bindings/python" && "$work/venv/bin/python" -m build --no-isolation \
        -o "$work/dist") >"$work/log" 2>&1; then
        pass "bindings/python: $(cd "$work/dist" && echo *)"
    else
        fail "bindings/python: build: $(tail -n 3 "$work/log" | tr '\n' ' ')"
        return
    fi
    case $(cd "$work/dist" && echo *.whl) in
    blake2b_asm-"$version"-cp311-abi3-*.whl) pass \
        'bindings/python: one wheel for all versions (abi3)' ;;
    *) fail "bindings/python: the wheel is $(cd "$work/dist" && echo *.whl)" ;;
    esac
    rm -rf "$work/tree"
    # pip unpacks a source archive in a folder where others may write.
    plant "$work/tmp/tools" "$work/tmp/unpacked/tools" "$work/tools"
    mkdir -p "$work/tmp/unpacked"
    # The tests of the source archive expect vectors/ at its place in the tree.
    mkdir -p "$work/away/bindings/python" && cp -R "$top/vectors" "$work/away" &&
        cp -R "$top/bindings/python/tests" "$work/away/bindings/python"
    for kind in whl tar.gz; do
        if TMPDIR=$work/tmp "$work/venv/bin/pip" install -q --force-reinstall --no-deps --no-build-isolation \
            "$work"/dist/*."$kind" >"$work/log" 2>&1 &&
            (cd "$work/away/bindings/python" && "$work/venv/bin/python" -m pytest -q tests) \
                >"$work/log" 2>&1; then
            pass "bindings/python: .$kind: $(tail -n 1 "$work/log")"
        else
            fail "bindings/python: .$kind: $(grep -E '^(FAILED|ERROR|E  )' "$work/log" |
                head -n 3 | tr '\n' ' ')$(tail -n 1 "$work/log")"
        fi
    done
    not_run bindings/python
    # The same wheel with the other versions that are here, and CPython's own tests of each. Those
    # without a global lock compile the source archive.
    for python in python3.11 python3.12 python3.13 python3.14 python3.13t python3.14t; do
        kind=whl
        [ "$python" = "${python%t}" ] || kind=tar.gz
        if ! $python -m venv "$work/$python" >"$work/log" 2>&1 ||
            ! "$work/$python/bin/pip" install -q pytest "$work"/dist/*.$kind >"$work/log" 2>&1; then
            skip "bindings/python: no $python with venv"
        elif (cd "$work/away/bindings/python" && "$work/$python/bin/python" -m pytest -q tests) \
            >"$work/log" 2>&1; then
            pass "bindings/python: $python: $(tail -n 1 "$work/log")"
        else
            fail "bindings/python: $python: $(grep -E '^(FAILED|ERROR|E  )' "$work/log" |
                head -n 3 | tr '\n' ' ')"
        fi
    done
    if "$work/venv/bin/python" \
        -c "import blake2b_asm, sys; sys.exit(blake2b_asm.__version__ != '$version')"; then
        pass 'bindings/python: the version is the library'"'"'s'
    else
        fail 'bindings/python: another version than the library'
    fi
}

# One step of test_rust: its name, and a command to run in the crate.
rust_step() {
    name=$1
    shift
    if (cd "$crate" && "$@") >"$work/log" 2>&1; then
        pass "bindings/rust: $name"
    else
        fail "bindings/rust: $name: $(grep -E '^(error|test .* FAILED|thread)' "$work/log" |
            head -n 3 | tr '\n' ' ')"
        return 1
    fi
}

# Tests the crate for target $1, with C compiler $2, linker $3, and $4 to run programs; builds it if
# there is no linker. (For musl, rustc has its own C library: musl-gcc as the linker would add
# another.)
rust_target() {
    if ! rustc --print target-libdir --target "$1" 2>/dev/null | { read -r folder &&
        [ -d "$folder" ]; }; then
        skip "bindings/rust: $1: no standard library of Rust for it"
        return
    fi
    tool=$(missing "$2" ${3:+"$3" "${4%% *}"})
    if [ -n "$tool" ]; then
        skip "bindings/rust: $1: $tool is not installed"
        return
    fi
    lower=$(echo "$1" | tr - _)
    upper=CARGO_TARGET_$(echo "$lower" | tr '[:lower:]' '[:upper:]')
    if [ -n "$3" ]; then
        rust_step "tests, $1" env "CC_$lower=$2" "${upper}_LINKER=$3" "${upper}_RUNNER=$4" \
            cargo test --offline --target "$1" --lib --tests
    else
        rust_step "build, $1" env "CC_$lower=$2" cargo build --offline --target "$1"
    fi
}

# Links tests/build/bare.rs for target $1, which has no operating system, with C compiler $2.
rust_bare() {
    if ! rustup target add "$1" >"$work/log" 2>&1 || ! command -v "$2" >/dev/null 2>&1; then
        skip "bindings/rust: $1: no standard library of Rust, or no $2"
        return
    fi
    rust_step "a program links, $1" env "CC_$(echo "$1" | tr - _)=$2" \
        RUSTFLAGS='-C relocation-model=static' cargo build --offline --release --target "$1"
}

# A program for targets without an operating system; Linux runs the one for x86-64.
test_bare() {
    crate=$work/bare
    mkdir -p "$crate/src"
    cp tests/build/bare.rs "$crate/src/main.rs"
    printf '[package]\nname = "bare"\nedition = "2024"\n[dependencies]\n%s\n%s\n' \
        "blake2b-asm = { path = '$work/tree/bindings/rust' }" \
        '[profile.release]
panic = "abort"' >"$crate/Cargo.toml"
    rust_bare riscv64gc-unknown-none-elf riscv64-unknown-elf-gcc
    rust_bare aarch64-unknown-none clang
    rust_bare thumbv6m-none-eabi arm-none-eabi-gcc
    rust_bare x86_64-unknown-none gcc
    [ -x "$crate/target/x86_64-unknown-none/release/bare" ] || return
    case $("$crate/target/x86_64-unknown-none/release/bare") in
    ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1*)
        pass 'bindings/rust: the program without an operating system runs' ;;
    *) fail 'bindings/rust: the program without an operating system: another digest' ;;
    esac
}

# The crate in a copy of the tree, then the package to be published, alone.
test_rust() {
    tool=$(missing cargo rustc python3 cc)
    if [ -n "$tool" ]; then
        skip "bindings/rust: $tool is not installed"
        return
    fi
    copy_tree "$work/tree"
    crate=$work/tree/bindings/rust
    rm -rf "$crate/target" "$crate"/amalgamation/*
    plant "$work/tree/tools-kept"
    cp "$work/tree/tools/amalgamate.py" "$work/generator"
    cp "$work/tree/tools-kept/amalgamate.py" "$work/tree/tools"
    if ! (cd "$crate" && cargo fetch) >"$work/log" 2>&1; then
        skip "bindings/rust: crates.io cannot be reached, or cargo is too old: $(grep error \
            "$work/log" | head -n 1)"
        return
    fi
    if [ "$(sed -n 's/^version = "\([^"]*\)".*/\1/p' "$crate/Cargo.toml")" = "$version" ]; then
        pass 'bindings/rust: the version is the library'"'"'s'
    else
        fail 'bindings/rust: another version than the library'
    fi
    if (cd "$crate" && cargo build --offline) >"$work/log" 2>&1 ||
        ! grep -q 'make bindings' "$work/log"; then
        fail "bindings/rust: without an amalgamation: $(tail -n 1 "$work/log")"
    else
        pass 'bindings/rust: without an amalgamation, an error says how to make one'
    fi
    not_run bindings/rust
    cp "$work/generator" "$work/tree/tools/amalgamate.py"
    rust_step 'generated from a checkout' env "LIBBLAKE2B_CHECKOUT=$top" cargo build --offline
    make -s -C "$work/tree" bindings >"$work/log" 2>&1 || fail "make bindings: $(tail -n 1 "$work/log")"
    chmod -R a-w "$crate/amalgamation"
    plant "$crate/target/tools"
    rust_step 'tests, with the documentation'"'"'s' cargo test --offline --all-features || return
    rust_step 'C flags that ask for LTO' env CFLAGS='-O2 -flto=auto' cargo test --offline \
        --release --lib --target-dir "$work/lto"
    test_bare
    crate=$work/tree/bindings/rust
    [ "$1" = all ] || return
    rust_step 'tests without features' cargo test --offline --lib --tests
    if cargo +nightly miri --version >/dev/null 2>&1; then
        rust_step 'miri, of what calls no C' cargo +nightly miri test --offline --lib --target-dir \
            target/miri hash::
    else
        skip 'bindings/rust: miri is not installed'
    fi
    rust_step 'the benchmark builds' cargo bench --offline --no-run
    rust_step 'the package builds on its own' cargo package --offline --allow-dirty
    not_run bindings/rust
    rust_target x86_64-unknown-linux-musl musl-gcc cc env
    rust_target aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc aarch64-linux-gnu-gcc \
        'qemu-aarch64 -L /usr/aarch64-linux-gnu'
    rust_target wasm32-unknown-unknown clang ''
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$crate/Cargo.toml")
    if rustup run "$oldest" cargo --version >/dev/null 2>&1; then
        rust_step "build, Rust $oldest" rustup run "$oldest" cargo build --offline --features \
            std,digest --target-dir target/oldest
    else
        skip "bindings/rust: Rust $oldest is not installed"
    fi
}

[ $# -gt 0 ] || set -- python rust
for language in "$@"; do
    case $language in
    python) test_python ;;
    rust) test_rust all ;;
    rust-tests) test_rust tests ;;
    *) fail "bindings/$language: no such binding" ;;
    esac
done
finish
