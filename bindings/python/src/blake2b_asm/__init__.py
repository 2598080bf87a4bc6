# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""BLAKE2b (RFC 7693) by libblake2b, with many messages at once.

blake2b has the interface of hashlib.blake2b. See the package's README.
"""
from ._blake2b import blake2b, blake2bp, blake2xb, compress, eip152, implementation, many
from ._blake2b import version as __version__

__all__ = ["blake2b", "blake2bp", "blake2xb", "compress", "eip152", "implementation", "many"]
