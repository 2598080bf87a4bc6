/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The names that the linker sees, for C and assembly alike.
 *
 * Each library compiles the driver for itself, with -DLIBRARY=name_ (the underscore is a part), so
 * that two of them in one program do not share a symbol. Public names are lib<name>_<call>, or what
 * config.h says: DRIVER_SYMBOL_PREFIX before them, or DRIVER_PLAIN_SYMBOLS.
 */
#ifndef NAMES_H
#define NAMES_H

#if !defined(LIBRARY)
#define LIBRARY blake2b_
#endif

#define NAMES_CAT_(a, b) a##b
#define NAMES_CAT(a, b) NAMES_CAT_(a, b)

/* The symbol of a name that begins with the library's, as all in its header do. */
#if defined(DRIVER_PLAIN_SYMBOLS)
#define LINKED_NAME(name) name
#elif defined(DRIVER_SYMBOL_PREFIX)
#define LINKED_NAME(name) NAMES_CAT(DRIVER_SYMBOL_PREFIX, name)
#else
#define LINKED_NAME(name) NAMES_CAT(NAMES_CAT(lib, LIBRARY), name)
#endif

/* The symbol of one of the driver's own names. */
#define DRIVER_NAME(name) LINKED_NAME(NAMES_CAT(LIBRARY, name))

#endif
