/* Placeholder */
#include <stdio.h>
#include "util.h"
int command_fuzz(int argc, char **argv) {
    (void)argc;
    (void)argv;
    fprintf(stderr, "blake2b-util fuzz: not yet\n");
    return 2;
}
