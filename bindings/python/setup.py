# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Builds the module from the amalgamation, which `make bindings` writes in a checkout.

Nothing outside this folder is read or run: when pip unpacks a source archive, any local user may
write to the folders above it.
"""
import os
import re
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
AMALGAMATION = os.path.join(HERE, "amalgamation")

if not os.path.exists(os.path.join(AMALGAMATION, "blake2b.c")):
    sys.exit("blake2b-asm: amalgamation/ is empty: run `make bindings` at the top of the checkout "
             "first, or build from a source archive (sdist)")

with open(os.path.join(AMALGAMATION, "blake2b.c")) as f:
    VERSION = re.search(r'#define DRIVER_VERSION "(.*)"', f.read()).group(1)


# Free-threaded Python has no limited API, so that it needs a wheel for each version.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")


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
            define_macros=[("BLAKE2B_API", ""), ("BLAKE2B_SYMBOL_PREFIX", "python_"),
                           ("BLAKE2B_PEEK", None)]
            + ([("Py_LIMITED_API", "0x030b0000")] if LIMITED else []),
            py_limited_api=LIMITED,
        )
    ],
    cmdclass={"build_ext": build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
