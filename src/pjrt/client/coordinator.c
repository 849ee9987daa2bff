/* The end of JAX's coordinator, the service that process 0 has for all others. JAX's own client of
 * it ends the process by SIGABRT, on a thread of its own, as soon as it notices; so nobody would be
 * told what has happened. That thread is held instead, while those that wait for process 0 get an
 * error that names it, and the script may end by its exception. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SYS_gettid */
#endif
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "api/meeting.h"
#include "pjrt/objects.h"

/* Its connections end one after the other. */
enum { MILLISECONDS = 1000 };

static _Atomic(struct sdyc_ranks *) met; /* NULL: there is no coordinator to lose */
static atomic_bool is_lost;
static struct sigaction before;
static double patience; /* seconds for which the thread is held */

static bool is_first_thread(void) {
    return syscall(SYS_gettid) == getpid();
}

/* What anybody else aborts for happens as ever. */
static void hold(int number) {
    const struct sdyc_ranks *ranks = atomic_load(&met);
    if (ranks && !is_first_thread() && ranks_have_lost(ranks, 0, MILLISECONDS)) {
        struct timespec left = {.tv_sec = (time_t)patience};
        atomic_store(&is_lost, true);
        while (nanosleep(&left, &left) != 0) {
        }
    }
    sigaction(number, &before, NULL);
    raise(number);
}

void coordinator_watch(struct sdyc_ranks *ranks, double silence) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_watched;
    struct sigaction action = {.sa_handler = hold, .sa_flags = SA_NODEFER};
    pthread_mutex_lock(&lock);
    patience = silence > 0 ? silence : patience;
    atomic_store(&met, ranks);
    is_watched = is_watched || sigaction(SIGABRT, &action, &before) == 0;
    pthread_mutex_unlock(&lock);
}

void coordinator_forget(const struct sdyc_ranks *ranks) {
    struct sdyc_ranks *expected = (struct sdyc_ranks *)(uintptr_t)ranks;
    atomic_compare_exchange_strong(&met, &expected, NULL);
}

bool coordinator_is_lost(void) {
    return atomic_load(&is_lost);
}
