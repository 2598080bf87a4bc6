/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Argument checks of public calls, in the same order in every call. CALL_RETURN_IF_NOT_... returns
 * an error from the function that uses it. As macros, the checks add no calls. INTACT is evaluated
 * only if the state is not NULL.
 */
#ifndef CALLS_H
#define CALLS_H

#include "memory.h"

/* The codes that all libraries share, with the same values as in the public headers. */
#define CALL_OK 0
#define CALL_NULL (-1)
#define CALL_LENGTH (-2)
#define CALL_STATE (-4)
#define CALL_STARTUP (-5)
#define CALL_OVERLAP (-7)
#define CALL_SAVED (-8)
#define CALL_CODES_ARE(prefix) \
    typedef char codes_are_shared[prefix##OK == CALL_OK && prefix##ERROR_NULL == CALL_NULL && \
                                          prefix##ERROR_LENGTH == CALL_LENGTH && \
                                          prefix##ERROR_STATE == CALL_STATE && \
                                          prefix##ERROR_STARTUP == CALL_STARTUP && \
                                          prefix##ERROR_OVERLAP == CALL_OVERLAP && \
                                          prefix##ERROR_SAVED == CALL_SAVED \
                                      ? 1 \
                                      : -1]

/* More input for state S. */
#define CALL_RETURN_IF_NOT_INPUT(S, intact, in, inlen) \
    do { \
        if (!(S) || (!(in) && (inlen))) { \
            return CALL_NULL; \
        } \
        if (!memory_fits(in, inlen)) { \
            return CALL_LENGTH; \
        } \
        if (!(intact)) { \
            return CALL_STATE; \
        } \
        if (memory_overlap(S, sizeof *(S), in, inlen)) { \
            return CALL_OVERLAP; \
        } \
    } while (0)

/* A digest of BYTES from state S. WANTED is 0 if the caller may have expected another length. */
#define CALL_RETURN_IF_NOT_DIGEST(S, intact, wanted, hash, bytes) \
    do { \
        if (!(S) || !(hash)) { \
            return CALL_NULL; \
        } \
        if (!(intact)) { \
            return CALL_STATE; \
        } \
        if (!(wanted) || !memory_fits(hash, bytes)) { \
            return CALL_LENGTH; \
        } \
        if (memory_overlap(S, sizeof *(S), hash, bytes)) { \
            return CALL_OVERLAP; \
        } \
    } while (0)

/* State S of STATE_BYTES and its saved form of SAVEDLEN bytes, which must be EXPECTED. */
#define CALL_RETURN_IF_NOT_SAVED(S, state_bytes, saved, savedlen, expected) \
    do { \
        if (!(S) || !(saved)) { \
            return CALL_NULL; \
        } \
        if ((savedlen) != (expected) || !memory_fits(saved, savedlen)) { \
            return CALL_LENGTH; \
        } \
        if (memory_overlap(S, state_bytes, saved, savedlen)) { \
            return CALL_OVERLAP; \
        } \
    } while (0)

#endif
