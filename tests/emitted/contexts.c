/* Two programs in one: contexts in memory of the caller's, several at a time, on two threads, and
 * nothing allocated after they are made. Linked with --wrap for the functions that allocate. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "first/model.h"
#include "second/model.h"

enum { COUNT = 4 * 2, ROUNDS = 20 };

static atomic_int running, allocations;

void *__real_malloc(size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes) {
    atomic_fetch_add(&allocations, atomic_load(&running));
    return __real_malloc(bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    atomic_fetch_add(&allocations, atomic_load(&running));
    return __real_aligned_alloc(alignment, bytes);
}

static void fail(const char *what) {
    fprintf(stderr, "contexts: %s\n", what);
    exit(1);
}

static int asked;

static void *allocate(void *user, size_t bytes) {
    (void)user;
    asked++;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void release(void *user, void *memory) {
    (void)user;
    asked--;
    free(memory);
}

static float a[4 * 8], b[8 * 2];

static void check(const float *product) {
    for (int i = 0; i < COUNT; i++) {
        if (product[i] != 8 * 0.5f * (float)(i % 2)) {
            fail("a wrong product");
        }
    }
}

static void *run_first(void *context) {
    float product[COUNT];
    for (int i = 0; i < ROUNDS; i++) {
        if (first_main((struct first_context *)context, product, a, b) != FIRST_OK) {
            fail("a run that fails");
        }
        check(product);
    }
    return NULL;
}

static int lent;

/* Lends the calling thread, under another number. */
static void lend(void *user, int64_t count, int threads,
                 void (*task)(void *data, int64_t i, int thread), void *data) {
    (void)user;
    lent++;
    for (int64_t i = 0; i < count; i++) {
        task(data, i, (int)i % threads);
    }
}

/* The program of plain C, in memory that ends where its size says. */
static void run_second(void) {
    struct second_options options = {0};
    struct second_context *context;
    const float x[512] = {1};
    static float y[512 * 512];
    options.threads = 3;
    options.parallel_for = lend;
    size_t size = second_memory_size(&options);
    char *memory = (char *)aligned_alloc(64, (size + 127) / 64 * 64);
    memset(memory, 7, size + 64);
    options.memory = memory;
    if (second_new(&context, &options) != SECOND_OK) {
        fail("a context in its memory");
    }
    atomic_store(&running, 1);
    second_main(context, y, x);
    atomic_store(&running, 0);
    second_free(context);
    for (size_t i = size; i < size + 64; i++) {
        if (memory[i] != 7) {
            fail("more memory than its size");
        }
    }
    if (y[0] != 2 || y[1] != 1 || y[512] != 1 || y[513] != 0 || lent == 0) {
        fail("a wrong sum, or no thread was asked for");
    }
    free(memory);
}

int main(void) {
    struct first_options options = {0};
    struct first_context *one, *other;
    pthread_t thread;
    for (int i = 0; i < 4 * 8; i++) {
        a[i] = 0.5f;
        b[i % 16] = (float)(i % 2);
    }
    options.threads = 2;
    options.allocate = allocate;
    options.release = release;
    if (first_new(&one, &options) != FIRST_OK || first_new(&other, &options) != FIRST_OK) {
        fail("no context");
    }
    if (asked != 2) {
        fail("one allocation a context");
    }
    pthread_create(&thread, NULL, run_first, one);
    run_first(other);
    pthread_join(thread, NULL);
    atomic_store(&running, 1);
    run_first(one);
    atomic_store(&running, 0);
    first_free(one);
    first_free(other);
    run_second();
    if (asked != 0 || atomic_load(&allocations) != 0) {
        fail("memory after the contexts were made");
    }
    return 0;
}
