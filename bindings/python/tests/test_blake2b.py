# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Against hashlib and the test vectors of the library (vectors/, if this is a checkout)."""
import copy
import gc
import hashlib
import inspect
import json
import os
import pickle
import random
import subprocess
import sys
import threading

import pytest

import blake2b_asm
from blake2b_asm import blake2b, blake2bp, blake2xb, compress, eip152, many

VECTORS = os.path.join(os.path.dirname(__file__), "..", "..", "..", "vectors")
LENGTHS = [0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 2047, 2048, 2049, 10000, 300000]


def data(n):
    return random.Random(n).randbytes(n)


def vectors(name):
    path = os.path.join(VECTORS, name)
    if not os.path.exists(path):
        pytest.skip("no vectors/ here")
    with open(path) as f:
        for group in json.load(f)["testGroups"]:
            for test in group["tests"]:
                if "Slow" not in test.get("flags", []):
                    yield test


def message(test):
    m = bytes.fromhex(test["msg"])
    n = test.get("msgLength", len(m))
    return (m * (n // len(m) + 1))[:n] if m else m


def parameters(test):
    names = {"fanout": "fanout", "depth": "depth", "leafLength": "leaf_size",
             "nodeDepth": "node_depth",
             "innerLength": "inner_size", "lastNode": "last_node"}
    given = {names[k]: test[k] for k in names if k in test}
    for k, name in (("salt", "salt"), ("personal", "person"), ("key", "key")):
        if k in test:
            given[name] = bytes.fromhex(test[k])
    if "nodeOffset" in test:
        given["node_offset"] = int(test["nodeOffset"], 16)
    return given


@pytest.mark.parametrize("file", ["blake2b.json", "blake2b-parameters.json"])
def test_vectors(file):
    seen = 0
    for test in vectors(file):
        expected = bytes.fromhex(test["digest"])
        if test["result"] == "valid":
            given = parameters(test)
            assert blake2b(message(test), digest_size=len(expected), **given).digest() == expected
            assert many([message(test)], digest_size=len(expected), **given) == [expected]
            seen += 1
    assert seen > 50


def test_vectors_of_other_hashes():
    seen = 0
    for test in vectors("blake2bp.json"):
        expected = bytes.fromhex(test["digest"])
        if test["result"] == "valid":
            key = bytes.fromhex(test.get("key", ""))
            assert blake2bp(message(test), digest_size=len(expected), key=key).digest() == expected
            seen += 1
    for test in vectors("blake2xb.json"):
        expected = bytes.fromhex(test["digest"])
        if test["result"] == "valid":
            key = bytes.fromhex(test.get("key", ""))
            length = test["xofLength"]
            xof = blake2xb(message(test), length=None if length == 0xFFFFFFFF else length, key=key)
            assert xof.digest(len(expected)) == expected
            assert len(expected) < length or xof.digest() == expected
            seen += 1
    assert seen > 50


def test_compress():
    seen = 0
    for test in vectors("blake2b-f.json"):
        if "input" in test:
            if test["result"] == "valid":
                assert eip152(bytes.fromhex(test["input"])).hex() == test["digest"]
            else:
                with pytest.raises(ValueError):
                    eip152(bytes.fromhex(test["input"]))
        elif test["result"] == "valid":
            assert compress(bytes.fromhex(test["h"]), bytes.fromhex(test["m"]),
                            bytes.fromhex(test["t"]),
                            last=test["last"], last_node=test["lastNode"],
                            rounds=test["rounds"]).hex() == test["digest"]
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("n", LENGTHS)
def test_like_hashlib(n):
    m = data(n)
    for given in ({}, {"digest_size": 20}, {"key": b"k" * 64},
                  {"salt": b"s", "person": b"p" * 16, "key": b"k"}):
        expected = hashlib.blake2b(m, **given)
        for buffer in (m, bytearray(m), memoryview(m)):
            mine = blake2b(buffer, **given)
            assert mine.digest() == expected.digest() and mine.hexdigest() == expected.hexdigest()
        pieces = blake2b(**given)
        at = 0
        while at < n:
            step = random.Random(at).choice([1, 7, 127, 128, 129, 5000])
            pieces.update(m[at:at + step])
            at += step
        assert pieces.digest() == expected.digest() and pieces.digest_size == expected.digest_size
    assert many([m], digest_size=20) == [hashlib.blake2b(m, digest_size=20).digest()]


def test_attributes():
    h = blake2b(digest_size=20)
    assert (h.name, h.block_size, h.digest_size) == ("blake2b", 128, 20)
    assert (blake2bp().name, blake2bp().block_size) == ("blake2bp", 512)
    assert blake2xb().digest_size is None and blake2xb(length=7).digest_size == 7
    assert blake2b_asm.implementation() and blake2b_asm.__version__


def test_copy():
    h = blake2b(b"abc", key=b"key")
    for other in (h.copy(), copy.copy(h), copy.deepcopy(h)):
        other.update(b"def")
        assert other.digest() == hashlib.blake2b(b"abcdef", key=b"key").digest()
    assert h.digest() == hashlib.blake2b(b"abc", key=b"key").digest()


@pytest.mark.parametrize("n", [0, 1, 128, 129])
@pytest.mark.parametrize("use", [
    lambda h: h.digest(), lambda h: h.copy().digest(), lambda h: h.many([b""])[0],
    lambda h: blake2b().__reduce__()[0](0, h.export(), 64).digest(),
    lambda h: h.update(b"") or h.digest()])
def test_first_use_after_a_key(use, n):
    """What the constructor is given may wait for it."""
    h = blake2b(data(n), key=b"key")
    assert use(h) == h.digest() == hashlib.blake2b(data(n), key=b"key").digest()


@pytest.mark.parametrize("make", [lambda: blake2b(data(300), digest_size=33),
                                  lambda: blake2bp(data(3000), digest_size=20),
                                  lambda: blake2xb(data(5), length=99),
                                  lambda: blake2xb(data(500))])
def test_pickle(make):
    h = make()
    again = pickle.loads(pickle.dumps(h))
    for one in (h, again):
        one.update(b"more")
    size = h.digest_size
    arguments = () if size else (1000,)
    assert type(again) is type(h) and again.digest_size == size
    assert again.digest(*arguments) == h.digest(*arguments)
    saved = bytearray(h.export())
    saved[20] ^= 1
    restore, (kind, _, size, keyed) = h.__reduce__()
    assert not keyed
    for wrong in ((kind, bytes(saved), size), (kind, h.export()[:-1], size), (7, h.export(), size),
                  (kind, h.export(), size - 1), (kind, h.export(), size + (1 << 32)),
                  (kind + (1 << 32), h.export(), size), (kind, h.export(), -1)):
        with pytest.raises(ValueError):
            restore(*wrong)


@pytest.mark.parametrize("make", [blake2b, blake2bp, blake2xb])
def test_no_pickle_of_keyed(make):
    h = make(data(5), key=b"key")
    for one in (h, h.copy()):
        with pytest.raises(TypeError, match="export"):
            pickle.dumps(one)
    restore = make().__reduce__()[0]
    again = restore(make().__reduce__()[1][0], h.export(), h.digest_size or 0xffffffff)
    assert again.hexdigest(*([] if h.digest_size else [20])) == \
        h.hexdigest(*([] if h.digest_size else [20]))
    with pytest.raises(TypeError):
        pickle.dumps(again)


def test_immutable():
    for kind in (blake2b, blake2bp, blake2xb):
        for name in ("value", "digest", "SALT_SIZE"):
            with pytest.raises(TypeError, match="immutable type"):
                setattr(kind, name, False)
    assert (blake2b.SALT_SIZE, blake2b.PERSON_SIZE) == (16, 16)
    assert (blake2b.MAX_KEY_SIZE, blake2b.MAX_DIGEST_SIZE) == (64, 64)


def test_signature():
    ours, theirs = inspect.signature(blake2b), inspect.signature(hashlib.blake2b)
    assert list(ours.parameters) == [name for name in theirs.parameters if name != "string"]
    if sys.version_info < (3, 13, 5):
        with pytest.raises(TypeError):
            blake2b(data=b"")
    else:
        assert blake2b(data=b"abc").digest() == blake2b(string=b"abc").digest() == \
            blake2b(b"abc").digest()
    for one in (many, compress, eip152, blake2bp, blake2xb):
        inspect.signature(one)


def test_unfinished_digests_are_hidden():
    def messages():
        for _ in range(20):
            yield b"message"
            for found in gc.get_objects():
                if type(found) is list and found and type(found[-1]) is bytes \
                        and len(found[-1]) == 33:
                    found.clear()
    assert many(messages(), digest_size=33) == \
        [hashlib.blake2b(b"message", digest_size=33).digest()] * 20


NESTED = """
import threading
from blake2b_asm import blake2b, many
def nested(depth):
    def messages():
        if depth:
            nested(depth - 1)
        yield b"message"
    many(messages())
    blake2b().many(messages())
"""


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_stack():
    """Calls in calls, and a thread with the least stack that Python gives one."""
    done = run(NESTED + "nested(8)")
    assert not done.returncode, done.stderr
    done = run(NESTED + """
threading.stack_size(32768)
results = []
thread = threading.Thread(target=lambda: results.append(many([b"a"] * 1000)))
thread.start()
thread.join()
assert len(results[0]) == 1000
""")
    assert not done.returncode, done.stderr


SCAN = """
import os, re, sys
with open("/proc/self/maps") as maps:
    first, last = next(re.match("([0-9a-f]+)-([0-9a-f]+)", line).groups() for line in maps
                       if line.endswith("[stack]\\n"))
first, last = int(first, 16), int(last, 16)
memory = os.open("/proc/self/mem", os.O_RDONLY)
from blake2b_asm import blake2b, blake2xb
warm = blake2b(bytes(64)) # the dynamic linker saves registers on the stack at first calls
warm.many([b"a", b"b"]), warm.copy().hexdigest(), blake2xb(b"w").digest(32)
def parts(secret):
    return [bytes(secret[i:i + 8]) for i in range(0, 64, 8)]
key = bytes(range(100, 164)).translate(bytes(range(255, -1, -1))) # on the heap only
h = blake2b(key)
wanted = parts(key) + [part for length in (32, 0xffffffff) for part in
                       parts(blake2b(b"m", key=key, node_offset=length << 32).digest())]
read = os.pread
pages = last - first
before = read(memory, pages, first)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no /proc/self/mem")
@pytest.mark.parametrize("call", ["h.many([b'a', b'b'])", "blake2xb(b'm', key=key).digest(32)",
                                  "blake2xb(b'm', length=32, key=key).digest()",
                                  "blake2b(key).digest()", "h.copy().hexdigest()"])
def test_no_secret_on_the_stack(call):
    done = run(SCAN + call + """
stack = read(memory, pages, first) # at once: any other call would overwrite it
found = [part.hex() for part in wanted if part in stack and part not in before]
sys.exit(", ".join(found) or 0)""")
    assert not done.returncode, done.stderr


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no interpreters with a lock of their own")
def test_interpreters():
    interpreters = pytest.importorskip(
        "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    one = interpreters.create("isolated") if sys.version_info >= (3, 13) \
        else interpreters.create(isolated=True)
    program = "import sys; sys.path[:] = %r\nimport blake2b_asm\n" \
        "blake2b_asm.blake2b(b'abc').digest()" % (sys.path,)
    failed = interpreters.run_string(one, program)
    assert not failed, failed
    interpreters.destroy(one)


def test_many():
    messages = [data(n % 700) for n in range(1000)]
    expected = [hashlib.blake2b(m).digest() for m in messages]
    assert many(messages) == expected
    assert many(iter(messages)) == expected
    assert many(bytearray(m) for m in messages) == expected
    assert many([]) == []
    prefix = blake2b(b"prefix", key=b"key", digest_size=16)
    before = prefix.digest()
    assert prefix.many(messages) == [
        hashlib.blake2b(b"prefix" + m, key=b"key", digest_size=16).digest() for m in messages]
    assert prefix.digest() == before


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no __buffer__")
def test_many_of_a_list_that_changes():
    class Shortens:
        def __buffer__(self, flags):
            messages.clear()
            return memoryview(b"x")
    messages = [b"a"] * 9 + [Shortens()] + [b"b"] * 500
    assert many(messages) == [hashlib.blake2b(m).digest()
                              for m in [b"a"] * 9 + [b"x"] + [b"b"] * 500]


def test_many_refuses():
    def broken():
        yield from [b"a"] * 300
        raise KeyError("in the middle")
    with pytest.raises(KeyError):
        many(broken())


def test_arguments():
    assert blake2b(**{"".join(("digest", "_size")): 20}).digest_size == 20  # not interned
    assert blake2b(key=bytearray(b"k"), salt=memoryview(b"s"), last_node=[1]).digest() == \
        hashlib.blake2b(key=b"k", salt=b"s", last_node=True).digest()


@pytest.mark.parametrize("call, error, message", [
    (lambda: many([b"a", "b"]), TypeError, ""),
    (lambda: many([b"a", 1]), TypeError, ""),
    (lambda: many([None]), TypeError, ""),
    (lambda: many("abc"), TypeError, ""),
    (lambda: many(5), TypeError, ""),
    (lambda: many(), TypeError, ""),
    (lambda: many([], []), TypeError, ""),
    (lambda: many([], length=1), TypeError, ""),
    (lambda: many([b"a"], digest_size=0), ValueError, ""),
    (lambda: blake2b(fan=1), TypeError, "blake2b() got an unexpected keyword argument 'fan'"),
    (lambda: blake2b(rounds=1), TypeError, ""),
    (lambda: blake2b(fanout=1.5), TypeError, ""),
    (lambda: blake2b(key="k"), TypeError, ""),
    (lambda: blake2b(b"", data=b""), TypeError, ""),
    (lambda: blake2b("text"), TypeError, ""),
    (lambda: blake2b().update("text"), TypeError, ""),
    (lambda: blake2b(b"", b""), TypeError,
     "blake2b() takes at most 1 positional argument (2 given)"),
    (lambda: blake2bp(salt=b""), TypeError, ""),
    (lambda: blake2xb(digest_size=9), TypeError, ""),
    (lambda: blake2b(memoryview(bytes(10))[::2]), BufferError, ""),
    (lambda: blake2b(digest_size=1 << 70), OverflowError, ""),
    (lambda: blake2b(fanout=1 << 40), OverflowError, ""),
    (lambda: blake2b(depth=-1 << 70), OverflowError, ""),
    (lambda: blake2b(leaf_size=1 << 32), OverflowError, "leaf_size is too large"),
    (lambda: blake2xb(length=1 << 32), OverflowError, "length is too large"),
    (lambda: blake2b(node_offset=-1), ValueError, "node_offset must not be negative"),
    (lambda: blake2b(digest_size=0), ValueError, "digest_size must be between 1 and 64"),
    (lambda: blake2b(digest_size=65), ValueError, "digest_size must be between 1 and 64"),
    (lambda: blake2bp(digest_size=0), ValueError, "digest_size must be between 1 and 64"),
    (lambda: blake2bp(digest_size=65), ValueError, "digest_size must be between 1 and 64"),
    (lambda: blake2b(key=bytes(65)), ValueError, "maximum key length is 64 bytes"),
    (lambda: blake2bp(key=bytes(65)), ValueError, "maximum key length is 64 bytes"),
    (lambda: blake2b(salt=bytes(17)), ValueError, "maximum salt length is 16 bytes"),
    (lambda: blake2b(person=bytes(17)), ValueError, "maximum person length is 16 bytes"),
    (lambda: blake2b(inner_size=65), ValueError, "inner_size must be between 0 and 64"),
    (lambda: blake2xb(length=0), ValueError, "length must be at least 1"),
    (lambda: blake2xb(length=10).digest(11), ValueError, "length must be between 1 and 10"),
    (lambda: blake2xb().digest(), ValueError, "length is required: blake2xb was given none"),
    (lambda: blake2xb().digest(0), ValueError, "length must be at least 1"),
    (lambda: blake2xb().digest(-1), ValueError, "length must be at least 1"),
    (lambda: eip152(bytes(212)), ValueError, "input must have 213 bytes, not 212"),
    (lambda: eip152(bytes(212) + b"\2"), ValueError, "the final flag is neither 0 nor 1"),
    (lambda: compress(bytes(63), bytes(128), bytes(16)), ValueError, "h must have 64 bytes, not 63"),
    (lambda: compress(bytes(64), bytes(129), bytes(16)), ValueError,
     "block must have 128 bytes, not 129"),
    (lambda: compress(bytes(64), bytes(128), bytes(8)), ValueError, "t must have 16 bytes, not 8"),
    (lambda: compress(bytes(64), bytes(128), bytes(16), rounds=1 << 32), OverflowError,
     "rounds is too large"),
])
def test_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == (message or str(caught.value))


def test_buffers_are_released():
    buffer = bytearray(5000)
    blake2b(buffer).update(buffer)
    many([buffer, buffer])
    blake2b(buffer[:10], key=buffer[:10], salt=buffer[:10], person=buffer[:10])
    with pytest.raises(ValueError):
        blake2b(buffer, digest_size=99)
    with pytest.raises(TypeError):
        many([buffer, None])
    buffer.append(1)  # BufferError if something still holds it


def test_threads():
    """Calls of one object, and of a list that changes, from several threads: each is whole."""
    piece, rounds, count = bytes(50000), 300, 3
    whole = [hashlib.blake2b(digest_size=20)]
    for _ in range(rounds * count):
        whole.append(whole[-1].copy())
        whole[-1].update(piece)
    expected = whole[-1].digest()
    digests = {h.digest() for h in whole}
    after = set()
    for h in whole:
        h.update(b"m")
        after.add(h.digest())
    shared, messages, wrong = blake2b(digest_size=20), [b"m"] * 500, []
    one = hashlib.blake2b(b"m").digest()
    kind = shared.__reduce__()[1][0]
    restore = shared.__reduce__()[0]
    start = threading.Barrier(2 * count + 1)

    def run_all(work):
        start.wait()
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    def updates():
        for _ in range(rounds):
            shared.update(piece)

    def changes():
        for _ in range(2000):
            messages.append(b"m")
            del messages[len(messages) // 2:]
            messages.extend([b"m"] * 100)

    def reads():
        for _ in range(100):
            found = [shared.digest(), bytes.fromhex(shared.hexdigest()), shared.copy().digest(),
                     restore(kind, shared.export(), 20).digest()]
            if not digests.issuperset(found) or not after.issuperset(shared.many([b"m"] * 3)) \
                    or set(many(messages)) != {one}:
                wrong.append(found)
    threads = [threading.Thread(target=run_all, args=[work])
               for work in [updates] * count + [reads] * count + [changes]]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
    assert shared.digest() == expected


def test_no_leaks():
    import tracemalloc

    def work():
        for _ in range(200):
            h = blake2b(bytes(3000), key=b"key")
            h.copy().digest()
            h.hexdigest()
            h.copy().many([b"a", b"b"])
            blake2xb(b"abc").hexdigest(100)
            with pytest.raises(TypeError):
                many([b"a", 1])
    work()
    gc.collect()
    tracemalloc.start()
    work()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    work()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20000
