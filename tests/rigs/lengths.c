/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Lengths that cannot be: of more bytes than there are from an address to the end of the address
 * space, or so many that sums with them wrap, as after an unchecked read(). Each call of both
 * libraries that takes a length refuses them before it reads or writes anything. None of the memory
 * that they name is there, so that a call that tries is killed.
 */
#include <stdio.h>

#include "blake_kernels.h"
#include "child.h"
#include "blake2b_test.h"

enum { AROUND = 300 }; /* lengths and addresses are tried one by one so far from the ends */
static const size_t most = (size_t)-1;

static blake2b_state hash, hash_before;
static blake2bp_state parallel, parallel_before;
static blake2xb_state input, input_before, output, output_before;
static blake256_state hash256, hash256_before;
static blake512_state hash512, hash512_before;
static unsigned char out[64], out_before[64];
static const unsigned char byte[1] = {1};
static const unsigned char salt[32] = {1};

/* ---- the calls, with one length that may be refused ---- */

#define CALL(name, parameters, call) \
    static int name parameters { \
        return call; \
    }

#define IN (const void *in, size_t n)
CALL(digest_in, IN, blake2b_digest(out, 64, in, n, byte, 1))
CALL(append_in, IN, blake2b_append(&hash, in, n))
CALL(bp_in, IN, blake2bp(out, 64, in, n, NULL, 0))
CALL(bp_keyed_in, IN, blake2bp(out, 64, in, n, byte, 1))
CALL(bp_update_in, IN, blake2bp_update(&parallel, in, n))
CALL(xb_in, IN, blake2xb(out, 64, in, n, NULL, 0))
CALL(xb_update_in, IN, blake2xb_update(&input, in, n))
CALL(digest256_in, IN, blake256_digest(out, 32, in, n, NULL))
CALL(append256_in, IN, blake256_append(&hash256, in, n))
CALL(digest512_in, IN, blake512_digest(out, 48, in, n, salt))
CALL(append512_in, IN, blake512_append(&hash512, in, n))

static int hash_in IN {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_hash(&P, out, 64, in, n);
}

/* The job that cannot be is behind one that can, which must not be done. */
static size_t jobs_before;
static const blake2b_job *jobs IN {
    static blake2b_job all[20];
    size_t i;
    for (i = 0; i <= jobs_before; i++) {
        all[i].in = i < jobs_before ? byte : in;
        all[i].inlen = i < jobs_before ? 1 : n;
        all[i].hash = out;
    }
    return all;
}

static const blake_job *blake_jobs IN {
    static blake_job all[20];
    size_t i;
    for (i = 0; i <= jobs_before; i++) {
        all[i].in = i < jobs_before ? byte : in;
        all[i].inlen = i < jobs_before ? 1 : n;
        all[i].hash = out;
    }
    return all;
}

static int many_in IN {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_many(&P, jobs(in, n), jobs_before + 1);
}
CALL(many_from_in, IN, blake2b_many_from(&hash, jobs(in, n), jobs_before + 1))
CALL(many256_in, IN, blake256_many(32, salt, blake_jobs(in, n), jobs_before + 1))
CALL(many256_from_in, IN, blake256_many_from(&hash256, blake_jobs(in, n), jobs_before + 1))
CALL(many512_in, IN, blake512_many(64, NULL, blake_jobs(in, n), jobs_before + 1))
CALL(many512_from_in, IN, blake512_many_from(&hash512, blake_jobs(in, n), jobs_before + 1))

/* Keys, which are also too long. */
CALL(digest_key, IN, blake2b_digest(out, 64, byte, 1, in, n))
CALL(digest_init_key, IN, blake2b_digest_init(&hash, 64, in, n))
CALL(bp_key, IN, blake2bp(out, 64, byte, 1, in, n))
CALL(bp_init_key, IN, blake2bp_init(&parallel, 64, in, n))
CALL(xb_key, IN, blake2xb(out, 64, byte, 1, in, n))
CALL(xb_init_key, IN, blake2xb_init(&input, 64, in, n))

static int params_key IN {
    static const blake2b_job job = {byte, 1, out};
    blake2b_params P;
    int errors[3];
    blake2b_params_init(&P);
    P.key = in;
    P.key_length = n;
    errors[0] = blake2b_init_params(&hash, &P);
    errors[1] = blake2b_hash(&P, out, 64, byte, 1);
    errors[2] = blake2b_many(&P, &job, 1);
    if (n > BLAKE2B_KEYBYTES) { /* that is checked first */
        return errors[0] == BLAKE2B_ERROR_PARAMS && errors[1] == errors[0] && errors[2] == errors[0]
                   ? BLAKE2B_ERROR_LENGTH
                   : 1;
    }
    return errors[0] == errors[1] && errors[0] == errors[2] ? errors[0] : 1;
}

/* Output. */
#define OUT (const void *to, size_t n)
CALL(xb_out, OUT, blake2xb((unsigned char *)to, n, byte, 1, NULL, 0))
CALL(squeeze_out, OUT, blake2xb_squeeze(&output, (unsigned char *)to, n))
CALL(xb_finish_out, OUT, blake2xb_finish(&input, (unsigned char *)to, n))
CALL(digest_out, OUT, blake2b_digest((unsigned char *)to, n, byte, 1, NULL, 0))
CALL(finish_out, OUT, blake2b_finish(&hash, (unsigned char *)to, n))
CALL(bp_out, OUT, blake2bp((unsigned char *)to, n, byte, 1, NULL, 0))
CALL(bp_final_out, OUT, blake2bp_final(&parallel, (unsigned char *)to, n))
CALL(digest256_out, OUT, blake256_digest((unsigned char *)to, n, byte, 1, NULL))
CALL(finish256_out, OUT, blake256_finish(&hash256, (unsigned char *)to, n))
CALL(digest512_out, OUT, blake512_digest((unsigned char *)to, n, byte, 1, NULL))
CALL(finish512_out, OUT, blake512_finish(&hash512, (unsigned char *)to, n))

/* Arrays of jobs. */
#define JOBS (const void *all, size_t n)
static int many_jobs JOBS {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_many(&P, (const blake2b_job *)all, n);
}
CALL(many_from_jobs, JOBS, blake2b_many_from(&hash, (const blake2b_job *)all, n))
CALL(compress_jobs, JOBS, blake2b_compress_many((const blake2b_compress_job *)all, n, 12))
CALL(many256_jobs, JOBS, blake256_many(32, NULL, (const blake_job *)all, n))
CALL(many256_from_jobs, JOBS, blake256_many_from(&hash256, (const blake_job *)all, n))
CALL(many512_jobs, JOBS, blake512_many(64, NULL, (const blake_job *)all, n))
CALL(many512_from_jobs, JOBS, blake512_many_from(&hash512, (const blake_job *)all, n))

typedef struct call {
    const char *name;
    int (*run)(const void *p, size_t n);
    size_t size; /* of what N counts; 0: they are many_..._in */
} call;
static const call calls[] = {
#define BYTES(name) {#name, name, 1},
    /* clang-format off */
    BYTES(digest_in) BYTES(append_in) BYTES(hash_in) BYTES(bp_in) BYTES(bp_keyed_in)
    BYTES(bp_update_in) BYTES(xb_in) BYTES(xb_update_in) BYTES(digest256_in) BYTES(append256_in)
    BYTES(digest512_in) BYTES(append512_in) BYTES(digest_key) BYTES(digest_init_key) BYTES(bp_key)
    BYTES(bp_init_key) BYTES(xb_key) BYTES(xb_init_key) BYTES(params_key) BYTES(xb_out)
    BYTES(squeeze_out) BYTES(xb_finish_out) BYTES(digest_out) BYTES(finish_out) BYTES(bp_out)
    BYTES(bp_final_out) BYTES(digest256_out) BYTES(finish256_out) BYTES(digest512_out)
    BYTES(finish512_out)
#define OF_JOBS(name) {#name, name, 0},
    OF_JOBS(many_in) OF_JOBS(many_from_in) OF_JOBS(many256_in) OF_JOBS(many256_from_in)
    OF_JOBS(many512_in) OF_JOBS(many512_from_in)
    /* clang-format on */
    {"many_jobs", many_jobs, sizeof(blake2b_job)},
    {"many_from_jobs", many_from_jobs, sizeof(blake2b_job)},
    {"compress_jobs", compress_jobs, sizeof(blake2b_compress_job)},
    {"many256_jobs", many256_jobs, sizeof(blake_job)},
    {"many256_from_jobs", many256_from_jobs, sizeof(blake_job)},
    {"many512_jobs", many512_jobs, sizeof(blake_job)},
    {"many512_from_jobs", many512_from_jobs, sizeof(blake_job)},
};

static void refused(const call *c, const void *p, size_t n) {
    static const size_t before[] = {0, 1, 2, 19};
    size_t i;
    for (i = 0; i < (c->size ? 1 : sizeof before / sizeof before[0]); i++) {
        int error;
        jobs_before = before[i];
        error = c->run(p, n);
        test_expect(error == BLAKE2B_ERROR_LENGTH, "%lx at %p: %d", (unsigned long)n, p, error);
    }
}

static void one_call(const call *c) {
    const size_t size = c->size ? c->size : 1;
    size_t i;
    test_begin("lengths/%s", c->name);
    for (i = 0; i < AROUND; i++) {
        /* some of the last bytes of the address space */
        const uintptr_t last = UINTPTR_MAX - i;
        const size_t room = (size_t)(UINTPTR_MAX - (uintptr_t)byte); /* behind this one */
        refused(c, (const void *)last, i / size + 2);
        refused(c, (const void *)last, most / size - i);
        refused(c, byte, room / size + 2 + i);
        refused(c, byte, most - i);
        if (i < 128) { /* room enough, but sums would wrap */
            refused(c, (const void *)(uintptr_t)1, (most - i) / size + (size > 1));
        }
    }
    test_expect(!memcmp(&hash, &hash_before, sizeof hash) &&
                    !memcmp(&parallel, &parallel_before, sizeof parallel) &&
                    !memcmp(&input, &input_before, sizeof input) &&
                    !memcmp(&output, &output_before, sizeof output) &&
                    !memcmp(&hash256, &hash256_before, sizeof hash256) &&
                    !memcmp(&hash512, &hash512_before, sizeof hash512),
                "a state was written");
    test_expect(!memcmp(out, out_before, sizeof out), "a digest was written");
    test_end();
}

/* The limits themselves, which no call can be asked for. */
static void limits(void) {
    size_t i;
    test_begin("lengths/limits");
    test_expect(memory_fits(NULL, 0) && memory_fits((const void *)UINTPTR_MAX, 0),
                "nothing, anywhere");
    for (i = 0; i < AROUND; i++) {
        const void *const p = (const void *)(UINTPTR_MAX - i);
        const size_t room = (size_t)(UINTPTR_MAX - (uintptr_t)byte) + 1;
        test_expect(memory_fits(p, i + 1) && !memory_fits(p, i + 2), "%lu before the end",
                    (unsigned long)i);
        test_expect(memory_array_fits(p, (i + 1) / 24, 24) && !memory_array_fits(p, i / 24 + 2, 24),
                    "an array there");
        test_expect(memory_fits(byte, room - i) && !memory_fits(byte, room + 1 + i),
                    "%lu around the end", (unsigned long)i);
        test_expect(memory_fits((const void *)(uintptr_t)1, most - i) == (i >= 128),
                    "%lu less than all", (unsigned long)i);
        test_expect(!memory_array_fits(byte, most / 2 + 1 + i, 2), "a product that wraps");
    }
    test_end();
}

/* ---- calls with one length that can be ---- */

CALL(save_blake2b, OUT, blake2b_export(&hash, (unsigned char *)to, n))
CALL(save_bp, OUT, blake2bp_export(&parallel, (unsigned char *)to, n))
CALL(save_xb, OUT, blake2xb_export(&input, (unsigned char *)to, n))
CALL(save_256, OUT, blake256_export(&hash256, (unsigned char *)to, n))
CALL(save_512, OUT, blake512_export(&hash512, (unsigned char *)to, n))
CALL(resume_blake2b, IN, blake2b_import(&hash, in, n))
CALL(resume_bp, IN, blake2bp_import(&parallel, in, n))
CALL(resume_xb, IN, blake2xb_import(&input, in, n))
CALL(resume_256, IN, blake256_import(&hash256, in, n))
CALL(resume_512, IN, blake512_import(&hash512, in, n))
CALL(eip152, IN, blake2b_eip152(out, in, n))

static void one_length(void) {
    static const struct {
        const char *name;
        int (*run)(const void *p, size_t n);
        size_t length;
    } cases[] = {
        {"blake2b_export", save_blake2b, BLAKE2B_SAVED_BYTES},
        {"blake2b_import", resume_blake2b, BLAKE2B_SAVED_BYTES},
        {"blake2bp_export", save_bp, BLAKE2BP_SAVED_BYTES},
        {"blake2bp_import", resume_bp, BLAKE2BP_SAVED_BYTES},
        {"blake2xb_export", save_xb, BLAKE2XB_SAVED_BYTES},
        {"blake2xb_import", resume_xb, BLAKE2XB_SAVED_BYTES},
        {"blake256_export", save_256, BLAKE256_SAVED_BYTES},
        {"blake256_import", resume_256, BLAKE256_SAVED_BYTES},
        {"blake512_export", save_512, BLAKE512_SAVED_BYTES},
        {"blake512_import", resume_512, BLAKE512_SAVED_BYTES},
        {"blake2b_eip152", eip152, BLAKE2B_EIP152_BYTES},
    };
    size_t i, missing;
    test_begin("lengths/one-length");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (missing = 1; missing < cases[i].length; missing++) {
            const void *p = (const void *)(UINTPTR_MAX - (cases[i].length - missing) + 1);
            int error = cases[i].run(p, cases[i].length);
            test_expect(error == BLAKE2B_ERROR_LENGTH, "%s, %lu bytes too near the end: %d",
                        cases[i].name, (unsigned long)missing, error);
        }
    }
    test_end();
}

/* ---- those that abort ---- */

static void die_blake2b(void) {
    blake2b(out, byte, most);
}
static void die_keyed(void) {
    blake2b_keyed(out, byte, most - 127, byte, 1);
}
static void die_keyed_key(void) {
    blake2b_keyed(out, byte, 1, (const void *)(UINTPTR_MAX - 9), 11);
}
static void die_keyed_init(void) {
    blake2b_keyed_init(&hash, (const void *)(UINTPTR_MAX - 9), 11);
}
static void die_update(void) {
    blake2b_update(&hash, byte, most);
}
static void die_update_few(void) {
    blake2b_update(&hash, (const void *)(UINTPTR_MAX - 9), 11);
}
static void die_final(void) {
    blake2b_final(&hash, (unsigned char *)(UINTPTR_MAX - 9));
}
static void die_224(void) {
    blake224(out, byte, most);
}
static void die_224_salted(void) {
    blake224_salted(out, byte, most, salt);
}
static void die_256(void) {
    blake256(out, byte, most);
}
static void die_256_salted(void) {
    blake256_salted(out, byte, most - 63, salt);
}
static void die_update256(void) {
    blake256_update(&hash256, byte, most);
}
static void die_384(void) {
    blake384(out, byte, most);
}
static void die_384_salted(void) {
    blake384_salted(out, byte, most, salt);
}
static void die_512(void) {
    blake512(out, byte, most);
}
static void die_512_salted(void) {
    blake512_salted(out, byte, most - 127, salt);
}
static void die_update512(void) {
    blake512_update(&hash512, byte, most);
}

static void void_calls(void) {
    static const struct {
        const char *call;
        void (*misuse)(void);
    } cases[] = {
        {"blake2b", die_blake2b},
        {"blake2b_keyed", die_keyed},
        {"blake2b_keyed", die_keyed_key},
        {"blake2b_keyed_init", die_keyed_init},
        {"blake2b_update", die_update},
        {"blake2b_update", die_update_few},
        {"blake2b_final", die_final},
        {"blake224", die_224},
        {"blake224_salted", die_224_salted},
        {"blake256", die_256},
        {"blake256_salted", die_256_salted},
        {"blake256_update", die_update256},
        {"blake384", die_384},
        {"blake384_salted", die_384_salted},
        {"blake512", die_512},
        {"blake512_salted", die_512_salted},
        {"blake512_update", die_update512},
    };
    size_t i;
    if (!child_possible()) {
        test_skip("lengths/void-calls", "no fork on this system");
        return;
    }
    test_begin("lengths/void-calls");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        child_expect_abort(cases[i].call, "a length that cannot be",
                           "memory that ends beyond the address space", cases[i].misuse);
    }
    test_end();
}

int main(void) {
    size_t i;
    blake2b_init(&hash);
    blake2b_update(&hash, salt, 1); /* a kernel is chosen: the fast way of blake2b_update, too */
    blake2b_digest(out, 64, salt, 1, NULL, 0);
    blake2bp_init(&parallel, 64, NULL, 0);
    blake2xb_init(&input, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0);
    output = input;
    blake2xb_final(&output);
    blake256_init(&hash256);
    blake256_update(&hash256, salt, 32);
    blake512_init(&hash512);
    blake512_update(&hash512, salt, 32);
    hash_before = hash;
    parallel_before = parallel;
    input_before = input;
    output_before = output;
    hash256_before = hash256;
    hash512_before = hash512;
    memcpy(out_before, out, sizeof out);
    limits();
    for (i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        one_call(&calls[i]);
    }
    one_length();
    void_calls();
    return test_exit();
}
