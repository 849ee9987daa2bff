/* What a context asks of the system: nothing in a call but to wait and to wake; and what happens where
 * memory or threads cannot be had when it is made. Linked with --wrap for the functions that give
 * them; with an argument it writes a line before and after calls, for strace. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entries/model.h"

enum { N = 512, ROUNDS = 40 };

static int held, refuse_memory, refuse_threads;

void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *memory);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *data);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void __wrap_free(void *memory);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *data);

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    if (refuse_memory) {
        return NULL;
    }
    held++;
    return __real_aligned_alloc(alignment, bytes);
}

void __wrap_free(void *memory) {
    held -= memory != NULL;
    __real_free(memory);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *data) {
    return refuse_threads ? EAGAIN : __real_pthread_create(thread, how, run, data);
}

static void fail(const char *what) {
    fprintf(stderr, "quiet: %s\n", what);
    exit(1);
}

static float x[N], y[N * N];

static void call(struct entries_context *context) {
    const int32_t four = 4;
    int32_t eight = 0;
    memset(y, 0, sizeof y);
    if (entries_scaled(context, y, x) != ENTRIES_OK || y[N * N - 1] != 8 * (N - 1) ||
        entries_main(context, &eight, &four) != ENTRIES_OK || eight != 8) {
        fail("a wrong result");
    }
}

static void *none(void *user, size_t bytes) {
    ++*(int *)user;
    (void)bytes;
    return NULL;
}

static void never(void *user, void *memory) {
    (void)user;
    (void)memory;
    fail("memory is released that was not given");
}

static void check_shortage(void) {
    struct entries_options options;
    struct entries_context *context = (struct entries_context *)(void *)x;
    int asked = 0;
    memset(&options, 0, sizeof options);
    options.threads = 3;
    refuse_memory = 1;
    if (entries_new(&context, &options) != ENTRIES_E_MEMORY || context != NULL || held != 0) {
        fail("no memory, and no status that says so");
    }
    refuse_memory = 0;
    options.allocate = none;
    options.release = never;
    options.user = &asked;
    if (entries_new(&context, &options) != ENTRIES_E_MEMORY || context != NULL || asked != 1) {
        fail("no memory of the caller's, and no status that says so");
    }
    memset(&options, 0, sizeof options);
    options.threads = 3;
    refuse_threads = 1;
    if (entries_new(&context, &options) != ENTRIES_OK || held != 1) {
        fail("no threads, and no context");
    }
    call(context);
    entries_free(context);
    refuse_threads = 0;
    if (held != 0) {
        fail("memory that is not released");
    }
}

static void mark(const char *what) {
    if (write(1, what, strlen(what)) < 0) {
        fail("a mark");
    }
}

/* Workers that have just been made are given time to come. */
static void run_marked(int threads) {
    struct entries_options options;
    struct entries_context *context;
    memset(&options, 0, sizeof options);
    options.threads = threads;
    if (entries_new(&context, &options) != ENTRIES_OK) {
        fail("no context");
    }
    usleep(500000);
    mark("calls begin\n");
    for (int i = 0; i < ROUNDS; i++) {
        call(context);
    }
    mark("calls end\n");
    entries_free(context);
}

int main(int count, char **words) {
    (void)words;
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
    }
    check_shortage();
    if (count > 1) {
        run_marked(3);
        run_marked(1);
    }
    return 0;
}
