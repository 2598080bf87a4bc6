# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Written by package/ports.sh.
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get

required_conan_version = ">=2.0"


class Libblake2bConan(ConanFile):
    name = "libblake2b"
    version = "@VERSION@"
    description = "BLAKE2b hash functions (RFC 7693) and BLAKE-224 to -512, with assembly kernels"
    license = "LicenseRef-libblake2b-public-domain OR MIT"
    homepage = "@HOMEPAGE@"
    topics = ("hash", "blake2", "blake2b", "cryptography")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    languages = "C"

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BLAKE2B_BUILD_TESTS"] = False
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The packages that it installs itself: blake2b::blake2b and blake::blake.
        self.cpp_info.set_property("cmake_find_mode", "none")
        for library in ("blake2b", "blake"):
            component = self.cpp_info.components[library]
            component.libs = [library]
            component.builddirs = [os.path.join("lib", "cmake", library)]
            component.set_property("pkg_config_name", "lib" + library)
            if self.settings.os == "Windows" and self.options.shared:
                component.defines = [library.upper() + "_DLL"]
