/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <pthread.h>
static int shared;
static void *work(void *p) {
    (void)p;
    shared++;
    return 0;
}
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, work, 0)) {
        return 1;
    }
    shared++;
    return pthread_join(t, 0);
}
