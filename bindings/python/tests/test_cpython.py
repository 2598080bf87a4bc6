# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""CPython's own tests of blake2b, unchanged, with this module in the place of _blake2."""
import hashlib
import unittest

import pytest

import blake2b_asm

cpython = pytest.importorskip("test.test_hashlib", reason="CPython's test suite is not installed")

TESTS = [
    "test_blake2b", "test_case_blake2b_0", "test_case_blake2b_1",
    "test_case_blake2b_all_parameters",
    "test_blocksize_name_blake2", "test_no_unicode_blake2", "test_hexdigest", "test_name_attribute",
    "test_large_update", "test_hash_array", "test_clinic_signature", "test_gil",
]


@pytest.mark.parametrize("name", TESTS)
def test_of_cpython(name, monkeypatch):
    if not hasattr(cpython.HashLibTestCase, name):
        pytest.skip("this CPython has no such test")
    monkeypatch.setattr(hashlib, "blake2b", blake2b_asm.blake2b)
    cache = getattr(hashlib, "__builtin_constructor_cache")
    monkeypatch.setitem(cache, "blake2b", blake2b_asm.blake2b)
    case = cpython.HashLibTestCase(name)
    assert blake2b_asm.blake2b in case.constructors_to_test["blake2b"]
    result = unittest.TestResult()
    case.run(result)
    assert result.testsRun == 1
    assert not result.failures and not result.errors, (result.failures + result.errors)[0][1]
