# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Builds the module from the amalgamation, which a checkout makes first (tools/amalgamate.py)."""
import os
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
AMALGAMATION = os.path.join(HERE, "amalgamation")
GENERATOR = os.path.join(HERE, "..", "..", "tools", "amalgamate.py")

if os.path.exists(GENERATOR):
    subprocess.run([sys.executable, GENERATOR, AMALGAMATION, "blake2b"], check=True)
if not os.path.exists(os.path.join(AMALGAMATION, "blake2b.c")):
    sys.exit("bindings/python/amalgamation is empty: build from a checkout of the library or from "
             "an sdist")

with open(os.path.join(AMALGAMATION, "blake2b.c")) as f:
    VERSION = re.search(r'#define DRIVER_VERSION "(.*)"', f.read()).group(1)


class build(build_ext):
    def build_extensions(self):
        # Compilers like cc know what to do with assembly; others use the C code alone.
        if self.compiler.compiler_type in ("unix", "mingw32"):
            self.compiler.src_extensions.append(".S")
            self.extensions[0].sources.append("amalgamation/blake2b_asm.S")
        super().build_extensions()


setup(
    version=VERSION,
    ext_modules=[
        Extension(
            "blake2b_asm._blake2b",
            ["src/_blake2b.c", "amalgamation/blake2b.c"],
            include_dirs=["amalgamation"],
            define_macros=[("BLAKE2B_API", ""), ("BLAKE2B_SYMBOL_PREFIX", "python_")],
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
