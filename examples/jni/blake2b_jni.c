/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The native half of Blake2b.java. On Linux, with the static library of this folder's tree:
 *
 *     javac -d . Blake2b.java
 *     cc -O2 -fPIC -shared -I$JAVA_HOME/include -I$JAVA_HOME/include/linux -I../../app/include \
 *         -o libblake2b_jni.so blake2b_jni.c ../../bin/libblake2b.a
 *     java -Djava.library.path=. Blake2b
 *
 * Bytes are copied in pieces. Nothing is pinned: the garbage collector can run meanwhile.
 */
#include <blake2b.h>
#include <jni.h>
#include <string.h>

#define PIECE 8192

static jbyteArray refuse(JNIEnv *env, const char *why) {
    jclass exception = (*env)->FindClass(env, "java/lang/IllegalArgumentException");
    if (exception) {
        (*env)->ThrowNew(env, exception, why);
    }
    return NULL;
}

static jbyteArray bytes(JNIEnv *env, const unsigned char *p, jsize length) {
    jbyteArray array = (*env)->NewByteArray(env, length);
    if (array) {
        (*env)->SetByteArrayRegion(env, array, 0, length, (const jbyte *)p);
    }
    return array;
}

/* In a way that the compiler cannot drop. */
static void wipe(volatile unsigned char *p, size_t length) {
    while (length--) {
        *p++ = 0;
    }
}

JNIEXPORT jbyteArray JNICALL Java_Blake2b_digest(JNIEnv *env, jclass self, jint length,
                                                 jbyteArray message, jbyteArray key) {
    unsigned char piece[PIECE], hash[BLAKE2B_OUTBYTES];
    const jsize keylen = key ? (*env)->GetArrayLength(env, key) : 0;
    jsize bytes_left, at = 0;
    jbyteArray result = NULL;
    blake2b_state S;
    int error;
    (void)self;
    if (!message) {
        return refuse(env, "no message");
    }
    if (length < 1 || length > BLAKE2B_OUTBYTES || keylen > BLAKE2B_KEYBYTES) {
        return refuse(env, "length out of range");
    }
    if (keylen) {
        (*env)->GetByteArrayRegion(env, key, 0, keylen, (jbyte *)piece);
    }
    error = blake2b_digest_init(&S, (size_t)length, piece, (size_t)keylen);
    for (bytes_left = (*env)->GetArrayLength(env, message); !error && bytes_left;) {
        const jsize now = bytes_left < PIECE ? bytes_left : PIECE;
        (*env)->GetByteArrayRegion(env, message, at, now, (jbyte *)piece);
        error = blake2b_append(&S, piece, (size_t)now);
        at += now;
        bytes_left -= now;
    }
    if (!error) {
        error = blake2b_finish(&S, hash, (size_t)length);
    }
    if (error) { /* only if every implementation failed its self-test */
        (*env)->FatalError(env, "libblake2b cannot hash");
    } else {
        result = bytes(env, hash, length);
    }
    wipe(piece, sizeof piece);
    return result;
}

JNIEXPORT jbyteArray JNICALL Java_Blake2b_eip152(JNIEnv *env, jclass self, jbyteArray input) {
    unsigned char in[BLAKE2B_EIP152_BYTES], out[64];
    (void)self;
    if (!input || (*env)->GetArrayLength(env, input) != BLAKE2B_EIP152_BYTES) {
        return refuse(env, "input must have 213 bytes");
    }
    (*env)->GetByteArrayRegion(env, input, 0, BLAKE2B_EIP152_BYTES, (jbyte *)in);
    switch (blake2b_eip152(out, in, sizeof in)) {
    case BLAKE2B_OK: return bytes(env, out, sizeof out);
    case BLAKE2B_ERROR_PARAMS: return refuse(env, "final flag is neither 0 nor 1");
    default: (*env)->FatalError(env, "libblake2b cannot hash"); return NULL;
    }
}
