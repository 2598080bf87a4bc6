/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
// What Qt Core makes of "abc".
#include <QByteArray>
#include <QCryptographicHash>

#include "coexist.h"

CHECK_FUNCTION(qt) {
    if (QCryptographicHash::hash(QByteArray("abc"), QCryptographicHash::Blake2b_256).toHex() != ABC_256) {
        return "QCryptographicHash::Blake2b_256";
    }
    QCryptographicHash hash(QCryptographicHash::Blake2b_512);
    hash.addData(QByteArray("a"));
    hash.addData(QByteArray("bc"));
    return hash.result().toHex() == ABC_512 ? nullptr : "QCryptographicHash::Blake2b_512";
}
