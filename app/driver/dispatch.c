/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Picks the kernel: CPU features, preference, self-test. */
#include "cpu.h"
#include "dispatch.h"

/* strcmp is written out, as a freestanding build has none. */
int dispatch_same_name(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* configure --freestanding --disable-selftest: every byte counts there. */
#if defined(DRIVER_NO_SELFTEST)
#define PASSES(d, k) 1
#else
#define PASSES(d, k) (!(d)->selftest(k))
#endif

static int fits(const struct kernel *k, unsigned long features) {
    return (k->needs & ~features) == 0;
}

#if defined(CPU_HAS_FAMILIES)
const struct preference *dispatch_preference(const struct dispatch *d, int family) {
    const struct preference *p = d->preferences;
    while (p->why && p->family != family) {
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

#if defined(__GCC_ATOMIC_POINTER_LOCK_FREE) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2 && \
    !defined(DRIVER_FREESTANDING)
static void store_first(struct dispatch_choice *c, const struct kernel *k) {
    const struct kernel *none = NULL;
    __atomic_compare_exchange_n(&c->chosen, &none, k, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
#else
static void store_first(struct dispatch_choice *c, const struct kernel *k) {
    if (!c->chosen) {
        c->chosen = k;
    }
}
#endif

const struct kernel *dispatch_used(const struct dispatch *d) {
    return DISPATCH_LOAD(d->choice->chosen);
}

void dispatch_use(const struct dispatch *d, const struct kernel *k) {
    DISPATCH_STORE(d->choice->chosen, k);
}

const struct kernel *dispatch_first(const struct dispatch *d) {
    const struct kernel *k = dispatch_choose(d, d->kernels, cpu_features(), cpu_family());
    if (k) {
        store_first(d->choice, k);
        /* another thread may have selected one by name meanwhile */
        k = DISPATCH_LOAD(d->choice->chosen);
    }
    return k;
}

unsigned long dispatch_allowed(const struct dispatch *d) {
    const struct kernel *k = dispatch_named(d);
    return k ? cpu_implied(k->needs) : ~0ul;
}

int dispatch_select(const struct dispatch *d, const char *name) {
    const struct kernel *k = d->kernels;
    if (!name) {
        k = dispatch_choose(d, d->kernels, cpu_features(), cpu_family());
        if (!k) {
            return DISPATCH_FAILED;
        }
        DISPATCH_STORE(d->choice->chosen, k);
        return DISPATCH_OK;
    }
#if !defined(DRIVER_FREESTANDING)
    while (k->name) {
        k++;
    }
    k = k->messages == KERNELS_AGAIN ? k + 1 : d->kernels;
#endif
    for (; k->name; k++) {
        if (dispatch_same_name(k->name, name) && fits(k, cpu_features())) {
            if (!PASSES(d, k)) {
                return DISPATCH_FAILED;
            }
            DISPATCH_STORE(d->choice->chosen, k);
            return DISPATCH_OK;
        }
    }
    return DISPATCH_UNKNOWN;
}

/* ---- kernels of other contracts ---- */

#define LED_ROW_BITS 8
#define LED_ROW(led) ((led)&DISPATCH_LED_ROWS)
typedef char led_rows_fit[DISPATCH_LED_ROWS == ((1 << LED_ROW_BITS) - 1) ? 1 : -1];
#define LED_BY(name, leader) ((name) ? (size_t)((name) - (leader)->kernels) + 1 : 0)

static void lead(const struct dispatch *d, size_t by, const struct kernel *k) {
    DISPATCH_STORE(d->choice->led, k ? by << LED_ROW_BITS | ((size_t)(k - d->kernels) + 1) : 0);
}

void dispatch_led_use(const struct dispatch *d, const struct dispatch *leader,
                      const struct kernel *k) {
    const struct kernel *const name = dispatch_named(leader);
    lead(d, LED_BY(name, leader), k);
}

const struct kernel *dispatch_led_auto(const struct dispatch *d, const struct dispatch *leader) {
    const struct kernel *const name = dispatch_named(leader), *k;
    const size_t by = LED_BY(name, leader), before = DISPATCH_LOAD(d->choice->led);
    unsigned long allowed;
    if (before && before >> LED_ROW_BITS == by) {
        return d->kernels + LED_ROW(before) - 1;
    }
    allowed = cpu_features() & (name ? cpu_implied(name->needs) : ~0ul);
    for (k = d->kernels; name && k->name; k++) {
        if (dispatch_same_name(k->name, name->name)) {
            break;
        }
    }
    if (!name || !k->name || !fits(k, allowed) || !PASSES(d, k)) {
        k = dispatch_choose(d, d->kernels, allowed, cpu_family());
    }
    lead(d, by, k);
    return k;
}
