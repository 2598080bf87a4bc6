/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by both word sizes: the version, the start-up. */
#include "blake_internal.h"

const char *blake_version(void) {
    return DRIVER_VERSION; /* one for all libraries of the package */
}

int blake_startup(void) {
    return dispatch_auto(&blake256_choice, &blake256_dispatch) &&
                   dispatch_auto(&blake512_choice, &blake512_dispatch)
               ? BLAKE_OK
               : BLAKE_ERROR_STARTUP;
}
