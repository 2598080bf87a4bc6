# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""CPython's own tests of hashlib, unchanged, with this module in the place of _blake2."""
import hashlib
import unittest

import pytest

import blake2b_asm

cpython = pytest.importorskip("test.test_hashlib", reason="CPython's test suite is not installed")

NAMES = unittest.TestLoader().getTestCaseNames(cpython.HashLibTestCase)


@pytest.mark.parametrize("name", NAMES)
def test_of_cpython(name, monkeypatch):
    monkeypatch.setattr(hashlib, "blake2b", blake2b_asm.blake2b)
    cache = getattr(hashlib, "__builtin_constructor_cache")
    monkeypatch.setitem(cache, "blake2b", blake2b_asm.blake2b)
    case = cpython.HashLibTestCase(name)
    assert blake2b_asm.blake2b in case.constructors_to_test["blake2b"]
    result = unittest.TestResult()
    case.run(result)
    assert result.testsRun == 1
    assert not result.failures and not result.errors, (result.failures + result.errors)[0][1]
    if result.skipped:
        pytest.skip(result.skipped[0][1])
