#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Does the prover refuse kernels with hard faults? Patches copies of some kernels' machine code.

  faults.py [--abi NAME] [--objdump PROGRAM] FILE.elf

Each fault changes the bytes of one instruction, found by its text; if they become more, they go
where another kernel's code was, and a jump leads there and back. What the fault breaks is proved of
the unpatched kernel first. A fault that finds nothing to patch is a failure.
"""
import argparse
import copy
import gc
import re
import struct
import sys
import tempfile
from machine import Refused
from prove import abi_called, load, patched, proof_of

NOPS = lambda raw: b"\x90" * len(raw)
NOP_THUMB = lambda raw: bytes.fromhex("00bf") * (len(raw) // 2)
NOP64, NOP32 = (lambda raw: bytes.fromhex("1f2003d5")), (lambda raw: bytes.fromhex("0000a0e1"))


def flip(index, bits):
    """The instruction with bits of one byte changed."""
    def f(raw):
        out = bytearray(raw)
        out[index] ^= bits
        return bytes(out)
    return f


def before(code):
    """The instruction with others, in hexadecimal, before it."""
    return lambda raw: bytes.fromhex(code) + raw


def instead(code):
    return lambda raw: bytes.fromhex(code)


def swapped(words):
    """32-bit words in the other byte order."""
    return struct.pack("<%dI" % (len(words) // 4),
                       *struct.unpack(">%dI" % (len(words) // 4), words))


def jump(abi, at, to):
    if abi == "aapcs64":
        return struct.pack("<I", 0x14000000 | (to - at >> 2 & 0x3ffffff))
    if abi == "lp64":
        by = to - at
        return struct.pack("<I", 0x6f | (by >> 12 & 0xff) << 12 | (by >> 11 & 1) << 20 |
                           (by >> 1 & 0x3ff) << 21 | (by >> 20 & 1) << 31)
    if abi == "aapcs32":
        return struct.pack("<I", 0xea000000 | (to - at - 8 >> 2 & 0xffffff))
    if abi.startswith("thumb2"):
        by = to - at - 4
        sign, j1, j2 = by < 0, ~((by >> 23) ^ (by >> 31)) & 1, ~((by >> 22) ^ (by >> 31)) & 1
        return struct.pack("<HH", 0xf000 | sign << 10 | by >> 12 & 0x3ff,
                           0x9000 | j1 << 13 | j2 << 11 | by >> 1 & 0x7ff)
    return b"\xe9" + struct.pack("<i", to - at - 5)


def entered(kernel, what, offset, keep, behind, flips):
    """A kernel keeps what it is called with, and behind its loop has another result for some of
    that. keep: (instruction, which, what is put before it); behind: the other instruction; flips:
    (for which, what is put before that)."""
    return [("%s: wrong for %s, by a copy of the entry's" % (what, values), kernel, *keep[:2],
             before(keep[2]), (None, None, offset), (*behind, before(code)))
            for values, code in flips]


# (fault, kernel, instruction, which of those, what becomes of it, call; more such instructions).
# The call is: blocks (None: any number) or rounds ("lengths": all last blocks), bytes of a last block, entry, and where it
# matters what state and block are modulo 8. For short messages it has, in place of blocks:
# remainders, digests, groups (3: or more), blocks before the last one.
X86, AVX2 = "blake2b_blocks_x86", "blake2b_blocks_avx2"
ROUNDS, LANES, BLAKE = "blake2b_rounds_x86", "blake2b_lanes_avx2x4", "blake256_blocks_x86"
SHORT, LANE_ROUNDS = "blake2b_short_avx512", "blake2b_rounds_avx2x4"
FOUR = "blake2b_short_avx512x4"
ONE = ((0, 77), (20, 64), (1,)), None, 56
MORE = ((0,), (64,), (2, 3)), None, 56
WHOLE = ((0, 77), (64,), (1, 2), 2), None, 56
ENDBR = lambda raw: bytes.fromhex("0f1f4000")
LEFT = r"sub +QWORD PTR \[rsp\+0x30\],0x80"              # of the bytes to come
# vpermq ymmN,ymmN,0xe1, for each: the lowest two lanes change places.
SWAP_LANES = lambda registers: "".join(
    "c4%s3fd00%02xe1" % ("4" if n > 7 else "e", 0xc0 | n % 8 * 9) for n in registers)
# The same of rows of the stack, by ymm0.
SWAP_STACK = lambda rows: "".join(
    "c5fd6f8424{0} {1} c5fd7f8424{0}".format(
        struct.pack("<I", 32 * row).hex(), SWAP_LANES([0])) for row in rows)
SYSV64 = [
    ("the counter's carry is dropped", X86, r"adc +r13,0x0", 0, flip(2, 0x10), (1, None, 56)),
    ("the flags do not go in", X86, r"xor +r14,QWORD PTR \[r9\+0x50\]", 0, NOPS, (1, 77, 56)),
    ("another rotation", X86, r"ror +\w+,0x18", 17, flip(-1, 1), (1, None, 56)),
    ("another word of the message", X86, r"add +\w+,QWORD PTR \[r10\+0x50\]", 3, flip(-1, 8), (1, None, 56)),
    ("a byte behind the block is read", X86, r"add +\w+,QWORD PTR \[r10\+0x78\]", 2, flip(-1, 1), (1, None, 56)),
    ("an addition is dropped", X86, r"add +rax,QWORD PTR \[r10\+0x8\]", 1, NOPS, (1, None, 56)),
    ("right for one block, wrong for two", X86, r"add +r10,QWORD PTR \[rsp\+0x28\]", 0, NOPS, (2, None, 56)),
    ("a callee-saved register is lost", X86, r"pop +rbx", 0, flip(0, 6), (1, None, 56)),
    ("the stack is not wiped", X86, r"mov +QWORD PTR \[rsp\+0x50\],rax", 0, NOPS, (1, 77, 56)),
    ("a branch by the chaining value", X86, r"cmp +QWORD PTR \[rdi\+0x50\],0x0", 0, flip(3, 0x50), (1, None, 56)),
    ("an instruction that nobody knows", X86, LEFT, 0, before("0f31"), (1, None, 56)),
    ("no landing pad", X86, r"endbr64", 0, ENDBR, (1, None, 56)),
    ("an instruction that its row does not have", X86, LEFT, 0, before("c5f9efc0"), (1, None, 56)),             # vpxor xmm0,xmm0,xmm0
    ("a call that does not return", X86, LEFT, 0, before("e800000000 4883c408"), (1, None, 56)),                # call 1f; 1: add rsp,8
    ("a return that nobody called", X86, LEFT, 0, before("4c8d1d03000000 4153 c3"), (1, None, 56)),              # lea r11,[rip+3]; push r11; ret
    ("a jump to what 32 bits of an address say", X86, LEFT, 0, before("448d1d03000000 4153 c3"), (1, None, 56)), # lea r11d,...
    ("more stack than a kernel may use", X86, LEFT, 0, before("4881ec00200000 4881c400200000"), (1, None, 56)),  # sub rsp,0x2000; add
    ("the high half of an address, added to where the message is", X86, LEFT, 0, before("4c8d1d00000000 49c1eb20 4d01da"), (2, None, 56)),
    ("the high half of an address, added to the counter", X86, r"add +r12,QWORD PTR \[rsp\+0x38\]", 0,
     before("4c8d1d00000000 49c1eb20 4d01dc"), (1, None, 56)),                                                   # lea r11,[rip]; shr r11,32; add r12,r11
    ("of short messages: 32 bits of a table's address", SHORT, r"lea +r8,\[rip", 0, flip(0, 8), ONE),
    ("of short messages: a byte behind a table", SHORT, r"lea +r9,\[r8\+", 0, before("410fb68000010000"), ONE),  # movzx eax,BYTE PTR [r8+0x100]
    # mov rax,0xff; kmovq k1,rax; sub rsp,0x60; vmovdqu8 [rsp]{k1}{z},zmm0; add rsp,0x60
    ("of short messages: a zeroing mask on a store", SHORT, r"kmovq +k2,", 0,
     before("48b8ff00000000000000 c4e1fb92c8 4883ec60 62f17fc97f0424 4883c460"), ONE),
    # sub rsp,0x60; vpaddw zmm31,zmm31,DWORD BCST [rsp]; add rsp,0x60
    ("of short messages: a broadcast by an instruction that has none", SHORT, r"kmovq +k2,", 0,
     before("4883ec60 62610550fd3c24 4883c460"), ONE),
    # Two values that are unknown at two cuts: B := A, A := a word of the message. At the end A ^ B
    # goes to the result, and both are wiped.
    ("of short messages: two unknown words for one", SHORT, r"sub +r9,QWORD PTR \[rdi\+0x60\]", 0,
     before("488b842408040000 4889842410040000 488b8780000000 4889842408040000"), ONE,
     (r"add +r8,0x10", 0,                                    # lea rax,[r8+16]; cmp rax,r9; jne: not the last round; vpxorq zmm0,zmm0,[A]{1to8}
      before("498d4010 4c39c8 7516 62f1fd58ef842408040000 62f1fd58ef842410040000"))),
    ("of several messages: two unknown words for one", LANES, r"sub +rsp,0x440", 0, flip(3, 0x80), (None, None, 56),
     (r"vmovdqu +ymm8,YMMWORD PTR \[rax\+0x400\]", 0, before("ffb42440040000 8f842448040000 ff3424 8f842440040000")),
     (r"xor +eax,eax", -1, before("488bbc2420040000 488b842440040000 4833842448040000 483107 31c0 4889842440040000 4889842448040000"))),
    ("of rounds: two unknown words for one", ROUNDS, r"sub +rsp,0x38", 0, flip(-1, 0x70), (None, None, 56),
     (r"add +rax,QWORD PTR \[r10\]", 0, before("ff742430 8f442438 41ff32 8f442430")),
     (r"xor +rcx,QWORD PTR \[rsp\+0x10\]", -1, before("4833442430 4833442438")),
     (r"add +rsp,0x38", 0, instead("4889442430 4889442438 4883c448"))),
    ("the stack is not aligned", AVX2, r"and +rsp,0xffffffffffffffc0", 0, NOPS, (1, None, 24)),
    # cmp rdx,0x180; jb; vmovdqa ymm9,[rbp-0x10]
    ("an aligned load that is at half of all stacks, from three blocks on", AVX2,
     r"vpbroadcastq +ymm9,QWORD PTR \[rsi\]", 0, before("4881fa80010000 7205 c57d6f4df0"),
     (None, None, 56)),
    # cmp rdx,100; jb; cmp rdx,120; ja; vmovdqa ymm9,[rbp-0x50]
    ("an aligned load that is at half of all stacks, with last blocks of 100 to 120 bytes", AVX2,
     r"lea +r11,\[rsp\+0x100\]", 0, before("4883fa64 720b 4883fa78 7705 c57d6f4db0"),
     ("lengths", 128, 56)),
    # cmp QWORD PTR [rsp+0x428],2; jb; vmovdqa ymm8,[rbp-0x10]
    ("of several messages: an aligned load that is at half of all stacks, from two blocks on", LANES,
     r"vmovdqu +xmm8,XMMWORD PTR \[r8\]", 0, before("4883bc242804000002 7205 c57d6f45f0"),
     (None, None, 56)),
    # mov rax,rsp; and eax,0x30; cmp eax,0x10; jne; xor QWORD PTR [rdi],1
    ("wrong at a quarter of all stacks, from three blocks on", AVX2,
     r"vpbroadcastq +ymm9,QWORD PTR \[rsi\]", 0,
     before("4881fa80010000 720f 4889e8 83e030 83f810 7504 48833701"), (None, None, 56)),
    ("a non-temporal access", AVX2, r"vmovdqa +YMMWORD PTR \[rsp\+0x20\],ymm9", 0, flip(2, 0x98), (1, None, 56)),
    ("right for one and two blocks, wrong for three", X86, LEFT, 0,       # cmp QWORD PTR [rsp+0x30],0x180; jne; xor QWORD PTR [r9],1
     before("48817c243080010000 7504 49833101"), (3, None, 56)),
    ("wrong for five blocks", X86, LEFT, 0, before("48817c243080020000 7504 49833101"), (None, None, 56)),
    ("wrong for four blocks, by a carry of ror", X86, LEFT, 0,            # mov r11,[rsp+0x30]; cmp r11,0x80; ror r11,10; jae; xor
     before("4c8b5c2430 4981fb80000000 49c1cb0a 7304 49833101"), (None, None, 56)),
    ("rbx is lost, with a prefix", X86, r"add +rsp,0xc8", 0, lambda raw: raw + bytes.fromhex("415f 415e 415d 415c 5d 5b 664831db c3"), (1, None, 56)),
    ("zeros that are instructions", X86, LEFT, 0, before("90" + "00" * 32), (1, None, 56)),
    ("ret 8", X86, r"add +rsp,0xc8", 0, instead("4881c4c8000000 415f 415e 415d 415c 5d 5b c20800"), (1, None, 56)),
    ("what was below the stack pointer is used", X86, r"add +rsp,0xc8", 0, instead("4881c4d8000000 4883ec10"), (1, None, 56)),
    ("the stack pointer points to the message for a moment", X86, LEFT, 0, before("4c87d4 4c87d4"), (1, None, 56)),
    ("of rounds: the flags do not go in", ROUNDS, r"mov +r14,QWORD PTR \[rdx\+0x10\]", 0, flip(-1, 8), (2, None, 56)),
    ("of rounds: one too many", ROUNDS, r"mov +QWORD PTR \[rsp\+0x18\],r11", 0, before("ff442428"), (2, None, 56)),
    ("of rounds: the block is read after h was written", ROUNDS, r"mov +r9,QWORD PTR \[rsp\+0x20\]", -1,
     before("4c8b4c2420 49830100 41803a00"), (2, None, 56)),            # mov r9,[rsp+0x20]; add QWORD PTR [r9],0; cmp BYTE PTR [r10],0
    ("of rounds of several: the counter's low words for its high ones", LANE_ROUNDS,
     r"vpxor +ymm13,ymm13,YMMWORD PTR \[rax\+0x480\]", 0, flip(-4, 0x80), (2, None, 56)),
    ("of rounds of several: what it may not read", LANE_ROUNDS,
     r"vpxor +ymm15,ymm15,YMMWORD PTR \[rax\+0x580\]", 0,
     lambda raw: raw[:-4] + bytes.fromhex("00060000"), (0, None, 56)),
    ("of rounds of several: a lane's block for another's", LANE_ROUNDS,
     r"mov +r9,QWORD PTR \[rdi\+0x688\]", 0, flip(-4, 0x08), (1, None, 56)),
    ("of rounds of several: eleven rounds before the first words again", LANE_ROUNDS,
     r"cmp +ecx,0x50", 0, flip(2, 0x08), (12, None, 56)),
    # cmp esi,0x1000000; jb; vpxor ymm1,ymm1,ymm2
    ("of rounds of several: wrong for 2^24 and more", LANE_ROUNDS,
     r"vmovdqa +ymm0,YMMWORD PTR \[rsp\+0x200\]", 0,
     before("81fe00000001 7204 c5f5efca"), (None, None, 56)),
    # vpermq ymm8,ymm8,0xe1
    ("of rounds of several: two lanes change places after ten rounds", LANE_ROUNDS,
     r"xor +ecx,ecx", 1, before("c443fd00c0e1"), (None, None, 56)),
    ("of rounds of several: two lanes and their messages change places after ten rounds",
     LANE_ROUNDS, r"xor +ecx,ecx", 1, before(SWAP_STACK(range(17)) + SWAP_LANES(range(1, 16))),
     (None, None, 56)),
    # mov DWORD PTR [rsp+0x220],0; and each ten rounds: inc of that, mov eax of it; shr eax,24;
    # vmovd xmm0,eax; vpxor ymm1,ymm1,ymm0
    ("of rounds of several: wrong for 2^24 tens and more, without a branch", LANE_ROUNDS,
     r"vmovdqa +YMMWORD PTR \[rsp\+0x200\],ymm0", 0, before("c784242002000000000000"),
     (None, None, 56),
     (r"xor +ecx,ecx", 1, before("ff842420020000 8b842420020000 c1e818 c5f96ec0 c5f5efc8"))),
    # cmp BYTE PTR [r8],0
    ("of rounds of several: a block is read after h was written", LANE_ROUNDS,
     r"vpxor +ymm7,ymm7,YMMWORD PTR \[rax\+0x380\]", 0, before("41803800"), (1, None, 56)),
    ("of rounds of several: a word of the message is left", LANE_ROUNDS,
     r"vmovdqa +YMMWORD PTR \[rsp\+0x1e0\],ymm0", -1, NOPS, (1, None, 56)),
    ("of several messages: a lane's block for another's", LANES, r"vinserti128 +ymm8,ymm8,XMMWORD PTR \[r10\],0x1", 0,
     flip(4, 1), (1, None, 56)),
    ("of several messages: a register is not wiped", LANES, r"vpxor +xmm7,xmm7,xmm7", -1, NOPS, (1, None, 56)),
    ("of BLAKE: the counter's carry is dropped", BLAKE, r"adc +r14d,0x0", 0, flip(2, 0x10), (1, None, 56)),
    ("of BLAKE: another rotation", BLAKE, r"ror +\w+,0xc", 5, flip(-1, 1), (1, None, 56)),
    ("of BLAKE: no blocks if the low half of their number is 0", BLAKE, r"sub +rsp,0x1f8", 0,     # mov eax,edx; test rax,rax; jne; xor edx,edx
     before("89d0 4885c0 7502 31d2"), (None, None, 56)),
    ("a jump to where a register says", BLAKE, r"sub +rsp,0x1f8", 0, instead("ffe0"), (1, None, 56)),
    ("of short messages: a mask one byte too long", SHORT, r"kmovq +k1,rax", 5, before("488d440001"), ONE),     # lea rax,[rax+rax+1]
    ("of short messages: a mask one byte too short", SHORT, r"kmovq +k1,rax", 2, before("48d1e8"), ONE),        # shr rax,1
    ("of short messages: half a block is 65 bytes", SHORT, r"sub +rcx,0x40", 3, flip(-1, 1), ONE),
    ("of short messages: a wrong job's digest", SHORT, r"mov +r8,QWORD PTR \[rsi\+0x28\]", 0, flip(-1, 0x38), ONE),
    ("of short messages: the counter without the length", SHORT, r"vpaddq +zmm12,zmm1,QWORD \w+ \[rdi\+0x40\](\{1to8\})?", 0, flip(2, 8), ONE),
    ("of short messages: a digest lacks a byte", SHORT, r"kmovq +k2,QWORD PTR \[rdi\+0x58\]", 0,     # mov rax,[rdi+88]; shr rax,1; kmovq k2,rax
     instead("488b4758 48d1e8 c4e1fb92d0"), ONE),
    ("of short messages: a digest is written whole", SHORT, r"cmp +QWORD PTR \[rdi\+0x58\],0xffffffffffffffff", 1, instead("4839c0"), ONE),
    ("of short messages: a row is not wiped", SHORT, r"vmovdqa64 +ZMMWORD PTR \[rsp\+0x40\],zmm0", -1, NOPS, ONE),
    ("of short messages: a mask keeps a secret", SHORT, r"vmovdqa64 +ZMMWORD PTR \[rsp\+0x40\],zmm0", -1,     # kmovq k3,[rsp+64]
     before("c4e1f8905c2440"), ONE),
    ("of longer messages: H of the first group for the second", SHORT, r"vpxorq +zmm16,zmm16,ZMMWORD PTR \[rsp\+0xa00\]", 0, flip(-1, 8), WHOLE),
    ("of longer messages: at the end another H", SHORT, r"vpxorq +zmm7,zmm7,ZMMWORD PTR \[rsp\+0x9c0\]", -1, flip(-1, 1), WHOLE),
    ("of longer messages: H is not wiped", SHORT, r"cmp +QWORD PTR \[rdi\+0x78\],0x0", -1, instead("4839c0"), WHOLE),
    ("of longer messages: a mask keeps H", SHORT, r"cmp +QWORD PTR \[rdi\+0x78\],0x0", -1, before("c4e1f8909c2400080000"), WHOLE),     # kmovq k3,[rsp+0x800]
    ("of longer messages: all blocks are the last", SHORT, r"cmp +QWORD PTR \[rsp\+0xc00\],0x0", 0, instead("4839c0"), WHOLE),
    ("of longer messages: the counter without the block", SHORT, r"sub +r9,0xffffffffffffff80", 0, NOPS, WHOLE),
    ("of longer messages: the remainder again", SHORT, r"lea +rdx,\[rip", 0, flip(2, 0x10), WHOLE),     # lea rax
    ("of longer messages: the remainder's first byte is lost", SHORT, r"kmovq +k1,rax", -1, before("4883c801"), WHOLE),     # or rax,1
    ("of short messages: a group too many", SHORT, r"ja", -1, flip(1, 4), MORE),
    ("of short messages: jobs are left out", SHORT, r"add +rsi,0x180", 0, flip(3, 0x40), MORE),
    ("of short messages: where a digest goes is read once for all groups", SHORT, r"kmovq +k2,QWORD PTR \[rdi\+0x58\]", 0,     # mov r8,[rsi+16]; mov [rbp-8],r8
     before("4c8b4610 4c8945f8"), MORE, (r"mov +r8,QWORD PTR \[rsi\+0x10\]", 0, instead("4c8b45f8"))),
    ("of short messages: what was below the stack pointer is used", SHORT, r"kmovq +k2,QWORD PTR \[rdi\+0x58\]", 0,     # mov r8,[rdi+64]; mov [rbp-8],r8;
     before("4c8b4740 4c8945f8 4989e0 4889ec 4c89c4"), ONE,            # mov r8,rsp; mov rsp,rbp; mov rsp,r8: and vpaddq of [rbp-8]
     (r"vpaddq +zmm12,zmm1,QWORD \w+ \[rdi\+0x40\](\{1to8\})?", 0, lambda raw: raw[:-2] + bytes([raw[-2] ^ 2, 0xff]))),
    ("of four short messages: a mask one byte too long", FOUR, r"kmovq +k1,rax", 5, before("488d440001"), ONE),
    ("of four short messages: three quarters are 97 bytes", FOUR, r"cmp +rcx,0x60", 2, flip(-1, 1), ONE),
    ("of four short messages: a wrong job's digest", FOUR, r"mov +r8,QWORD PTR \[rsi\+0x28\]", 0, flip(-1, 0x38), ONE),
    ("of four short messages: an address for a length", FOUR, r"vpunpcklqdq +xmm13,xmm13,XMMWORD PTR \[rsi", 0, flip(-1, 8), ONE),
    ("of four short messages: half of a digest lacks a byte", FOUR, r"kmovq +k3,rax", 0, before("48d1e8"), (((0,), (63,), (1,)), None, 56)),    # shr rax,1
    ("of four short messages: a row is not wiped", FOUR, r"vmovdqa +YMMWORD PTR \[rsp\+0x20\],ymm0", -1, NOPS, ONE),
    ("of four short messages: jobs are left out", FOUR, r"add +rsi,0x60", 0, flip(-1, 0x20), MORE),
    ("of four short messages: no group is counted", FOUR, r"dec +rdx", 0, NOPS, ONE),
    ("no vzeroupper", AVX2, r"vzeroupper", -1, NOPS, (1, None, 56)),
    ("a vector register is not wiped", AVX2, r"vpxor +xmm1,xmm1,xmm1", -1, NOPS, (1, None, 56)),
    ("a general register is not wiped", AVX2, r"xor +eax,eax", -1, NOPS, (1, None, 56)),
    # Encodings that objdump reads as what they are not.
    ("of short messages: a store as no CPU has it, by V'", SHORT, r"vmovdqa64 +ZMMWORD PTR \[rsp\+0x40\],zmm0", -1, flip(3, 8), ONE),
    ("vzeroupper as no CPU has it, with a prefix", AVX2, r"vzeroupper", -1, flip(1, 1), (1, None, 56)),
    ("upper halves in use behind vzeroupper", AVX2, r"vzeroupper", -1, lambda raw: raw + bytes.fromhex("c5ff12c9"), (1, None, 56)),  # vmovddup ymm1,ymm1
    ("more bits than a register has", X86, LEFT, 0, before("664463d8"), (1, None, 56)),                          # movsxd r11w,eax
    ("an address of 32 bits, by a prefix", X86, LEFT, 0, before("674d8b1a"), (1, None, 56)),                     # mov r11,[r10d]
    ("another segment", X86, LEFT, 0, before("644d8b1a"), (1, None, 56)),                                        # mov r11,fs:[r10]
    ("a push of 16 bits", X86, LEFT, 0, before("6650 4883c402"), (1, None, 56)),
    ("a jump into an instruction", X86, LEFT, 0, before("eb01 e8 90909090"), (1, None, 56)),
    ("the direction flag is set", X86, LEFT, 0, before("fd"), (1, None, 56)),
    # Parts of registers, and flags.
    ("the bytes to come are counted in 16 bits", X86, LEFT, 0, instead("66816c24308000 6690"), (None, None, 56)),
    ("the counter has 32 bits", X86, r"adc +r13,0x0", 0, before("4589e4"), (1, None, 56)),                       # mov r12d,r12d
    ("a test clears the carry", X86, r"adc +r13,0x0", 0, before("4885c0"), (1, None, 56)),
    ("the carry goes into 32 bits", X86, r"adc +r13,0x0", 0, instead("7303 41ffc5"), (1, None, 56)),             # jae; inc r13d
    # Memory.
    ("an aligned load at no multiple of 16", X86, LEFT, 0, before("0f28442438"), (1, None, 56)),                 # movaps xmm0,[rsp+0x38]
    ("eight bytes behind the block", X86, r"add +r10,QWORD PTR \[rsp\+0x28\]", 0, before("f3410f6f4278"), (1, None, 56)),                       # movdqu xmm0,[r10+0x78]
    ("a write below the stack pointer", X86, LEFT, 0, before("48894424f8"), (1, None, 56)),
] + entered(                                                # mov [rsp+0x2c],ecx
    ROUNDS, "of rounds", 56, (r"mov +DWORD PTR \[rsp\+0x28\],ecx", 0, "894c242c"),
    (r"mov +r9,QWORD PTR \[rsp\+0x20\]", -1), (
        ("1,000,003", "817c242c43420f00 7504 4883f001"),    # cmp DWORD PTR [rsp+0x2c],1000003; jne; xor rax,1
        ("13", "837c242c0d 7504 4883f001"),
        ("25 and more", "837c242c18 7604 4883f001"),        # ...,24; jbe
        # cmp ...,25; setae r9b; movzx r9d,r9b; xor rax,r9
        ("25 and more, without a branch", "837c242c19 410f93c1 450fb6c9 4c31c8"))
) + entered(                                                # mov [rsp+0x220],esi
    LANE_ROUNDS, "of rounds of several", 56, (r"vmovdqa +YMMWORD PTR \[rsp\+0x200\],ymm0", 0, "89b42420020000"),
    (r"vmovdqa +ymm0,YMMWORD PTR \[rsp\+0x200\]", -1), (
        # cmp DWORD PTR [rsp+0x220],1000003; jne; vpxor ymm1,ymm1,ymm2
        ("1,000,003", "81bc242002000043420f00 7504 c5f5efca"),
        # mov ecx,[rsp+0x220]; shr ecx,24; vmovd xmm0,ecx; vpxor ymm1,ymm1,ymm0
        ("2^24 and more, without a branch", "8b8c2420020000 c1e918 c5f96ec1 c5f5efc8"))
) + [                                                       # mov rax,[rsp+0x20]; xor QWORD PTR [rax],1; xor eax,eax
    fault for what, keep, cmp in (
        ("13 blocks", "48899424c0000000", "80060000"),      # mov [rsp+0xc0],rdx; cmp QWORD PTR [rsp+0xc0],13 * 128
        ("a counter of 13", "4c8b5f40 4c899c24c0000000", "0d000000"))   # mov r11,[rdi+0x40]; mov [rsp+0xc0],r11; cmp
    for fault in entered(X86, "of blocks", 56, (r"mov +QWORD PTR \[rsp\+0x20\],rdi", 0, keep),
                         (r"add +rsp,0xc8", 0),
                         ((what, "4881bc24c0000000 %s 750b 488b442420 48833001 31c0" % cmp),))
] + entered(                                                # mov [rsp+0x1f0],rdx
    BLAKE, "of BLAKE", 56, (r"mov +DWORD PTR \[rsp\+0x1e8\],ecx", 0, "48899424f0010000"),
    (r"add +rsp,0x1f8", 0), (                               # cmp; jne; mov rax,[rsp+0x1d0]; xor DWORD PTR [rax],1; xor eax,eax
        ("13 blocks", "4883bc24f00100000d 750d 488b8424d0010000 833001 31c0"),)
) + entered(                                                # mov [rsp+0x438],rsi
    LANES, "of several messages", 56, (r"mov +QWORD PTR \[rsp\+0x420\],rdi", 0, "4889b42438040000"),
    (r"xor +eax,eax", -1), (                                # cmp; jne; mov rdi,[rsp+0x420]; xor QWORD PTR [rdi],1
        ("13 blocks", "4883bc24380400000d 750c 488bbc2420040000 48833701"),))
CDECL = [
    ("the high bits of an address, added to where the message is", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0,
     before("50 e800000000 58 c1e81f 01c6 58"), (2, None, 60)),     # push eax; call 1f; 1: pop eax; shr eax,31; add esi,eax; pop eax
    ("an instruction that its row does not have", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0, before("660fefc0"), (1, None, 60)),       # pxor xmm0,xmm0
    ("more stack than a kernel may use", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0, before("81ec00200000 81c400200000"), (1, None, 60)),
    ("a carry from half to half is dropped", X86, r"adc +edi,edx", 5, flip(0, 0x10), (1, None, 60)),
    ("the counter's carry is dropped", X86, r"adc +DWORD PTR \[ebx\+0x48\],0x0", 0, flip(1, 0x10), (1, None, 60)),
    ("the bit that goes around is dropped", X86, r"adc +edx,0x0", 3, NOPS, (1, None, 60)),
    ("a callee-saved register is lost", X86, r"pop +ebx", 0, flip(0, 3), (1, None, 60)),
    ("a register with half a word is not wiped", X86, r"xor +edx,edx", -1, NOPS, (1, None, 60)),
    ("the stack is not aligned", AVX2, r"and +esp,0xffffffc0", 0, NOPS, (1, None, 4)),
    ("wrong for more than 2^24 blocks", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0,     # cmp DWORD PTR [esp+0x104],0x80000080; jb; xor
     before("81bc240401000080000080 7203 833301"), (None, None, 60)),
    ("the number of blocks has 24 bits", X86, r"mov +DWORD PTR \[esp\+0x104\],edx", 0, before("81e2ffffff7f"), (None, None, 60)),
    ("no landing pad", X86, r"endbr32", 0, ENDBR, (1, None, 60)),
    ("a call that does not return", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0, before("e800000000 83c404"), (1, None, 60)),
    ("a return that nobody called", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0, before("e800000000 83042405 c3"), (1, None, 60)),
    ("bytes behind a table", X86, r"mov +ecx,0xf", 0, before("8b8700080000"), (1, None, 60)),                   # mov eax,[edi+0x800]
    ("the bytes to come are counted in 16 bits", X86, r"sub +DWORD PTR \[esp\+0x104\],0x80", 0,
     instead("6681ac24040100008000 90"), (None, None, 60)),
]
WIN64 = [
    ("a page of the stack is left out", X86, LEFT, 0, before("4881ec80100000 48891424 4881c480100000"), (1, None, 56)),     # sub rsp,0x1080; mov [rsp],rdx; add
    ("no landing pad", X86, r"endbr64", 0, ENDBR, (1, None, 56)),
    ("of short messages: 32 bits of a table's address", SHORT, r"lea +r8,\[rip", 0, flip(0, 8), ONE),
    ("of short messages: a mask one byte too long", SHORT, r"kmovq +k1,rax", 5, before("488d440001"), ONE),
    ("of short messages: xmm6 is lost", SHORT, r"movaps +xmm6,XMMWORD PTR \[rbp\+0x0\]", 0, NOPS, ONE),
    ("xmm6 is lost", AVX2, r"movaps +xmm6,XMMWORD PTR \[rbp\+0x0\]", 0, NOPS, (1, None, 56)),
    ("rdi is lost", AVX2, r"pop +rdi", 0, flip(0, 7), (1, None, 56)),
    ("the stack is not aligned", AVX2, r"and +rsp,0xffffffffffffffc0", 0, NOPS, (1, None, 40)),
    # A store of which only the last byte is written, by a mask, and then a page below its first.
    ("of short messages: a page of the stack is left out, by a mask", SHORT, r"sub +rsp,0xa0", 0,
     before("48b80000000000000080 c4e1fb92c8 4883ec60 62f17f497f0424 4881ec00100000 48891424 4881c460100000"), ONE),
] + [f for f in SYSV64 if f[0].endswith("by a copy of the entry's") or f[1] == X86 and f[0] in (
    "an instruction that its row does not have", "a call that does not return", "a return that nobody called",
    "more stack than a kernel may use", "a jump to what 32 bits of an address say",
    "the high half of an address, added to where the message is", "a write below the stack pointer")]
A64, A32 = "blake2b_blocks_arm64", "blake2b_blocks_armv6"
AAPCS64 = [
    ("no landing pad", A64, r"bti +c", 0, NOP64, (1, None, 48)),
    ("32 bits of a table's address", A64, r"add +x30, x30, #", 0, flip(3, 0x80), (1, None, 48)),
    ("the high half of an address, added to where the message is", A64, r"ldp +x16, x17, \[x30, #32\]", 0,
     before("c2ff60d3 2100028b"), (1, None, 48)),                               # lsr x2, x30, #32; add x1, x1, x2
    ("bytes behind a table", A64, r"ldp +x2, x3, \[x1\]", 0, before("dc0740f9 dc2340f9 fc7740f9"), (1, None, 48)),
    ("an instruction that its row does not have", A64, r"mov +x14, xzr", -1, before("001c206e"), (1, None, 48)),      # eor v0.16b, v0.16b, v0.16b
    ("more stack than a kernel may use", A64, r"mov +x14, xzr", -1, before("ff0b40d1 ff0b4091"), (1, None, 48)),       # sub sp, sp, #0x2000; add
    ("runs on behind its end", A64, r"ret", -1, NOP64, (1, None, 48)),
    ("the counter's carry is dropped", A64, r"adc +x25, x25, xzr", 0, flip(3, 0x11), (1, None, 48)),
    ("another rotation", A64, r"ror +x\d+, x\d+, #24", 5, flip(1, 4), (1, None, 48)),
    ("an addition is dropped", A64, r"add +x0, x0, x8", 3, NOP64, (1, None, 48)),
    ("right for one block, wrong for two", A64, r"add +x1, x1, x26", 0, NOP64, (2, None, 48)),
    ("a callee-saved register is lost", A64, r"ldp +x27, x28, \[sp, #80\]", 0, NOP64, (1, None, 48)),
    ("d8 is lost", A64, r"mov +x0, xzr", -1, before("884340bd"), (1, None, 48)),      # ldr s8, [x28, #64]
    ("a general register is not wiped", A64, r"mov +x14, xzr", -1, NOP64, (1, None, 48)),
    ("the stack is not wiped", A64, r"stp +xzr, xzr, \[sp, #112\]", 0, NOP64, (1, 77, 48)),
    ("a branch by the chaining value", A64, r"ldr +x4, \[x28, #80\]", 0, flip(1, 0x28), (1, None, 48)),
    ("a word behind the block is read", A64, r"ldp +x26, x27, \[x1, #64\]", 0, flip(2, 0x0c), (1, None, 48)),
    ("a signed return address is not checked", A64, r"autiasp", 0, NOP64, (1, None, 48)),
    ("an unpredictable load, of its own base", A64, r"mov +x14, xzr", -1, before("ee030091 ce8540f8"), (1, None, 48)),    # mov x14, sp; ldr x14, [x14], #8
    ("a non-temporal access", A64, r"ldp +x2, x3, \[x1\]", 0, flip(3, 1), (1, None, 48)),
    ("a call that does not return", A64, r"mov +x14, xzr", -1, before("01000094"), (1, None, 48)),                     # bl .+4
    ("a write below the stack pointer", A64, r"mov +x14, xzr", -1, before("ff831ff8"), (1, None, 48)),                 # stur xzr, [sp, #-8]
] + entered(                                                # str w3, [sp, #96]
    "blake2b_rounds_arm64", "of rounds", 48, (r"stp +x0, x3, \[sp, #224\]", 0, "e36300b9"),
    (r"ldr +x28, \[sp, #224\]", -1), (
        # ldr w2, [sp, #96]; mov w3, #0x4243; movk w3, #0xf, lsl #16; cmp w2, w3; b.ne; eor x0, x0, #1
        ("1,000,003", "e26340b9 63488852 e301a072 5f00036b 41000054 000040d2"),
        ("13", "e26340b9 5f340071 41000054 000040d2"),      # ...; cmp w2, #13; b.ne; eor
        ("25 and more", "e26340b9 5f600071 49000054 000040d2"),   # ...; cmp w2, #24; b.ls; eor
        # ...; lsr w2, w2, #24; eor x0, x0, x2
        ("2^24 and more, without a branch", "e26340b9 427c1853 000002ca")))
AAPCS32 = [
    ("the high bits of an address, added to it", A32, r"add +lr, sp, #152", 0, before("29cea0e1 0c9089e0"), (1, None, 56)),       # lsr ip, r9, #28; add r9, r9, ip
    ("an instruction that its row does not have", A32, r"mov +r3, #0", -1, before("100100f3"), (1, None, 56)),        # veor d0, d0, d0
    ("a word behind a table", A32, r"add +lr, sp, #152", 0, before("00c899e5"), (1, None, 56)),          # ldr ip, [r9, #2048]
    ("the counter's carry is dropped", A32, r"adcs +r1, r1, #0", 0, flip(2, 0x20), (1, None, 56)),
    ("another rotation", A32, r"eor +r4, r4, r0, ror #16", 0, flip(0, 0x80), (1, None, 56)),
    ("right for one block, wrong for two", A32, r"add +r0, r0, r8", 0, NOP32, (2, None, 56)),
    ("a callee-saved register is lost", A32, r"pop +\{r4, r5, r6, r7, r8, r9, sl, fp, lr\}", 0, before("10908de5"), (1, None, 56)),   # str r9, [sp, #16]
    ("the stack is not wiped", A32, r"mov +ip, #29", 0, flip(0, 4), (1, None, 56)),
    ("a general register is not wiped", A32, r"mov +r3, #0", -1, NOP32, (1, None, 56)),
    ("an unpredictable load, of its own base", A32, r"mov +r3, #0", -1, before("0d30a0e1 043093e4"), (1, None, 56)),       # mov r3, sp; ldr r3, [r3], #4
    ("wrong from 2^24 blocks on", A32, r"str +r2, \[sp, #468\]", 0, before("810452e3 80208222"), (None, None, 56)),   # cmp r2, #0x81000000; addcs r2, r2, #128
    ("the number of blocks has 24 bits", A32, r"str +r2, \[sp, #468\]", 0, before("0221c2e3"), (None, None, 56)),     # bic r2, r2, #0x80000000
    ("an unpredictable comparison, with a destination", A32, r"cmn +r5, r5", 0, flip(1, 0x10), (1, None, 56)),
    ("an unpredictable ldrd", A32, r"ldrd +r8, \[sp, sl\]", 0, flip(1, 0x04), (1, None, 56)),
    ("a reserved flag is set", A32, r"msr +CPSR_s, #458752", 0, flip(0, 0x10), (1, None, 56)),
    ("bics, which is no bi for cs", A32, r"mov +r8, r0", 0, before("000070e3 0000d0e1"), (1, None, 56)),   # cmn r0, #0; bics r0, r0, r0
    ("a comparison without its flags, another instruction", A32, r"cmn +r5, r5", 0, flip(2, 0x10), (1, None, 56)),
    ("an unpredictable ldrd, of odd registers", A32, r"ldrd +r8, \[sp, sl\]", 0, flip(1, 0x10), (1, None, 56)),
    ("an unpredictable vpush, of more registers than there are", "blake2b_blocks_neon", r"vpush +\{d8.*\}", 0, flip(0, 0x80), (1, None, 56)),
    ("a vuzp of one register", "blake2b_blocks_neon", r"vpop +\{d8.*\}", 0, before("4001b2f3"), (1, None, 56)),            # vuzp.8 q0, q0
    ("a vuzp of single words, which is none", "blake2b_blocks_neon", r"vpop +\{d8.*\}", 0, before("0101baf3"), (1, None, 56)),
    ("an alignment that one register cannot have", "blake2b_blocks_neon", r"vpop +\{d8.*\}", 0,        # add ip, sp, #28; vld1.8 {d0}, [ip :128]
     before("1cc08de2 2f072cf4"), (1, None, 56)),
    # vpush {d8-d7}; vrev32.32 q0, q0; strd r8, [sp], #0
    ("a list of registers that ends before it begins", "blake2b_blocks_neon", r"vpop +\{d8.*\}", 0, before("008b2ded"), (1, None, 56)),
    ("a vrev of words of 32 bits in such words", "blake2b_blocks_neon", r"vpop +\{d8.*\}", 0, before("c000b8f3"), (1, None, 56)),
    ("an unpredictable strd, that writes its base", A32, r"mov +r3, #0", -1, before("f080ede0"), (1, None, 56)),
    ("more stack than a kernel may use", A32, r"mov +r3, #0", -1, before("02da4de2 02da8de2"), (1, None, 56)),        # sub sp, sp, #0x2000; add
    ("a call that does not return", A32, r"mov +r3, #0", -1, before("ffffffeb"), (1, None, 56)),                      # bl .+4
    ("a return that nobody called", A32, r"mov +r3, #0", -1, before("00c08fe2 1cff2fe1"), (1, None, 56)),             # add ip, pc, #0; bx ip
    ("a write below the stack pointer", A32, r"mov +r3, #0", -1, before("04300de5"), (1, None, 56)),                  # str r3, [sp, #-4]
    # add lr, sp, #16; mov ip, #4; ldr ip, [lr], ip, lsl #1; sub lr, lr, #20; sub lr, lr, sp; add r9, r9, lr
    ("a shift of what is added to a base afterwards", A32, r"add +lr, sp, #152", 0,
     before("10e08de2 04c0a0e3 8cc09ee6 14e04ee2 0de04ee0 0e9089e0"), (1, None, 56)),
]
A32_BY_BYTES = [                      # before ARMv6
    ("a word is read at any address", A32, r"ldrb +r0, \[r8\], #1", 0, flip(2, 0x40), (1, None, 56)),
    ("a word is written at any address", A32, r"strb +r0, \[sl\], #1", 0, flip(2, 0x40), (1, None, 56)),
    ("a byte at another place of its word", A32, r"orr +r0, r0, fp, lsl #16", 0, flip(1, 4), (1, None, 56)),
]
T32 = "blake2b_blocks_thumb2"
THUMB2 = [
    ("the counter's carry is dropped", T32, r"adcs.w +r1, r1, #0", 0, flip(0, 0x40), (1, None, 56)),
    ("another rotation", T32, r"eor.w +r4, r4, r0, ror #16", 0, flip(2, 0x40), (1, None, 56)),
    ("right for one block, wrong for two", T32, r"add +r0, r8", 0, NOP_THUMB, (2, None, 56)),
    ("a branch by the chaining value", T32, r"ldr +r0, \[sp, #448\]", 0, flip(0, 0x2c), (1, None, 56)),
    ("a callee-saved register is lost", T32, r"ldmia.w +sp!, \{r4, r5, r6, r7, r8, r9, sl, fp, lr\}", 0, before("cdf81090"), (1, None, 56)),    # str.w r9, [sp, #16]
    ("the stack is not wiped", T32, r"mov.w +ip, #29", 0, flip(2, 4), (1, None, 56)),
    ("a general register is not wiped", T32, r"mov.w +r3, #0", -1, NOP_THUMB, (1, None, 56)),
    ("it returns as if to ARM code", T32, r"ldmia.w +sp!, \{r4, r5, r6, r7, r8, r9, sl, fp, lr\}", 0,
     lambda raw: raw + bytes.fromhex("2ef0010e"), (1, None, 56)),                       # bic.w lr, lr, #1
    ("an instruction with a condition, by it", T32, r"mov.w +ip, #29", 0, before("08bf"), (1, None, 56)),
    ("wrong for 2^25 - 1 blocks", T32, r"mov.w +r3, #128", 0, before("b2f1014f 00d3 8032"), (None, None, 56)),   # cmp r2, #0x81000000; bcc; adds r2, #128
    ("no blocks if 24 bits of their number are 0", T32, r"mov.w +r3, #128", 0, before("22f00042"), (None, None, 56)),     # bic r2, r2, #0x80000000
    ("an unpredictable bx", T32, r"bx +lr", -1, flip(0, 1), (1, None, 56)),
    ("an unpredictable constant", T32, r"mov.w +r3, #0", -1, flip(3, 0x10), (1, None, 56)),
    ("an unpredictable ldrd, which writes its base", T32, r"ldrd +r2, r3, \[r8\]", 0, flip(0, 0x20), (1, None, 56)),
    ("the high bits of an address, added to it", T32, r"add.w +lr, sp, #152", 0, before("4fea197c e144"), (1, None, 56)),     # mov.w ip, r9, lsr #28; add r9, ip
    ("a word behind a table", T32, r"add.w +lr, sp, #152", 0, before("d9f800c8"), (1, None, 56)),                      # ldr.w ip, [r9, #2048]
    ("an unpredictable ldm, of sp", T32, r"mov.w +r3, #128", 0,        # mov r3, sp; str r3, [sp, #464]; add.w ip, sp, #460; ldmia.w ip, {r3, sp}
     before("6b46 7493 0df5e67c 9ce80820"), (1, None, 56)),
    ("an unpredictable ldm, of one register", T32, r"mov.w +r3, #128", 0, before("ec46 9ce80800"), (1, None, 56)),     # mov ip, sp; ldmia.w ip, {r3}
    ("sp where it is unpredictable", T32, r"mov.w +r3, #128", 0, before("83ea0d03 83ea0d03"), (1, None, 56)),          # eor.w r3, r3, sp; twice
    # At addresses of both kinds: add r3, pc, #0; mov ip, pc; sub.w ip, ip, r3; sub.w ip, ip, #2; add.w r2, r2, ip, lsl #6; nop
    ("pc where it is read as a multiple of 4", T32, r"mov.w +r3, #128", 0,
     before("00a3 fc46 aceb030c acf1020c 02eb8c12 00bf" * 2), (None, None, 56)),
    ("sp from another register", T32, r"mov.w +r3, #128", 0, before("6b46 a3f1000d"), (1, None, 56)),                  # mov r3, sp; sub.w sp, r3, #0
    ("sp is stored where it is unpredictable", T32, r"mov.w +r3, #128", 0, before("8df8d0d1"), (1, None, 56)),         # strb.w sp, [sp, #464]
    ("an unpredictable rev, of two registers", T32, r"mov.w +r3, #128", 0, before("91fa83fc"), (1, None, 56)),
    ("an unpredictable cmp, of low registers", T32, r"mov.w +r3, #128", 0, before("0845"), (1, None, 56)),
    ("more stack than a kernel may use", T32, r"mov.w +r3, #0", -1, before("adf5005d 0df5005d"), (1, None, 56)),
    ("a call that does not return", T32, r"mov.w +r3, #0", -1, before("00f000f8"), (1, None, 56)),                    # bl .+4
]
THUMB2_M3 = THUMB2 + [
    # pkhbt r8, r8, r8; sel r8, r8, r8; msr APSR_g, r8: of the DSP extension
    ("an instruction that its row does not have", T32, r"bfi +sl, fp, #0, #24", 0, before("c8ea0808"), (1, None, 56)),
    ("an instruction that its row does not have: by flags", T32, r"bfi +sl, fp, #0, #24", 0, before("a8fa88f8"), (1, None, 56)),
    ("an instruction that its row does not have: those flags", T32, r"bfi +sl, fp, #0, #24", 0, before("88f30084"), (1, None, 56)),
    ("a bit too few of a rotation in halves", T32, r"bfi +sl, fp, #0, #24", 5, flip(2, 1), (1, None, 56)),
]
THUMB2_DSP = THUMB2 + [
    ("a half of the other word", T32, r"pkhbt +r1, r8, r9", 3, flip(2, 1), (1, None, 56)),
    ("a byte of a word and not of the other", T32, r"sel +sl, r5, r4", 2, flip(2, 1), (1, None, 56)),
    ("which bytes, by other flags", T32, r"msr +CPSR_s, fp", 0, NOP_THUMB, (1, None, 56)),
]
THUMB2_ALIGNED = [
    ("a word is read at any address", T32, r"ldrb.w +r0, \[r8\], #1", 0, flip(0, 0x40), (1, None, 56)),
    ("a word is written at any address", T32, r"strb.w +r0, \[sl\], #1", 0, flip(0, 0x40), (1, None, 56)),
    ("a byte at another place of its word", T32, r"orr.w +r0, r0, fp, lsl #16", 0, flip(3, 0x10), (1, None, 56)),
]
NOP_RV = lambda raw: bytes.fromhex("13000000" if len(raw) == 4 else "0100")
RV, ZBB, RVV = "blake2b_blocks_rv64", "blake2b_blocks_zbb", "blake2b_lanes_rvvx4"
LP64 = [
    ("32 bits of a table's address", RV, r"ld +a2,0\(a6\)", 0, before("13180802 13580802"), (1, None, 48)),        # slli a6,a6,32; srli
    ("the high half of an address, added to where the message is", RV, r"ld +a2,0\(a6\)", 0,
     before("13560802 b388c800"), (1, None, 48)),                                                        # srli a2,a6,32; add a7,a7,a2
    ("a word behind a table", RV, r"ld +a2,0\(a6\)", 0, before("03360804"), (1, None, 48)),            # ld a2,64(a6)
    ("an instruction that its row does not have", RV, r"ld +a2,0\(a6\)", 0, before("13561660"), (1, None, 48)),    # ror a2,a2,1
    ("the counter's carry is dropped", RV, r"add +s4,s4,s3", 0, NOP_RV, (1, None, 48)),
    ("the flags do not go in", RV, r"xor +t6,t6,s5", 0, NOP_RV, (1, 77, 48)),
    ("another rotation", ZBB, r"ror +\w+,\w+,0x18", 5, flip(2, 0x10), (1, None, 48)),
    ("right for one block, wrong for two", RV, r"add +a7,a7,a3", 0, NOP_RV, (2, None, 48)),
    ("a callee-saved register is lost", RV, r"ld +s5,48\(sp\)", -1, NOP_RV, (1, None, 48)),
    ("the stack is not wiped", RV, r"sd +zero,112\(sp\)", 0, NOP_RV, (1, 77, 48)),
    ("a general register is not wiped", RV, r"li +t3,0", -1, NOP_RV, (1, None, 48)),
    ("a branch by the chaining value", RV, r"ld +t0,80\(s11\)", 0, flip(3, 5), (1, None, 48)),
    ("a word behind the block is read", RV, r"ld +s3,8\(a7\)", 0, flip(3, 8), (1, None, 48)),
    ("a short block is padded at no multiple of 8", RV, r"add +a4,sp,112", 0, flip(0, 0x40), (1, 77, 48)),
    ("blocks anywhere are read by words", RV, r"and +a6,a7,7", 0, flip(2, 0x70), (None, None, 48, (0, 0))),
    # li a2,128; ld a3,248(sp); bgeu a2,a3,1f; ld a3,256(sp); ld a2,272(sp); add a3,a3,a2;
    # ld a3,0(a3); 1:
    ("a word of the next block, wherever it is", RV, r"ld +a2,0\(a6\)", 0, before(
        "13060008 8336810f 637ad600 83360110 03360111 b386c600 83b60600"), (None, None, 48)),
    ("the state is read as the block stands", RV, r"and +t0,a0,7", 0, flip(1, 0x80), (1, None, 48, (3, 0))),
    # andi t0,a0,7; li t1,3; bne t0,t1; andi t0,a1,7 (a3: the stride); li t1,5; bne; lbu t1,0(a0);
    # xori t1,t1,1; sb t1,0(a0)
    ("wrong for one place of the state with one of the block", RV, r"and +t0,a0,7", 0, before(
        "93727500 13033000 639e6200 93f27500 13035000 63986200 03430500 13431300 23006500"),
     (1, None, 48, (None, 5))),
    ("wrong for one place of the state with one of the stride", RV, r"and +t0,a0,7", 0, before(
        "93727500 13033000 639e6200 93f27600 13035000 63986200 03430500 13431300 23006500"),
     (None, None, 48, (None, 0))),
    # The same by a1 and a3.
    ("wrong for one place of the block with one of the stride, in last blocks", RV,
     r"and +t0,a0,7", 0, before(
         "93f27500 13035000 639e6200 93f27600 13035000 63986200 03430500 13431300 23006500"),
     (1, 77, 48, (0, 5))),
    ("of several messages: a group of registers is not wiped", RVV, r"vmv\.v\.i +v8,0", 0, NOP_RV, (1, None, 48)),
    ("of several messages: half of each group is not wiped", RVV, r"vsetvli +t4,zero,e8,m8", 0, flip(2, 0x10), (1, None, 48)),
    ("of several messages: more elements than messages", RVV, r"vsetivli +zero,4,e64", 0, flip(1, 0x80), (1, None, 48)),
    # li a2,1; slli a2,a2,62; add a2,a2,a7; sltu a2,a2,a7; add a7,a7,a2
    ("wrong where the message is near the end of memory", RV, r"ld +a2,0\(a6\)", 0, before("13061000 1316e603 33061601 33361601 b388c800"), (1, None, 48)),
    # ld a2,248(sp); srli a2,a2,60; and s6 of the caller, on the stack, xor that
    ("a callee-saved register is lost for 2^53 blocks and more", RV, r"ld +a2,0\(a6\)", 0, before("0336810f 1356c603 83368103 b3c6c600 233cd102"), (None, None, 48)),
    # li ra,1; slli ra,ra,62; add s2,s2,ra; xor s2,s2,ra
    ("two faults that cancel, but for large counters", RV, r"ld +s3,264\(sp\)", 0, before("93001000 9390e003 33091900 33491900"), (1, None, 48)),
    # li a2,1; slli a2,a2,39; ld a3,248(sp); bgeu a2,a3,1f; li a3,1; xor t0,t0,a3; 1:
    ("wrong for more than 2^32 blocks", RV, r"ld +a2,0\(a6\)", 0, before("13061000 13167602 8336810f 6376d600 93061000 b3c2d200"), (None, None, 48)),
    ("the copy of the state is not wiped", RV, r"sd +zero,32\(s11\)", 0, NOP_RV, (1, None, 48, (3, 0))),
    ("a stack pointer plus 0, which is reserved", RV, r"ld +a2,0\(a6\)", 0, before("0161 0100"), (1, None, 48)),       # c.addi16sp sp,0; nop
    ("more stack than a kernel may use", RV, r"ld +a2,0\(a6\)", 0, before("13010180" * 3 + "13010140" * 6), (1, None, 48)),
    ("a write below the stack pointer", RV, r"ld +a2,0\(a6\)", 0, before("233c01fe"), (1, None, 48)),                 # sd zero,-8(sp)
    ("a return that nobody called", RV, r"ld +a2,0\(a6\)", 0, before("93020000 67800200"), (1, None, 48)),            # li t0,0; jr t0
] + entered(                                                # sd s10,248(sp)
    "blake2b_rounds_rv64", "of rounds", 48, (r"ld +s2,0\(a2\)", 0, "233ca10f"), (r"ld +ra,240\(sp\)", -1), (
        # ld ra,248(sp); srli ra,ra,24; xor t0,t0,ra
        ("2^24 and more, without a branch", "8330810f 93d08001 b3c21200"),))
FAULTS = {"sysv64": SYSV64, "cdecl": CDECL, "win64": WIN64, "aapcs64": AAPCS64, "aapcs32": AAPCS32,
          "aapcs32-aligned": A32_BY_BYTES, "thumb2": THUMB2_M3, "thumb2-dsp": THUMB2_DSP,
          "thumb2-aligned": THUMB2_ALIGNED,
          "thumb2-dsp-aligned": THUMB2_ALIGNED, "lp64": LP64}


def refused(abi, code, kernel, call):
    """Why, or None if the kernel is accepted."""
    blocks, last, offset, *low = call
    if low:
        abi = copy.copy(abi)
        abi.low, = low
    try:
        proof = proof_of(code, kernel, abi, offset)
        if "_short_" in kernel:
            proof.some(*blocks)
        elif "_rounds_" in kernel:
            proof.any_rounds() if blocks is None else proof.fixed_rounds(blocks)
        elif blocks == "lengths":           # of last blocks, up to that
            proof.lengths(range(last))
        elif blocks is None:
            proof.induction()
        else:
            proof.fixed(blocks, last)
    except Refused as e:
        return str(e)
    return None


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("--abi", default="sysv64")
    a.add_argument("--objdump", default="objdump")
    o = a.parse_args()
    gc.disable()
    sys.setrecursionlimit(100000)
    abi = abi_called(o.abi)
    code = load(abi, o.file, o.objdump)
    failed, sound = False, {}
    for fault, kernel, pattern, which, change, call, *more in FAULTS[o.abi]:
        why = None
        if (kernel, call) not in sound:
            sound[kernel, call] = refused(abi, code, kernel, call)
        begin = proof_of(code, kernel, abi).entry
        end = min([s for s in code.symbols.values() if s > begin], default=1 << 64)
        patches = [(pattern, which, change)] + more
        places = [[at for at, text in code.lines.items() if begin <= at < end and re.match(
            "(%s)(\\b|\\s|$)" % p, text.replace("\t", " "))] for p, _, _ in patches]
        missing = [p for found, (p, which, _) in zip(places, patches)
                   if len(found) <= max(which, 0)]
        if sound[kernel, call]:
            why = "the kernel itself is refused: " + sound[kernel, call]
        elif missing:
            why = "there is no such instruction: " + missing[0]
        else:
            data, bridges, changed = bytearray(code.data), set(), []

            def write(address, new):
                base, offset, _ = next(t for t in code.text if t[0] <= address < t[0] + t[2])
                data[offset + address - base:offset + address - base + len(new)] = new
            # Instructions of big-endian objects are big-endian, too, but AArch64's.
            order = swapped if o.abi == "aapcs32" and code.order == "big" else bytes
            room = next(a for room in ("_(blocks|lanes)_", "pad_block")
                        for s, a in code.symbols.items() if re.search(room, s) and a != begin)
            for found, (pattern, which, change) in zip(places, patches):
                at = found[which]
                raw, there = order(code.raw(at, code.next[at])), None
                new = change(raw)
                # With what follows, if a jump needs its place.
                while len(new) > len(raw) < len(jump(o.abi, at, room)):
                    more = order(code.raw(at + len(raw), code.next[at + len(raw)]))
                    raw, new = raw + more, new + more
                if len(new) > len(raw):
                    bridges |= {at, room + len(new)}
                    there, new = room, new + jump(o.abi, room + len(new), at + len(raw))
                    write(there, order(new))
                    changed.append((room, room + len(new)))
                    room += len(new)
                    new = jump(o.abi, at, there)
                    if len(new) > len(raw):
                        raise Refused("no room for a jump: " + pattern)
                write(at, order(new + NOPS(raw)[len(new):]))
                if there is not None:
                    changed.append((at, at + len(raw)))
            with tempfile.NamedTemporaryFile() as f:
                f.write(data)
                f.flush()
                faulty = patched(abi, f.name, o.objdump, code, bridges, changed)
                if "its row" not in fault:    # or it would be refused for what it is patched with
                    faulty.kernels_need = {}
                because = refused(abi, faulty, kernel, call)
            if because is None:
                why = "accepted"
        if why:
            failed = True
            print("FAIL proof/fault in %s: %s: %s" % (kernel, fault, why))
        else:
            print("PASS proof/fault in %s: %s: refused: %s" % (kernel, fault, because[:100]),
                  flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
