// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
//! A program without an operating system's library that calls what the crate offers. On x86-64 it
//! writes a digest and ends by two system calls, so that Linux can run it.
#![no_std]
#![no_main]
use blake2b_asm::{Hash, Params, State, blake2bp, blake2xb, many};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    end(b"panic\n", 1)
}

#[cfg(target_arch = "x86_64")]
fn end(text: &[u8], status: u64) -> ! {
    // SAFETY: write and exit, of Linux.
    unsafe {
        core::arch::asm!("syscall", inout("rax") 1u64 => _, in("rdi") 1, in("rsi") text.as_ptr(),
            in("rdx") text.len(), out("rcx") _, out("r11") _);
        core::arch::asm!("syscall", in("rax") 60, in("rdi") status, options(noreturn));
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn end(text: &[u8], status: u64) -> ! {
    core::hint::black_box((text, status));
    loop {}
}

fn run() -> Result<Hash, blake2b_asm::Error> {
    let mut hashes = [Hash::default(); 3];
    many(&["one", "two", "abc"], &mut hashes)?;
    State::new().many_from(&["one", "two", "abc"], &mut hashes)?;
    let mut out = [0; 100];
    blake2xb::blake2xb(&mut out, b"abc", b"key")?;
    blake2bp::digest(&out, 32, b"key")?;
    Params::new().key(b"key").hash(b"abc")?;
    Ok(hashes[2])
}

#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(".globl _start", "_start: call start"); // aligns the stack
#[cfg(not(target_arch = "x86_64"))]
core::arch::global_asm!(".globl _start", "_start:");

#[unsafe(no_mangle)]
pub extern "C" fn start() -> ! {
    match run() {
        Ok(hash) => end(hash.to_hex().as_bytes(), 0),
        Err(_) => end(b"error\n", 1),
    }
}
