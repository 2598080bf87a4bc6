/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Child processes that must end with abort() and one line on stderr. */
#include "system.h"

#include <stdio.h>
#include <stdlib.h>

#include "child.h"

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ABORTED = 86, CAME_BACK = 87 };

int child_possible(void) {
    return 1;
}

/* Prevents a core file, and messages of an emulator. */
static void aborted(int number) {
    (void)number;
    _exit(ABORTED);
}

static int ends[2];
static pid_t child;

int child_begins(void) {
    fflush(stdout);
    if (pipe(ends)) {
        ends[0] = ends[1] = -1;
    }
    child = fork();
    if (child) {
        return 0;
    }
    signal(SIGABRT, aborted);
    dup2(ends[1], 2);
    dup2(ends[1], 1);
    close(ends[0]);
    return 1;
}

void child_returns(void) {
    _exit(CAME_BACK);
}

void child_expect(const char *call, const char *what, const char *why) {
    char text[1000];
    size_t length = 0, called = strlen(call);
    ssize_t n;
    int status = 0;
    close(ends[1]);
    while ((n = read(ends[0], text + length, sizeof text - 1 - length)) > 0) {
        length += (size_t)n;
    }
    close(ends[0]);
    text[length] = '\0';
    if (child < 0 || waitpid(child, &status, 0) != child) {
        test_expect(0, "no child");
        return;
    }
    test_expect(WIFEXITED(status) && WEXITSTATUS(status) == ABORTED, "%s, %s: %s %d, not by abort",
                call, what, WIFEXITED(status) ? "ended with code" : "killed by signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    test_expect(length > called + 2 && !strncmp(text, call, called) &&
                    !strncmp(text + called, ": ", 2) && strchr(text, '\n') == text + length - 1,
                "%s, %s: not one line that names the call: '%s'", call, what, text);
    test_expect(strstr(text, why) != NULL, "%s, %s: nothing about '%s': '%s'", call, what, why,
                text);
}

#else

int child_possible(void) {
    return 0;
}

int child_begins(void) {
    return 0;
}

void child_returns(void) {}

void child_expect(const char *call, const char *what, const char *why) {
    (void)why;
    test_expect(0, "%s, %s: no fork", call, what);
}
#endif
