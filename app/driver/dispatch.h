/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The choice of a kernel, for any hash: the kernels that this CPU can run, their order of
 * preference, and their self-tests.
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "compiler.h"

/* Any kernel; its family casts it to the type it has before it calls it. */
typedef void kernel_entry(void);

struct kernel {
    const char *name; /* NULL ends a table */
    kernel_entry *entry;
    unsigned char messages; /* that it takes at once */
    unsigned char by_name;  /* in the half for choices by name */
    unsigned long needs;    /* CPU features, cpu.h */
    const char *file;       /* its source, below the family's folder */
};

/*
 * Rows of a family's table that configure put into this build. In a macro KERNEL(id, name,
 * messages, ...): KERNEL_IF(CONTRACT, messages, in, text) is the text if the kernel keeps this
 * contract and IN is 1; else nothing. ROW_IF(in, text) asks for IN only. The contracts, by what the
 * row has for messages:
 *   ALONE     1                blocks of one message
 *   SEVERAL   2, 3, 4, 8, 16   blocks of so many messages
 *   ROUNDS    ROUNDS           one block, with as many rounds as the caller wants
 *   SHORT     SHORT8           eight short messages, from and to the callers' memory
 */
#define ROW_0(...)
#define ROW_1(...) __VA_ARGS__
#define ROW_IF_(in, ...) ROW_##in(__VA_ARGS__)
#define ROW_IF(in, ...) ROW_IF_(in, __VA_ARGS__)
#define KEEPS_1 ALONE
#define KEEPS_2 SEVERAL
#define KEEPS_3 SEVERAL
#define KEEPS_4 SEVERAL
#define KEEPS_8 SEVERAL
#define KEEPS_16 SEVERAL
#define KEEPS_ROUNDS ROUNDS
#define KEEPS_SHORT8 SHORT
/* As a number, of messages at once. */
#define MESSAGES_OF_1 1
#define MESSAGES_OF_2 2
#define MESSAGES_OF_3 3
#define MESSAGES_OF_4 4
#define MESSAGES_OF_8 8
#define MESSAGES_OF_16 16
#define MESSAGES_OF_ROUNDS 1
#define MESSAGES_OF_SHORT8 8
#define ALONE_IF_ALONE ROW_IF
#define ALONE_IF_SEVERAL(...)
#define ALONE_IF_ROUNDS(...)
#define ALONE_IF_SHORT(...)
#define SEVERAL_IF_ALONE(...)
#define SEVERAL_IF_SEVERAL ROW_IF
#define SEVERAL_IF_ROUNDS(...)
#define SEVERAL_IF_SHORT(...)
#define ROUNDS_IF_ALONE(...)
#define ROUNDS_IF_SEVERAL(...)
#define ROUNDS_IF_ROUNDS ROW_IF
#define ROUNDS_IF_SHORT(...)
#define SHORT_IF_ALONE(...)
#define SHORT_IF_SEVERAL(...)
#define SHORT_IF_ROUNDS(...)
#define SHORT_IF_SHORT ROW_IF
#define KERNEL_IF_KEPT(contract, kept, ...) contract##_IF_##kept(__VA_ARGS__)
#define KERNEL_IF_(contract, kept, ...) KERNEL_IF_KEPT(contract, kept, __VA_ARGS__)
#define KERNEL_IF(contract, messages, ...) KERNEL_IF_(contract, KEEPS_##messages, __VA_ARGS__)

/* On this CPU family these two kernels come first, and why. */
struct preference {
    int family; /* CPU_FAMILY_..., cpu.h */
    const char *first[2];
    const char *why; /* NULL ends a table: then nothing is preferred */
};

/*
 * A choice is a pointer to a row, NULL before the first use: one word, which needs no locks and no
 * constructors. Threads that race to the first call all come to the same result, and the
 * first to publish it wins; of threads that select, the last.
 *
 * The pointer also says who chose: the array of a family's kernels of one message has two halves,
 * row by row the same. An automatic choice points into the first, a choice by name into the second.
 * (Firmware has one half, as nothing asks there.)
 */
struct dispatch_choice {
    const struct kernel *volatile chosen;
};
struct dispatch {                         /* nothing but the choice is ever written */
    struct dispatch_choice *choice;       /* a table that follows another one has several: below */
    const struct kernel *kernels;         /* in the table's order; the reference is the last */
    const struct kernel *named;           /* the second half; NULL of a table that follows */
    const struct preference *preferences; /* NULL without CPU_HAS_FAMILIES */
    /* 0 if it keeps the contract, else which test it failed: 1, 2, ... */
    int (*selftest)(const struct kernel *k);
};

#define dispatch_preference DRIVER_NAME(dispatch_preference)
#define dispatch_choose DRIVER_NAME(dispatch_choose)
#define dispatch_used DRIVER_NAME(dispatch_used)
#define dispatch_use DRIVER_NAME(dispatch_use)
#define dispatch_first DRIVER_NAME(dispatch_first)
#define dispatch_select DRIVER_NAME(dispatch_select)
#define dispatch_allowed DRIVER_NAME(dispatch_allowed)
#define dispatch_follow DRIVER_NAME(dispatch_follow)
#define dispatch_follow_use DRIVER_NAME(dispatch_follow_use)
#define dispatch_own_clock DRIVER_NAME(dispatch_own_clock)
#define dispatch_tune DRIVER_NAME(dispatch_tune)
#define dispatch_same_name DRIVER_NAME(dispatch_same_name)
#define dispatch_lanes_for DRIVER_NAME(dispatch_lanes_for)
#define dispatch_lanes_next DRIVER_NAME(dispatch_lanes_next)
#define dispatch_lanes_plan DRIVER_NAME(dispatch_lanes_plan)
#define dispatch_lanes_cost DRIVER_NAME(dispatch_lanes_cost)
#define dispatch_lanes_use DRIVER_NAME(dispatch_lanes_use)
#define dispatch_lanes_all DRIVER_NAME(dispatch_lanes_all)

/* What is preferred on a CPU family; first[0] and why are NULL if nothing is. Only with
   CPU_HAS_FAMILIES. */
HIDDEN const struct preference *dispatch_preference(const struct dispatch *d, int family);

/* The first of KERNELS, in order of preference, that FEATURES allow and that passes the self-test;
   NULL if there is none. */
HIDDEN COLD const struct kernel *dispatch_choose(const struct dispatch *d,
                                                 const struct kernel *kernels,
                                                 unsigned long features, int family);

/* The kernel in use (NULL before the first use), and a way to use any other. */
HIDDEN const struct kernel *dispatch_used(const struct dispatch *d);
HIDDEN void dispatch_use(const struct dispatch *d, const struct kernel *k);

/*
 * The kernel in use, chosen now as none was; NULL if none passes. dispatch_auto, below, asks for
 * it.
 */
HIDDEN COLD const struct kernel *dispatch_first(const struct dispatch *d);

/*
 * Use the kernel of this name, or (NULL) the one that would have been chosen. FAILED: its
 * self-test; UNKNOWN: the name, or it is not for this CPU.
 */
enum { DISPATCH_OK, DISPATCH_FAILED, DISPATCH_UNKNOWN, DISPATCH_NO_CLOCK };
HIDDEN COLD int dispatch_select(const struct dispatch *d, const char *name);

/* The CPU features that may be used: all, or those of the kernel that was selected by name. */
HIDDEN unsigned long dispatch_allowed(const struct dispatch *d);

/* ---- kernels of other contracts ---- */

/*
 * Each contract has a table, a struct dispatch of its own, that follows another table's choice: the
 * leader is the family's table of single-message kernels. If that choice was made by name, the
 * kernel of the same name is used. Without one, a kernel is used that needs no more features than
 * the named kernel and what those imply (cpu_implied). The object of such a table is linked only
 * into programs that call it.
 *
 * What a follower chooses depends on nothing but the leader's choice. So it has a choice for each
 * row that a name can select of the leader, and before them one for all automatic choices.
 */
#define DISPATCH_FOLLOWED 32 /* as many choices: a leader has fewer rows */

/* The kernel in use, chosen now if none was for the leader's choice; NULL if none passes. */
HIDDEN const struct kernel *dispatch_follow(const struct dispatch *d,
                                            const struct dispatch *leader);

/*
 * Use this one, of D's table (NULL: what is chosen), while the leader's choice is what it is now.
 * For tests and benchmarks.
 */
HIDDEN void dispatch_follow_use(const struct dispatch *d, const struct dispatch *leader,
                                const struct kernel *k);

/* ---- the fastest by measuring ---- */

/* Some clock, which begins anew after ULONG_MAX; what is timed of a kernel, some microseconds. */
typedef unsigned long dispatch_clock(void);
typedef void dispatch_work(const struct kernel *k);

/* The finest clock that needs no preparation; NULL if there is none. */
HIDDEN dispatch_clock *dispatch_own_clock(void);

/*
 * Use the fastest of those that dispatch_choose could choose, in place of what was selected, too;
 * its choice if none is clearly faster. DISPATCH_OK; DISPATCH_FAILED if no kernel passes its
 * self-test, DISPATCH_NO_CLOCK if CLOCK is NULL, is still, goes back, or is too coarse: then
 * nothing changes.
 */
HIDDEN int dispatch_tune(const struct dispatch *d, dispatch_clock *clock, dispatch_work *work);

/* ---- kernels of several messages ---- */

/*
 * Each is tested once, when it is first asked for; a word of bits says which were, and which
 * passed. Threads that race do the same test twice, to the same end.
 */
#define DISPATCH_LANES_MAX 16 /* rows of a table */
#define DISPATCH_PLANNED 16   /* more messages than these are begun as these are */
struct dispatch_lanes_choice {
    volatile unsigned long known;  /* row by row: it was tested; it can be used */
    volatile unsigned long barred; /* rows that may not be used */
    volatile unsigned long plans[DISPATCH_PLANNED + 1]; /* dispatch_lanes.c */
};

/*
 * Cycles that a kernel, of one message or of several, takes for a block on this CPU family, be all
 * of its messages of use or not.
 */
struct cost {
    int family;
    const char *name; /* NULL ends a table */
    unsigned short cycles;
};

struct dispatch_lanes {
    struct dispatch_lanes_choice *choice;
    const struct kernel *kernels;
    int (*selftest)(const struct kernel *k);
    const struct cost *costs;
};

/*
 * The kernel for the next blocks of so many messages, which begins the cheapest way to do a block
 * of each. NULL if that is the kernel in use of SERIAL, for one after the other, or if there are no
 * messages, or if no kernel of SERIAL passes its self-test. Chooses a kernel of SERIAL if none is
 * in use.
 */
HIDDEN const struct kernel *dispatch_lanes_for(const struct dispatch_lanes *d,
                                               const struct dispatch *serial, size_t messages);

/*
 * The same after dispatch_lanes_for has been asked for as many messages or more. It runs no
 * self-test, which needs some kilobytes of stack: calls ask it while they have large frames
 * themselves.
 */
HIDDEN const struct kernel *dispatch_lanes_next(const struct dispatch_lanes *d,
                                                const struct dispatch *serial, size_t messages);

/* The same on a CPU family, of the rows whose bits are set, beside this serial kernel. */
HIDDEN const struct kernel *dispatch_lanes_plan(const struct dispatch_lanes *d, unsigned long rows,
                                                int family, const struct kernel *serial,
                                                size_t messages);

/*
 * What a kernel costs there; one without a figure is taken for so many times what ALONE, one
 * message, costs.
 */
HIDDEN unsigned dispatch_lanes_cost(const struct dispatch_lanes *d, const struct kernel *k,
                                    int family, unsigned alone);

/*
 * Use only those rows of the table whose bits are set (row 0: 1, row 1: 2, ...), and those even
 * where one message after the other costs less. For tests and benchmarks; ~0ul again means all.
 */
HIDDEN void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows);

/* Whether all may be used: kernels of other contracts that are in for those of a table ask. */
HIDDEN int dispatch_lanes_all(const struct dispatch_lanes *d);

/* ---- for both ---- */

HIDDEN int dispatch_same_name(const char *a, const char *b);

#if defined(__GCC_ATOMIC_POINTER_LOCK_FREE) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2 && \
    !defined(DRIVER_FREESTANDING)
#define DISPATCH_LOAD(x) __atomic_load_n(&(x), __ATOMIC_ACQUIRE)
#define DISPATCH_STORE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELEASE)
#else
/* An aligned word is written whole on every CPU where this may have threads; what a pointer
   points to is constant, so that no order of other writes matters. */
#define DISPATCH_LOAD(x) (x)
#define DISPATCH_STORE(x, value) ((x) = (value))
#endif

/* The kernel in use, chosen now if none was; NULL if none passes. C is D's choice: calls of short
   messages notice each load. */
static INLINE const struct kernel *dispatch_auto(struct dispatch_choice *c,
                                                 const struct dispatch *d) {
    const struct kernel *k = DISPATCH_LOAD(c->chosen);
    return k ? k : dispatch_first(d);
}

/* The row in use if a name made the choice, else NULL. */
static INLINE const struct kernel *dispatch_named(const struct dispatch_choice *c) {
    const struct kernel *k = DISPATCH_LOAD(c->chosen);
    return k && k->by_name ? k : NULL;
}

/*
 * dispatch_follow for calls so short that they notice a call: C is the follower's choice, LEADER
 * the leader's. NULL if none was made, or by name: then dispatch_follow has to be asked.
 */
static INLINE const struct kernel *dispatch_follow_usual(const struct dispatch_choice *c,
                                                         const struct dispatch_choice *leader) {
    return dispatch_named(leader) ? NULL : DISPATCH_LOAD(c->chosen);
}

/* The number of a choice in both halves of the array; a great one if K is in neither, in tests. */
static INLINE size_t dispatch_number(const struct dispatch *d, const struct kernel *k) {
    return ((size_t)k - (size_t)d->kernels) / sizeof *k;
}

#endif
