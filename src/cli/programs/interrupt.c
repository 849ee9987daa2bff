/* Ctrl-C: the run ends, and with it the command, as the signal would have ended it. */
#include "cli/programs/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* For the handler, which is told nothing else; and what was before. */
static struct sdyc_program *volatile watched;
static struct sigaction before;
static volatile sig_atomic_t has_come;

static void cancel(int number) {
    struct sdyc_program *program = watched;
    (void)number;
    has_come = 1;
    if (program != NULL) {
        sdyc_cancel(program);
    }
}

void interrupt_watch(struct sdyc_program *program) {
    struct sigaction action = {.sa_handler = cancel, .sa_flags = (int)SA_RESETHAND};
    watched = program;
    sigaction(SIGINT, &action, &before);
    if (before.sa_handler == SIG_IGN) { /* of a command in the background */
        interrupt_forget();
    }
}

void interrupt_forget(void) {
    sigaction(SIGINT, &before, NULL);
    watched = NULL;
}

bool interrupt_came(void) {
    return has_come != 0;
}

void interrupt_end(void) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}
