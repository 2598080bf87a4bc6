/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The choice of a kernel, for any hash: what this CPU can run, preferences, and self-tests. */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "compiler.h"

/* Any kernel. Its family casts this to the kernel's type before the call. */
typedef void kernel_entry(void);

struct kernel {
    const char *name; /* NULL ends a table */
    kernel_entry *entry;
    unsigned char messages; /* how many it takes at once */
    unsigned long needs;    /* CPU features, cpu.h */
    const char *file;       /* its source, relative to the family's folder */
};

/* The two kernels that come first on this CPU family. */
struct preference {
    int family;           /* CPU_FAMILY_..., cpu.h */
    const char *first[2]; /* NULL ends a table */
};

/*
 * A choice is a pointer to a row, NULL before the first use. It is one word, so it needs no locks
 * and no constructors. Threads that race to the first call compute the same choice, and the first
 * one to publish it wins. Of threads that select a kernel, the last one wins. A second word tells
 * that it was selected by name, which counts as long as both words are the same: if two threads
 * select at the same time, it may not.
 */
struct dispatch_choice {
    const struct kernel *volatile chosen, *volatile named;
};
struct dispatch {                         /* only the choice is ever written */
    struct dispatch_choice *choice;       /* an array in a table that follows: see below */
    const struct kernel *kernels;         /* in the order of the table; the reference is last */
    const struct preference *preferences; /* NULL without CPU_HAS_FAMILIES */
    /* 0 if it keeps the contract, else the number of the failed test: 1, 2, ... */
    int (*selftest)(const struct kernel *k);
};

#define dispatch_preference DRIVER_NAME(dispatch_preference)
#define dispatch_choose DRIVER_NAME(dispatch_choose)
#define dispatch_first DRIVER_NAME(dispatch_first)
#define dispatch_select DRIVER_NAME(dispatch_select)
#define dispatch_allowed DRIVER_NAME(dispatch_allowed)
#define dispatch_follow DRIVER_NAME(dispatch_follow)
#define dispatch_follow_use DRIVER_NAME(dispatch_follow_use)
#define dispatch_own_clock DRIVER_NAME(dispatch_own_clock)
#define dispatch_tune DRIVER_NAME(dispatch_tune)
#define dispatch_same_name DRIVER_NAME(dispatch_same_name)
#define dispatch_plan_first DRIVER_NAME(dispatch_plan_first)
#define dispatch_plan_on DRIVER_NAME(dispatch_plan_on)
#define dispatch_row DRIVER_NAME(dispatch_row)
#define dispatch_next DRIVER_NAME(dispatch_next)

/* What is preferred on a CPU family, with CPU_HAS_FAMILIES; first[0] is NULL if nothing is. */
HIDDEN const struct preference *dispatch_preference(const struct dispatch *d, int family);

/* The first of KERNELS, in order of preference, that FEATURES allow and that passes the self-test;
   NULL if there is none. */
HIDDEN COLD const struct kernel *dispatch_choose(const struct dispatch *d,
                                                 const struct kernel *kernels,
                                                 unsigned long features, int family);

/* Chooses the kernel on first use; NULL if none passes. dispatch_auto, below, calls it. */
HIDDEN COLD const struct kernel *dispatch_first(const struct dispatch *d);

/* FAILED: it failed its self-test. UNKNOWN: no such name, or this CPU cannot run it. */
enum { DISPATCH_OK, DISPATCH_FAILED, DISPATCH_UNKNOWN, DISPATCH_NO_CLOCK };
/* Use the kernel of this name, or (NULL) the automatic choice. */
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
 * A follower's choice depends only on the leader's. So it has one choice for all automatic choices
 * of the leader, then one for each row that can be selected by name.
 */
#define DISPATCH_FOLLOWED 32 /* number of such choices: a leader has fewer rows */

/* The kernel in use, chosen on first use for each choice of the leader; NULL if none passes. */
HIDDEN const struct kernel *dispatch_follow(const struct dispatch *d,
                                            const struct dispatch *leader);

/* Use kernel K of D's table (NULL: the automatic choice) while the leader's choice stays the same.
   For tests and benchmarks. */
HIDDEN void dispatch_follow_use(const struct dispatch *d, const struct dispatch *leader,
                                const struct kernel *k);

/* ---- the fastest by measuring ---- */

/* Any clock, which may wrap after ULONG_MAX. The work that is timed: some microseconds. */
typedef unsigned long dispatch_clock(void);
typedef void dispatch_work(const struct kernel *k);

/* The finest clock that needs no setup; NULL if there is none. */
HIDDEN dispatch_clock *dispatch_own_clock(void);

/*
 * Measures the kernels that dispatch_choose could choose, and uses the fastest, whatever was
 * selected before. If none is clearly faster than the automatic choice, uses that one. Returns
 * DISPATCH_OK, or DISPATCH_FAILED if no kernel passes its self-test. Returns DISPATCH_NO_CLOCK and
 * changes nothing if CLOCK is NULL, does not move, goes back or is too coarse.
 */
HIDDEN int dispatch_tune(const struct dispatch *d, dispatch_clock *clock, dispatch_work *work);

HIDDEN int dispatch_same_name(const char *a, const char *b);

/* ---- the choice, inline ---- */

#if defined(__GCC_ATOMIC_POINTER_LOCK_FREE) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2 && \
    !defined(DRIVER_FREESTANDING)
#define DISPATCH_LOAD(x) __atomic_load_n(&(x), __ATOMIC_ACQUIRE)
#define DISPATCH_STORE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELEASE)
#define DISPATCH_STORE_FIRST(x, null, value) \
    __atomic_compare_exchange_n(&(x), &(null), value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
#else
/*
 * An aligned word is written whole on every CPU where this may have threads. What a pointer points
 * to is constant, so the order of other writes does not matter.
 */
#define DISPATCH_LOAD(x) (x)
#define DISPATCH_STORE(x, value) ((x) = (value))
#define DISPATCH_STORE_FIRST(x, null, value) ((x) != (null) ? (void)0 : (void)((x) = (value)))
#endif

/* The kernel in use (NULL before the first use); use any other kernel, as an automatic choice. */
static INLINE const struct kernel *dispatch_used(const struct dispatch *d) {
    return DISPATCH_LOAD(d->choice->chosen);
}
static INLINE void dispatch_use(const struct dispatch *d, const struct kernel *k) {
    DISPATCH_STORE(d->choice->named, NULL);
    DISPATCH_STORE(d->choice->chosen, k);
}

/*
 * The kernel in use, chosen on first use; NULL if none passes. C is D's choice, passed separately
 * because calls of short messages notice each load.
 */
static INLINE const struct kernel *dispatch_auto(struct dispatch_choice *c,
                                                 const struct dispatch *d) {
    const struct kernel *k = DISPATCH_LOAD(c->chosen);
    return k ? k : dispatch_first(d);
}

/* The row in use if it was selected by name, else NULL. */
static INLINE const struct kernel *dispatch_named(const struct dispatch_choice *c) {
    const struct kernel *k = DISPATCH_LOAD(c->named);
    return k == DISPATCH_LOAD(c->chosen) ? k : NULL;
}

/*
 * dispatch_follow for short calls: C is the follower's choice, LEADER the leader's. NULL if there is
 * no choice yet, or one by name: then call dispatch_follow.
 */
static INLINE const struct kernel *dispatch_follow_usual(const struct dispatch_choice *c,
                                                         const struct dispatch_choice *leader) {
    return dispatch_named(leader) ? NULL : DISPATCH_LOAD(c->chosen);
}

/* ---- multi-message kernels ---- */

/*
 * A plan: a list of rows by CPU family, from the table's PLAN rows. From so many messages on, the
 * next ones go to this kernel. Of a family, the rows with the first LEVEL that the CPU has count, by
 * falling numbers; of these, the first one that the number of messages reaches and whose kernel
 * passes its self-test. If there is none, they go one after the other. CPU_FAMILY_UNKNOWN is for all
 * families without rows.
 */
struct plan {
    unsigned level;         /* CPU features, cpu.h */
    unsigned char family;   /* CPU_FAMILY_..., cpu.h */
    unsigned char from;     /* 2 to 16 */
    unsigned char messages; /* whole messages at once; else 1; 0 ends a list */
    unsigned char row;      /* in the table of kernels */
    unsigned char other;    /* in the other table instead */
};

#define DISPATCH_LANES_MAX 16 /* rows of a table */
#define DISPATCH_LANES_FIT(name, kernels) \
    typedef char name[sizeof(kernels) / sizeof(kernels)[0] <= DISPATCH_LANES_MAX + 1 ? 1 : -1]
struct dispatch_lanes_choice {
    /* of each row's self-test, at first use; threads that race run it twice, with the same result */
    volatile unsigned char verdicts[DISPATCH_LANES_MAX];
    const struct plan *volatile planned; /* the list for this CPU, if no other is to be used */
    volatile size_t reach;               /* all its kernels for fewer messages were tested */
    const struct plan *volatile given;   /* instead, by dispatch_plan_use; else NULL */
};
struct dispatch_lanes {
    struct dispatch_lanes_choice *choice;
    const struct kernel *kernels;
    int (*selftest)(const struct kernel *k);
    const struct plan *plan;
    const struct dispatch_lanes *other; /* NULL if no row of the plan is in another table */
};

#if !defined(DRIVER_FREESTANDING) /* SDCC compiles inline functions that nothing calls */
/*
 * The list for this CPU and the choice of SERIAL, whose kernel is chosen if none is in use. Runs
 * the self-tests of the kernels that so many messages or fewer may need, with some kilobytes of
 * stack; what follows runs none.
 */
HIDDEN const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                              const struct dispatch *serial, size_t messages);
static INLINE const struct plan *dispatch_plan(const struct dispatch_lanes *d,
                                               const struct dispatch *serial, size_t messages) {
    const struct plan *const p = DISPATCH_LOAD(d->choice->planned);
    return p && messages < DISPATCH_LOAD(d->choice->reach) && !dispatch_named(serial->choice)
               ? p
               : dispatch_plan_first(d, serial, messages);
}

/*
 * The row of a list for the next of so many messages; NULL if one after the other is faster, as it
 * is for a single one.
 */
HIDDEN const struct plan *dispatch_row(const struct dispatch_lanes *d, const struct plan *list,
                                       size_t messages);

/* A row's kernel; NULL if there is no row. */
static INLINE const struct kernel *dispatch_planned(const struct dispatch_lanes *d,
                                                    const struct plan *p) {
    return p ? &(p->other ? d->other : d)->kernels[p->row] : NULL;
}

/* The kernel of the row. */
HIDDEN const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *list,
                                          size_t messages);

/*
 * Takes COUNT items: STEP does as many, from item DONE on, as KERNEL has lanes, or all if there are
 * fewer. Then the next kernel of the list follows. Ends early where one after the other is faster,
 * or STEP does nothing and returns 0. Returns the number of items that were done.
 */
typedef int dispatch_step(void *work, const struct kernel *kernel, size_t done, unsigned used);
static INLINE size_t dispatch_steps(const struct dispatch_lanes *d, const struct plan *list,
                                    const struct kernel *kernel, size_t count, dispatch_step *step,
                                    void *work) {
    size_t left = count;
    while (left && kernel) {
        const unsigned lanes = kernel->messages;
        do {
            const unsigned used = left < lanes ? (unsigned)left : lanes;
            if (!step(work, kernel, count - left, used)) {
                return count - left;
            }
            left -= used;
        } while (left >= lanes);
        kernel = left > 1 ? dispatch_next(d, list, left) : NULL;
    }
    return count - left;
}

/* The first row for a CPU of this family with these features; one that ends the list if none. */
HIDDEN const struct plan *dispatch_plan_on(const struct dispatch_lanes *d, int family,
                                           unsigned long features);

/* Use this list instead, of any family; NULL restores the default. For tests and benchmarks. */
static INLINE void dispatch_plan_use(const struct dispatch_lanes *d, const struct plan *p) {
    DISPATCH_STORE(d->choice->planned, NULL);
    DISPATCH_STORE(d->choice->given, p);
}
#endif

#endif
