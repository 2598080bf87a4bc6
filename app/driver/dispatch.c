/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Chooses a kernel: CPU features, preference, self-test. */
#include "cpu.h"
#include "dispatch.h"

/* strcmp is written out: a freestanding build has none. */
int dispatch_same_name(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* configure --freestanding --disable-selftest: for the smallest code. */
#if defined(DRIVER_NO_SELFTEST)
#define PASSES(d, k) 1
#else
#define PASSES(d, k) (!(d)->selftest(k))
#endif

/* With only C references, nothing depends on the CPU: cpu.o is not linked. */
#if defined(DRIVER_NO_KERNELS)
#define FEATURES CPU_BASE
#define FAMILY CPU_FAMILY_UNKNOWN
#else
#define FEATURES cpu_features()
#define FAMILY cpu_family()
#endif

static int fits(const struct kernel *k, unsigned long features) {
    return (k->needs & ~features) == 0;
}

#if defined(CPU_HAS_FAMILIES)
const struct preference *dispatch_preference(const struct dispatch *d, int family) {
    const struct preference *p = d->preferences;
    while (p->first[0] && p->family != family) {
        p++;
    }
    return p;
}
#endif

const struct kernel *dispatch_choose(const struct dispatch *d, const struct kernel *kernels,
                                     unsigned long features, int family) {
    const struct kernel *k;
#if defined(CPU_HAS_FAMILIES)
    const struct preference *preferred = dispatch_preference(d, family);
    size_t i;
    for (i = 0; i < 2 && preferred->first[i]; i++) {
        for (k = kernels; k->name; k++) {
            if (dispatch_same_name(k->name, preferred->first[i]) && fits(k, features) &&
                PASSES(d, k)) {
                return k;
            }
        }
    }
#else
    (void)family;
#endif
    for (k = kernels; k->name; k++) {
        if (fits(k, features) && PASSES(d, k)) {
            return k;
        }
    }
    return NULL;
}

const struct kernel *dispatch_first(const struct dispatch *d) {
    const struct kernel *k = dispatch_choose(d, d->kernels, FEATURES, FAMILY);
    if (k) {
        const struct kernel *none = NULL; /* another thread may select one in the meantime */
        DISPATCH_STORE_FIRST(d->choice->chosen, none, k);
        k = dispatch_used(d);
    }
    return k;
}

unsigned long dispatch_allowed(const struct dispatch *d) {
    const struct kernel *k = dispatch_named(d->choice);
    return k ? cpu_implied(k->needs) : ~0ul;
}

int dispatch_select(const struct dispatch *d, const char *name) {
    const struct kernel *k;
    if (!name) {
        k = dispatch_choose(d, d->kernels, FEATURES, FAMILY);
        if (!k) {
            return DISPATCH_FAILED;
        }
        dispatch_use(d, k);
        return DISPATCH_OK;
    }
    for (k = d->kernels; k->name; k++) {
        if (dispatch_same_name(k->name, name) && fits(k, FEATURES)) {
            if (!PASSES(d, k)) {
                return DISPATCH_FAILED;
            }
            DISPATCH_STORE(d->choice->named, k);
            DISPATCH_STORE(d->choice->chosen, k);
            return DISPATCH_OK;
        }
    }
    return DISPATCH_UNKNOWN;
}

/* ---- kernels of other contracts ---- */

static struct dispatch_choice *choice_for(const struct dispatch *d, const struct dispatch *leader,
                                          const struct kernel *name) {
    return d->choice + (name ? name - leader->kernels + 1 : 0);
}

void dispatch_follow_use(const struct dispatch *d, const struct dispatch *leader,
                         const struct kernel *k) {
    DISPATCH_STORE(choice_for(d, leader, dispatch_named(leader->choice))->chosen, k);
}

const struct kernel *dispatch_follow(const struct dispatch *d, const struct dispatch *leader) {
    const struct kernel *const name = dispatch_named(leader->choice);
    struct dispatch_choice *const choice = choice_for(d, leader, name);
    const struct kernel *k = DISPATCH_LOAD(choice->chosen);
    unsigned long allowed;
    if (k) {
        return k;
    }
    allowed = FEATURES & (name ? cpu_implied(name->needs) : ~0ul);
    for (k = d->kernels; name && k->name; k++) {
        if (dispatch_same_name(k->name, name->name)) {
            break;
        }
    }
    if (!name || !k->name || !fits(k, allowed) || !PASSES(d, k)) {
        k = dispatch_choose(d, d->kernels, allowed, FAMILY);
    }
    DISPATCH_STORE(choice->chosen, k);
    return k;
}
