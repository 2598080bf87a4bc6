/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Boot sector of the test on Bochs: from the BIOS to C in WIDTH (32 or 64) bits. Enables the vector
 * registers that the CPU has and XCR0 allows. The variant of the boot sector sets XCR0; 0 means
 * without XSAVE. Bochs has loaded the program at IMAGE (optramimage1).
 */
#define IMAGE 0x100000
#define STACK 0x90000
#define PAGES 0x10000 /* page tables: three pages */
#define SHUTDOWN_PORT 0x8900

#define CODE_32 0x08
#define DATA    0x10
#define CODE_64 0x18

.intel_syntax noprefix
.text
.globl _start
.code16
_start:
    cli
    xor ax, ax
    mov ds, ax
    in al, 0x92                 /* enable address line 20 */
    or al, 2
    and al, 0xfe
    out 0x92, al
    lgdt [descriptors]
    mov eax, cr0
    or al, 1                    /* protected mode */
    mov cr0, eax
    .att_syntax                 /* for the assembler, a far jump is easier in this syntax */
    ljmp $CODE_32, $protected
    .intel_syntax noprefix

.code32
protected:
    mov ax, DATA
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov esp, STACK

    /* FPU and SSE */
    mov eax, cr0
    and eax, ~0x0c              /* neither EM nor TS */
    or eax, 0x22                /* MP, NE */
    mov cr0, eax
    fninit
    mov eax, 1
    cpuid
    mov esi, ecx
    xor eax, eax
    bt edx, 24                  /* FXSR */
    jnc 1f
    or eax, 0x200               /* OSFXSR */
    bt edx, 25                  /* SSE */
    jnc 1f
    or eax, 0x400               /* OSXMMEXCPT */
1:  test eax, eax               /* the first Pentium has CR4, older CPUs do not */
    jz 2f
    mov cr4, eax
2:
#if XCR0
    bt esi, 26                  /* XSAVE */
    jnc 3f
    or eax, 0x40000             /* OSXSAVE */
    mov cr4, eax
    mov eax, 0x0d
    xor ecx, ecx
    cpuid                       /* eax: supported bits of XCR0 */
    and eax, XCR0
    xor ecx, ecx
    xor edx, edx
    xsetbv
3:
#endif

#if WIDTH == 64
    /* identity-map the first GiB, in pages of 2 MiB */
    mov edi, PAGES
    xor eax, eax
    mov ecx, 3 * 0x1000 / 4
    rep stosd
    mov dword ptr [PAGES], PAGES + 0x1000 + 3
    mov dword ptr [PAGES + 0x1000], PAGES + 0x2000 + 3
    mov edi, PAGES + 0x2000
    mov eax, 0x83               /* present, writable, large */
4:  mov [edi], eax
    add eax, 0x200000
    add edi, 8
    cmp edi, PAGES + 0x3000
    jne 4b
    mov eax, PAGES
    mov cr3, eax
    mov eax, cr4
    or eax, 0x20                /* PAE */
    mov cr4, eax
    mov ecx, 0xc0000080         /* EFER */
    rdmsr
    or eax, 0x100               /* long mode */
    wrmsr
    mov eax, cr0
    or eax, 0x80000000          /* paging */
    mov cr0, eax
    .att_syntax
    ljmp $CODE_64, $long_mode
    .intel_syntax noprefix
.code64
long_mode:
#endif
    mov eax, IMAGE
#if WIDTH == 64
    call rax
#else
    call eax
#endif

    /* Bochs ends when it has read this. */
    mov esi, offset goodbye
    mov edx, SHUTDOWN_PORT
    mov ecx, 8
    cld
    rep outsb
5:  hlt
    jmp 5b

goodbye:
    .ascii "Shutdown"
    .balign 8
table:
    .quad 0
    .quad 0x00cf9a000000ffff    /* CODE_32: all 4 GiB */
    .quad 0x00cf92000000ffff    /* DATA */
    .quad 0x00af9a000000ffff    /* CODE_64 */
descriptors:
    .word . - table - 1
    .long table

    .org 510
    .word 0xaa55
    .section .note.GNU-stack, "", @progbits
