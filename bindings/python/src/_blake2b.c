/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The Python module blake2b_asm._blake2b: hash objects and functions on top of the amalgamation.
 * setup.py defines Py_LIMITED_API, the limited API of Python 3.11: one build serves all later
 * versions. Free-threaded Python has no limited API.
 *
 * An object may be used by several threads. Input of RELEASE_BYTES and more is hashed without the
 * global interpreter lock; a lock of the object's own, made at the first such input, then guards
 * it. Without a global lock, each object has a mutex, which every use takes. The module has no state
 * but its types, so that each interpreter has its own.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pythread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "blake2b.h"

/* Of a library that is compiled with BLAKE2B_PEEK: see there. */
#define peek BLAKE2B_SYMBOL(blake2b_peek)
int peek(const blake2b_state *S, unsigned char *hash, size_t hashlen);

enum { RELEASE_BYTES = 2048, MANY_AT_ONCE = 256, FEW_AT_ONCE = 8 };

typedef enum { SERIAL, PARALLEL, XOF } kind_of_hash;

typedef struct {
    PyObject_HEAD kind_of_hash kind;
    unsigned digest_size; /* XOF: output length, BLAKE2XB_UNKNOWN_LENGTH if unknown */
    int keyed;            /* has a key, or may have one */
    PyObject *input;      /* NULL, or bytes that the first use appends: see made */
#if defined(Py_GIL_DISABLED)
    PyMutex mutex;
#else
    PyThread_type_lock lock;
#endif
    union {
        blake2b_state serial;
        blake2bp_state parallel;
        blake2xb_state xof;
        uint64_t words[1]; /* aligns the others, all of which are multiples of 8 bytes */
    } state;
} hash_object;

/* The keyword arguments of all calls. */
enum option {
    DATA,
    STRING,
    DIGEST_SIZE,
    LENGTH,
    KEY,
    SALT,
    PERSON,
    FANOUT,
    DEPTH,
    LEAF_SIZE,
    NODE_OFFSET,
    NODE_DEPTH,
    INNER_SIZE,
    LAST_NODE,
    SECURITY,
    LAST,
    ROUNDS,
    OPTION_COUNT
};

static const char *const option_names[OPTION_COUNT] =
    {"data",       "string",    "digest_size",     "length",    "key",         "salt",
     "person",     "fanout",    "depth",           "leaf_size", "node_offset", "node_depth",
     "inner_size", "last_node", "usedforsecurity", "last",      "rounds"};

typedef struct {
    PyTypeObject *types[3];
    PyObject *names[OPTION_COUNT]; /* interned */
} module_state;

/* An object is as long as its kind's state. */
static const size_t state_bytes[] = {sizeof(blake2b_state), sizeof(blake2bp_state),
                                     sizeof(blake2xb_state)};

/* Sets the exception for an error code; NULL. */
static PyObject *refused(int error) {
    const char *why = error == BLAKE2B_ERROR_LENGTH    ? "a length is out of range"
                      : error == BLAKE2B_ERROR_PARAMS  ? "a parameter is out of range"
                      : error == BLAKE2B_ERROR_STATE   ? "the hash is damaged"
                      : error == BLAKE2B_ERROR_SAVED   ? "not a saved state, or a damaged one"
                      : error == BLAKE2B_ERROR_NAME    ? "no such implementation on this CPU"
                      : error == BLAKE2B_ERROR_STARTUP ? "every implementation failed its self-test"
                                                       : "libblake2b rejects the call";
    PyErr_SetString(error == BLAKE2B_ERROR_STARTUP ? PyExc_RuntimeError : PyExc_ValueError, why);
    return NULL;
}

/* What may depend on a key. */
static void wipe(void *p, size_t bytes) {
#if defined(__GNUC__)
    memset(p, 0, bytes);
    __asm__ volatile("" : : "r"(p) : "memory");
#else
    volatile unsigned char *byte = p;
    while (bytes--) {
        *byte++ = 0;
    }
#endif
}

/* Where bytes have their bytes and a tuple its items: calls that tell it take a part of the time. */
static size_t bytes_offset, items_offset;

static unsigned char *bytes_of(PyObject *object) {
    return (unsigned char *)object + bytes_offset;
}

static PyObject **items_of(PyObject *tuple) {
    return (PyObject **)(void *)((unsigned char *)tuple + items_offset);
}

static int append(hash_object *self, const void *in, size_t bytes) {
    switch (self->kind) {
    case SERIAL: return blake2b_append(&self->state.serial, in, bytes);
    case PARALLEL: return blake2bp_update(&self->state.parallel, in, bytes);
    default: return blake2xb_update(&self->state.xof, in, bytes);
    }
}

/* ---- locks ---- */

#if defined(Py_GIL_DISABLED)
static void lock(hash_object *self) {
    PyMutex_Lock(&self->mutex);
}

static void leave(hash_object *self) {
    PyMutex_Unlock(&self->mutex);
}

static int has_lock(hash_object *self) {
    (void)self;
    return 1;
}
#else
static void lock(hash_object *self) {
    if (self->lock && !PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
        Py_END_ALLOW_THREADS
    }
}

static void leave(hash_object *self) {
    if (self->lock) {
        PyThread_release_lock(self->lock);
    }
}

/* Without memory for one, the interpreter's lock is kept instead. */
static int has_lock(hash_object *self) {
    self->lock = self->lock ? self->lock : PyThread_allocate_lock();
    return self->lock != NULL;
}
#endif

static void enter(hash_object *self) {
    lock(self);
    if (self->input) {
        (void)append(self, bytes_of(self->input), (size_t)Py_SIZE(self->input));
        Py_CLEAR(self->input);
    }
}

/* ---- input ---- */

static int append_buffer(hash_object *self, const Py_buffer *in) {
    const int alone = in->len >= RELEASE_BYTES && has_lock(self);
    PyThreadState *thread = NULL;
    int error;
    enter(self);
    if (alone) {
        thread = PyEval_SaveThread();
    }
    error = append(self, in->buf, (size_t)in->len);
    if (thread) {
        PyEval_RestoreThread(thread);
    }
    leave(self);
    return error;
}

/* The bytes of DATA; *IN owns a reference to it then, which PyBuffer_Release gives back. */
static int get_bytes(PyObject *data, Py_buffer *in) {
    if (!PyBytes_CheckExact(data)) {
        return PyObject_GetBuffer(data, in, PyBUF_SIMPLE);
    }
    Py_INCREF(data);
    in->obj = data;
    in->buf = bytes_of(data);
    in->len = Py_SIZE(data);
    return 0;
}

static PyObject *hash_update(PyObject *object, PyObject *data) {
    Py_buffer in;
    int error;
    if (get_bytes(data, &in)) {
        return NULL;
    }
    error = append_buffer((hash_object *)object, &in);
    PyBuffer_Release(&in);
    if (error) {
        return refused(error);
    }
    Py_RETURN_NONE;
}

/* ---- arguments ---- */

/* A call: its name, the number of its positional arguments, bits of its options. */
typedef struct {
    const char *name;
    Py_ssize_t least, most;
    unsigned long options;
} signature;

#define OPTION(which) (1ul << (which))
/* With any of these, a parameter block is needed. */
#define OPTIONS_OF_TREES \
    (OPTION(SALT) | OPTION(PERSON) | OPTION(FANOUT) | OPTION(DEPTH) | OPTION(LEAF_SIZE) | \
     OPTION(NODE_OFFSET) | OPTION(NODE_DEPTH) | OPTION(INNER_SIZE) | OPTION(LAST_NODE))
#define OPTIONS_OF_PARAMETERS \
    (OPTION(DIGEST_SIZE) | OPTION(KEY) | OPTION(SECURITY) | OPTIONS_OF_TREES)

/* The arguments of a call, borrowed: the options of these bits. */
typedef struct {
    PyObject *positional[3], *options[OPTION_COUNT];
    unsigned long set;
} given;

/* NULL if it is not given. */
static PyObject *option(const given *g, int which) {
    return g->set & OPTION(which) ? g->options[which] : NULL;
}

/* Names in a program are interned: most are found by their address. */
static int add_option(const module_state *state, const signature *f, given *g, PyObject *name,
                      PyObject *value) {
    int i = 0;
    while (i < OPTION_COUNT && name != state->names[i]) {
        i++;
    }
    if (i == OPTION_COUNT && PyUnicode_Check(name)) {
        for (i = 0; i < OPTION_COUNT && PyUnicode_Compare(name, state->names[i]); i++) {
        }
    }
    if (i == OPTION_COUNT || !(f->options & OPTION(i))) {
        PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%S'", f->name,
                     name);
        return 0;
    }
    if (i == DATA && g->positional[0]) {
        PyErr_Format(PyExc_TypeError, "argument for %s() given by name ('data') and position (1)",
                     f->name);
        return 0;
    }
    g->options[i] = value;
    g->set |= OPTION(i);
    return 1;
}

/* The COUNT values of a call, at ARGS, or in the tuple. */
static int sort_values(const signature *f, given *g, PyObject *const *args, PyObject *tuple,
                       Py_ssize_t count) {
    Py_ssize_t i;
    g->set = 0;
    g->positional[0] = NULL;
    if (count < f->least || count > f->most) {
        PyErr_Format(PyExc_TypeError, "%s() takes %s %zd positional argument%s (%zd given)",
                     f->name, f->least == f->most ? "exactly" : "at most", f->most,
                     f->most == 1 ? "" : "s", count);
        return 0;
    }
    for (i = 0; i < count; i++) {
        g->positional[i] = args ? args[i] : PyTuple_GetItem(tuple, i);
    }
    return 1;
}

/* The arguments of a vector call: COUNT values, then those with NAMES, a tuple or NULL. */
static int sort_vector(const module_state *state, const signature *f, given *g,
                       PyObject *const *args, Py_ssize_t count, PyObject *names) {
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    Py_ssize_t i = 0;
    int well = sort_values(f, g, args, NULL, count);
    for (; well && i < named; i++) {
        well = add_option(state, f, g, PyTuple_GetItem(names, i), args[count + i]);
    }
    return well;
}

/* The same of a call with a tuple, and a dictionary or NULL. */
static int sort_tuple(const module_state *state, const signature *f, given *g, PyObject *args,
                      PyObject *keywords) {
    Py_ssize_t at = 0;
    PyObject *name, *value;
    int well = sort_values(f, g, NULL, args, PyTuple_Size(args));
    while (well && keywords && PyDict_Next(keywords, &at, &name, &value)) {
        well = add_option(state, f, g, name, value);
    }
    return well;
}

/* These leave the value as it is if the option is not given, and return 0 after an exception. */

static int in_range(const given *g, int which, int least, int most, unsigned *value) {
    PyObject *const object = option(g, which);
    const long x = object ? PyLong_AsLong(object) : 0;
    if (!object) {
        return 1;
    }
    if (x == -1 && PyErr_Occurred()) {
        return 0;
    }
    if (x != (int)x) {
        PyErr_SetString(PyExc_OverflowError, "Python int too large to convert to C int");
    } else if (x < least || x > most) {
        PyErr_Format(PyExc_ValueError, "%s must be between %d and %d", option_names[which], least,
                     most);
    } else {
        *value = (unsigned)x;
        return 1;
    }
    return 0;
}

/* A number from 0 to MOST; otherwise ValueError below and OverflowError above. */
static int number(const given *g, int which, unsigned long long most, unsigned long long *value) {
    PyObject *const object = option(g, which), *zero;
    int negative;
    if (!object) {
        return 1;
    }
    zero = PyLong_FromLong(0);
    negative = zero ? PyObject_RichCompareBool(object, zero, Py_LT) : -1;
    Py_XDECREF(zero);
    if (negative) {
        if (negative > 0) {
            PyErr_Format(PyExc_ValueError, "%s must not be negative", option_names[which]);
        }
        return 0;
    }
    *value = PyLong_AsUnsignedLongLong(object);
    if (*value == (unsigned long long)-1 && PyErr_Occurred()) {
        return 0;
    }
    if (*value > most) {
        PyErr_Format(PyExc_OverflowError, "%s is too large", option_names[which]);
        return 0;
    }
    return 1;
}

static int truth(const given *g, int which, int *value) {
    PyObject *const object = option(g, which);
    *value = object ? PyObject_IsTrue(object) : *value;
    return *value >= 0;
}

static int short_bytes(const given *g, int which, Py_ssize_t most, Py_buffer *bytes) {
    PyObject *const object = option(g, which);
    if (object && get_bytes(object, bytes)) {
        return 0;
    }
    if (bytes->len > most) {
        PyErr_Format(PyExc_ValueError, "maximum %s length is %zd bytes", option_names[which], most);
        return 0;
    }
    return 1;
}

static void no_bytes(Py_buffer *bytes) {
    bytes->obj = NULL;
    bytes->buf = NULL;
    bytes->len = 0;
}

/* ---- making ---- */

static hash_object *allocate(PyTypeObject *type, kind_of_hash kind) {
    hash_object *self = PyObject_New(hash_object, type);
    if (self) {
        self->kind = kind;
        self->digest_size = 64;
        self->keyed = 0;
        self->input = NULL;
#if defined(Py_GIL_DISABLED)
        memset(&self->mutex, 0, sizeof self->mutex);
#else
        self->lock = NULL;
#endif
    }
    return self;
}

static void hash_dealloc(PyObject *object) {
    hash_object *self = (hash_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    wipe(&self->state, state_bytes[self->kind]);
    Py_XDECREF(self->input);
#if !defined(Py_GIL_DISABLED)
    if (self->lock) {
        PyThread_free_lock(self->lock);
    }
#endif
    PyObject_Free(object);
    Py_DECREF(type);
}

static int at_least_one(unsigned long long length) {
    if (!length) {
        PyErr_SetString(PyExc_ValueError, "length must be at least 1");
    }
    return length != 0;
}

/* A buffer of exactly so many bytes, else ValueError. */
static int exactly(const Py_buffer *bytes, Py_ssize_t length, const char *name) {
    if (bytes->len != length) {
        PyErr_Format(PyExc_ValueError, "%s must have %zd bytes, not %zd", name, length, bytes->len);
        return 0;
    }
    return 1;
}

static const blake2b_params default_params = BLAKE2B_PARAMS_INIT(BLAKE2B_OUTBYTES, "");

typedef struct {
    Py_buffer key, salt, person;
} byte_options;

static void release(byte_options *b) {
    if (b->key.obj) {
        PyBuffer_Release(&b->key);
    }
    PyBuffer_Release(&b->salt);
    PyBuffer_Release(&b->person);
}

/*
 * The keyword arguments of blake2b and many, as parameters. B keeps the key, and is released by the
 * caller, after an exception, too.
 */
static int parameters(const given *g, byte_options *b, blake2b_params *params) {
    unsigned long long leaf = 0, offset = 0;
    unsigned size = BLAKE2B_OUTBYTES;
    int security = 1;
    *params = default_params;
    no_bytes(&b->key);
    no_bytes(&b->salt);
    no_bytes(&b->person);
    if (!in_range(g, DIGEST_SIZE, 1, 64, &size) || !short_bytes(g, KEY, 64, &b->key) ||
        !truth(g, SECURITY, &security)) {
        return 0;
    }
    params->digest_length = size;
    params->key = b->key.buf;
    params->key_length = (size_t)b->key.len;
    if (!(g->set & OPTIONS_OF_TREES)) {
        return 1;
    }
    if (!short_bytes(g, SALT, 16, &b->salt) || !short_bytes(g, PERSON, 16, &b->person) ||
        !in_range(g, FANOUT, 0, 255, &params->fanout) ||
        !in_range(g, DEPTH, 1, 255, &params->depth) || !number(g, LEAF_SIZE, 0xffffffffu, &leaf) ||
        !number(g, NODE_OFFSET, ~0ull, &offset) ||
        !in_range(g, NODE_DEPTH, 0, 255, &params->node_depth) ||
        !in_range(g, INNER_SIZE, 0, 64, &params->inner_length) ||
        !truth(g, LAST_NODE, &params->last_node)) {
        return 0;
    }
    if (b->salt.len) {
        memcpy(params->salt, b->salt.buf, (size_t)b->salt.len);
    }
    if (b->person.len) {
        memcpy(params->personal, b->person.buf, (size_t)b->person.len);
    }
    params->leaf_length = (blake2b_uint32)leaf;
    params->node_offset = offset;
    return 1;
}

/*
 * Appends DATA (or NULL) to SELF, unless ERROR. NULL after an exception. After a key, a block or
 * less waits for the first use, so that the constructor compresses nothing.
 */
static PyObject *made(hash_object *self, PyObject *data, int error) {
    Py_buffer in;
    int well = 1;
    if (self && !error && data && self->keyed && PyBytes_CheckExact(data) &&
        Py_SIZE(data) <= BLAKE2B_BLOCKBYTES) {
        Py_INCREF(data);
        self->input = data;
    } else if (self && !error && data) {
        well = !get_bytes(data, &in);
        if (well) {
            error = in.len ? append_buffer(self, &in) : 0;
            PyBuffer_Release(&in);
        }
    }
    if (self && (error || !well)) {
        Py_DECREF(self);
        return error ? refused(error) : NULL;
    }
    return (PyObject *)self;
}

/* The usual call: DATA, or NULL. */
static PyObject *serial_of(PyTypeObject *type, PyObject *data) {
    hash_object *self = allocate(type, SERIAL);
    if (self) {
        blake2b_init(&self->state.serial);
    }
    return made(self, data, 0);
}

static PyObject *serial_given(PyTypeObject *type, const given *g) {
    PyObject *data = g->positional[0] ? g->positional[0] : option(g, DATA);
    byte_options b;
    blake2b_params params;
    hash_object *self = NULL;
    int error = 0;
    if (option(g, STRING)) {
        if (data) {
            PyErr_SetString(PyExc_TypeError,
                            "'data' and 'string' are mutually exclusive and support for 'string' "
                            "keyword parameter is slated for removal in a future version.");
            return NULL;
        }
        data = option(g, STRING);
    }
    if (parameters(g, &b, &params) && (self = allocate(type, SERIAL)) != NULL) {
        self->digest_size = (unsigned)params.digest_length;
        self->keyed = b.key.len > 0;
        error = g->set & OPTIONS_OF_TREES
                    ? blake2b_init_params(&self->state.serial, &params)
                    : blake2b_digest_init(&self->state.serial, params.digest_length, params.key,
                                          params.key_length); /* takes less time */
    }
    release(&b);
    return made(self, data, error);
}

/* From Python 3.13.5 on, hashlib accepts data by its name, and by its former one. */
static signature serial_signature(void) {
    const unsigned long named = Py_Version >= 0x030d0500 ? OPTION(DATA) | OPTION(STRING) : 0;
    const signature f = {"blake2b", 0, 1, OPTIONS_OF_PARAMETERS | named};
    return f;
}

static PyObject *serial_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    const Py_ssize_t count = PyTuple_Size(args);
    const signature f = serial_signature();
    given g;
    if (!keywords && count <= 1) {
        return serial_of(type, count ? PyTuple_GetItem(args, 0) : NULL);
    }
    return sort_tuple(PyType_GetModuleState(type), &f, &g, args, keywords) ? serial_given(type, &g)
                                                                           : NULL;
}

/* The same without a tuple and a dictionary, in Python 3.14 and in free-threaded Python. */
static PyObject *serial_vectorcall(PyObject *object, PyObject *const *args, size_t flags,
                                   PyObject *names) {
    PyTypeObject *const type = (PyTypeObject *)object;
    const Py_ssize_t count = (Py_ssize_t)(flags & (size_t)-1 >> 1); /* PyVectorcall_NARGS */
    const signature f = serial_signature();
    given g;
    if (!names && count <= 1) {
        return serial_of(type, count ? args[0] : NULL);
    }
    return sort_vector(PyType_GetModuleState(type), &f, &g, args, count, names)
               ? serial_given(type, &g)
               : NULL;
}

static int xof_length(const given *g, unsigned *size) {
    unsigned long long length;
    if (option(g, LENGTH) && option(g, LENGTH) != Py_None) {
        if (!number(g, LENGTH, 0xfffffffeu, &length) || !at_least_one(length)) {
            return 0;
        }
        *size = (unsigned)length;
    }
    return 1;
}

static PyObject *keyed_new(PyTypeObject *type, PyObject *args, PyObject *keywords,
                           kind_of_hash kind) {
    static const signature signatures[] = {{"blake2bp", 0, 1, OPTION(DIGEST_SIZE) | OPTION(KEY)},
                                           {"blake2xb", 0, 1, OPTION(LENGTH) | OPTION(KEY)}};
    Py_buffer key;
    given g;
    hash_object *self = NULL;
    unsigned size = kind == XOF ? BLAKE2XB_UNKNOWN_LENGTH : 64;
    int error = 0;
    if (!sort_tuple(PyType_GetModuleState(type), &signatures[kind == XOF], &g, args, keywords)) {
        return NULL;
    }
    no_bytes(&key);
    if ((kind == XOF ? xof_length(&g, &size) : in_range(&g, DIGEST_SIZE, 1, 64, &size)) &&
        short_bytes(&g, KEY, 64, &key) && (self = allocate(type, kind)) != NULL) {
        self->digest_size = size;
        self->keyed = key.len > 0;
        error = kind == XOF ? blake2xb_init(&self->state.xof, size, key.buf, (size_t)key.len)
                            : blake2bp_init(&self->state.parallel, size, key.buf, (size_t)key.len);
    }
    PyBuffer_Release(&key);
    return made(self, g.positional[0], error);
}

static PyObject *parallel_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    return keyed_new(type, args, keywords, PARALLEL);
}

static PyObject *xof_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    return keyed_new(type, args, keywords, XOF);
}

static PyObject *hash_copy(PyObject *object, PyObject *none) {
    hash_object *self = (hash_object *)object, *copy = allocate(Py_TYPE(object), self->kind);
    (void)none;
    if (copy) {
        copy->digest_size = self->digest_size;
        copy->keyed = self->keyed;
        enter(self);
        memcpy(&copy->state, &self->state, state_bytes[self->kind]);
        leave(self);
    }
    return (PyObject *)copy;
}

/* ---- output ---- */

/* The digest of what was appended so far, as bytes; SIZE matters to an XOF only. */
static PyObject *output(hash_object *self, size_t size) {
    PyObject *result;
    int error;
    if (self->kind != XOF) {
        size = self->digest_size;
    }
    result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (!result) {
        return NULL;
    }
    if (self->kind == SERIAL) {
        enter(self);
        error = peek(&self->state.serial, bytes_of(result), size);
        leave(self);
    } else if (self->kind == PARALLEL) {
        blake2bp_state copy;
        enter(self);
        copy = self->state.parallel;
        leave(self);
        error = blake2bp_final(&copy, bytes_of(result), size);
        wipe(&copy, sizeof copy);
    } else {
        blake2xb_state copy;
        unsigned char *out = bytes_of(result);
        enter(self);
        copy = self->state.xof;
        leave(self);
        Py_BEGIN_ALLOW_THREADS error = blake2xb_final(&copy);
        if (!error) {
            error = blake2xb_squeeze(&copy, out, size);
        }
        wipe(&copy, sizeof copy); /* the output so far does not wipe the root value */
        Py_END_ALLOW_THREADS
    }
    if (error) {
        Py_DECREF(result);
        return refused(error);
    }
    return result;
}

static PyObject *hexadecimal(PyObject *digest) {
    static const char digits[] = "0123456789abcdef";
    PyObject *result = NULL;
    if (digest) {
        const unsigned char *p = bytes_of(digest);
        const size_t bytes = (size_t)Py_SIZE(digest);
        char *text = PyMem_Malloc(2 * bytes + 1);
        size_t i;
        for (i = 0; text && i < bytes; i++) {
            text[2 * i] = digits[p[i] >> 4];
            text[2 * i + 1] = digits[p[i] & 15];
        }
        result = text ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)(2 * bytes))
                      : PyErr_NoMemory();
        PyMem_Free(text);
        Py_DECREF(digest);
    }
    return result;
}

static PyObject *hash_digest(PyObject *object, PyObject *none) {
    (void)none;
    return output((hash_object *)object, 0);
}

static PyObject *hash_hexdigest(PyObject *object, PyObject *none) {
    (void)none;
    return hexadecimal(output((hash_object *)object, 0));
}

/* digest([length]): needed, and free, if the output length was not given before. */
static PyObject *xof_output(hash_object *self, PyObject *args) {
    Py_ssize_t length = -1;
    if (!PyArg_ParseTuple(args, "|n", &length)) {
        return NULL;
    }
    if (!PyTuple_Size(args)) {
        if (self->digest_size == BLAKE2XB_UNKNOWN_LENGTH) {
            PyErr_SetString(PyExc_ValueError, "length is required: blake2xb was given none");
            return NULL;
        }
        length = (Py_ssize_t)self->digest_size;
    } else if (!at_least_one(length > 0 ? (unsigned long long)length : 0)) {
        return NULL;
    } else if (self->digest_size != BLAKE2XB_UNKNOWN_LENGTH && (size_t)length > self->digest_size) {
        PyErr_Format(PyExc_ValueError, "length must be between 1 and %u", self->digest_size);
        return NULL;
    }
    return output(self, (size_t)length);
}

static PyObject *xof_digest(PyObject *object, PyObject *args) {
    return xof_output((hash_object *)object, args);
}

static PyObject *xof_hexdigest(PyObject *object, PyObject *args) {
    return hexadecimal(xof_output((hash_object *)object, args));
}

/* ---- many messages ---- */

/* Some messages: as objects, as jobs, and the buffers of those that are not bytes. */
typedef struct {
    PyObject **messages;
    blake2b_job *jobs;
    Py_buffer *buffers;
    Py_ssize_t n, buffered, total;
} group;

/* Makes the jobs, whose digests it appends to RESULT, or sets from item FIRST on if that is known. */
static int add_jobs(group *g, size_t size, PyObject *result, Py_ssize_t first) {
    Py_ssize_t i;
    for (i = 0; i < g->n; i++) {
        PyObject *const message = g->messages[i], *digest;
        blake2b_job *const job = &g->jobs[i];
        if (PyBytes_CheckExact(message)) {
            job->in = bytes_of(message);
            job->inlen = (size_t)Py_SIZE(message);
        } else {
            Py_buffer *const in = &g->buffers[g->buffered];
            if (PyObject_GetBuffer(message, in, PyBUF_SIMPLE)) {
                return 0;
            }
            g->buffered++;
            job->in = in->buf;
            job->inlen = (size_t)in->len;
        }
        g->total += (Py_ssize_t)job->inlen;
        digest = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
        if (!digest) {
            return 0;
        }
        job->hash = bytes_of(digest);
        if (first >= 0) {
            (void)PyList_SetItem(result, first + i, digest);
        } else {
            const int failed = PyList_Append(result, digest);
            Py_DECREF(digest); /* the list keeps it */
            if (failed) {
                return 0;
            }
        }
    }
    return 1;
}

static int hash_group(group *g, const blake2b_params *params, const blake2b_state *from,
                      size_t size, PyObject *result, Py_ssize_t first) {
    int well, error = 0;
    g->buffered = g->total = 0;
    well = add_jobs(g, size, result, first);
    if (well && g->n) {
        PyThreadState *thread = g->total >= RELEASE_BYTES ? PyEval_SaveThread() : NULL;
        error = from ? blake2b_many_from(from, g->jobs, (size_t)g->n)
                     : blake2b_many(params, g->jobs, (size_t)g->n);
        if (thread) {
            PyEval_RestoreThread(thread);
        }
    }
    while (g->buffered) {
        PyBuffer_Release(&g->buffers[--g->buffered]);
    }
    if (error) {
        refused(error);
    }
    return well && !error;
}

/*
 * Their digests, as a list of bytes: after PARAMS, or continuing from FROM. A list or tuple is
 * hashed as it is at the call. A group of more than a few messages is on the heap, as threads may
 * have little stack.
 */
static PyObject *digests(const blake2b_params *params, const blake2b_state *from, size_t size,
                         PyObject *messages) {
    Py_buffer few_buffers[FEW_AT_ONCE];
    blake2b_job few_jobs[FEW_AT_ONCE];
    PyObject *few_messages[FEW_AT_ONCE], *result;
    group g = {few_messages, few_jobs, few_buffers, 0, 0, 0};
    const int whole = PyList_CheckExact(messages) || PyTuple_CheckExact(messages);
    PyObject *const source = whole ? PySequence_Tuple(messages) : PyObject_GetIter(messages);
    Py_ssize_t known, first = 0, i, most = FEW_AT_ONCE;
    void *heap = NULL;
    int well = 1;
    if (!source) {
        return NULL;
    }
    known = whole ? PyTuple_Size(source) : -1;
    result = PyList_New(whole ? known : 0);
    if (!result) {
        Py_DECREF(source);
        return NULL;
    }
    /* Code that buffers or the iterator run must not find it: jobs point into its digests. */
    PyObject_GC_UnTrack(result);
    if (!whole || known > FEW_AT_ONCE) {
        heap = PyMem_Malloc(MANY_AT_ONCE *
                            (sizeof *g.buffers + sizeof *g.jobs + sizeof *g.messages));
        if (heap) {
            g.buffers = heap;
            g.jobs = (blake2b_job *)(void *)(g.buffers + MANY_AT_ONCE);
            g.messages = (PyObject **)(void *)(g.jobs + MANY_AT_ONCE);
            most = MANY_AT_ONCE;
        }
    }
    do {
        if (whole) {
            g.messages = items_of(source) + first;
            g.n = known - first < most ? known - first : most;
        } else {
            for (g.n = 0; g.n < most && (g.messages[g.n] = PyIter_Next(source)) != NULL; g.n++) {
            }
        }
        well = (whole || !PyErr_Occurred()) &&
               hash_group(&g, params, from, size, result, whole ? first : -1);
        first += g.n;
        for (i = 0; !whole && i < g.n; i++) {
            Py_DECREF(g.messages[i]);
        }
    } while (well && g.n == most);
    PyMem_Free(heap);
    Py_DECREF(source);
    if (!well) {
        Py_DECREF(result);
        return NULL;
    }
    PyObject_GC_Track(result);
    return result;
}

/* Without parameters, nothing is sorted. */
static PyObject *module_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                             PyObject *names) {
    static const signature f = {"many", 1, 1, OPTIONS_OF_PARAMETERS};
    PyObject *result = NULL;
    byte_options b;
    blake2b_params params;
    given g;
    if (count == 1 && !names) {
        return digests(&default_params, NULL, BLAKE2B_OUTBYTES, args[0]);
    }
    if (!sort_vector(PyModule_GetState(module), &f, &g, args, count, names)) {
        return NULL;
    }
    if (parameters(&g, &b, &params)) {
        result = digests(&params, NULL, params.digest_length, g.positional[0]);
    }
    release(&b);
    return result;
}

static PyObject *hash_many(PyObject *object, PyObject *messages) {
    hash_object *self = (hash_object *)object;
    blake2b_state copy;
    PyObject *result;
    enter(self);
    copy = self->state.serial;
    leave(self);
    result = digests(NULL, &copy, self->digest_size, messages);
    wipe(&copy, sizeof copy);
    return result;
}

/* ---- saved states ---- */

static PyObject *hash_export(PyObject *object, PyObject *none) {
    hash_object *self = (hash_object *)object;
    const size_t bytes = self->kind == SERIAL     ? BLAKE2B_SAVED_BYTES
                         : self->kind == PARALLEL ? BLAKE2BP_SAVED_BYTES
                                                  : BLAKE2XB_SAVED_BYTES;
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)bytes);
    unsigned char *saved = result ? bytes_of(result) : NULL;
    int error;
    (void)none;
    if (!result) {
        return NULL;
    }
    enter(self);
    error = self->kind == SERIAL     ? blake2b_export(&self->state.serial, saved, bytes)
            : self->kind == PARALLEL ? blake2bp_export(&self->state.parallel, saved, bytes)
                                     : blake2xb_export(&self->state.xof, saved, bytes);
    leave(self);
    if (error) {
        Py_DECREF(result);
        return refused(error);
    }
    return result;
}

/* Bytes of a saved state: its digest length is one byte, that of BLAKE2Xb a word. */
enum { SAVED_DIGEST_SIZE = 9, SAVED_LENGTH = 12 };

static int import(hash_object *self, const unsigned char *saved, size_t bytes) {
    int error = self->kind == SERIAL     ? blake2b_import(&self->state.serial, saved, bytes)
                : self->kind == PARALLEL ? blake2bp_import(&self->state.parallel, saved, bytes)
                                         : blake2xb_import(&self->state.xof, saved, bytes);
    if (!error) {
        const unsigned char *p = saved + SAVED_LENGTH;
        const unsigned length = self->kind == XOF ? (unsigned)p[0] | (unsigned)p[1] << 8 |
                                                        (unsigned)p[2] << 16 | (unsigned)p[3] << 24
                                                  : saved[SAVED_DIGEST_SIZE];
        error = length == self->digest_size ? 0 : BLAKE2B_ERROR_SAVED;
    }
    return error;
}

/*
 * restore(kind, saved, digest_size, keyed=True): what export gave, as an object again. It counts as
 * keyed unless pickle, which refuses such objects, made it.
 */
static PyObject *module_restore(PyObject *module, PyObject *args) {
    module_state *const state = PyModule_GetState(module);
    Py_buffer saved;
    long long kind, size;
    int keyed = 1, error = BLAKE2B_ERROR_SAVED;
    hash_object *self = NULL;
    if (!PyArg_ParseTuple(args, "Ly*L|p:restore", &kind, &saved, &size, &keyed)) {
        return NULL;
    }
    if (kind >= SERIAL && kind <= XOF && size > 0 && size <= (kind == XOF ? 0xffffffff : 64)) {
        self = allocate(state->types[kind], (kind_of_hash)kind);
        error = 0;
    }
    if (self) {
        self->digest_size = (unsigned)size;
        self->keyed = keyed;
        error = import(self, saved.buf, (size_t)saved.len);
    }
    PyBuffer_Release(&saved);
    if (error) {
        Py_CLEAR(self);
        return refused(error);
    }
    return (PyObject *)self;
}

static PyObject *hash_reduce(PyObject *object, PyObject *none) {
    hash_object *self = (hash_object *)object;
    PyObject *module, *restore, *saved;
    if (self->keyed) {
        PyErr_SetString(PyExc_TypeError, "cannot pickle a keyed hash: export() gives its state, "
                                         "which is as secret as the key");
        return NULL;
    }
    module = PyType_GetModule(Py_TYPE(object));
    restore = module ? PyObject_GetAttrString(module, "restore") : NULL;
    saved = restore ? hash_export(object, none) : NULL;
    if (!saved) {
        Py_XDECREF(restore);
        return NULL;
    }
    return Py_BuildValue("N(INIO)", restore, (unsigned)self->kind, saved, self->digest_size,
                         Py_False);
}

/* ---- the compression function ---- */

static uint64_t load64(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

static PyObject *module_compress(PyObject *module, PyObject *const *args, Py_ssize_t count,
                                 PyObject *names) {
    static const signature f = {"compress", 3, 3,
                                OPTION(LAST) | OPTION(LAST_NODE) | OPTION(ROUNDS)};
    given g;
    Py_buffer in[3], *const h = in, *const block = in + 1, *const t = in + 2;
    blake2b_uint64 words[8], counter[2];
    unsigned char out[64];
    unsigned long long rounds = 12;
    PyObject *result;
    int last = 0, last_node = 0, error = 0, i;
    if (!sort_vector(PyModule_GetState(module), &f, &g, args, count, names)) {
        return NULL;
    }
    memset(in, 0, sizeof in);
    if (get_bytes(g.positional[0], h) || get_bytes(g.positional[1], block) ||
        get_bytes(g.positional[2], t) || !truth(&g, LAST, &last) ||
        !truth(&g, LAST_NODE, &last_node)) {
        /* an exception */
    } else if (exactly(h, 64, "h") && exactly(block, 128, "block") && exactly(t, 16, "t") &&
               number(&g, ROUNDS, 0xffffffffu, &rounds)) {
        for (i = 0; i < 8; i++) {
            words[i] = load64((const unsigned char *)h->buf + 8 * i);
        }
        counter[0] = load64(t->buf);
        counter[1] = load64((const unsigned char *)t->buf + 8);
        Py_BEGIN_ALLOW_THREADS error = blake2b_compress(words, block->buf, counter, last, last_node,
                                                        (blake2b_uint32)rounds);
        Py_END_ALLOW_THREADS for (i = 0; i < 64; i++) {
            out[i] = (unsigned char)(words[i / 8] >> 8 * (i % 8) & 0xff);
        }
    }
    PyBuffer_Release(h);
    PyBuffer_Release(block);
    PyBuffer_Release(t);
    result = error              ? refused(error)
             : PyErr_Occurred() ? NULL
                                : PyBytes_FromStringAndSize((const char *)out, 64);
    wipe(words, sizeof words);
    wipe(out, sizeof out);
    return result;
}

static PyObject *module_eip152(PyObject *module, PyObject *data) {
    unsigned char out[64];
    PyObject *result;
    Py_buffer in;
    int error = 0, valid;
    (void)module;
    if (PyObject_GetBuffer(data, &in, PyBUF_SIMPLE)) {
        return NULL;
    }
    valid = exactly(&in, BLAKE2B_EIP152_BYTES, "input");
    if (valid) {
        Py_BEGIN_ALLOW_THREADS error = blake2b_eip152(out, in.buf, (size_t)in.len);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&in);
    if (error == BLAKE2B_ERROR_PARAMS) {
        PyErr_SetString(PyExc_ValueError, "the final flag is neither 0 nor 1");
        return NULL;
    }
    result = !valid  ? NULL
             : error ? refused(error)
                     : PyBytes_FromStringAndSize((const char *)out, 64);
    wipe(out, sizeof out);
    return result;
}

static PyObject *module_implementation(PyObject *module, PyObject *none) {
    const char *name = blake2b_implementation();
    (void)module, (void)none;
    return name ? PyUnicode_FromString(name) : refused(BLAKE2B_ERROR_STARTUP);
}

/* ---- the module ---- */

static PyObject *get_size(PyObject *object, void *none) {
    const hash_object *self = (const hash_object *)object;
    (void)none;
    if (self->kind == XOF && self->digest_size == BLAKE2XB_UNKNOWN_LENGTH) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLong(self->digest_size);
}

static PyObject *get_block(PyObject *object, void *none) {
    (void)none;
    return PyLong_FromLong(((const hash_object *)object)->kind == PARALLEL ? 512 : 128);
}

static PyObject *get_name(PyObject *object, void *none) {
    static const char *const names[] = {"blake2b", "blake2bp", "blake2xb"};
    (void)none;
    return PyUnicode_FromString(names[((const hash_object *)object)->kind]);
}

static PyGetSetDef attributes[] = {
    {"name", get_name, NULL, "name of the hash", NULL},
    {"digest_size", get_size, NULL, "bytes of the digest; of blake2xb None if not given", NULL},
    {"block_size", get_block, NULL, "bytes of a block", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define METHODS_OF_ALL \
    {"update", hash_update, METH_O, "append bytes"}, \
        {"copy", hash_copy, METH_NOARGS, "an independent copy"}, \
        {"__copy__", hash_copy, METH_NOARGS, NULL}, {"__deepcopy__", hash_copy, METH_O, NULL}, \
        {"export", hash_export, METH_NOARGS, \
         "the state as bytes, as secret as a key if there is one"}, \
        {"__reduce__", hash_reduce, METH_NOARGS, NULL}, { \
        NULL, NULL, 0, NULL \
    }

static PyMethodDef serial_methods[] = {
    {"digest", hash_digest, METH_NOARGS, "digest of what was appended so far"},
    {"hexdigest", hash_hexdigest, METH_NOARGS, "the same in hexadecimal"},
    {"many", hash_many, METH_O,
     "digests of many messages, each continuing from this state, which does not change"},
    METHODS_OF_ALL,
};
static PyMethodDef parallel_methods[] = {
    {"digest", hash_digest, METH_NOARGS, "digest of what was appended so far"},
    {"hexdigest", hash_hexdigest, METH_NOARGS, "the same in hexadecimal"},
    METHODS_OF_ALL,
};
static PyMethodDef xof_methods[] = {
    {"digest", xof_digest, METH_VARARGS, "digest([length]): output, as long as asked"},
    {"hexdigest", xof_hexdigest, METH_VARARGS, "the same in hexadecimal"},
    METHODS_OF_ALL,
};

/* Python shows the first line of a text as the signature. */
#define OPTIONS \
    ", key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, " \
    "inner_size=0, last_node=False, usedforsecurity=True)\n--\n\n"
#define TYPE(which, of_kind, text, what) \
    static PyType_Slot which##_slots[] = {{Py_tp_new, (void *)which##_new}, \
                                          {Py_tp_dealloc, (void *)hash_dealloc}, \
                                          {Py_tp_methods, which##_methods}, \
                                          {Py_tp_getset, attributes}, \
                                          {Py_tp_doc, (void *)what}, \
                                          {0, NULL}, /* for a vector call */ \
                                          {0, NULL}}; \
    static PyType_Spec which##_spec = {"blake2b_asm." text, \
                                       (int)(offsetof(hash_object, state) + sizeof(of_kind)), 0, \
                                       Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, \
                                       which##_slots};
TYPE(serial, blake2b_state, "blake2b",
     "blake2b(data=b'', /, *, digest_size=64" OPTIONS "BLAKE2b, as hashlib.blake2b")
TYPE(parallel, blake2bp_state, "blake2bp",
     "blake2bp(data=b'', /, *, digest_size=64, key=b'')\n--\n\n"
     "BLAKE2bp, another hash than BLAKE2b")
TYPE(xof, blake2xb_state, "blake2xb",
     "blake2xb(data=b'', /, *, length=None, key=b'')\n--\n\nBLAKE2Xb, output of any length")

static PyMethodDef functions[] = {
    {"many", (PyCFunction)(void (*)(void))module_many, METH_FASTCALL | METH_KEYWORDS,
     "many($module, messages, /, *, digest_size=64" OPTIONS
     "digests of many messages, hashed side by side"},
    {"compress", (PyCFunction)(void (*)(void))module_compress, METH_FASTCALL | METH_KEYWORDS,
     "compress($module, h, block, t, /, *, last=False, last_node=False, rounds=12)\n--\n\n"
     "the compression function F"},
    {"eip152", module_eip152, METH_O,
     "eip152($module, input, /)\n--\n\nF as Ethereum's precompile encodes it"},
    {"implementation", module_implementation, METH_NOARGS,
     "implementation($module, /)\n--\n\nname of the kernel in use"},
    {"restore", module_restore, METH_VARARGS,
     "restore(kind, saved, digest_size, keyed=True): what export gave, for pickle"},
    {NULL, NULL, 0, NULL},
};

/* The type is immutable for Python; this does what its __setattr__ would. */
static int add_number(PyTypeObject *type, const char *name, long value) {
    PyObject *object = PyLong_FromLong(value), *key = object ? PyUnicode_FromString(name) : NULL;
    const int failed = !key || PyObject_GenericSetAttr((PyObject *)type, key, object);
    Py_XDECREF(key);
    Py_XDECREF(object);
    return failed;
}

static int module_exec(PyObject *module) {
    static PyType_Spec *const specs[] = {&serial_spec, &parallel_spec, &xof_spec};
    static const char *const names[] = {"blake2b", "blake2bp", "blake2xb"};
    module_state *const state = PyModule_GetState(module);
    int kind, i;
    PyObject *const bytes = PyBytes_FromStringAndSize(NULL, 1);
    PyObject *const tuple = bytes ? PyTuple_Pack(1, bytes) : NULL;
    PyObject **item = (PyObject **)(void *)tuple;
    if (!tuple) {
        Py_XDECREF(bytes);
        return -1;
    }
    bytes_offset = (size_t)(PyBytes_AsString(bytes) - (char *)bytes);
    while (*item != bytes) {
        item++;
    }
    items_offset = (size_t)((char *)item - (char *)tuple);
    Py_DECREF(bytes);
    Py_DECREF(tuple);
    if (blake2b_startup()) {
        refused(BLAKE2B_ERROR_STARTUP);
        return -1;
    }
    for (kind = SERIAL; kind <= XOF; kind++) {
        state->types[kind] = (PyTypeObject *)PyType_FromModuleAndSpec(module, specs[kind], NULL);
        if (!state->types[kind] ||
            PyModule_AddObjectRef(module, names[kind], (PyObject *)state->types[kind])) {
            return -1;
        }
    }
#if !defined(Py_LIMITED_API)
    state->types[SERIAL]->tp_vectorcall = serial_vectorcall;
#endif
    for (i = 0; i < OPTION_COUNT; i++) {
        state->names[i] = PyUnicode_InternFromString(option_names[i]);
        if (!state->names[i]) {
            return -1;
        }
    }
    if (add_number(state->types[SERIAL], "SALT_SIZE", 16) ||
        add_number(state->types[SERIAL], "PERSON_SIZE", 16) ||
        add_number(state->types[SERIAL], "MAX_KEY_SIZE", 64) ||
        add_number(state->types[SERIAL], "MAX_DIGEST_SIZE", 64)) {
        return -1;
    }
    PyType_Modified(state->types[SERIAL]);
    return PyModule_AddStringConstant(module, "version", blake2b_version());
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    module_state *const state = PyModule_GetState(module);
    int kind;
    for (kind = SERIAL; kind <= XOF; kind++) {
        Py_VISIT(state->types[kind]);
    }
    return 0;
}

static int module_clear(PyObject *module) {
    module_state *const state = PyModule_GetState(module);
    int kind, i;
    for (kind = SERIAL; kind <= XOF; kind++) {
        Py_CLEAR(state->types[kind]);
    }
    for (i = 0; i < OPTION_COUNT; i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void module_free(void *module) {
    module_clear(module);
}

/*
 * An interpreter with a lock of its own, and one without any, accept modules that say so in slots
 * that older versions reject.
 */
#define ANY_INTERPRETER \
    { 3 /* Py_mod_multiple_interpreters */, (void *)2 }
#define NO_LOCK \
    { 4 /* Py_mod_gil */, (void *)1 }
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)module_exec},
                                   ANY_INTERPRETER,
                                   NO_LOCK,
                                   {0, NULL}};

/* Older versions reject this slot, too. */
#if defined(Py_LIMITED_API)
static const PyType_Slot vectorcall = {82 /* Py_tp_vectorcall */, (void *)serial_vectorcall};
#endif

PyMODINIT_FUNC PyInit__blake2b(void);
PyMODINIT_FUNC PyInit__blake2b(void) {
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_blake2b",   NULL,
                                            sizeof(module_state),  functions,    slots,
                                            module_traverse,       module_clear, module_free};
#if defined(Py_LIMITED_API)
    if (Py_Version >= 0x030e0000) {
        serial_slots[sizeof serial_slots / sizeof *serial_slots - 2] = vectorcall;
    }
#endif
    if (Py_Version < 0x030d0000) {
        slots[Py_Version < 0x030c0000 ? 1 : 2].slot = 0;
    }
    return PyModuleDef_Init(&definition);
}
