/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
struct crypto {
    int blake2b;
    static int blake2b_hash(const crypto *c);
};
namespace other {
int blake2b_init(int blake2b_update);
}
