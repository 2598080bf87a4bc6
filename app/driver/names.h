/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Linker symbols, for C and assembly.
 *
 * Each library compiles the driver with its own -DLIBRARY=name_ (with the underscore), so that two
 * libraries in one program share no symbol. Public symbols are lib<name>_<call>, unless config.h
 * defines DRIVER_SYMBOL_PREFIX or DRIVER_PLAIN_SYMBOLS.
 */
#ifndef NAMES_H
#define NAMES_H

#if defined(LIBRARY)
#elif defined(DRIVER_LIBRARY) /* config.h: the library of the program */
#define LIBRARY DRIVER_LIBRARY
#else
#define LIBRARY driver_ /* for files on their own */
#endif

#define NAMES_CAT_(a, b) a##b
#define NAMES_CAT(a, b) NAMES_CAT_(a, b)

/* The symbol of a name that begins with the library's name, as all names in its header do. */
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
