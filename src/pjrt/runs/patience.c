/* Waiting for what is about to be ready: whoever asks whether an array is at hand copies it
 * otherwise, which for a large one takes longer than what is left of a short program. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include <dlfcn.h>
#include <string.h>
#include <time.h>

#include "pjrt/objects.h"

/* Seconds that a program may take, by its last run, and that it is waited for: a person notices no
 * less, and Ctrl-C is heard of afterwards. */
static const double patience = 0.05;
/* What is smaller is copied faster than two threads tell each other of it. */
enum { LEAST_BYTES = 1 << 18 };

/* --- Python's interpreter --------------------------------------------------------------------- */

/* What waits without the interpreter's lock needs of it. Nobody links against Python here: where it
 * is, the process has it. */
struct interpreter {
    int (*has_lock)(void);
    void *(*let_go)(void);
    void (*take)(void *state);
};

static void find(const char *name, void *function) {
    void *found = dlsym(RTLD_DEFAULT, name);
    memcpy(function, &found, sizeof found);
}

static struct interpreter interpreter_here(void) {
    struct interpreter here;
    find("PyGILState_Check", &here.has_lock);
    find("PyEval_SaveThread", &here.let_go);
    find("PyEval_RestoreThread", &here.take);
    return here;
}

/* --- waiting ---------------------------------------------------------------------------------- */

static struct timespec in_seconds(double seconds) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    long nanoseconds = time.tv_nsec + (long)(1e9 * seconds);
    time.tv_sec += nanoseconds / 1000000000;
    time.tv_nsec = nanoseconds % 1000000000;
    return time;
}

/* The end of work is what `room` tells. */
static void wait_for(const struct storage *storage) {
    struct pjrt_client *client = storage->client;
    struct timespec end = in_seconds(patience);
    int failed = 0;
    pthread_mutex_lock(&client->lock);
    while (storage_state(storage) == STORAGE_PENDING && !failed) {
        failed = pthread_cond_timedwait(&client->queue.room, &client->lock, &end);
    }
    client_unlock(client);
}

static bool is_short(const struct work *work) {
    const struct compiled *compiled = work ? work->compiled : NULL;
    return compiled && !compiled->has_call && compiled->seconds >= 0 &&
           compiled->seconds < patience;
}

void storage_wait_shortly(struct pjrt_client *client, struct storage *const *place) {
    pthread_mutex_lock(&client->lock);
    struct storage *storage = *place;
    bool waits = storage && storage_state(storage) == STORAGE_PENDING &&
                 storage->bytes >= LEAST_BYTES && is_short(storage->maker);
    storage = waits ? storage_share(storage) : NULL;
    client_unlock(client);
    if (storage) {
        const struct interpreter here = interpreter_here();
        bool has_lock = here.has_lock && here.let_go && here.take && here.has_lock();
        void *state = has_lock ? here.let_go() : NULL;
        wait_for(storage);
        storage_release(storage);
        if (has_lock) {
            here.take(state);
        }
    }
}
